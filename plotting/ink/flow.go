package ink

import (
	"strings"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// A Flow is legends in lines below a picture.
type Flow struct {
	Blocks  []LegendBlock
	LeftOut []string // titles of the legends that had no room

	style  plotting.Style
	width  vg.Length
	packed bool // several blocks share a line
	sign   bool // notes items that are left out
}

// Sizes of legends that have little room.
const (
	smallLegend = 0.8 // of the usual size of text, at least
	packedApart = 20.0
	leastSign   = 30 // points for legends: with less, a figure does not say that they are left out
)

// FitFlow returns the legends below a picture that is so wide, in lines of at most most points in all, better of at
// most usual points. legends lists the blocks with at most this many levels each. Where there is little room, blocks
// share lines, then text becomes smaller, then fewer levels are listed, then the last blocks are left out, which a line
// says; bars of colours are kept longest.
func FitFlow(legends func(limit int) []LegendBlock, s plotting.Style, width, usual, most vg.Length) Flow {
	f := Flow{style: s, width: width}
	for _, limit := range LegendLimits[:3] {
		f.Blocks = legends(limit)
		if len(f.Blocks) == 0 || f.Height() <= usual {
			return f
		}
	}
	f.packed = true
	for _, limit := range []int{MaxLevels, 5, 3, 2} {
		f.Blocks = legends(limit)
		for scale := vg.Length(1); scale > smallLegend-0.01; scale -= 0.1 {
			f.style = smallerText(s, scale)
			if f.Height() <= most {
				return f
			}
		}
	}
	f.sign = most >= leastSign
	for len(f.Blocks) > 0 {
		drop := len(f.Blocks) - 1
		for i := drop; i >= 0; i-- {
			if f.Blocks[i].Ramp == nil {
				drop = i
				break
			}
		}
		f.LeftOut = append([]string{f.Blocks[drop].Title}, f.LeftOut...)
		f.Blocks = append(f.Blocks[:drop:drop], f.Blocks[drop+1:]...)
		if f.Height() <= most {
			break
		}
	}
	return f
}

// smallerText returns a style with the text of legends scaled.
func smallerText(s plotting.Style, scale vg.Length) plotting.Style {
	s.AxisSize *= scale
	s.TickSize *= scale
	s.Padding *= scale
	return s
}

// Height returns the height that the legends take.
func (f Flow) Height() vg.Length { return f.Draw(nil, vg.Point{}) }

// Draw adds the legends with their top left corner at p and returns their height. A nil list adds
// nothing.
func (f Flow) Draw(list *List, p vg.Point) vg.Length {
	if len(f.Blocks) == 0 && !f.sign {
		return 0
	}
	h := vg.Length(0)
	switch {
	case len(f.Blocks) == 0:
	case f.packed:
		h = f.drawPacked(list, p)
	default:
		return DrawLegendFlow(list, f.Blocks, f.style, p, f.width)
	}
	if f.sign {
		if h > 0 {
			h += 4
		}
		DrawLegendSign(list, f.style, vg.Point{X: p.X, Y: p.Y - h}, f.width, f.LeftOut)
		h += CapHeight(Regular(f.style.Typeface, f.style.TickSize)) + 3
	}
	return h
}

// DrawLegendSign adds a line which says that the legends of these titles are left out. A nil list adds nothing.
func DrawLegendSign(list *List, s plotting.Style, p vg.Point, width vg.Length, titles []string) {
	f := Regular(s.Typeface, s.TickSize)
	text := "legend left out"
	if long := text + ": " + strings.Join(titles, ", "); TextWidth(f, long) <= width {
		text = long
	}
	if list != nil && len(titles) > 0 {
		list.Text(f, s.Muted, p, TopLeft, 0, Elide(f, text, width))
	}
}

// LeftOutOf returns the titles of blocks.
func LeftOutOf(blocks []LegendBlock) (titles []string) {
	for _, b := range blocks {
		titles = append(titles, b.Title)
	}
	return titles
}

// drawPacked adds the blocks in lines that they share, and returns their height.
func (f Flow) drawPacked(list *List, p vg.Point) vg.Length {
	s := f.style
	face, bold := Regular(s.Typeface, s.AxisSize), Bold(s.Typeface, s.AxisSize)
	text := CapHeight(face) + 4
	x, y, height := vg.Length(0), vg.Length(0), text
	at := func(x vg.Length) vg.Point { return vg.Point{X: p.X + x, Y: p.Y - y} }
	for i, b := range f.Blocks {
		title := Elide(bold, b.Title, 0.4*f.width)
		indent := TextWidth(bold, title) + 8
		whole := indent
		for _, e := range b.Entries {
			whole += f.entryWidth(e) + 12
		}
		over := vg.Length(0)
		if b.Ramp != nil {
			over = BarOverhang(*b.Ramp, s)
			whole += RampWidth*0.75 + over
		}
		if x += packedApart; i == 0 || x+whole > f.width {
			if x = 0; i > 0 {
				y += height + 0.3*LegendPitch(s)
			}
			height = text
		}
		if list != nil && !b.Blank {
			list.Text(bold, s.Muted, at(x), TopLeft, 0, title)
		}
		start := min(x+indent, 0.3*f.width)
		x += indent
		if b.Ramp != nil {
			width := max(min(RampWidth*0.75, f.width-x-over), 0)
			bar := *b.Ramp
			if TextWidth(Regular(s.Typeface, s.TickSize), bar.Note) > f.width-x {
				bar.Note = "" // the caption has it
			}
			if list != nil && !b.Blank {
				list.Add(BarItem{bar, s, at(x), width})
			}
			height = max(height, bar.Height(s))
			x += max(width+over, TextWidth(Regular(s.Typeface, s.TickSize), bar.Note))
		}
		for _, e := range b.Entries {
			w := f.entryWidth(e)
			if x+w > f.width && x > start {
				x, height = start, text
				y += LegendPitch(s)
			}
			if list != nil {
				q := at(x)
				q.Y -= CapHeight(face) / 2
				e.draw(list, s, q, w)
			}
			x += w + 12
		}
		if len(b.Entries) > 0 {
			x -= 12
		}
	}
	return y + height
}

func (f Flow) entryWidth(e LegendEntry) vg.Length {
	const hair = 0.01 // so that rounding does not shorten the text
	return swatchSide(f.style) + 6 + hair +
		min(TextWidth(Regular(f.style.Typeface, f.style.AxisSize), e.Text), 0.45*f.width)
}

// DrawLegendFlow adds the blocks in lines from left to right, as wide as the figure, for narrow
// figures. It returns the height used. A nil list adds nothing.
func DrawLegendFlow(list *List, blocks []LegendBlock, s plotting.Style, p vg.Point, width vg.Length) vg.Length {
	f, bold := Regular(s.Typeface, s.AxisSize), Bold(s.Typeface, s.AxisSize)
	x, y := vg.Length(0), vg.Length(0)
	for i, b := range blocks {
		if i > 0 {
			y += LegendPitch(s) * 1.15
		}
		title := Elide(bold, b.Title, 0.4*width)
		if b.Ramp != nil {
			over := BarOverhang(*b.Ramp, s)
			indent := TextWidth(bold, title) + 10
			below := max(leastRamp+over, TextWidth(Regular(s.Typeface, s.TickSize), b.Ramp.Note)) > width-indent
			if below { // the bar has a line of its own
				title, indent = Elide(bold, b.Title, width), 0
			}
			if list != nil && !b.Blank {
				list.Text(bold, s.Muted, vg.Point{X: p.X, Y: p.Y - y}, TopLeft, 0, title)
			}
			if below {
				y += LegendPitch(s)
			}
			if list != nil && !b.Blank {
				list.Add(BarItem{b.Ramp.within(s, width-indent), s, vg.Point{X: p.X + indent, Y: p.Y - y},
					min(RampWidth, width-indent-over)})
			}
			y += b.Ramp.Height(s)
			continue
		}
		x = TextWidth(bold, title) + 10
		indent := min(x, 0.3*width)
		if list != nil && !b.Blank {
			list.Text(bold, s.Muted, vg.Point{X: p.X, Y: p.Y - y}, TopLeft, 0, title)
		}
		for _, e := range b.Entries {
			w := Flow{style: s, width: width}.entryWidth(e)
			if x+w > width && x > indent {
				x = indent
				y += LegendPitch(s)
			}
			if list != nil {
				e.draw(list, s, vg.Point{X: p.X + x, Y: p.Y - y - CapHeight(f)/2}, w)
			}
			x += w + 14
		}
		y += CapHeight(f) + 4
	}
	return y
}
