package glasso

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/lasso"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
)

// chain are rows of columns each of which depends on the one before.
func chain(n, d int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 4))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		x.Set(i, 0, rng.NormFloat64())
		for j := 1; j < d; j++ {
			x.Set(i, j, 0.6*x.At(i, j-1)+0.8*rng.NormFloat64())
		}
	}
	return x
}

// byHand is Ω of some rows at a penalty, with their mean.
func byHand(x *mat.Dense, rows []int, lambda float64) (mean []float64, omega *mat.SymDense) {
	_, d := x.Dims()
	mean = make([]float64, d)
	s := make([]float64, d*d)
	for _, i := range rows {
		for j := range d {
			mean[j] += x.At(i, j) / float64(len(rows))
		}
	}
	for _, i := range rows {
		for j := range d {
			for k := range d {
				s[j*d+k] += (x.At(i, j) - mean[j]) * (x.At(i, k) - mean[k]) / float64(len(rows))
			}
		}
	}
	g := lasso.New(d, s)
	g.Begin(lambda)
	for !g.Advance(1 << 20) {
	}
	return mean, g.Precision()
}

// The score of rows left out is the sum of their Gaussian densities, each by the fit of the other folds; the least is
// chosen.
func TestHeldOut(t *testing.T) {
	x := chain(60, 5, 1)
	f := begin(t, x, map[string]string{"criterion": "holdout", "subsamples": "0", "points": "8"})
	g := run(t, f)
	of, least := f.fold(), 0
	for k, p := range g.Path {
		if p.Criterion < g.Path[least].Criterion {
			least = k
		}
	}
	for k, p := range g.Path {
		if p.Chosen != (k == least) {
			t.Errorf("point %d: chosen %v, and the least is %d", k, p.Chosen, least)
		}
	}
	p := g.Path[5]
	want := 0.0
	for fold := range folds {
		var in []int
		for i, k := range of {
			if k != fold {
				in = append(in, i)
			}
		}
		if len(in) != 48 {
			t.Fatalf("%d rows beside fold %d", len(in), fold)
		}
		mean, omega := byHand(x, in, p.Penalty)
		log := logDet(omega)
		for i, k := range of {
			if k != fold {
				continue
			}
			want += 0.5 * (log - 5*math.Log(2*math.Pi))
			for a := range 5 {
				for b := range 5 {
					want -= 0.5 * (x.At(i, a) - mean[a]) * omega.At(a, b) * (x.At(i, b) - mean[b])
				}
			}
		}
	}
	inferencetest.Near(t, "criterion", p.Criterion, -2*want, 1e-6)
}

// A column with one cell that differs is constant in the rows that one of the folds keeps, which says nothing of the
// other columns.
func TestHeldOutOfConstant(t *testing.T) {
	for _, blank := range []bool{false, true} {
		x := chain(101, 5, 1)
		for i := range 101 {
			x.Set(i, 2, -0.1)
		}
		x.Set(40, 2, 0.9)
		if blank {
			x.Set(7, 2, math.NaN())
		}
		g := run(t, begin(t, x, map[string]string{"criterion": "holdout", "subsamples": "0"}))
		if len(g.Edges) < 2 {
			t.Errorf("blank %v: edges %+v", blank, g.Edges)
		}
		for _, p := range g.Path {
			if p.Criterion == math.MaxFloat64 {
				t.Errorf("blank %v: penalty %v has no score", blank, p.Penalty)
			}
		}
	}
}

// The densest graph is chosen up to which the edges are stable over subsamples.
func TestStars(t *testing.T) {
	f := begin(t, chain(300, 24, 2), map[string]string{"criterion": "stars"})
	g := run(t, f)
	last, at := 0.0, -1
	for k, p := range g.Path {
		if p.Criterion < last {
			t.Errorf("instability falls from %v to %v", last, p.Criterion)
		}
		if last = p.Criterion; last <= mostUnstable {
			at = k
		}
	}
	if at < 1 || at == len(g.Path)-1 || !g.Path[at].Chosen || g.Measure != graph.Stability {
		t.Fatalf("point %d of %d is the last stable one; %v", at, len(g.Path), g.Path)
	}
	// instability and strengths from the subsamples themselves
	count := make([]int, 24*24)
	for k := range 20 {
		w := lasso.New(24, f.subsample(starsStream+k))
		w.Begin(g.Path[at].Penalty)
		for !w.Advance(1 << 20) {
		}
		for i, o := 0, w.Precision(); i < 24; i++ {
			for j := range i {
				if o.At(i, j) != 0 {
					count[24*i+j]++
				}
			}
		}
	}
	unstable := 0.0
	for _, c := range count {
		unstable += 2 * float64(c) / 20 * (1 - float64(c)/20) / 276
	}
	if unstable > g.Path[at].Criterion+1e-12 || at > 0 && g.Path[at].Criterion > g.Path[at-1].Criterion &&
		!(math.Abs(unstable-g.Path[at].Criterion) <= 1e-12) {
		t.Errorf("instability %v, want %v", g.Path[at].Criterion, unstable)
	}
	neighbours := 0
	for _, e := range g.Edges {
		if want := float64(count[24*e.To+e.From]) / 20; e.Strength != want {
			t.Errorf("edge %+v, want strength %v", e, want)
		}
		if e.To == e.From+1 && e.Strength > 0.9 {
			neighbours++
		}
	}
	if neighbours != 23 {
		t.Errorf("%d of 23 neighbours are joined", neighbours)
	}
}

// With penalties of their own the pairs of a chain lose their false edges, and the others are shrunk less.
func TestAdaptive(t *testing.T) {
	x := chain(400, 10, 3)
	var wrong, strong [2]float64
	for k, penalties := range []string{"equal", "adaptive"} {
		f := begin(t, x, map[string]string{"penalties": penalties, "subsamples": "4"})
		for _, e := range run(t, f).Edges {
			if e.To == e.From+1 {
				strong[k] += e.Weight
			} else {
				wrong[k]++
			}
		}
		if k == 1 && (f.before != 30 || f.share == nil || f.Snapshot().Iteration != 30+len(f.path)) {
			t.Errorf("%d points before, iteration %d", f.before, f.Snapshot().Iteration)
		}
	}
	if wrong[1] >= wrong[0] || strong[1] <= strong[0] {
		t.Errorf("false edges %v, sum of the true %v", wrong, strong)
	}
}

// An edge has the penalty λ/(√|Ω_ij| + a), where Ω is that of the first path and a a thousandth of the mean √Ω_ii: at
// the optimum the inverse of the second Ω is off S by it.
func TestAdaptivePenalties(t *testing.T) {
	const d = 6
	f := begin(t, chain(200, d, 5), map[string]string{"penalties": "adaptive", "subsamples": "0"})
	run(t, f)
	var c mat.Cholesky
	var w mat.SymDense
	if !c.Factorize(f.best.omega) || c.InverseTo(&w) != nil {
		t.Fatal("not positive definite")
	}
	least, edges := 0.0, 0
	for i := range d {
		least += 1e-3 * math.Sqrt(f.first.At(i, i)) / d
	}
	for i := range d {
		for j := range i {
			if f.best.omega.At(i, j) == 0 {
				continue
			}
			edges++
			want := f.best.lambda / (math.Sqrt(math.Abs(f.first.At(i, j))) + least)
			if got := math.Abs(w.At(i, j) - f.rows.s[i*d+j]); !(math.Abs(got-want) <= 1e-6*want) {
				t.Errorf("pair %d, %d: a penalty of %v, want %v", i, j, got, want)
			}
		}
	}
	if edges < d-1 {
		t.Errorf("%d edges", edges)
	}
}

// Missing cells begin with the variance of their column, so that all have that of the cells seen: (9 + 1 + 16)/3 about
// the mean of 5, and 9 about 7.
func TestMissingCellsBeginWithTheVariance(t *testing.T) {
	nan := math.NaN()
	r := newRows(mat.NewDense(4, 3, []float64{2, nan, 1, 4, 10, 2, nan, 4, 3, 9, nan, 6}))
	for j, want := range []float64{26.0 / 3, 9, 3.5} {
		if got := r.s[4*j]; !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("column %d has the variance %v, want %v", j, got, want)
		}
	}
}

// changed is the model with other defaults.
type changed struct {
	Model
	by map[string]string
}

func (c changed) Info() inference.Info {
	i := c.Model.Info()
	i.Parameters = append([]inference.Parameter(nil), i.Parameters...)
	for k, p := range i.Parameters {
		if v, ok := c.by[p.Name]; ok {
			i.Parameters[k].Default = v
		}
	}
	return i
}

func TestConformanceOfCriteria(t *testing.T) {
	for _, by := range []map[string]string{{"criterion": "stars", "subsamples": "5", "points": "6"},
		{"criterion": "holdout", "points": "6", "subsamples": "3"},
		{"penalties": "adaptive", "points": "5", "subsamples": "3"},
		{"penalties": "adaptive", "criterion": "stars", "points": "5", "subsamples": "3"},
		{"gamma": "0", "ratio": "0.8", "points": "3", "subsamples": "3"}} {
		t.Run(fmt.Sprint(by), func(t *testing.T) {
			inferencetest.ConformanceWith(t, changed{Model{}, by}, inferencetest.Options{Iterations: 20},
				inferencetest.DatasetOf(eight(false)), inferencetest.DatasetOf(eight(true)))
		})
	}
	s := Model{}.Info().Defaults()
	for name, value := range map[string]string{"criterion": "stars", "subsamples": "0"} {
		if err := s.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := (Model{}).Check(inferencetest.DatasetOf(eight(false)), s); err == nil {
		t.Error("stars without subsamples")
	}
}

// logDet returns log det Ω of a positive definite Ω.
func logDet(omega *mat.SymDense) float64 {
	var c mat.Cholesky
	if !c.Factorize(omega) {
		return math.NaN()
	}
	return c.LogDet()
}
