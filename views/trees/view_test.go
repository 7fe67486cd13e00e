package trees

import (
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"espalier/inference"
	"espalier/inference/kind/forest"
	"espalier/inference/study"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/plotting/beside"
	"espalier/plotting/dendro"
	"espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"
)

func TestClickSelectsAClade(t *testing.T) {
	s, v := treeStage(t, "iris")
	tr := v.Tree()
	node, rows := viewstest.CladeOf(t, tr, 8, 20)
	viewstest.Tap(v.view, place(t, v, node))
	s.Settle(v.view)
	if d := cmp.Diff(rows, v.State().Selection.Rows); d != "" {
		t.Fatal(d)
	}
	f, _ := v.view.Shown()
	if h := f.(*dendro.Dendrogram).Selection; h.Node != node || !slices.Equal(h.Rows, rows) {
		t.Errorf("highlighted is %+v", h)
	}
	if v.UndoName() != "select clade of "+plotting.FormatCount(len(rows)) {
		t.Error(v.UndoName())
	}
	// Shift adds a leaf outside and takes it away again.
	leaf := -1
	for _, r := range study.Without(study.SetOf(tr.LeafOrder()), rows) {
		if leaf < 0 || tr.Time(tr.Parent[r]) < tr.Time(tr.Parent[leaf]) {
			leaf = r // the one whose end lies farthest from its branch point
		}
	}
	for _, want := range []int{len(rows) + 1, len(rows)} {
		v.view.MouseDown(&desktop.MouseEvent{Modifier: fyne.KeyModifierShift})
		viewstest.Tap(v.view, place(t, v, leaf))
		s.Settle(v.view)
		if len(v.State().Selection.Rows) != want {
			t.Errorf("%d rows are selected, not %d", len(v.State().Selection.Rows), want)
		}
	}
	viewstest.Tap(v.view, fyne.NewPos(2, 2))
	if len(v.State().Selection.Rows) != 0 {
		t.Error("a click beside the tree does not end the selection")
	}
}

func TestHoverGivesAMark(t *testing.T) {
	s, v := treeStage(t, "iris")
	node, rows := viewstest.CladeOf(t, v.Tree(), 8, 20)
	var got plotting.Mark
	v.OnHover = func(m plotting.Mark, ok bool) { got = m }
	test.MoveMouse(s.Win.Canvas(), place(t, v, node))
	if got.Node != node || !strings.Contains(got.Title, plotting.FormatCount(len(rows))) {
		t.Errorf("%+v", got)
	}
	said, inked := false, false
	for _, o := range test.WidgetRenderer(v.view).Objects()[1:] { // the first is the picture
		switch o := o.(type) {
		case *canvas.Text:
			said = said || o.Visible() && o.Text == got.Title
		case *canvas.Raster:
			if !o.Visible() {
				t.Error("there is no overlay")
			}
			for _, x := range o.Generator(1000, 700).(*image.RGBA).Pix {
				inked = inked || x != 0
			}
		}
	}
	if !said {
		t.Error("there is no tooltip")
	}
	if !inked {
		t.Error("the overlay shows nothing")
	}
	s.Keep("hover")
}

func TestCollapseRotateOrder(t *testing.T) {
	s, v := treeStage(t, "iris")
	tr := v.Tree()
	node, rows := viewstest.CladeOf(t, tr, 8, 20)
	before := tr.LeafOrder()

	v.Clades.Rotate(rows)
	after := v.Tree()
	if !slices.Equal(after.Children[node], reversed(tr.Children[node])) {
		t.Error("the children are not reversed")
	}
	v.Clades.Rotate(rows)
	if !slices.Equal(v.Tree().LeafOrder(), before) {
		t.Error("rotating twice changes the order")
	}

	v.Clades.Collapse(rows)
	s.Settle(v.view)
	f, _ := v.view.Shown()
	if c := f.(*dendro.Dendrogram).Collapsed; len(c) != 1 || !slices.Equal(c[0].Rows, rows) {
		t.Errorf("collapsed %+v", c)
	}
	steps := v.History.Steps()
	v.Clades.Collapse(rows)                                   // is collapsed already
	v.Clades.Collapse([]int{rows[0]})                         // a leaf
	v.Clades.Rotate(study.Without(study.SetOf(before), rows)) // no clade
	v.Clades.Collapse([]int{rows[0], rows[1], 1000000})       // no rows
	if v.History.Steps() != steps {
		t.Errorf("nothing was to be done, but %q was", v.UndoName())
	}
	v.Clades.ToggleCollapse(rows)
	if v.State().IsCollapsed(rows) {
		t.Error("it stays collapsed")
	}

	v.Clades.OrderByColumn("sepal_length")
	data := v.Data()
	j := slices.Index(data.Columns, "sepal_length")
	if j < 0 {
		t.Fatalf("columns are %v", data.Columns)
	}
	arranged := v.Tree()
	mean := func(u int) float64 {
		sum, leaves := 0.0, arranged.LeavesBelow(u)
		for _, r := range leaves {
			sum += data.X.At(r, j)
		}
		return sum / float64(len(leaves))
	}
	for u := arranged.Leaves(); u < arranged.Nodes(); u++ {
		c := arranged.Children[u]
		if !slices.IsSortedFunc(c, func(a, b int) int {
			if d := mean(a) - mean(b); math.Abs(d) < 1e-9 {
				return 0
			} else if d < 0 {
				return -1
			}
			return 1
		}) {
			t.Fatalf("children of %d are not in order", u)
		}
	}
	v.Clades.OrderByAnnotation("species")
	v.Clades.Ladderize()
	counts := v.Tree().LeafCounts()
	for _, c := range v.Tree().Children {
		if !slices.IsSortedFunc(c, func(a, b int) int { return counts[a] - counts[b] }) {
			t.Fatal("not a ladder")
		}
	}
	v.Clades.OrderAsFound()
	if !slices.Equal(v.Tree().LeafOrder(), before) {
		t.Error("the order of the model is lost")
	}
}

func reversed(s []int) []int {
	s = slices.Clone(s)
	slices.Reverse(s)
	return s
}

// TestEveryChangeCanBeUndone does each change once, takes all back one by one and does
// them again.
func TestEveryChangeCanBeUndone(t *testing.T) {
	_, v := treeStage(t, "iris")
	node, rows := viewstest.CladeOf(t, v.Tree(), 8, 20)
	_ = node
	copies := []forest.Weighted{v.Trees()[0], v.Trees()[0], v.Trees()[0]}
	copies[0].Objective, copies[1].Objective, copies[2].Objective = -10, -13.1, -20
	v.SetTrees(copies)
	changes := []struct {
		name string
		do   func()
	}{
		{"select clade of " + plotting.FormatCount(len(rows)), func() { v.Select(rows) }},
		{"collapse clade of " + plotting.FormatCount(len(rows)), func() { v.Clades.Collapse(rows) }},
		{"expand clade of " + plotting.FormatCount(len(rows)), func() { v.Clades.Expand(rows) }},
		{"rotate clade of " + plotting.FormatCount(len(rows)), func() { v.Clades.Rotate(rows) }},
		{"order by petal_width", func() { v.Clades.OrderByColumn("petal_width") }},
		{"order by species", func() { v.Clades.OrderByAnnotation("species") }},
		{"ladderize", func() { v.Clades.Ladderize() }},
		{"order as found", func() { v.Clades.OrderAsFound() }},
		{"search for “virginica”", func() { v.Walk.Search("virginica") }},
		{"cut into 3 groups", func() { v.Groups.CutInto(3) }},
		{"name group large", func() { v.Groups.Name(0, "large") }},
		{"colour large", func() { _ = v.Groups.Colour(0, "#123456") }},
		{"make chosen", func() { v.Select(rows); v.Groups.Make("chosen", plotting.Hex(0xABCDEF)) }},
		{"remove chosen", func() { v.Groups.Remove(len(v.State().Groups) - 1) }},
		{"remove the groups", func() { v.Groups.Clear() }},
		{"show tree 2 of 3", func() { v.ShowBest(1) }},
		{"change the shape", func() { v.SetShape(dendro.Circular) }},
		{"hide labels", func() { v.ShowLabels(false) }},
		{"hide species", func() { v.ShowStrip("species", false) }},
		{"hide heat map", func() { v.ShowHeat(false) }},
		{"columns in file order", func() { v.OrderColumns(beside.FileOrder) }},
	}
	states, matches := []State{v.State()}, []int{0}
	for _, c := range changes {
		c.do()
		if v.UndoName() != c.name {
			t.Errorf("%q is called %q", c.name, v.UndoName())
		}
		states = append(states, v.State())
		_, n := v.Walk.Matches()
		matches = append(matches, n)
	}
	// The selection before "make chosen" is a step of its own.
	for i := len(changes) - 1; i >= 0; i-- {
		if !v.Undo() {
			t.Fatal("nothing to undo")
		}
		if changes[i].name == "make chosen" {
			v.Undo()
		}
		if d := cmp.Diff(states[i], v.State()); d != "" {
			t.Errorf("undoing %s: %s", changes[i].name, d)
		}
		if _, n := v.Walk.Matches(); n != matches[i] {
			t.Errorf("undoing %s: %d matches, not %d", changes[i].name, n, matches[i])
		}
	}
	if v.Undo() {
		t.Error("there is more to undo than was done")
	}
	for i := range changes {
		v.Redo()
		if changes[i].name == "make chosen" {
			v.Redo()
		}
		if d := cmp.Diff(states[i+1], v.State()); d != "" {
			t.Errorf("doing %s again: %s", changes[i].name, d)
		}
	}
	if v.Redo() {
		t.Error("there is more to do again than was undone")
	}
}

// TestStateSurvivesANewTree sets another tree of the same data, as a run does.
func TestStateSurvivesANewTree(t *testing.T) {
	s, v := treeStage(t, "iris")
	first := v.Trees()[0].Tree
	_, rows := viewstest.CladeOf(t, first, 8, 20)
	v.Select(rows)
	v.Groups.CutInto(3)
	v.Groups.Name(1, "kept")
	v.Clades.Collapse(rows)
	v.Clades.Rotate(rows)
	state := v.State()

	second, moved := detached(t, first, rows)
	v.SetTree(second)
	s.Settle(v.view)
	if d := cmp.Diff(state, v.State()); d != "" {
		t.Errorf("a new tree changes the state: %s", d)
	}
	if v.IsClade(rows) {
		t.Fatal("the test is wrong: the clade is still there")
	}
	f, _ := v.view.Shown()
	if h := f.(*dendro.Dendrogram).Selection; h.Node != -1 || !slices.Equal(h.Rows, rows) {
		t.Errorf("highlighted is %+v", h)
	}
	_ = moved
	if got := v.SelectedNames(); len(got) != len(rows) {
		t.Errorf("%d names", len(got))
	}
	// The clade is dormant and comes back with its tree, under other numbers.
	third := renumbered(t, first)
	v.SetTree(third)
	s.Settle(v.view)
	f, _ = v.view.Shown()
	d := f.(*dendro.Dendrogram)
	node, _ := third.FindClade(rows)
	if d.Selection.Node != node || node < third.Leaves() {
		t.Errorf("highlighted is %d, not %d", d.Selection.Node, node)
	}
	if !slices.Equal(v.Tree().Children[node], reversed(third.Children[node])) {
		t.Error("the rotation did not come back")
	}
	if d.Groups[1].Name != "kept" {
		t.Errorf("%+v", d.Groups)
	}
}

// detached returns t with one leaf of a clade moved to the top.
func detached(t *testing.T, tr *tree.Tree, rows []int) (*tree.Tree, int) {
	t.Helper()
	leaf := -1
	for _, r := range rows {
		if len(tr.Children[tr.Parent[r]]) > 2 || tr.Parent[tr.Parent[r]] >= 0 {
			leaf = r
		}
	}
	parent, log := slices.Clone(tr.Parent), slices.Clone(tr.LogTime)
	old := parent[leaf]
	parent[leaf] = tr.Top
	// A branch point left with one child gives it to its own parent.
	var last []int
	for v, p := range parent {
		if p == old {
			last = append(last, v)
		}
	}
	if len(last) == 1 {
		parent[last[0]] = parent[old]
		n := len(parent) - 1 // the last node takes the free number
		parent[old], log[old] = parent[n], log[n]
		for v := range parent {
			if parent[v] == n {
				parent[v] = old
			}
		}
		parent, log = parent[:n], log[:n]
	}
	moved, err := tree.New(tr.Names, parent, log)
	if err != nil {
		t.Fatal(err)
	}
	return moved, leaf
}

// renumbered returns t with its branch points numbered the other way round.
func renumbered(t *testing.T, tr *tree.Tree) *tree.Tree {
	t.Helper()
	n, m := tr.Leaves(), tr.Nodes()
	to := func(v int) int {
		if v < n {
			return v
		}
		return m - 1 - (v - n)
	}
	parent, log := make([]int, m), make([]float64, m)
	for v := range m {
		parent[to(v)], log[to(v)] = -1, tr.LogTime[v]
		if p := tr.Parent[v]; p >= 0 {
			parent[to(v)] = to(p)
		}
	}
	r, err := tree.New(tr.Names, parent, log)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

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

// The tightest groups are clades, stay tight when there are more of them, and are undone.
func TestCutIntoTightestGroups(t *testing.T) {
	s, v := treeStage(t, "iris")
	s.Settle(v.view)
	v.view.TypedRune('t')
	if n := len(v.State().Groups); n != 3 || !v.State().Tightest || v.State().CutTime != 0 {
		t.Fatalf("%d groups, tightest %v, cut at %v", n, v.State().Tightest, v.State().CutTime)
	}
	rows := 0
	for _, g := range v.State().Groups {
		rows += len(g.Rows)
		if !v.IsClade(g.Rows) {
			t.Errorf("%s is no clade", g.Name)
		}
	}
	if rows != 150 {
		t.Errorf("%d rows in groups", rows)
	}
	v.Groups.CutMore(true)
	if n := len(v.State().Groups); n != 4 || !v.State().Tightest {
		t.Errorf("more: %d groups, tightest %v", n, v.State().Tightest)
	}
	v.Groups.CutMore(false)
	v.Groups.CutInto(3)
	if v.State().Tightest {
		t.Error("a cut at one time counts as tightest")
	}
	v.Undo()
	if !v.State().Tightest {
		t.Error("undo did not bring the tightest groups back")
	}
	v.SetData(nil)
	if v.Groups.CanCutTightest() || v.Groups.CutTightest(3) != 0 {
		t.Error("cut without data")
	}
}

func TestCutIntoGroups(t *testing.T) {
	s, v := treeStage(t, "iris")
	if n := v.Groups.CutInto(3); n != 3 {
		t.Fatalf("%d groups", n)
	}
	s.Settle(v.view)
	var all []int
	for _, g := range v.State().Groups {
		all = append(all, g.Rows...)
		if !v.IsClade(g.Rows) {
			t.Errorf("%s is no clade", g.Name)
		}
	}
	if len(study.SetOf(all)) != 150 || len(all) != 150 {
		t.Errorf("%d rows in groups", len(all))
	}
	cut := v.State().CutTime
	if n := v.Groups.CutAtTime(cut); n != 3 {
		t.Errorf("cut again at the same time gives %d groups", n)
	}
	v.Groups.CutMore(true)
	if n := len(v.State().Groups); n < 4 {
		t.Errorf("more groups: %d", n)
	}
	v.Groups.CutMore(false)
	if n := len(v.State().Groups); n != 3 {
		t.Errorf("fewer groups: %d", n)
	}
	v.Groups.Name(0, "setosa-like")
	a := v.Groups.AsAnnotation("my groups")
	if a.Name != "my groups" || len(a.Values) != 150 || len(a.Levels) != 3 {
		t.Errorf("%s, %d values, levels %v", a.Name, len(a.Values), a.Levels)
	}
	for _, r := range v.State().Groups[0].Rows {
		if a.Values[r] != "setosa-like" {
			t.Fatalf("row %d is in %q", r, a.Values[r])
		}
	}
	if err := v.Groups.Colour(0, "green"); err == nil || !strings.Contains(err.Error(), "#RRGGBB") {
		t.Errorf("green is a colour: %v", err)
	}
	// The line of the cut can be dragged.
	_, scene := v.view.Shown()
	d := scene.(*dendro.DendrogramScene)
	area := d.PlotArea()
	var at fyne.Position
	for x := area.Min.X; x < area.Max.X; x++ {
		p := fyne.NewPos(float32(x), float32(d.Size().Y-area.Min.Y)-1)
		if m, ok := v.view.MarkAt(p); ok && m.Kind == "cut" {
			at = p
			break
		}
	}
	if at.X == 0 {
		t.Fatal("there is no line")
	}
	window := v.view.Window()
	v.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	test.Drag(s.Win.Canvas(), at.AddXY(60, 0), 60, 0)
	if v.State().CutTime <= cut || len(v.State().Groups) <= 3 || v.view.Window() != window {
		t.Errorf("dragged, the cut lies at %v with %d groups", v.State().CutTime, len(v.State().Groups))
	}
}

func TestBestTrees(t *testing.T) {
	s, v := treeStage(t, "iris")
	if v.BestText() != "tree 1 of 1" {
		t.Error(v.BestText())
	}
	w := v.Trees()[0]
	other := forest.Weighted{Tree: renumbered(t, w.Tree), Objective: -103.14}
	w.Objective = -100
	v.SetTrees([]forest.Weighted{w, other})
	changed := 0
	v.OnTree = func() { changed++ }
	v.ShowBest(1)
	s.Settle(v.view)
	if v.BestText() != "tree 2 of 2, −3.1 nats" || changed != 1 {
		t.Error(v.BestText(), changed)
	}
	f, _ := v.view.Shown()
	if f.(*dendro.Dendrogram).Tree.Tree().Parent[0] != other.Tree.Parent[0] {
		t.Error("the other tree is not shown")
	}
	v.ShowBest(5)
	if i, n := v.Best(); i != 1 || n != 2 {
		t.Errorf("%d of %d", i, n)
	}
	v.SetTrees([]forest.Weighted{w}) // fewer trees than before
	if i, n := v.Best(); i != 0 || n != 1 || v.Tree() == nil {
		t.Errorf("%d of %d", i, n)
	}
}

func TestNewDataStartsAnew(t *testing.T) {
	s, v := treeStage(t, "iris")
	v.Walk.All()
	v.ShowLabels(false)
	data, tr := viewstest.Sample(t, "crabs")
	v.SetData(data)
	if st := v.State(); len(st.Selection.Rows) != 0 || v.UndoName() != "" || v.Tree() != nil || st.Labels || len(st.Strips) == 0 {
		t.Errorf("%+v", st)
	}
	v.SetTree(tr)
	s.Settle(v.view)
	v.Walk.All()
	same := *data
	v.SetData(&same) // the same rows otherwise prepared
	if len(v.State().Selection.Rows) != len(data.Rows) {
		t.Error("the same rows lose their selection")
	}
	v.SetData(nil)
	v.SetTree(nil)
	s.Settle(v.view)
	if f, _ := v.view.Shown(); f != nil || v.Figure() != nil || v.SelectedNames() != nil {
		t.Error("nothing is to be shown")
	}
	for _, c := range commands { // none may fail on an empty view
		c.do(v.View)
	}
}

func TestDoubleClickZoomsToAClade(t *testing.T) {
	s, v := treeStage(t, "iris")
	node, rows := viewstest.CladeOf(t, v.Tree(), 8, 20)
	at := place(t, v, node)
	viewstest.Tap(v.view, at)
	v.view.Tapped(&fyne.PointEvent{Position: at})
	s.Settle(v.view)
	w := v.view.Window()
	if w.Y1-w.Y0 > 0.3 || w.IsAll() {
		t.Fatalf("%+v is shown", w)
	}
	for _, r := range rows {
		if p := place(t, v, r); p.Y < 0 || p.Y > 700 {
			t.Errorf("leaf %d lies at %v", r, p)
		}
	}
	s.Keep("zoomed")
	v.SetShape(dendro.Circular)
	s.Settle(v.view)
	if !v.view.Window().IsAll() {
		t.Errorf("another shape shows %+v", v.view.Window())
	}
	v.Select(rows)
	v.ZoomToSelection()
	s.Settle(v.view)
	if w := v.view.Window(); w.IsAll() || math.Abs((w.X1-w.X0)-(w.Y1-w.Y0)) > 1e-6 {
		t.Errorf("a disc shows %+v", w)
	}
	s.Keep("circular")
	v.Undo()
	v.Undo()
	if !v.view.Window().IsAll() {
		t.Errorf("another shape shows %+v", v.view.Window())
	}
}

// Another tree may part its leaves otherwise where the first was cut: then the groups stay, as
// sets of rows, and the line goes. It is there again with a tree of which it holds.
func TestAStaleCutHasNoLine(t *testing.T) {
	_, v := treeStage(t, "iris")
	first := v.Trees()
	cut := func() float64 { return v.Figure().CutTime }
	for _, k := range []int{2, 3, 7, 40} {
		v.SetTrees(first)
		v.Groups.CutInto(k)
		groups := v.State().Groups
		if len(groups) != k || cut() == 0 {
			t.Fatalf("cut into %d groups the line is at %v", len(groups), cut())
		}
		other := viewstest.Noisy(v.Data(), 1, 1, 2)[0].Tree
		v.SetTree(other)
		if cut() != 0 || v.Figure().CutLabel != "" {
			t.Errorf("the line of %d groups stays for another tree", k)
		}
		if diff := cmp.Diff(groups, v.Figure().Groups); diff != "" {
			t.Errorf("the groups changed with the tree: %s", diff)
		}
		v.SetTrees(first)
		if cut() == 0 {
			t.Error("the line does not come back with its tree")
		}
	}
	v.Groups.CutAtTime(0.5)
	if cut() != 0.5 {
		t.Errorf("cut at one half the line is at %v", cut())
	}
	v.Groups.Make("mine", noColour)
	v.Groups.Name(0, "named")
	if cut() != 0.5 {
		t.Error("a name takes the line away")
	}
}
