package teach

import (
	"image/color"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// at is a point.
func at(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

// extent returns width and height of a rectangle.
func extent(r vg.Rectangle) (width, height vg.Length) { return r.Max.X - r.Min.X, r.Max.Y - r.Min.Y }

// box is the rectangle with the given corners.
func box(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: at(x0, y0), Max: at(x1, y1)}
}

// inset moves the sides of a rectangle inwards.
func inset(r vg.Rectangle, by vg.Length) vg.Rectangle {
	return box(r.Min.X+by, r.Min.Y+by, r.Max.X-by, r.Max.Y-by)
}

// centre returns the middle of a rectangle.
func centre(r vg.Rectangle) vg.Point { return at((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2) }

// square returns the largest square in the middle of a rectangle.
func square(r vg.Rectangle) vg.Rectangle {
	w, h := extent(r)
	m, s := centre(r), min(w, h)/2
	return box(m.X-s, m.Y-s, m.X+s, m.Y+s)
}

// across divides a rectangle into parts from left to right with a gap between them, by their shares
// of the width.
func across(r vg.Rectangle, gap vg.Length, shares ...float64) []vg.Rectangle {
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	room := r.Max.X - r.Min.X - gap*vg.Length(len(shares)-1)
	x := r.Min.X
	var out []vg.Rectangle
	for _, s := range shares {
		w := room * vg.Length(s/sum)
		out = append(out, box(x, r.Min.Y, x+w, r.Max.Y))
		x += w + gap
	}
	return out
}

// down is across, from the top down.
func down(r vg.Rectangle, gap vg.Length, shares ...float64) []vg.Rectangle {
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	room := r.Max.Y - r.Min.Y - gap*vg.Length(len(shares)-1)
	y := r.Max.Y
	var out []vg.Rectangle
	for _, s := range shares {
		h := room * vg.Length(s/sum)
		out = append(out, box(r.Min.X, y-h, r.Max.X, y))
		y -= h + gap
	}
	return out
}

// head writes a title along the top of a part, as charts do, and returns the rest.
func (b *board) head(r vg.Rectangle, text string) vg.Rectangle {
	b.part(r, text)
	f := ink.Regular(b.Typeface, b.SubtitleSize)
	b.text(f, b.Muted, at(r.Min.X, r.Max.Y), ink.TopLeft, ink.Elide(f, text, r.Max.X-r.Min.X))
	r.Max.Y -= ink.CapHeight(f) + 2*b.Padding
	return r
}

// text writes one line.
func (b *board) text(f font.Face, colour color.NRGBA, p vg.Point, a ink.Anchor, s string) {
	b.add(func(c vg.Canvas) { ink.DrawText(c, f, colour, p, a, s) })
}

// label writes a line in the size of labels.
func (b *board) label(colour color.NRGBA, p vg.Point, a ink.Anchor, s string) {
	b.text(ink.Regular(b.Typeface, b.LabelSize), colour, p, a, s)
}

// fill fills a path.
func (b *board) fill(ink color.NRGBA, p vg.Path) {
	if len(p) == 0 {
		return
	}
	b.add(func(c vg.Canvas) {
		c.SetColor(ink)
		c.Fill(p)
	})
}

// rect fills a rectangle.
func (b *board) rect(ink color.NRGBA, r vg.Rectangle) { b.fill(ink, r.Path()) }

func (b *board) frame(ink color.NRGBA, width vg.Length, r vg.Rectangle) {
	b.stroke(ink, width, r.Path())
}

// stroke draws a path, dashed where dashes are given.
func (b *board) stroke(ink color.NRGBA, width vg.Length, p vg.Path, dash ...vg.Length) {
	if len(p) == 0 {
		return
	}
	b.add(func(c vg.Canvas) {
		c.SetColor(ink)
		c.SetLineWidth(width)
		c.SetLineDash(dash, 0)
		c.Stroke(p)
		c.SetLineDash(nil, 0)
	})
}

// line draws straight lines from point to point.
func (b *board) line(ink color.NRGBA, width vg.Length, points ...vg.Point) {
	b.stroke(ink, width, polyline(points))
}

// polyline is the path from point to point.
func polyline(points []vg.Point) vg.Path {
	var p vg.Path
	for i, q := range points {
		if i == 0 {
			p.Move(q)
		} else {
			p.Line(q)
		}
	}
	return p
}

// disc is the path of a circle.
func disc(p vg.Point, radius vg.Length) vg.Path {
	var path vg.Path
	path.Move(at(p.X+radius, p.Y))
	path.Arc(p, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

// discs fills circles of one colour and size, in one path.
func (b *board) discs(ink color.NRGBA, radius vg.Length, points ...vg.Point) {
	path := make(vg.Path, 0, 3*len(points))
	for _, p := range points {
		path = append(path, disc(p, radius)...)
	}
	b.fill(ink, path)
}

// arrow draws a straight line with a head at its end.
func (b *board) arrow(ink color.NRGBA, width vg.Length, from, to vg.Point) {
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	long := math.Hypot(dx, dy)
	if long < 1e-6 {
		return
	}
	head := min(5*width+2, vg.Length(long))
	u, v := vg.Length(dx/long), vg.Length(dy/long)
	base := at(to.X-head*u, to.Y-head*v)
	b.line(ink, width, from, base)
	var p vg.Path
	p.Move(to)
	p.Line(at(base.X-head*v/2, base.Y+head*u/2))
	p.Line(at(base.X+head*v/2, base.Y-head*u/2))
	p.Close()
	b.fill(ink, p)
}

// within clips the marks that paint adds to a rectangle.
func (b *board) within(r vg.Rectangle, paint func()) {
	before := b.items
	b.items = nil
	paint()
	items := b.items
	b.items = before
	b.add(func(c vg.Canvas) {
		plotting.Clip(c, r, func() {
			for _, draw := range items {
				draw(c)
			}
		})
	})
}

// mark registers an area that can be pointed at, with a title, and labels with values.
func (b *board) mark(r vg.Rectangle, kind plotting.MarkKind, title string, lines ...[2]string) {
	m := plotting.NewMark(kind)
	m.Title, m.Lines, m.Anchor = title, lines, at((r.Min.X+r.Max.X)/2, r.Max.Y)
	b.spots = append(b.spots, spot{r, m})
}

// A keyEntry is one line of a legend.
type keyEntry struct {
	ink  color.NRGBA
	kind rune // '-' a line, '.' a dot, ':' a dashed line, anything else a square
	text string
}

// key writes a legend from the left, in as many lines as it needs, at the lower edge of a part, and returns the rest
// above it.
func (b *board) key(r vg.Rectangle, entries ...keyEntry) vg.Rectangle {
	f := ink.Regular(b.Typeface, b.LabelSize)
	sign, high := 1.6*b.LabelSize, ink.LineHeight(f)*1.1
	var lines [][]keyEntry
	x := vg.Length(math.Inf(1))
	for _, e := range entries {
		w := sign + b.Padding + ink.TextWidth(f, e.text) + 2*b.Gap
		if x+w-2*b.Gap > r.Max.X {
			lines = append(lines, nil)
			x = r.Min.X
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
		x += w
	}
	y := r.Min.Y + high*vg.Length(len(lines)) - high/2
	for _, line := range lines {
		x := r.Min.X
		for _, e := range line {
			b.sign(e, at(x, y), sign)
			b.text(f, b.Ink, at(x+sign+b.Padding, y), ink.MiddleLeft, ink.Elide(f, e.text, r.Max.X-x-sign-b.Padding))
			x += sign + b.Padding + ink.TextWidth(f, e.text) + 2*b.Gap
		}
		y -= high
	}
	r.Min.Y += high*vg.Length(len(lines)) + b.Padding
	return r
}

// sign draws the symbol before an entry of a legend.
func (b *board) sign(e keyEntry, p vg.Point, width vg.Length) {
	end := at(p.X+width, p.Y)
	switch half := 0.36 * b.LabelSize; e.kind {
	case '-':
		b.line(e.ink, 2*b.Stroke, p, end)
	case ':':
		b.stroke(e.ink, 1.5*b.Stroke, polyline([]vg.Point{p, end}), dash...)
	case '.':
		b.discs(e.ink, half, at((p.X+end.X)/2, p.Y))
	default:
		m := (p.X + end.X) / 2
		b.rect(e.ink, box(m-half, p.Y-half, m+half, p.Y+half))
	}
}

// dash is the pattern of theoretical curves, beside drawn numbers.
var dash = []vg.Length{4, 3}

// category returns the colour of category i; the colours can be distinguished with any kind of
// colour vision.
func category(i int) color.NRGBA { return ink.AnnotationInk(i) }

// inkOn returns black or white, whichever is easier to read on a background.
func inkOn(ground color.NRGBA) color.NRGBA {
	// Luma weights of the channels (Rec. 601).
	if 299*int(ground.R)+587*int(ground.G)+114*int(ground.B) > 150*1000 {
		return plotting.Hex(0x1F2328)
	}
	return plotting.Hex(0xFFFFFF)
}
