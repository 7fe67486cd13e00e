package plotting

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A drawList is what a laid-out dendrogram draws, in order. Lines of one kind share
// one path, which is what makes large trees cheap on every canvas.
type drawList struct{ items []drawItem }

type drawItem interface{ draw(c vg.Canvas) }

func (l *drawList) draw(c vg.Canvas) {
	for _, i := range l.items {
		i.draw(c)
	}
}

func (l *drawList) add(i drawItem) { l.items = append(l.items, i) }

// text adds one line of text; angle turns it anticlockwise about the anchor.
func (l *drawList) text(f font.Face, ink color.NRGBA, at vg.Point, a Anchor, angle float64, s string) {
	if s != "" {
		l.add(textItem{f, ink, at, a, angle, s})
	}
}

// line adds one straight line.
func (l *drawList) line(ink color.NRGBA, width vg.Length, a, b vg.Point) {
	s := &strokeItem{colour: ink, width: width}
	s.segment(a, b)
	l.add(s)
}

// box fills a rectangle.
func (l *drawList) box(ink color.NRGBA, r vg.Rectangle) {
	l.add(fillItem{ink, r.Path()})
}

// appendBox adds a rectangle to a path, without the path of its own that Path makes.
func appendBox(path vg.Path, r vg.Rectangle) vg.Path {
	return append(path,
		vg.PathComp{Type: vg.MoveComp, Pos: r.Min},
		vg.PathComp{Type: vg.LineComp, Pos: vg.Point{X: r.Max.X, Y: r.Min.Y}},
		vg.PathComp{Type: vg.LineComp, Pos: r.Max},
		vg.PathComp{Type: vg.LineComp, Pos: vg.Point{X: r.Min.X, Y: r.Max.Y}},
		vg.PathComp{Type: vg.CloseComp})
}

type strokeItem struct {
	colour color.NRGBA
	width  vg.Length
	dash   []vg.Length
	path   vg.Path
}

func (s *strokeItem) segment(a, b vg.Point) {
	s.path = append(s.path, vg.PathComp{Type: vg.MoveComp, Pos: a}, vg.PathComp{Type: vg.LineComp, Pos: b})
}

func (s *strokeItem) draw(c vg.Canvas) {
	if len(s.path) == 0 {
		return
	}
	c.SetColor(s.colour)
	c.SetLineWidth(s.width)
	c.SetLineDash(s.dash, 0)
	c.Stroke(s.path)
}

type fillItem struct {
	colour color.NRGBA
	path   vg.Path
}

func (f fillItem) draw(c vg.Canvas) {
	if len(f.path) == 0 {
		return
	}
	c.SetColor(f.colour)
	c.Fill(f.path)
}

type missingItem struct {
	rects []vg.Rectangle
	style Style
}

func (i missingItem) draw(c vg.Canvas) { FillMissing(c, i.rects, i.style) }

type textItem struct {
	face   font.Face
	colour color.NRGBA
	at     vg.Point
	anchor Anchor
	angle  float64
	text   string
}

func (t textItem) draw(c vg.Canvas) {
	if t.angle == 0 {
		DrawText(c, t.face, t.colour, t.at, t.anchor, t.text)
		return
	}
	DrawTurned(c, t.face, t.colour, t.at, t.anchor, t.angle, t.text)
}

// corners returns the corners of the box from the baseline's descent to the capitals' top.
func (t textItem) corners() [4]vg.Point {
	w := TextWidth(t.face, t.text)
	x0 := -w * vg.Length(t.anchor.X)
	y0 := -CapHeight(t.face) * vg.Length(t.anchor.Y)
	low, high := y0-t.face.Font.Size*descent, y0+CapHeight(t.face)
	sin, cos := math.Sincos(t.angle)
	turn := func(x, y vg.Length) vg.Point {
		return vg.Point{
			X: t.at.X + x*vg.Length(cos) - y*vg.Length(sin),
			Y: t.at.Y + x*vg.Length(sin) + y*vg.Length(cos),
		}
	}
	return [4]vg.Point{turn(x0, low), turn(x0+w, low), turn(x0+w, high), turn(x0, high)}
}

// clipItem confines what is in its list.
type clipItem struct {
	rect vg.Rectangle
	list *drawList
}

func (i clipItem) draw(c vg.Canvas) { Clip(c, i.rect, func() { i.list.draw(c) }) }
