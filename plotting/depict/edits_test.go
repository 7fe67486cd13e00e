package depict

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/dendro"

	"gonum.org/v1/gonum/mat"
)

// The tree of a result is drawn as the user edited trees of its table, numbered as the rows of its data are.
func TestEditedTree(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	d := &inference.Dataset{Name: "four", Rows: names, Columns: []string{"x"}, X: mat.NewDense(4, 1, []float64{1, 2, 3, 4}), RowIndex: []int{1, 2, 3, 4}}
	d.Annotations = []inference.Annotation{inference.NewAnnotation("kind", []string{"u", "u", "v", "w"})}
	parsed, err := tree.ParseNewick([]byte("(((a:0.3,b:0.3):0.3,(c:0.2,d:0.2):0.4):0.4);"))
	if err != nil {
		t.Fatal(err)
	}
	one := &forest.Forest{Trees: []forest.Weighted{{Tree: parsed, Weight: 1}}}
	draw := func(side study.Side) (*dendro.Dendrogram, string) {
		t.Helper()
		s := &Subject{Data: d, Beside: []string{"kind"}, Snapshot: &inference.Snapshot{Parts: []inference.Part{one}}}
		f := dendrogramOf(Edited(s, study.Sheet{Rows: side}, study.FrameOf(d)))
		return f, shownOf(s).Words()
	}
	order := func(f *dendro.Dendrogram) (text string) {
		for _, leaf := range f.Tree.Order() {
			text += names[leaf]
		}
		return text
	}
	f, words := draw(study.Side{})
	if order(f) != "abcd" || len(f.Collapsed) > 0 || strings.Contains(words, "wedge") {
		t.Errorf("without edits: %s, %v, %q", order(f), f.Collapsed, words)
	}
	// Rows 1 and 2 of the table are the first two of the data. Others are in no clade of it.
	f, words = draw(study.Side{Edits: study.Edits{Collapsed: []study.Set{{1, 2}, {2, 3}, {7, 8}}, Rotated: []study.Set{{1, 2, 3, 4}}}})
	if order(f) != "cdab" || len(f.Collapsed) != 1 || !slices.Equal(f.Collapsed[0].Rows, []int{0, 1}) || f.Collapsed[0].Name != "u" || !strings.HasSuffix(words, "; 1 clade drawn as a wedge") {
		t.Errorf("collapsed and rotated: %s, %v, %q", order(f), f.Collapsed, words)
	}
	f, words = draw(study.Side{Groups: []study.Group{{Name: "mine", Rows: []int{3, 4}}},
		Edits: study.Edits{Collapsed: []study.Set{{1, 2}, {3, 4}}, Order: study.Ordering{Kind: study.ByColumn, Name: "x"}, Rotated: []study.Set{{1, 2}}}})
	if order(f) != "bacd" || len(f.Collapsed) != 2 || f.Collapsed[1].Name != "mine" || !strings.HasSuffix(words, "; 2 clades drawn as wedges") {
		t.Errorf("ordered: %s, %v, %q", order(f), f.Collapsed, words)
	}
	d.Preprocessing.Transpose = true // its rows are the columns of the table
	if f, _ = draw(study.Side{Edits: study.Edits{Collapsed: []study.Set{{1, 2}}}}); len(f.Collapsed) > 0 {
		t.Error("edits of the other side are shown")
	}
}
