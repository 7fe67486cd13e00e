package views

import (
	"math"
	"slices"
	"strings"
	"testing"

	"espalier/inference"
	"espalier/inference/kind/forest"
	"espalier/inference/study"
	"espalier/plotting"
	"espalier/plotting/chart"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"
)

func TestSummaryOfAClade(t *testing.T) {
	data, tr := sample(t, "tissue_expression")
	var rows []int
	for _, a := range data.Annotations {
		if a.Name == "tissue" {
			// The smallest clade that holds liver alone is what the window is drawn with.
			for v := tr.Leaves(); v < tr.Nodes(); v++ {
				leaves := study.SetOf(tr.LeavesBelow(v))
				if level, n := commonest(a, leaves); level == "liver" && n == len(leaves) && n > len(rows) {
					rows = leaves
				}
			}
		}
	}
	if len(rows) < 5 {
		t.Fatalf("%d livers", len(rows))
	}
	m := Summarise(tr, data, NewTreeState(nil).WithSelection(rows), 0)
	if m.Title != "Clade of "+plotting.FormatCount(len(rows))+" leaves" || m.Empty {
		t.Error(m.Title)
	}
	want := "liver " + plotting.FormatCount(len(rows)) + " of " + plotting.FormatCount(len(rows))
	if !slices.Contains(m.Lines, [2]string{"tissue", want}) {
		t.Errorf("%v has no %q", m.Lines, want)
	}
	if len(m.Highest) != mostHighest || len(m.Lowest) == 0 {
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
	if math.Abs(c.Difference-difference) > 1e-9 || c.Name != data.Columns[c.Column] {
		t.Errorf("%s differs by %v, not %v", c.Name, c.Difference, difference)
	}
	back := mean(inside)*data.Scale[c.Column] + data.Centre[c.Column]
	if math.Abs(c.Inside-back) > 1e-9*math.Abs(back) {
		t.Errorf("the mean is %v, not %v", c.Inside, back)
	}
	for i := 1; i < len(m.Highest); i++ {
		if m.Highest[i].Difference > m.Highest[i-1].Difference {
			t.Error("the highest are not in order")
		}
	}
}

func TestSummaryCases(t *testing.T) {
	data, tr := sample(t, "iris")
	all := Summarise(tr, data, NewTreeState(nil), 0)
	if !all.Empty || !strings.Contains(all.Hint, "Click") || len(all.Lines) != 3 {
		t.Errorf("%+v", all)
	}
	if m := Summarise(nil, nil, NewTreeState(nil), 0); !strings.Contains(m.Hint, "Run") {
		t.Errorf("%+v", m)
	}
	if m := Summarise(tr, data, NewTreeState(nil).WithSelection([]int{7}), 0); m.Title != data.Rows[7] {
		t.Errorf("%+v", m)
	}
	if m := Summarise(tr, data, NewTreeState(nil).WithSelection([]int{0, 149}), 0); m.Title != "Selection of 2 leaves" {
		t.Errorf("%+v", m)
	}
	if m := Summarise(tr, data, NewTreeState(nil).WithSelection(tr.LeafOrder()), 0); len(m.Highest)+len(m.Lowest) != 0 {
		t.Errorf("the whole tree differs from the rest: %+v", m)
	}
	// Missing cells are left out, constant columns are no contrast.
	x := mat.NewDense(4, 3, []float64{1, 5, math.NaN(), 2, 5, 1, 3, 5, math.NaN(), 4, 5, math.NaN()})
	small := &inference.Dataset{Rows: []string{"a", "b", "c", "d"}, Columns: []string{"u", "v", "w"}, X: x}
	m := Summarise(nil, small, NewTreeState(nil).WithSelection([]int{2, 3}), 0)
	if len(m.Highest) != 1 || m.Highest[0].Name != "u" || m.Highest[0].Inside != 3.5 || len(m.Lowest) != 0 {
		t.Errorf("%+v", m)
	}
}

// described runs what is posted until an inspector shows what is selected.
func described(s *stage, n *Inspector) {
	s.tb.Helper()
	s.rested([]rester{n.worker}, n.bars)
}

// inspectedStage shows the tree of a sample, whose wishes come true.
func inspectedStage(tb testing.TB, name string) (*stage, *TreeView) {
	tb.Helper()
	s := newStage(tb)
	data, tr := sample(tb, name)
	v := NewTreeView(s.post, plotting.Light)
	v.Keeper = newKeeper(v.SetState)
	tb.Cleanup(v.Close)
	v.SetData(data)
	v.SetTree(tr)
	s.show(v, 1000, 700)
	s.settle(v.View())
	return s, v
}

func TestInspectorFollows(t *testing.T) {
	s, v := inspectedStage(t, "tissue_expression")
	n := NewInspector(v, s.post, plotting.Light)
	defer n.Close()
	v.OnState = func(TreeState) { n.Follow() }
	scroll := container.NewVScroll(container.NewPadded(n))
	s.show(container.NewBorder(nil, nil, nil, container.NewGridWrap(fyne.NewSize(250, 700), scroll), v), 1100, 700)
	_, rows := cladeOf(t, v.Tree(), 20, 40)
	s.settle(v.View())
	described(s, n)
	if n.title.left != "Nothing selected" || n.links.Visible() || n.bars.Visible() || !n.hint.Visible() {
		t.Errorf("empty: %q", n.title.left)
	}
	v.Select(rows)
	v.Groups.CutInto(4)
	s.settle(v.View())
	described(s, n)
	if n.title.left != "Clade of "+plotting.FormatCount(len(rows))+" leaves" || !n.links.Visible() || !n.bars.Visible() || n.hint.Visible() {
		t.Errorf("%q", n.title.left)
	}
	if len(n.groups.box.Objects) != 4 || !n.groups.Visible() {
		t.Errorf("%d groups are listed", len(n.groups.box.Objects))
	}
	s.keep("inspector")
	test.Tap(n.collapse)
	if !v.State().IsCollapsed(rows) || n.collapse.text != "Expand" {
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
	tap(n.bars, fyne.NewPos(20, 40))
	if v.State().Order != (study.Ordering{Kind: study.ByColumn, Name: v.Data().Columns[m.Column]}) {
		t.Errorf("%+v", v.State().Order)
	}
	v.Select(nil)
	s.settle(v.View())
	described(s, n)
	if n.links.Visible() || n.title.left != "Nothing selected" {
		t.Error("the inspector does not empty")
	}
}

func TestGroupList(t *testing.T) {
	s, v := treeStage(t, "iris")
	g := NewGroupList(v.TreeView)
	v.OnState = func(TreeState) { g.Follow() }
	s.show(container.NewBorder(nil, nil, nil, container.NewGridWrap(fyne.NewSize(220, 300), g), v), 1000, 700)
	v.Groups.CutInto(3)
	row := g.rows[1]
	if row.group.Name != v.State().Groups[1].Name {
		t.Fatalf("%+v", row.group)
	}
	row.Tapped(point(100, 10))
	if !slices.Equal(v.State().Selection.Rows, study.SetOf(v.State().Groups[1].Rows)) || !row.chosen || g.rows[0].chosen {
		t.Error("a click does not select the group")
	}
	row.Tapped(point(5, 10)) // on the colour
	if g.editor == nil || s.win.Canvas().Focused() != g.editor.name {
		t.Fatal("the colour does not open the editor")
	}
	var failed error
	g.OnError = func(err error) { failed = err }
	g.editor.name.SetText("middle")
	g.editor.hex.SetText("blue")
	g.editor.hex.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if failed == nil || g.editor == nil {
		t.Error("blue was taken for a colour")
	}
	g.editor.hex.SetText("#00f")
	g.editor.hex.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := v.State().Groups[1]; got.Name != "middle" || got.Colour != plotting.Hex(0x0000FF) || g.editor != nil {
		t.Errorf("%+v", got)
	}
	row.DoubleTapped(nil)
	g.editor.name.SetText("other")
	g.editor.name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if v.State().Groups[1].Name != "middle" || g.editor != nil {
		t.Error("Esc takes the change over")
	}
	row.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if len(v.State().Groups) != 2 || len(g.box.Objects) != 2 {
		t.Errorf("%d groups are left", len(v.State().Groups))
	}
	v.Undo()
	if len(g.box.Objects) != 3 {
		t.Error("undone, the group is not listed")
	}
	v.Groups.CutAtTime(0.9999)
	if n := len(v.State().Groups); n <= mostListed || len(g.box.Objects) != mostListed+1 || !strings.Contains(g.more.left, plotting.FormatCount(n-mostListed)) {
		t.Errorf("%d groups are %d rows, %q", n, len(g.box.Objects), g.more.left)
	}
	row.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	v.Groups.Clear() // while one is edited
	if len(g.box.Objects) != 0 {
		t.Error("groups are left")
	}
}

func TestSearchBar(t *testing.T) {
	s, v := treeStage(t, "iris")
	b := NewSearchBar(v.TreeView)
	closed := 0
	b.OnClose = func() { closed++ }
	v.OnSearch = b.Open
	v.OnState = func(TreeState) { b.Follow() }
	s.show(container.NewBorder(b, nil, nil, nil, v), 900, 700)
	s.win.Canvas().Focus(v.view)
	test.Type(v.view, "/")
	if s.win.Canvas().Focused() != b.entry {
		t.Fatal("/ does not open the search")
	}
	test.Type(b.entry, "versi")
	if v.State().Search != "versi" || b.count.left != "50 matches" {
		t.Errorf("%q, %q", v.State().Search, b.count.left)
	}
	b.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	b.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if b.count.left != "2 of 50" {
		t.Error(b.count.left)
	}
	b.entry.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	b.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	b.entry.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	if b.count.left != "1 of 50" {
		t.Error(b.count.left)
	}
	s.keep("search")
	test.Type(b.entry, "xyz")
	if b.count.left != "no match" || !b.next.off {
		t.Error(b.count.left)
	}
	v.Undo() // the letters in a row are one step, after the selection
	if v.State().Search != "versi" || b.entry.Text != "versi" {
		t.Errorf("%q, %q", v.State().Search, b.entry.Text)
	}
	b.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if closed != 1 || v.State().Search != "" || !v.view.Focused() {
		t.Errorf("closed %d times, %q", closed, v.State().Search)
	}
}

func TestSelector(t *testing.T) {
	s, v := treeStage(t, "iris")
	w := v.Trees()[0]
	w.Objective = -10
	other := w
	other.Objective = -12.5
	v.SetTrees([]forest.Weighted{w, other})
	sel := NewSelector(nil)
	sel.Follow(v.TreeView)
	s.show(sel, 300, 40)
	if sel.text.left != "tree 1 of 2, the best" || !sel.back.off || sel.next.off {
		t.Errorf("%q", sel.text.left)
	}
	test.Tap(sel.next)
	if sel.text.left != "tree 2 of 2, −2.5 nats" || sel.back.off || !sel.next.off {
		t.Errorf("%q", sel.text.left)
	}
}

func TestTraceView(t *testing.T) {
	s := newStage(t)
	v := NewTraceView(s.post, plotting.Light)
	defer v.Close()
	v.view.Modifiers = func() fyne.KeyModifier { return 0 }
	s.show(v, 700, 160)
	info := inference.Info{Objective: "evidence", ObjectiveTitle: "log evidence, nats", Iteration: "search step"}
	trace := inference.Trace{Names: []string{"evidence", "branch_points"}, Values: make([][]float64, 2)}
	for i := range 300 {
		trace.Iteration = append(trace.Iteration, i)
		trace.Seconds = append(trace.Seconds, float64(i)/10)
		trace.Values[0] = append(trace.Values[0], -100*math.Exp(-float64(i)/50))
		trace.Values[1] = append(trace.Values[1], 3)
	}
	v.SetSnapshot(&inference.Snapshot{Trace: trace}, info)
	s.settle(v.view)
	f, _ := v.view.Shown()
	shown := f.(chart.Trace)
	if len(shown.Series) != 1 || len(shown.Series[0].Values) != 300 || shown.Title != info.ObjectiveTitle {
		t.Errorf("%+v", shown)
	}
	s.keep("trace")
	v.view.Modifiers = func() fyne.KeyModifier { return fyne.KeyModifierControl }
	v.view.Scrolled(&fyne.ScrollEvent{PointEvent: *point(400, 80), Scrolled: fyne.NewDelta(0, 25)})
	if w := v.view.Window(); w.X1-w.X0 > 0.9 || w.Y0 != 0 || w.Y1 != 1 {
		t.Errorf("zoomed, %+v is shown", w)
	}
	test.Type(v.view, "t")
	s.settle(v.view)
	f, _ = v.view.Shown()
	if !f.(chart.Trace).BySeconds || !v.BySeconds() {
		t.Error("T does not show the time")
	}
	v.SetSnapshot(&inference.Snapshot{}, info)
	s.settle(v.view)
}

// TestSummaryNamesWhoIsSelected lists the first fifty and counts the rest.
func TestSummaryNamesWhoIsSelected(t *testing.T) {
	data, tr := sample(t, "iris")
	two := Summarise(tr, data, NewTreeState(nil).WithSelection([]int{3, 120}), 0)
	if !slices.Equal(two.Names, []string{data.Rows[3], data.Rows[120]}) || namesHead(two) != "2 selected" || namesText(two) != data.Rows[3]+", "+data.Rows[120] {
		t.Errorf("%v under %q", two.Names, namesHead(two))
	}
	rows := make([]int, 60)
	for i := range rows {
		rows[i] = i
	}
	many := Summarise(tr, data, NewTreeState(nil).WithSelection(rows), 0)
	if len(many.Names) != 50 || many.Names[49] != data.Rows[49] || namesHead(many) != "60 selected, the first 50" {
		t.Errorf("%d names under %q", len(many.Names), namesHead(many))
	}
	if one := Summarise(tr, data, NewTreeState(nil).WithSelection([]int{3}), 0); len(one.Names) != 0 {
		t.Errorf("the name in the title is listed again: %v", one.Names)
	}
}

// TestSummaryGivesNumbers: differences in input units and p values that a count by hand confirms.
func TestSummaryGivesNumbers(t *testing.T) {
	// Working units are centred and halved; the third column is noise, the fourth cannot be tested.
	x := mat.NewDense(8, 4, nil)
	for i := range 8 {
		high := 0.0
		if i < 4 {
			high = 10
		}
		x.SetRow(i, []float64{(high + float64(i) - 5) / 2, (float64(i) - 5 - 2*high) / 2, float64((i * 5) % 8), 1})
	}
	data := &inference.Dataset{Rows: []string{"a", "b", "c", "d", "e", "f", "g", "h"}, Columns: []string{"up", "down", "none", "constant"}, X: x,
		Centre: []float64{5, 5, 0, 0}, Scale: []float64{2, 2, 1, 1}}
	m := Summarise(nil, data, NewTreeState(nil).WithSelection([]int{0, 1, 2, 3}), 0)
	if m.Compared != 3 || len(m.Highest) == 0 || len(m.Lowest) == 0 || m.Highest[0].Name != "up" || m.Lowest[0].Name != "down" {
		t.Fatalf("%+v", m)
	}
	// The groups do not overlap: 2 of 8!/(4!)² = 70 ways are as far apart, in two of three tests.
	for _, c := range []Contrast{m.Highest[0], m.Lowest[0]} {
		if want := 2.0 / 70 * 3 / 2; !c.Tested || math.Abs(c.P-want) > 1e-12 {
			t.Errorf("%s: p %v, not %v", c.Name, c.P, want)
		}
	}
	// 10 + (0+1+2+3)/4 against (4+5+6+7)/4; the standard deviation of 10 … 13, 4 … 7 is √10.25.
	if got, want := m.Highest[0].numbers(), "+6 · +1.87 s.d. · p = 0.04"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if note := testNote(m); !strings.Contains(note, "adjusted for 3 columns") {
		t.Errorf("note %q", note)
	}
}

// TestInspectorShowsNamesAndNumbers runs what the inspector posts until both stand in it.
func TestInspectorShowsNamesAndNumbers(t *testing.T) {
	s, v := inspectedStage(t, "iris")
	n := NewInspector(v, s.post, plotting.Light)
	defer n.Close()
	s.settle(v.View())
	described(s, n)
	v.Select([]int{3, 120})
	n.Follow()
	for n.shown.Compared == 0 {
		p := <-s.posts
		p.f()
		close(p.done)
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
	n := NewInspector(v, s.post, plotting.Light)
	t.Cleanup(n.Close)
	v.OnState = func(TreeState) { n.Follow() }
	asked := 0
	n.OnAnnotate = func() { asked++ }
	if n.clear.Visible() {
		t.Error("without groups something can be done with them")
	}
	v.Groups.CutInto(3)
	if !n.clear.Visible() {
		t.Fatal("nothing can be done with groups")
	}
	n.annotate.Tapped(nil)
	if asked != 1 {
		t.Errorf("asked %d times for an annotation", asked)
	}
}
