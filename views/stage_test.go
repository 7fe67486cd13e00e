package views

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"espalier/inference"
	"espalier/inference/algorithm/linkage"
	"espalier/inference/study"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/sampledata"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
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

// A settler is a view that knows whether it shows what it was asked to.
type settler interface{ Settled() bool }

// A rester tells when it has nothing to do.
type rester interface{ rest() <-chan struct{} }

// settle runs what is posted until every view shows what it was asked to.
func (s *stage) settle(views ...settler) {
	s.tb.Helper()
	s.run(func() bool {
		return !slices.ContainsFunc(views, func(v settler) bool { return !v.Settled() })
	})
}

// rested runs what is posted until workers have nothing to do, and then until every view shows what
// it was asked to.
func (s *stage) rested(workers []rester, views ...settler) {
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

// A keeper has a history of the states of a view.
type keeper[S any] struct {
	history study.History[S]
	show    func(s S)
}

// newKeeper returns a keeper that shows what is wished for.
func newKeeper[S any](show func(s S)) *keeper[S] { return &keeper[S]{show: show} }

// Begin begins the history anew.
func (k *keeper[S]) Begin(s S) { k.history.Reset(s) }

func (k *keeper[S]) Change(name, merge string, s S) {
	k.history.Do(name, merge, s)
	k.show(s)
}

func (k *keeper[S]) Undo() bool { return k.travel(k.history.Undo) }
func (k *keeper[S]) Redo() bool { return k.travel(k.history.Redo) }

func (k *keeper[S]) travel(move func() (string, bool)) bool {
	_, ok := move()
	k.show(k.history.State())
	return ok
}

func (k *keeper[S]) UndoName() string { return k.history.UndoName() }
func (k *keeper[S]) RedoName() string { return k.history.RedoName() }

// chosen is a selection of a result that has no number.
func chosen(rows, columns, factors []int) study.Selection {
	return study.Selection{Rows: rows, Columns: columns}.WithFactors(0, factors...)
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

// A shown is a view of a figure, as far as tests use it.
type shown interface {
	fyne.CanvasObject
	fyne.Tappable
	MouseOut()
	MarkAt(at fyne.Position) (plotting.Mark, bool)
	Shown() (plotting.Figure, plotting.Scene)
}

// tap clicks at a place. Taps of a test are no double clicks.
func tap(v shown, at fyne.Position) {
	v.MouseOut()
	v.Tapped(&fyne.PointEvent{Position: at})
}

// markAt looks for a mark where the view shows one, from the top left.
func markAt(t *testing.T, v shown, want func(m plotting.Mark) bool) fyne.Position {
	t.Helper()
	for y := float32(4); y < v.Size().Height; y += 4 {
		for x := float32(4); x < v.Size().Width; x += 4 {
			if m, ok := v.MarkAt(fyne.NewPos(x, y)); ok && want(m) {
				return fyne.NewPos(x, y)
			}
		}
	}
	t.Fatal("no such mark")
	return fyne.Position{}
}

// tapMark clicks the first mark of a kind that a view shows, from the top left, and
// returns it.
func tapMark(t *testing.T, v shown, of func(m plotting.Mark) bool) plotting.Mark {
	t.Helper()
	_, scene := v.Shown()
	size := scene.Size()
	for y := size.Y - 1; y > 0; y -= 3 {
		for x := vg.Length(1); x < size.X; x += 3 {
			if m, ok := scene.Hit(vg.Point{X: x, Y: y}); ok && of(m) {
				tap(v, fyne.NewPos(float32(x), float32(size.Y-y)))
				return m
			}
		}
	}
	t.Fatal("nothing of that kind is shown")
	return plotting.Mark{}
}

// onView is a point of a scene in the coordinates of a view.
func onView(v shown, p vg.Point) fyne.Position {
	_, scene := v.Shown()
	return fyne.NewPos(float32(p.X), float32(scene.Size().Y-p.Y))
}

// A focusable is what keys are sent to.
type focusable interface {
	fyne.Focusable
	fyne.Shortcutable
}

const ctrlKey = fyne.KeyModifierShortcutDefault

// press sends a key as the driver of a desktop does: with a modifier as a shortcut,
// a character as a rune, anything else as a key.
func press(v focusable, keys string) {
	with := fyne.KeyModifier(0)
	for {
		rest, ok := strings.CutPrefix(keys, "Ctrl+")
		if ok {
			with, keys = with|ctrlKey, rest
			continue
		}
		if rest, ok = strings.CutPrefix(keys, "Alt+"); ok {
			with, keys = with|fyne.KeyModifierAlt, rest
			continue
		}
		break
	}
	named := map[string]fyne.KeyName{"←": fyne.KeyLeft, "→": fyne.KeyRight, "↑": fyne.KeyUp, "↓": fyne.KeyDown,
		"Enter": fyne.KeyReturn, "Space": fyne.KeySpace, "Esc": fyne.KeyEscape}
	key, isNamed := named[keys]
	switch {
	case with == ctrlKey && keys == "C":
		v.TypedShortcut(&fyne.ShortcutCopy{})
	case with == ctrlKey && keys == "A":
		v.TypedShortcut(&fyne.ShortcutSelectAll{})
	case with == ctrlKey && keys == "Z":
		v.TypedShortcut(&fyne.ShortcutUndo{})
	case with == ctrlKey && keys == "Y":
		v.TypedShortcut(&fyne.ShortcutRedo{})
	case with != 0:
		if !isNamed {
			key = fyne.KeyName(keys)
		}
		v.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: with})
	case isNamed:
		v.TypedKey(&fyne.KeyEvent{Name: key})
	case strings.HasPrefix(keys, "Shift+"):
		test.Type(v, strings.TrimPrefix(keys, "Shift+"))
	default:
		test.Type(v, strings.ToLower(keys))
	}
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
