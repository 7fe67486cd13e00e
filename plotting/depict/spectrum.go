package depict

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference/kind/spectrum"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/subject"
)

// spectrumEntry is the figure of how the number of clusters of a graph was chosen.
var spectrumEntry = Entry{Name: "eigenvalues", Tab: "Eigenvalues", Suffix: "eigenvalues",
	About: "the smallest eigenvalues of the graph, the largest gap between them, and the modularity of " +
		"each number of clusters",
	offers: func(s *Subject) bool { f := spectrum.Of(s.Snapshot); return f != nil && len(f.Values) > 1 },
	size:   planeSize,
	make:   func(_ context.Context, s *Subject) (plotting.Figure, error) { return spectrumOf(s), nil }}

// spectrumOf draws the eigenvalues as dots with the largest gap as a bar between two of them, the modularity of each
// number of clusters as a line, and a line at the number that was chosen.
func spectrumOf(s *Subject) *chart.Chart {
	f := spectrum.Of(s.Snapshot)
	n, gap := len(f.Values), f.Widest()
	var at []float64
	var names []string
	top := 0.05
	for k, v := range f.Values {
		at = append(at, float64(k+1))
		names = append(names, fmt.Sprintf("eigenvalue %d: %s", k+1, plotting.FormatNumber(v)))
		top = math.Max(top, v)
	}
	var tried []string
	for k, q := range f.Modularity {
		tried = append(tried, fmt.Sprintf("%s: modularity %s", plotting.Plural(k+1, "cluster"),
			plotting.FormatNumber(q)))
		top = math.Max(top, q)
	}
	top *= 1.15
	low, high := f.Values[gap-1], f.Values[gap]
	chosen := float64(f.Number)
	c := &chart.Chart{Title: subject.JoinTitle(s.Title(0), "eigenvalues"), Style: plotting.Light,
		Subtitle: spectrumWords(f, gap, high-low),
		X:        chart.Axis{Name: "number", Low: 0.4, High: float64(n) + 0.6, Whole: true},
		Y:        chart.Axis{Name: "eigenvalue", Low: math.Min(0, 1.1*f.Values[0]), High: top},
		Layers: []chart.Layer{
			{Name: "largest gap", Kind: chart.Band, X: []float64{float64(gap), float64(gap) + 1},
				Low:  []float64{low, low},
				High: []float64{high, high}, Ink: chart.CategoryInk(0), Opacity: 0.18},
			{Kind: chart.Line, X: []float64{chosen, chosen}, Y: []float64{0, 0.93 * top}, Ink: chart.MutedInk,
				Dashed: true},
			{Name: "eigenvalue", Kind: chart.Points, X: at, Y: f.Values, Text: names,
				Ink: chart.CategoryInk(0), Radius: 3.5},
			{Kind: chart.Text, X: []float64{chosen}, Y: []float64{0.97 * top},
				Text: []string{fmt.Sprintf("k = %d", f.Number)},
				Ink:  chart.PlainInk},
		}}
	if len(tried) > 0 {
		c.Y.Name = "eigenvalue; modularity"
		c.Layers = append(c.Layers, chart.Layer{Kind: chart.Line, X: at[:len(tried)], Y: f.Modularity,
			Ink: chart.CategoryInk(1)},
			chart.Layer{Name: "modularity of so many clusters", Kind: chart.Points, X: at[:len(tried)],
				Y:    f.Modularity,
				Text: tried, Ink: chart.CategoryInk(1), Hollow: true, Radius: 3})
	}
	return c
}

// spectrumWords says how the number was chosen, and where the gap lies.
func spectrumWords(f *spectrum.Spectrum, gap int, width float64) string {
	text := map[string]string{
		spectrum.Given:      plotting.Plural(f.Number, "cluster") + ", as asked for",
		spectrum.Gap:        plotting.Plural(f.Number, "cluster") + ", before the largest gap",
		spectrum.Modularity: plotting.Plural(f.Number, "cluster") + ", whose modularity is the greatest",
	}[f.Rule]
	return fmt.Sprintf("%s; the largest gap, %s, lies behind eigenvalue %d", text, plotting.FormatNumber(width), gap)
}
