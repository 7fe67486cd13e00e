package diffusion

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// small is a tree of six leaves with a branch point of three children, as parents and times.
func small(t testing.TB) *tree.Tree {
	names := []string{"a", "b", "c", "d", "e", "f"}
	parent := []int{6, 6, 7, 7, 7, 8, 8, 8, -1}
	at := []float64{1, 1, 1, 1, 1, 1, 0.7, 0.55, 0.2}
	log := make([]float64, len(at))
	for i, x := range at {
		log[i] = -math.Log1p(-x)
	}
	tr, err := tree.New(names, parent, log)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

var fitted = Parameters{Sigma2: 1.7, Noise: 0.23, C: 0.8, Theta: 0.9, Alpha: 0.3}

// table is six rows of four columns, of which the last two miss cells.
func table() *mat.Dense {
	rng := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(6, 4, nil)
	for i := range 6 {
		for j := range 4 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	x.Set(0, 2, math.NaN())
	x.Set(2, 2, math.NaN())
	x.Set(3, 2, math.NaN())
	x.Set(4, 2, math.NaN())
	x.Set(5, 3, math.NaN())
	return x
}

// dense conditions the full Gaussian of one column over all nodes, and further places on
// branches (node, time), on the observed leaves: the answer by linear algebra alone.
func dense(tr *tree.Tree, x *mat.Dense, column int, p Parameters, places [][2]float64) (mean []float64,
	cov *mat.SymDense) {
	type place struct {
		node int
		time float64
	}
	var all []place
	for v := range tr.Nodes() {
		all = append(all, place{v, tr.Time(v)})
	}
	for _, q := range places {
		all = append(all, place{int(q[0]), q[1]})
	}
	shared := func(a, b place) float64 {
		if a.node == b.node {
			return min(a.time, b.time)
		}
		c := tr.CommonAncestor(a.node, b.node)
		return min(tr.Time(c), a.time, b.time)
	}
	var seen []int
	for i := range tr.Leaves() {
		if !math.IsNaN(x.At(i, column)) {
			seen = append(seen, i)
		}
	}
	k := mat.NewSymDense(len(seen), nil)
	y := mat.NewVecDense(len(seen), nil)
	for a, i := range seen {
		y.SetVec(a, x.At(i, column))
		for b, j := range seen {
			v := p.Sigma2 * shared(all[i], all[j])
			if a == b {
				v += p.Noise
			}
			k.SetSym(a, b, v)
		}
	}
	var chol mat.Cholesky
	chol.Factorize(k)
	cross := mat.NewDense(len(all), len(seen), nil)
	for a := range all {
		for b, i := range seen {
			cross.Set(a, b, p.Sigma2*shared(all[a], all[i]))
		}
	}
	var solved mat.Dense
	chol.SolveTo(&solved, cross.T())
	var m mat.VecDense
	m.MulVec(solved.T(), y)
	var down mat.Dense
	down.Mul(cross, &solved)
	cov = mat.NewSymDense(len(all), nil)
	for a := range all {
		mean = append(mean, m.AtVec(a))
		for b := a; b < len(all); b++ {
			cov.SetSym(a, b, p.Sigma2*shared(all[a], all[b])-down.At(a, b))
		}
	}
	return mean, cov
}

// Posterior means and variances, at nodes and on branches, along columns and linear
// combinations of them, equal those of the dense Gaussian.
func TestPosteriorIsTheDenseGaussian(t *testing.T) {
	tr, x := small(t), table()
	places := [][2]float64{{0, 0.85}, {7, 0.3}, {8, 0.1}, {2, 0.55}, {5, 1}}
	wx, wy := []float64{0.5, -1, 0.7, 0.2}, []float64{0.1, 0.4, 0.9, -0.6}
	for _, p := range []Parameters{fitted, {Sigma2: 0.6, Noise: 0, C: 1}} {
		d := New(tr, x, nil, p, wx, wy)
		check := func(k int, g Normal) {
			var want Normal
			for j := range 4 {
				mean, cov := dense(tr, x, j, p, places)
				want.X += wx[j] * mean[k]
				want.Y += wy[j] * mean[k]
				want.XX += wx[j] * wx[j] * cov.At(k, k)
				want.XY += wx[j] * wy[j] * cov.At(k, k)
				want.YY += wy[j] * wy[j] * cov.At(k, k)
			}
			name := fmt.Sprintf("noise %g, place %d: ", p.Noise, k)
			inferencetest.Close(t, name+"mean x", g.X, want.X, 1e-11)
			inferencetest.Close(t, name+"mean y", g.Y, want.Y, 1e-11)
			inferencetest.Close(t, name+"variance x", g.XX, want.XX, 1e-11)
			inferencetest.Close(t, name+"covariance", g.XY, want.XY, 1e-11)
			inferencetest.Close(t, name+"variance y", g.YY, want.YY, 1e-11)
		}
		for v := range tr.Nodes() {
			check(v, d.At(v))
		}
		for i, q := range places {
			check(tr.Nodes()+i, d.Along(int(q[0]), q[1]))
		}
	}
}

// A variance for every cell, as expectation propagation gives, is what the dense Gaussian says too.
func TestVariancesOfCells(t *testing.T) {
	tr, x := small(t), table()
	noise := mat.NewDense(6, 4, nil)
	for i := range 6 {
		for j := range 4 {
			noise.Set(i, j, 0.1+0.1*float64(i+j))
		}
	}
	// The dense answer with one noise for all, corrected by scaling: leaf i gets a further
	// branch of the noise it has too much, which is the same Gaussian.
	const column = 1
	var seen mat.Cholesky
	k := mat.NewSymDense(6, nil)
	for i := range 6 {
		for j := i; j < 6; j++ {
			k.SetSym(i, j, fitted.Sigma2*tr.Time(tr.CommonAncestor(i, j)))
		}
		k.SetSym(i, i, k.At(i, i)+noise.At(i, column))
	}
	seen.Factorize(k)
	var w mat.VecDense
	seen.SolveVecTo(&w, x.ColView(column))
	d := New(tr, x, noise, fitted, []float64{0, 1, 0, 0})
	for v := range tr.Nodes() {
		want := 0.0
		for i := range 6 {
			want += fitted.Sigma2 * tr.Time(tr.CommonAncestor(v, i)) * w.AtVec(i)
		}
		inferencetest.Close(t, fmt.Sprintf("mean at node %d", v), d.At(v).X, want, 1e-11)
	}
	if x, _, complete := d.Observed(2); !complete || x != d.At(2).X {
		t.Errorf("a row that nobody has seen is at %v, want its mean %v", x, d.At(2).X)
	}
}

// Joint draws have the covariance of the dense Gaussian, and so have bridges between them.
func TestDrawsHaveTheMoments(t *testing.T) {
	tr, x := small(t), table()
	const column, n = 2, 20000 // of two observed cells
	places := [][2]float64{{7, 0.375}}
	mean, cov := dense(tr, x, column, fitted, places)
	d := New(tr, x, nil, fitted, []float64{0, 0, 1, 0}, []float64{0, 0, -2, 0})
	k := len(mean)
	sums, squares := make([]float64, k), mat.NewDense(k, k, nil)
	for s := range n {
		at, y := d.Sample(inference.Streams{Seed: uint64(s)})
		for v := range at {
			if !(math.Abs(y[v]+2*at[v]) <= 1e-9) {
				t.Fatalf("directions −2 and 1 of one column give %g and %g", y[v], at[v])
			}
		}
		bridge := Bridge{T0: tr.Time(8), T1: tr.Time(7), X0: at[8], X1: at[7], Variance: d.Variance(), Seed: uint64(s)}
		middle := math.NaN()
		bridge.Points(func(t0, t1, _ float64) bool { return t1-t0 > 0.3 }, func(t, x float64) {
			if t == 0.375 {
				middle = x
			}
		})
		at = append(at, middle)
		for a := range at {
			sums[a] += at[a]
			for b := range at {
				squares.Set(a, b, squares.At(a, b)+at[a]*at[b])
			}
		}
	}
	for a := range k {
		m := sums[a] / n
		if se := math.Sqrt(cov.At(a, a) / n); !(math.Abs(m-mean[a]) <= 4.5*se) {
			t.Errorf("mean of draws at place %d is %.4f, want %.4f ± %.4f", a, m, mean[a], se)
		}
		for b := range k {
			got := squares.At(a, b)/n - m*sums[b]/n
			want := cov.At(a, b)
			se := math.Sqrt((cov.At(a, a)*cov.At(b, b) + want*want) / n)
			if !(math.Abs(got-want) <= 4.5*se) {
				t.Errorf("covariance of draws at places %d and %d is %.4f, want %.4f ± %.4f", a, b, got, want, se)
			}
		}
	}
}
