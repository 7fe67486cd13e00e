package search

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// The supports of a search are shares of the draws of its second chain; the search itself goes the same way without it.
func TestSearchIsBacked(t *testing.T) {
	for name, x := range map[string]*mat.Dense{"complete": pydttest.Blocks(20, 24, 12, 0.3, 4),
		"gaps": pydttest.Gaps(pydttest.Blocks(20, 24, 12, 0.3, 4), 37)} {
		for _, m := range []searched{ddt, pydt} {
			f, trace := runFit(t, m, pydttest.DatasetOf(x), nil, 3, 12, 1)
			g, plain := runFit(t, m, pydttest.DatasetOf(x), map[string]string{"witnesses": "columns"}, 3, 12, 2)
			if !pydttest.SameBits(trace, plain) || f.Current.Hash != g.Current.Hash {
				t.Errorf("%s: the second chain changes the search: %v, %v", name, trace, plain)
			}
			if witness.Of(g.Snapshot()) != nil {
				t.Errorf("%s: columns as witnesses need no second chain", name)
			}
			snap := f.Snapshot()
			w := witness.Of(snap)
			if w == nil || w.Check(f.Data) != nil || len(w.Parents) < 60 || w.Effective != 24 {
				t.Fatalf("%s: witnesses %+v", name, w)
			}
			best := forest.Best(snap)
			sum := 0.0
			for v := f.Problem.N; v < best.Nodes(); v++ {
				rows := best.LeavesBelow(v)
				slices.Sort(rows)
				count := 0
				for _, p := range w.Parents {
					below := map[int][]int{}
					for r := range f.Problem.N {
						for u := p[r]; u >= 0; u = p[u] {
							below[u] = append(below[u], r)
						}
					}
					for _, b := range below {
						if slices.Equal(b, rows) {
							count++
						}
					}
				}
				want := float64(count) / float64(len(w.Parents))
				sum += want
				pydttest.Close(t, "support", best.Support[v], want, 1e-12)
			}
			for _, s := range snap.Scalars {
				if s.Name == "supported_branch_points" {
					pydttest.Close(t, s.Name, s.Mean, sum, 1e-9)
				}
			}
		}
	}
}

// Columns that vary together in modules are counted again on the trees of the second chain, as fewer than on the tree
// that was found, which follows their modules. Of ten columns with correlations of .9 and .8 to each other 1.4 count.
func TestColumnsAreCountedAgain(t *testing.T) {
	x := pydttest.PriorData(24, 60, 2).X
	for i := range 24 {
		for row, j := x.RawRowView(i), 0; j < 60; j++ {
			if first := j - j%10; j != first {
				row[j] = math.Sqrt(0.2)*row[j] + math.Sqrt(0.8)*row[first]
			}
		}
	}
	f, _ := runFit(t, ddt, pydttest.DatasetOf(x), nil, 1, 0, 1)
	z := sampler.NewSecond(f.Model, f.Data, f.Problem, f.Current, f.backed(), f.Streams.Source(1<<40))
	before := z.Witnesses().Effective
	for z.Iteration < 24 {
		z.Advance(64)
	}
	if after := z.Witnesses().Effective; !(after < 0.9*before) || !(after > 6) {
		t.Errorf("%.2f effective columns, %.2f on the tree that was found; want about 8.6", after, before)
	}
}

// Few columns that vary together have a second chain that draws how they do: all of them count, as Σ maps them, and a
// clade that only their common noise has made is not sure, whereas the power of effective columns leaves it so.
func TestFewColumnsAreDrawnTogether(t *testing.T) {
	common := func(seed uint64) *mat.Dense { // rows without a tree
		rng, x := rand.New(rand.NewPCG(seed, 64)), mat.NewDense(24, 8, nil)
		for i := range 24 {
			f := 2 * rng.NormFloat64()
			for j := range 8 {
				x.Set(i, j, f+0.4*rng.NormFloat64())
			}
		}
		return x
	}
	greatest := 0.0
	for seed := range uint64(3) {
		f, _ := runFit(t, ddt, pydttest.DatasetOf(common(seed)), nil, seed, 0, 1)
		if w := witness.Of(f.Snapshot()); w.Effective != 8 || len(w.Parents) < 60 {
			t.Errorf("%v effective columns of 8, %d draws", w.Effective, len(w.Parents))
		}
		best := forest.Best(f.Snapshot())
		for v := f.Problem.N; v < best.Nodes(); v++ {
			if v != best.Top {
				greatest = max(greatest, best.Support[v])
			}
		}
	}
	if !(greatest < 0.8) {
		t.Errorf("a clade of common noise has support %.2f", greatest)
	}
	constant := common(1)
	for i := range 24 {
		constant.Set(i, 3, 0) // hardly varies, and Σ leaves it out
	}
	f, _ := runFit(t, ddt, pydttest.DatasetOf(constant), nil, 1, 0, 1)
	if w := witness.Of(f.Snapshot()); w.Check(f.Data) != nil || w.Effective != 8 {
		t.Errorf("with a constant column: %v, %v effective columns of 8", w.Check(f.Data), w.Effective)
	}
	alone, _ := runFit(t, ddt, pydttest.BushyData(60, 12, 1, 0.2, 5), nil, 1, 0, 1)
	if w := witness.Of(alone.Snapshot()); w.Effective == 12 {
		t.Error("columns by themselves are drawn together")
	}
}

// On the tree that drew them, independent columns all count, and the supports of their clades stay as they are.
func TestIndependentColumnsCountInFull(t *testing.T) {
	f, _ := runFit(t, ddt, pydttest.BushyData(40, 60, 1, 0.2, 5), nil, 1, 0, 1)
	if w := witness.Of(f.Snapshot()); !(w.Effective > 45) {
		t.Errorf("%v effective columns of 60", w.Effective)
	}
	x := f.Data.X.RawMatrix()
	if without := covary.EffectiveColumns(x.Data, x.Rows, x.Cols); !(without < 30) {
		t.Errorf("%v without the tree: the test asks nothing", without)
	}
}
