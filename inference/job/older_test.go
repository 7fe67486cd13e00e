package job

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/pieces"

	"gonum.org/v1/gonum/mat"
)

// older are fits whose states after four iterations are in testdata, saved when inner states were
// part of the body of the outer state, and numbers were in arrays.
var older = map[string]struct {
	table string
	spec  Spec
}{
	"chains": {"animals", Spec{Model: "pydt", Chains: 2, Seed: 4,
		Settings: map[string]Value{"method": {Text: "mcmc"}, "witnesses": {Text: "columns"}, "cuts": {Text: "fixed"}}}},
	"factors": {"iris", Spec{Model: "pydt", Seed: 4, Preprocessing: &inference.Preprocessing{Centre: true, Scale: true},
		Settings: map[string]Value{"method": {Text: "mcmc"}, "columns": {Text: "factors"},
			"witnesses": {Text: "columns"}, "cuts": {Text: "fixed"}}}},
	"tempered": {"animals", Spec{Model: "pydt", Seed: 5, Settings: map[string]Value{"method": {Text: "mcmc"},
		"columns": {Text: "independent"}, "temperatures": {Text: "2"}, "observation": {Text: "gaussian"},
		"witnesses": {Text: "columns"}, "cuts": {Text: "fixed"}}}},
	"mixture": {"penguins", Spec{Model: "dpmm", Chains: 2, Seed: 6}},
	// The goal predict was the default then, and a specification says all settings.
	"loadings": {"iris", Spec{Model: "nsfa", Seed: 7,
		Settings: map[string]Value{"goal": {Text: "predict"}, "cuts": {Text: "fixed"}}}},
}

// A state of an older version continues, and shows the same, as after it is saved again.
func TestOlderStates(t *testing.T) {
	for name, c := range older {
		c.spec.Goal = Goal{Iterations: number(8)}
		m := build(t, c.spec, sample(t, c.table))
		older, err := os.ReadFile(filepath.Join("testdata", "state-"+name))
		if err != nil {
			t.Fatal(err)
		}
		state := pieces.Of(older)
		var shown, found [][]byte
		for range 2 {
			h := start(t, Local{}, m, Options{State: state, Paused: true})
			r, err := h.Result(t.Context())
			if err != nil {
				t.Fatal(name, err)
			}
			shown = append(shown, canonical(t, r))
			if state, err = h.Save(t.Context()); err != nil {
				t.Fatal(name, err)
			}
			if err := h.Control(Command{Do: Resume}); err != nil {
				t.Fatal(name, err)
			}
			if err := h.Wait(); err != nil {
				t.Fatal(name, err)
			}
			if r, err = h.Result(t.Context()); err != nil {
				t.Fatal(name, err)
			}
			if r.Iterations != 8 {
				t.Errorf("%s: it went on to %d iterations", name, r.Iterations)
			}
			found = append(found, canonical(t, r))
		}
		if !bytes.Equal(shown[0], shown[1]) {
			t.Errorf("%s: saved anew it shows something else", name)
		}
		if !bytes.Equal(found[0], found[1]) {
			t.Errorf("%s: saved again it continues to other bits", name)
		}
	}
}

// A fit that left out columns of a sort which its model has come to take goes on without them, here and in another
// process; a new fit takes them.
func TestColumnsLeftOutStayOut(t *testing.T) {
	x := mat.NewDense(12, 3, nil)
	table := &inference.Table{Name: "limits", Kind: inference.Continuous, Columns: []string{"a", "b", "c"}, X: x}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 12 {
		table.Rows = append(table.Rows, fmt.Sprint("row", i))
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
	}
	x.Set(3, 2, math.NaN())
	if err := table.State(inference.Cell{Row: 3, Column: 2}, math.Inf(-1), -1); err != nil {
		t.Fatal(err)
	}
	p := inference.Preprocessing{Centre: true, Scale: true, Kinds: "c=censored"}
	s := Spec{Model: "dpmm", Chains: 1, Seed: 9, Goal: Goal{Iterations: number(10)}, Preprocessing: &p}
	before := s
	left := p
	left.KindsLeft = column.SetOf(column.Censored)
	before.Preprocessing = &left
	m := build(t, before, table)
	if len(m.Data.Limits) != 0 {
		t.Fatalf("limits %v", m.Data.Limits)
	}
	h := start(t, Local{Version: "test"}, m, Options{Paused: true})
	if err := h.Control(Command{Do: Step, N: 3}); err != nil {
		t.Fatal(err)
	}
	if err := h.Rest(t.Context()); err != nil {
		t.Fatal(err)
	}
	state, err := h.Save(t.Context())
	h.Close()
	if err != nil {
		t.Fatal(err)
	}
	old := m.Spec // as a program wrote it that did not take limits
	was := *old.Preprocessing
	was.KindsLeft = ""
	old.Preprocessing = &was
	read, err := ParseFitted(old.JSON())
	if err != nil {
		t.Fatal(err)
	}
	if read.Hash() != old.Hash() {
		t.Error("the fit has another hash than before")
	}
	again := build(t, read, table)
	for where, runner := range runners() {
		h := start(t, runner, again, Options{State: state})
		if err := h.Wait(); err != nil {
			t.Errorf("%s: %v", where, err)
		}
		h.Close()
	}
	if m := build(t, s, table); len(m.Data.Limits) != 1 {
		t.Errorf("a new fit takes %v", m.Data.Limits)
	}
	if got, err := ParseFitted(build(t, s, table).Spec.JSON()); err != nil || got.Preprocessing.KindsLeft != "" {
		t.Errorf("a fit of now left out %q (%v)", got.Preprocessing.KindsLeft, err)
	}
}
