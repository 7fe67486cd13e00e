package search

import (
	"context"
	"math"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/mat"
)

func runSettings(t testing.TB, m searched, data *inference.Dataset, s inference.Settings, seed uint64,
	iterations, threads int) (*Fit, []float64) {
	st, err := m.New(data, s, inference.Streams{Seed: seed}, threads)
	if err != nil {
		t.Fatal(err)
	}
	f := st
	var trace []float64
	for f.Iteration < iterations || f.Stage != Searching {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			trace = append(trace, r.Scalars[0])
		}
	}
	return f, trace
}

// runFixed fits with every hyperparameter fixed.
func runFixed(t testing.TB, x *mat.Dense, set map[string]string, seed uint64) (*Fit, []float64) {
	s := byDefault(pydt)
	for k, v := range set {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range s.Parameters() {
		if p.Learnt {
			if err := s.Fix(p.Name, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	return runSettings(t, pydt, pydttest.DatasetOf(x), s, seed, 200, 2)
}

// A run ends with a valid tree that is better than the one it started from, for 2 rows as for many.
func TestFitRuns(t *testing.T) {
	for _, c := range []struct{ n, d int }{{2, 1}, {3, 2}, {63, 2}, {120, 5}} {
		data := pydttest.PriorData(c.n, c.d, 1)
		for _, m := range []searched{ddt, pydt} {
			start := time.Now()
			f, trace := runFit(t, m, data, nil, 1, 40, 2)
			t.Logf("%s %v: %v, %.2f to %.2f, %v", m.Info().Name, c, time.Since(start), trace[0], trace[len(trace)-1],
				f.Scalars[1:])
			snap := f.Snapshot()
			if err := forest.Best(snap).Check(); err != nil {
				t.Fatal(err)
			}
			for i := 1; i < len(trace); i++ {
				if trace[i] < trace[i-1]-1e-9*(1+math.Abs(trace[i])) {
					t.Fatalf("the objective fell at iteration %d: %v after %v", i, trace[i], trace[i-1])
				}
			}
		}
	}
}

// The tree stays possible with θ or α fixed at an edge of its range and the other learnt.
func TestUnusualStructures(t *testing.T) {
	data := pydttest.PriorData(40, 3, 2)
	for _, c := range []struct{ theta, alpha, fix string }{
		{"1.5", "-0.5", "alpha"}, {"3", "-0.3", "alpha"}, {"-0.9", "0.5", "theta"}, {"3", "-1", "both"}, {"0", "0", "both"},
		{"20", "0.9", "both"}, {"-1", "0.5", "both"},
	} {
		s := byDefault(pydt)
		for name, value := range map[string]string{"theta": c.theta, "alpha": c.alpha} {
			if err := s.Set(name, value); err != nil {
				t.Fatal(err)
			}
			if c.fix == "both" || c.fix == name {
				if err := s.Fix(name, true); err != nil {
					t.Fatal(err)
				}
			}
		}
		f, _ := runSettings(t, pydt, data, s, 1, 60, 2)
		if math.IsNaN(f.Current.Objective) || math.IsInf(f.Current.Objective, 0) {
			t.Errorf("%+v: objective %v", c, f.Current.Objective)
		}
		if err := forest.Best(f.Snapshot()).Check(); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
