package trees

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/viewstest"
)

func TestSearch(t *testing.T) {
	s, v := treeStage(t, "iris")
	data := v.Data()
	if n := v.Walk.Search("VIRGINICA"); n != 50 {
		t.Errorf("%d matches", n)
	}
	var order []int
	for _, r := range v.Tree().LeafOrder() {
		if speciesOf(data, r) == "virginica" {
			order = append(order, r)
		}
	}
	v.view.ShowWindow(plotting.Window{X0: 0, X1: 1, Y0: 0, Y1: 0.05})
	s.Settle(v.view)
	for i := range 3 {
		v.Walk.NextMatch(1)
		s.Settle(v.view)
		if got := v.State().Selection.Rows; len(got) != 1 || got[0] != order[i] {
			t.Errorf("match %d is %v, not %d", i, got, order[i])
		}
		if y := place(t, v, order[i]).Y; y < 0 || y > 700 {
			t.Errorf("the match lies at %v", y)
		}
	}
	v.Walk.NextMatch(-1)
	v.Walk.NextMatch(-1)
	v.Walk.NextMatch(-1)
	if got := v.State().Selection.Rows[0]; got != order[len(order)-1] {
		t.Errorf("the search does not go round: %d", got)
	}
	// A match within a collapsed clade opens it, in the same step.
	node, _ := v.Trees()[0].Tree.FindClade(order[:1])
	hidden := study.SetOf(v.Tree().LeavesBelow(v.Tree().Parent[node]))
	v.Clades.Collapse(hidden)
	for v.State().Match != 0 {
		v.Walk.NextMatch(1)
	}
	if v.State().IsCollapsed(hidden) {
		t.Error("the match stays hidden")
	}
	s.Settle(v.view)
	f, _ := v.view.Shown()
	if m := f.(*dendro.Dendrogram).Matches; len(m) != 50 {
		t.Errorf("%d matches are marked", len(m))
	}
	if n := v.Walk.Search(data.Rows[7]); n < 1 {
		t.Errorf("%q gives %d", data.Rows[7], n)
	}
	if n := v.Walk.Search("no such thing"); n != 0 {
		t.Error(n)
	}
	v.Walk.NextMatch(1)
	v.Walk.Search("")
	if at, n := v.Walk.Matches(); at != -1 || n != 0 {
		t.Errorf("%d of %d", at, n)
	}
}

func speciesOf(d *inference.Dataset, row int) string {
	for _, a := range d.Annotations {
		if a.Name == "species" {
			return a.Values[row]
		}
	}
	return ""
}

func TestCopyNames(t *testing.T) {
	_, v := treeStage(t, "iris")
	var got string
	v.OnCopy = func(names []string) { got = strings.Join(names, "\n") + "\n" }
	if n := v.CopyNames(); n != 0 || got != "" {
		t.Errorf("nothing is selected, but %q was copied", got)
	}
	_, rows := viewstest.CladeOf(t, v.Tree(), 4, 8)
	v.Select(rows)
	if n := v.CopyNames(); n != len(rows) {
		t.Errorf("%d names", n)
	}
	var want []string
	for _, r := range v.Tree().LeafOrder() {
		if slices.Contains(rows, r) {
			want = append(want, v.Data().Rows[r])
		}
	}
	if got != strings.Join(want, "\n")+"\n" {
		t.Errorf("%q, not %q", got, want)
	}
}
