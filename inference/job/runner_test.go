package job

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/saved"
)

// canonical returns a result as bytes, without what depends on time.
func canonical(t *testing.T, r *Result) []byte {
	t.Helper()
	c := *r
	s := *r.Snapshot
	c.Snapshot, c.Seconds, c.State, s.Phase = &s, 0, nil, ""
	s.Trace.Seconds = nil
	s.Chains = nil
	for _, tr := range r.Snapshot.Chains {
		tr.Seconds = nil
		s.Chains = append(s.Chains, tr)
	}
	b, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// flat returns bytes in one piece.
func flat(t *testing.T, p *pieces.Bytes) []byte {
	t.Helper()
	b, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// jobs are fits that together use everything that a Spec can ask for.
func jobs() map[string]Spec {
	return map[string]Spec{
		"held-out rows": {Table: Source{Source: "sample:crabs"}, Model: "gaussian", Held: &Held{Share: 0.2}, Seed: 4},
		"held-out cells": {Table: Source{Source: "sample:iris"}, Model: "nsfa", Held: &Held{Share: 0.1}, Seed: 4,
			Goal: Goal{Iterations: number(12)}, Chains: 2},
		"classes": {Table: Source{Source: "sample:iris"}, Model: "gaussian",
			Classes: &Classes{Column: "species"}, Seed: 2},
		"evidence": {Table: Source{Source: "sample:iris"}, Model: "vbmfa", Evidence: &Evidence{Draws: 25},
			Goal: Goal{Iterations: number(20)}},
		"trees": {Table: Source{Source: "sample:animals"}, Model: "ddt",
			Settings: map[string]Value{"method": {Text: "mcmc"}}, Goal: Goal{Iterations: number(20)}, Chains: 2},
		"selected rows": {Table: Source{Source: "sample:crabs"}, Model: "kmeans",
			Rows: PlacesOf([]int{1, 2, 3, 4, 50, 51, 52, 150, 151, 152, 153}), Columns: Places{0, 2},
			Goal: Goal{Iterations: number(3)}},
	}
}

// Both runners leave the same result, and it survives being written.
func TestRunnersAgree(t *testing.T) {
	for name, s := range jobs() {
		m := build(t, s, sample(t, strings.TrimPrefix(s.Table.Source, "sample:")))
		var first []byte
		for where, runner := range runners() {
			h := start(t, runner, m, Options{Keep: true})
			if err := h.Wait(); err != nil {
				t.Fatalf("%s, %s: %v", name, where, err)
			}
			if s := h.Latest(); s == nil || s.Iteration != h.Progress().Iteration {
				t.Errorf("%s, %s: after the end the latest snapshot is of another iteration", name, where)
			}
			r, err := h.Result(t.Context())
			if err != nil {
				t.Fatalf("%s, %s: %v", name, where, err)
			}
			if r.Ended != run.Finished || r.Version != "test" || r.State.Len() == 0 || r.Hash != m.Hash {
				t.Errorf("%s, %s: the result is %v of version %q with %d bytes of state", name, where, r.Ended, r.Version,
					r.State.Len())
			}
			got := canonical(t, r)
			if first == nil {
				first = got
			}
			if string(first) != string(got) {
				t.Errorf("%s: the runners leave different results", name)
			}
			back, err := DecodeResult(got)
			if err != nil || string(canonical(t, back)) != string(got) {
				t.Errorf("%s: what is read is not what was written (%v)", name, err)
			}
			switch {
			case s.Held != nil && r.Rows == nil && r.Cells == nil,
				s.Classes != nil && (r.Classes == nil || len(r.Classes.Found) != 150),
				s.Evidence != nil && (r.Evidence == nil || r.Evidence.Draws != 25),
				m.Info.Samples && r.Diagnostics == nil:
				t.Errorf("%s, %s: something that was asked for is missing in %+v", name, where, r)
			}
			h.Close()
		}
	}
}

// What one process saved at a random moment, working or at rest, continues in another to the same
// bits.
func TestSavedHereResumedThere(t *testing.T) {
	s := Spec{Model: "dpmm", Chains: 2, Seed: 9, Goal: Goal{Iterations: number(40)}}
	m := build(t, s, sample(t, "iris"))
	whole := start(t, Local{Version: "test"}, m, Options{})
	if err := whole.Wait(); err != nil {
		t.Fatal(err)
	}
	r, err := whole.Result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := canonical(t, r)
	rng := rand.New(rand.NewPCG(1, 5))
	var state *pieces.Bytes
	for place := range 5 {
		for where, runner := range map[string]Runner{"here": Local{Version: "test"}, "there": process("serve")} {
			h := start(t, runner, m, Options{State: state, Paused: true})
			if place < 4 {
				if err := h.Control(Command{Do: Step, N: 1 + rng.IntN(6)}); err != nil {
					t.Fatal(err)
				}
				if place%2 == 0 { // else it is saved at work
					if err := h.Rest(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				if state, err = h.Save(t.Context()); err != nil {
					t.Fatalf("%s: %v", where, err)
				}
				h.Close()
				continue
			}
			if err := h.Control(Command{Do: Resume}); err != nil {
				t.Fatal(err)
			}
			if err := h.Wait(); err != nil {
				t.Fatal(err)
			}
			r, err := h.Result(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if string(canonical(t, r)) != string(want) {
				t.Errorf("what went on %s from a saved state found something else", where)
			}
		}
	}
	other := build(t, Spec{Model: "dpmm", Chains: 2, Seed: 10, Goal: s.Goal}, sample(t, "iris"))
	for where, runner := range runners() {
		if _, err := runner.Start(t.Context(), other, Options{State: state}); err == nil ||
			!strings.Contains(err.Error(), "another fit") {
			t.Errorf("%s, the state of another seed: %v", where, err)
		}
		damaged := bytes.Clone(flat(t, state))
		damaged[len(damaged)/2] ^= 4
		for _, bad := range [][]byte{damaged, flat(t, state)[:state.Len()/2], {}} {
			if _, err := runner.Start(t.Context(), m, Options{State: pieces.Of(bad)}); err == nil {
				t.Errorf("%s, a damaged state is taken", where)
			}
		}
	}
	longer := build(t, Spec{Model: "dpmm", Chains: 2, Seed: 9, Goal: Goal{Iterations: number(50)}}, sample(t, "iris"))
	h := start(t, Local{}, longer, Options{State: state})
	if err := h.Wait(); err != nil || h.Progress().Iteration != 50 {
		t.Errorf("to a farther goal it went on to %+v, %v", h.Progress(), err)
	}
}

// A state with a correct seal around nonsense is an error, not a panic.
func TestHostileState(t *testing.T) {
	m := build(t, Spec{Model: "dpmm", Chains: 1, Goal: Goal{Iterations: number(3)}}, sample(t, "iris"))
	h := start(t, Local{}, m, Options{})
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	state, err := h.Save(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var f savedFit
	var inner, model map[string]any
	runs, err := saved.OpenOuter(stateOwner, stateLayout, flat(t, state), &f)
	if err != nil {
		t.Fatal(err)
	}
	steppers, err := saved.OpenOuter("run", 2, runs[0], &inner)
	if err != nil {
		t.Fatal(err)
	}
	if err := saved.Open("dpmm", 3, steppers[0], &model); err != nil {
		t.Fatal(err)
	}
	for _, nonsense := range []any{map[any]any{}, map[any]any{"Z": []int{1, 2}}, map[any]any{"Z": make([]int, 150)}, 7} {
		model["State"] = nonsense
		stepper, err := saved.Seal("dpmm", 3, model)
		if err != nil {
			t.Fatal(err)
		}
		for form, seal := range map[string]func(owner string, version uint16, own any, inner []byte) []byte{
			"now": func(owner string, version uint16, own any, inner []byte) []byte {
				o, err := saved.NewOuter(owner, version, own)
				if err == nil {
					err = o.Join(pieces.Of(inner), nil)
				}
				if err != nil {
					t.Fatal(err)
				}
				return flat(t, o.End())
			},
			"formerly": func(owner string, version uint16, _ any, inside []byte) []byte {
				var whole any = savedFit{Fit: f.Fit, Run: inside}
				if owner == "run" {
					clone := maps.Clone(inner)
					clone["Stepper"] = inside
					whole = clone
				}
				b, err := saved.Seal(owner, version, whole)
				if err != nil {
					t.Fatal(err)
				}
				return b
			},
		} {
			bad := seal(stateOwner, stateLayout, f, seal("run", 2, inner, stepper))
			h, err := Local{}.Start(t.Context(), m, Options{State: pieces.Of(bad)})
			if err != nil {
				if nonsense == 7 && !strings.Contains(err.Error(), "dpmm") {
					t.Errorf("%s: the state of the model is not reached: %v", form, err)
				}
				continue
			}
			_ = h.Wait() // what looks like a state is accepted; whatever comes of it, the program survives
			h.Close()
			if nonsense == 7 {
				t.Errorf("%s: a number is taken for a state", form)
			}
		}
	}
}

func TestControl(t *testing.T) {
	m := build(t, Spec{Model: "vbmfa", Goal: Goal{Iterations: number(1_000_000)}}, sample(t, "iris"))
	for where, runner := range runners() {
		t.Run(where, func(t *testing.T) {
			h := start(t, runner, m, Options{Paused: true})
			tell := func(c Command) {
				t.Helper()
				if err := h.Control(c); err != nil {
					t.Fatalf("%+v: %v", c, err)
				}
			}
			rest := func(state run.State, iteration int) {
				t.Helper()
				if err := h.Rest(t.Context()); err != nil {
					t.Fatal(err)
				}
				if p := h.Progress(); p.State != state || iteration >= 0 && p.Iteration != iteration {
					t.Fatalf("it rests as %+v, want %v at %d", p, state, iteration)
				}
			}
			rest(run.Paused, 0)
			tell(Command{Do: Step, N: 3})
			rest(run.Paused, 2)
			tell(Command{Do: Resume})
			tell(Command{Do: Pause})
			rest(run.Paused, -1)
			if a, err := h.Ask(t.Context(), Query{Snapshot: true}); err != nil ||
				a.Snapshot.Iteration != h.Progress().Iteration || len(a.Snapshot.Trace.Iteration) == 0 {
				t.Errorf("%+v, %v", a, err)
			}
			tell(Command{Do: Resume})
			tell(Command{Do: Stop})
			if err := h.Wait(); err != nil || h.Progress().State != run.Stopped {
				t.Fatalf("stopped: %v, %+v", err, h.Progress())
			}
			at := h.Progress().Iteration
			for range 3 {
				tell(Command{Do: More, N: 2})
				if err := h.Wait(); err != nil {
					t.Fatal(err)
				}
				at += 2
				rest(run.Finished, at)
				if s := h.Latest(); s.Iteration != at {
					t.Errorf("the latest snapshot is of %d, not %d", s.Iteration, at)
				}
			}
			for _, c := range []Command{{Do: "dance"}, {Do: Step}, {Do: Until, To: Goal{EffectiveSize: 100}}} {
				if err := h.Control(c); err == nil {
					t.Errorf("%+v is done", c)
				}
			}
			r, err := h.Result(t.Context())
			if err != nil || r.Iterations != at {
				t.Errorf("%+v, %v", r, err)
			}
			h.Close()
			if _, err := h.Ask(t.Context(), Query{Snapshot: true}); where != "in this process" && !errors.Is(err, ErrClosed) {
				t.Errorf("asked after its end: %v", err)
			}
			if _, open := <-h.Snapshots(); open {
				if _, open = <-h.Snapshots(); open {
					t.Error("snapshots go on after the end")
				}
			}
		})
	}
}

func TestUntilSettled(t *testing.T) {
	m := build(t, Spec{Model: "pydt", Goal: Goal{Settled: true}}, sample(t, "animals"))
	h := start(t, Local{}, m, Options{})
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	r, err := h.Result(t.Context())
	if err != nil || !r.Settled || !(r.Gain >= 0 && r.Gain < run.SettleGain(r.Data.Rows)) ||
		r.Iterations < run.SettleWindow {
		t.Fatalf("%+v, %v", r, err)
	}
	best := func(v []float64) float64 {
		most := math.Inf(-1)
		for _, x := range v {
			most = max(most, x)
		}
		return most
	}
	v := r.Snapshot.Trace.Column("evidence")
	if gain := best(v) - best(v[:len(v)-run.SettleWindow]); !(math.Abs(gain-r.Gain) <= 1e-9) {
		t.Errorf("the gain is %v, said to be %v", gain, r.Gain)
	}
}

func TestQueriesAreChecked(t *testing.T) {
	m := build(t, Spec{Model: "agglomerative"}, sample(t, "iris"))
	for where, runner := range runners() {
		h := start(t, runner, m, Options{})
		if err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		if h.Able() != (Abilities{}) {
			t.Errorf("%s: linkage is able to %+v", where, h.Able())
		}
		for want, q := range map[string]Query{
			"0 questions":           {},
			"2 questions":           {Snapshot: true, Rows: m.Data.X},
			"gives no density":      {Rows: m.Data.X},
			"no density for mis":    {Cells: &Cells{At: []inference.Cell{{Row: 1}}, Values: []float64{1}}},
			"but 0 values":          {Cells: &Cells{At: []inference.Cell{{Row: 1}}}},
			"the data have no cell": {Cells: &Cells{At: []inference.Cell{{Row: 150}}, Values: []float64{1}}},
			"cannot tell":           {Classes: m.Data.X},
			"no evidence":           {Evidence: &Weigh{Draws: 3}},
			"not 0":                 {Evidence: &Weigh{}},
		} {
			if _, err := h.Ask(t.Context(), q); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", where, err, want)
			}
		}
	}
}

func TestEvidenceAddsUp(t *testing.T) {
	m := build(t, Spec{Model: "vbmfa", Goal: Goal{Iterations: number(15)}}, sample(t, "iris"))
	var all []float64
	for _, runner := range runners() {
		h := start(t, runner, m, Options{})
		if err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		for want := 10; want <= 30; want += 10 {
			a, err := h.Ask(t.Context(), Query{Evidence: &Weigh{Draws: 10}})
			if err != nil || a.Evidence.Draws != want {
				t.Fatalf("%+v, %v", a.Evidence, err)
			}
			all = append(all, a.Evidence.Log)
		}
		if a, err := h.Ask(t.Context(), Query{Evidence: &Weigh{Draws: 5, Proposals: []string{"t3"}}}); err != nil ||
			a.Evidence.Draws != 5 {
			t.Errorf("other proposals: %+v, %v", a.Evidence, err)
		}
		if err := h.Control(Command{Do: More, N: 1}); err != nil {
			t.Fatal(err)
		}
		if err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		for _, on := range []bool{true, false} { // to the draws of the fit before, then again
			a, err := h.Ask(t.Context(), Query{Evidence: &Weigh{Draws: 5, Proposals: []string{"t3"}, On: on}})
			if err != nil || (a.Evidence.Draws == 10) != on {
				t.Errorf("after another iteration, on: %v: %+v, %v", on, a.Evidence, err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		// Nobody waits for the answer, so it ends at once, before the first draw or with those made so
		// far.
		a, err := h.Ask(ctx, Query{Evidence: &Weigh{Draws: 1 << 30, Proposals: []string{"t9"}}})
		if err != nil && !errors.Is(err, context.Canceled) || err == nil && a.Evidence.Draws >= 1<<30 {
			t.Errorf("a question that nobody waits for: %+v, %v", a.Evidence, err)
		}
	}
	for k := 3; k < len(all); k += 3 {
		if !reflect.DeepEqual(all[:3], all[k:k+3]) {
			t.Errorf("the runners draw %v and %v", all[:3], all[k:k+3])
		}
	}
}
