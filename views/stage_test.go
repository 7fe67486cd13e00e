package views

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"espalier/inference"
	"espalier/inference/algorithm/linkage"
	"espalier/inference/study"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/plotting/dendro"
	"espalier/sampledata"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/plot/vg"
)

// A stage is a window under test. What workers post waits until the test lets it run,
// as the goroutine of a window does.
type stage struct {
	tb    testing.TB
	win   fyne.Window
	posts chan posted
	down  chan struct{} // closed when nothing more is run
}

type posted struct {
	f    func()
	done chan struct{}
}

func newStage(tb testing.TB) *stage {
	test.NewTempApp(tb)
	s := &stage{tb: tb, posts: make(chan posted), down: make(chan struct{})}
	tb.Cleanup(func() { close(s.down) }) // workers go that wait
	return s
}

func (s *stage) post(f func()) {
	p := posted{f, make(chan struct{})}
	select {
	case s.posts <- p:
		<-p.done
	case <-s.down:
	}
}

func (s *stage) show(o fyne.CanvasObject, w, h float32) {
	s.win = test.NewTempWindow(s.tb, o)
	s.win.SetPadded(false)
	s.win.Resize(fyne.NewSize(w, h))
}

// settle runs what is posted until every view shows what it was asked to.
func (s *stage) settle(views ...*View) {
	s.tb.Helper()
	s.run(func() bool {
		return !slices.ContainsFunc(views, func(v *View) bool { return !v.Settled() })
	})
}

// rested runs what is posted until workers have nothing to do, and then until every view shows what
// it was asked to.
func (s *stage) rested(workers []*worker, views ...*View) {
	s.tb.Helper()
	for _, w := range workers {
		for rest := w.rest(); rest != nil; {
			select {
			case p := <-s.posts:
				p.f()
				close(p.done)
			case <-rest:
				rest = nil
			}
		}
	}
	s.settle(views...)
}

// described runs what is posted until an inspector shows what is selected.
func (s *stage) described(n *Inspector) {
	s.tb.Helper()
	s.rested([]*worker{n.worker}, n.bars)
}

// run runs what is posted until something is so.
func (s *stage) run(until func() bool) {
	s.tb.Helper()
	for !until() {
		p := <-s.posts
		p.f()
		close(p.done)
	}
}

// keep writes what the window shows where ESPALIER_PICTURES says, to be looked at.
func (s *stage) keep(name string) {
	s.tb.Helper()
	dir := os.Getenv("ESPALIER_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		s.tb.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, s.win.Canvas().Capture()); err != nil {
		s.tb.Fatal(err)
	}
}

// sample returns an embedded table, prepared, with its Ward tree.
func sample(tb testing.TB, name string) (*inference.Dataset, *tree.Tree) {
	tb.Helper()
	table, err := sampledata.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		tb.Fatal(err)
	}
	return data, linkage.Tree(linkage.Cluster(data.X, linkage.Ward), data.Rows)
}

// A kept tree is a TreeView with a history of its own.
type kept struct {
	*TreeView
	history study.History[TreeState]
}

// newKept returns a tree view whose wishes come true.
func newKept(post Post, style plotting.Style) *kept {
	k := &kept{TreeView: NewTreeView(post, style)}
	k.Keeper = k
	k.history.Reset(k.TreeView.State())
	return k
}

func (k *kept) Change(name, merge string, s TreeState) {
	k.history.Do(name, merge, s)
	k.TreeView.SetState(s)
}

func (k *kept) Undo() bool { return k.travel(k.history.Undo) }
func (k *kept) Redo() bool { return k.travel(k.history.Redo) }

func (k *kept) travel(move func() (string, bool)) bool {
	_, ok := move()
	k.TreeView.SetState(k.history.State())
	return ok
}

func (k *kept) UndoName() string { return k.history.UndoName() }
func (k *kept) RedoName() string { return k.history.RedoName() }

// SetState begins the history anew.
func (k *kept) SetState(s TreeState) {
	k.history.Reset(s)
	k.TreeView.SetState(s)
}

// SetData begins the history anew where the data have other rows.
func (k *kept) SetData(data *inference.Dataset) {
	old := k.Data()
	k.TreeView.SetData(data)
	if old == nil || data == nil || !slices.Equal(old.Rows, data.Rows) {
		k.history.Reset(k.TreeView.State())
	}
}

// chosen is a selection of a result that has no number.
func chosen(rows, columns, factors []int) study.Selection {
	return study.Selection{Rows: rows, Columns: columns}.WithFactors(0, factors...)
}

// treeStage shows the tree of a sample, 1000 by 700.
func treeStage(tb testing.TB, name string) (*stage, *kept) {
	tb.Helper()
	s := newStage(tb)
	data, tr := sample(tb, name)
	t := newKept(s.post, plotting.Light)
	tb.Cleanup(t.Close)
	t.view.Modifiers = func() fyne.KeyModifier { return 0 }
	t.SetData(data)
	t.SetTree(tr)
	s.show(t, 1000, 700)
	s.settle(t.view)
	return s, t
}

// place returns where a node is drawn, in the coordinates of the view.
func place(tb testing.TB, t *kept, v int) fyne.Position {
	tb.Helper()
	_, scene := t.view.Shown()
	at, ok := scene.(*dendro.DendrogramScene).NodePosition(v)
	if !ok {
		tb.Fatalf("node %d is not drawn", v)
	}
	return fyne.NewPos(float32(at.X), float32(scene.Size().Y-at.Y))
}

// cladeOf returns a branch point with a number of leaves between low and high.
func cladeOf(tb testing.TB, t *tree.Tree, low, high int) (node int, rows []int) {
	tb.Helper()
	counts := t.LeafCounts()
	for v := t.Leaves(); v < t.Nodes(); v++ {
		if counts[v] >= low && counts[v] <= high && t.Parent[v] >= 0 {
			return v, study.SetOf(t.LeavesBelow(v))
		}
	}
	tb.Fatalf("no clade of %d to %d leaves", low, high)
	return 0, nil
}

func point(x, y float32) *fyne.PointEvent { return &fyne.PointEvent{Position: fyne.NewPos(x, y)} }

func tap(v *View, at fyne.Position) {
	v.lastTap = time.Time{} // taps of a test are no double clicks
	v.Tapped(&fyne.PointEvent{Position: at})
}

// A plain is a figure of one square that can be panned and zoomed, for tests of the
// view alone.
type plain struct {
	window plotting.Window
	drawn  *counter
}

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add()     { c.mu.Lock(); c.n++; c.mu.Unlock() }
func (c *counter) get() int { c.mu.Lock(); defer c.mu.Unlock(); return c.n }

func (p plain) GetWindow() plotting.Window                     { return p.window }
func (p plain) WithWindow(w plotting.Window) plotting.Figure   { p.window = w; return p }
func (p plain) Layout(size vg.Point) plotting.Scene            { return plainScene{p, size} }
func (s plainScene) Size() vg.Point                            { return s.size }
func (s plainScene) Hit(p vg.Point) (m plotting.Mark, ok bool) { return hitPlain(s, p) }

type plainScene struct {
	p    plain
	size vg.Point
}

func (s plainScene) PlotArea() vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: 50, Y: 20}, Max: vg.Point{X: s.size.X - 50, Y: s.size.Y - 80}}
}

// at returns where a point of the whole, in fractions, is drawn.
func (s plainScene) at(x, y float64) (float64, float64) {
	a, w := s.PlotArea(), s.p.window.Normal()
	return float64(a.Min.X) + (x-w.X0)/(w.X1-w.X0)*float64(a.Max.X-a.Min.X),
		float64(s.size.Y-a.Max.Y) + (y-w.Y0)/(w.Y1-w.Y0)*float64(a.Max.Y-a.Min.Y)
}

func (s plainScene) Draw(c vg.Canvas) {
	s.p.drawn.add()
	c.SetColor(plotting.Light.Surface)
	c.Fill(vg.Rectangle{Max: s.size}.Path())
	c.SetColor(plotting.Light.Ink)
	c.Fill(s.PlotArea().Path())
}

func hitPlain(s plainScene, p vg.Point) (plotting.Mark, bool) {
	a := s.PlotArea()
	if p.X < a.Min.X || p.X > a.Max.X || p.Y < a.Min.Y || p.Y > a.Max.Y {
		return plotting.NewMark(""), false
	}
	m := plotting.NewMark("cell")
	m.Row, m.Column = int(p.Y), int(p.X)
	m.Title = "cell"
	m.Lines = [][2]string{{"x", plotting.FormatNumber(float64(p.X))}, {"y", plotting.FormatNumber(float64(p.Y))}}
	m.Anchor = p
	return m, true
}
