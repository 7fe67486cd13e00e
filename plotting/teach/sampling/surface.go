package sampling

import (
	"math"
	"math/rand/v2"
)

// A surface is an energy on a square, a bowl with bumps: E = |x−m|²/2·bowl + h·(2 − cos 2πx₁/w − cos 2πx₂/w)/2. Exact
// values come from a grid.
type surface struct {
	bumps float64 // height h of the bumps
}

const (
	surfaceEnd   = 4.0 // the square reaches from −4 to 4 along both axes
	surfaceWave  = 1.6 // width of the bumps
	surfaceBowl  = 0.8
	surfaceX     = 1.6 // the bottom, in a valley of its own
	surfaceY     = -1.6
	surfaceCells = 160
)

// energy returns E, +Inf outside of the square.
func (s surface) energy(x, y float64) float64 {
	if math.Abs(x) > surfaceEnd || math.Abs(y) > surfaceEnd {
		return math.Inf(1)
	}
	u, v := x-surfaceX, y-surfaceY
	const turn = 2 * math.Pi / surfaceWave
	return surfaceBowl*(u*u+v*v)/2 + s.bumps*(2-math.Cos(turn*x)-math.Cos(turn*y))/2
}

// deepest reports whether a place is in the valley of the global minimum.
func deepest(x, y float64) bool {
	return math.Abs(x-surfaceX) < surfaceWave/2 && math.Abs(y-surfaceY) < surfaceWave/2
}

// inEquilibrium returns the mean energy and the probability of the deepest valley under exp(−E/T).
func (s surface) inEquilibrium(temperature float64) (energy, share float64) {
	total := 0.0
	for i := range surfaceCells {
		for j := range surfaceCells {
			x, y := middle(i), middle(j)
			e := s.energy(x, y)
			w := math.Exp(-e / temperature)
			total += w
			energy += w * e
			if deepest(x, y) {
				share += w
			}
		}
	}
	return energy / total, share / total
}

// middle returns the middle of a cell of the grid along an axis.
func middle(cell int) float64 { return surfaceEnd * (2*(float64(cell)+0.5)/surfaceCells - 1) }

// move makes a Metropolis step that leaves exp(−E/T) invariant.
func (s surface) move(x, y, temperature, stride float64, rng *rand.Rand) (float64, float64) {
	u, v := x+stride*rng.NormFloat64(), y+stride*rng.NormFloat64()
	if rise := s.energy(u, v) - s.energy(x, y); rise <= 0 || rng.ExpFloat64() > rise/temperature {
		return u, v
	}
	return x, y
}
