package teach

import (
	"fmt"

	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/mixtures"
	"example.org/espalier/plotting/space"
)

func (p *boundPlay) figure() plotting.Figure {
	loadings := &cells.Hinton{Subtitle: "loadings, VB; hatched: off", Rows: p.data.Columns, Style: plotting.Light,
		Blocks: p.blocks()}
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		{Name: "bayes", Figure: p.plane(0, "variational Bayes"), Box: plotting.Window{X0: 0, X1: 0.36, Y0: 0, Y1: 0.54}},
		{Name: "likelihood", Figure: p.plane(1, "maximum likelihood"),
			Box: plotting.Window{X0: 0.36, X1: 0.72, Y0: 0, Y1: 0.54}},
		{Name: "loadings", Figure: loadings, Box: plotting.Window{X0: 0.72, X1: 1, Y0: 0, Y1: 0.54}},
		{Name: "objectives", Figure: p.objectives(), Box: plotting.Window{X0: 0, X1: 0.62, Y0: 0.54, Y1: 1}},
		{Name: "terms", Figure: p.terms(), Box: plotting.Window{X0: 0.62, X1: 1, Y0: 0.54, Y1: 1}},
	}}
}

// triedOnly is a precision below which a column that is off was not switched off by its precision
// but removed by a trial move; the number is then meaningless.
const triedOnly = 100

// blocks returns the loadings of variational Bayes, with the precisions of columns that are off.
func (p *boundPlay) blocks() []cells.HintonBlock {
	m := p.fits[0].shown
	blocks := mixtures.LoadingBlocks(m, nil, false)
	for k := range blocks {
		extinct := m.Components[k].Extinct
		columns := blocks[k].Columns
		for i, precision := range extinct {
			if precision < triedOnly {
				columns[len(columns)-len(extinct)+i].Note = ""
			}
		}
	}
	return blocks
}

// plane shows the points with the components of a fit.
func (p *boundPlay) plane(k int, name string) plotting.Figure {
	m := p.fits[k].shown
	f := &space.Clusters{Points: p.points, Subtitle: name, HideLegend: true,
		Selection: plotting.NoSelection, Style: plotting.Light}
	if m == nil {
		return f
	}
	f.Subtitle = fmt.Sprintf("%s, %s", name, plotting.Plural(len(m.Components), "component"))
	f.Class, f.Certainty = m.Assigned()
	f.Ellipses = mixtureEllipses(m, []float64{1, 0, 0}, []float64{0, 1, 0})
	return f
}

// objectives plots bound, likelihood and the density of new rows against the number of components.
func (p *boundPlay) objectives() *chart.Chart {
	f := &chart.Chart{Subtitle: "nats a row, by the number of components at the start", Style: plotting.Light,
		X: chart.Axis{Name: "components", Low: 0.7, High: float64(p.most) + 0.3, Whole: true},
		Y: chart.Axis{Name: "nats a row"}}
	names := [2][2]string{{"bound F, VB", "log likelihood, ML"}, {"new rows, VB", "new rows, ML"}}
	for fresh := range 2 {
		for k := range 2 {
			line := chart.Layer{Name: names[fresh][k], Ink: chart.CategoryInk([2]int{0, 5}[k]), Stroke: 1.75, Dashed: fresh == 1}
			for i, r := range p.results {
				y := r.fitted[k]
				if fresh == 1 {
					y = r.fresh[k]
				}
				line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, y)
			}
			dots := line
			dots.Name, dots.Kind, dots.Radius = "", chart.Points, 3
			f.Layers = append(f.Layers, line, dots)
		}
	}
	if b := p.best(); b > 0 {
		f.Layers = append(f.Layers, chart.Layer{Name: "highest F", Kind: chart.Points, X: []float64{float64(b)},
			Y: []float64{p.results[b-1].fitted[0]}, Ink: chart.SelectionInk, Hollow: true, Radius: 6, Stroke: 2})
	}
	if len(p.results) == 0 {
		f.Y.Low, f.Y.High = -8, 0
	}
	return f
}

// terms shows the terms of F.
func (p *boundPlay) terms() *chart.Chart {
	f := &chart.Chart{Subtitle: "F by its terms: y is the fit, the others its cost", Style: plotting.Light,
		X: chart.Axis{Name: "term", Low: -0.6, High: float64(len(boundTerms)) - 0.4, Labels: boundTerms},
		Y: chart.Axis{Name: "nats a row"}}
	bars := chart.Layer{Kind: chart.Bars, Width: 0.66, Ink: chart.CategoryInk(0)}
	if s := p.fits[0].scalars; s != nil {
		for i, v := range s[len(s)-len(boundTerms):] {
			bars.X, bars.Y = append(bars.X, float64(i)), append(bars.Y, v/float64(len(p.data.Rows)))
		}
	} else {
		f.Y.Low, f.Y.High = -8, 0
	}
	f.Layers = []chart.Layer{bars}
	return f
}

// mixtureEllipses returns the Gaussians of the components along two directions, given as weights of
// the columns.
func mixtureEllipses(m *mixture.Mixture, wx, wy []float64) (list []space.Ellipse) {
	for k, c := range m.Components {
		e := space.Ellipse{Name: fmt.Sprintf("cluster %d", k+1), Size: c.Size}
		e.X, e.Y, e.XX, e.XY, e.YY = m.Projected(c, wx, wy)
		list = append(list, e)
	}
	return list
}
