package teach

import (
	"fmt"
	"math"

	"example.org/espalier/inference/process/covary"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"

	"gonum.org/v1/gonum/mat"
)

func (p *columnsPlay) figure() plotting.Figure {
	rounds := fmt.Sprintf("with Σ, after %s", plotting.Plural(max(p.round(), 0), "round"))
	left := p.plane("columns taken for independent", p.alone.sigma, "σ²I, one and two s.d.")
	right := p.plane(rounds, p.with.sigma, "Σ learnt, one and two s.d.")
	if p.alone.tree == nil {
		right.Subtitle = "with Σ"
	}
	ring := ellipse(p.truth, 2)
	right.Layers = append(right.Layers,
		chart.Layer{Name: "true Σ, two s.d.", X: ring.X, Y: ring.Y, Ink: chart.MutedInk, Dashed: true})
	f := &chart.Panels{Style: plotting.Light}
	const edge = 0.6 // between planes and trees
	add := func(name string, x, y0, y1 float64, figure plotting.Figure) {
		f.Parts = append(f.Parts,
			chart.Panel{Name: name, Figure: figure, Box: plotting.Window{X0: x, X1: x + 0.5, Y0: y0, Y1: y1}})
	}
	add("independent-plane", 0, 0, edge, left)
	add("covariance-plane", 0.5, 0, edge, right)
	add("independent-tree", 0, edge, 1, p.dendrogram(p.alone, "the tree without Σ"))
	add("covariance-tree", 0.5, edge, 1, p.dendrogram(p.with, "the tree with Σ"))
	return f
}

// plane shows the points that have appeared with contours of a covariance, nil for none.
func (p *columnsPlay) plane(what string, s *covary.Sigma, name string) *chart.Chart {
	f := &chart.Chart{Subtitle: what, Square: true, Style: plotting.Light,
		X: chart.Axis{Name: "column 1", Low: p.low[0], High: p.high[0]},
		Y: chart.Axis{Name: "column 2", Low: p.low[1], High: p.high[1]}}
	if s != nil {
		for k := 1.0; k <= 2; k++ {
			ring := ellipse(s, k)
			f.Layers = append(f.Layers,
				chart.Layer{Name: name, X: ring.X, Y: ring.Y, Ink: chart.SelectionInk, Stroke: 1.5, Opacity: 1.25 - 0.35*k})
			name = ""
		}
	}
	dots := chart.Layer{Kind: chart.Points, Radius: 3.25}
	for i := range p.shown() {
		dots.X, dots.Y = append(dots.X, p.data.X.At(i, 0)), append(dots.Y, p.data.X.At(i, 1))
		dots.Inks = append(dots.Inks, chart.CategoryInk(p.labels[i]))
	}
	f.Layers = append(f.Layers, dots)
	return f
}

// ellipse returns the contour of N(0, Σ) at this many standard deviations.
func ellipse(s *covary.Sigma, deviations float64) outline {
	const corners = 96
	var root mat.Cholesky
	root.Factorize(s.Dense())
	var l mat.TriDense
	root.LTo(&l)
	var o outline
	for k := range corners + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
		o.X = append(o.X, deviations*l.At(0, 0)*cos)
		o.Y = append(o.Y, deviations*(l.At(1, 0)*cos+l.At(1, 1)*sin))
	}
	return o
}

// dendrogram shows a tree with the branches of each group in its colour.
func (p *columnsPlay) dendrogram(f columnsFit, what string) plotting.Figure {
	if f.tree == nil {
		return nothing(what)
	}
	return &dendro.Dendrogram{Tree: f.prepared, Subtitle: what, Groups: p.groups, Support: dendro.SupportHidden,
		Selection: plotting.NoSelection, Style: plotting.Light}
}
