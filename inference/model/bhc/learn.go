package bhc

import "math"

// A search moves the hyperparameters of a tree uphill, one after another by steps in their logarithms that grow
// shorter where they gain nothing.
type search struct {
	t       *table
	freedom float64
	at      *hierarchy
	value   float64
	fixed   [3]bool // α, ρ, κ₀
	step    [3]float64
	turn    int // which one is next
	tries   int
}

const (
	firstStep = 0.5
	lastStep  = 0.02
	mostTries = 400
	most      = 1e6 // of a hyperparameter
	// least keeps clusters from having no width where rows agree to the last digit.
	least = 1e-3
)

func newSearch(t *table, at *hierarchy, fixed [3]bool, freedom float64) *search {
	return &search{t: t, freedom: freedom, at: at, value: at.logJoint(t), fixed: fixed,
		step: [3]float64{firstStep, firstStep, firstStep}}
}

// advance tries one hyperparameter both ways and reports whether the search has ended. O(N·D).
func (s *search) advance() bool {
	k := s.turn
	s.turn = (s.turn + 1) % len(s.step)
	if !s.fixed[k] && s.step[k] > lastStep && !s.try(k, s.step[k]) && !s.try(k, -s.step[k]) {
		s.step[k] /= 2
	}
	for k, step := range s.step {
		if !s.fixed[k] && step > lastStep {
			return s.tries >= mostTries
		}
	}
	return true
}

// try moves hyperparameter k by a step in its logarithm if that gains.
func (s *search) try(k int, step float64) bool {
	s.tries++
	to := s.at.hyper
	p := [...]*float64{&to.Alpha, &to.Scale, &to.Kappa}[k]
	if step > 0 {
		*p = min(most, *p*math.Exp(step))
	} else {
		*p = max(min(least, *p), *p*math.Exp(step)) // a start below that is taken
	}
	h := s.at.score(to, s.freedom)
	v := h.logJoint(s.t)
	if !(v > s.value) {
		return false
	}
	s.at, s.value = h, v
	return true
}
