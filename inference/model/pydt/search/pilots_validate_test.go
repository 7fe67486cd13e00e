//go:build validate

package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// For a table of many rows the pilot takes a sample of them, the same for the same seed. Its result is
// for all rows, as are the trees drawn after it, and the search continues with all rows.
func TestValidateTreesPilotOfManyRows(t *testing.T) {
	const rows = pilot.Whole + 100
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.2, rows), C: 1, Sigma2: 1, Noise: 0.01}
	draw := hyper.SamplePrior(rows, 4, make([]string, rows), h, rand.New(rand.NewPCG(1, 5)))
	f, _ := runFit(t, pydt, pydttest.DatasetOf(draw.X), nil, 1, 0, 2)
	truth := float64(draw.Tree.Nodes() - rows)
	if len(f.some) != pilot.Some || len(f.Piloted.Draws) != pilot.RenewChains*pilot.RenewDraws || f.Problem.N != rows {
		t.Fatalf("%d rows, %d draws", len(f.some), len(f.Piloted.Draws))
	}
	t.Logf("%.0f branch points in truth, %+v expected, %.0f found, θ %.2f, noise %.4f", truth, f.Piloted.Points, f.Points,
		f.Learned.Prior.Theta, f.Learned.Noise)
	if e := f.Piloted.Points.Mean / truth; e < 0.6 || e > 1.6 {
		t.Errorf("%v branch points in truth, %+v expected", truth, f.Piloted.Points)
	}
	if f.Learned.Noise < 0.003 || f.Learned.Noise > 0.03 {
		t.Errorf("noise %v, 0.01 in truth", f.Learned.Noise)
	}
	for _, d := range f.Piloted.Draws {
		if n := d.Tree().Leaves(); n != rows || d.Theta != f.Learned.Prior.Theta || d.Noise != f.Learned.Noise {
			t.Fatalf("a draw of %d rows, θ %v and noise %v", n, d.Theta, d.Noise)
		}
	}
	if _, err := f.LogDensity(t.Context(), draw.X.Slice(0, 3, 0, 4).(*mat.Dense)); err != nil {
		t.Error(err)
	}
}

// Of 200 rows that say little about the tree, the pilot expects about as many branch points as long chains have. Those
// of [TestValidateBranchPointsOfThePrior] have 64 after 8,000 sweeps; a pilot of 40 sweeps expected 105 and 85.
func TestValidateTreesPilotOf200Rows(t *testing.T) {
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(4, 0.5, 200), C: 1, Sigma2: 1, Noise: 0.01}
	data := pydttest.DatasetOf(hyper.SamplePrior(200, 5, make([]string, 200), h, rand.New(rand.NewPCG(200, 5))).X)
	log := 0.0
	for seed := range uint64(2) {
		f, _ := runFit(t, pydt, data, nil, seed+1, 1, 1)
		t.Logf("seed %d: %+v", seed+1, f.Piloted.Points)
		log += math.Log(f.Piloted.Points.Mean/64) / 2
	}
	if !(math.Abs(log) <= math.Log(1.25)) {
		t.Errorf("%.2f times as many branch points as in long chains", math.Exp(log))
	}
}

// Where the noise, of which these rows have none, is not learnt, the Pitman-Yor tree is within 0.17 nats of the
// generating tree at (1, 0.2). Learnt noise is about 4e-5 there. It costs most where two rows are all but equal: 11
// nats for one row of seed 3, also under the generating tree.
func TestValidateTreesWithoutNoise(t *testing.T) {
	mean := 0.0
	for seed := range uint64(4) {
		mean += heldOutDifference(t, pydt, 1, 0.2, map[string]string{"noise": "0"}, seed, "noise") / 4
	}
	t.Logf("%.3f nats a point against the generating tree", mean)
	if !(mean >= -0.17) {
		t.Errorf("%.3f nats a point below the generating tree", -mean)
	}
}
