package clustering

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// mixtureOf begins a variational mixture of points, of components with one factor each, under settings "NAME", "VALUE".
func (s *sample) mixtureOf(seed uint64, settings ...string) (vbmfa.Turns, error) {
	x := mat.NewDense(len(s.x), 2, nil)
	x.SetCol(0, s.x)
	x.SetCol(1, s.y)
	data := &inference.Dataset{Name: "points", X: x, Rows: stage.Numbered(len(s.x)), Columns: []string{"x", "y"},
		Centre: []float64{0, 0}, Scale: []float64{1, 1}, ColumnIndex: []int{0, 1}, RowIndex: inference.UpTo(len(s.x))}
	model := vbmfa.Model{}
	set := model.Info().Defaults()
	settings = append(settings, "k_max", "1", "noise", "isotropic", "space", "columns", "attempts", "1")
	for i := 0; i < len(settings); i += 2 {
		if err := set.Set(settings[i], settings[i+1]); err != nil {
			return nil, err
		}
	}
	m, err := model.New(data, set, inference.Streams{Seed: seed}, 1)
	if err != nil {
		return nil, err
	}
	turns, ok := m.(vbmfa.Turns)
	if !ok {
		return nil, fmt.Errorf("teach: updates of %s cannot be done one by one", model.Info().Name)
	}
	return turns, nil
}

// updates does the updates of a fit to its end, and calls see after each.
func updates(ctx context.Context, fit vbmfa.Turns, see func(u vbmfa.Update)) error {
	for {
		u, err := fit.Update(ctx)
		if err != nil || u.Done {
			return err
		}
		see(u)
	}
}

// mixed are the points in the colours of the components of a mixture, with two standard deviations about each mean. Of
// a component that has few points the outline is faint.
func (s *sample) mixed(subtitle string, m *mixture.Mixture) *chart.Chart {
	f := s.chart(subtitle)
	class, _ := m.Assigned()
	for k, c := range m.Components {
		hue := chart.CategoryInk(c.ID % categories)
		xx, xy, yy := m.Noise[0], 0.0, m.Noise[1]
		if c.Loadings != nil {
			_, factors := c.Loadings.Dims()
			for l := range factors {
				a, b := c.Loadings.At(0, l), c.Loadings.At(1, l)
				xx, xy, yy = xx+a*a, xy+a*b, yy+b*b
			}
		}
		line := ellipse(c.Mean[0], c.Mean[1], xx, xy, yy)
		line.Ink, line.Opacity, line.Stroke = hue, min(1, 0.25+c.Size*3/float64(len(s.x))), 1.75
		dots := chart.Layer{Kind: chart.Points, Ink: hue, Radius: 3.5}
		for i, of := range class {
			if of == k {
				dots.X, dots.Y = append(dots.X, s.x[i]), append(dots.Y, s.y[i])
			}
		}
		f.Layers = append(f.Layers, line, dots)
	}
	return f
}

// categories is the number of colours that components repeat.
const categories = 8

// ellipse is the outline of two standard deviations about a mean.
func ellipse(x, y, xx, xy, yy float64) (l chart.Layer) {
	a := math.Sqrt(xx) // the factor of the covariance
	b := xy / a
	c := math.Sqrt(max(yy-b*b, 0))
	for k := range 61 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 60)
		l.X, l.Y = append(l.X, x+2*a*cos), append(l.Y, y+2*(b*cos+c*sin))
	}
	return l
}
