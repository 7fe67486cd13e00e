package sampling

import (
	"context"
	"testing"

	"example.org/espalier/plotting/teach/stage"
)

// play plays a course to its end.
func play(t *testing.T, p stage.Play) {
	t.Helper()
	for range p.Steps() {
		if err := p.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

// opened returns the play of a stage under settings, "name", "value", ….
func opened(t *testing.T, s stage.Stage, seed uint64, set ...string) stage.Play {
	t.Helper()
	settings := s.Defaults()
	for i := 0; i < len(set); i += 2 {
		if err := settings.Set(set[i], set[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	p, err := s.New(stage.Options{Settings: settings, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
