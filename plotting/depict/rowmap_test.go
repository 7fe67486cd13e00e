package depict_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/places"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/subject"
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
	for _, words := range []string{"trustworthiness 0.", "continuity 0.", "(12 neighbours)", "along a tree of average linkage"} {
		if !strings.Contains(f.Subtitle, words) {
			t.Errorf("%q lacks %q", f.Subtitle, words)
		}
	}
}

// A map is compared with the newest tree of the study over the same rows, or with one that is chosen; the tree of its
// own distances on the map agrees better than one of any order.
func TestMapBesideATree(t *testing.T) {
	s := fit(t, "iris", "tsne", 3, nil)
	p := places.Of(s.Snapshot)
	at := mat.NewDense(len(p.X), 2, nil)
	at.SetCol(0, p.X)
	at.SetCol(1, p.Y)
	c := linkage.New(at, linkage.Average)
	for !c.Advance(1 << 20) {
	}
	own := linkage.Tree(c.Merges(), s.Data.Rows)
	turned := linkage.Tree(c.Merges(), s.Data.Rows)
	slices.Reverse(turned.Names)
	of := func(x *tree.Tree) *inference.Snapshot {
		return &inference.Snapshot{Parts: []inference.Part{&forest.Forest{Trees: []forest.Weighted{{Tree: x, Weight: 1}}}}}
	}
	list := subject.OtherTrees{}.With(5, "of the map", of(own), s.Data.Rows)
	if list = list.With(4, "other rows", of(turned), s.Data.Rows); len(list) != 1 {
		t.Fatalf("%d trees of the same rows", len(list))
	}
	list = append(list, subject.OtherTree{ID: 2, Name: "by rows", Tree: chained(s.Data.Rows)})
	s.With(list)
	e, _ := depict.Named(s, "map")
	words := func(id study.ResultID) string {
		s.Panes = study.Panes{"Map": map[string]any{"Tree": id}}
		plate, err := e.Plate(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		return plate.Figure.(*space.Clusters).Subtitle
	}
	for id, want := range map[study.ResultID]string{0: "along the tree of “of the map” 0.8", 5: "“of the map” 0.8",
		2: "“by rows” ", -1: "along a tree of average linkage"} {
		if got := words(id); !strings.Contains(got, want) || id == 2 && strings.Contains(got, "“by rows” 0.8") {
			t.Errorf("%d: %q", id, got)
		}
	}
}

// chained is a tree that joins one row after the other.
func chained(rows []string) *tree.Tree {
	merges := []linkage.Merge{{A: 0, B: 1, Height: 1, Size: 2}}
	for i := 2; i < len(rows); i++ {
		merges = append(merges, linkage.Merge{A: i, B: len(rows) + i - 2, Height: float64(i), Size: i + 1})
	}
	return linkage.Tree(merges, rows)
}
