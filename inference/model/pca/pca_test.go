package pca

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/scree"

	"gonum.org/v1/gonum/mat"
)

// dataset makes a data set of the given cells, rows by columns.
func dataset(x *mat.Dense) *inference.Dataset {
	n, d := x.Dims()
	return &inference.Dataset{Name: "test", X: x, Rows: make([]string, n), Columns: make([]string, d)}
}

// factors draws n rows of a factor model of k factors and d columns.
func factors(n, d, k int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	g, x, y := mat.NewDense(d, k, nil), mat.NewDense(n, k, nil), mat.NewDense(n, d, nil)
	for _, m := range []*mat.Dense{g, x} {
		m.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, m)
	}
	y.Mul(x, g.T())
	y.Apply(func(_, j int, v float64) float64 { return v + float64(j) + 0.5*rng.NormFloat64() }, y)
	return y
}

// hide makes a share of the cells missing in a copy, and returns their places and values.
func hide(x *mat.Dense, share float64, seed uint64) (y *mat.Dense, cells []inference.Cell, value []float64) {
	rng := rand.New(rand.NewPCG(seed, 2))
	y = mat.DenseCopyOf(x)
	n, d := x.Dims()
	for i := range n {
		for j := range d {
			if rng.Float64() < share {
				cells, value = append(cells, inference.Cell{Row: i, Column: j}), append(value, x.At(i, j))
				y.Set(i, j, math.NaN())
			}
		}
	}
	return y, cells, value
}

// run fits to the end and returns the trace of the objective and of the penalty.
func run(t *testing.T, m inference.Model, x *mat.Dense, set map[string]string) (f *fit, objective, penalty []float64) {
	t.Helper()
	s := m.Info().Defaults()
	for k, v := range set {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.Check(dataset(x), s); err != nil {
		t.Fatal(err)
	}
	st, err := m.New(dataset(x), s, inference.Streams{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for range 200_000 {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			objective = append(objective, r.Scalars[0])
			if len(r.Scalars) > 2 {
				penalty = append(penalty, r.Scalars[2])
			}
		}
		if r.Done {
			return st.(*fit), objective, penalty
		}
	}
	t.Fatal("it does not end")
	return nil, nil, nil
}

// logNormal returns the log density of the cells of a case that are there under N(b, GGᵀ+ψI).
func logNormal(p *parameters, y []float64) float64 {
	var seen []int
	for d, v := range y {
		if !math.IsNaN(v) {
			seen = append(seen, d)
		}
	}
	if len(seen) == 0 {
		return 0
	}
	c, e := mat.NewSymDense(len(seen), nil), mat.NewVecDense(len(seen), nil)
	for a, d := range seen {
		e.SetVec(a, y[d]-p.offset[d])
		for b, q := range seen[a:] {
			v := 0.0
			for k, g := range p.row(d) {
				v += g * p.row(q)[k]
			}
			if b == 0 {
				v += p.psi
			}
			c.SetSym(a, a+b, v)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(c) {
		panic("not positive definite")
	}
	var w mat.VecDense
	if err := chol.SolveVecTo(&w, e); err != nil {
		panic(err)
	}
	return -0.5 * (float64(len(seen))*math.Log(2*math.Pi) + chol.LogDet() + mat.Dot(e, &w))
}

func logLikelihood(p *parameters, x *mat.Dense) float64 {
	n, _ := x.Dims()
	sum := 0.0
	for i := range n {
		sum += logNormal(p, x.RawRowView(i))
	}
	return sum
}

func (f *fit) shownParameters() *parameters {
	return &parameters{k: len(f.shown.IDs), g: append([]float64(nil), f.shown.Loadings.RawMatrix().Data...),
		offset: append([]float64(nil), f.shown.Offset...), psi: f.shown.Noise[0]}
}

// With complete data the loadings are eigenvectors of the covariance, and the log likelihood
// is that of the multivariate normal; more items than cases, and the table turned round.
func TestEigenvectors(t *testing.T) {
	for _, c := range []struct{ n, d int }{{40, 6}, {9, 20}} {
		x := factors(c.n, c.d, 3, 5)
		f, objective, _ := run(t, Model{}, x, map[string]string{"factors": "3"})
		if len(objective) != 1 {
			t.Errorf("complete data took %d cycles", len(objective)-1)
		}
		p := f.shownParameters()
		if want := logLikelihood(p, x); !(math.Abs(objective[0]-want) <= 1e-8*math.Abs(want)) {
			t.Errorf("log likelihood %v, want %v", objective[0], want)
		}
		centred := mat.DenseCopyOf(x)
		centred.Apply(func(i, j int, v float64) float64 { return v - p.offset[j] }, centred)
		var svd mat.SVD
		svd.Factorize(centred, mat.SVDThin)
		values := svd.Values(nil)
		var v mat.Dense
		svd.VTo(&v)
		noise := 0.0
		for _, s := range values[3:] {
			noise += s * s / float64(c.n) / float64(c.d-3)
		}
		if !(math.Abs(noise-p.psi) <= 1e-10*noise) {
			t.Errorf("noise %v, want %v", p.psi, noise)
		}
		for k := range 3 {
			length := math.Sqrt(values[k]*values[k]/float64(c.n) - noise)
			sign := 1.0
			if v.At(0, k)*p.g[k] < 0 {
				sign = -1
			}
			for j := range c.d {
				if got, want := p.row(j)[k], sign*length*v.At(j, k); !(math.Abs(got-want) <= 1e-8) {
					t.Errorf("%d × %d: loading %d of component %d is %v, want %v", c.n, c.d, j, k, got, want)
				}
			}
		}
		turned, _, _ := run(t, Model{}, mat.DenseCopyOf(x.T()), map[string]string{"factors": "3", "features": "rows"})
		if !mat.EqualApprox(turned.shown.Loadings, f.shown.Loadings, 1e-9) || turned.shown.Side != inference.OnRows {
			t.Error("the table turned round has other loadings")
		}
	}
}

// Parallel analysis finds the number of components.
func TestNumberOfComponents(t *testing.T) {
	for _, k := range []int{2, 3, 5} {
		f, _, _ := run(t, Model{}, factors(300, 40, k, uint64(k)), nil)
		if f.shown.Count() != k {
			t.Errorf("%d components of %d", f.shown.Count(), k)
		}
	}
}

// With missing cells the likelihood never falls, is that of the observed cells, and has no
// slope where EM ends.
func TestMissingCells(t *testing.T) {
	x, _, _ := hide(factors(40, 7, 2, 8), 0.25, 1)
	f, objective, _ := run(t, Model{}, x, map[string]string{"factors": "2"})
	for i, v := range objective[1:] {
		if v < objective[i]-1e-8*math.Abs(v) {
			t.Errorf("cycle %d: the log likelihood falls from %v to %v", i+1, objective[i], v)
		}
	}
	p := f.shownParameters()
	log := logLikelihood(p, x)
	if !(math.Abs(log-objective[len(objective)-1]) <= 1e-8*math.Abs(log)) {
		t.Errorf("log likelihood %v, want %v", objective[len(objective)-1], log)
	}
	for name, at := range map[string]*float64{"g": &p.g[3], "g last": &p.g[13], "b": &p.offset[2], "psi": &p.psi} {
		if slope := slope(p, x, at); !(math.Abs(slope) <= 0.02) {
			t.Errorf("the slope in %s is %v", name, slope)
		}
	}
	t.Logf("%d cycles", len(objective)-1)
}

// slope is the derivative of the log likelihood by a number of p.
func slope(p *parameters, x *mat.Dense, at *float64) float64 {
	const h = 1e-5
	was := *at
	*at = was + h
	up := logLikelihood(p, x)
	*at = was - h
	down := logLikelihood(p, x)
	*at = was
	return (up - down) / (2 * h)
}

// The density of a hidden cell is that of the case with it over that without.
func TestHiddenCells(t *testing.T) {
	for name, m := range map[string]inference.Model{"pca": Model{}, "spca": Sparse{}} {
		full := factors(40, 7, 2, 9)
		x, cells, value := hide(full, 0.2, 3)
		f, _, _ := run(t, m, x, map[string]string{"factors": "2"})
		got, mean, err := f.LogCells(cells, value)
		if err != nil {
			t.Fatal(err)
		}
		p := f.shownParameters()
		squares, variance := 0.0, 0.0
		for i, c := range cells {
			with := mat.Row(nil, c.Row, x)
			without := logNormal(p, with)
			with[c.Column] = value[i]
			if want := logNormal(p, with) - without; !(math.Abs(got[i]-want) <= 1e-8) {
				t.Errorf("%s: log density %v, want %v", name, got[i], want)
			}
			squares += (value[i] - mean[i]) * (value[i] - mean[i])
			variance += (value[i] - p.offset[c.Column]) * (value[i] - p.offset[c.Column])
		}
		if squares > 0.7*variance {
			t.Errorf("%s: predictions miss by %v, means by %v", name, squares, variance)
		}
	}
}

// The penalised likelihood never falls at one penalty, and at its end every loading has the
// slope of its penalty, or less where it is 0.
func TestSparseOptimum(t *testing.T) {
	x, _, _ := hide(factors(60, 8, 2, 10), 0.1, 4)
	f, objective, _ := run(t, Sparse{}, x, map[string]string{"factors": "2", "penalty": "40"})
	for i, v := range objective[1:] {
		if v < objective[i]-1e-8*math.Abs(v) {
			t.Errorf("cycle %d: the objective falls from %v to %v", i+1, objective[i], v)
		}
	}
	p := f.shownParameters()
	zeros := 0
	for i := range p.g {
		slope := slope(p, x, &p.g[i])
		switch g := p.g[i]; {
		case g == 0:
			zeros++
			if !(math.Abs(slope) <= 40.5) {
				t.Errorf("loading %d is 0 although its slope is %v", i, slope)
			}
		case !(math.Abs(slope-math.Copysign(40, g)) <= 0.5):
			t.Errorf("loading %d is %v, its slope %v", i, g, slope)
		}
	}
	if zeros == 0 {
		t.Error("no loading is 0")
	}
	_, none, _ := run(t, Sparse{}, x, map[string]string{"factors": "2", "penalty": "1e-9"})
	_, plain, _ := run(t, Model{}, x, map[string]string{"factors": "2"})
	if a, b := none[len(none)-1], plain[len(plain)-1]; !(math.Abs(a-b) <= 1e-3*math.Abs(b)) {
		t.Errorf("without a penalty the likelihood is %v, that of pca %v", a, b)
	}
}

// On data with sparse loadings the path sets most of them to zero, gets nearer to the truth
// than pca, and predicts hidden cells better.
func TestSparseStudy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 16))
	study := inferencetest.NewFactorStudy(inferencetest.Connectivity(), 100, 10, rng)
	x, cells, value := hide(study.Dataset(0, rng).X, 0.1, 1)
	set := map[string]string{"factors": "16"}
	sparse, objective, penalty := run(t, Sparse{}, x, set)
	plain, _, _ := run(t, Model{}, x, set)
	_, links := sparse.shownParameters().size()
	a := inferencetest.ReconstructionError(study.G, sparse.shown.Loadings)
	b := inferencetest.ReconstructionError(study.G, plain.shown.Loadings)
	mean := func(f *fit) (m float64) {
		log, _, err := f.LogCells(cells, value)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range log {
			m += l / float64(len(log))
		}
		return m
	}
	t.Logf(
		"%d cycles, penalty %.1f, %d loadings of 1600; reconstruction error %.4f, of pca %.4f; log density of a hidden cell %.3f, of pca %.3f",
		len(objective)-1, penalty[len(penalty)-1], links, a, b, mean(sparse), mean(plain))
	if a > 0.8*b || links > 700 || mean(sparse) < mean(plain)+0.05 {
		t.Error("the penalty does not pay")
	}
}

func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		x   *mat.Dense
		set string
	}{
		"one column":    {mat.NewDense(5, 1, []float64{1, 2, 3, 4, 5}), "0"},
		"two rows":      {mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6}), "0"},
		"constant":      {mat.NewDense(4, 2, []float64{1, 2, 1, 2, 1, 2, 1, 2}), "0"},
		"no noise left": {factors(10, 3, 1, 1), "3"},
	} {
		s := Sparse{}.Info().Defaults()
		if err := s.Set("factors", c.set); err != nil {
			t.Fatal(err)
		}
		if _, err := (Sparse{}).Check(dataset(c.x), s); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func BenchmarkCycle(b *testing.B) {
	x, _, _ := hide(factors(251, 226, 16, 1), 0.1, 1)
	s := Model{}.Info().Defaults()
	_ = s.Set("factors", "16")
	fresh := func() *fit {
		f, err := newFit("pca", dataset(x), s)
		if err != nil {
			b.Fatal(err)
		}
		return f
	}
	st := fresh()
	for done := 0; done <= b.N; {
		r, err := st.Step(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		if r.Scalars != nil {
			if done == 0 {
				b.ResetTimer()
			}
			done++
		}
		if r.Done {
			st = fresh()
		}
	}
}

// Those components are shown that stand out from chance, and two at least; what was asked for stays. A state that is
// saved and read again keeps the scree.
func TestComponentsThatStandOut(t *testing.T) {
	noise := mat.NewDense(40, 12, nil)
	rng := rand.New(rand.NewPCG(5, 5))
	noise.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, noise)
	for _, c := range []struct {
		name         string
		x            *mat.Dense
		asked        string
		stand, shown int
		phase        string
	}{
		{"three factors of more items than cases", factors(20, 60, 3, 3), "0", 3, 3, "finished"},
		{"noise", noise, "0", 0, 2, "finished; K = 0: no component stands out from chance; the first 2 are shown"},
		{"one asked for", factors(20, 60, 3, 3), "1", 3, 1,
			"finished; 3 components stand out from chance; the first is shown"},
	} {
		for _, m := range []inference.Model{Model{}, Sparse{}} {
			s := m.Info().Defaults()
			if err := s.Set("factors", c.asked); err != nil {
				t.Fatal(err)
			}
			st, err := m.New(dataset(c.x), s, inference.Streams{}, 1)
			if err != nil {
				t.Fatal(err)
			}
			for done := false; !done; {
				r, err := st.Step(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				done = r.Done
			}
			state, err := st.(inference.Saver).MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			again, _ := m.New(dataset(c.x), s, inference.Streams{}, 1)
			if err := again.(inference.Saver).UnmarshalBinary(state); err != nil {
				t.Fatal(err)
			}
			for _, st := range []inference.Stepper{st, again} {
				snap := st.Snapshot()
				f := scree.Of(snap)
				if f == nil || f.Number != c.stand || f.Shown != c.shown || factor.StateOf(snap).Count() != c.shown ||
					snap.Phase != c.phase {
					t.Errorf("%s, %s: %+v, %d components, phase %q", c.name, m.Info().Name, f, factor.StateOf(snap).Count(),
						snap.Phase)
				}
			}
		}
	}
}
