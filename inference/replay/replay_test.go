package replay_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/job/jobtest"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/replay"

	"gonum.org/v1/gonum/mat"
)

// grouped returns a table of rows in four groups.
func grouped(rows, columns int) *inference.Table {
	rng := rand.New(rand.NewPCG(3, 9))
	t := &inference.Table{Name: "grouped", Source: "grouped.csv"}
	x := mat.NewDense(rows, columns, nil)
	for i := range rows {
		t.Rows = append(t.Rows, fmt.Sprint("row ", i))
		for j := range columns {
			x.Set(i, j, 4*float64((i%4)>>(j%2)&1)+rng.NormFloat64())
		}
	}
	for j := range columns {
		t.Columns = append(t.Columns, fmt.Sprint("column ", j))
	}
	t.X = x
	return t
}

// fits are models of each kind of result with their settings, and iterations; 0 for a model that is finished at once.
var fits = map[string]struct {
	model      string
	settings   map[string]job.Value
	iterations int
}{
	"tree, search":   {"ddt", map[string]job.Value{"method": {Text: "em"}}, 25},
	"tree, draws":    {"pydt", map[string]job.Value{"method": {Text: "mcmc"}}, 90},
	"tree, at once":  {"agglomerative", nil, 0},
	"factors":        {"nsfa", nil, 150},
	"mixture":        {"vbmfa", nil, 140},
	"drawn clusters": {"dpmm", nil, 60},
	"graph":          {"ggm", nil, 100},
}

func material(t *testing.T, name string) *job.Material {
	t.Helper()
	f, table := fits[name], grouped(48, 6)
	s := job.Spec{Version: job.SpecVersion, Table: job.SourceOf(table), Model: f.model, Settings: f.settings, Seed: 5}
	if f.iterations > 0 {
		s.Goal = job.Goal{Iterations: &f.iterations}
	}
	m, err := job.Build(s, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// bytesOf are those of the parts of a state.
func bytesOf(t *testing.T, parts []inference.Part) (all []byte) {
	t.Helper()
	for _, p := range parts {
		b, err := p.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	return all
}

// A fit of each kind is replayed in few states that differ, in order, which can be shown and are the same again.
func TestMake(t *testing.T) {
	for name := range fits {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := material(t, name)
			last := jobtest.Fit(t, job.Local{}, m, job.Options{}).Snapshot
			shares := []float64{}
			r, err := replay.Make(t.Context(), m, last, 2, func(share float64) { shares = append(shares, share) })
			if err != nil {
				t.Fatal(err)
			}
			if r.Len() < 3 || r.Len() > replay.Most {
				t.Fatalf("%d states", r.Len())
			}
			if shares[len(shares)-1] != 1 {
				t.Errorf("it ends at a share of %v", shares[len(shares)-1])
			}
			var before []byte
			for i, was := 0, -1; i < r.Len(); i++ {
				s := r.Snapshot(i, last)
				if (s.Phase == replay.Start) != (r.States[i].Rows == 0) {
					t.Errorf("state %d of %d rows is %q", i, r.States[i].Rows, s.Phase)
				}
				if s.Iteration < was || s.Iteration > last.Iteration || len(s.Trace.Iteration) > s.Iteration+1 {
					t.Errorf("state %d is of iteration %d after %d, with %d rows of trace", i, s.Iteration, was,
						len(s.Trace.Iteration))
				}
				was = s.Iteration
				for _, p := range s.Parts {
					if err := p.Check(m.Data); err != nil {
						t.Errorf("state %d: %v", i, err)
					}
				}
				now := bytesOf(t, s.Parts)
				if bytes.Equal(before, now) {
					t.Errorf("states %d and %d are the same", i-1, i)
				}
				before = now
			}
			if r.Snapshot(r.Len(), last) != last {
				t.Error("the replay does not end with the result")
			}
			again, err := replay.Make(t.Context(), m, last, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range min(r.Len(), again.Len()) { // the start may be looked at elsewhere
				a, b := r.States[r.Len()-1-i], again.States[again.Len()-1-i]
				if a.Rows < 2 || b.Rows < 2 {
					break
				}
				if a.Iteration != b.Iteration || !bytes.Equal(bytesOf(t, a.Parts), bytesOf(t, b.Parts)) {
					t.Errorf("state %d from the end is of iteration %d, and again of %d, or differs", i, a.Iteration,
						b.Iteration)
				}
			}
		})
	}
}

// The states are those that the fit went through.
func TestMakeGoesTheSameWay(t *testing.T) {
	m := material(t, "factors")
	last := jobtest.Fit(t, job.Local{}, m, job.Options{}).Snapshot
	r, err := replay.Make(t.Context(), m, last, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Stepper(1)
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for i := 0; done < r.Len() && i <= last.Iteration; {
		report, err := s.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if report.Scalars == nil {
			continue
		}
		if r.States[done].Iteration == i {
			if want := (&factor.Factors{State: factor.StateOf(s.Snapshot())}); !bytes.Equal(bytesOf(t,
				r.States[done].Parts), bytesOf(t, []inference.Part{want})) {
				t.Errorf("iteration %d is shown otherwise", i)
			}
			done++
		}
		i++
	}
	if done < 10 || done < r.Len() {
		t.Errorf("%d of %d states were met", done, r.Len())
	}
}

// Making a replay can be given up.
func TestMakeStops(t *testing.T) {
	m := material(t, "factors")
	last := jobtest.Fit(t, job.Local{}, m, job.Options{}).Snapshot
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err := replay.Make(ctx, m, last, 1, func(float64) {
		if n++; n == 3 {
			cancel()
		}
	})
	if err == nil || n != 3 {
		t.Errorf("it went on for %d steps: %v", n, err)
	}
}
