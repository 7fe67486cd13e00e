package ink

import (
	"image"
	"image/color"
	"math"
	"slices"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A List holds the items that a laid-out figure draws, in order. Lines of one kind share one path, which keeps large
// trees cheap on every canvas.
type List struct{ Items []Item }

// An Item is one thing of a list.
type Item interface{ Draw(c vg.Canvas) }

// Draw plays the list on a canvas.
func (l *List) Draw(c vg.Canvas) {
	for _, i := range l.Items {
		i.Draw(c)
	}
}

// Add appends an item, which is drawn above those before it.
func (l *List) Add(i Item) { l.Items = append(l.Items, i) }

// Text adds one line of text; angle turns it anticlockwise about the anchor.
func (l *List) Text(f font.Face, ink color.NRGBA, at vg.Point, a Anchor, angle float64, s string) {
	if s != "" {
		l.Add(Text{f, ink, at, a, angle, s})
	}
}

// Line adds one straight line.
func (l *List) Line(ink color.NRGBA, width vg.Length, a, b vg.Point) {
	s := &Stroke{Colour: ink, Width: width}
	s.Segment(a, b)
	l.Add(s)
}

// Box fills a rectangle.
func (l *List) Box(ink color.NRGBA, r vg.Rectangle) { l.Add(Fill{ink, r.Path()}) }

// Group makes the items that draw adds one part of the figure, with a name: "tree", "heatmap", "labels", "legend".
func (l *List) Group(name string, draw func()) {
	from := len(l.Items)
	draw()
	if part := l.Items[from:]; len(part) > 0 {
		l.Items = append(l.Items[:from], Grouped{name, &List{slices.Clone(part)}})
	}
}

// Grouped is a part of a figure, under a name.
type Grouped struct {
	Name string
	List *List
}

// Draw implements Item.
func (i Grouped) Draw(c vg.Canvas) { plotting.Group(c, i.Name, func() { i.List.Draw(c) }) }

// AppendBox adds a rectangle to a path, without the path of its own that Path makes.
func AppendBox(path vg.Path, r vg.Rectangle) vg.Path {
	return append(path,
		vg.PathComp{Type: vg.MoveComp, Pos: r.Min},
		vg.PathComp{Type: vg.LineComp, Pos: vg.Point{X: r.Max.X, Y: r.Min.Y}},
		vg.PathComp{Type: vg.LineComp, Pos: r.Max},
		vg.PathComp{Type: vg.LineComp, Pos: vg.Point{X: r.Min.X, Y: r.Max.Y}},
		vg.PathComp{Type: vg.CloseComp})
}

// A Stroke draws a path as lines of one colour and width; Dash is nil for solid ones.
type Stroke struct {
	Colour color.NRGBA
	Width  vg.Length
	Dash   []vg.Length
	Path   vg.Path
}

// Segment adds a straight line to the path.
func (s *Stroke) Segment(a, b vg.Point) {
	s.Path = append(s.Path, vg.PathComp{Type: vg.MoveComp, Pos: a}, vg.PathComp{Type: vg.LineComp, Pos: b})
}

// Draw implements Item.
func (s *Stroke) Draw(c vg.Canvas) {
	if len(s.Path) == 0 {
		return
	}
	c.SetColor(s.Colour)
	c.SetLineWidth(s.Width)
	c.SetLineDash(s.Dash, 0)
	c.Stroke(s.Path)
}

// A Fill fills a path with a colour.
type Fill struct {
	Colour color.NRGBA
	Path   vg.Path
}

// Draw implements Item.
func (f Fill) Draw(c vg.Canvas) {
	if len(f.Path) == 0 {
		return
	}
	c.SetColor(f.Colour)
	c.Fill(f.Path)
}

// Missing fills boxes as those of missing values.
type Missing struct {
	Rects []vg.Rectangle
	Style plotting.Style
}

// Draw implements Item.
func (i Missing) Draw(c vg.Canvas) { FillMissing(c, i.Rects, i.Style) }

// A Text is one line of text, turned by Angle anticlockwise about its anchor, in radians.
type Text struct {
	Face   font.Face
	Colour color.NRGBA
	At     vg.Point
	Anchor Anchor
	Angle  float64
	Text   string
}

// Draw implements Item.
func (t Text) Draw(c vg.Canvas) {
	if t.Angle == 0 {
		DrawText(c, t.Face, t.Colour, t.At, t.Anchor, t.Text)
		return
	}
	DrawTurned(c, t.Face, t.Colour, t.At, t.Anchor, t.Angle, t.Text)
}

// Corners returns the corners of the box from the baseline's descent to the capitals' top.
func (t Text) Corners() [4]vg.Point {
	w := TextWidth(t.Face, t.Text)
	x0 := -w * vg.Length(t.Anchor.X)
	y0 := -CapHeight(t.Face) * vg.Length(t.Anchor.Y)
	low, high := y0-t.Face.Font.Size*Descent, y0+CapHeight(t.Face)
	sin, cos := math.Sincos(t.Angle)
	turn := func(x, y vg.Length) vg.Point {
		return vg.Point{
			X: t.At.X + x*vg.Length(cos) - y*vg.Length(sin),
			Y: t.At.Y + x*vg.Length(sin) + y*vg.Length(cos),
		}
	}
	return [4]vg.Point{turn(x0, low), turn(x0+w, low), turn(x0+w, high), turn(x0, high)}
}

// Clipped confines the items of its list to a rectangle.
type Clipped struct {
	Rect vg.Rectangle
	List *List
}

// Draw implements Item.
func (i Clipped) Draw(c vg.Canvas) { plotting.Clip(c, i.Rect, func() { i.List.Draw(c) }) }

// Image is a picture in a rectangle.
type Image struct {
	Rect  vg.Rectangle
	Image *image.RGBA
}

// Draw implements Item.
func (i Image) Draw(c vg.Canvas) { c.DrawImage(i.Rect, i.Image) }

// Lines are straight lines of one colour and width, from Points[0] to Points[1], from Points[2] to
// Points[3] and so on. On the screen thousands of them are drawn faster than a [Stroke].
type Lines struct {
	Colour color.NRGBA
	Width  vg.Length
	Points []vg.Point
}

// Draw implements Item.
func (l *Lines) Draw(c vg.Canvas) {
	if len(l.Points) == 0 {
		return
	}
	if fast, ok := c.(interface{ Lines([]vg.Point) }); ok {
		c.SetColor(l.Colour)
		c.SetLineWidth(l.Width)
		c.SetLineDash(nil, 0)
		fast.Lines(l.Points)
		return
	}
	s := &Stroke{Colour: l.Colour, Width: l.Width}
	for i := 0; i+1 < len(l.Points); i += 2 {
		s.Segment(l.Points[i], l.Points[i+1])
	}
	s.Draw(c)
}

// Discs are discs of one colour and radius. On the screen thousands of them are drawn faster than
// a [Fill].
type Discs struct {
	Colour  color.NRGBA
	Radius  vg.Length
	Centres []vg.Point
}

// Draw implements Item.
func (d Discs) Draw(c vg.Canvas) {
	if len(d.Centres) == 0 {
		return
	}
	if fast, ok := c.(interface{ Discs([]vg.Point, vg.Length) }); ok {
		c.SetColor(d.Colour)
		fast.Discs(d.Centres, d.Radius)
		return
	}
	var p vg.Path
	for _, at := range d.Centres {
		p = append(p, Disc(at, d.Radius)...)
	}
	Fill{d.Colour, p}.Draw(c)
}
