package teach

import (
	"testing"

	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/teach/stage"
)

// While the first path runs no path is complete, so that there is no tree to show.
func TestFirstPathIsNotCompleteAtOnce(t *testing.T) {
	for _, name := range []string{"ddt", "pydt"} {
		s, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.New(Options{Settings: s.Defaults(), Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for step := range pathFrames + 1 {
			shown := false
			for _, part := range p.Figure().(*chart.Panels).Parts {
				if _, ok := part.Figure.(*dendro.Dendrogram); ok {
					shown = true
				}
			}
			if shown != (step == pathFrames) {
				t.Errorf("%s: a tree is shown %v at step %d", name, shown, step)
			}
			if err := p.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The bound finds the four groups of its sample, and does not join two of them to one long component. It climbs while the
// number of components stays, as the lesson sheet says.
func TestBoundFindsTheGroups(t *testing.T) {
	for seed := range uint64(3) {
		s := posterior()
		set := s.Defaults()
		if err := set.Set("show", "bound"); err != nil {
			t.Fatal(err)
		}
		p, err := s.New(Options{Settings: set, Seed: seed + 1})
		if err != nil {
			t.Fatal(err)
		}
		climbs := 0
		for at := range p.Steps() {
			before := p.Counters()
			if err := p.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
			if now := p.Counters(); at > priorDraws && now[1].Drawn == before[1].Drawn {
				if climbs++; !(now[0].Drawn >= before[0].Drawn-1e-6) {
					t.Errorf("seed %d, step %d: %s falls from %v to %v with %v %s", seed+1, at+1, now[0].Name, before[0].Drawn,
						now[0].Drawn, now[1].Drawn, now[1].Name)
				}
			}
		}
		if climbs < 10 {
			t.Errorf("seed %d: %d steps with as many components as before", seed+1, climbs)
		}
		end := p.(*stage.Course[*posteriorPlay]).State
		if r := end.now.agreement(end.truth); r < 0.85 {
			t.Errorf("seed %d: adjusted Rand index %v", seed+1, r)
		}
	}
}
