package attaching_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"
)

// The sequential density, leaf by leaf, is the same in every order and equals (2a).
func TestSequentialDensity(t *testing.T) {
	for _, ta := range [][2]float64{{1, .3}, {.5, 0}, {2.3, .23}, {-.3, .5}} {
		rng := rand.New(rand.NewPCG(5, 14))
		p := problem.New(pydttest.RandomData(rng, 7, 1, 0))
		h := hyper.New(p, 1, 0.8, ta[0], ta[1], 0, true, true, true, true, true)
		whole := posterior.NewState(p, h)
		order := rng.Perm(7)
		whole.Begin(int32(order[0]), int32(order[1]))
		for _, v := range order[2:] {
			pydttest.AttachAtRandom(whole, rng, int32(v))
		}
		whole.Recompute()
		want := pydttest.LogPriorByDefinition(whole, ta[0], ta[1], 0.8)
		keep := whole.Capture()
		for range 50 {
			// Take leaves away one by one: each one's logπ is what it added.
			whole.Load(keep)
			whole.Recompute()
			sum := 0.0
			for _, v := range rng.Perm(7)[:5] {
				d := whole.Detach(int32(v))
				a := attaching.New(whole)
				a.Start(int32(v))
				for !a.Advance(100) {
				}
				if d.Removed {
					sum += a.OnBranch(d.Sibling, d.Rem) - a.Fit(d.Sibling, d.Rem)
				} else {
					sum += a.AtNode(d.Parent) - a.Fit(d.Parent, whole.Rem[d.Parent])
				}
			}
			sum += whole.Pri[whole.Top] + math.Log(whole.Ell[whole.Top])
			whole.Load(keep)
			whole.Recompute()
			pydttest.Close(t, "sequential density", sum, whole.Pri[whole.Top]+math.Log(whole.Ell[whole.Top]), 1e-10)
		}
		pydttest.Close(t, "in t", pydttest.PriorOfTimes(whole), want, 1e-10)
	}
}

// The locations of two rows have covariance σ²/(1 + c·h_1).
func TestCovarianceOfTwoRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	p, c := pitmanyor.NewPrior(1, .3, 2), 0.7
	sum, square := 0.0, 0.0
	const draws = 40000
	for range draws {
		x := covary.SampleLocations(p.Sample(c, pydttest.RowNames(2), rng), 1, 1.7, 0, rng)
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
