package views

import (
	"math"
	"testing"

	"espalier/inference"
	"espalier/inference/kind/forest"
	"espalier/inference/study"
	"espalier/plotting"
	"espalier/plotting/depict"
	"espalier/plotting/space"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// settledDensity runs what is posted until the density is at its finest.
func settledDensity(s *stage, d *DensityView) {
	s.tb.Helper()
	s.run(d.Settled)
}

// A locationView is one of the views of the locations of a tree.
type locationView interface {
	fyne.CanvasObject
	Follow()
	SetSubject(s *depict.Subject)
	View() *View
	Close()
}

// locationStage shows a view of the locations of the Ward tree of a sample.
func locationStage[V locationView](tb testing.TB, name string, newView func(*TreeView, Post, plotting.Style) V) (*stage, *TreeView, V) {
	tb.Helper()
	s := newStage(tb)
	data, tr := sample(tb, name)
	t := NewTreeView(s.post, plotting.Light)
	t.Keeper = newKeeper(t.SetState)
	tb.Cleanup(t.Close)
	t.SetData(data)
	t.SetTree(tr)
	v := newView(t, s.post, plotting.Light)
	tb.Cleanup(v.Close)
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	t.OnState = func(TreeState) { v.Follow() }
	v.SetSubject(subjectOf(data, &inference.Snapshot{}))
	s.show(v, 1000, 700)
	s.settle(v.View())
	return s, t, v
}

func pathsStage(tb testing.TB, name string) (*stage, *TreeView, *DiffusionView) {
	return locationStage(tb, name, NewDiffusionView)
}

func densityStage(tb testing.TB, name string) (*stage, *TreeView, *DensityView) {
	s, t, d := locationStage(tb, name, NewDensityView)
	settledDensity(s, d)
	return s, t, d
}

// A click on the end of a path selects its row in the tree view, one on a branch its
// clade; the selection comes back to the figure.
func TestPathsSelect(t *testing.T) {
	s, tr, d := pathsStage(t, "crabs")
	s.keep("paths")
	_, scene := d.view.Shown()
	paths := scene.(*space.DiffusionScene)
	v, _ := cladeOf(t, tr.Tree(), 40, 120)
	at, ok := paths.NodePosition(v)
	if !ok {
		t.Fatal("the clade is not within the picture")
	}
	place := onView(d.view, at)
	m, ok := d.view.MarkAt(place)
	if !ok || m.Node < 0 {
		t.Fatalf("%+v at the end of a branch", m)
	}
	tap(d.view, place)
	want := study.SetOf(tr.source().tree.LeavesBelow(m.Node))
	if got := tr.State().Selection.Rows; len(got) != len(want) || study.IndexOf([][]int{got}, want) != 0 {
		t.Errorf("%d rows selected, want %d", len(got), len(want))
	}
	s.settle(d.view)
	s.keep("paths-selected")
	f, _ := d.view.Shown()
	if got := f.(*space.Diffusion).Selection.Rows; len(got) != len(want) {
		t.Errorf("%d rows highlighted", len(got))
	}
	tap(d.view, fyne.NewPos(3, 3))
	if len(tr.State().Selection.Rows) > 0 {
		t.Error("a click beside everything keeps the selection")
	}
}

// Keys and tools go through directions, draws and time; the cursor can be dragged.
func TestPathsKeysAndTime(t *testing.T) {
	s, _, d := pathsStage(t, "crabs")
	names := d.Directions()
	if len(names) != 4+5 || names[0] != "PC 1" || names[4] != "FL" {
		t.Fatalf("directions %v", names)
	}
	for range 5 {
		d.view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	if d.Direction() != 5 || d.along.name.text != "RW" {
		t.Errorf("direction %d, %q", d.Direction(), d.along.name.text)
	}
	test.Tap(d.along.back)
	if d.Direction() != 4 {
		t.Errorf("the arrow goes to direction %d", d.Direction())
	}
	s.settle(d.view)
	before := d.Figure()
	test.Tap(d.again)
	s.settle(d.view)
	if d.Figure().Paths == before.Paths {
		t.Error("another draw is the same one")
	}
	d.view.TypedRune('m')
	s.settle(d.view)
	s.keep("paths-means")
	if !d.state.Means || d.mode.text != "Show a draw" || !d.again.off {
		t.Error("M does not show the means")
	}
	_, scene := d.view.Shown()
	paths := scene.(*space.DiffusionScene)
	area := paths.PlotArea()
	handle := onView(d.view, vg.Point{X: area.Max.X, Y: area.Min.Y})
	d.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: handle}})
	d.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: handle}})
	half := onView(d.view, vg.Point{X: (area.Min.X + area.Max.X) / 2, Y: area.Min.Y})
	d.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: half}})
	d.view.DragEnd()
	if math.Abs(d.Until()-0.5) > 0.01 {
		t.Errorf("dragged to the middle the time is %v", d.Until())
	}
	d.view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if math.Abs(d.Until()-0.48) > 0.01 {
		t.Errorf("a key to the left makes it %v", d.Until())
	}
	s.settle(d.view)
	s.keep("paths-until")
	clock := newFakeClock()
	d.clock = clock.clock()
	d.view.TypedRune('p')
	if d.playing == nil || d.play.text != "Stop" {
		t.Fatal("P does not play")
	}
	from := d.Until()
	for range 3 { // frames come by themselves
		clock.pass(playFrame)
		before := d.Until()
		s.run(func() bool { return d.Until() != before })
	}
	if got, want := d.Until(), from+3*float64(playFrame)/float64(playTime); math.Abs(got-want) > 1e-9 {
		t.Errorf("after three frames the time is %v, want %v", got, want)
	}
	d.view.TypedRune('p')
	if d.playing != nil || d.Until() <= from || d.Until() >= 1 {
		t.Errorf("stopped at %v after %v", d.Until(), from)
	}
}

// The density is refined after a while, follows the directions, and a click selects.
func TestDensityView(t *testing.T) {
	s, tr, d := densityStage(t, "penguins")
	s.keep("density")
	f, scene := d.view.Shown()
	if n := f.(*space.Density).Field.NX; n != depict.FineCells {
		t.Errorf("%d cells after a while", n)
	}
	plane := scene.(*space.DensityScene)
	at, _ := plane.RowPosition(7)
	tap(d.view, onView(d.view, at))
	if got := tr.State().Selection.Rows; len(got) != 1 {
		t.Errorf("rows %v selected", got)
	}
	if x, y := d.Shown(); x != 0 || y != 1 {
		t.Errorf("directions %d and %d at first", x, y)
	}
	d.view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if x, y := d.Shown(); x != 2 || y != 1 {
		t.Errorf("directions %d and %d after a key to the right", x, y)
	}
	d.SetDirections(4, 5)
	settledDensity(s, d)
	s.keep("density-columns")
	f, _ = d.view.Shown()
	if got := f.(*space.Density).Subtitle; got == "" {
		t.Error("no subtitle")
	}
	d.view.Zoom(4, 4, fyne.NewPos(400, 350))
	settledDensity(s, d)
	s.keep("density-zoomed")
	f, _ = d.view.Shown()
	shown := f.(*space.Density)
	if !shown.Places.Shows(shown.Field, d.view.Window(), depict.FineCells) {
		t.Error("the density of the window is not refined")
	}
	d.SetDirections(5, 4)
	if x, y := d.Shown(); x != 5 || y != 4 {
		t.Errorf("directions %d and %d", x, y)
	}
	d.SetDirections(4, 4)
	if x, y := d.Shown(); x != 4 || y != 5 {
		t.Errorf("one direction twice gives %d and %d", x, y)
	}
	d.view.TypedRune('t')
	if !d.Figure().HideTree {
		t.Error("T does not hide the tree")
	}
	if m, ok := d.view.MarkAt(fyne.NewPos(500, 300)); ok && m.Kind == "" {
		t.Errorf("%+v", m)
	}
}

// One column is a sentence; without a tree there is nothing, and nothing fails.
func TestFollowersWithoutMuch(t *testing.T) {
	s := newStage(t)
	tr := NewTreeView(s.post, plotting.Dark)
	t.Cleanup(tr.Close)
	paths, density := NewDiffusionView(tr, s.post, plotting.Dark), NewDensityView(tr, s.post, plotting.Dark)
	t.Cleanup(paths.Close)
	t.Cleanup(density.Close)
	s.show(paths, 500, 300)
	s.settle(paths.view, density.view)
	if paths.Figure() != nil || density.Figure() != nil {
		t.Error("a figure of nothing")
	}
	data, ward := sample(t, "crabs")
	one := *data
	one.X, one.Columns = data.X.Slice(0, len(data.Rows), 0, 1).(*mat.Dense), data.Columns[:1]
	tr.SetData(&one)
	tr.SetTree(ward)
	paths.Follow()
	density.Follow()
	s.settle(paths.view, density.view)
	if paths.Figure() == nil || density.Figure() != nil {
		t.Error("one column has paths, and no density over two")
	}
}

// A draw that is scrubbed to is shown with the parameters of its iteration, other trees
// with those of the run.
func TestPathsOfADraw(t *testing.T) {
	s, tr, d := pathsStage(t, "crabs")
	draws := noisy(tr.Data(), 1, 6, 0.2)
	trace := inference.Trace{Names: []string{"c", "sigma2", "noise"}, Values: make([][]float64, 3)}
	for i, k := range draws {
		trace.Iteration = append(trace.Iteration, k.Iteration)
		for j, v := range []float64{1, 2 + float64(i), 0.1} {
			trace.Values[j] = append(trace.Values[j], v)
		}
	}
	tr.SetSamples(draws, 0)
	snapshot := &inference.Snapshot{Chains: []inference.Trace{trace}, Scalars: []inference.Scalar{{Name: "sigma2", Mean: 9}}, Parts: []inference.Part{&forest.Forest{Draws: draws}}}
	d.SetSubject(subjectOf(tr.Data(), snapshot))
	for tr.Draws.Posterior() == nil {
		p := <-s.posts
		p.f()
		close(p.done)
	}
	variance := func() float64 {
		s.settle(d.view)
		params, _ := d.made.Parameters(d.subject, d.place(tr.shownTree(), d.subject))
		return params.Sigma2
	}
	if got := variance(); got != 9 {
		t.Errorf("the consensus has σ² = %v, want 9", got)
	}
	for _, i := range []int{3, 1} {
		tr.Draws.ShowAt(i)
		if got := variance(); got != 2+float64(i) {
			t.Errorf("draw %d has σ² = %v, want %v", i, got, 2+i)
		}
		if f := d.Figure(); f == nil {
			t.Errorf("no paths of draw %d", i)
		}
	}
}
