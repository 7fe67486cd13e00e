package recipe

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

var countsKind = Kind{
	Name: "counts", Title: "Counts to one depth", Example: "counts:size-factors", Rows: true,
	Sided: true, Takes: OneChoice,
	Tip: "Divides the counts of each sample by a size factor, so that samples sequenced to different depths can be compared.",
	Choices: []Choice{
		{"size-factors", "median of ratios",
			"The median, over genes, of a sample's count divided by the gene's geometric mean (Anders and Huber 2010). " +
				"Only genes without a zero count; if there are none, the positive counts of all genes."},
		{"poscounts", "median of ratios, positive counts",
			"The same with geometric means that pass over zeros. For sparse tables, such as single cells and microbes."},
		{"tmm", "trimmed mean of M-values",
			"The weighted mean of log ratios to one sample, after the extremes are trimmed (Robinson and Oshlack 2010)."},
		{"upper-quartile", "upper quartile", "The upper quartile of the genes seen in any sample (Bullard and others 2010)."},
		{"cpm", "counts per million", "Each sample's counts divided by their sum, times a million."},
		{"vst", "variance stabilised",
			"Median of ratios, then a function like log2 for high counts, after which the spread hardly depends on the mean " +
				"(Anders and Huber 2010). Take no logarithm after it."},
	},
	make: func(text string) (work, error) {
		text = strings.TrimSpace(text)
		if text == "" {
			text = "size-factors"
		}
		said := map[string]string{"size-factors": "size factors (median of ratios)",
			"poscounts": "size factors (median of ratios of positive counts)", "tmm": "size factors (TMM)",
			"upper-quartile": "size factors (upper quartile)", "cpm": "counts per million", "vst": "variance stabilised"}[text]
		if said == "" {
			return nil, fmt.Errorf(
				"there is no way %q to bring counts to one depth; write counts: and size-factors, poscounts, tmm, upper-quartile, cpm or vst",
				text)
		}
		return counts{text, said}, nil
	},
}

type counts struct{ method, said string }

func (c counts) argument() string { return c.method }
func (c counts) words() string    { return c.said }

// A sizer finds the size factors of samples, one for each row, by parameters learnt from others.
type sizer interface {
	factors(t Table) ([]float64, error)
}

func (c counts) fit(t Table) (Table, learnt, error) {
	if err := t.areCounts(); err != nil {
		return t, nil, err
	}
	var by sizer
	var err error
	switch c.method {
	case "size-factors", "vst":
		r := ratios{reference: logGeometricMeans(t.X, false)}
		if !anyFinite(r.reference) {
			r = positiveRatios(t)
			t = t.note("Every gene has a zero count, so the size factors use the positive counts alone (poscounts).")
		}
		by = r
	case "poscounts":
		by = positiveRatios(t)
	case "tmm":
		by, err = tmmOf(t)
	case "upper-quartile":
		by, err = quartilesOf(t)
	case "cpm":
		by = millions{}
	}
	if err != nil {
		return t, nil, err
	}
	s := sized{by: by}
	if s.sizes, err = by.factors(t); err != nil {
		return t, nil, err
	}
	if c.method == "vst" {
		if s.trend, err = trendOf(t.X, s.sizes); err != nil {
			return t, nil, err
		}
	}
	if c.method != "cpm" {
		t = t.note("Size factors reach from %.3g (%s) to %.3g (%s).", slices.Min(s.sizes),
			t.Rows[at(s.sizes, slices.Min(s.sizes))], slices.Max(s.sizes), t.Rows[at(s.sizes, slices.Max(s.sizes))])
	}
	return s.divided(t, s.sizes), s, nil
}

func at(list []float64, x float64) int { return max(0, slices.Index(list, x)) }

// areCounts refuses negative cells.
func (t Table) areCounts() error {
	n, _ := t.X.Dims()
	for i := range n {
		for j, x := range t.X.RawRowView(i) {
			if x < 0 {
				return fmt.Errorf(
					"%s holds %v, and counts are at least 0; correct the cell, or leave the step out if these are not counts",
					t.place(i, j), x)
			}
		}
	}
	return nil
}

// sized divides samples by their size factors.
type sized struct {
	by    sizer
	sizes []float64 // of the samples learnt from
	trend *trend    // of the dispersion, nil where the variance is not stabilised
}

func (s sized) apply(t Table) (Table, error) {
	if err := t.areCounts(); err != nil {
		return t, err
	}
	sizes, err := s.by.factors(t)
	if err != nil {
		return t, err
	}
	return s.divided(t, sizes), nil
}

func (s sized) same(t Table) (Table, error) {
	if err := t.areCounts(); err != nil {
		return t, err
	}
	return s.divided(t, s.sizes), nil
}

func (s sized) divided(t Table, sizes []float64) Table {
	n, d := t.X.Dims()
	out := mat.NewDense(n, d, nil)
	for i := range n {
		to := out.RawRowView(i)
		for j, x := range t.X.RawRowView(i) {
			to[j] = x / sizes[i]
			if s.trend != nil {
				to[j] = s.trend.stabilise(to[j])
			}
		}
	}
	return t.with(out)
}

// ratios are the factors of the median of ratios (Anders and Huber 2010, equation 5): the median over genes of
// count/geometric mean, divided by scale if that is not 0.
type ratios struct {
	reference []float64 // logarithms of the geometric means of the columns; −∞ for those that do not count
	scale     float64
}

// logGeometricMeans returns the mean logarithm of each column; with positive, zeros add nothing to it but count. A
// column without a positive number has −∞, as has one with a zero unless positive. Missing cells do not count.
func logGeometricMeans(x *mat.Dense, positive bool) []float64 {
	n, d := x.Dims()
	sums, counted, any := make([]float64, d), make([]int, d), make([]bool, d)
	for i := range n {
		for j, y := range x.RawRowView(i) {
			switch {
			case math.IsNaN(y):
				continue
			case y > 0:
				sums[j] += math.Log(y)
				any[j] = true
			case !positive:
				sums[j] = math.Inf(-1)
			}
			counted[j]++
		}
	}
	for j := range sums {
		if !any[j] {
			sums[j] = math.Inf(-1)
		}
		sums[j] /= float64(max(counted[j], 1))
	}
	return sums
}

// positiveRatios are ratios to geometric means that pass over zeros, scaled so that the geometric mean of the factors
// is 1.
func positiveRatios(t Table) ratios {
	r := ratios{reference: logGeometricMeans(t.X, true)}
	if f, err := r.factors(t); err == nil {
		r.scale = math.Exp(meanLog(f))
	}
	return r
}

func anyFinite(list []float64) bool {
	return slices.ContainsFunc(list, func(x float64) bool { return !math.IsInf(x, 0) })
}

func meanLog(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Log(x)
	}
	return sum / float64(len(list))
}

func (r ratios) factors(t Table) ([]float64, error) {
	n, _ := t.X.Dims()
	f := make([]float64, n)
	var logs []float64
	for i := range n {
		logs = logs[:0]
		for j, y := range t.X.RawRowView(i) {
			if y > 0 && !math.IsInf(r.reference[j], 0) {
				logs = append(logs, math.Log(y)-r.reference[j])
			}
		}
		if len(logs) == 0 {
			return nil,
				fmt.Errorf("sample %q has no count above 0 among the genes that count; leave it out, or take counts:cpm", t.Rows[i])
		}
		f[i] = math.Exp(middle(logs))
		if r.scale > 0 {
			f[i] /= r.scale
		}
	}
	return f, nil
}

// middle returns the median. It sorts the values.
func middle(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	if n == 0 {
		return math.NaN()
	}
	return values[(n-1)/2]/2 + values[n/2]/2
}

// totals returns the sum of each sample.
func totals(t Table) ([]float64, error) {
	n, _ := t.X.Dims()
	sums := make([]float64, n)
	for i := range n {
		for _, y := range t.X.RawRowView(i) {
			if !math.IsNaN(y) {
				sums[i] += y
			}
		}
		if sums[i] <= 0 {
			return nil, fmt.Errorf("sample %q has no count above 0; leave it out", t.Rows[i])
		}
	}
	return sums, nil
}

// millions are factors that leave counts per million.
type millions struct{}

func (millions) factors(t Table) ([]float64, error) {
	sums, err := totals(t)
	for i := range sums {
		sums[i] /= 1e6
	}
	return sums, err
}
