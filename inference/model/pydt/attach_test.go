package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/pitmanyor"
)

// The sequential density, leaf by leaf, is the same in every order and equals (2a).
func TestSequentialDensity(t *testing.T) {
	for _, ta := range [][2]float64{{1, .3}, {.5, 0}, {2.3, .23}, {-.3, .5}} {
		rng := rand.New(rand.NewPCG(5, 14))
		p := newProblem(randomData(rng, 7, 1, 0))
		h := newHyper(p, 1, 0.8, ta[0], ta[1], 0, true, true, true, true, true)
		whole := newState(p, h)
		order := rng.Perm(7)
		whole.begin(int32(order[0]), int32(order[1]))
		for _, v := range order[2:] {
			attachAtRandom(whole, rng, int32(v))
		}
		whole.recompute()
		want := logPriorByDefinition(whole, ta[0], ta[1], 0.8)
		keep := whole.capture()
		for range 50 {
			// Take leaves away one by one: each one's logπ is what it added.
			whole.load(keep)
			whole.recompute()
			sum := 0.0
			for _, v := range rng.Perm(7)[:5] {
				d := whole.detach(int32(v))
				a := newAttacher(whole)
				a.start(int32(v))
				for !a.advance(100) {
				}
				if d.removed {
					sum += a.onBranch(d.sibling, d.rem) - a.fit(d.sibling, d.rem)
				} else {
					sum += a.atNode(d.parent) - a.fit(d.parent, whole.rem[d.parent])
				}
			}
			sum += whole.pri[whole.top] + math.Log(whole.ell[whole.top])
			whole.load(keep)
			whole.recompute()
			close(t, "sequential density", sum, whole.pri[whole.top]+math.Log(whole.ell[whole.top]), 1e-10)
		}
		close(t, "in t", whole.logPriorOfTimes(), want, 1e-10)
	}
}

// The locations of two rows have covariance σ²/(1 + c·h_1).
func TestCovarianceOfTwoRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	p, c := pitmanyor.NewPrior(1, .3, 2), 0.7
	sum, square := 0.0, 0.0
	const draws = 40000
	for range draws {
		x := SampleLocations(p.Sample(c, rowNames(2), rng), 1, 1.7, 0, rng)
		v := x.At(0, 0) * x.At(1, 0)
		sum += v
		square += v * v
	}
	mean := sum / draws
	se := math.Sqrt((square/draws - mean*mean) / draws)
	if expected := 1.7 / (1 + c*p.Rate(1)); !(math.Abs(mean-expected) <= 4*se) {
		t.Errorf("covariance %.4f, want %.4f ± %.4f", mean, expected, se)
	}
}
