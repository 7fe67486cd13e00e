package pydt

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/together"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Equal variances without covariances are independent columns of that σ²: a given tree has the same score,
// and a search on the mapped table finds the same tree.
func TestEqualVariancesAreIndependentColumns(t *testing.T) {
	const n, d, v, noise = 16, 3, 4.0, 0.25
	rng := rand.New(rand.NewPCG(5, 40))
	s, p := pydttest.RandomState(rng, n, d, 0, 0.2)
	data := pydttest.DatasetOf(mat.NewDense(n, d, p.X))
	tr := s.Capture().Publish(data.Rows)
	sigma := mat.NewSymDense(d, nil)
	for j := range d {
		sigma.SetSym(j, j, v)
	}
	got, _, err := Model{}.ScoreTreeUnder(t.Context(), data, tr,
		togetherSettings(t, "columns", correlated.AnyCovariance, "noise", "0.25"), sigma, false)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := Model{}.ScoreTree(t.Context(), data, tr,
		togetherSettings(t, "columns", correlated.Independent, "sigma2", "4", "noise", "1"), false)
	if err != nil {
		t.Fatal(err)
	}
	pydttest.Close(t, "log likelihood", got.LogLikelihood, want.LogLikelihood, 1e-9)
	pydttest.Close(t, "log prior", got.LogPrior, want.LogPrior, 1e-12)

	mapped := covary.Diagonal([]float64{v, v, v}).Map()
	plain, before := searchFixed(t, data.X, "sigma2", "4", "noise", "1")
	under, after := searchFixed(t, mapped.Rows(data.X), "sigma2", "1", "noise", "0.25")
	// A search polishes until a round gains 1e-6 of the objective, which N ln|W| is part of.
	pydttest.Close(t, "objective", after+n*mapped.LogDet, before, 1e-3)
	same(t, under, plain, 1e-3)
}

// searchFixed searches with all hyperparameters fixed and returns the best tree with its objective.
func searchFixed(t *testing.T, x *mat.Dense, pairs ...string) (*tree.Tree, float64) {
	t.Helper()
	s := togetherSettings(t, append(pairs, "columns", correlated.Independent)...)
	for _, p := range s.Parameters() {
		if p.Learnt {
			if err := s.Fix(p.Name, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	f, err := Model{}.New(pydttest.DatasetOf(x), s, inference.Streams{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	objective := 0.0
	for done := 0; done < 200; {
		r, err := f.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done, objective = done+1, r.Scalars[0]
		}
	}
	return forest.Best(f.Snapshot()), objective
}

// turned returns a table whose columns are white, and the same turned by an orthogonal matrix.
func turned(n, d int, rng *rand.Rand) (x, y *mat.Dense, q *mat.Dense) {
	data := pydttest.CorrelatedRows(n, d, 7)
	var moment mat.SymDense
	moment.SymOuterK(1/float64(n), data.X.T())
	var chol mat.Cholesky
	if !chol.Factorize(&moment) {
		panic("the columns are not independent")
	}
	var l mat.TriDense
	chol.LTo(&l)
	var white mat.Dense
	if err := white.Solve(&l, data.X.T()); err != nil {
		panic(err)
	}
	x = mat.DenseCopyOf(white.T())
	var qr mat.QR
	qr.Factorize(pydttest.RandomData(rng, d, d, 0))
	q, y = new(mat.Dense), new(mat.Dense)
	qr.QTo(q)
	y.Mul(x, q)
	return x, y, q
}

// Turning the columns by an orthogonal matrix changes nothing for a fit with a covariance, whose prior is then
// a multiple of the unit matrix before and after: the same tree, the same objective, Σ turned, new rows predicted
// the same. The hyperparameters are fixed, because draws of a short run do not turn with the table.
func TestTurnedColumns(t *testing.T) {
	const n, d = 24, 3
	x, y, q := turned(n, d, rand.New(rand.NewPCG(8, 40)))
	run := func(x *mat.Dense) *together.Together {
		s := togetherSettings(t, "columns", correlated.AnyCovariance, "noise", "0.1", "orders", "1")
		for _, p := range s.Parameters() {
			if p.Learnt {
				if err := s.Fix(p.Name, true); err != nil {
					t.Fatal(err)
				}
			}
		}
		f, err := Model{}.New(pydttest.DatasetOf(x), s, inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			stepOnce(t, f)
		}
		return f.(*together.Together)
	}
	a, b := run(x), run(y)
	pydttest.Close(t, "objective", b.Scalars[0], a.Scalars[0], 1e-3)
	names := pydttest.DatasetOf(x).Rows
	same(t, b.Inner.Current.Publish(names), a.Inner.Current.Publish(names), 1e-3)
	var back mat.Dense
	back.Product(q, b.Law.Sigma.Dense(), q.T())
	for i := range d {
		for j := range d {
			pydttest.Close(t, "Σ", back.At(i, j), a.Law.Sigma.At(i, j), 1e-3)
		}
	}
	if a.Law.Sigma.At(0, 1) == 0 {
		t.Error("Σ is diagonal, so the test says nothing")
	}
	rows := pydttest.RandomData(rand.New(rand.NewPCG(9, 40)), 6, d, 0)
	var other mat.Dense
	other.Mul(rows, q)
	pydttest.Close(t, "new rows", meanLogDensity(t, b, &other), meanLogDensity(t, a, rows), 1e-3)
}

// same fails where the paths to two rows part at another time in two trees.
func same(t *testing.T, got, want *tree.Tree, within float64) {
	t.Helper()
	for i := range want.Leaves() {
		for j := range i {
			pydttest.Close(t, "shared time", sharedTime(got, i, j), sharedTime(want, i, j), within)
		}
	}
}
