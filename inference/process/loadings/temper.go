package loadings

// Temper gives the density of the cases given activities, loadings and noise a power, above 0 and at most 1.
// Draws are then from the prior times that power of it. State that is at a power below 1 is not to be
// frozen.
//
// A power β of N(y; Gx, Ψ) is N(y; Gx, Ψ/β) times a function of Ψ, ∏ψ^((1−β)/2) for each case. So all moves go on with
// the noise precisions βτ in the place of τ, and only where τ itself moves does that function count: it changes
// the shape of the prior of βτ.
func (s *State) Temper(power float64) {
	if !(power > 0 && power <= 1) {
		panic("loadings: a power is above 0 and at most 1")
	}
	change := power / s.power()
	for d := range s.tau {
		s.tau[d] *= change
	}
	s.cooled = 1 - power
}

func (s *State) power() float64 { return 1 - s.cooled }

// noisePrior returns shape and rate of the factor by which the likelihood of so many cells is multiplied, as a function
// of the noise precision of the state, βτ: of the prior Ga(a, b) of τ times ψ^((1−β)/2) for each cell. It is Ga(a −
// (1−β)n/2, b/β), whose shape can be negative; with the cells it is not.
func (hm *hyperMoves) noisePrior(cells int) (shape, rate float64) {
	return hm.s.o.noise.shape - hm.s.cooled*float64(cells)/2, hm.bPsi / hm.s.power()
}
