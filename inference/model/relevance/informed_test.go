package relevance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/stat/information"
	"example.org/espalier/inference/stat/pairs"

	"gonum.org/v1/gonum/mat"
)

// drawn is a table of which each cell is drawn by its column.
func drawn(n int, rng *rand.Rand, columns ...func(row []float64) float64) *mat.Dense {
	x := mat.NewDense(n, len(columns), nil)
	for i := range n {
		for j, c := range columns {
			x.Set(i, j, c(x.RawRowView(i)))
		}
	}
	return x
}

var withInformation = map[string]string{"measure": "information"}

// The test finds a square, a wave and a circle, which have no correlation; numbers shifted by a
// category; two categories; and numbers with missing cells. Weights are in nats.
func TestShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 5))
	normal := func([]float64) float64 { return rng.NormFloat64() }
	angle := 0.0
	x := drawn(200, rng, normal,
		func(r []float64) float64 { return r[0]*r[0] + 0.3*rng.NormFloat64() },
		normal,
		func(r []float64) float64 { return math.Cos(4*r[2]) + 0.3*rng.NormFloat64() },
		func([]float64) float64 {
			angle = 2 * math.Pi * rng.Float64()
			return math.Cos(angle) + 0.1*rng.NormFloat64()
		},
		func([]float64) float64 { return math.Sin(angle) + 0.1*rng.NormFloat64() },
		func([]float64) float64 { return float64(rng.IntN(3)) },
		func(r []float64) float64 { return math.Mod(r[6], 2)*2 + rng.NormFloat64() }, // the middle category apart
		func(r []float64) float64 {
			if rng.IntN(3) == 0 {
				return float64(rng.IntN(3))
			}
			return math.Mod(2*r[6]+1, 3)
		})
	want := map[[2]int]bool{{0, 1}: true, {2, 3}: true, {4, 5}: true, {6, 7}: true, {6, 8}: true, {7, 8}: true}
	for i := range 20 {
		x.Set(3*i, 1, math.NaN())
		x.Set(5*i+1, 7, math.NaN())
	}
	f := run(t, inferencetest.DatasetOf(x), withInformation)
	g := graph.Of(f.Snapshot())
	if err := g.Check(nil); err != nil {
		t.Fatal(err)
	}
	if g.Weighted != graph.Information || g.Unit() != "nats" || g.Measure != graph.Significance {
		t.Errorf("weights are %q in %q, strengths %q", g.Weighted, g.Unit(), g.Measure)
	}
	found := 0
	for _, e := range g.Edges {
		if want[[2]int{e.From, e.To}] && e.Strength > 0.95 {
			found++
			if !(e.Weight > 0.05 && e.Weight < 3) {
				t.Errorf("edge %+v", e)
			}
		} else if e.Strength > 0.95 {
			t.Errorf("a false edge %+v", e)
		}
	}
	if found != len(want) {
		t.Errorf("%d of %d pairs: %+v", found, len(want), g.Edges)
	}
	for _, e := range run(t, inferencetest.DatasetOf(x), nil).edges {
		if e.To < 6 && e.Strength > 0.95 {
			t.Errorf("the correlation finds %+v", e)
		}
	}
}

// If columns are independent, a table has an edge no more often than the false discovery rate: columns of
// numbers, of rounded numbers, of many zeros, of categories, with and without cells missing.
func TestNoInformation(t *testing.T) {
	const tables, rate = 80, 0.2
	for _, holes := range []bool{false, true} {
		some := 0
		for k := range tables {
			rng := rand.New(rand.NewPCG(uint64(k), 9))
			normal := func([]float64) float64 { return rng.NormFloat64() }
			rounded := func([]float64) float64 { return math.Round(2*rng.NormFloat64()) / 2 }
			zeros := func([]float64) float64 { return max(0, rng.NormFloat64()) }
			category := func([]float64) float64 { return float64(rng.IntN(3)) }
			rare := func([]float64) float64 { return math.Floor(1.15 * rng.Float64()) }
			many := func([]float64) float64 { return float64(rng.IntN(8)) } // of which chance gives much information
			x := drawn(30, rng, normal, normal, normal, rounded, rounded, zeros, zeros, category, many, many, rare)
			if holes {
				x.Apply(func(_, _ int, v float64) float64 {
					if rng.IntN(8) == 0 {
						return math.NaN()
					}
					return v
				}, x)
			}
			data := inferencetest.DatasetOf(x)
			s := Model{}.Info().Defaults()
			for name, value := range map[string]string{"measure": "information", "fdr": fmt.Sprint(rate), "shuffles": "60"} {
				if err := s.Set(name, value); err != nil {
					t.Fatal(err)
				}
			}
			stepper, err := Model{}.New(data, s, inference.Streams{Seed: uint64(k)}, 1)
			if err != nil {
				t.Fatal(err)
			}
			f := stepper.(*fit)
			inferencetest.Finish(t, f)
			if len(f.edges) > 0 {
				some++
			}
		}
		if most := rate*tables + 3*math.Sqrt(tables*rate*(1-rate)); !(float64(some) <= most) {
			t.Errorf("holes %v: %d of %d tables have an edge, expected %.0f at most", holes, some, tables, most)
		}
	}
}

// p values of two columns are those of all shuffles: of eight rows, all 40,320 orders are counted, numbers
// by all distances.
func TestInformedPermutations(t *testing.T) {
	one, other := []float64{.5, -1.1, .9, -.2, 1.6, -.7, .1, -1.3}, []float64{1.2, -.6, .3, -1.4, 1.1, .2, .7, -.9}
	x := mat.NewDense(8, 2, nil)
	x.SetCol(0, one)
	x.SetCol(1, other)
	const draws = 10_000
	f := run(t, inferencetest.DatasetOf(x), map[string]string{"measure": "information", "shuffles": fmt.Sprint(draws),
		"neighbours": "2"})
	a, b := pairs.Transformed(one, pairs.Scores), pairs.Transformed(other, pairs.Scores)
	seen, as, all := terms(a, b, 2), 0, 0
	var permute func(k int)
	permute = func(k int) {
		if k == len(b) {
			all++
			if terms(a, b, 2) >= seen-1e-9 {
				as++
			}
			return
		}
		for i := k; i < len(b); i++ {
			b[k], b[i] = b[i], b[k]
			permute(k + 1)
			b[k], b[i] = b[i], b[k]
		}
	}
	permute(0)
	want := float64(as) / float64(all)
	if e := math.Abs(f.p[0] - want); all != 40320 || !(e <= 5*math.Sqrt(want/draws)) {
		t.Errorf("p = %v, want %v of %d orders", f.p[0], want, all)
	}
}

// terms is the part of the estimate that depends on the order: sums of harmonic numbers of the rows nearer than
// the k-th, by both columns less by each of them.
func terms(x, y []float64, k int) (sum float64) {
	for i := range x {
		var all []float64
		for j := range x {
			if j != i {
				all = append(all, math.Max(math.Abs(x[i]-x[j]), math.Abs(y[i]-y[j])))
			}
		}
		for range k - 1 { // the k-th least stays
			least := 0
			for j, d := range all {
				if d < all[least] {
					least = j
				}
			}
			all = append(all[:least], all[least+1:]...)
		}
		reach := all[0]
		for _, d := range all {
			reach = math.Min(reach, d)
		}
		var both, across, up float64
		for j := range x {
			if j == i {
				continue
			}
			dx, dy := math.Abs(x[i]-x[j]) < reach, math.Abs(y[i]-y[j]) < reach
			if dx && dy {
				both++
				sum += 1 / both
			}
			if dx {
				across++
				sum -= 1 / across
			}
			if dy {
				up++
				sum -= 1 / up
			}
		}
	}
	return sum
}

// A column that does not vary, one that is missing and one of a single cell have no edge.
func TestNothingToMeasure(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 5))
	nan := math.NaN()
	first := true
	x := drawn(40, rng, func([]float64) float64 { return rng.NormFloat64() },
		func([]float64) float64 { return 0.5 }, func([]float64) float64 { return 3 }, func([]float64) float64 { return nan },
		func([]float64) float64 {
			if first {
				first = false
				return 1.5
			}
			return nan
		})
	f := run(t, inferencetest.DatasetOf(x), withInformation)
	if len(f.edges) > 0 || len(f.p) != 10 {
		t.Errorf("%d pairs, edges %+v", len(f.p), f.edges)
	}
	for k, p := range f.p {
		if p != 1 || f.r[k] != 0 {
			t.Errorf("pair %d: p = %v, information %v", k+1, p, f.r[k])
		}
	}
}

// Pairs are of one kind where their columns have the same equal values.
func TestKinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 5))
	normal := func([]float64) float64 { return rng.NormFloat64() }
	row := -1
	half := func([]float64) float64 { return float64(row % 2) }
	x := drawn(40, rng, func(r []float64) float64 { row++; return normal(r) }, normal, half, half, normal)
	f := run(t, inferencetest.DatasetOf(x), map[string]string{"measure": "information", "shuffles": "7"})
	sizes := map[int]int{}
	for _, k := range f.informed.kinds {
		pairs := len(k.least)
		sizes[pairs]++
		if k.counts[0] != 7*pairs {
			t.Errorf("%d shuffled pairs of a kind of %d", k.counts[0], pairs)
		}
	}
	// Numbers with numbers 3, numbers with categories 6, categories with categories 1.
	if len(sizes) != 3 || sizes[3] != 1 || sizes[6] != 1 || sizes[1] != 1 {
		t.Errorf("kinds of %v", sizes)
	}
}

// Columns with the same mean group of equal values, but half of one all equal and the other in four parts, have null
// distributions whose tails differ by more than half, so they are not pooled.
func TestShapesOfTiesAreTold(t *testing.T) {
	half, quarters, similar := make([]float64, 100), make([]float64, 100), make([]float64, 100)
	for i := range half {
		half[i], quarters[i], similar[i] = float64(max(0, i-50)), float64(i%4), float64(max(0, i-48))
	}
	label := func(x []float64) string { c := information.Numbers(x); return tiesOf(&c) }
	if label(half) == label(quarters) {
		t.Errorf("both are %q", label(half))
	}
	if label(half) != label(similar) {
		t.Errorf("%q and %q of columns that are nearly the same", label(half), label(similar))
	}
}

// Of numbers the label has two counts of steps by a quarter, from 1: to the mean group of equal values over the rows,
// and to the largest group. They are counted here by multiplication.
func TestStepsOfTies(t *testing.T) {
	steps := func(x float64) (n int) {
		for next := 1.25; next <= x; next *= 1.25 {
			n++
		}
		return n
	}
	for _, groups := range [][]int{{2, 1, 1}, {2, 2}, {3, 1, 1, 1}, {5, 4}, {7, 2, 1}, {26, 20, 4, 1}, {51, 1, 1, 1},
		{100}} {
		var x []float64
		n, square := 0, 0
		for k, size := range groups { // the largest is first
			for range size {
				x = append(x, float64(k))
			}
			n, square = n+size, square+size*size
		}
		c := information.Numbers(x)
		want := fmt.Sprintf("numbers %d %d", steps(float64(square)/float64(n)), steps(float64(groups[0])))
		if got := tiesOf(&c); got != want {
			t.Errorf("groups %v: %q, want %q", groups, got, want)
		}
	}
}

// The p value of each pair is by the number of shuffled pairs of its kind with as much information, counted one by
// one, equal ones among them.
func TestShares(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 5))
	for range 20 {
		var seen, null []float64
		k := kind{}
		for range 1 + rng.IntN(6) {
			seen = append(seen, float64(rng.IntN(5)))
			k.least = append(k.least, seen[len(seen)-1]-rounding)
		}
		slices.Sort(k.least)
		k.counts = make([]int, len(seen)+1)
		for range rng.IntN(30) {
			null = append(null, float64(rng.IntN(5))-[]float64{0, rounding / 2, rounding, 2 * rounding}[rng.IntN(4)])
			k.add(null[len(null)-1])
		}
		k.sum()
		for _, s := range seen {
			beyond := 0
			for _, v := range null {
				if v >= s-rounding {
					beyond++
				}
			}
			inferencetest.Near(t, "p", k.share(s), float64(1+beyond)/float64(1+len(null)), 1e-15)
		}
	}
}

// A panic in a goroutine that measures pairs reaches the caller, where it becomes the error of the run.
func TestInformedPanic(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 5))
	normal := func([]float64) float64 { return rng.NormFloat64() }
	data := inferencetest.DatasetOf(drawn(20, rng, normal, normal, normal, normal))
	f := newInformed(data, pairs.Scores, 3, 10, inference.Streams{}, 3)
	f.estimators[1] = nil // cannot measure
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	f.advance()
}

// The fit reports its progress, which only grows, and a cancelled step says so.
func TestInformedSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 5))
	normal := func([]float64) float64 { return rng.NormFloat64() }
	x := drawn(300, rng, normal, normal, normal, normal, normal)
	f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), withInformation).(*fit)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	last, steps := 0.0, 0
	for done := false; !done; steps++ {
		if _, err := f.Step(cancelled); !errors.Is(err, context.Canceled) {
			t.Fatalf("a cancelled step gives %v", err)
		}
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !(r.Fraction >= last && r.Fraction <= 1) {
			t.Errorf("%v of the work is done after %v", r.Fraction, last)
		}
		last, done = r.Fraction, r.Done
	}
	if last != 1 || steps < 3 {
		t.Errorf("%v of the work is done after %d steps", last, steps)
	}
}

// As TestConformance, with mutual information.
func TestInformedConformance(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 5))
	normal := func([]float64) float64 { return rng.NormFloat64() }
	x := drawn(40, rng, normal, normal, func([]float64) float64 { return float64(rng.IntN(4)) },
		func(r []float64) float64 { return r[2] + r[0]*r[0] }, func([]float64) float64 { return 1 })
	holes := mat.DenseCopyOf(x)
	holes.Set(1, 1, math.NaN())
	holes.Set(4, 2, math.NaN())
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: withInformation}, inferencetest.DatasetOf(x),
		inferencetest.DatasetOf(holes))
}

// Pairs of which every row has both are of one kind, those with a cell missing of another.
func TestKindsOfPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 6))
	normal := func([]float64) float64 { return rng.NormFloat64() }
	f := newInformed(inferencetest.DatasetOf(drawn(40, rng, normal, normal, normal)), pairs.Scores, 3, 10,
		inference.Streams{}, 1)
	if f.number == nil {
		f.number = map[string]int{}
	}
	all, again, fewer, similar := f.kindOf(pair{a: 0, b: 1, rows: 40}), f.kindOf(pair{a: 1, b: 2, rows: 40}),
		f.kindOf(pair{a: 0, b: 2, rows: 30}), f.kindOf(pair{a: 0, b: 2, rows: 39})
	if all != again || all == fewer || all == similar || fewer == similar {
		t.Errorf("kinds %d, %d, %d, %d", all, again, fewer, similar)
	}
}
