package sampler

import "math"

// Times are drawn as s = ℓ/(1+ℓ), which maps them to (0,1) with room at both ends.
func ellToUnit(ell float64) float64 {
	if math.IsInf(ell, 1) {
		return 1
	}
	return ell / (1 + ell)
}

func unitToEll(s float64) float64 { return s / (1 - s) }

// latestEll is the latest time a branch point can have, as ℓ. Beyond 745, 1−t rounds to 0: the
// likelihood is then that of a branch point at time 1, but the prior still tells times apart. Large
// θ make such times likely: h_1 falls as 1/Γ(2+θ).
const latestEll = 1e9
