package depict

import (
	"context"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/quartile"
	"example.org/espalier/inference/survey"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/subject"
)

// Most samples of the figure, and most numbers of each, evenly spaced.
const (
	mostSamples = 400
	mostNumbers = 20000
)

// hasSamples reports whether a recipe made the data of the table.
func hasSamples(s *Subject) bool {
	if s.Table == nil || s.Data.Distances.Active() || !s.Data.Preprocessing.Recipe.Active() {
		return false
	}
	rows := s.Table.Rows
	if s.Data.Preprocessing.Transpose {
		rows = s.Table.Columns
	}
	for i, at := range s.Data.RowIndex { // the data may be of a part of the table
		if at >= len(rows) || rows[at] != s.Data.Rows[i] {
			return false
		}
	}
	return true
}

// Samples returns the figure of the numbers of each sample of a table, as they were and as they are in data made of it:
// after the recipe and the logarithm, before columns are centred and scaled. Samples are the rows of the data, or its
// columns if a step of the recipe or the names of the table say so.
func Samples(title string, t *inference.Table, d *inference.Dataset) chart.Samples {
	p := d.Preprocessing
	across, sided := false, false
	for _, step := range p.Recipe.Steps() {
		if step.Kind.Sided && !step.Off {
			across, sided = step.Across, true
		}
	}
	if !sided {
		across = survey.Orient(t).Turned != p.Transpose
	}
	raw := func(i, j int) float64 { // as the model sees them
		if p.Transpose {
			return t.X.At(j, i)
		}
		return t.X.At(i, j)
	}
	f := chart.Samples{Title: title, BeforeUnit: "as read", Window: plotting.All, Style: plotting.Light}
	if t.Kind == inference.Count {
		f.BeforeUnit = "counts"
	}
	words := p.Recipe.Words()
	if p.Log2p1 {
		words = append(words, "log2(x+1)")
	}
	f.AfterUnit, f.Subtitle = strings.Join(words, ", "), strings.Join(words, ", ")
	if p.Log2p1 {
		f.AfterUnit = words[len(words)-1] // there is little room above a panel
	}
	kept, err := t.Keep(p)
	if err != nil {
		return f
	}
	names, index, others := d.Rows, d.RowIndex, kept.Columns
	if across {
		names, index, others = d.Columns, d.ColumnIndex, kept.Rows
	}
	after := func(sample, k int) float64 {
		i, j := sample, k
		if across {
			i, j = k, sample
		}
		return d.X.At(i, j)*d.Scale[j] + d.Centre[j]
	}
	n, m := d.Dims()
	if across {
		n, m = m, n
	}
	var depths []float64
	for _, k := range spaced(n, mostSamples) {
		at, sum := index[k], 0.0
		before := func(o int) float64 {
			if across {
				return raw(o, at)
			}
			return raw(at, o)
		}
		for _, o := range others {
			if x := before(o); x == x {
				sum += x
			}
		}
		depths = append(depths, sum)
		f.Names = append(f.Names, names[k])
		f.Before = append(f.Before, boxOf(len(others), func(i int) float64 { return before(others[i]) }))
		if len(words) > 0 {
			f.After = append(f.After, boxOf(m, func(i int) float64 { return after(k, i) }))
		}
	}
	if t.Kind == inference.Count {
		f.Depths = depths
	}
	if n > mostSamples {
		f.Subtitle = strings.TrimPrefix(f.Subtitle+" · ", " · ") + plotting.FormatCount(mostSamples) + " of " +
			plotting.Plural(n, "sample")
	}
	return f
}

// boxOf summarises evenly spaced ones of n numbers.
func boxOf(n int, at func(int) float64) quartile.Box {
	places := spaced(n, mostNumbers)
	values := make([]float64, len(places))
	for k, i := range places {
		values[k] = at(i)
	}
	return quartile.Of(values)
}

// spaced returns at most k of n places, evenly spaced.
func spaced(n, k int) []int {
	k = min(n, k)
	places := make([]int, k)
	for i := range places {
		places[i] = i * n / k
	}
	return places
}

var samplesEntry = Entry{Name: "samples", Tab: "Samples", Suffix: "samples before and after",
	About:  "the numbers of each sample before and after the recipe",
	offers: hasSamples,
	size:   func(f plotting.Figure) plotting.Size { return tall(len(f.(chart.Samples).Names), 4) },
	make: func(_ context.Context, s *Subject) (plotting.Figure, error) {
		return Samples(subject.JoinTitle(s.Table.Name, "samples before and after"), s.Table, s.Data), nil
	},
	says: wordsOf(func(_ *Subject, f chart.Samples) string {
		words :=
			"box plots of the numbers of each sample as they were read and after the recipe, before columns are centred and scaled: median, middle half, and whiskers of up to one and a half times its length"
		if f.Depths != nil {
			words = "the depth of each sample, the sum of its counts; " + words
		}
		return words
	})}
