package diffusion

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
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
func dense(tr *tree.Tree, x *mat.Dense, column int, p Parameters, places [][2]float64) (mean []float64, cov *mat.SymDense) {
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

// A bridge has the variance of a Brownian bridge at every dyadic time, the covariance
// between two of them, and is the same path however closely it is looked at.
func TestBridge(t *testing.T) {
	const n = 20000
	at := map[float64]float64{0.25: 0, 0.5: 0, 0.875: 0}
	cross := 0.0
	for s := range n {
		b := Bridge{T0: 0, T1: 1, X0: 1, X1: 3, Variance: 2, Seed: uint64(s)}
		var early, late float64
		b.Points(func(t0, t1, _ float64) bool { return t1-t0 > 0.125 }, func(t, x float64) {
			if _, in := at[t]; in {
				d := x - (1 + 2*t)
				at[t] += d * d / n
			}
			switch t {
			case 0.25:
				early = x - 1.5
			case 0.875:
				late = x - 2.75
			}
		})
		cross += early * late / n
	}
	for time, got := range at {
		want := 2 * time * (1 - time)
		if se := want * math.Sqrt(2.0/n); !(math.Abs(got-want) <= 4.5*se) {
			t.Errorf("variance at %g is %.4f, want %.4f ± %.4f", time, got, want, se)
		}
	}
	if want := 2 * 0.25 * 0.125; !(math.Abs(cross-want) <= 4.5*0.5/math.Sqrt(n)) {
		t.Errorf("covariance of 0.25 and 0.875 is %.4f, want %.4f", cross, want)
	}
	coarse := map[float64]float64{}
	b := Bridge{T1: 1, Variance: 1, Seed: 9}
	b.Points(func(t0, t1, _ float64) bool { return t1-t0 > 0.1 }, func(t, x float64) { coarse[t] = x })
	matched, other := 0, math.NaN()
	b.Points(func(t0, t1, _ float64) bool { return t1-t0 > 0.001 && t0 >= 0.5 || t1-t0 > 0.5 }, func(at, x float64) {
		if y, in := coarse[at]; in {
			matched++
			if x != y {
				other = at
			}
		}
	})
	if matched < 10 || !math.IsNaN(other) {
		t.Errorf("%d places compared, another path at %g", matched, other)
	}
}

// The predictive density integrates to 1 along one direction and two, and the weights do
// not depend on which columns are looked at.
func TestPredictiveIntegratesToOne(t *testing.T) {
	tr, x := small(t), table()
	one := New(tr, x, nil, fitted, []float64{0, 0, 1, 0}).Predictive()
	sum := 0.0
	for i := range 4000 {
		sum += math.Exp(one.LogDensity(-20+0.01*(float64(i)+0.5), 0)) * 0.01
	}
	inferencetest.Close(t, "integral along one column", sum, 1, 1e-9)
	curve := one.Curve(-8, 8, 1600)
	inferencetest.Close(t, "integral of the curve", 0.01*sumOf(curve), 1, 1e-4)
	inferencetest.Close(t, "curve", math.Log(curve[700]), one.LogDensity(-8+7.005, 0), 1e-4)
	two := New(tr, x, nil, fitted, []float64{0.3, 0, 1, 0}, []float64{0, -1, 0.5, 0.5}).Predictive()
	sum = 0
	var got Normal // moments, by the same sum
	for i := range 300 {
		for j := range 300 {
			x, y := -15+0.1*(float64(i)+0.5), -15+0.1*(float64(j)+0.5)
			p := math.Exp(two.LogDensity(x, y)) * 0.01
			sum += p
			got.X, got.Y = got.X+p*x, got.Y+p*y
			got.XX, got.XY, got.YY = got.XX+p*x*x, got.XY+p*x*y, got.YY+p*y*y
		}
	}
	g := two.Moments()
	inferencetest.Close(t, "mean along x", g.X, got.X, 1e-6)
	inferencetest.Close(t, "mean along y", g.Y, got.Y, 1e-6)
	inferencetest.Close(t, "variance along x", g.XX, got.XX-got.X*got.X, 1e-6)
	inferencetest.Close(t, "covariance", g.XY, got.XY-got.X*got.Y, 1e-6)
	inferencetest.Close(t, "variance along y", g.YY, got.YY-got.Y*got.Y, 1e-6)
	inferencetest.Close(t, "integral over two directions", sum, 1, 1e-7)
	weights := 0.0
	for i, c := range two.Components {
		weights += c.Weight
		if c.Weight != one.Components[i].Weight {
			t.Fatalf("weight %d depends on the direction", i)
		}
	}
	inferencetest.Close(t, "sum of weights", weights, 1, 1e-12)
}

func sumOf(a []float64) float64 {
	sum := 0.0
	for _, x := range a {
		sum += x
	}
	return sum
}

// A field is the mixture with half a cell of blur, whatever the correlation of its
// components, and its levels enclose what they say.
func TestField(t *testing.T) {
	tr, x := small(t), table()
	m := New(tr, x, nil, fitted, []float64{0.3, 0, 1, 0}, []float64{0, -1, 0.5, 0.5}).Predictive()
	f, err := m.Field(context.Background(), -8, 8, -7, 9, 80, 96)
	if err != nil {
		t.Fatal(err)
	}
	blurred := &Mixture{}
	for _, c := range m.Components {
		c.XX += 0.2 * 0.2 / 4
		c.YY += (16.0 / 96) * (16.0 / 96) / 4
		blurred.Components = append(blurred.Components, c)
	}
	for _, place := range [][2]int{{0, 0}, {40, 48}, {13, 77}, {79, 95}, {60, 20}} {
		i, j := place[0], place[1]
		want := blurred.LogDensity(-8+0.2*(float64(i)+0.5), -7+16.0/96*(float64(j)+0.5))
		inferencetest.Close(t, fmt.Sprintf("log density of cell %v", place), f.Log[j*80+i], want, 1e-5)
	}
	inferencetest.Close(t, "mass", f.mass(), 1, 1e-3)
	level := f.Levels(0.9)[0]
	within := 0.0
	for _, v := range f.Log {
		if v >= level {
			within += math.Exp(v) * 0.2 * 16 / 96
		}
	}
	inferencetest.Close(t, "mass within the level of 0.9", within, 0.9, 0.01)
	if l := f.Levels(1.5)[0]; !math.IsInf(l, -1) {
		t.Errorf("level of more than all is %g", l)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := m.Field(ctx, -8, 8, -7, 9, 80, 96); err == nil {
		t.Error("a field that was cancelled came out")
	}
}

// Estimate finds the σ² and noise of highest likelihood: the evidence of the dense
// Gaussian falls on all sides of it.
func TestEstimate(t *testing.T) {
	tr := small(t)
	rng := rand.New(rand.NewPCG(5, 6))
	const columns = 40
	x := mat.NewDense(6, columns, nil)
	for j := range columns {
		at := make([]float64, tr.Nodes())
		for _, v := range tr.PreOrder() {
			from := 0.0
			if p := tr.Parent[v]; p >= 0 {
				from = at[p]
			}
			at[v] = from + math.Sqrt(2.5*tr.Length(v))*rng.NormFloat64()
			if tr.IsLeaf(v) {
				x.Set(v, j, at[v]+math.Sqrt(0.2)*rng.NormFloat64())
			}
		}
	}
	x.Set(2, 5, math.NaN())
	x.Set(0, 0, math.NaN())
	likelihood := func(sigma2, noise float64) float64 {
		sum := 0.0
		for j := range columns {
			var seen []int
			for i := range 6 {
				if !math.IsNaN(x.At(i, j)) {
					seen = append(seen, i)
				}
			}
			k, y := mat.NewSymDense(len(seen), nil), mat.NewVecDense(len(seen), nil)
			for a, i := range seen {
				y.SetVec(a, x.At(i, j))
				for b, l := range seen {
					v := sigma2 * tr.Time(tr.CommonAncestor(i, l))
					if a == b {
						v += noise
					}
					k.SetSym(a, b, v)
				}
			}
			var chol mat.Cholesky
			chol.Factorize(k)
			var s mat.VecDense
			chol.SolveVecTo(&s, y)
			sum -= 0.5 * (chol.LogDet() + mat.Dot(y, &s))
		}
		return sum
	}
	p := Estimate(tr, x)
	best := likelihood(p.Sigma2, p.Noise)
	for _, f := range []float64{0.99, 1.01} {
		if l := likelihood(p.Sigma2*f, p.Noise); l >= best {
			t.Errorf("σ² × %g is likelier by %g", f, l-best)
		}
		if l := likelihood(p.Sigma2, p.Noise*f); l >= best {
			t.Errorf("noise × %g is likelier by %g", f, l-best)
		}
	}
	if p.Sigma2 < 1.5 || p.Sigma2 > 4 || p.Noise < 0.02 || p.Noise > 0.6 {
		t.Errorf("estimates %+v for σ² 2.5 and noise 0.2", p)
	}
}

// Principal components are the singular vectors, also where the subspace is small.
func TestPrincipal(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, size := range [][2]int{{30, 4}, {5, 40}, {80, 60}} {
		n, d := size[0], size[1]
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, rng.NormFloat64()*math.Pow(1.5, -float64(j%12))+3)
			}
		}
		directions, shares := Principal(x, 3)
		c := centred(x)
		var svd mat.SVD
		svd.Factorize(c, mat.SVDThin)
		var v mat.Dense
		svd.VTo(&v)
		values, total := svd.Values(nil), 0.0
		for _, s := range values {
			total += s * s
		}
		for k, direction := range directions {
			dot := 0.0
			for j := range d {
				dot += direction[j] * v.At(j, k)
			}
			inferencetest.Close(t, fmt.Sprintf("%v: component %d along the singular vector", size, k), math.Abs(dot), 1, 1e-6)
			inferencetest.Close(t, "share", shares[k], values[k]*values[k]/total, 1e-6)
		}
		if len(directions) != 3 {
			t.Errorf("%d components", len(directions))
		}
	}
	if directions, _ := Principal(mat.NewDense(3, 2, []float64{1, 2, 1, 2, 1, 2}), 2); directions != nil {
		t.Error("equal rows have principal components")
	}
}

func TestNamed(t *testing.T) {
	p, ok := learnt([]inference.Scalar{{Name: "c", Mean: 0.7}, {Name: "sigma2", Mean: 2}, {Name: "noise", Mean: 0.1}})
	if !ok || p != (Parameters{Sigma2: 2, Noise: 0.1, C: 0.7}) {
		t.Errorf("%+v, %v", p, ok)
	}
	if _, ok := learnt([]inference.Scalar{{Name: "height", Mean: 2}}); ok {
		t.Error("a linkage has learnt parameters")
	}
}

func BenchmarkPredictive(b *testing.B) {
	for _, n := range []int{200, 2000} {
		rng := rand.New(rand.NewPCG(1, 2))
		tr, x := coalescent(n, rng)
		d := New(tr, x, nil, Parameters{Sigma2: 1, Noise: 0.01, C: 1}, []float64{1, 0}, []float64{0, 1})
		m := d.Predictive()
		for _, cells := range []int{48, 192} {
			b.Run(fmt.Sprintf("n=%d/cells=%d", n, cells), func(b *testing.B) {
				for b.Loop() {
					if _, err := m.Field(context.Background(), -3, 3, -3, 3, cells, cells); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("n=%d/new", n), func(b *testing.B) {
			for b.Loop() {
				New(tr, x, nil, d.Parameters, []float64{1, 0}, []float64{0, 1}).Predictive()
			}
		})
	}
}

// coalescent draws a coalescent tree of n leaves and two columns that diffused down it.
func coalescent(n int, rng *rand.Rand) (*tree.Tree, *mat.Dense) {
	names, parent, log := make([]string, n), make([]int, 2*n-1), make([]float64, 2*n-1)
	var live []int
	for i := range n {
		names[i], log[i] = fmt.Sprint(i), math.Inf(1)
		live = append(live, i)
	}
	at := 5.0
	for v := n; v < 2*n-1; v++ {
		at *= 1 - rng.ExpFloat64()/float64(len(live)+1)*0.7
		at = max(at, 0.01)
		for range 2 {
			i := rng.IntN(len(live))
			parent[live[i]] = v
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
		}
		live = append(live, v)
		log[v] = at
	}
	parent[2*n-2] = -1
	for v := 2*n - 3; v >= n; v-- {
		log[v] = max(log[v], log[parent[v]]+1e-9)
	}
	tr, err := tree.New(names, parent, log)
	if err != nil {
		panic(err)
	}
	x, loc := mat.NewDense(n, 2, nil), make([][2]float64, tr.Nodes())
	for _, v := range tr.PreOrder() {
		if p := tr.Parent[v]; p >= 0 {
			loc[v] = loc[p]
		}
		for j := range 2 {
			loc[v][j] += math.Sqrt(tr.Length(v)) * rng.NormFloat64()
			if tr.IsLeaf(v) {
				x.Set(v, j, loc[v][j])
			}
		}
	}
	return tr, x
}

// A draw has the parameters of its iteration, other trees those that were learnt.
func TestOf(t *testing.T) {
	s := &inference.Snapshot{
		Scalars: []inference.Scalar{{Name: "sigma2", Mean: 2}, {Name: "c", Mean: 1.5}},
		Chains: []inference.Trace{{}, {Names: []string{"log_joint", "c", "sigma2"}, Iteration: []int{0, 10, 20},
			Values: [][]float64{{-3, -2, -1}, {1, 2, 3}, {4, 5, 6}}}},
	}
	if p, ok := Of(s, &forest.Draw{Chain: 1, Iteration: 20}); !ok || p.C != 3 || p.Sigma2 != 6 {
		t.Errorf("of a draw: %+v, %v", p, ok)
	}
	if p, ok := Of(s, nil); !ok || p.C != 1.5 || p.Sigma2 != 2 {
		t.Errorf("of the best tree: %+v, %v", p, ok)
	}
	if p, ok := Of(s, &forest.Draw{Chain: 1, Iteration: 15}); !ok || p.C != 1.5 {
		t.Errorf("of an iteration that the trace has not: %+v, %v", p, ok)
	}
}

// Two Gaussians over one place multiply as they are written out; where both are exact the place is between them.
func TestProduct(t *testing.T) {
	if got := product(message{1, 2, 0}, message{3, 6, 0}); got != (message{2, 4, 0}) {
		t.Errorf("%v", got)
	}
	a, b := message{1, -2, 0.5}, message{4, 2, 1.5}
	got, precision := product(a, b), 1/a.v+1/b.v
	inferencetest.Near(t, "x", got.x, (a.x/a.v+b.x/b.v)/precision, 1e-12)
	inferencetest.Near(t, "y", got.y, (a.y/a.v+b.y/b.v)/precision, 1e-12)
	inferencetest.Near(t, "variance", got.v, 1/precision, 1e-12)
}

// Cells within reach of a place are those whose middles are.
func TestCellsWithinReach(t *testing.T) {
	const start, h, n = -1.0, 0.5, 12
	for _, place := range []float64{-2, -0.6, 0.3, 2.2, 4.9, 6} {
		from, to := cells(place, 0.9, start, h, n)
		for i := range n {
			if inside := math.Abs(start+(float64(i)+0.5)*h-place) <= 0.9; inside != (i >= from && i < to) {
				t.Errorf("cells %d to %d are within reach of %v, cell %d is: %v", from, to, place, i, inside)
			}
		}
	}
}

// mass returns the share of the density that lies in the box.
func (f *Field) mass() float64 {
	sum := 0.0
	for _, v := range f.Log {
		sum += math.Exp(v)
	}
	return sum * f.area()
}
