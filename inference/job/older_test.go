package job

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"example.org/espalier/inference"
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
		state, err := os.ReadFile(filepath.Join("testdata", "state-"+name))
		if err != nil {
			t.Fatal(err)
		}
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
