package ink

import (
	"image"
	"strings"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Face is a typeface at a size; the alias saves callers two imports.
type Face = font.Face

// A ColorBar is the legend of a Scale: a strip of colours with numbers below it.
type ColorBar struct {
	Scale Scale
	Unit  string // "s.d.", "log2 counts"; stands after the last number
	// Note is one line below the numbers, such as "limits: 98th percentile of |value|".
	Note string
	// Missing adds a hatched swatch for missing values after the strip.
	Missing bool
	// Ticks are labels in place of those of the ends, at values of Scale in ascending order.
	Ticks []Tick
	// Fixed says that nobody can drag the ends.
	Fixed bool
}

// ColorBarHeight is the height of the strip itself.
const ColorBarHeight = 8

// Height returns the height the bar takes.
func (b ColorBar) Height(s plotting.Style) vg.Length {
	h := ColorBarHeight + s.Padding + CapHeight(Regular(s.Typeface, s.TickSize)) + 2
	if b.Note != "" {
		h += LineHeight(Regular(s.Typeface, s.TickSize))
	}
	return h
}

// within returns the bar with its note shortened to a width.
func (b ColorBar) within(s plotting.Style, width vg.Length) ColorBar {
	b.Note = Elide(Regular(s.Typeface, s.TickSize), b.Note, width)
	return b
}

// Draw draws the bar, its top left corner at the given point, the strip width wide.
func (b ColorBar) Draw(c vg.Canvas, s plotting.Style, at vg.Point, width vg.Length) {
	strip := image.NewRGBA(image.Rect(0, 0, 256, 1))
	for i := range 256 {
		strip.SetRGBA(i, 0, b.Scale.Map.At(float64(i)/255))
	}
	r := vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - ColorBarHeight}, Max: vg.Point{X: at.X + width, Y: at.Y}}
	c.DrawImage(r, strip)
	f := Regular(s.Typeface, s.TickSize)
	y := at.Y - ColorBarHeight - s.Padding
	low, high := b.Scale.Low, b.Scale.High
	type label struct {
		x    vg.Length
		a    Anchor
		text string
	}
	last := plotting.FormatDigits(high, 2)
	labels := []label{{at.X, TopLeft, plotting.FormatDigits(low, 2)}, {at.X + width, TopRight, last}}
	if middle := (low + high) / 2; low < 0 && high > 0 {
		x := at.X + width*vg.Length(-low/(high-low))
		used := TextWidth(f, labels[0].text) + TextWidth(f, last) + TextWidth(f, "0")
		if used+4*s.Padding < width && middle == 0 {
			labels = append(labels, label{x, TopCentre, "0"})
		}
	}
	if len(b.Ticks) > 0 {
		labels = labels[:0]
		for i, t := range b.Ticks {
			l := label{at.X + width*vg.Length((t.Value-low)/(high-low)), TopCentre, t.Label}
			switch {
			case i == 0 && t.Value == low:
				l.a = TopLeft
			case i > 0 && t.Value == high:
				l.a = TopRight
			}
			labels = append(labels, l)
		}
	}
	for _, l := range labels {
		DrawText(c, f, s.Muted, vg.Point{X: l.x, Y: y}, l.a, l.text)
	}
	if b.Unit != "" {
		DrawText(c, f, s.Muted, vg.Point{X: at.X + width + s.Padding, Y: y}, TopLeft, b.Unit)
	}
	if b.Missing {
		x := at.X + width + s.Gap
		FillMissing(c,
			[]vg.Rectangle{{Min: vg.Point{X: x, Y: r.Min.Y}, Max: vg.Point{X: x + 2*ColorBarHeight, Y: r.Max.Y}}}, s)
		DrawText(c, f, s.Muted,
			vg.Point{X: x + 2*ColorBarHeight + s.Padding, Y: at.Y - ColorBarHeight/2}, MiddleLeft, "missing")
	}
	if b.Note != "" {
		DrawText(c, f, s.Muted, vg.Point{X: at.X, Y: y - LineHeight(f)}, TopLeft, b.Note)
	}
}

// TitleFace returns the letters of a title: smaller ones, down to the size of the subtitle, where it is wider than its
// room.
func TitleFace(s plotting.Style, title string, width vg.Length) Face {
	f := Bold(s.Typeface, s.TitleSize)
	if wide := TextWidth(f, title); wide > width && width > 0 {
		return Bold(s.Typeface, max(0.995*s.TitleSize*width/wide, min(s.SubtitleSize, s.TitleSize)))
	}
	return f
}

// leastWrapped is the least width in which a subtitle takes a second line.
const leastWrapped = 180

// subtitleLines breaks a subtitle into at most two lines of a width; the rest is cut.
func subtitleLines(f Face, subtitle string, width vg.Length) []string {
	lines := Wrap(f, subtitle, width)
	if len(lines) < 2 || width < leastWrapped {
		return []string{Elide(f, subtitle, width)}
	}
	return []string{lines[0], Elide(f, strings.Join(lines[1:], " "), width)}
}

// Heading draws a figure's title and a subtitle of at most two lines from the top left corner given, each shortened to
// width, and returns the height they take; empty ones take none.
func Heading(c vg.Canvas, s plotting.Style, at vg.Point, width vg.Length, title, subtitle string) vg.Length {
	y := at.Y
	title, subtitle = s.Look.Heading(title, subtitle)
	if title != "" {
		if c != nil {
			f := TitleFace(s, title, width)
			DrawText(c, f, s.Ink, vg.Point{X: at.X, Y: y}, TopLeft, Elide(f, title, width))
		}
		y -= CapHeight(Bold(s.Typeface, s.TitleSize)) + 1.75*s.Padding
	}
	if subtitle != "" {
		f := Regular(s.Typeface, s.SubtitleSize)
		for _, line := range subtitleLines(f, subtitle, width) {
			if c != nil {
				DrawText(c, f, s.Muted, vg.Point{X: at.X, Y: y}, TopLeft, line)
			}
			y -= CapHeight(f) + 1.75*s.Padding
		}
	}
	return at.Y - y
}

// DrawGround fills the box of a scene with the surface of its style.
func DrawGround(c vg.Canvas, s plotting.Style, size vg.Point) {
	c.SetColor(s.Surface)
	c.Fill(vg.Rectangle{Max: size}.Path())
}

// DrawNote writes a sentence in the middle of a box, for pictures that have nothing to show yet.
// Lines without room are left out.
func DrawNote(c vg.Canvas, s plotting.Style, r vg.Rectangle, sentence string) {
	f := Regular(s.Typeface, s.NoteSize)
	size := r.Size()
	pitch := LineHeight(f)
	lines := Wrap(f, sentence, size.X)
	if room := int(size.Y / pitch); len(lines) > room {
		lines = lines[:max(room, 0)]
	}
	y := r.Min.Y + size.Y/2 + pitch*vg.Length(len(lines)-1)/2
	for _, l := range lines {
		DrawText(c, f, s.Muted, vg.Point{X: r.Min.X + size.X/2, Y: y}, MiddleCentre, l)
		y -= pitch
	}
}

// HeadingItem draws a title and a subtitle.
type HeadingItem struct {
	Style           plotting.Style
	At              vg.Point
	Width           vg.Length
	Title, Subtitle string
}

// Draw implements Item.
func (i HeadingItem) Draw(c vg.Canvas) {
	plotting.Group(c, "title", func() { Heading(c, i.Style, i.At, i.Width, i.Title, i.Subtitle) })
}

// NoteItem draws a sentence in place of a picture.
type NoteItem struct {
	Style plotting.Style
	Box   vg.Rectangle
	Text  string
}

// Draw implements Item.
func (i NoteItem) Draw(c vg.Canvas) { DrawNote(c, i.Style, i.Box, i.Text) }
