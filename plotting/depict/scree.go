package depict

import (
	"context"
	"fmt"
	"math"
	"unicode"

	"example.org/espalier/inference/kind/scree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/subject"
)

// screeEntry is the figure of the variances of the principal components.
var screeEntry = Entry{Name: "scree", Tab: "Scree", Suffix: "scree",
	About:  "the share of the variance of each principal component, and that which chance gives it",
	offers: hasScree, size: planeSize,
	make: func(_ context.Context, s *Subject) (plotting.Figure, error) { return screeOf(s), nil }}

func hasScree(s *Subject) bool {
	f := scree.Of(s.Snapshot)
	if f == nil {
		return false
	}
	values, _ := f.Shares()
	return values != nil
}

// mostScree is how many components the scree shows unless more stand out.
const mostScree = 20

// screeOf draws the shares of the eigenvalues, the 95 % points of permuted tables, and a line behind the last component
// that stands out.
func screeOf(s *Subject) *chart.Chart {
	f := scree.Of(s.Snapshot)
	values, band := f.Shares()
	n := min(len(values), max(mostScree, f.Number+5, f.Shown+3))
	var at, share, chance []float64
	var names []string
	inks := make([]chart.Ink, n)
	for k := range n {
		at, share, chance = append(at, float64(k+1)), append(share, 100*values[k]), append(chance, 100*band[k])
		names = append(names, fmt.Sprintf("component %d: %s, by chance at most %s", k+1, plotting.FormatPercent(values[k]),
			plotting.FormatPercent(band[k])))
		inks[k] = chart.CategoryInk(0)
		if k >= f.Number {
			inks[k] = chart.MutedInk
		}
	}
	top := 1.15 * math.Max(share[0], chance[0])
	edge := float64(f.Number) + 0.5
	mark := fmt.Sprintf("K = %d", f.Number)
	return &chart.Chart{Title: subject.JoinTitle(s.Title(0), "scree"), Subtitle: screeWords(f), Style: plotting.Light,
		X: chart.Axis{Name: "principal component", Low: 0.4, High: float64(n) + 0.6, Whole: true},
		Y: chart.Axis{Name: "share of the variance, %", High: top},
		Layers: []chart.Layer{
			{Name: "below by chance, 19 times in 20", Kind: chart.Band, X: at, Low: make([]float64, n), High: chance,
				Ink: chart.MutedInk, Opacity: 0.18},
			{Kind: chart.Line, X: at, Y: share, Ink: chart.CategoryInk(0)},
			{Name: "eigenvalue", Kind: chart.Points, X: at, Y: share, Text: names, Ink: chart.CategoryInk(0),
				Inks: inks, Radius: 3.5},
			{Kind: chart.Line, X: []float64{edge, edge}, Y: []float64{0, 0.93 * top}, Ink: chart.MutedInk, Dashed: true},
			{Kind: chart.Text, X: []float64{edge}, Y: []float64{0.97 * top}, Text: []string{mark}, Ink: chart.PlainInk},
		}}
}

// screeWords says how many components stand out, and which are shown where none do.
func screeWords(f *scree.Scree) string {
	if words := f.Words(); words != "" {
		first := []rune(words)
		return string(unicode.ToUpper(first[0])) + string(first[1:])
	}
	if f.Number == 1 {
		return "One component stands out from chance"
	}
	return fmt.Sprintf("%d components stand out from chance", f.Number)
}
