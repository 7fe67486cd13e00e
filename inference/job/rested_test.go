package job

import (
	"bytes"
	"context"
	"testing"

	"example.org/espalier/inference/run"
)

// A fit at rest computes nothing, and continues to the same bits as one that never ended.
func TestRest(t *testing.T) {
	table := sample(t, "crabs")
	spec := func(n int) Spec {
		return Spec{Version: SpecVersion, Table: SourceOf(table), Model: "dpmm", Seed: 4, Chains: 2,
			Goal: Goal{Iterations: &n}}
	}
	fit := func(n int) *Result {
		m, err := Build(spec(n), table, nil)
		if err != nil {
			t.Fatal(err)
		}
		h, err := Local{}.Start(context.Background(), m, Options{Threads: 1, Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		if err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		r, err := h.Result(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first, whole := fit(4), fit(9)
	m, err := Build(spec(4), table, nil)
	if err != nil {
		t.Fatal(err)
	}
	started := 0
	h := Rest(context.Background(), counting{&started}, m, first, Options{Threads: 1})
	if p := h.Progress(); p.State != run.Finished || p.Iteration != 4 || h.Latest() != first.Snapshot || h.Wait() != nil ||
		h.Rest(context.Background()) != nil {
		t.Errorf("%+v", p)
	}
	if s, err := h.Save(context.Background()); err != nil || !bytes.Equal(flat(t, s), flat(t, first.State)) {
		t.Error("it is saved as something else", err)
	}
	if r, err := h.Result(context.Background()); err != nil || r != first {
		t.Error("its result is another", err)
	}
	for _, v := range []Verb{Stop, Pause, Resume} {
		if err := h.Control(Command{Do: v}); err != nil {
			t.Error(v, err)
		}
	}
	if started != 0 {
		t.Error("a fit that rests was started")
	}
	if err := h.Control(Command{Do: More, N: 5}); err != nil {
		t.Fatal(err)
	}
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	if p := h.Progress(); p.State != run.Finished || p.Iteration != 9 || started != 1 {
		t.Errorf("%+v, started %d times", p, started)
	}
	if !bytes.Equal(canonical(t, &Result{Spec: spec(9), Snapshot: h.Latest()}),
		canonical(t, &Result{Spec: spec(9), Snapshot: whole.Snapshot})) {
		t.Error("it went on to other bits")
	}
	h.Close()
	for range h.Snapshots() { // which ends
	}
	without := *first
	without.State = nil
	h = Rest(context.Background(), counting{&started}, m, &without, Options{})
	if err := h.Control(Command{Do: More, N: 1}); err == nil || !h.Progress().Final {
		t.Error("without a state it continues", err)
	}
	h.Close()
	h.Close()
	for range h.Snapshots() {
	}
}

// counting counts how often a fit is started.
type counting struct{ n *int }

func (c counting) Start(ctx context.Context, m *Material, o Options) (Handle, error) {
	*c.n++
	return Local{}.Start(ctx, m, o)
}
