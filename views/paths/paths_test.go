package paths

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/directions"
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
	pane.Pane
	trees.Follower
	States() study.Panes
}

// locationStage shows a view of the locations of the Ward tree of a sample.
func locationStage[V locationView](tb testing.TB, name string,
	newView func(screen.Post, plotting.Style) V) (*viewstest.Stage, *trees.View, V) {
	tb.Helper()
	s := viewstest.NewStage(tb)
	data, tr := viewstest.Sample(tb, name)
	t := trees.New(s.Post, plotting.Light)
	t.Keeper = viewstest.NewKeeper(t.SetState)
	tb.Cleanup(t.Close)
	t.SetData(data)
	t.SetTrees(viewstest.One(tr))
	v := newView(s.Post, plotting.Light)
	tb.Cleanup(v.Close)
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	t.OnState = func(drawn.State) { v.Follow(t.Source()) }
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { t.Select(p.Rows) }})
	v.Follow(t.Source())
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, &inference.Snapshot{})})
	s.Show(v.Object(), 1000, 700)
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
	_, scene := d.View().Shown()
	paths := scene.(*space.DiffusionScene)
	v, _ := viewstest.CladeOf(t, tr.Tree(), 40, 120)
	at, ok := paths.NodePosition(v)
	if !ok {
		t.Fatal("the clade is not within the picture")
	}
	place := viewstest.OnView(d.View(), at)
	m, ok := d.View().MarkAt(place)
	if !ok || m.Node < 0 {
		t.Fatalf("%+v at the end of a branch", m)
	}
	viewstest.Tap(d.View(), place)
	want := study.SetOf(tr.Source().Tree.LeavesBelow(m.Node))
	if got := tr.State().Selection.Rows; len(got) != len(want) || study.IndexOf([][]int{got}, want) != 0 {
		t.Errorf("%d rows selected, want %d", len(got), len(want))
	}
	s.Settle(d.View())
	s.Keep("paths-selected")
	f, _ := d.View().Shown()
	if got := f.(*space.Diffusion).Selection.Rows; len(got) != len(want) {
		t.Errorf("%d rows highlighted", len(got))
	}
	viewstest.Tap(d.View(), fyne.NewPos(3, 3))
	if len(tr.State().Selection.Rows) > 0 {
		t.Error("a click beside everything keeps the selection")
	}
}

// Keys and tools go through directions, draws and time; the cursor can be dragged.
func TestPathsKeysAndTime(t *testing.T) {
	s, _, d := pathsStage(t, "crabs")
	along := d.Choices()[0]
	if names := along.Options; len(names) != 4+5 || names[0].Name != "PC 1" || names[4].Name != "FL" {
		t.Fatalf("directions %v", names)
	}
	for range 5 {
		d.View().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	if d.state().Along != 5 || d.Chosen("along") != "RW" {
		t.Errorf("direction %d, %q", d.state().Along, d.Chosen("along"))
	}
	d.View().TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if d.state().Along != 4 {
		t.Errorf("the key up goes to direction %d", d.state().Along)
	}
	s.Settle(d.View())
	before := d.Figure().(*space.Diffusion)
	test.Tap(d.again)
	s.Settle(d.View())
	if d.Figure().(*space.Diffusion).Paths == before.Paths {
		t.Error("another draw is the same one")
	}
	d.View().TypedRune('m')
	s.Settle(d.View())
	s.Keep("paths-means")
	if !d.state().Means || !d.again.Off {
		t.Error("M does not show the means")
	}
	_, scene := d.View().Shown()
	paths := scene.(*space.DiffusionScene)
	area := paths.PlotArea()
	handle := viewstest.OnView(d.View(), vg.Point{X: area.Max.X, Y: area.Min.Y})
	d.View().MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: handle}})
	d.View().Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: handle}})
	half := viewstest.OnView(d.View(), vg.Point{X: (area.Min.X + area.Max.X) / 2, Y: area.Min.Y})
	d.View().Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: half}})
	d.View().DragEnd()
	if !(math.Abs(d.Until()-0.5) <= 0.01) {
		t.Errorf("dragged to the middle the time is %v", d.Until())
	}
	d.View().TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if !(math.Abs(d.Until()-0.48) <= 0.01) {
		t.Errorf("a key to the left makes it %v", d.Until())
	}
	s.Settle(d.View())
	s.Keep("paths-until")
	clock := viewstest.NewFakeClock()
	d.clock = clock.Clock()
	d.View().TypedRune('p')
	if d.playing == nil || d.play.Text != "Stop" {
		t.Fatal("P does not play")
	}
	from := d.Until()
	for range 3 { // frames come by themselves
		clock.Pass(playFrame)
		before := d.Until()
		s.Run(func() bool { return d.Until() != before })
	}
	if got, want := d.Until(), from+3*float64(playFrame)/float64(playTime); !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("after three frames the time is %v, want %v", got, want)
	}
	d.View().TypedRune('p')
	if d.playing != nil || d.Until() <= from || d.Until() >= 1 {
		t.Errorf("stopped at %v after %v", d.Until(), from)
	}
}

// axes are the directions across and upwards.
func axes(d *DensityView) (x, y int) {
	st := d.States()["Density"].(depict.DensityChoice).State
	return st.Across, st.Up
}

// over chooses two directions in turn.
func over(d *DensityView, x, y int) {
	d.Choose(0, x)
	d.Choose(1, y)
}

// The density is refined after a while, follows the directions, and a click selects.
func TestDensityView(t *testing.T) {
	s, tr, d := densityStage(t, "penguins")
	s.Keep("density")
	f, scene := d.View().Shown()
	if n := f.(*space.Density).Field.NX; n != depict.FineCells {
		t.Errorf("%d cells after a while", n)
	}
	plane := scene.(*space.DensityScene)
	at, _ := plane.RowPosition(7)
	viewstest.Tap(d.View(), viewstest.OnView(d.View(), at))
	if got := tr.State().Selection.Rows; len(got) != 1 {
		t.Errorf("rows %v selected", got)
	}
	if x, y := axes(d); x != 0 || y != 1 {
		t.Errorf("directions %d and %d at first", x, y)
	}
	d.View().TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if x, y := axes(d); x != 2 || y != 1 {
		t.Errorf("directions %d and %d after a key to the right", x, y)
	}
	over(d, 4, 5)
	settledDensity(s, d)
	s.Keep("density-columns")
	f, _ = d.View().Shown()
	if got := f.(*space.Density).Subtitle; got == "" {
		t.Error("no subtitle")
	}
	d.View().Zoom(4, 4, fyne.NewPos(400, 350))
	settledDensity(s, d)
	s.Keep("density-zoomed")
	f, _ = d.View().Shown()
	shown := f.(*space.Density)
	if !shown.Places.Shows(shown.Field, d.View().Window(), depict.FineCells) {
		t.Error("the density of the window is not refined")
	}
	over(d, 5, 4)
	if x, y := axes(d); x != 5 || y != 4 {
		t.Errorf("directions %d and %d", x, y)
	}
	d.Choose(0, 4)
	if x, y := axes(d); x != 4 || y != 5 {
		t.Errorf("one direction twice gives %d and %d", x, y)
	}
	d.View().TypedRune('t')
	if !d.Figure().(*space.Density).HideTree {
		t.Error("T does not hide the tree")
	}
	if m, ok := d.View().MarkAt(fyne.NewPos(500, 300)); ok && m.Kind == "" {
		t.Errorf("%+v", m)
	}
}

// What a study keeps comes back where it is known before the table is, colours too; another table has its own.
func TestChoicesBeforeData(t *testing.T) {
	keeps := study.Panes{
		"Paths":   depict.PathsChoice{State: depict.PathsState{Along: 1, Means: true, Until: 1, Seed: 1}, Colour: "island"},
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
		v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, &inference.Snapshot{})})
		if got := v.(interface{ Chosen(name string) string }).Chosen("colour"); got != "tree" {
			t.Errorf("another table is coloured by %q", got)
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
	s.Show(paths.Object(), 500, 300)
	s.Settle(paths.View(), density.View())
	if paths.Figure() != nil || density.Figure() != nil {
		t.Error("a figure of nothing")
	}
	data, ward := viewstest.Sample(t, "crabs")
	one := *data
	one.X, one.Columns = data.X.Slice(0, len(data.Rows), 0, 1).(*mat.Dense), data.Columns[:1]
	tr.SetData(&one)
	tr.SetTrees(viewstest.One(ward))
	paths.Follow(tr.Source())
	density.Follow(tr.Source())
	for _, p := range []pane.Pane{paths, density} {
		p.SetResult(pane.Result{Subject: viewstest.SubjectOf(&one, &inference.Snapshot{})})
	}
	s.Settle(paths.View(), density.View())
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
	snapshot := &inference.Snapshot{Chains: []inference.Trace{trace},
		Scalars: []inference.Scalar{{Name: "sigma2", Mean: 9}}, Parts: []inference.Part{&forest.Forest{Draws: draws}}}
	d.SetResult(pane.Result{Subject: viewstest.SubjectOf(tr.Data(), snapshot)})
	for tr.Draws.Posterior() == nil {
		p := <-s.Posts
		p.F()
		close(p.Done)
	}
	// what stands in the figure, and what stands in one of the tree shown with the parameters of a draw
	figure := func() string {
		s.Settle(d.View())
		return numbers(d.Figure())
	}
	subject := viewstest.SubjectOf(tr.Data(), snapshot)
	of := func(draw *forest.Draw) string {
		st := d.state()
		place := depict.Place{Tree: tr.ShownTree(), Draw: draw}
		return numbers(new(depict.PathsMaker).Figure(subject, directions.New(tr.Data(), false), place, st))
	}
	if figure() != of(nil) {
		t.Error("the consensus does not have the parameters of the run")
	}
	for _, i := range []int{3, 1} {
		tr.Draws.ShowAt(i)
		if got := figure(); got != of(&draws[i]) || got == of(nil) {
			t.Errorf("draw %d does not have its parameters", i)
		}
	}
}

// numbers are those behind a figure.
func numbers(f plotting.Figure) string {
	var b strings.Builder
	for _, sheet := range f.(plotting.Sheeter).Sheets() {
		for row := range sheet.Rows {
			fmt.Fprintln(&b, row)
		}
	}
	return b.String()
}

// A lasso around everything selects every row: of the density, and at the ends of the paths.
func TestLassoOfLocations(t *testing.T) {
	drag := func(s *viewstest.Stage, tr *trees.View, v *screen.View) {
		t.Helper()
		held := screen.Ctrl
		v.Modifiers = func() fyne.KeyModifier { return held }
		area := v.Size()
		viewstest.Drag(v, held, true, fyne.NewPos(1, 1), fyne.NewPos(area.Width-1, 1),
			fyne.NewPos(area.Width-1, area.Height-1), fyne.NewPos(1, area.Height-1))
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
	drag(s, tr, d.View())
	d.Put("until", "0.5")
	s.Settle(d.View())
	_, scene := d.View().Shown()
	everywhere := plotting.Loop{{X: -1e6, Y: -1e6}, {X: 1e6, Y: -1e6}, {X: 1e6, Y: 1e6}, {X: -1e6, Y: 1e6}}
	if got := scene.(plotting.Scattered).Within(everywhere); !got.Empty() {
		t.Errorf("%d rows enclosed at time 0.5", len(got.Rows))
	}
	s, tr, e := densityStage(t, "crabs")
	drag(s, tr, e.View())
}
