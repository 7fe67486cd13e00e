package trees

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// posteriorStage shows the draws of a sample with the bar above them.
func posteriorStage(tb testing.TB, name string, chains, each int) (*viewstest.Stage, *kept, *DrawBar) {
	tb.Helper()
	s, t := treeStage(tb, name)
	bar := NewDrawBar(t.View)
	t.OnState = func(drawn.State) { bar.Follow() }
	t.SetSamples(viewstest.Noisy(t.Data(), chains, each, 0.2), 0.25)
	summarised(s, t.View)
	return s, t, bar
}

// summarised waits until the draws given last are summarised and drawn.
func summarised(s *viewstest.Stage, t *View) {
	s.TB.Helper()
	s.Run(func() bool {
		p := t.Draws.Posterior()
		return p != nil && drawn.SameDraws(p.Samples, t.of.Draws) && t.of.Answers(t.State())
	})
	s.Settle(t.view)
}

func TestDrawsAreSummarised(t *testing.T) {
	s, v, _ := posteriorStage(t, "iris", 2, 20)
	p := v.Draws.Posterior()
	if p.Draws != 30 || p.Chains != 2 {
		t.Fatalf("%d draws of %d chains", p.Draws, p.Chains)
	}
	set := consensus.New(inference.WithoutBurnIn(v.of.Draws, 0.25))
	if v.Draws.Choice() != (drawn.Which{Kind: drawn.ShownCredible}) ||
		v.Tree().Canonical() != set.MaximumCladeCredibility().Canonical() {
		t.Error("the usual tree is not that of maximum clade credibility")
	}
	medoid, _ := set.Medoid()
	for _, c := range []struct {
		choice drawn.Which
		want   string
	}{
		{drawn.Which{Kind: drawn.ShownConsensus, Least: 0.5}, set.Majority(0.5).Canonical()},
		{drawn.Which{Kind: drawn.ShownMedoid}, set.Draw(medoid).Tree.Canonical()},
		{drawn.Which{Kind: drawn.ShownBest}, set.Draw(set.Best()).Tree.Canonical()},
		{drawn.Which{Kind: drawn.ShownConsensus, Least: 0.95}, set.Majority(0.95).Canonical()},
	} {
		v.Draws.Show(c.choice)
		summarised(s, v.View)
		x := v.Tree()
		if x.Canonical() != c.want {
			t.Errorf("%s is another tree", c.choice)
		}
		if x.Support == nil || x.Support[x.Top] != 1 {
			t.Errorf("%s has no support", c.choice)
		}
		if d := v.Figure(); d.Tree.Tree().Canonical() != c.want {
			t.Errorf("%s is not in the figure", c.choice)
		}
		if v.Draws.Text() == "" {
			t.Errorf("%s has no words", c.choice)
		}
	}
	for range 4 {
		if !v.Undo() {
			t.Fatal("a choice cannot be undone")
		}
	}
	if v.Draws.Choice().Kind != drawn.ShownCredible {
		t.Errorf("undone to %s", v.Draws.Choice())
	}
	v.SetSamples(nil, 0.25)
	if v.Draws.Posterior() != nil || v.Draws.Text() != "" || v.Tree() == nil {
		t.Error("draws are not forgotten")
	}
}

func TestSliderScrubs(t *testing.T) {
	s, v, bar := posteriorStage(t, "iris", 2, 20)
	s.Show(bar, 900, 30)
	slider := bar.Slider()
	var told [][2]int
	v.OnDraw = func(chain, iteration int) { told = append(told, [2]int{chain, iteration}) }
	at := func(i int) fyne.Position { return fyne.NewPos((slider.x(i)+slider.x(i+1))/2, 12) }
	slider.Tapped(&fyne.PointEvent{Position: at(7)})
	if i, n := v.Draws.At(); i != 7 || n != 40 {
		t.Fatalf("a click shows draw %d of %d", i, n)
	}
	for _, i := range []int{8, 12, 25} { // drag
		slider.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(i)}})
	}
	slider.DragEnd()
	if x := v.Tree(); x.Canonical() != v.of.Draws[25].Tree.Canonical() || x.Support == nil {
		t.Error("the tree shown is not that of the slider, with support")
	}
	if want := fmt.Sprint([][2]int{{0, 70}, {0, 80}, {0, 120}, {1, 50}}); fmt.Sprint(told) != want {
		t.Errorf("the trace was told %v, not %v", told, want)
	}
	if !strings.Contains(bar.where.Left, "iteration 50 of chain 2") || !strings.HasPrefix(bar.choice.Text, "Draw 26") {
		t.Errorf("the bar says %q and %q", bar.choice.Text, bar.where.Left)
	}
	for key, want := range map[fyne.KeyName]int{fyne.KeyRight: 26, fyne.KeyLeft: 24, fyne.KeyHome: 0,
		fyne.KeyEnd: 39, fyne.KeyPageUp: 27} {
		v.Draws.ShowAt(25)
		slider.TypedKey(&fyne.KeyEvent{Name: key})
		if i, _ := v.Draws.At(); i != want {
			t.Errorf("%s shows draw %d, not %d", key, i, want)
		}
	}
	slider.Tapped(&fyne.PointEvent{Position: fyne.NewPos(0, 0)})
	if i, _ := v.Draws.At(); i != 0 {
		t.Errorf("the left end is draw %d", i)
	}
	// All that scrubbing is one step of the history.
	v.Undo()
	if v.Draws.Choice().Kind != drawn.ShownCredible {
		t.Errorf("after undo %s is shown", v.Draws.Choice())
	}
	if told[len(told)-1] != [2]int{-1, -1} {
		t.Error("the trace was not told that no draw is shown")
	}
	if !v.Draws.GoTo(1, 64) || v.Draws.Choice().Iteration != 60 || v.Draws.GoTo(5, 0) {
		t.Errorf("going to iteration 64 of chain 2 shows %s", v.Draws.Choice())
	}
}

func TestDrawsGrowWhileShown(t *testing.T) {
	s, v, bar := posteriorStage(t, "iris", 2, 20)
	all := v.of.Draws
	v.Draws.ShowAt(3)
	v.SetSamples(append(all[:20:20], all[20:]...), 0.25) // the same
	more := viewstest.Noisy(v.Data(), 2, 30, 0.2)
	v.SetSamples(more, 0.25)
	summarised(s, v.View)
	if p := v.Draws.Posterior(); p.Draws != 44 {
		t.Errorf("%d draws", p.Draws)
	}
	if i, _ := v.Draws.At(); more[i].Iteration != 30 || more[i].Chain != 0 {
		t.Errorf("draw %d is shown", i)
	}
	if bar.slider.n != 60 || len(bar.slider.spans) != 4 || !bar.slider.spans[2].burnIn || bar.slider.spans[2].from != 30 {
		t.Errorf("the slider has %+v", bar.slider.spans)
	}
	// A thinned list no longer has that draw: the nearest one is shown.
	v.SetSamples([]forest.Draw{more[0], more[5], more[20]}, 0)
	summarised(s, v.View)
	if i, _ := v.Draws.At(); i != 1 {
		t.Errorf("draw %d of the thinned ones is shown", i)
	}
	// Another table forgets the draws.
	data, _ := viewstest.Sample(t, "crabs")
	v.SetData(data)
	s.Settle(v.view)
	if v.Draws.Posterior() != nil || bar.Visible() {
		t.Error("draws of another table stay")
	}
}

func TestDrawsBehind(t *testing.T) {
	s, v, bar := posteriorStage(t, "iris", 1, 30)
	bar.behind.Tapped(nil)
	summarised(s, v.View)
	d := v.Figure()
	if d.Samples == nil {
		t.Fatal("no draws behind the tree")
	}
	if drawn, given := d.Samples.Len(); drawn != given || given != v.Draws.Posterior().Draws {
		t.Errorf("%d of %d draws are behind", drawn, given)
	}
	v.Choose("support", "labels")
	summarised(s, v.View)
	if d := v.Figure(); d.Support != dendro.SupportLabels {
		t.Error("supports are not labels")
	}
	v.Undo()
	v.Undo()
	summarised(s, v.View)
	if v.Figure().Samples != nil {
		t.Error("draws behind after undo")
	}
}

func TestMembershipOfGroups(t *testing.T) {
	s, v, _ := posteriorStage(t, "iris", 1, 20)
	list := NewGroupList(v.Groups.Wishes())
	v.Groups.CutInto(3)
	summarised(s, v.View)
	list.Follow(v.Source())
	m := v.of.Membership(v.State())
	if len(m) != 150 || len(m[0]) != len(v.State().Groups) {
		t.Fatal("no memberships")
	}
	for i, row := range m {
		sum := 0.0
		for _, x := range row {
			sum += x
		}
		if !(math.Abs(sum-1) <= 1e-9) {
			t.Fatalf("row %d: probabilities sum to %v", i, sum)
		}
	}
	for i := range v.State().Groups {
		if r := list.rows[i]; !strings.Contains(r.sure, "%") || !strings.HasSuffix(r.name.Right, r.sure) {
			t.Errorf("group %d says %q", i, r.name.Right)
		}
	}
	v.Select([]int{0})
	if lines := v.Source().Memberships(); len(lines) == 0 || !strings.HasPrefix(lines[0][0], "with ") {
		t.Errorf("the selected row: %v", lines)
	}
	v.Groups.Clear()
	summarised(s, v.View)
	if v.of.Membership(v.State()) != nil {
		t.Error("memberships without groups")
	}
}

func TestDrawBarFits(t *testing.T) {
	s, v, bar := posteriorStage(t, "iris", 4, 10)
	v.Draws.ShowAt(17)
	for _, width := range []float32{220, 420, 640, 1100} {
		s.Show(bar, width, 30)
		right := float32(0)
		for _, o := range bar.box.Objects {
			if !o.Visible() {
				continue
			}
			if o.Position().X < right-0.5 {
				t.Errorf("at a width of %v %T begins at %v before %v", width, o, o.Position().X, right)
			}
			right = o.Position().X + o.Size().Width
		}
		if right > width {
			t.Errorf("at a width of %v the bar is %v wide", width, right)
		}
		if w := bar.slider.Size().Width; w < 50 {
			t.Errorf("at a width of %v the slider is %v wide", width, w)
		}
	}
	if items := bar.Menu().Items; len(items) != len(drawn.Standing())+2 || items[1].Label != "Consensus ≥ 50 %" {
		t.Errorf("%d items", len(items))
	}
}

func TestMatrixFollowsTheTree(t *testing.T) {
	s, v, _ := posteriorStage(t, "iris", 2, 10)
	m := NewMatrixView(s.Post, plotting.Light)
	m.Connect(pane.Wishes{Pick: func(p study.Selection) { v.Select(p.Rows) }})
	defer m.Close()
	s.Show(m, 800, 640)
	m.Follow(v.Source())
	m.SetResult(pane.Result{Subject: viewstest.SubjectOf(v.Data(),
		&inference.Snapshot{Parts: []inference.Part{&forest.Forest{Trees: v.Trees(), Draws: v.of.Draws}}}), Rests: true})
	s.Settle(m.View())
	f, ok := m.Figure().(matrix.Matrix)
	if !ok {
		t.Fatal("no matrix")
	}
	for place, r := range v.prepared().Order() {
		if f.Order[place] != int(r) {
			t.Fatal("rows are not in the order of the tree")
		}
	}
	set := consensus.New(inference.WithoutBurnIn(v.of.Draws, 0.25))
	want, _ := set.SharedTimes(0)
	if !mat.EqualApprox(f.Heat.X, want, 1e-12) {
		t.Error("the matrix is not that of the shared times")
	}
	// A click on a cell selects both rows, in the tree too.
	_, scene := m.View().Shown()
	area := scene.PlotArea()
	p := vg.Point{X: area.Min.X + 0.303*(area.Max.X-area.Min.X), Y: area.Min.Y + 0.603*(area.Max.Y-area.Min.Y)}
	k, _ := scene.Hit(p)
	viewstest.Tap(m.View(), fyne.NewPos(float32(p.X), float32(scene.Size().Y-p.Y)))
	if got := v.State().Selection.Rows; fmt.Sprint(got) != fmt.Sprint(study.SetOf([]int{k.Row, k.Column})) {
		t.Errorf("%v are selected, not %d and %d", got, k.Row, k.Column)
	}
	m.Follow(v.Source())
	s.Settle(m.View())
	if f := m.Figure().(matrix.Matrix); len(f.Selection.Rows) != 2 {
		t.Error("the selection is not shown")
	}
	v.Clades.Ladderize()
	m.Follow(v.Source())
	m.Choose(0, 1)
	s.Settle(m.View())
	f = m.Figure().(matrix.Matrix)
	if x := f.Heat.X.At(0, 0); x != 1 || f.Heat.Title != "share of draws" {
		t.Errorf("%s is %v on the diagonal", f.Heat.Title, x)
	}
	for place, r := range v.prepared().Order() {
		if f.Order[place] != int(r) {
			t.Fatal("rows are not in the order of the ladderized tree")
		}
	}
	s.Keep("matrix")
	v.SetSamples(nil, 0)
	m.Follow(v.Source())
	s.Settle(m.View())
	if m.Figure() != nil {
		t.Error("a matrix without draws")
	}
}

// BenchmarkScrub is what the goroutine of the window does when the slider moves by one
// draw, of 4 chains of 250: the figure is made by the worker of the view.
func BenchmarkScrub(b *testing.B) {
	for _, n := range []int{200, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			v, tr, _ := benchStage(b, n, 4)
			var list []forest.Draw
			for i := range 1000 {
				list = append(list, forest.Draw{Chain: i / 250, Iteration: i % 250, Tree: tr.Clone()})
			}
			v.of.Draws, v.of.Posterior = list, nil
			v.of.Posterior = v.of.Summarise(v.of.Task(v.State()))
			i := 0
			for b.Loop() {
				i++
				v.Draws.ShowAt(i % len(list))
			}
		})
	}
}
