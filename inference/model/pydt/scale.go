package pydt

import "math"

// A scaler moves σ² of a binary table further in the direction of its update. The sites keep the
// latent locations, and so σ², near where they were, so that updates alone would be slow (on the
// sample of animals, from 6 to 39 in 500 rounds). The scaler multiplies the sites by the change of
// σ and lets them follow. It takes back a move that lowers the objective, and doubles the step
// after each success. It can stop after any node and continue later.
type scaler struct {
	s       *state
	open    bool
	value   float64
	before  *sketch
	hyper   hyper
	settler settler
}

const (
	scaleSweeps   = 8
	firstStride   = 8
	largestStride = 512
	longestScale  = 1.5 // of log σ² at once
)

// start begins a move of log σ² further in the given direction.
func (t *scaler) start(s *state, way float64) {
	t.s, t.open = s, false
	h := &s.hyper
	if s.sites == nil || h.fixSigma2 || math.Abs(way) < 1e-6 {
		return
	}
	if h.stride < 1 {
		h.stride = firstStride
	}
	t.open, t.value, t.before, t.hyper = true, s.objective(), s.capture(), *h
	by := math.Max(-longestScale, math.Min(longestScale, h.stride*way))
	h.tauB *= math.Exp(by)
	h.refresh()
	for v := range int32(s.n) {
		mean, vari := s.meanOf(v), s.variOf(v)
		for j := range mean {
			mean[j] *= math.Exp(by / 2)
			vari[j] *= math.Exp(by)
		}
	}
	s.recompute()
	t.settler = s.newSettler(scaleSweeps, 10*siteGain)
}

// advance does about `most` nodes of work and reports whether the move is over.
func (t *scaler) advance(most int) bool {
	if !t.open {
		return true
	}
	if !t.settler.advance(most) {
		return false
	}
	t.open = false
	s := t.s
	if s.objective() > t.value {
		s.hyper.stride = math.Min(2*t.hyper.stride, largestStride)
		return true
	}
	t.hyper.stride = math.Max(t.hyper.stride/4, 1)
	s.hyper = t.hyper
	s.load(t.before)
	s.recompute()
	return true
}
