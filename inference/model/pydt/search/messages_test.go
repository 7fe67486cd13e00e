package search

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/mat"
)

// runMessages fits by method mp.
func runMessages(t testing.TB, m searched, data *inference.Dataset, seed uint64, iterations int) (*Fit,
	[]float64) {
	return runFit(t, m, data, map[string]string{"method": "mp", "orders": "2"}, seed, iterations, 2)
}

// A run of method mp ends with a valid tree, its evidence never falls, and new rows can be scored.
func TestMessagesRun(t *testing.T) {
	for _, c := range []struct{ n, d int }{{2, 1}, {3, 2}, {24, 4}} {
		data := pydttest.PriorData(c.n, c.d, 1)
		for _, m := range []searched{ddt, pydt} {
			f, trace := runMessages(t, m, data, 1, 30)
			snap := f.Snapshot()
			if err := forest.Best(snap).Check(); err != nil {
				t.Fatal(err)
			}
			for i := 1; i < len(trace); i++ {
				if trace[i] < trace[i-1] {
					t.Fatalf("the evidence fell at iteration %d: %v after %v", i, trace[i], trace[i-1])
				}
			}
			if len(f.Scalars) != map[searched]int{ddt: 7, pydt: 9}[m] {
				t.Errorf("%d scalars", len(f.Scalars))
			}
			y, err := f.LogDensity(context.Background(), data.X)
			if err != nil || math.IsNaN(y[0]) {
				t.Errorf("density %v, %v", y, err)
			}
		}
	}
}

func settingsOf(t testing.TB, m searched, method string) inference.Settings {
	s := byDefault(m)
	if err := s.Set("method", method); err != nil {
		t.Fatal(err)
	}
	return s
}

// The judge's evidence depends on the tree and not on the order of its rows; without the data of one
// row it differs.
func TestJudgeDoesNotSeeTheOrder(t *testing.T) {
	data := pydttest.PriorData(12, 3, 5)
	f, _ := runMessages(t, ddt, data, 2, 5)
	evidence := func(k *posterior.Sketch) float64 {
		j := newJudge(f.Problem, f.Learned, k)
		for !j.advance(1 << 30) {
		}
		v := j.verdict()
		if !v.converged {
			t.Fatal("not converged")
		}
		return v.sketch.Objective
	}
	a := evidence(f.Current)
	turned := posterior.NewState(f.Problem, f.Learned)
	turned.Load(f.Current)
	for _, kids := range turned.Kids {
		for i, j := 0, len(kids)-1; i < j; i, j = i+1, j-1 {
			kids[i], kids[j] = kids[j], kids[i]
		}
	}
	if b := evidence(turned.Capture()); !(math.Abs(a-b) <= 0.05) {
		t.Errorf("%.4f, with children in another order %.4f", a, b)
	}
}

// A run gives the same bits for the same seed, on any number of threads, wherever steps are
// interrupted, and after saving.
func TestMessagesSameBits(t *testing.T) {
	data := pydttest.PriorData(18, 3, 3)
	const iterations = 40
	for _, m := range []searched{pydt, ddt} {
		s := settingsOf(t, m, "mp")
		_, want := runSettings(t, m, data, s, 5, iterations, 1)
		st, err := m.New(data, s, inference.Streams{Seed: 5}, 2)
		if err != nil {
			t.Fatal(err)
		}
		rng, interrupted := rand.New(rand.NewPCG(1, 1)), inferencetest.Interruptions(1)
		var got []float64
		for len(got) <= iterations {
			ctx := interrupted()
			if rng.IntN(4) == 0 { // else it may get nowhere
				ctx = context.Background()
			}
			r, err := st.Step(ctx)
			if err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
			if r.Scalars == nil {
				continue
			}
			got = append(got, r.Scalars[0])
			if len(got) != 15 && len(got) != 30 {
				continue
			}
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
		pydttest.Compare(t, "interrupted and restored", got, want)
	}
}

// A tree whose messages do not converge is counted, and scored by method em. Values far too large for
// the fixed σ² cause this.
func TestFallBack(t *testing.T) {
	data := pydttest.PriorData(8, 2, 4)
	data.X.Scale(1e120, data.X)
	s := settingsOf(t, ddt, "mp")
	for _, name := range []string{"sigma2", "noise"} {
		if err := s.Fix(name, true); err != nil {
			t.Fatal(err)
		}
	}
	f, trace := runSettings(t, ddt, data, s, 4, 5, 2)
	if f.messenger.fallbacks == 0 || f.Scalars[len(f.Scalars)-1] != float64(f.messenger.fallbacks) {
		t.Errorf("%d fallbacks, reported %v", f.messenger.fallbacks, f.Scalars)
	}
	for _, x := range trace {
		if math.IsNaN(x) {
			t.Fatalf("trace %v", trace)
		}
	}
}

// Equal rows, missing cells and zeros and ones are fitted without NaN or infinite values.
func TestMessagesOnUnusualTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	equal := pydttest.PriorData(12, 3, 6)
	for i := 1; i < 6; i++ {
		equal.X.SetRow(i, equal.X.RawRowView(0))
	}
	holes := pydttest.PriorData(14, 5, 7)
	binary := mat.NewDense(14, 6, nil)
	for i := range 14 {
		for j := range 5 {
			if rng.Float64() < 0.3 {
				holes.X.Set(i, j, math.NaN())
			}
		}
		for j := range 6 {
			if (i < 7) == (rng.Float64() < 0.85) {
				binary.Set(i, j, 1)
			}
		}
	}
	signs := pydttest.DatasetOf(binary)
	signs.Kind = inference.Binary
	for name, data := range map[string]*inference.Dataset{"equal rows": equal, "missing cells": holes,
		"zeros and ones": signs} {
		f, trace := runMessages(t, pydt, data, 3, 12)
		for _, x := range trace {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%s: trace %v", name, trace)
			}
		}
		t.Logf("%s: %.2f to %.2f, %d fallbacks", name, trace[0], trace[len(trace)-1], f.messenger.fallbacks)
	}
}
