package diffusion

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Trail is a Brownian path stored at ascending times. A [Bridge] draws its points when they are
// looked at; a Trail draws them once. Trails are immutable.
type Trail struct{ T, X []float64 }

// NewTrail draws a path from (t0, x0) to time 1 that gathers variance at the given rate. It stores
// the path at t0 and at those times k/grid that are later.
func NewTrail(t0, x0, variance float64, grid int, rng *rand.Rand) Trail {
	p := Trail{T: []float64{t0}, X: []float64{x0}}
	for k := int(math.Floor(t0*float64(grid))) + 1; k <= grid; k++ {
		t := float64(k) / float64(grid)
		x0 += math.Sqrt(variance*(t-t0)) * rng.NormFloat64()
		p.T, p.X = append(p.T, t), append(p.X, x0)
		t0 = t
	}
	return p
}

// Cut splits a trail at a time within it. It draws the place at that time given the stored places
// on either side; the two parts together are the same path.
func (p Trail) Cut(t, variance float64, rng *rand.Rand) (before, after Trail) {
	k, kept := slices.BinarySearch(p.T, t)
	k = min(max(k, 1), len(p.T)-1)
	t = min(max(t, p.T[0]), p.T[len(p.T)-1])
	x := p.X[k]
	if !kept && p.T[k] > p.T[k-1] {
		a, b := t-p.T[k-1], p.T[k]-t
		x = (p.X[k-1]*b+p.X[k]*a)/(a+b) + math.Sqrt(variance*a*b/(a+b))*rng.NormFloat64()
	}
	before = Trail{append(slices.Clone(p.T[:k]), t), append(slices.Clone(p.X[:k]), x)}
	after = Trail{append([]float64{t}, p.T[k:]...), append([]float64{x}, p.X[k:]...)}
	return before, after
}

// Until returns the part of a trail up to a time, with its last place interpolated.
func (p Trail) Until(t float64) Trail {
	k, _ := slices.BinarySearch(p.T, t)
	switch {
	case k == 0:
		return Trail{p.T[:1], p.X[:1]}
	case k == len(p.T):
		return p
	}
	return Trail{append(slices.Clone(p.T[:k]), t), append(slices.Clone(p.X[:k]), p.At(t))}
}

// At returns the place at a time, interpolated between stored ones. A time beyond the ends means
// the nearer end.
func (p Trail) At(t float64) float64 {
	k, kept := slices.BinarySearch(p.T, t)
	switch {
	case kept || k == 0:
		return p.X[k]
	case k == len(p.T):
		return p.X[k-1]
	}
	share := (t - p.T[k-1]) / (p.T[k] - p.T[k-1])
	return p.X[k-1] + share*(p.X[k]-p.X[k-1])
}

// Then returns the trail followed by another one that begins at its end.
func (p Trail) Then(q Trail) Trail {
	if len(p.T) == 0 {
		return q
	}
	return Trail{append(slices.Clone(p.T), q.T[1:]...), append(slices.Clone(p.X), q.X[1:]...)}
}
