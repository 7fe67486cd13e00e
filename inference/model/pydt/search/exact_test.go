package search

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/inferencetest/labelled"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/ensemble"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/times"

	"gonum.org/v1/gonum/mat"
)

// For four rows the search finds the best of all 26 labelled trees.
func TestSearchFindsTheBestOfAllTrees(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 17))
		x := pydttest.RandomData(rng, 4, 3, 0)
		set := map[string]string{"noise": "0.01"}
		f, _ := runFixed(t, x, set, seed)
		best := math.Inf(-1)
		for _, tr := range labelled.All(4) {
			s := posterior.NewState(f.Problem, f.start)
			pydttest.FromShape(s, tr)
			s.RoughTimes()
			for range 200 {
				var w times.Sweeper
				w.Sweep(s)
			}
			best = math.Max(best, s.Objective())
		}
		if f.Current.Objective < best-1e-3 {
			t.Errorf("seed %d: found %.5f, the best tree has %.5f", seed, f.Current.Objective, best)
		}
	}
}

// A run gives the same bits for the same seed, on any number of threads, wherever steps are
// interrupted, and after saving.
func TestSameBits(t *testing.T) {
	data := pydttest.PriorData(60, 4, 3)
	for _, m := range []searched{pydt, ddt} {
		plain, want := runFit(t, m, data, nil, 5, 60, 1)
		_, two := runFit(t, m, data, nil, 5, 60, 2)
		pydttest.Compare(t, "threads", two, want)
		seen := map[uint64]bool{}
		for _, k := range plain.Best {
			if seen[k.Hash] {
				t.Error("the list of best trees holds one twice")
			}
			seen[k.Hash] = true
		}

		// Interrupted steps: contexts that end at once, at a look or after moments.
		s := byDefault(m)
		st, err := m.New(data, s, inference.Streams{Seed: 5}, 2)
		if err != nil {
			t.Fatal(err)
		}
		rng, interrupted := rand.New(rand.NewPCG(1, 1)), inferencetest.Interruptions(1)
		var got []float64
		for len(got) < 61 {
			ctx := interrupted()
			if rng.IntN(4) == 0 { // else it may get nowhere
				ctx = context.Background()
			}
			r, err := st.Step(ctx)
			if err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				got = append(got, r.Scalars[0])
			}
			if len(got) == 30 {
				// Save in the middle and continue in a new fit.
				state, err := st.MarshalBinary()
				if err != nil {
					t.Fatal(err)
				}
				fresh, err := m.New(data, s, inference.Streams{Seed: 5}, 1)
				if err != nil {
					t.Fatal(err)
				}
				if err := fresh.UnmarshalBinary(state); err != nil {
					t.Fatal(err)
				}
				again, err := fresh.MarshalBinary()
				if err != nil || !bytes.Equal(state, again) {
					t.Fatal("a restored fit saves another state")
				}
				st = fresh
			}
		}
		pydttest.Compare(t, "interrupted and restored", got, want)
	}
}

// Trees that a search kept are weighted by exp of their objectives, in predictions and in the snapshot.
func TestBestTreesCountByTheirObjectives(t *testing.T) {
	x := pydttest.RandomData(rand.New(rand.NewPCG(5, 33)), 12, 3, 0)
	f, _ := runFit(t, ddt, pydttest.DatasetOf(x), map[string]string{"orders": "4"}, 1, 60, 1)
	if len(f.Best) < 2 {
		t.Fatalf("%d trees are kept", len(f.Best))
	}
	list := []*posterior.Sketch{f.Best[0], f.Best[len(f.Best)-1]}
	was := list[1].Objective
	defer func() { list[1].Objective = was }()
	list[1].Objective = list[0].Objective - math.Log(3)
	h := f.Learned
	h.FixC = true // c is not calibrated
	both, err := ensemble.New(context.Background(), f.Problem, h, list)
	if err != nil {
		t.Fatal(err)
	}
	fresh := mat.NewDense(2, 3, []float64{0.1, -0.4, 0.9, 2, 1, -1})
	density := func(e *ensemble.Ensemble) []float64 {
		out, err := e.LogDensity(context.Background(), fresh)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	var each [2][]float64
	for i, k := range list {
		e, err := ensemble.New(context.Background(), f.Problem, h, []*posterior.Sketch{k})
		if err != nil {
			t.Fatal(err)
		}
		each[i] = density(e)
	}
	for i, got := range density(both) {
		want := math.Log(0.75*math.Exp(each[0][i]) + 0.25*math.Exp(each[1][i]))
		if !(math.Abs(got-want) <= 1e-9) || math.Abs(each[0][i]-each[1][i]) < 1e-6 {
			t.Errorf("row %d: %v, want %v of %v and %v", i, got, want, each[0][i], each[1][i])
		}
	}
	trees := forest.TreesOf(f.Snapshot())
	for i, a := range trees[1:] {
		if want := math.Exp(a.Objective - trees[0].Objective); !(math.Abs(a.Weight/trees[0].Weight-want) <= 1e-9*want) &&
			a.Objective < trees[0].Objective {
			t.Errorf("tree %d weighs %v of the best, want %v", i+2, a.Weight/trees[0].Weight, want)
		}
	}
}
