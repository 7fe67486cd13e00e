package outtree

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

// five are five points of the plane; the numbers below were found by listing their 625 trees.
var five = mat.NewDense(5, 2, []float64{0, 0, 1, 0, 0, 1, 2, 1, 3, 3})

// run does cycles until the fit settles and requires that the bound never falls.
func run(t *testing.T, f *fit) {
	t.Helper()
	if f.names == nil {
		for i := range f.table.t {
			f.names = append(f.names, fmt.Sprint(i))
		}
	}
	last := math.Inf(-1)
	for range 500 {
		for !f.advance() {
		}
		if f.Bound < last-1e-9*(1+math.Abs(last)) {
			t.Fatalf("cycle %d: the bound fell from %v to %v", f.Cycle, last, f.Bound)
		}
		last = f.Bound
		if f.Settled {
			return
		}
	}
	t.Fatal("not settled in 500 cycles")
}

// With τ and a fixed the bound is the log density itself, and a new row has an exact one too.
func TestFixedPrecision(t *testing.T) {
	p := prior{shape: 1, rate: 1, mean: []float64{0, 0}, variance: []float64{4, 4}, slope: 1, tau: 1, weight: 1,
		weightFixed: true}
	for _, c := range []struct {
		forest     bool
		log, fresh float64
	}{{false, -18.7867680644, -2.6562305907}, {true, -18.8033899652, -2.7539647960}} {
		p.forest = c.forest
		f := newFit(five, p, false, 0)
		run(t, f)
		inferencetest.Near(t, "log density", f.Bound, c.log, 1e-9)
		d, err := f.LogDensity(context.Background(), mat.NewDense(1, 2, []float64{1, 1}))
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Near(t, "of a new row", d[0], c.fresh, 1e-9)
	}
}

// Four rows with three blanks: the bound rises to the value found by an independent program, below
// the exact evidence by quadrature. What stands in blank cells does not matter, being NaN.
func TestMissingCells(t *testing.T) {
	blank := math.NaN()
	p := prior{shape: 2, rate: 1, mean: []float64{0, 0}, variance: []float64{1.5, 1.5}, slope: 1, weight: 1}
	f := newFit(mat.NewDense(4, 2, []float64{.3, -1.1, blank, .2, -.4, blank, 1.6, blank}), p, false, 0)
	run(t, f)
	inferencetest.Near(t, "bound", f.Bound, -9.592020, 2e-5)
	g := newFit(mat.NewDense(4, 2, []float64{.3, -1.1, .9, .2, -.4, .5, 1.6, 1.3}), p, false, 0)
	run(t, g)
	inferencetest.Near(t, "bound of the complete table", g.Bound, -13.425761, 2e-5)
	const exact, complete = -8.685702, -13.325238
	if f.Bound > exact || g.Bound > complete {
		t.Errorf("bounds %v and %v above the evidence", f.Bound, g.Bound)
	}
}

// evidence sums all trees of x and integrates τ over a grid of its logarithm.
func evidence(x *mat.Dense, p prior) float64 {
	n, d := x.Dims()
	trees := [][]int{}
	parent := make([]int, n)
	var fill func(u int)
	fill = func(u int) {
		if u == n {
			roots := 0
			for v := range n {
				at, steps := v, 0
				for ; at >= 0 && steps <= n; steps++ {
					at = parent[at]
				}
				if at >= 0 {
					return
				}
				if parent[v] < 0 {
					roots++
				}
			}
			if p.forest || roots == 1 {
				trees = append(trees, append([]int(nil), parent...))
			}
			return
		}
		for v := -1; v < n; v++ {
			if v != u {
				parent[u] = v
				fill(u + 1)
			}
		}
	}
	fill(0)
	total := 0.0
	const low, high, points = -12.0, 12.0, 4000
	lg, _ := math.Lgamma(p.shape)
	for k := range points {
		s := low + (high-low)*(float64(k)+0.5)/points
		tau := math.Exp(s)
		sum := 0.0
		for _, tree := range trees {
			roots, log := 0.0, 0.0
			for u, v := range tree {
				for j := range d {
					e, precision := x.At(u, j), tau
					if v < 0 {
						e, precision = e-p.mean[j], 1/p.variance[j]
					} else {
						e -= x.At(v, j)
					}
					log += 0.5*math.Log(precision/(2*math.Pi)) - 0.5*precision*e*e
				}
				if v < 0 {
					roots++
				}
			}
			if p.forest {
				log += (roots-1)*math.Log(p.weight) - float64(n-1)*math.Log(float64(n)+p.weight)
			} else {
				log -= float64(n-1) * math.Log(float64(n))
			}
			sum += math.Exp(log)
		}
		gamma := p.shape*math.Log(p.rate) - lg + p.shape*s - p.rate*tau // with the Jacobian of log τ
		total += sum * math.Exp(gamma) * (high - low) / points
	}
	return math.Log(total)
}

// The bound lies below the evidence, and not far: with q(τ) instead of τ it loses some tenths of a nat.
func TestBoundBelowEvidence(t *testing.T) {
	for _, forest := range []bool{false, true} {
		p := prior{shape: 1.5, rate: 0.7, mean: []float64{1, 1}, variance: []float64{2, 3}, slope: 1, forest: forest,
			weight: 0.8, weightFixed: true}
		f := newFit(five, p, false, 0)
		run(t, f)
		exact := evidence(five, p)
		if gap := exact - f.Bound; gap < 0 || gap > 0.6 {
			t.Errorf("forest %v: bound %v, evidence %v", forest, f.Bound, exact)
		}
	}
}

// The bound of the linear conditional never falls, nor that of forests whose weight is learnt.
func TestBoundsRise(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n, d := 12+int(seed)*5, 1+int(seed)%4
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, rng.NormFloat64()+4*float64(i%3))
				if seed%3 == 1 && rng.IntN(5) == 0 {
					x.Set(i, j, math.NaN())
				}
			}
		}
		mean, variance, _ := conjugate.Moments(x)
		p := prior{shape: 1, rate: 0.01, mean: mean, variance: variance, slope: 10, weight: 1, forest: seed%2 == 1}
		run(t, newFit(x, p, false, 0))
		if seed%3 != 1 {
			run(t, newFit(x, p, true, 0))
		}
	}
}

// Every child has the density of its own columns whatever the parent, so the trees fall out.
func TestIndependentRows(t *testing.T) {
	f := newFit(five, prior{shape: 1, rate: 1, mean: []float64{0, 0}, variance: []float64{4, 4}, tau: 1, weight: 1}, false,
		0)
	f.part = alone{f.part, f.prior}
	run(t, f)
	want := 0.0
	for u := range 5 {
		want += f.table.root(u, f.prior)
	}
	inferencetest.Near(t, "log density", f.Bound, want, 1e-9)
}

type alone struct {
	conditional
	prior prior
}

func (a alone) weigh(t *table, u int, _ []int, to []float64) {
	for v := range to {
		to[v] = t.root(u, a.prior)
	}
}

// Of the prior's own data the fit finds the precision, and in a forest the number of roots.
func TestRecovers(t *testing.T) {
	s := Model{}.Info().Defaults()
	for name, value := range map[string]string{"tau": "25", "roots": any, "root_weight": "6"} {
		if err := s.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	draw, err := Model{}.Sample(150, 8, s, rng)
	if err != nil {
		t.Fatal(err)
	}
	truth := draw.Parts[0].(*graph.Graph)
	if err := truth.Check(nil); err != nil {
		t.Fatal(err)
	}
	roots := 0.0
	for _, p := range truth.Root {
		roots += p
	}
	x := draw.X
	mean, variance, _ := conjugate.Moments(x)
	f := newFit(x, prior{shape: 1, rate: 0.01, mean: mean, variance: variance, weight: 1, forest: true}, false, 0)
	run(t, f)
	if tau := f.part.precision(); tau < 20 || tau > 31 {
		t.Errorf("τ %v, want about 25", tau)
	}
	if !(math.Abs(f.Roots-roots) <= 4) {
		t.Errorf("%v roots expected, %v in truth", f.Roots, roots)
	}
	// The edges of the truth are as probable as edges drawn with these probabilities would be.
	found, expected := 0.0, 0.0
	for u := range 150 {
		for v := range u {
			p := f.joined(u, v)
			expected += p * p
		}
	}
	for u, v := range truth.Best {
		if v >= 0 {
			found += f.joined(u, v)
		}
	}
	if !(math.Abs(found/expected-1) <= 0.12) {
		t.Errorf("the edges of the truth have probability %v together, %v was expected", found, expected)
	}
}

// joined is the probability that two rows are joined, from the graph.
func (f *fit) joined(u, v int) float64 {
	sum := 0.0
	for _, e := range f.graph.Edges {
		if e.From == u && e.To == v || e.From == v && e.To == u {
			sum += e.Strength
		}
	}
	return sum
}

// The number of roots of the prior's forests is 1 + Binomial(T−1, a/(T+a)).
func TestPriorOfForests(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const draws = 40_000
	count := map[int]float64{}
	for range draws {
		k := 0
		for _, v := range uniform(5, 0.7, rng) {
			if v < 0 {
				k++
			}
		}
		count[k]++
	}
	for k, want := range []float64{.5920802774, .3315649553, .0696286406, .0064986731, .0002274536} {
		if e := math.Abs(count[k+1]/draws - want); e > 5*math.Sqrt(want/draws) {
			t.Errorf("%d roots in %v of the draws, want %v", k+1, count[k+1]/draws, want)
		}
	}
	trees := map[string]float64{}
	for range draws {
		trees[fmt.Sprint(uniform(3, 0, rng))]++
	}
	for tree, n := range trees {
		if e := math.Abs(n/draws - 1.0/9); len(trees) != 9 || e > 5*math.Sqrt(1.0/9/draws) {
			t.Errorf("%d trees; %s in %v of the draws, want 1/9", len(trees), tree, n/draws)
		}
	}
}

func TestConformance(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	x := mat.NewDense(14, 3, nil)
	for i := range 14 {
		for j := range 3 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	holes := mat.DenseCopyOf(x)
	holes.Set(3, 1, math.NaN())
	holes.Set(9, 1, math.NaN())
	holes.Set(9, 0, math.NaN())
	inferencetest.Conformance(t, Model{}, inferencetest.DatasetOf(x), inferencetest.DatasetOf(holes))
	for _, change := range [][2]string{{"conditional", linear}, {"roots", any}} {
		inferencetest.Conformance(t, changed{Model{}, change}, inferencetest.DatasetOf(x))
	}
}

// A snapshot shows the last complete cycle, also in the middle of the next one, and so does what was
// saved there and restored. (A slow machine ends steps in places where a quick one does not.)
func TestSnapshotInTheMiddleOfACycle(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	x := mat.NewDense(9, 3, nil)
	for i := range 9 {
		for j := range 3 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	x.Set(3, 1, math.NaN())
	x.Set(5, 0, math.NaN())
	f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), nil).(*fit)
	fresh := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), nil).(*fit)
	for last := f.Cycle + 2; f.Cycle < last; f.advance() {
		state, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if err := fresh.UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		if got, want := fresh.Snapshot().Scalars, f.Snapshot().Scalars; !slices.Equal(got, want) {
			t.Fatalf("cycle %d, stage %d: restored %v, not %v", f.Cycle, f.stage, got, want)
		}
	}
}

// changed is the model with another default.
type changed struct {
	Model
	by [2]string
}

func (c changed) Info() inference.Info {
	i := c.Model.Info()
	for k, p := range i.Parameters {
		if p.Name == c.by[0] {
			i.Parameters = append([]inference.Parameter(nil), i.Parameters...)
			i.Parameters[k].Default = c.by[1]
		}
	}
	return i
}

func BenchmarkStep(b *testing.B) {
	for _, n := range []int{100, 500} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			x := mat.NewDense(n, 10, nil)
			for i := range n {
				for j := range 10 {
					x.Set(i, j, rng.NormFloat64())
				}
			}
			mean, variance, _ := conjugate.Moments(x)
			for b.Loop() {
				f := newFit(x, prior{shape: 1, rate: 0.01, mean: mean, variance: variance, weight: 1}, false, 0)
				f.names = make([]string, n)
				for !f.advance() {
				}
			}
		})
	}
}

// With τ fixed, a row given its parent is normal with variance 1/τ in every column.
func TestPredictWithFixedPrecision(t *testing.T) {
	const tau = 4.0
	p := prior{shape: 1, rate: 1, mean: []float64{0, 0}, variance: []float64{4, 4}, slope: 1, tau: tau, weight: 1,
		weightFixed: true}
	f := newFit(five, p, false, 0)
	w, to := newWalker(f.table, p, 1), make([]float64, 5)
	x := []float64{0.3, -0.7}
	w.predict(f.table, x, to)
	for v := range to {
		want := 1.0
		for j := range 2 {
			e := x[j] - five.At(v, j)
			want *= math.Sqrt(tau/(2*math.Pi)) * math.Exp(-tau*e*e/2)
		}
		inferencetest.Near(t, fmt.Sprint("given row ", v), to[v], math.Log(want), 1e-12)
	}
}

// With τ learnt, the observed cells of a row given its parent are a multivariate Student t: that of a and b as they
// are, by the integral over τ.
func TestPredictWithLearntPrecision(t *testing.T) {
	p := prior{shape: 1, rate: 1, mean: []float64{0, 0}, variance: []float64{4, 4}, slope: 1, weight: 1, weightFixed: true}
	f := newFit(five, p, false, 0)
	w, to := newWalker(f.table, p, 1), make([]float64, 5)
	w.q = gamma{3.5, 1.75}
	for _, x := range [][]float64{{0.3, -0.7}, {math.NaN(), 0.4}} {
		w.predict(f.table, x, to)
		for v := range to {
			total := 0.0
			const steps, most = 60_000, 60.0
			for k := range steps {
				tau := most * (float64(k) + 0.5) / steps
				log := 3.5*math.Log(1.75) - lgamma(3.5) + 2.5*math.Log(tau) - 1.75*tau
				for j := range 2 {
					if e := x[j] - five.At(v, j); e == e {
						log += 0.5*math.Log(tau/(2*math.Pi)) - tau*e*e/2
					}
				}
				total += math.Exp(log) * most / steps
			}
			inferencetest.Near(t, fmt.Sprint("given row ", v), to[v], math.Log(total), 1e-7)
		}
	}
}

func lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// A tree has one root, not about one.
func TestOneRoot(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	x := mat.NewDense(60, 3, nil)
	for i := range 60 {
		for j := range 3 {
			x.Set(i, j, rng.NormFloat64()+float64(4*(i%3)))
		}
	}
	f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), nil).(*fit)
	for !f.done() {
		f.advance()
	}
	for _, s := range f.Snapshot().Scalars {
		if s.Name == "roots" && (s.Mean != 1 || s.StandardDeviation != 0) {
			t.Errorf("roots %v ± %v", s.Mean, s.StandardDeviation)
		}
	}
}

// Edges of a thousandth are listed, and those of the best tree in any case; the others are added up.
func TestWeakEdgesAreAddedUp(t *testing.T) {
	f := &fit{table: &table{t: 5, d: 1, x: []float64{0, 3, 5, 9, 1}}, next: &graph.Graph{Best: []int{1, -1, 1, 1, 1}}}
	f.list(0, []float64{0, 1e-5, 0.0015, 0.0009, 0.0008})
	g := f.next
	if len(g.Edges) != 2 || g.Edges[0].From != 1 || g.Edges[1].From != 2 || g.Edges[1].Strength != 0.0015 {
		t.Errorf("edges %v", g.Edges)
	}
	if !(math.Abs(g.Omitted-0.0017) <= 1e-12) {
		t.Errorf("%v is omitted", g.Omitted)
	}
}
