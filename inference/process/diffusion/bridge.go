package diffusion

import (
	"example.org/espalier/inference/algorithm/special"
	"math"
	"math/rand/v2"
)

// A Bridge is a Brownian path between two known places, refined where it is looked at: the middle
// of each half is drawn given its ends, and so on (Lévy's construction). Every middle has its own
// random numbers, so a closer or partial look shows the same path.
type Bridge struct {
	T0, T1   float64 // times of the ends, T0 ≤ T1
	X0, X1   float64 // places of the ends
	Variance float64 // per unit of time
	Seed     uint64
}

// deepest limits how often a bridge is halved.
const deepest = 40

// Points calls yield for points of the bridge from its beginning to its end, both included. It
// halves a piece while split returns true for the piece's times and the standard deviation of its
// middle.
func (b Bridge) Points(split func(t0, t1, deviation float64) bool, yield func(t, x float64)) {
	var source rand.PCG
	rng := rand.New(&source)
	yield(b.T0, b.X0)
	var refine func(t0, x0, t1, x1 float64, number uint64, depth int)
	refine = func(t0, x0, t1, x1 float64, number uint64, depth int) {
		// The middle of a bridge of length L has variance L/4 about the chord.
		deviation := math.Sqrt(b.Variance * (t1 - t0) / 4)
		if depth < deepest && split(t0, t1, deviation) {
			source.Seed(b.Seed, special.Mix64(special.Golden64*number))
			t, x := (t0+t1)/2, (x0+x1)/2+deviation*rng.NormFloat64()
			refine(t0, x0, t, x, 2*number, depth+1)
			refine(t, x, t1, x1, 2*number+1, depth+1)
			return
		}
		yield(t1, x1)
	}
	refine(b.T0, b.X0, b.T1, b.X1, 1, 0)
}
