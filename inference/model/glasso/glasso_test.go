package glasso

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/markov"

	"gonum.org/v1/gonum/mat"
)

// eight is a table of eight rows and four columns, with blanks and without.
func eight(blanks bool) *mat.Dense {
	x := mat.NewDense(8, 4, []float64{
		.5, 1.2, -.3, .8, -1.1, -.6, .4, -.9, .9, .3, 1.1, .2, -.2, -1.4, .6, -1,
		1.6, 1.1, -.8, 1.3, -.7, .2, -1.2, .1, .1, .7, .5, -.4, -1.3, -.9, .2, -.6})
	if blanks {
		for _, c := range [][2]int{{0, 1}, {3, 0}, {5, 3}, {6, 2}, {6, 3}} {
			x.Set(c[0], c[1], math.NaN())
		}
	}
	return x
}

func begin(t *testing.T, x *mat.Dense, set map[string]string) *fit {
	t.Helper()
	return inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), set).(*fit)
}

func run(t *testing.T, f *fit) *graph.Graph {
	t.Helper()
	for !f.done {
		f.advance()
	}
	g := graph.Of(f.Snapshot())
	if err := g.Check(nil); err != nil {
		t.Fatal(err)
	}
	return g
}

// The criterion against numbers of an independent program, which leave 2π out.
func TestCriterion(t *testing.T) {
	for lambda, want := range map[string]struct {
		ebic  float64
		edges int
	}{"0.1": {25.03755420, 5}, "0.25": {26.73440625, 4}} {
		f := begin(t, eight(false), map[string]string{"lambda": lambda, "subsamples": "0"})
		g := run(t, f)
		if got := f.ebic(f.best.log, len(g.Edges)) - 8*4*math.Log(2*math.Pi); !(math.Abs(got-want.ebic) <= 1e-6) ||
			len(g.Edges) != want.edges {
			t.Errorf("λ = %s: EBIC %.8f with %d edges, want %.8f with %d", lambda, got, len(g.Edges), want.ebic, want.edges)
		}
	}
}

// With blanks, the penalised log likelihood of what is observed rises to that of an independent
// program.
func TestMissingCells(t *testing.T) {
	const lambda, n = 0.1, 8
	f := begin(t, eight(true), map[string]string{"lambda": "0.1", "subsamples": "0"})
	penalised := func() float64 {
		omega := f.work.Precision()
		d, ok := markov.New(f.rows.mean, omega)
		if !ok {
			t.Fatal("not positive definite")
		}
		sum := 0.0
		for i := range n {
			sum += d.Log(f.x.RawRowView(i))
		}
		for i := range 4 {
			for j := range 4 {
				if i != j {
					sum -= n / 2.0 * lambda * math.Abs(omega.At(i, j))
				}
			}
		}
		return sum
	}
	last := math.Inf(-1)
	for range 400 {
		f.work.Begin(lambda)
		for !f.work.Advance(1 << 20) {
		}
		if now := penalised(); now < last-1e-9 {
			t.Fatalf("the penalised log likelihood fell from %v to %v", last, now)
		} else {
			last = now
		}
		f.rows.expect(f.work.Precision())
		f.work.Replace(f.rows.s)
	}
	if !(math.Abs(last+28.6971328) <= 1e-5) {
		t.Errorf("penalised log likelihood %.7f, want −28.6971328", last)
	}
	if o := f.work.Precision().At(0, 1); !(math.Abs(o+1.4019439) <= 1e-4) {
		t.Errorf("Ω12 %.7f, want −1.4019439", o)
	}
}

// A chain of columns is found: neighbours are joined, others are not, and its stability says so.
func TestChain(t *testing.T) {
	const n, d = 400, 12
	rng := rand.New(rand.NewPCG(4, 4))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		x.Set(i, 0, rng.NormFloat64())
		for j := 1; j < d; j++ {
			x.Set(i, j, 0.6*x.At(i, j-1)+0.8*rng.NormFloat64())
		}
	}
	f := begin(t, x, nil)
	g := run(t, f)
	found := 0
	for _, e := range g.Edges {
		switch {
		case e.To != e.From+1:
			if !(math.Abs(e.Weight) <= 0.15) {
				t.Errorf("edge %+v, and there is none", e)
			}
		case e.Strength < 0.9 || e.Weight < 0.2:
			t.Errorf("edge %+v", e)
		default:
			found++
		}
	}
	if found != d-1 || len(g.Edges) > 30 {
		t.Errorf("%d of %d edges found, %d in all of 66", found, d-1, len(g.Edges))
	}
	chosen := 0
	for _, p := range g.Path {
		if p.Chosen {
			chosen++
		}
	}
	if chosen != 1 || g.Measure != graph.Stability {
		t.Errorf("%d chosen points, %s", chosen, g.Measure)
	}
}

// The density of a row with cells left out is the margin of that of whole rows.
func TestDensity(t *testing.T) {
	f := begin(t, eight(false), map[string]string{"lambda": "0.1", "subsamples": "0"})
	run(t, f)
	whole := func(v float64) float64 {
		d, err := f.LogDensity(context.Background(), mat.NewDense(1, 4, []float64{.3, v, -.2, .4}))
		if err != nil {
			t.Fatal(err)
		}
		return math.Exp(d[0])
	}
	sum := 0.0
	for k := range 4000 {
		sum += whole(-10+20*(float64(k)+0.5)/4000) * 20 / 4000
	}
	part, err := f.LogDensity(context.Background(), mat.NewDense(1, 4, []float64{.3, math.NaN(), -.2, .4}))
	if err != nil || !(math.Abs(part[0]-math.Log(sum)) <= 1e-9) {
		t.Errorf("%v, want %v (%v)", part, math.Log(sum), err)
	}
}

func TestConformance(t *testing.T) {
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 40}, inferencetest.DatasetOf(eight(false)),
		inferencetest.DatasetOf(eight(true)))
}

// Two columns are enough for a network, one is not.
func TestFewestColumns(t *testing.T) {
	for d, fine := range map[int]bool{1: false, 2: true} {
		x := mat.NewDense(6, d, nil)
		for i := range 6 {
			for j := range d {
				x.Set(i, j, float64((i+1)*(j+2)%7))
			}
		}
		if _, err := (Model{}).Check(inferencetest.DatasetOf(x), Model{}.Info().Defaults()); (err == nil) != fine {
			t.Errorf("%d columns: %v", d, err)
		}
	}
}

// Notes speak of missing cells only where there are some.
func TestNotesOfMissingCells(t *testing.T) {
	for _, blanks := range []bool{false, true} {
		notes, err := Model{}.Check(inferencetest.DatasetOf(eight(blanks)), Model{}.Info().Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(notes, " "), "Missing cells"); got != blanks {
			t.Errorf("blanks %v: %q", blanks, notes)
		}
	}
}

// The log likelihood shown along the path is that of the rows under normals with the precision found, and the criterion
// follows from it: −2·log + E·ln N + 4γE·ln D.
func TestLogLikelihoodShown(t *testing.T) {
	f := begin(t, eight(false), map[string]string{"lambda": "0.25", "subsamples": "0", "gamma": "0.5"})
	g := run(t, f)
	var inverse mat.Dense
	if err := inverse.Inverse(f.best.omega); err != nil {
		t.Fatal(err)
	}
	x, sum := eight(false), 0.0
	for i := range 8 {
		for a := range 4 {
			for b := range 4 {
				sum -= 0.5 * (f.x.At(i, a) - f.rows.mean[a]) * f.best.omega.At(a, b) * (f.x.At(i, b) - f.rows.mean[b])
			}
		}
	}
	sum -= 0.5 * 8 * (4*math.Log(2*math.Pi) + math.Log(mat.Det(&inverse)))
	shown := f.scalars()
	e := float64(len(g.Edges))
	if r, c := x.Dims(); r != 8 || c != 4 {
		t.Fatal("another table")
	}
	inferencetest.Near(t, "log likelihood", shown[3], sum, 1e-8)
	inferencetest.Near(t, "criterion", shown[0], -2*sum+e*math.Log(8)+2*e*math.Log(4), 1e-8)
}

// Fewer than twenty rows are said to support few edges.
func TestNoteOfFewRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n, want := range map[int]bool{19: true, 20: false} {
		x := mat.NewDense(n, 3, nil)
		for i := range n {
			for j := range 3 {
				x.Set(i, j, rng.NormFloat64())
			}
		}
		notes, err := Model{}.Check(inferencetest.DatasetOf(x), Model{}.Info().Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(notes, " "), "few edges"); got != want {
			t.Errorf("%d rows: %v", n, notes)
		}
	}
}

// At each penalty missing cells are expected eight times, and none without missing cells.
func TestRoundsOfMissingCells(t *testing.T) {
	for blanks, want := range map[bool]int{false: 0, true: 8} {
		f := begin(t, eight(blanks), map[string]string{"lambda": "0.25", "subsamples": "0"})
		run(t, f)
		if f.round != want {
			t.Errorf("blanks %v: %d rounds, not %d", blanks, f.round, want)
		}
	}
}

// The weight of an edge is the partial correlation, whatever the units of the columns; its strength says how many of
// the subsamples have it.
func TestWeights(t *testing.T) {
	f := begin(t, eight(false), map[string]string{"lambda": "0.1"})
	run(t, f)
	omega := mat.NewSymDense(4, []float64{4, -1, 0, 0.5, -1, 9, 2, 0, 0, 2, 1.5, 0, 0.5, 0, 0, 0.25})
	f.best.omega = omega
	f.sample, f.subsamples, f.count = 1, 8, make([]int, 16)
	f.count[1*4+0], f.count[2*4+1], f.count[3*4+0] = 8, 6, 1
	g := f.graph()
	want := []graph.Edge{{From: 0, To: 1, Strength: 1, Weight: 1.0 / 6},
		{From: 1, To: 2, Strength: 0.75, Weight: -2 / math.Sqrt(13.5)}, {From: 0, To: 3, Strength: 0.125, Weight: -0.5}}
	if len(g.Edges) != 3 {
		t.Fatalf("edges %+v", g.Edges)
	}
	for k, e := range g.Edges {
		w := want[k]
		if e.From != w.From || e.To != w.To || !(math.Abs(e.Strength-w.Strength) <= 1e-12) ||
			!(math.Abs(e.Weight-w.Weight) <= 1e-12) {
			t.Errorf("edge %+v, want %+v", e, w)
		}
	}
}

// A subsample has 10√N rows of more than 144, four fifths of fewer, and their covariance.
func TestSubsamples(t *testing.T) {
	for n, want := range map[int]int{3: 2, 10: 8, 100: 80, 144: 115, 145: 120, 400: 200} {
		x := mat.NewDense(n, 2, nil)
		rng := rand.New(rand.NewPCG(uint64(n), 4))
		for i := range n {
			x.Set(i, 0, rng.NormFloat64())
			x.Set(i, 1, x.At(i, 0)+2*rng.NormFloat64())
		}
		f := begin(t, x, nil)
		got := f.subsample(3)
		rows := f.streams.Task(3).Perm(n)[:want]
		s := make([]float64, 4)
		mean := [2]float64{}
		for _, i := range rows {
			for j := range 2 {
				mean[j] += f.rows.row(i)[j] / float64(want)
			}
		}
		for _, i := range rows {
			for j := range 4 {
				s[j] += (f.rows.row(i)[j/2] - mean[j/2]) * (f.rows.row(i)[j%2] - mean[j%2]) / float64(want)
			}
		}
		for j, v := range s {
			if !(math.Abs(got[j]-v) <= 1e-12*(1+math.Abs(v))) {
				t.Errorf("%d rows: cell %d of the covariance is %v, want %v", n, j, got[j], v)
			}
		}
	}
}

// What a fit says it is doing: one penalty after the other, with all pairs alike or each with its own, then the
// subsamples.
func TestPhases(t *testing.T) {
	f := &fit{penalties: []float64{3, 2, 1}, subsamples: 8}
	for k, want := range []string{"penalty 1 of 3", "penalty 2 of 3", "penalty 3 of 3", "subsample 1 of 8"} {
		if got := f.phase(); got != want {
			t.Errorf("after %d penalties: %q, want %q", k, got, want)
		}
		f.path = append(f.path, graph.Point{})
	}
	f.sample = 7
	if got := f.phase(); got != "subsample 8 of 8" {
		t.Errorf("%q", got)
	}
	f.path, f.share = f.path[:1], make([]float64, 1)
	if got := f.phase(); got != "penalty 2 of 3, each pair with its own" {
		t.Errorf("%q", got)
	}
	f.done = true
	if got := f.phase(); got != "complete" {
		t.Errorf("%q", got)
	}
}
