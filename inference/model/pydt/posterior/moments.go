package posterior

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/pitmanyor"
)

// BranchMoment returns E‖x_b − x_pa‖² of the branch above b (equation 3a). Cavities must be current.
func (s *State) BranchMoment(b int32) float64 {
	c, w, e := len(s.Classes), s.Hyper.Sigma2*(s.ParentRem(b)-s.Rem[b]), 0.0
	if s.Columnwise {
		return s.branchMomentColumns(b, w)
	}
	for k, cl := range s.Classes {
		i := int(b)*c + k
		if math.IsInf(s.Vari[i], 1) {
			e += cl.Weight * w // nothing observed below: the prior's displacement
			continue
		}
		rest := s.Vari[i] + s.CavVari[i]
		tau := w + rest
		q := vector.SquaredDistance(s.MeanOf(b)[cl.Low:cl.High], s.CavMeanOf(b)[cl.Low:cl.High])
		e += w*w*q/(tau*tau) + cl.Weight*w*rest/tau
	}
	return e
}

// LeafResidual returns Σ over observed columns of E(y − x)² at leaf v.
func (s *State) LeafResidual(v int32) float64 {
	c, noise, r := len(s.Classes), s.Hyper.Noise, 0.0
	if s.Columnwise {
		return s.leafResidualColumns(v)
	}
	for k, cl := range s.Classes {
		if cl.Observed != nil && !cl.Observed[v] {
			continue
		}
		w := s.CavVari[int(v)*c+k] + s.Hyper.Sigma2*s.ParentRem(v)
		q := vector.SquaredDistance(s.MeanOf(v)[cl.Low:cl.High], s.CavMeanOf(v)[cl.Low:cl.High])
		f := noise / (w + noise)
		r += f*f*q + cl.Weight*w*f
	}
	return r
}

// Exposure returns the number of branch points and Σ_v H_{m_v−1}(ℓ_v − ℓ_pa).
func (s *State) Exposure() (events, sum float64) {
	for _, v := range s.Preorder() {
		if !s.IsLeaf(v) {
			events++
			sum += s.Hyper.Prior.Harmonic(int(s.Size[v])-1) * (s.Ell[v] - s.ParentEll(v))
		}
	}
	return events, sum
}

// Counts gathers what the prior of structure and times depends on.
func (s *State) Counts() *pitmanyor.Counts {
	g := pitmanyor.NewCounts(int(s.Size[s.Top]))
	for _, v := range s.Preorder() {
		if s.IsLeaf(v) {
			continue
		}
		g.BranchPoint(len(s.Kids[v]), int(s.Size[v]), s.Ell[v]-s.ParentEll(v))
		for i, k := range s.Kids[v] {
			g.Child(i+1, int(s.Size[k]))
		}
	}
	return g
}

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
