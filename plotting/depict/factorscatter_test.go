package depict_test

import (
	"context"
	"testing"

	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/space"
)

// The factors that explain most are shown unless others are chosen; two that are the same are not shown.
func TestFactorScatterAxes(t *testing.T) {
	s := fit(t, "olive_oils", "pca", 3, map[string]string{"factors": "3"})
	sum, err := s.Summary(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	f := latent.FactorSubject{Subject: s, Summary: sum}
	for _, c := range []struct {
		state      latent.ScatterState
		across, up int
	}{{latent.ScatterState{}, 0, 1}, {latent.ScatterState{Across: 3}, 2, 0}, {latent.ScatterState{Across: 1}, 0, 1},
		{latent.ScatterState{Up: 1}, 1, 0}, {latent.ScatterState{Up: 3}, 0, 2},
		{latent.ScatterState{Across: 99, Up: 2}, 0, 1}} {
		if a, u := c.state.Axes(f); a != c.across || u != c.up {
			t.Errorf("%+v shows %d and %d, want %d and %d", c.state, a, u, c.across, c.up)
		}
	}
	p := latent.Scatter(f, latent.ScatterState{Colour: "area", Arrows: 3}, latent.Marks{Items: []int{2}}).(*space.Clusters)
	if len(p.Arrows) != 3 || p.Strip == nil || p.Strip.Annotation.Name != "area" || len(p.Selection.Columns) != 1 {
		t.Errorf("%d arrows, strip %+v", len(p.Arrows), p.Strip)
	}
	for i := 1; i < len(p.Arrows); i++ {
		a, b := p.Arrows[i-1], p.Arrows[i]
		if a.X*a.X+a.Y*a.Y < b.X*b.X+b.Y*b.Y {
			t.Errorf("arrow %d is longer than the one before", i)
		}
	}
	for i, a := range p.Arrows {
		if g := f.Shown().Loadings; a.X != g.At(a.Item, 0) || a.Y != g.At(a.Item, 1) {
			t.Errorf("arrow %d is not the loadings of its item", i)
		}
	}
}
