package selected

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/factor"
	pooled "example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/latent"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Factors describes a selection by a factor model: for a factor the variance that it explains and the items that load
// on it most, for an item or a case the factors behind it. It takes O(D + N + K) and for items O(N K).
func Factors(of latent.FactorSubject, result study.ResultID, s drawn.State) Summary {
	d := factorDescription{FactorSubject: of, result: result, f: of.Summary.Factors, selection: s.Selection}
	places := d.f.Places(d.selection.Factors(result))
	items, cases := d.selection.Items(d.f.Side), d.selection.Cases(d.f.Side)
	switch {
	case len(places) == 1:
		d.factor(places[0])
		d.cell(places[0], items, cases)
	case len(places) > 1:
		d.factors(places)
	case len(items) > 0 && len(cases) > 0:
		d.value(items, cases)
	case len(items) > 0:
		d.items(items)
	case len(cases) > 0:
		d.cases(cases, s)
	default:
		d.said = Summary{Empty: true, Title: "Nothing selected", Hint: "Click a cell, a factor or a name."}
	}
	return d.said
}

// A factorDescription builds a Summary.
type factorDescription struct {
	latent.FactorSubject
	said      Summary
	result    study.ResultID
	f         *factor.State
	selection study.Selection
}

func (d *factorDescription) add(label, value string) {
	d.said.Lines = append(d.said.Lines, [2]string{label, value})
}

// name names the k-th factor.
func (d *factorDescription) name(k int) string { return matrix.FactorName(k, d.f.Binary) }

// owned returns whether the factor k loads on item i more likely than not.
func (d *factorDescription) owned(i, k int) bool {
	return d.f.Binary || d.f.Inclusion == nil || d.f.Inclusion.At(i, k) >= 0.5
}

func (d *factorDescription) factor(k int) {
	sum := d.Summary
	d.said.Title = d.name(k)
	d.add("explains", plotting.FormatPercent(sum.Explained[k].Mean)+" of the variance")
	if e := sum.Explained[k]; e.High > e.Low {
		d.add("90 % of draws", plotting.FormatPercentRange(e.Low, e.High))
	}
	if sum.Draws > 0 {
		d.add("in the draws", plotting.FormatPercent(sum.Matches[k].Presence))
	}
	names := d.Items()
	n := 0
	var bars []Contrast
	for i, name := range names {
		if d.owned(i, k) {
			n++
			bars = append(bars, d.bar(name, d.f.Loadings.At(i, k), study.OfSides(d.f.Side, []int{i}, nil)))
		}
	}
	if d.f.Binary {
		d.add("cases that have it", countAbove(d.f.Inclusion, k))
		d.setBars(bars, [2]string{"Highest values", "Lowest values"})
	} else {
		d.add("loads on", plotting.FormatCount(n)+" of "+plotting.FormatCount(len(names)))
		d.setBars(bars, [2]string{"Largest loadings", "Largest negative loadings"})
	}
	if a, level := d.mostActive(k); level != "" {
		d.add("most active in", level+" ("+a+")")
	}
}

func countAbove(z *mat.Dense, k int) string {
	n := 0
	rows, _ := z.Dims()
	for i := range rows {
		if z.At(i, k) >= 0.5 {
			n++
		}
	}
	return plotting.FormatCount(n) + " of " + plotting.FormatCount(rows)
}

// mostActive returns the level whose mean activity stands out most, and its annotation, which is
// the first of the cases.
func (d *factorDescription) mostActive(k int) (annotation, level string) {
	if d.f.Side == inference.OnRows {
		return "", ""
	}
	for _, a := range matrix.Grouping(d.Data.Annotations) {
		if a.Numeric {
			continue
		}
		sums, counts := make([]float64, len(a.Levels)), make([]float64, len(a.Levels))
		for i, code := range a.Codes {
			if code >= 0 {
				sums[code] += d.f.Activities.At(i, k)
				counts[code]++
			}
		}
		best, most := -1, 0.0
		for l, n := range counts {
			if n > 0 && math.Abs(sums[l]/n) > most {
				best, most = l, math.Abs(sums[l]/n)
			}
		}
		if best >= 0 {
			return a.Name, a.Levels[best]
		}
	}
	return "", ""
}

// cell describes a factor in the items and cases selected with it.
func (d *factorDescription) cell(k int, items, cases []int) {
	text := func(s pooled.Spread) string {
		out := plotting.FormatDigits(s.Mean, 3)
		if s.StandardDeviation > 0 {
			out += " ± " + plotting.FormatDigits(s.StandardDeviation, 2)
		}
		return out
	}
	for _, i := range items[:min(len(items), mostHighest)] {
		d.add("loading on "+d.Items()[i], text(d.Summary.Loading(i, k)))
	}
	for _, i := range cases[:min(len(cases), mostHighest)] {
		d.add("activity in "+d.Cases()[i], text(d.Summary.Activity(i, k)))
	}
}

func (d *factorDescription) factors(places []int) {
	d.said.Title = plotting.Plural(len(places), "factor")
	explained := 0.0
	for _, k := range places {
		explained += d.Summary.Explained[k].Mean
	}
	d.add("explain", plotting.FormatPercent(explained)+" of the variance")
	shared := 0
	for i := range d.Items() {
		if !slices.ContainsFunc(places, func(k int) bool { return !d.owned(i, k) }) {
			shared++
		}
	}
	if !d.f.Binary {
		d.add("all load on", plotting.FormatCount(shared))
	}
}

// fitted returns the mean and the variance over cases of the factors' prediction of an item.
func (d *factorDescription) fitted(i int) (mean, variance float64) {
	k := d.f.Count()
	if k == 0 {
		return 0, 0
	}
	var fit mat.VecDense
	fit.MulVec(d.f.Activities, d.f.Loadings.RowView(i))
	return stat.PopMeanVariance(fit.RawVector().Data, nil)
}

func (d *factorDescription) items(items []int) {
	names := d.Items()
	item, _ := d.f.Side.Words()
	d.said.Title = plotting.Plural(len(items), item)
	if len(items) == 1 {
		d.said.Title = names[items[0]]
	}
	loads := 0
	var bars []Contrast
	for k := range d.f.Count() {
		sum, in := 0.0, false
		for _, i := range items {
			if d.owned(i, k) {
				in = true
				sum += d.f.Loadings.At(i, k)
			}
		}
		if in {
			loads++
			bars = append(bars, d.bar(d.name(k), sum/float64(len(items)),
				study.Selection{}.WithFactors(d.result, d.f.IDs[k])))
		}
	}
	if !d.f.Binary {
		d.add("in factors", plotting.FormatCount(loads)+" of "+plotting.FormatCount(d.f.Count()))
	}
	if d.f.Noise != nil {
		fit, noise := 0.0, 0.0
		for _, i := range items {
			_, v := d.fitted(i)
			fit += v
			noise += d.f.Noise[i]
		}
		d.add("explained by factors", plotting.FormatPercent(fit/(fit+noise)))
		d.add("noise, standard deviation", plotting.FormatDigits(math.Sqrt(noise/float64(len(items))), 3))
	}
	head := "Loadings"
	switch {
	case d.f.Binary:
		head = "Values"
	case len(items) > 1:
		head = "Mean loadings"
	}
	d.setBars(bars, [2]string{head, head + " below zero"})
}

func (d *factorDescription) cases(cases []int, s drawn.State) {
	if d.f.Side == inference.OnRows {
		d.said.Title = plotting.Plural(len(cases), "column")
		if len(cases) == 1 {
			d.said.Title = d.Data.Columns[cases[0]]
		}
	} else {
		d.said = Summarise(nil, d.Data, s, 0)
	}
	var bars []Contrast
	for k := range d.f.Count() {
		sum := 0.0
		for _, i := range cases {
			sum += d.f.Activities.At(i, k)
		}
		bars = append(bars, d.bar(d.name(k), sum/float64(len(cases)),
			study.Selection{}.WithFactors(d.result, d.f.IDs[k])))
	}
	head := "Activity"
	switch {
	case d.f.Binary:
		head = "Has feature"
	case len(cases) > 1:
		head = "Mean activity"
	}
	d.setBars(bars, [2]string{head, head + " below zero"})
}

// value describes cells of the data: the observed values and the factors' predictions.
func (d *factorDescription) value(items, cases []int) {
	names, others := d.Items(), d.Cases()
	d.said.Title = plotting.Plural(len(items)*len(cases), "cell")
	if len(items)*len(cases) != 1 {
		return
	}
	i, n := items[0], cases[0]
	d.said.Title = names[i] + " · " + others[n]
	row, column := n, i
	if d.f.Side == inference.OnRows {
		row, column = i, n
	}
	observed := d.Data.X.At(row, column)
	fit := 0.0
	if d.f.Offset != nil {
		fit = d.f.Offset[i]
	}
	var bars []Contrast
	for k := range d.f.Count() {
		share := d.f.Loadings.At(i, k) * d.f.Activities.At(n, k)
		fit += share
		if share != 0 {
			bars = append(bars, d.bar(d.name(k), share, study.Selection{}.WithFactors(d.result, d.f.IDs[k])))
		}
	}
	if math.IsNaN(observed) {
		d.add("observed", "missing")
	} else {
		d.add("observed", plotting.FormatDigits(observed, 3))
	}
	d.add("fitted", plotting.FormatDigits(fit, 3))
	if !math.IsNaN(observed) {
		d.add("residual", plotting.FormatDigits(observed-fit, 3))
	}
	d.setBars(bars, [2]string{"Adds", "Takes away"})
}

func (d *factorDescription) bar(name string, value float64, pick study.Selection) Contrast {
	return Contrast{Column: -1, Name: name, Difference: value, Pick: &pick}
}

// setBars shows the highest and the lowest bars under their heads, and leaves out tiny ones.
func (d *factorDescription) setBars(bars []Contrast, heads [2]string) {
	greatest := 0.0
	for _, b := range bars {
		greatest = max(greatest, math.Abs(b.Difference))
	}
	bars = slices.DeleteFunc(bars, func(b Contrast) bool { return math.Abs(b.Difference) <= 0.02*greatest })
	stable.Sort(bars, func(a, b Contrast) int { return cmp.Compare(b.Difference, a.Difference) })
	d.said.Heads, d.said.Highest, d.said.Lowest = heads, nil, nil
	for i := 0; i < len(bars) && len(d.said.Highest) < mostHighest && bars[i].Difference > 0; i++ {
		d.said.Highest = append(d.said.Highest, bars[i])
	}
	for i := len(bars) - 1; i >= 0 && len(d.said.Lowest) < mostLowest && bars[i].Difference < 0; i-- {
		d.said.Lowest = append(d.said.Lowest, bars[i])
	}
}
