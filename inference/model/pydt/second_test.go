package pydt

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// gaps makes every so manyth cell of a table missing.
func gaps(x *mat.Dense, every int) *mat.Dense {
	n, d := x.Dims()
	for i := every; i < n*d; i += every {
		x.Set(i/d, i%d, math.NaN())
	}
	return x
}

// The supports of a search are shares of the draws of its second chain; the search itself goes the same way without it.
func TestSearchIsBacked(t *testing.T) {
	for name, x := range map[string]*mat.Dense{"complete": blocks(20, 24, 12, 0.3, 4),
		"gaps": gaps(blocks(20, 24, 12, 0.3, 4), 37)} {
		for _, m := range []inference.Model{DDT{}, Model{}} {
			f, trace := runFit(t, m, pydttest.DatasetOf(x), nil, 3, 12, 1)
			g, plain := runFit(t, m, pydttest.DatasetOf(x), map[string]string{"witnesses": columnWitnesses}, 3, 12, 2)
			if !sameBits(trace, plain) || f.current.Hash != g.current.Hash {
				t.Errorf("%s: the second chain changes the search: %v, %v", name, trace, plain)
			}
			if witness.Of(g.Snapshot()) != nil {
				t.Errorf("%s: columns as witnesses need no second chain", name)
			}
			snap := f.Snapshot()
			w := witness.Of(snap)
			if w == nil || w.Check(f.data) != nil || len(w.Parents) < 60 || !(w.Effective < 8) {
				t.Fatalf("%s: witnesses %+v", name, w)
			}
			best := forest.Best(snap)
			sum := 0.0
			for v := f.problem.N; v < best.Nodes(); v++ {
				rows := best.LeavesBelow(v)
				slices.Sort(rows)
				count := 0
				for _, p := range w.Parents {
					below := map[int][]int{}
					for r := range f.problem.N {
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

// On the tree that drew them, independent columns all count, and the supports of their clades stay as they are.
func TestIndependentColumnsCountInFull(t *testing.T) {
	f, _ := runFit(t, DDT{}, bushyData(40, 60, 1, 0.2, 5), nil, 1, 0, 1)
	if w := witness.Of(f.Snapshot()); !(w.Effective > 45) {
		t.Errorf("%v effective columns of 60", w.Effective)
	}
	x := f.data.X.RawMatrix()
	if without := covary.EffectiveColumns(x.Data, x.Rows, x.Cols); !(without < 30) {
		t.Errorf("%v without the tree: the test asks nothing", without)
	}
}

// A chain and its second are saved and go on to the same bits, with and without gaps; neither changes the draws.
func TestChainIsBacked(t *testing.T) {
	for name, x := range map[string]*mat.Dense{"complete": blocks(14, 12, 6, 0.5, 7),
		"gaps": gaps(blocks(14, 12, 6, 0.5, 7), 29)} {
		s := mcmcSettings(t, DDT{}, map[string]string{"columns": correlated.Independent})
		whole := runChain(t, DDT{}, pydttest.DatasetOf(x), s, 2, 40)
		if whole.Second == nil || whole.Second.Iteration < 4 {
			t.Fatalf("%s: no second chain", name)
		}
		part := runChain(t, DDT{}, pydttest.DatasetOf(x), s, 2, 27)
		state, err := part.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		again := runChain(t, DDT{}, pydttest.DatasetOf(x), s, 9, 0)
		if err := again.UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		for again.Iteration < 40 {
			if _, err := again.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		a, b := witness.Of(whole.Snapshot()), witness.Of(again.Snapshot())
		if !sameBits(whole.Scalars, again.Scalars) || a.Effective != b.Effective ||
			!slices.EqualFunc(a.Parents, b.Parents, slices.Equal[[]int]) {
			t.Errorf("%s: another way after it was saved", name)
		}
		plain := runChain(t, DDT{}, pydttest.DatasetOf(x), mcmcSettings(t, DDT{},
			map[string]string{"columns": correlated.Independent, "witnesses": columnWitnesses}), 2, 40)
		if !sameBits(whole.Scalars, plain.Scalars) || plain.Second != nil {
			t.Errorf("%s: the second chain changes the first", name)
		}
	}
	set := map[string]string{"method": "mcmc"}
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 26, Set: set, Seed: 2},
		pydttest.DatasetOf(blocks(10, 6, 3, 0.5, 7)))
}
