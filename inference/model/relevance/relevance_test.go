package relevance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
)

func run(t *testing.T, data *inference.Dataset, set map[string]string) *fit {
	t.Helper()
	f := inferencetest.Begin(t, Model{}, data, set).(*fit)
	inferencetest.Finish(t, f)
	return f
}

// Of two columns of eight rows all 40,320 orders were counted: 2,331 correlate as strongly.
func TestPermutations(t *testing.T) {
	x := mat.NewDense(8, 2, []float64{.5, 1.2, -1.1, -.6, .9, .3, -.2, -1.4, 1.6, 1.1, -.7, .2, .1, .7, -1.3, -.9})
	const draws = 10_000
	f := run(t, inferencetest.DatasetOf(x), map[string]string{"statistic": "pearson", "shuffles": fmt.Sprint(draws)})
	want := 2331.0 / 40320
	if e := math.Abs(f.p[0] - want); e > 5*math.Sqrt(want/draws) {
		t.Errorf("p = %v, want %v", f.p[0], want)
	}
}

// If columns are independent, p values are uniform and hardly any edge is found.
func TestNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	x := mat.NewDense(30, 40, nil)
	for i := range 30 {
		for j := range 40 {
			x.Set(i, j, math.Exp(rng.NormFloat64()))
		}
	}
	f := run(t, inferencetest.DatasetOf(x), nil)
	below := 0.0
	for _, p := range f.p {
		if p < 0.2 {
			below++
		}
	}
	if share := below / float64(len(f.p)); !(math.Abs(share-0.2) <= 0.05) || len(f.edges) > 3 {
		t.Errorf("%v of the p values below 0.2, %d edges", share, len(f.edges))
	}
}

// Dependent pairs are found, with and without missing cells.
func TestPairs(t *testing.T) {
	for _, holes := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(6, 5))
		x := mat.NewDense(60, 10, nil)
		for i := range 60 {
			for j := range 10 {
				x.Set(i, j, rng.NormFloat64())
				if j%2 == 1 {
					x.Set(i, j, 0.5*x.At(i, j)-x.At(i, j-1))
				}
			}
			if holes && i%7 == 0 {
				x.Set(i, i%10, math.NaN())
			}
		}
		f := run(t, inferencetest.DatasetOf(x), nil)
		g := graph.Of(f.Snapshot())
		if err := g.Check(nil); err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, e := range g.Edges {
			if e.From%2 == 0 && e.To == e.From+1 && e.Strength > 0.99 && e.Weight < -0.7 {
				found++
			}
		}
		if found != 5 || len(g.Edges) > 9 {
			t.Errorf("holes %v: %d of 5 pairs among %d edges", holes, found, len(g.Edges))
		}
	}
}

func TestConformance(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	x := mat.NewDense(12, 5, nil)
	for i := range 12 {
		for j := range 5 {
			x.Set(i, j, rng.NormFloat64()+float64(i))
		}
	}
	holes := mat.DenseCopyOf(x)
	holes.Set(1, 1, math.NaN())
	inferencetest.Conformance(t, Model{}, inferencetest.DatasetOf(x), inferencetest.DatasetOf(holes))
}

// Every pair counts once, in the table and in each shuffled one.
func TestEveryPairOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 5))
	const d, shuffles = 5, 3
	x := mat.NewDense(9, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	f := run(t, inferencetest.DatasetOf(x), map[string]string{"shuffles": fmt.Sprint(shuffles)})
	if pairs := d * (d - 1) / 2; len(f.r) != pairs || len(f.p) != pairs || len(f.null) != shuffles*pairs {
		t.Errorf("%d and %d of %d pairs, and %d of %d shuffled ones", len(f.r), len(f.p), pairs, len(f.null), shuffles*pairs)
	}
}

// The strength of an edge is one less its q value, by Benjamini and Hochberg written out; one shuffle is enough to ask
// for.
func TestStrengths(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	x := mat.NewDense(40, 6, nil)
	for i := range 40 {
		for j := range 6 {
			x.Set(i, j, rng.NormFloat64())
			if j == 3 {
				x.Set(i, j, x.At(i, 1)+0.5*rng.NormFloat64())
			}
			if j == 5 {
				x.Set(i, j, x.At(i, 4)+2*rng.NormFloat64())
			}
		}
	}
	s := Model{}.Info().Defaults()
	if err := s.Set("shuffles", "1"); err != nil {
		t.Error(err)
	}
	f := run(t, inferencetest.DatasetOf(x), nil)
	p := slices.Clone(f.p)
	slices.Sort(p)
	careful := map[[2]int]float64{}
	for _, e := range run(t, inferencetest.DatasetOf(x), map[string]string{"correction": "benjamini_yekutieli"}).edges {
		careful[[2]int{e.From, e.To}] = e.Strength
	}
	harmonic := 0.0
	for k := range p {
		harmonic += 1 / float64(k+1)
	}
	if len(f.edges) == 0 {
		t.Fatal("no edges")
	}
	for _, e := range f.edges {
		own := f.p[e.To*(e.To-1)/2+e.From]
		q := 1.0
		for rank, v := range p {
			if v >= own {
				q = math.Min(q, v*float64(len(p))/float64(rank+1))
			}
		}
		inferencetest.Near(t, "strength", e.Strength, 1-q, 1e-12)
		if other, listed := careful[[2]int{e.From, e.To}]; listed || q*harmonic <= 0.2 {
			inferencetest.Near(t, "strength by Benjamini and Yekutieli", other, 1-q*harmonic, 1e-12)
		}
	}
}

// Four rows are enough, three are not.
func TestLeastRows(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 3, 2, 1, 4, 4, 3, 2})
	for n, fine := range map[int]bool{3: false, 4: true} {
		if _, err := (Model{}).Check(inferencetest.DatasetOf(mat.DenseCopyOf(x.Slice(0, n, 0, 2))),
			Model{}.Info().Defaults()); (err == nil) != fine {
			t.Errorf("%d rows: %v", n, err)
		}
	}
}
