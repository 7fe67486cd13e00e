package mixture

import (
	"slices"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// InUnits implements unit.Part: means and loadings have the unit of the table, variances that of its squares.
func (m *Mixture) InUnits(u, shift float64) inference.Part { return m.inUnits(u, shift) }

func (m *Mixture) inUnits(u, shift float64) *Mixture {
	if m == nil {
		return nil
	}
	out := *m
	rows := 0.0
	for _, c := range m.Components {
		rows += c.Size
	}
	out.Components, out.Noise, out.Epochs = slices.Clone(m.Components), times(m.Noise, u*u), slices.Clone(m.Epochs)
	for i := range out.Components {
		c := &out.Components[i]
		c.Mean, c.Noise = times(c.Mean, u), times(c.Noise, u*u)
		c.Precision, c.Extinct = times(c.Precision, 1/(u*u)), times(c.Extinct, 1/(u*u))
		if c.Loadings != nil {
			c.Loadings = new(mat.Dense)
			c.Loadings.Scale(u, m.Components[i].Loadings)
		}
		if rows > 0 {
			c.Score += shift / rows
		}
	}
	for i := range out.Epochs {
		out.Epochs[i].Mixture = m.Epochs[i].Mixture.inUnits(u, shift)
	}
	return &out
}

func times(values []float64, by float64) []float64 {
	if values == nil {
		return nil
	}
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = v * by
	}
	return out
}
