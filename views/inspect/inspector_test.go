package inspect

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/selected"
	"example.org/espalier/views/trees"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"
)

func TestSummaryOfAClade(t *testing.T) {
	data, tr := viewstest.Sample(t, "tissue_expression")
	var rows []int
	for _, a := range data.Annotations {
		if a.Name == "tissue" {
			// The smallest clade that holds liver alone is what the window is drawn with.
			for v := tr.Leaves(); v < tr.Nodes(); v++ {
				leaves := study.SetOf(tr.LeavesBelow(v))
				if level, n := a.Commonest(leaves); level == "liver" && n == len(leaves) && n > len(rows) {
					rows = leaves
				}
			}
		}
	}
	if len(rows) < 5 {
		t.Fatalf("%d livers", len(rows))
	}
	m := summarised(new(selected.Contrasts), tr, data, drawn.NewState(nil).WithSelection(rows))
	if m.Title != "Clade of "+plotting.FormatCount(len(rows))+" samples" || m.Empty {
		t.Error(m.Title)
	}
	want := "liver " + plotting.FormatCount(len(rows)) + " of " + plotting.FormatCount(len(rows))
	if !slices.Contains(m.Lines, [2]string{"tissue", want}) {
		t.Errorf("%v has no %q", m.Lines, want)
	}
	if len(m.Highest) != 5 || len(m.Lowest) == 0 {
		t.Fatalf("%d and %d columns", len(m.Highest), len(m.Lowest))
	}
	// Recount the first from the data.
	c := m.Highest[0]
	inside, outside, all := []float64{}, []float64{}, []float64{}
	for i := range data.Rows {
		x := data.X.At(i, c.Column)
		all = append(all, x)
		if _, in := slices.BinarySearch(rows, i); in {
			inside = append(inside, x)
		} else {
			outside = append(outside, x)
		}
	}
	mean := func(x []float64) float64 {
		sum := 0.0
		for _, v := range x {
			sum += v
		}
		return sum / float64(len(x))
	}
	square := 0.0
	for _, x := range all {
		square += (x - mean(all)) * (x - mean(all))
	}
	difference := (mean(inside) - mean(outside)) / math.Sqrt(square/float64(len(all)))
	if !(math.Abs(c.Difference-difference) <= 1e-9) || c.Name != data.Columns[c.Column] {
		t.Errorf("%s differs by %v, not %v", c.Name, c.Difference, difference)
	}
	back := mean(inside)*data.Scale[c.Column] + data.Centre[c.Column]
	if !(math.Abs(c.Inside-back) <= 1e-9*math.Abs(back)) {
		t.Errorf("the mean is %v, not %v", c.Inside, back)
	}
	for i := 1; i < len(m.Highest); i++ {
		if m.Highest[i].Difference > m.Highest[i-1].Difference {
			t.Error("the highest are not in order")
		}
	}
}

func TestSummaryCases(t *testing.T) {
	data, tr := viewstest.Sample(t, "iris")
	all := summarised(new(selected.Contrasts), tr, data, drawn.NewState(nil))
	if !all.Empty || !strings.Contains(all.Hint, "Click") || len(all.Lines) != 3 {
		t.Errorf("%+v", all)
	}
	if m := summarised(new(selected.Contrasts), nil, nil, drawn.NewState(nil)); !strings.Contains(m.Hint, "Run") {
		t.Errorf("%+v", m)
	}
	if m := summarised(new(selected.Contrasts), tr, data,
		drawn.NewState(nil).WithSelection([]int{7})); m.Title != data.Rows[7] {
		t.Errorf("%+v", m)
	}
	if m := summarised(new(selected.Contrasts), tr, data, drawn.NewState(nil).WithSelection([]int{0,
		149})); m.Title != "Selection of 2 flowers" {
		t.Errorf("%+v", m)
	}
	if m := summarised(new(selected.Contrasts), tr, data,
		drawn.NewState(nil).WithSelection(tr.LeafOrder())); len(m.Highest)+len(m.Lowest) != 0 {
		t.Errorf("the whole tree differs from the rest: %+v", m)
	}
	// Missing cells are left out, constant columns are no contrast.
	x := mat.NewDense(4, 3, []float64{1, 5, math.NaN(), 2, 5, 1, 3, 5, math.NaN(), 4, 5, math.NaN()})
	small := &inference.Dataset{Rows: []string{"a", "b", "c", "d"}, Columns: []string{"u", "v", "w"}, X: x}
	m := summarised(new(selected.Contrasts), nil, small, drawn.NewState(nil).WithSelection([]int{2, 3}))
	if len(m.Highest) != 1 || m.Highest[0].Name != "u" || m.Highest[0].Inside != 3.5 || len(m.Lowest) != 0 {
		t.Errorf("%+v", m)
	}
}

// described runs what is posted until an inspector shows what is selected.
func described(s *viewstest.Stage, n *Inspector) {
	s.TB.Helper()
	s.Rested([]viewstest.Rester{n.worker}, n.bars)
}

// inspectedStage shows the tree of a sample, whose wishes come true.
func inspectedStage(tb testing.TB, name string) (*viewstest.Stage, *trees.View) {
	tb.Helper()
	s := viewstest.NewStage(tb)
	data, tr := viewstest.Sample(tb, name)
	v := trees.New(s.Post, plotting.Light)
	v.Keeper = viewstest.NewKeeper(v.SetState)
	tb.Cleanup(v.Close)
	v.SetData(data)
	v.SetTrees(viewstest.One(tr))
	s.Show(v, 1000, 700)
	s.Settle(v.View())
	return s, v
}

func TestInspectorFollows(t *testing.T) {
	s, v := inspectedStage(t, "tissue_expression")
	n := NewInspector(TreeWishes(v), trees.NewGroupList(v.Groups.Wishes()), s.Post, plotting.Light)
	n.Follow(v.Source())
	defer n.Close()
	v.OnState = func(drawn.State) { n.Follow(v.Source()) }
	scroll := container.NewVScroll(container.NewPadded(n))
	s.Show(container.NewBorder(nil, nil, nil, container.NewGridWrap(fyne.NewSize(250, 700), scroll), v), 1100, 700)
	_, rows := viewstest.CladeOf(t, v.Tree(), 20, 40)
	s.Settle(v.View())
	described(s, n)
	if n.title.Left != "Nothing selected" || n.links.Visible() || n.bars.Visible() || !n.hint.Visible() {
		t.Errorf("empty: %q", n.title.Left)
	}
	v.Select(rows)
	v.Groups.CutInto(4)
	s.Settle(v.View())
	described(s, n)
	if n.title.Left != "Clade of "+plotting.FormatCount(len(rows))+" samples" || !n.links.Visible() ||
		!n.bars.Visible() || n.hint.Visible() {
		t.Errorf("%q", n.title.Left)
	}
	if len(n.groups.Box.Objects) != 4 || !n.groupsBox.Visible() {
		t.Errorf("%d groups are listed", len(n.groups.Box.Objects))
	}
	place := func() fyne.Position {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(n.groups)
	}
	before := place()
	for g := range 4 { // a list that moved would be clicked in another row
		v.Groups.Select(g)
		s.Settle(v.View())
		described(s, n)
		if place() != before {
			t.Errorf("after a click on group %d the list stands at %v, before at %v", g, place(), before)
		}
	}
	v.Select(rows)
	s.Settle(v.View())
	described(s, n)
	s.Keep("inspector")
	test.Tap(n.collapse)
	if !v.State().IsCollapsed(rows) || n.collapse.Text != "Expand" {
		t.Error("the link does not collapse")
	}
	test.Tap(n.collapse)
	test.Tap(n.rotate)
	if len(v.State().Rotated) != 1 {
		t.Error("the link does not rotate")
	}
	copied := ""
	v.OnCopy = func(names []string) { copied = strings.Join(names, "\n") + "\n" }
	test.Tap(n.copy)
	if strings.Count(copied, "\n") != len(rows) {
		t.Errorf("copied %q", copied)
	}
	// The bars are one picture with marks.
	m, ok := n.bars.MarkAt(fyne.NewPos(20, 40))
	if !ok || m.Kind != "column" || len(m.Lines) < 4 {
		t.Fatalf("%+v %v", m, ok)
	}
	viewstest.Tap(n.bars, fyne.NewPos(20, 40))
	if v.State().Order != (study.Ordering{Kind: study.ByColumn, Name: v.Data().Columns[m.Column]}) {
		t.Errorf("%+v", v.State().Order)
	}
	// A clade of columns is described, and collapses and expands by the link.
	v.Choose("columns", "tree")
	s.Settle(v.View())
	columns := []int(nil)
	for c := range v.Data().Columns { // a pair that joins first
		for d := range c {
			if columns == nil && v.Source().IsColumnClade([]int{d, c}) {
				columns = []int{d, c}
			}
		}
	}
	v.Select(nil)
	v.SelectColumns(columns)
	s.Settle(v.View())
	described(s, n)
	if n.title.Left != "Selection of 2 genes" || !n.collapse.Visible() || n.hint.Visible() || n.bars.Visible() {
		t.Errorf("columns %v: %q", columns, n.title.Left)
	}
	test.Tap(n.collapse)
	if len(v.State().ColumnsShut) != 1 || n.collapse.Text != "Expand" {
		t.Errorf("%v are collapsed, the link says %s", v.State().ColumnsShut, n.collapse.Text)
	}
	test.Tap(n.collapse)
	if len(v.State().ColumnsShut) != 0 {
		t.Error("the link does not expand columns")
	}
	v.SelectColumns(columns[:1])
	s.Settle(v.View())
	described(s, n)
	if n.title.Left != v.Data().Columns[columns[0]] || len(n.shown.Lines) < 2 || n.shown.Lines[0][0] != "mean" {
		t.Errorf("one column: %q, %v", n.title.Left, n.shown.Lines)
	}
	v.Select(nil)
	v.SelectColumns(nil)
	s.Settle(v.View())
	described(s, n)
	if n.links.Visible() || n.title.Left != "Nothing selected" {
		t.Error("the inspector does not empty")
	}
}

// TestSummaryNamesWhoIsSelected lists the first fifty and counts the rest.
func TestSummaryNamesWhoIsSelected(t *testing.T) {
	data, tr := viewstest.Sample(t, "iris")
	two := summarised(new(selected.Contrasts), tr, data, drawn.NewState(nil).WithSelection([]int{3, 120}))
	if !slices.Equal(two.Names, []string{data.Rows[3], data.Rows[120]}) || two.NamesHead() != "2 selected" ||
		two.NamesText() != data.Rows[3]+", "+data.Rows[120] {
		t.Errorf("%v under %q", two.Names, two.NamesHead())
	}
	rows := make([]int, 60)
	for i := range rows {
		rows[i] = i
	}
	many := summarised(new(selected.Contrasts), tr, data, drawn.NewState(nil).WithSelection(rows))
	if len(many.Names) != 50 || many.Names[49] != data.Rows[49] || many.NamesHead() != "60 selected, the first 50" {
		t.Errorf("%d names under %q", len(many.Names), many.NamesHead())
	}
	if one := summarised(new(selected.Contrasts), tr, data,
		drawn.NewState(nil).WithSelection([]int{3})); len(one.Names) != 0 {
		t.Errorf("the name in the title is listed again: %v", one.Names)
	}
}

// TestInspectorShowsNamesAndNumbers runs what the inspector posts until both stand in it.
func TestInspectorShowsNamesAndNumbers(t *testing.T) {
	s, v := inspectedStage(t, "iris")
	n := NewInspector(TreeWishes(v), trees.NewGroupList(v.Groups.Wishes()), s.Post, plotting.Light)
	n.Follow(v.Source())
	defer n.Close()
	s.Settle(v.View())
	described(s, n)
	v.Select([]int{3, 120})
	n.Follow(v.Source())
	for n.shown.Compared == 0 {
		p := <-s.Posts
		p.F()
		close(p.Done)
	}
	names := v.Data().Rows
	if !n.names.Visible() || n.names.text != names[3]+", "+names[120] || n.names.head != "2 selected" {
		t.Errorf("%q under %q", n.names.text, n.names.head)
	}
	if !n.note.Visible() || n.shown.Compared != 4 {
		t.Errorf("p of %d columns, note %q", n.shown.Compared, n.note.text)
	}
}

// The inspector offers what can be done with groups while there are some.
func TestInspectorOffersAnAnnotation(t *testing.T) {
	s, v := inspectedStage(t, "iris")
	asked := 0
	w := TreeWishes(v)
	w.Annotate = func() { asked++ }
	n := NewInspector(w, trees.NewGroupList(v.Groups.Wishes()), s.Post, plotting.Light)
	t.Cleanup(n.Close)
	v.OnState = func(drawn.State) { n.Follow(v.Source()) }
	if n.groupsBox.Visible() {
		t.Error("without groups something can be done with them")
	}
	v.Groups.CutInto(3)
	if !n.groupsBox.Visible() {
		t.Fatal("nothing can be done with groups")
	}
	n.annotate.Tapped(nil)
	if asked != 1 {
		t.Errorf("asked %d times for an annotation", asked)
	}
}
