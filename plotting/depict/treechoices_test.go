package depict_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/depict/treestest"
	"example.org/espalier/plotting/write"
)

// treesOf returns a result of the fixture as a study says that its trees are seen.
func treesOf(data *inference.Dataset, f *forest.Forest, h study.Sheet) *depict.Subject {
	s := &depict.Subject{Table: treestest.Table(), Data: data, BurnIn: 0.25, Snapshot: &inference.Snapshot{Iteration: 90,
		Parts: []inference.Part{f}}, Info: inference.Info{Title: "Model", Iteration: "sweep"}}
	return depict.Edited(s, h, study.FrameOf(data))
}

// sheetOf is what a study keeps of a state, read again as from a file.
func sheetOf(t *testing.T, s trees.State) study.Sheet {
	t.Helper()
	text, err := json.Marshal(s.Look)
	if err != nil {
		t.Fatal(err)
	}
	var read any
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return study.Sheet{Panes: study.Panes{trees.Pane: read}, Rows: study.Side{Groups: s.Groups, Edits: s.Edits}}
}

// svg draws a figure of a result.
func svg(t *testing.T, s *depict.Subject, tab string) string {
	t.Helper()
	p, err := depict.ByTab(tab).Plate(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "figure.svg")
	p.Metadata.Created = time.Unix(0, 0)
	if err := write.Figure(path, p.In(plotting.Print), p.Size, p.Metadata); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every choice that a study keeps of the tree's pane is drawn, and each field of the state is a choice that is tried
// here.
func TestChoicesOfTreesAreDrawn(t *testing.T) {
	data, err := treestest.Table().Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{"Selection": true, "Edits": true, "Look": true} // what is selected is no part of files
	fixtures := map[string]*forest.Forest{"draws": treestest.Draws(data), "best trees": treestest.Best(data)}
	for name, f := range fixtures {
		usual := trees.State{Look: trees.NewLook(nil).For(data)}
		plain := svg(t, treesOf(data, f, sheetOf(t, usual)), "Tree")
		if plain != svg(t, treesOf(data, f, study.Sheet{}), "Tree") {
			t.Errorf("%s: the usual look is not what is drawn where nobody has looked", name)
		}
		for _, c := range treestest.Changes() {
			tried[c.Field] = true
			if name == "draws" && !c.Draws || name != "draws" && !c.Best {
				continue
			}
			st := usual
			c.Set(&st)
			if changed := svg(t, treesOf(data, f, sheetOf(t, st)), "Tree") != plain; changed == c.Silent {
				t.Errorf("%s, %s: the figure changes: %t", name, c.Name, changed)
			}
		}
	}
	for _, of := range []reflect.Type{reflect.TypeFor[trees.State](), reflect.TypeFor[trees.Look](),
		reflect.TypeFor[study.Edits]()} {
		for i := range of.NumField() {
			if !tried[of.Field(i).Name] {
				t.Errorf("no change of %s is tried", of.Field(i).Name)
			}
		}
	}
}

// The figures that follow the tree show the tree that was chosen.
func TestFiguresFollowTheTreeShown(t *testing.T) {
	data, err := treestest.Table().Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	f := treestest.Draws(data)
	medoid := trees.State{Look: trees.NewLook(nil).For(data),
		Edits: study.Edits{Order: study.Ordering{Kind: study.ByColumn, Name: "y"}}}
	medoid.Shown = trees.Which{Kind: trees.ShownMedoid}
	for _, tab := range []string{"Both ways", "Matrix", "Paths", "Density", "Compare"} {
		if svg(t, treesOf(data, f, sheetOf(t, medoid)), tab) == svg(t, treesOf(data, f, study.Sheet{}), tab) {
			t.Errorf("%s does not follow the tree", tab)
		}
	}
}
