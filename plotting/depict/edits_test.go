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
	"example.org/espalier/plotting/depict/trees"

	"gonum.org/v1/gonum/mat"
)

// The tree of a result is drawn as the user edited trees of its table, numbered as the rows of its data are.
func TestEditedTree(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	d := &inference.Dataset{Name: "four", Rows: names, Columns: []string{"x"},
		X: mat.NewDense(4, 1, []float64{1, 2, 3, 4}), RowIndex: []int{1, 2, 3, 4}}
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
	f, words = draw(
		study.Side{Edits: study.Edits{Collapsed: []study.Set{{1, 2}, {2, 3}, {7, 8}}, Rotated: []study.Set{{1, 2, 3, 4}}}})
	if order(f) != "cdab" || len(f.Collapsed) != 1 || !slices.Equal(f.Collapsed[0].Rows, []int{0, 1}) ||
		f.Collapsed[0].Name != "u" || !strings.HasSuffix(words, "; 1 clade drawn as a wedge") {
		t.Errorf("collapsed and rotated: %s, %v, %q", order(f), f.Collapsed, words)
	}
	f, words = draw(study.Side{Groups: []study.Group{{Name: "mine", Rows: []int{3, 4}}},
		Edits: study.Edits{Collapsed: []study.Set{{1, 2}, {3, 4}}, Order: study.Ordering{Kind: study.ByColumn, Name: "x"},
			Rotated: []study.Set{{1, 2}}}})
	if order(f) != "bacd" || len(f.Collapsed) != 2 || f.Collapsed[1].Name != "mine" ||
		!strings.HasSuffix(words, "; 2 clades drawn as wedges") {
		t.Errorf("ordered: %s, %v, %q", order(f), f.Collapsed, words)
	}
	d.Preprocessing.Transpose = true // its rows are the columns of the table
	if f, _ = draw(study.Side{Edits: study.Edits{Collapsed: []study.Set{{1, 2}}}}); len(f.Collapsed) > 0 {
		t.Error("edits of the other side are shown")
	}
}

// Strips that a person chose come back in their order, whatever annotations the fit named, and groups are shown once.
func TestChosenStrips(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	d := &inference.Dataset{Name: "four", Rows: names, Columns: []string{"x"},
		X: mat.NewDense(4, 1, []float64{1, 2, 3, 4}), RowIndex: []int{0, 1, 2, 3}}
	for _, a := range []string{"site", "kind", "groups"} {
		values := []string{"u", "u", "v", "v"}
		if a == "groups" {
			values = []string{"low", "low", "high", "high"}
		}
		d.Annotations = append(d.Annotations, inference.NewAnnotation(a, values))
	}
	groups := []study.Group{{Name: d.Annotations[2].Levels[0], Rows: []int{0, 1}},
		{Name: d.Annotations[2].Levels[1], Rows: []int{2, 3}}}
	parsed, err := tree.ParseNewick([]byte("(((a:0.3,b:0.3):0.3,(c:0.2,d:0.2):0.4):0.4);"))
	if err != nil {
		t.Fatal(err)
	}
	chosen := trees.NewLook([]string{"kind", "site"})
	for _, c := range []struct {
		labels string
		named  []string
		beside []string
		panes  study.Panes
		groups []study.Group
		want   string
	}{
		{labels: "kind", named: []string{"site"}, panes: study.Panes{trees.Pane: chosen}, groups: groups, want: "kind site"},
		{labels: "site", panes: study.Panes{trees.Pane: trees.NewLook([]string{"groups"})}, groups: groups, want: "groups"},
		{beside: []string{"groups"}, panes: study.Panes{trees.Pane: chosen}, groups: groups, want: "groups"},
		{labels: "kind", groups: groups, want: "kind site"},
		{groups: groups, want: "site kind"},
		{want: "site kind groups"},
	} {
		s := &Subject{Data: d, Labels: c.labels, Annotations: c.named, Beside: c.beside,
			Snapshot: &inference.Snapshot{
				Parts: []inference.Part{&forest.Forest{Trees: []forest.Weighted{{Tree: parsed, Weight: 1}}}}}}
		var got []string
		for _, strip := range dendrogramOf(Edited(s, study.Sheet{Panes: c.panes, Rows: study.Side{Groups: c.groups}},
			study.FrameOf(d))).Strips {
			got = append(got, strip.Annotation.Name)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%+v: strips %q, want %q", c.panes, text, c.want)
		}
	}
}
