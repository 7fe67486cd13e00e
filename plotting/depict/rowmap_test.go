package depict_test

import (
	"context"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/places"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/space"
)

// The map says how far it can be trusted, and its rows have the colours of the annotation.
func TestMap(t *testing.T) {
	s := fit(t, "iris", "tsne", 3, nil)
	e, err := depict.Named(s, "map")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	f, of := p.Figure.(*space.Clusters), places.Of(s.Snapshot)
	if f.Strip == nil || f.Strip.Annotation.Name != "species" || len(f.Ellipses) > 0 {
		t.Errorf("%+v", f.Strip)
	}
	if f.Points.X[7] != of.X[7] || f.Points.Y[7] != of.Y[7] {
		t.Error("a row is elsewhere")
	}
	for _, words := range []string{"trustworthiness 0.", "continuity 0.", "(12 neighbours)", "along a tree"} {
		if !strings.Contains(f.Subtitle, words) {
			t.Errorf("%q lacks %q", f.Subtitle, words)
		}
	}
}
