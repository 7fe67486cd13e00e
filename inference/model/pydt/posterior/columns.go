package posterior

import "math"

// branchMomentColumns is branchMoment with a class for every column.
func (s *State) branchMomentColumns(b int32, w float64) float64 {
	mc, vc := s.CavMeanOf(b), s.CavVariOf(b)
	m, vari := s.MeanOf(b)[:len(mc)], s.VariOf(b)[:len(mc)]
	vc = vc[:len(mc)]
	e := 0.0
	for j := range mc {
		rest := vari[j] + vc[j]
		if rest > math.MaxFloat64 {
			e += w
			continue
		}
		share := w / (w + rest)
		d := share * (m[j] - mc[j])
		e += d*d + rest*share
	}
	return e
}

// leafResidualColumns is leafResidual with a class for every column.
func (s *State) leafResidualColumns(v int32) float64 {
	mc, vc := s.CavMeanOf(v), s.CavVariOf(v)
	y, vari := s.MeanOf(v)[:len(mc)], s.VariOf(v)[:len(mc)]
	w0, r := s.Hyper.Sigma2*s.ParentRem(v), 0.0
	if s.Sites != nil {
		return s.siteResidual(v, w0)
	}
	for j := range mc {
		if vari[j] > math.MaxFloat64 {
			continue
		}
		w := vc[j] + w0
		f := vari[j] / (w + vari[j])
		d := f * (y[j] - mc[j])
		r += d*d + w*f
	}
	return r
}

// siteResidual is leafResidual where a leaf has sites: its latent numbers are the location plus noise, and what is
// seen of them is uncertain.
func (s *State) siteResidual(v int32, w0 float64) (r float64) {
	mc, vc, m, vari := s.CavMeanOf(v), s.CavVariOf(v), s.MeanOf(v), s.VariOf(v)
	noise := s.Hyper.Noise
	for j, cl := range s.Classes {
		if cl.Observed != nil && !cl.Observed[v] {
			continue
		}
		f := noise / (vc[j] + w0 + vari[j])
		d := 0.0
		if f > 0 {
			d = f * (m[j] - mc[j])
		}
		r += d*d + noise - noise*f
	}
	return r
}
