package chart

import (
	"runtime"
	"strconv"

	"example.org/espalier/inference/parallel"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// Panels is a figure of several figures, each in a box of its own.
type Panels struct {
	Title    string
	Subtitle string // one line on the content
	Parts    []Panel
	Light    int // the panel in a frame in the colour of the selection, from 1; 0 for none
	Style    plotting.Style
}

// A Panel is one figure of [Panels].
type Panel struct {
	Name   string // a short noun: the sheets of numbers begin with it; "" numbers the panel
	Figure plotting.Figure
	// Box is the part of the room: X from the left, Y from the top down.
	Box plotting.Window
	// Column aligns the ends of the plots of all panels with the same Column > 0, so that they
	// share an axis.
	Column int
}

// At puts a figure in a part of the room: from x0 to x1, and from y0 down to y1.
func At(name string, f plotting.Figure, x0, x1, y0, y1 float64) Panel {
	return Panel{Name: name, Figure: f, Box: plotting.Window{X0: x0, X1: x1, Y0: y0, Y1: y1}}
}

// A PanelsScene is laid-out [Panels].
type PanelsScene struct {
	f      *Panels
	size   vg.Point
	list   ink.List
	head   ink.List // lies on the panels, whose ground would cover it
	scenes []plotting.Scene
	boxes  []vg.Rectangle
	at     []vg.Point // lower left corners of the scenes
	apart  bool       // no two boxes overlap
}

var (
	_ plotting.Styled  = (*Panels)(nil)
	_ plotting.Sheeter = (*Panels)(nil)
	_ plotting.Scene   = (*PanelsScene)(nil)
)

// WithStyle returns a copy in another style.
func (f *Panels) WithStyle(s plotting.Style) plotting.Figure {
	c := *f
	c.Style = s
	s.Look = s.Look.WithoutTitle()
	c.Parts = make([]Panel, len(f.Parts))
	for i, p := range f.Parts {
		p.Figure = plotting.InStyle(p.Figure, s)
		c.Parts[i] = p
	}
	return &c
}

// Sheets returns the sheets of all panels, named after the panels.
func (f *Panels) Sheets() []plotting.Sheet {
	var sheets []plotting.Sheet
	for i, p := range f.Parts {
		g, ok := p.Figure.(plotting.Sheeter)
		if !ok {
			continue
		}
		name := p.Name
		if name == "" {
			name = "panel" + strconv.Itoa(i+1)
		}
		for _, s := range g.Sheets() {
			s.Name = name + "-" + s.Name
			sheets = append(sheets, s)
		}
	}
	return sheets
}

// PartNames returns the names of the panels, in reading order.
func (f *Panels) PartNames() []string {
	names := make([]string, len(f.Parts))
	for i, p := range f.Parts {
		if names[i] = p.Name; p.Name == "" {
			names[i] = "panel " + strconv.Itoa(i+1)
		}
	}
	return names
}

// Lit returns a copy with panel i in a frame.
func (f Panels) Lit(i int) plotting.Figure { f.Light = i + 1; return &f }

// PartAt returns the panel at a point, −1 for none.
func (s *PanelsScene) PartAt(p vg.Point) int {
	for i := len(s.boxes) - 1; i >= 0; i-- {
		if ink.Contains(s.boxes[i], p) {
			return i
		}
	}
	return -1
}

// Part returns the figure of panel i.
func (f *Panels) Part(i int) plotting.Figure { return f.Parts[i].Figure }

// Layout implements Figure.
func (f *Panels) Layout(size vg.Point) plotting.Scene { return f.layoutPanels(size) }

// edge is the room at the right of all panels.
const edge = 6

// layoutPanels is Layout with the concrete type of the scene.
func (f *Panels) layoutPanels(size vg.Point) *PanelsScene {
	s := &PanelsScene{f: f, size: size, scenes: make([]plotting.Scene, len(f.Parts)),
		boxes: make([]vg.Rectangle, len(f.Parts)), at: make([]vg.Point, len(f.Parts)), apart: true}
	s.list.Box(f.Style.Surface, vg.Rectangle{Max: size})
	room := vg.Rectangle{Max: size}
	room.Max.X -= min(edge*f.Style.Enlargement(), size.X/4) // the last number of an axis reaches beyond its plot
	if f.Title != "" || f.Subtitle != "" {
		margin := ink.MarginOf(f.Style, size)
		at, width := vg.Point{X: margin, Y: size.Y - margin}, size.X-2*margin
		s.head.Add(ink.HeadingItem{Style: f.Style, At: at, Width: width, Title: f.Title, Subtitle: f.Subtitle})
		room.Max.Y = at.Y - ink.Heading(nil, f.Style, at, width, f.Title, f.Subtitle) + margin/2
		if len(f.Parts) > 0 { // headings of small panels at the left stand below it
			room.Min.X += margin - ink.MarginOf(f.Style, boxIn(room, f.Parts[0].Box).Size())
		}
	}
	for i, p := range f.Parts {
		s.boxes[i] = boxIn(room, p.Box)
		for _, b := range s.boxes[:i] {
			s.apart = s.apart && (b.Max.X <= s.boxes[i].Min.X || s.boxes[i].Max.X <= b.Min.X || b.Max.Y <= s.boxes[i].Min.Y ||
				s.boxes[i].Max.Y <= b.Min.Y)
		}
	}
	s.each(func(i int) { s.place(i, 0, 0) })
	s.alignColumns()
	if i := f.Light - 1; i >= 0 && i < len(s.boxes) {
		box, by := s.boxes[i], vg.Point{X: 2, Y: 2}
		box.Min, box.Max = box.Min.Add(by), box.Max.Sub(by)
		s.head.Add(&ink.Stroke{Colour: f.Style.Selection, Width: 2 * f.Style.Enlargement(), Path: box.Path()})
	}
	return s
}

// each calls do for every panel, on all processors.
func (s *PanelsScene) each(do func(i int)) { parallel.Do(len(s.scenes), runtime.GOMAXPROCS(0), do) }

// boxIn returns the part of a room.
func boxIn(r vg.Rectangle, w plotting.Window) vg.Rectangle {
	wide, high := r.Max.X-r.Min.X, r.Max.Y-r.Min.Y
	return vg.Rectangle{
		Min: vg.Point{X: r.Min.X + vg.Length(w.X0)*wide, Y: r.Max.Y - vg.Length(w.Y1)*high},
		Max: vg.Point{X: r.Min.X + vg.Length(w.X1)*wide, Y: r.Max.Y - vg.Length(w.Y0)*high},
	}
}

// place lays out a panel in its box, inset at its left and right.
func (s *PanelsScene) place(i int, left, right vg.Length) {
	box := s.boxes[i]
	box.Min.X += left
	box.Max.X -= right
	s.at[i] = box.Min
	s.scenes[i] = s.f.Parts[i].Figure.Layout(vg.Point{X: max(box.Max.X-box.Min.X, 1), Y: max(box.Max.Y-box.Min.Y, 1)})
}

// alignColumns insets panels so that their plots begin and end with the narrowest of their column.
// The parts beside a plot may change with the width, so it runs twice.
func (s *PanelsScene) alignColumns() {
	in := make([][2]vg.Length, len(s.scenes)) // insets
	for range 2 {
		edges := map[int]*[2]vg.Length{}
		ends := func(i int) (a, b vg.Length) {
			area := s.scenes[i].PlotArea()
			return s.at[i].X + area.Min.X, s.at[i].X + area.Max.X
		}
		for i, p := range s.f.Parts {
			if a, b := ends(i); p.Column > 0 && b > a {
				if e := edges[p.Column]; e == nil {
					edges[p.Column] = &[2]vg.Length{a, b}
				} else {
					e[0], e[1] = max(e[0], a), min(e[1], b)
				}
			}
		}
		for i, p := range s.f.Parts {
			a, b := ends(i)
			e := edges[p.Column]
			if e == nil || b <= a || a == e[0] && b == e[1] {
				continue
			}
			in[i][0] += e[0] - a
			in[i][1] += b - e[1]
			s.place(i, in[i][0], in[i][1])
		}
	}
}

// Draw implements Scene. On a canvas of pixels, panels that do not overlap are drawn in parallel.
func (s *PanelsScene) Draw(c vg.Canvas) {
	s.list.Draw(c)
	pixels, ok := c.(*raster.Canvas)
	if !ok || !s.apart {
		for i := range s.scenes {
			s.drawPanel(c, i)
		}
		s.head.Draw(c)
		return
	}
	s.each(func(i int) {
		own := raster.Canvases.Get().(*raster.Canvas)
		pixels.Fork(own)
		s.drawPanel(own, i)
		own.Release()
		raster.Canvases.Put(own)
	})
	s.head.Draw(c)
}

func (s *PanelsScene) drawPanel(c vg.Canvas, i int) {
	plotting.Clip(c, s.boxes[i], func() {
		c.Push()
		c.Translate(s.at[i])
		s.scenes[i].Draw(c)
		c.Pop()
	})
}

// Size implements Scene.
func (s *PanelsScene) Size() vg.Point { return s.size }

// PlotArea implements Scene: panels do not zoom.
func (s *PanelsScene) PlotArea() vg.Rectangle { return vg.Rectangle{} }

// PlaneAt implements ink.Planar: the plane of the panel under p.
func (s *PanelsScene) PlaneAt(p vg.Point) (*ink.Plane, vg.Point, bool) {
	for i := range s.scenes {
		if in, ok := s.scenes[i].(ink.Planar); ok {
			if plane, q, ok := in.PlaneAt(p.Sub(s.at[i])); ok {
				return plane, q, true
			}
		}
	}
	return nil, p, false
}

// Hit implements Scene: the mark of the panel under p.
func (s *PanelsScene) Hit(p vg.Point) (plotting.Mark, bool) {
	for i := len(s.scenes) - 1; i >= 0; i-- {
		size, q := s.scenes[i].Size(), vg.Point{X: p.X - s.at[i].X, Y: p.Y - s.at[i].Y}
		if !ink.Contains(vg.Rectangle{Max: size}, q) {
			continue
		}
		if m, ok := s.scenes[i].Hit(q); ok {
			m.Anchor.X += s.at[i].X
			m.Anchor.Y += s.at[i].Y
			return m, true
		}
	}
	return plotting.Mark{}, false
}
