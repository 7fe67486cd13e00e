package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// heldOutDifference draws 222 rows from the prior, learns from 200 and returns the
// mean log density a point of the others under the fit less that under the
// generating tree at the true hyperparameters. Settings named by fixed are not learnt.
func heldOutDifference(t testing.TB, m searched, truthTheta, truthAlpha float64, set map[string]string,
	seed uint64, fixed ...string) float64 {
	return heldOutOf(t, m, truthTheta, truthAlpha, set, seed, seed, fixed...)
}

// heldOutOf is heldOutDifference with seeds of their own for the table and for the fit.
func heldOutOf(t testing.TB, m searched, truthTheta, truthAlpha float64, set map[string]string, table,
	seed uint64, fixed ...string) float64 {
	const n, train, d = 222, 200, 5
	rng := rand.New(rand.NewPCG(table, 11))
	prior := pitmanyor.NewPrior(truthTheta, truthAlpha, n)
	truth := hyper.SamplePrior(n, d, make([]string, n), hyper.Hyper{Prior: prior, C: 1, Sigma2: 1}, rng)
	p := problem.New(truth.X)
	generating := posterior.NewState(p, hyper.New(p, 1, 1, truthTheta, truthAlpha, 0, true, true, true, true,
		true))
	generating.Adopt(truth.Tree)
	for r := train; r < n; r++ {
		generating.Detach(int32(r))
	}
	reference := predict.NewPredictor(generating)
	settings := byDefault(m)
	for k, v := range set {
		if err := settings.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range fixed {
		if err := settings.Fix(name, true); err != nil {
			t.Fatal(err)
		}
	}
	f, _ := runSettings(t, m, pydttest.DatasetOf(mat.DenseCopyOf(truth.X.Slice(0, train, 0, d))), settings, seed, 200, 2)
	got, err := f.LogDensity(context.Background(), mat.DenseCopyOf(truth.X.Slice(train, n, 0, d)))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, v := range got {
		sum += v - reference.LogDensity(truth.X.RawRowView(train+i), nil)
	}
	return sum / (n - train)
}

// On data from the prior a fit predicts new rows nearly as well as the generating
// tree; the long form is TestValidateQualityHeldOut.
func TestHeldOutNearTheGeneratingTree(t *testing.T) {
	mean := 0.0
	for seed := range uint64(2) {
		mean += heldOutDifference(t, ddt, 0, 0, nil, seed) / 2
	}
	t.Logf("%.3f nats a point against the generating tree", mean)
	if mean < -0.3 {
		t.Errorf("%.3f nats a point below the generating tree", -mean)
	}
}
