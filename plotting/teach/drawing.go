package teach

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/plot/vg"
)

// A drawing is a figure that a function paints on a board, again for every size and style. It is a value; the data that
// paint reads must be immutable.
type drawing struct {
	subtitle string
	paint    func(b *board)
	sheets   []plotting.Sheet // the numbers behind it
	style    plotting.Style   // the zero value stands for plotting.Light

	// state and glide make the drawing a [Glider]: glide returns the picture at a share of the way
	// from the state of another drawing, and false if there is no way.
	state any
	glide func(from any, share float64) (drawing, bool)

	only int // the part that fills the page, from 1; 0 shows all
	lit  int // the part in a frame in the colour of the selection, from 1; 0 for none
}

var (
	_ plotting.Styled  = drawing{}
	_ plotting.Sheeter = drawing{}
	_ Glider           = drawing{}
	_ stage.Parted     = drawing{}
)

// WithStyle implements plotting.Styled.
func (d drawing) WithStyle(s plotting.Style) plotting.Figure { d.style = s; return d }

// Sheets implements plotting.Sheeter.
func (d drawing) Sheets() []plotting.Sheet { return d.sheets }

// GlideFrom implements Glider.
func (d drawing) GlideFrom(from plotting.Figure, share float64) (plotting.Figure, bool) {
	f, ok := from.(drawing)
	if !ok || d.glide == nil || f.state == nil {
		return nil, false
	}
	on, ok := d.glide(f.state, share)
	on.style, on.only, on.lit = d.style, d.only, d.lit
	return on, ok
}

// surveyed is a size of the page at which every part of a drawing has room.
var surveyed = vg.Point{X: 1200, Y: 800}

// PartNames implements stage.Parted.
func (d drawing) PartNames() (names []string) {
	d.only = 0
	for _, p := range d.Layout(surveyed).(*board).parts {
		names = append(names, p.name)
	}
	return names
}

// Lit implements stage.Parted.
func (d drawing) Lit(i int) plotting.Figure { d.lit = i + 1; return d }

// PartAt implements stage.Placed.
func (b *board) PartAt(p vg.Point) int {
	for i, q := range b.parts {
		if ink.Contains(q.rect, p) {
			return i
		}
	}
	return -1
}

// Part implements stage.Parted.
func (d drawing) Part(i int) plotting.Figure { d.only = i + 1; return d }

// Layout implements plotting.Figure.
func (d drawing) Layout(size vg.Point) plotting.Scene {
	if d.style == (plotting.Style{}) {
		d.style = plotting.Light
	}
	b := &board{Style: d.style, size: size}
	margin := min(b.Margin, 0.04*min(size.X, size.Y)+2)
	if d.only > 0 {
		return d.layoutPart(inset(vg.Rectangle{Max: size}, margin), size)
	}
	b.area = inset(vg.Rectangle{Max: size}, margin)
	if d.subtitle != "" && b.area.Max.Y > b.area.Min.Y && b.area.Max.X > b.area.Min.X {
		at, width := vg.Point{X: b.area.Min.X, Y: b.area.Max.Y}, b.area.Max.X-b.area.Min.X
		height := ink.Heading(nil, b.Style, at, width, "", d.subtitle)
		b.add(func(c vg.Canvas) { ink.Heading(c, b.Style, at, width, "", d.subtitle) })
		b.area.Max.Y -= height + b.Gap
	}
	if width, height := extent(b.area); width > 8 && height > 8 {
		d.paint(b)
	}
	if d.lit > 0 && d.lit <= len(b.parts) {
		b.frame(b.Selection, 2*b.Stroke, inset(b.parts[d.lit-1].rect, -b.Padding))
	}
	return b
}

// layoutPart lays out one part in a room of the page. The page on which the whole is painted grows until the part is as
// large as the room; the rest lies outside and is not shown.
func (d drawing) layoutPart(room vg.Rectangle, size vg.Point) *board {
	b := &board{Style: d.style, size: size, alone: true}
	width, height := extent(room)
	wide, high := width, height
	for range 8 {
		b.items, b.spots, b.inner, b.parts, b.legend = nil, nil, nil, nil, nil
		b.area = box(0, 0, wide, high)
		d.paint(b)
		if d.only > len(b.parts) {
			return b
		}
		w, h := extent(b.parts[d.only-1].rect)
		below := b.legendHeight(width)
		if w < 1 || h < 1 || width < 8 || height-below < 8 || max(abs(w-width), abs(h-height+below)) < 0.5 {
			break
		}
		wide, high = wide*width/w, high*(height-below)/h
	}
	part := b.parts[d.only-1].rect
	below := room
	below.Max.Y = below.Min.Y + b.legendHeight(width)
	by := vg.Point{X: room.Min.X - part.Min.X, Y: below.Max.Y - part.Min.Y}
	items := b.items
	b.items = []func(vg.Canvas){func(c vg.Canvas) {
		c.Push()
		c.Translate(by)
		// Marks at an edge may reach a little beyond it.
		plotting.Clip(c, inset(part, -b.Padding), func() {
			for _, draw := range items {
				draw(c)
			}
		})
		c.Pop()
	}}
	for i := range b.spots {
		b.spots[i].rect = b.spots[i].rect.Add(by)
		b.spots[i].mark.Anchor = b.spots[i].mark.Anchor.Add(by)
	}
	for i := range b.inner {
		b.inner[i].rect = b.inner[i].rect.Add(by)
	}
	b.key(below, b.legend...)
	return b
}

func abs(x vg.Length) vg.Length { return max(x, -x) }

// A board is the surface that a drawing is painted on: lengths in points, the origin at the bottom
// left. Later items lie on top. Once painted it is a plotting.Scene.
type board struct {
	plotting.Style
	size vg.Point
	area vg.Rectangle // free of heading and margins

	items []func(c vg.Canvas)
	spots []spot
	inner []inner

	parts  []part     // in the order in which they are painted
	alone  bool       // one part fills the page
	legend []keyEntry // of all parts, where one stands alone
}

// A part is a rectangle of the board that can be shown alone.
type part struct {
	name string
	rect vg.Rectangle
}

// part names a rectangle that can be shown alone, and returns it.
func (b *board) part(r vg.Rectangle, name string) vg.Rectangle {
	b.parts = append(b.parts, part{name, r})
	return r
}

// common writes the legend of all parts at the lower edge of the board, or below the part that stands alone. It returns
// the rest of the board.
func (b *board) common(entries ...keyEntry) vg.Rectangle {
	if b.alone {
		b.legend = entries
		return b.area
	}
	return b.key(b.area, entries...)
}

// legendHeight is the room of the legend of all parts in a width.
func (b *board) legendHeight(width vg.Length) vg.Length {
	if len(b.legend) == 0 {
		return 0
	}
	trial := &board{Style: b.Style}
	return trial.key(box(0, 0, width, 0), b.legend...).Min.Y
}

// A spot is an area that can be pointed at.
type spot struct {
	rect vg.Rectangle
	mark plotting.Mark
}

// An inner is another figure in a part of the board.
type inner struct {
	rect  vg.Rectangle
	scene plotting.Scene
}

var _ plotting.Scene = (*board)(nil)

// Size implements plotting.Scene.
func (b *board) Size() vg.Point { return b.size }

// PlotArea implements plotting.Scene; there is no zoom.
func (b *board) PlotArea() vg.Rectangle { return vg.Rectangle{} }

// Draw implements plotting.Scene.
func (b *board) Draw(c vg.Canvas) {
	ink.DrawGround(c, b.Style, b.size)
	for _, draw := range b.items {
		draw(c)
	}
}

// Hit implements plotting.Scene.
func (b *board) Hit(p vg.Point) (plotting.Mark, bool) {
	for i := len(b.spots) - 1; i >= 0; i-- {
		if ink.Contains(b.spots[i].rect, p) {
			return b.spots[i].mark, true
		}
	}
	for i := len(b.inner) - 1; i >= 0; i-- {
		in := b.inner[i]
		if ink.Contains(in.rect, p) {
			m, ok := in.scene.Hit(p.Sub(in.rect.Min))
			m.Anchor = m.Anchor.Add(in.rect.Min)
			return m, ok
		}
	}
	return plotting.Mark{}, false
}

// PlaneAt implements ink.Planar: the plane of the figure under p.
func (b *board) PlaneAt(p vg.Point) (*ink.Plane, vg.Point, bool) {
	for _, in := range b.inner {
		if s, ok := in.scene.(ink.Planar); ok && ink.Contains(in.rect, p) {
			return s.PlaneAt(p.Sub(in.rect.Min))
		}
	}
	return nil, p, false
}

// add adds a drawing function.
func (b *board) add(draw func(c vg.Canvas)) { b.items = append(b.items, draw) }

// figure lays out a figure in a part of the board, without the margins that it would have on its
// own page.
func (b *board) figure(r vg.Rectangle, f plotting.Figure) {
	width, height := extent(r)
	if width < 4 || height < 4 {
		return
	}
	style := b.Style
	style.Margin = 2
	s := plotting.InStyle(f, style).Layout(vg.Point{X: width, Y: height})
	b.inner = append(b.inner, inner{r, s})
	b.add(func(c vg.Canvas) {
		c.Push()
		c.Translate(r.Min)
		plotting.Clip(c, vg.Rectangle{Max: s.Size()}, func() { s.Draw(c) })
		c.Pop()
	})
}
