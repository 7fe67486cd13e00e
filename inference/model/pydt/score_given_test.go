package pydt

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// sharedTime returns the time up to which the paths to two leaves are one, 1 of a leaf with itself.
func sharedTime(t *tree.Tree, a, b int) float64 {
	if a == b {
		return 1
	}
	above := map[int]bool{}
	for v := t.Parent[a]; v >= 0; v = t.Parent[v] {
		above[v] = true
	}
	for v := t.Parent[b]; v >= 0; v = t.Parent[v] {
		if above[v] {
			return 1 - math.Exp(-t.LogTime[v])
		}
	}
	return 0
}

// denseMatrixNormal returns log N(vec Y; 0, (K + sI) ⊗ Σ) from the whole N·D matrix.
func denseMatrixNormal(t *testing.T, tr *tree.Tree, y *mat.Dense, noise float64, sigma *mat.SymDense) float64 {
	t.Helper()
	n, d := y.Dims()
	whole := mat.NewSymDense(n*d, nil)
	flat := mat.NewVecDense(n*d, nil)
	for i := range n {
		for j := range d {
			flat.SetVec(i*d+j, y.At(i, j))
			for k := range n {
				for l := range d {
					v := sharedTime(tr, i, k)
					if i == k {
						v += noise
					}
					whole.SetSym(i*d+j, k*d+l, v*sigma.At(j, l))
				}
			}
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(whole) {
		t.Fatal("the covariance of all cells is not positive definite")
	}
	var solved mat.VecDense
	if err := chol.SolveVecTo(&solved, flat); err != nil {
		t.Fatal(err)
	}
	return -0.5 * (float64(n*d)*math.Log(2*math.Pi) + chol.LogDet() + mat.Dot(flat, &solved))
}

// A given tree under a given Σ has the likelihood of the dense matrix normal, in the units of the
// file, and the prior that it has without.
func TestScoreUnderGivenCovariance(t *testing.T) {
	s, p := pydttest.RandomState(rand.New(rand.NewPCG(3, 44)), 7, 3, 0.5, 0.2)
	data := pydttest.DatasetOf(mat.NewDense(7, 3, p.X))
	tr := s.Capture().Publish(data.Rows)
	sigma := mat.NewSymDense(3, []float64{2, 0.9, -0.4, 0.9, 1, 0.2, -0.4, 0.2, 0.7})
	for _, noise := range []string{"0.25", "0"} {
		set := togetherSettings(t, "columns", correlated.AnyCovariance, "noise", noise, "c", "0.8")
		got, _, err := Model{}.ScoreTreeUnder(t.Context(), data, tr, set, sigma, false)
		if err != nil {
			t.Fatal(err)
		}
		pydttest.Close(t, "log likelihood, noise "+noise, got.LogLikelihood,
			denseMatrixNormal(t, tr, data.X, set.Real("noise"), sigma), 1e-8)
		plain, _, err := Model{}.ScoreTree(t.Context(), data, tr, set, false)
		if err != nil {
			t.Fatal(err)
		}
		pydttest.Close(t, "log prior", got.LogPrior, plain.LogPrior, 1e-12)
		fitted, _, err := Model{}.ScoreTreeUnder(t.Context(), data, tr, set, sigma, true)
		if err != nil || !(fitted.LogLikelihood > got.LogLikelihood) {
			t.Errorf("with times fitted %+v, before %+v, %v", fitted, got, err)
		}
	}
	// Of standardised columns the density is in the units of the file.
	set := togetherSettings(t, "columns", correlated.AnyCovariance, "noise", "0.25")
	before, _, err := DDT{}.ScoreTreeUnder(t.Context(), data, binaryOf(t, data.Rows), set, sigma, false)
	if err != nil {
		t.Fatal(err)
	}
	data.Scale = []float64{2, 3, 0.5}
	after, _, err := DDT{}.ScoreTreeUnder(t.Context(), data, binaryOf(t, data.Rows), set, sigma, false)
	if err != nil {
		t.Fatal(err)
	}
	pydttest.Close(t, "units", after.LogLikelihood-before.LogLikelihood, -7*math.Log(2*3*0.5), 1e-9)

	for what, bad := range map[string]*mat.SymDense{
		"of 2 columns, but the table has 3": mat.NewSymDense(2, []float64{1, 0, 0, 1}),
		"not positive definite":             mat.NewSymDense(3, []float64{1, 2, 0, 2, 1, 0, 0, 0, 1}),
	} {
		if _, _, err := (Model{}).ScoreTreeUnder(t.Context(), data, tr, set, bad, false); err == nil ||
			!strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	data.X.Set(1, 1, math.NaN())
	if _, _, err := (Model{}).ScoreTreeUnder(t.Context(), data, tr, set, sigma, false); err == nil ||
		!strings.Contains(err.Error(), "1 cells are missing") {
		t.Errorf("a missing cell: %v", err)
	}
}

// binaryOf returns some binary tree.
func binaryOf(t *testing.T, names []string) *tree.Tree {
	t.Helper()
	s, _ := pydttest.RandomState(rand.New(rand.NewPCG(5, 44)), len(names), 1, 0, 0.2)
	return s.Capture().Publish(names)
}
