package viewstest

import (
	"sync"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// A Plain is a figure of one square that can be panned and zoomed, for tests of the
// view alone.
type Plain struct {
	Window plotting.Window
	Drawn  *Counter
}

// A Counter counts pictures.
type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) add() { c.mu.Lock(); c.n++; c.mu.Unlock() }

// Get returns the count.
func (c *Counter) Get() int { c.mu.Lock(); defer c.mu.Unlock(); return c.n }

func (p Plain) GetWindow() plotting.Window                     { return p.Window }
func (p Plain) WithWindow(w plotting.Window) plotting.Figure   { p.Window = w; return p }
func (p Plain) Layout(size vg.Point) plotting.Scene            { return PlainScene{p, size} }
func (s PlainScene) Size() vg.Point                            { return s.size }
func (s PlainScene) Hit(p vg.Point) (m plotting.Mark, ok bool) { return hitPlain(s, p) }

// A PlainScene is a plain figure of a size.
type PlainScene struct {
	p    Plain
	size vg.Point
}

func (s PlainScene) PlotArea() vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: 50, Y: 20}, Max: vg.Point{X: s.size.X - 50, Y: s.size.Y - 80}}
}

// At returns where a point of the whole, in fractions, is drawn.
func (s PlainScene) At(x, y float64) (float64, float64) {
	a, w := s.PlotArea(), s.p.Window.Normal()
	return float64(a.Min.X) + (x-w.X0)/(w.X1-w.X0)*float64(a.Max.X-a.Min.X),
		float64(s.size.Y-a.Max.Y) + (y-w.Y0)/(w.Y1-w.Y0)*float64(a.Max.Y-a.Min.Y)
}

func (s PlainScene) Draw(c vg.Canvas) {
	s.p.Drawn.add()
	c.SetColor(plotting.Light.Surface)
	c.Fill(vg.Rectangle{Max: s.size}.Path())
	c.SetColor(plotting.Light.Ink)
	c.Fill(s.PlotArea().Path())
}

func hitPlain(s PlainScene, p vg.Point) (plotting.Mark, bool) {
	a := s.PlotArea()
	if p.X < a.Min.X || p.X > a.Max.X || p.Y < a.Min.Y || p.Y > a.Max.Y {
		return plotting.NewMark(plotting.NoMark), false
	}
	m := plotting.NewMark(plotting.CellMark)
	m.Row, m.Column = int(p.Y), int(p.X)
	m.Title = "cell"
	m.Lines = [][2]string{{"x", plotting.FormatNumber(float64(p.X))}, {"y", plotting.FormatNumber(float64(p.Y))}}
	m.Anchor = p
	return m, true
}
