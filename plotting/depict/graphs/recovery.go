package graphs

import (
	"fmt"
	"math"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/subject"
)

// HasRecovery reports whether the result is a graph whose edges are known. It is asked often, so it scores nothing.
func HasRecovery(s *subject.Subject) bool {
	k := subject.Told[Told](s).Known
	return k != nil && len(k.truth.Edges) > 0 && k.joins(graph.Of(s.Snapshot))
}

// mostDots is how many places of a curve are marked.
const mostDots = 100

// Recovery draws precision over recall. The area below the steps is the average precision: the precision of each step
// is that of all pairs down to its strength. The pairs that the graph does not list are one step, the last.
func Recovery(s *subject.Subject) *chart.Chart {
	g, k := graph.Of(s.Snapshot), subject.Told[Told](s).Known
	score, points := recovery.Curve(g, k.truth, UsualState(g).Least)
	f := &chart.Chart{Title: subject.JoinTitle(s.Title(0), "recovery"), Style: plotting.Light,
		Subtitle: plotting.Capital(k.scored(g, score)),
		X:        chart.Axis{Name: "recall: share of the known edges that are found", High: 1.01},
		Y:        chart.Axis{Name: "precision: share of the edges found that are known", High: 1.02}}
	line := chart.Layer{Name: s.Info.Title, Ink: chart.CategoryInk(0), Stroke: 2}
	rest := chart.Layer{Name: "pairs without an edge, all alike", Ink: chart.CategoryInk(0), Stroke: 1.5, Dashed: true}
	dots := chart.Layer{Kind: chart.Points, Ink: chart.CategoryInk(0), Radius: 3}
	shown := chart.Layer{Name: fmt.Sprintf("%s and more, as the network is drawn first",
		plotting.FormatPercent(score.Least)), Kind: chart.Points, Ink: chart.CategoryInk(2), Radius: 5}
	before, pairs := 0.0, 1
	for _, p := range points {
		recall, precision := float64(p.Right)/float64(score.True), float64(p.Right)/float64(p.Taken)
		l := &line
		if !p.Listed {
			l = &rest
		}
		l.X, l.Y = append(l.X, before, recall), append(l.Y, precision, precision)
		if p.Listed {
			dots.X, dots.Y = append(dots.X, recall), append(dots.Y, precision)
			dots.Text = append(dots.Text,
				fmt.Sprintf("%s and more: %d of %s", plotting.FormatPercent(p.Strength), p.Right, plotting.Plural(p.Taken, "edge")))
			if p.Strength >= score.Least {
				shown.X, shown.Y = []float64{recall}, []float64{precision}
			}
		}
		before, pairs = recall, p.Taken
	}
	chance, end := float64(score.True)/float64(pairs), 1.0
	if len(rest.X) > 0 && rest.X[0] < rest.X[1] {
		f.Layers, end = append(f.Layers, rest), rest.X[0] // it ends at chance
	}
	f.Layers = append(f.Layers,
		chart.Layer{Name: "chance", Ink: chart.MutedInk, Dashed: true, X: []float64{0, end}, Y: []float64{chance, chance}})
	f.Layers = append(f.Layers, line)
	if len(dots.X) <= mostDots {
		f.Layers = append(f.Layers, dots)
	}
	if len(shown.X) > 0 && !math.IsNaN(shown.Y[0]) {
		f.Layers = append(f.Layers, shown)
	}
	return f
}
