package covariance

import (
	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// InUnits implements unit.Part: Σ is of squares.
func (c *Covariance) InUnits(u, _ float64) inference.Part {
	out := *c
	out.Dense, out.Loadings = scaled(c.Dense, u*u), scaled(c.Loadings, u)
	if c.Specific != nil {
		out.Specific = make([]float64, len(c.Specific))
		for i, v := range c.Specific {
			out.Specific[i] = v * u * u
		}
	}
	out.Scale *= u * u
	return &out
}

func scaled(m *mat.Dense, by float64) *mat.Dense {
	if m == nil {
		return nil
	}
	s := new(mat.Dense)
	s.Scale(by, m)
	return s
}
