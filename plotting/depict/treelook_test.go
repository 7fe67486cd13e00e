package depict

import (
	"encoding/json"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/trees"

	"gonum.org/v1/gonum/mat"
)

// The tree of a result is drawn as the user looks at trees of its table, unless the subject itself says otherwise.
func TestTreeLook(t *testing.T) {
	d := &inference.Dataset{Name: "four", Rows: []string{"a", "b", "c", "d"}, Columns: []string{"x", "y", "z"},
		X: mat.NewDense(4, 3, []float64{1, 2, 3, 4, 5, 7, 7, 9, 2, 1, 4, 3}), RowIndex: []int{0, 1, 2, 3}}
	d.Annotations = []inference.Annotation{inference.NewAnnotation("kind", []string{"u", "u", "v", "v"}),
		inference.NewAnnotation("place", []string{"p", "q", "p", "q"})}
	parsed, err := tree.ParseNewick([]byte("(((a:0.3,b:0.3)0.4:0.3,(c:0.2,d:0.2)0.9:0.4):0.4);"))
	if err != nil {
		t.Fatal(err)
	}
	one := &forest.Forest{Trees: []forest.Weighted{{Tree: parsed, Weight: 1}}}
	draw := func(s *Subject, panes study.Panes) (*dendro.Dendrogram, string) {
		t.Helper()
		s.Table, s.Data, s.Snapshot = &inference.Table{Name: d.Name}, d, &inference.Snapshot{Parts: []inference.Part{one}}
		p, err := ByTab("Tree").Plate(t.Context(), Edited(s, study.Sheet{Panes: panes}, study.FrameOf(d)))
		if err != nil {
			t.Fatal(err)
		}
		return p.Figure.(*dendro.Dendrogram), p.Metadata.Description
	}
	names := func(f *dendro.Dendrogram) (text string) {
		for _, p := range f.Strips {
			text += p.Annotation.Name + " "
		}
		return text
	}
	f, words := draw(&Subject{}, nil)
	if f.Shape != dendro.Rectangular || !f.ShowLabels || f.Heat == nil || names(f) != "kind place " {
		t.Errorf("as usual: %v, %v, %v, %s", f.Shape, f.ShowLabels, f.Heat, names(f))
	}
	usual := words
	look := trees.Look{Shape: dendro.Circular, Strips: []string{"place"}, Support: dendro.SupportHidden}
	f, words = draw(&Subject{}, study.Panes{trees.Pane: look})
	if f.Shape != dendro.Circular || f.ShowLabels || f.Heat != nil || names(f) != "place " ||
		f.Support != dendro.SupportHidden || words == usual {
		t.Errorf("looked: %v, %v, %v, %s, %v, %q", f.Shape, f.ShowLabels, f.Heat, names(f), f.Support, words)
	}
	if f, _ = draw(&Subject{Beside: []string{"kind"}}, study.Panes{trees.Pane: look}); names(f) != "kind " {
		t.Errorf("asked for: %s", names(f))
	}
	look.Heat, look.ColumnsOrder, look.ColumnsShut = true, plotting.TreeOrder, []study.Set{{0, 1}, {0, 7}, {-1}}
	if f, _ = draw(&Subject{}, study.Panes{trees.Pane: look}); f.Heat == nil || f.Heat.Tree == nil {
		t.Error("the tree of the columns is missing")
	}
	look.ColumnsOrder = plotting.FileOrder
	if f, _ = draw(&Subject{}, study.Panes{trees.Pane: look}); f.Heat == nil || f.Heat.Tree != nil {
		t.Error("columns are not in the order of the file")
	}
	var foreign any
	if err := json.Unmarshal([]byte(
		`{"Shape":99,"Support":-7,"Below":1e9,"Heat":true,"Strips":["none"],"ColumnsOrder":"up"}`), &foreign); err != nil {
		t.Fatal(err)
	}
	if f, _ = draw(&Subject{}, study.Panes{trees.Pane: foreign}); f.Shape != dendro.Rectangular ||
		f.Support != dendro.SupportWidth || names(f) != "" {
		t.Errorf("foreign: %v, %v, %s", f.Shape, f.Support, names(f))
	}
}
