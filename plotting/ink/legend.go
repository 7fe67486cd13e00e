package ink

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// A LegendBlock explains one strip or the heat map.
type LegendBlock struct {
	Title   string
	Entries []LegendEntry
	Ramp    *ColorBar // above the entries
	Blank   bool      // nothing is drawn, but it has its room
}

// A LegendEntry is one line of a block: a sample of the mark and its meaning.
type LegendEntry struct {
	Colour  color.NRGBA
	Missing bool
	Plain   bool      // words without a swatch
	Hollow  bool      // a ring
	Framed  bool      // a colour that may be near that of the surface
	Round   int       // of its colour, see Lined
	Stroke  vg.Length // a line of this width in place of a swatch, in ink where there is no colour
	Dashed  bool      // of that line
	Arrow   bool      // of that line: it ends in a head
	Dot     bool      // a disc
	Sample  string    // a text in place of a swatch
	Shape   vg.Path   // a mark of lines in place of a swatch, about the origin and 1 wide
	Text    string
	Break   int          // where the second line of the text begins; 0 for one line
	Rows    func() []int // that the entry stands for, which a click selects; nil for none
	Across  bool         // these are columns of the figure
	Blank   bool         // nothing is drawn, but it has its room
}

// Sizes of legends, in points.
const (
	legendSwatch = 9.0
	LegendLine   = 16.0
	LegendApart  = 14.0
	RampWidth    = 104.0
	belowRamp    = 4.0 // between a bar with its words and entries
)

// legendScale is how large legends are compared with those of the usual size of text.
func legendScale(s plotting.Style) vg.Length { return s.AxisSize / plotting.Light.AxisSize }

// LegendPitch returns the distance between the lines of a legend.
func LegendPitch(s plotting.Style) vg.Length { return LegendLine * legendScale(s) }

// swatchSide returns the side of a swatch.
func swatchSide(s plotting.Style) vg.Length { return legendSwatch * legendScale(s) }

// LegendBelow reports whether legends stand below the picture: as usual, or where a person wants them.
func LegendBelow(s plotting.Style, usual bool) bool {
	switch s.Look.Legend {
	case plotting.PlaceBelow:
		return true
	case plotting.PlaceRight:
		return false
	}
	return usual
}

// OrderedBlocks returns the blocks of a legend in the order that a person wants; none where there is to
// be no legend.
func OrderedBlocks(s plotting.Style, blocks []LegendBlock) []LegendBlock {
	if s.Look.Legend == plotting.NoPlace {
		return nil
	}
	blocks = slices.Clone(blocks)
	if s.Look.Upwards {
		slices.Reverse(blocks)
	}
	if s.Look.LegendFirst != "" {
		first := strings.Split(s.Look.LegendFirst, ",")
		place := func(b LegendBlock) int {
			for i, title := range first {
				if strings.EqualFold(strings.TrimSpace(title), b.Title) {
					return i
				}
			}
			return len(first)
		}
		stable.Sort(blocks, func(a, b LegendBlock) int { return place(a) - place(b) })
	}
	return blocks
}

// lines returns the first lines of an entry's text, and the second where it is broken.
func (e LegendEntry) lines() (first, second string) {
	if e.Break == 0 {
		return e.Text, ""
	}
	return strings.TrimRight(e.Text[:e.Break], " "), e.Text[e.Break:]
}

// secondLine is how far below the first line of an entry the second one lies, as a share of the pitch.
const secondLine = 0.8

// Height returns the height of a block below the top of its title.
func (b LegendBlock) Height(s plotting.Style) vg.Length {
	h := LegendPitch(s) * vg.Length(len(b.Entries)+1)
	for _, e := range b.Entries {
		if e.Break > 0 {
			h += secondLine * LegendPitch(s)
		}
	}
	if b.Ramp != nil {
		h += b.Ramp.Height(s)
		if len(b.Entries) > 0 {
			h += belowRamp
		}
	}
	return h
}

// Width returns the width a block wants.
func (b LegendBlock) Width(s plotting.Style) vg.Length {
	w := TextWidth(Bold(s.Typeface, s.AxisSize), b.Title)
	for _, e := range b.Entries {
		first, second := e.lines()
		f := Regular(s.Typeface, s.AxisSize)
		w = max(w, swatchSide(s)+6+max(TextWidth(f, first), TextWidth(f, second)))
	}
	if b.Ramp != nil {
		w = max(w, RampWidth+BarOverhang(*b.Ramp, s), TextWidth(Regular(s.Typeface, s.TickSize), b.Ramp.Note))
	}
	return w + 1
}

// leastOfBlock is how many entries of a block that goes on in the next column there are at the foot of one.
const leastOfBlock = 4

// part returns the block as far as it has room in a height, and the rest of its entries; nil for none where all of it
// has room, or too little.
func (b LegendBlock) part(s plotting.Style, height vg.Length) (head, rest *LegendBlock) {
	n := len(b.Entries) - int(math.Ceil(float64((b.Height(s)-height)/LegendPitch(s))))
	if n >= len(b.Entries) || n < leastOfBlock || len(b.Entries)-n < 2 {
		return nil, nil
	}
	first, second := b, b
	first.Entries, second.Entries, second.Ramp = b.Entries[:n], b.Entries[n:], nil
	return &first, &second
}

// LegendColumns places blocks below each other in as few columns as the height allows, at most two, and returns the
// width of each. A long block goes on in the second. ok is false where they do not fit.
func LegendColumns(blocks []LegendBlock, s plotting.Style, height vg.Length) (columns [][]LegendBlock,
	widths []vg.Length, ok bool) {
	used := vg.Length(0)
	blocks = slices.Clone(blocks)
	for i := 0; i < len(blocks); i++ {
		b := blocks[i]
		if head, rest := b.part(s, height-used); head != nil && len(columns) < 2 && b.Height(s) > height {
			b, blocks = *head, slices.Insert(blocks, i+1, *rest)
		}
		h := b.Height(s)
		if n := len(columns); n == 0 || used+h > height && n < 2 {
			columns, widths, used = append(columns, nil), append(widths, 0), 0
		}
		n := len(columns) - 1
		columns[n] = append(columns[n], b)
		widths[n] = max(widths[n], b.Width(s))
		used += h + LegendApart
		if used-LegendApart > height {
			return columns, widths, false
		}
	}
	return columns, widths, true
}

// WidthsWithin limits the widths of columns of legends to a share of the whole each, but not below the
// least at which bars of colours can be read, for which the blocks become narrow ones. Long texts have two lines where
// the height allows. It returns the width of all columns with the gaps before them, and changes the columns and widths
// in place.
func WidthsWithin(columns [][]LegendBlock, widths []vg.Length, s plotting.Style,
	most, gap, height vg.Length) (total vg.Length) {
	for i, w := range widths {
		if w > most {
			w = most
			for k, b := range columns[i] {
				if b.Width(s) > most {
					columns[i][k] = b.Narrow()
					w = max(w, columns[i][k].Least(s))
				}
			}
			free := height + LegendApart
			for _, b := range columns[i] {
				free -= b.Height(s) + LegendApart
			}
			w = min(w, widths[i])
			widths[i] = 0
			for k := range columns[i] {
				columns[i][k], free = columns[i][k].broken(s, w, free)
				widths[i] = max(widths[i], min(columns[i][k].Width(s), w))
			}
		}
		total += widths[i] + gap
	}
	return total
}

// broken returns the block with long texts in two lines, as far as there is free height, and the height that is left.
func (b LegendBlock) broken(s plotting.Style, width, free vg.Length) (LegendBlock, vg.Length) {
	f, room := Regular(s.Typeface, s.AxisSize), width-swatchSide(s)-6
	b.Entries = slices.Clone(b.Entries)
	for i, e := range b.Entries {
		if free < secondLine*LegendPitch(s) {
			break
		}
		if e.Break = breakOf(f, e.Text, room); e.Break > 0 {
			b.Entries[i] = e
			free -= secondLine * LegendPitch(s)
		}
	}
	return b, free
}

// breakOf returns where the second line of a text begins that is wider than the room: after the last space or sign
// between words that the first line can have; 0 where one line is enough, or there is no such place.
func breakOf(f Face, text string, room vg.Length) (at int) {
	if TextWidth(f, text) <= room {
		return 0
	}
	for i, r := range text {
		next := i + len(string(r))
		if strings.ContainsRune(" -–/_,;", r) && next < len(text) &&
			TextWidth(f, strings.TrimRight(text[:next], " ")) <= room {
			at = next
		}
	}
	return at
}

// Blanked returns the block with nothing drawn and its room kept.
func (b LegendBlock) Blanked() LegendBlock {
	b.Blank, b.Entries = true, slices.Clone(b.Entries)
	for i := range b.Entries {
		b.Entries[i].Blank = true
	}
	return b
}

// Draw adds a block with its top left corner at p, no wider than width.
func (b LegendBlock) Draw(list *List, s plotting.Style, p vg.Point, width vg.Length) {
	if b.Blank {
		return
	}
	f := Regular(s.Typeface, s.AxisSize)
	list.Text(Bold(s.Typeface, s.AxisSize), s.Muted, p, TopLeft, 0, Elide(Bold(s.Typeface, s.AxisSize), b.Title, width))
	y := p.Y - CapHeight(f)/2
	if b.Ramp != nil {
		list.Add(BarItem{b.Ramp.within(s, width), s, vg.Point{X: p.X, Y: p.Y - LegendPitch(s)},
			min(RampWidth, width-BarOverhang(*b.Ramp, s))})
		y -= b.Ramp.Height(s) + belowRamp
	}
	for _, e := range b.Entries {
		y -= LegendPitch(s)
		e.draw(list, s, vg.Point{X: p.X, Y: y}, width)
		if e.Break > 0 {
			y -= secondLine * LegendPitch(s)
		}
	}
}

// Bar returns where the colours of a block are that Draw draws there.
func (b LegendBlock) Bar(s plotting.Style, p vg.Point, width vg.Length) vg.Rectangle {
	w := min(RampWidth, width-BarOverhang(*b.Ramp, s))
	top := p.Y - LegendPitch(s)
	return vg.Rectangle{Min: vg.Point{X: p.X, Y: top - ColorBarHeight}, Max: vg.Point{X: p.X + max(w, 0), Y: top}}
}

// draw adds a swatch and its text, their middle at p.
func (e LegendEntry) draw(list *List, s plotting.Style, p vg.Point, width vg.Length) {
	if e.Blank {
		return
	}
	side := swatchSide(s)
	box := vg.Rectangle{Min: vg.Point{X: p.X, Y: p.Y - side/2}, Max: vg.Point{X: p.X + side, Y: p.Y + side/2}}
	switch {
	case e.Sample != "":
		list.Text(Regular(s.Typeface, SupportText*legendScale(s)), s.Muted, vg.Point{X: p.X, Y: p.Y}, MiddleLeft, 0, e.Sample)
	case e.Plain:
	case e.Shape != nil:
		list.Add(Fill{s.Ink, Placed(e.Shape, vg.Point{X: p.X + side/2, Y: p.Y}, 0.7*side)})
	case e.Hollow:
		list.Add(&Stroke{Colour: e.Colour, Width: 1, Path: Disc(vg.Point{X: p.X + side/2, Y: p.Y}, 3)})
	case e.Stroke > 0:
		ink := e.Colour
		if ink.A == 0 {
			ink = s.Ink
		}
		line := &Stroke{Colour: ink, Width: e.Stroke}
		if e.Dashed {
			line.Dash = []vg.Length{3, 2}
		}
		end := box.Max.X
		if e.Arrow {
			head := side * 0.55
			end -= head
			var tip vg.Path
			tip.Move(vg.Point{X: box.Max.X, Y: p.Y})
			tip.Line(vg.Point{X: end, Y: p.Y + head*0.45})
			tip.Line(vg.Point{X: end, Y: p.Y - head*0.45})
			tip.Close()
			list.Add(Fill{ink, tip})
		}
		line.Segment(vg.Point{X: box.Min.X, Y: p.Y}, vg.Point{X: end, Y: p.Y})
		list.Add(line)
	case e.Dot:
		list.Add(Fill{e.Colour, Disc(vg.Point{X: p.X + side/2, Y: p.Y}, 3)})
	case e.Missing:
		list.Add(Missing{[]vg.Rectangle{box}, s})
	default:
		list.Box(e.Colour, box)
		if e.Round > 0 {
			list.Add(Lined{[]vg.Rectangle{box}, e.Round, s})
		}
	}
	if e.Framed {
		list.Add(&Stroke{Colour: s.Hairline, Width: s.AxisStroke, Path: box.Path()})
	}
	f := Regular(s.Typeface, s.AxisSize)
	text, second := e.lines()
	text, second = ElideMiddle(f, text, width-side-6), ElideMiddle(f, second, width-side-6)
	list.Text(f, s.Ink, vg.Point{X: box.Max.X + 6, Y: p.Y}, MiddleLeft, 0, text)
	half := LegendPitch(s) / 2
	low := p.Y - half
	if e.Break > 0 {
		low -= secondLine * LegendPitch(s)
		list.Text(f, s.Ink, vg.Point{X: box.Max.X + 6, Y: p.Y - secondLine*LegendPitch(s)}, MiddleLeft, 0, second)
	}
	if e.Rows != nil {
		right := box.Max.X + 8 + max(TextWidth(f, text), TextWidth(f, second))
		list.Add(legendKey{vg.Rectangle{Min: vg.Point{X: p.X - 2, Y: low}, Max: vg.Point{X: right, Y: p.Y + half}}, e})
	}
}

// BarItem draws a bar of colours.
type BarItem struct {
	Bar   ColorBar
	Style plotting.Style
	At    vg.Point
	Width vg.Length
}

// Draw implements Item.
func (i BarItem) Draw(c vg.Canvas) {
	if i.Width > 0 {
		i.Bar.Draw(c, i.Style, i.At, i.Width)
	}
}

// leastRamp is the least width of a bar of colours whose ends can be told apart.
const leastRamp = 60

// Narrow returns the block for a column too narrow for its bar of colours and the marks beside it: the mark of missing
// cells has a line of its own.
func (b LegendBlock) Narrow() LegendBlock {
	if b.Ramp != nil && b.Ramp.Missing {
		bar := *b.Ramp
		bar.Missing = false
		b.Ramp, b.Entries = &bar, append(slices.Clone(b.Entries), LegendEntry{Missing: true, Text: "missing"})
	}
	return b
}

// Least returns the least width at which the colours of a block can be read.
func (b LegendBlock) Least(s plotting.Style) vg.Length {
	if b.Ramp == nil {
		return 0
	}
	f := Regular(s.Typeface, s.TickSize)
	ends := TextWidth(f, plotting.FormatDigits(b.Ramp.Scale.Low, 2)) +
		TextWidth(f, plotting.FormatDigits(b.Ramp.Scale.High, 2))
	return max(leastRamp, ends+2*s.Padding) + BarOverhang(*b.Ramp, s)
}

// BarOverhang returns the width of the marks that a bar draws beyond its strip: its unit, or the mark of missing cells.
func BarOverhang(b ColorBar, s plotting.Style) vg.Length {
	f := Regular(s.Typeface, s.TickSize)
	w := vg.Length(0)
	if b.Unit != "" {
		w = s.Padding + TextWidth(f, b.Unit)
	}
	if b.Missing {
		w = max(w, s.Gap+2*ColorBarHeight+s.Padding+TextWidth(f, "missing"))
	}
	return w
}

// SupportText is the size of the sample of a support label.
const SupportText = 8.5
