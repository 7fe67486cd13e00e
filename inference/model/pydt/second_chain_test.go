package pydt

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/mat"
)

// A tree that em finds under a form of Σ has supports where no cell is missing.
func TestTreesUnderSigmaHaveSupports(t *testing.T) {
	for _, form := range []string{correlated.AnyCovariance, correlated.ByFactors} {
		for name, gaps := range map[string]bool{"complete": false, "gaps": true} {
			x := pydttest.Blocks(24, 6, 3, 0.5, 7)
			if gaps {
				x = pydttest.Gaps(x, 29)
			}
			f, err := DDT{}.New(pydttest.DatasetOf(x), settingsWith(t, DDT{}, "columns", form),
				inference.Streams{Seed: 2}, 1)
			if err != nil {
				t.Fatal(err)
			}
			stepOnce(t, f)
			snap := f.Snapshot()
			w, best := witness.Of(snap), forest.Best(snap)
			if (w == nil) != gaps || (best.Support == nil) != gaps {
				t.Fatalf("%s, %s: witnesses %v, supports %v", form, name, w, best.Support)
			}
			if w != nil && (w.Check(pydttest.DatasetOf(x)) != nil || len(w.Parents) < 60 || !(w.Effective > 3)) {
				t.Errorf("%s: %d draws, %v effective columns of 6", form, len(w.Parents), w.Effective)
			}
		}
	}
}

// A chain and its second are saved and go on to the same bits, with and without gaps; neither changes the draws.
func TestChainIsBacked(t *testing.T) {
	for name, x := range map[string]*mat.Dense{"complete": pydttest.Blocks(14, 12, 6, 0.5, 7),
		"gaps":                            pydttest.Gaps(pydttest.Blocks(14, 12, 6, 0.5, 7), 29),
		"gaps in most columns, drawn too": pydttest.Gaps(pydttest.Blocks(14, 12, 6, 0.5, 7), 13)} {
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
		if !pydttest.SameBits(whole.Scalars, again.Scalars) || a.Effective != b.Effective ||
			!slices.EqualFunc(a.Parents, b.Parents, slices.Equal[[]int]) {
			t.Errorf("%s: another way after it was saved", name)
		}
		plain := runChain(t, DDT{}, pydttest.DatasetOf(x), mcmcSettings(t, DDT{},
			map[string]string{"columns": correlated.Independent, "witnesses": columnWitnesses}), 2, 40)
		if !pydttest.SameBits(whole.Scalars, plain.Scalars) || plain.Second != nil {
			t.Errorf("%s: the second chain changes the first", name)
		}
	}
	set := map[string]string{"method": "mcmc"}
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 26, Set: set, Seed: 2},
		pydttest.DatasetOf(pydttest.Blocks(10, 6, 3, 0.5, 7)))
}
