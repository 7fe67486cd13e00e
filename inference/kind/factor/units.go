package factor

import (
	"slices"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// InUnits implements unit.Part: loadings and offsets have the unit of the table, noise that of its squares. Activities
// have none.
func (f *Factors) InUnits(u, shift float64) inference.Part {
	out := &Factors{Draws: slices.Clone(f.Draws)}
	if f.State != nil {
		s := *f.State
		if s.Loadings != nil {
			s.Loadings = new(mat.Dense)
			s.Loadings.Scale(u, f.State.Loadings)
		}
		s.Noise, s.Offset = times(s.Noise, u*u), times(s.Offset, u)
		out.State = &s
	}
	for i := range out.Draws {
		d := &out.Draws[i]
		d.Objective += shift
		if d.State == nil {
			continue
		}
		s := *d.State
		s.Values = make([][]float32, len(d.State.Values))
		for k, v := range d.State.Values {
			s.Values[k] = times(v, float32(u))
		}
		s.Noise, s.Offset = times(s.Noise, float32(u*u)), times(s.Offset, float32(u))
		d.State = &s
	}
	return out
}

func times[F float32 | float64](values []F, by F) []F {
	if values == nil {
		return nil
	}
	out := make([]F, len(values))
	for i, v := range values {
		out[i] = v * by
	}
	return out
}
