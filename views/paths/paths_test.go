package paths

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/trees"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// settledDensity runs what is posted until the density is at its finest.
func settledDensity(s *viewstest.Stage, d *DensityView) {
	s.TB.Helper()
	s.Run(d.Settled)
}

// A locationView is one of the views of the locations of a tree.
type locationView interface {
	fyne.CanvasObject
	pane.Pane
	trees.Follower
	States() study.Panes
}

// locationStage shows a view of the locations of the Ward tree of a sample.
func locationStage[V locationView](tb testing.TB, name string, newView func(screen.Post, plotting.Style) V) (*viewstest.Stage, *trees.View, V) {
	tb.Helper()
	s := viewstest.NewStage(tb)
	data, tr := viewstest.Sample(tb, name)
	t := trees.New(s.Post, plotting.Light)
	t.Keeper = viewstest.NewKeeper(t.SetState)
	tb.Cleanup(t.Close)
	t.SetData(data)
	t.SetTree(tr)
	v := newView(s.Post, plotting.Light)
	tb.Cleanup(v.Close)
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	t.OnState = func(drawn.State) { v.Follow(t.Source()) }
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { t.Select(p.Rows) }})
	v.Follow(t.Source())
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, &inference.Snapshot{})})
	s.Show(v, 1000, 700)
	s.Settle(v.View())
	return s, t, v
}

func pathsStage(tb testing.TB, name string) (*viewstest.Stage, *trees.View, *DiffusionView) {
	return locationStage(tb, name, NewDiffusionView)
}

func densityStage(tb testing.TB, name string) (*viewstest.Stage, *trees.View, *DensityView) {
	s, t, d := locationStage(tb, name, NewDensityView)
	settledDensity(s, d)
	return s, t, d
}

// A click on the end of a path selects its row in the tree view, one on a branch its
// clade; the selection comes back to the figure.
func TestPathsSelect(t *testing.T) {
	s, tr, d := pathsStage(t, "crabs")
	s.Keep("paths")
	_, scene := d.view.Shown()
	paths := scene.(*space.DiffusionScene)
	v, _ := viewstest.CladeOf(t, tr.Tree(), 40, 120)
	at, ok := paths.NodePosition(v)
	if !ok {
		t.Fatal("the clade is not within the picture")
	}
	place := viewstest.OnView(d.view, at)
	m, ok := d.view.MarkAt(place)
	if !ok || m.Node < 0 {
		t.Fatalf("%+v at the end of a branch", m)
	}
	viewstest.Tap(d.view, place)
	want := study.SetOf(tr.Source().Tree.LeavesBelow(m.Node))
	if got := tr.State().Selection.Rows; len(got) != len(want) || study.IndexOf([][]int{got}, want) != 0 {
		t.Errorf("%d rows selected, want %d", len(got), len(want))
	}
	s.Settle(d.view)
	s.Keep("paths-selected")
	f, _ := d.view.Shown()
	if got := f.(*space.Diffusion).Selection.Rows; len(got) != len(want) {
		t.Errorf("%d rows highlighted", len(got))
	}
	viewstest.Tap(d.view, fyne.NewPos(3, 3))
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
	if d.Direction() != 5 || d.along.Name.Text != "RW" {
		t.Errorf("direction %d, %q", d.Direction(), d.along.Name.Text)
	}
	test.Tap(d.along.Back)
	if d.Direction() != 4 {
		t.Errorf("the arrow goes to direction %d", d.Direction())
	}
	s.Settle(d.view)
	before := d.Figure().(*space.Diffusion)
	test.Tap(d.again)
	s.Settle(d.view)
	if d.Figure().(*space.Diffusion).Paths == before.Paths {
		t.Error("another draw is the same one")
	}
	d.view.TypedRune('m')
	s.Settle(d.view)
	s.Keep("paths-means")
	if !d.state.Means || d.mode.Text != "Show a draw" || !d.again.Off {
		t.Error("M does not show the means")
	}
	_, scene := d.view.Shown()
	paths := scene.(*space.DiffusionScene)
	area := paths.PlotArea()
	handle := viewstest.OnView(d.view, vg.Point{X: area.Max.X, Y: area.Min.Y})
	d.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: handle}})
	d.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: handle}})
	half := viewstest.OnView(d.view, vg.Point{X: (area.Min.X + area.Max.X) / 2, Y: area.Min.Y})
	d.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: half}})
	d.view.DragEnd()
	if math.Abs(d.Until()-0.5) > 0.01 {
		t.Errorf("dragged to the middle the time is %v", d.Until())
	}
	d.view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if math.Abs(d.Until()-0.48) > 0.01 {
		t.Errorf("a key to the left makes it %v", d.Until())
	}
	s.Settle(d.view)
	s.Keep("paths-until")
	clock := viewstest.NewFakeClock()
	d.clock = clock.Clock()
	d.view.TypedRune('p')
	if d.playing == nil || d.play.Text != "Stop" {
		t.Fatal("P does not play")
	}
	from := d.Until()
	for range 3 { // frames come by themselves
		clock.Pass(playFrame)
		before := d.Until()
		s.Run(func() bool { return d.Until() != before })
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
	s.Keep("density")
	f, scene := d.view.Shown()
	if n := f.(*space.Density).Field.NX; n != depict.FineCells {
		t.Errorf("%d cells after a while", n)
	}
	plane := scene.(*space.DensityScene)
	at, _ := plane.RowPosition(7)
	viewstest.Tap(d.view, viewstest.OnView(d.view, at))
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
	s.Keep("density-columns")
	f, _ = d.view.Shown()
	if got := f.(*space.Density).Subtitle; got == "" {
		t.Error("no subtitle")
	}
	d.view.Zoom(4, 4, fyne.NewPos(400, 350))
	settledDensity(s, d)
	s.Keep("density-zoomed")
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
	if !d.Figure().(*space.Density).HideTree {
		t.Error("T does not hide the tree")
	}
	if m, ok := d.view.MarkAt(fyne.NewPos(500, 300)); ok && m.Kind == "" {
		t.Errorf("%+v", m)
	}
}

// What a study keeps comes back where it is known before the table is, colours too; another table has its own.
func TestChoicesBeforeData(t *testing.T) {
	keeps := study.Panes{"Paths": depict.PathsChoice{State: depict.PathsState{Along: 1, Means: true, Until: 1, Seed: 1}, Colour: "island"},
		"Density": depict.DensityChoice{State: depict.DensityState{Across: 2, Up: 1, HideTree: true}, Colour: "sex"}}
	for tab, open := range map[string]func(before func(locationView)) locationView{
		"Paths": func(before func(locationView)) locationView {
			_, _, v := locationStage(t, "penguins", func(post screen.Post, style plotting.Style) *DiffusionView {
				v := NewDiffusionView(post, style)
				before(v)
				return v
			})
			return v
		},
		"Density": func(before func(locationView)) locationView {
			_, _, v := locationStage(t, "penguins", func(post screen.Post, style plotting.Style) *DensityView {
				v := NewDensityView(post, style)
				before(v)
				return v
			})
			return v
		},
	} {
		v := open(func(v locationView) { v.Restore(keeps) })
		if got := v.States()[tab]; got != keeps[tab] {
			t.Errorf("%s shows %+v, and the study keeps %+v", tab, got, keeps[tab])
		}
		data, other := viewstest.Sample(t, "iris")
		v.Follow(drawn.Shown{Tree: other, Data: data})
		if p, ok := v.States()[tab].(depict.PathsChoice); ok && p.Colour != "" {
			t.Errorf("another table is coloured by %q", p.Colour)
		}
		if p, ok := v.States()[tab].(depict.DensityChoice); ok && p.Colour != "" {
			t.Errorf("another table is coloured by %q", p.Colour)
		}
	}
}

// One column is a sentence; without a tree there is nothing, and nothing fails.
func TestFollowersWithoutMuch(t *testing.T) {
	s := viewstest.NewStage(t)
	tr := trees.New(s.Post, plotting.Dark)
	t.Cleanup(tr.Close)
	paths, density := NewDiffusionView(s.Post, plotting.Dark), NewDensityView(s.Post, plotting.Dark)
	t.Cleanup(paths.Close)
	t.Cleanup(density.Close)
	s.Show(paths, 500, 300)
	s.Settle(paths.view, density.view)
	if paths.Figure() != nil || density.Figure() != nil {
		t.Error("a figure of nothing")
	}
	data, ward := viewstest.Sample(t, "crabs")
	one := *data
	one.X, one.Columns = data.X.Slice(0, len(data.Rows), 0, 1).(*mat.Dense), data.Columns[:1]
	tr.SetData(&one)
	tr.SetTree(ward)
	paths.Follow(tr.Source())
	density.Follow(tr.Source())
	s.Settle(paths.view, density.view)
	if paths.Figure() == nil || density.Figure() != nil {
		t.Error("one column has paths, and no density over two")
	}
}

// A draw that is scrubbed to is shown with the parameters of its iteration, other trees
// with those of the run.
func TestPathsOfADraw(t *testing.T) {
	s, tr, d := pathsStage(t, "crabs")
	draws := viewstest.Noisy(tr.Data(), 1, 6, 0.2)
	trace := inference.Trace{Names: []string{"c", "sigma2", "noise"}, Values: make([][]float64, 3)}
	for i, k := range draws {
		trace.Iteration = append(trace.Iteration, k.Iteration)
		for j, v := range []float64{1, 2 + float64(i), 0.1} {
			trace.Values[j] = append(trace.Values[j], v)
		}
	}
	tr.SetSamples(draws, 0)
	snapshot := &inference.Snapshot{Chains: []inference.Trace{trace}, Scalars: []inference.Scalar{{Name: "sigma2", Mean: 9}}, Parts: []inference.Part{&forest.Forest{Draws: draws}}}
	d.SetResult(pane.Result{Subject: viewstest.SubjectOf(tr.Data(), snapshot)})
	for tr.Draws.Posterior() == nil {
		p := <-s.Posts
		p.F()
		close(p.Done)
	}
	variance := func() float64 {
		s.Settle(d.view)
		params, _ := d.made.Parameters(d.subject, d.place(tr.ShownTree(), d.subject))
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

// A lasso around everything selects every row: of the density, and at the ends of the paths.
func TestLassoOfLocations(t *testing.T) {
	drag := func(s *viewstest.Stage, tr *trees.View, v *screen.View) {
		t.Helper()
		held := screen.Ctrl
		v.Modifiers = func() fyne.KeyModifier { return held }
		area := v.Size()
		viewstest.Drag(v, held, true, fyne.NewPos(1, 1), fyne.NewPos(area.Width-1, 1), fyne.NewPos(area.Width-1, area.Height-1), fyne.NewPos(1, area.Height-1))
		if got, want := len(tr.State().Selection.Rows), tr.Source().Tree.Leaves(); got != want {
			t.Errorf("%d rows selected of %d", got, want)
		}
		held = 0
		viewstest.Drag(v, held, true, fyne.NewPos(1, 1), fyne.NewPos(9, 9))
		if len(tr.State().Selection.Rows) == 0 {
			t.Error("a drag that moves the picture selects")
		}
	}
	s, tr, d := pathsStage(t, "crabs")
	drag(s, tr, d.view)
	d.SetUntil(0.5)
	s.Settle(d.view)
	_, scene := d.view.Shown()
	everywhere := plotting.Loop{{X: -1e6, Y: -1e6}, {X: 1e6, Y: -1e6}, {X: 1e6, Y: 1e6}, {X: -1e6, Y: 1e6}}
	if got := scene.(plotting.Scattered).Within(everywhere); !got.Empty() {
		t.Errorf("%d rows enclosed at time 0.5", len(got.Rows))
	}
	s, tr, e := densityStage(t, "crabs")
	drag(s, tr, e.view)
}
