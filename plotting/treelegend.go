package plotting

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// A legendBlock explains one strip or the heat map.
type legendBlock struct {
	title   string
	entries []legendEntry
	ramp    *ColorBar // in place of entries
}

type legendEntry struct {
	colour  color.NRGBA
	missing bool
	plain   bool      // words without a swatch
	hollow  bool      // a ring
	framed  bool      // a colour that may be near that of the surface
	stroke  vg.Length // a line of this width in place of a swatch, in ink where there is no colour
	dashed  bool      // of that line
	dot     bool      // a disc
	sample  string    // a text in place of a swatch
	text    string
}

// legendBlocks lists what must be explained, in the order of the picture.
func (l *dendrogramLayout) legendBlocks(limit int) []legendBlock {
	var blocks []legendBlock
	for _, block := range []func() (legendBlock, bool){l.supportBlock, l.samplesBlock} {
		b, ok := block()
		switch {
		case !ok:
		case l.flows && len(blocks) == 1 && blocks[0].ramp == nil: // on one line
			b.entries[0].text += " behind"
			blocks[0].entries = append(blocks[0].entries, b.entries...)
		default:
			blocks = append(blocks, b)
		}
	}
	for _, k := range l.colours {
		blocks = append(blocks, k.legend(limit))
	}
	if l.d.Shape == Circular && l.classes.group != nil { // no room for names at the bars
		b := groupBlock(l.d.Groups, limit)
		blocks = append([]legendBlock{b}, blocks...)
	}
	if l.d.Heat != nil && !l.barBelow && l.heatShown {
		blocks = append(blocks, l.heatBlock())
	}
	return blocks
}

// legend explains the colours of a strip, at most limit levels one by one.
func (k *stripColours) legend(limit int) legendBlock {
	b := legendBlock{title: k.strip.Annotation.Name}
	level := func(i int) legendEntry {
		return legendEntry{colour: k.colour[i], text: k.strip.Annotation.Levels[i]}
	}
	if k.ramp != nil { // a few of the numbers, as the table writes them
		for _, i := range k.sampled(min(limit, 5)) {
			b.entries = append(b.entries, level(i))
		}
		return k.withMissing(b)
	}
	others, last, trimmed := k.others, k.other, false
	for n, i := range k.named {
		if n >= limit {
			others++
			last, trimmed = i, true
			continue
		}
		b.entries = append(b.entries, level(i))
	}
	switch {
	case others == 1: // it has that grey or colour to itself
		b.entries = append(b.entries, level(last))
	case trimmed: // several colours, of which none can stand for all
		b.entries = append(b.entries, legendEntry{plain: true, text: "and " + FormatCount(others) + " more"})
	case others > 1:
		b.entries = append(b.entries, legendEntry{colour: otherCategories, text: "others (" + FormatCount(others) + ")"})
	}
	return k.withMissing(b)
}

// groupBlock names groups by their colours.
func groupBlock(groups []Group, limit int) legendBlock {
	b := legendBlock{title: "group"}
	for g := range groups {
		if g == limit {
			b.entries = append(b.entries, legendEntry{colour: otherCategories, text: "others (" + FormatCount(len(groups)-g) + ")"})
			break
		}
		b.entries = append(b.entries, legendEntry{colour: groupColour(groups, g), text: groups[g].Name})
	}
	return b
}

func (k *stripColours) withMissing(b legendBlock) legendBlock {
	if k.absent {
		b.entries = append(b.entries, legendEntry{missing: true, text: "missing"})
	}
	return b
}

func (l *dendrogramLayout) heatBlock() legendBlock { return l.d.Heat.legendBlock(l.d.Heat.Scale.Map) }

// legendBlock explains the colours, which a map gives.
func (h *Heat) legendBlock(colouring *ColorMap) legendBlock {
	h.prepare()
	scale := h.Scale
	scale.Map = colouring
	if h.binary() {
		b := legendBlock{title: h.Title}
		for _, x := range []float64{1, 0} {
			c := scale.At(x)
			b.entries = append(b.entries, legendEntry{colour: color.NRGBA{c.R, c.G, c.B, 255}, framed: true, text: FormatNumber(x)})
		}
		if h.holes {
			b.entries = append(b.entries, legendEntry{missing: true, text: "missing"})
		}
		return b
	}
	return legendBlock{title: h.Title, ramp: &ColorBar{Scale: scale, Unit: h.Unit, Note: h.LimitNote, Missing: h.holes}}
}

// Sizes of legends, in points.
const (
	legendSwatch = 9.0
	legendLine   = 16.0
	legendApart  = 14.0
	rampWidth    = 104.0
)

// height returns the height of a block below the top of its title.
func (b legendBlock) height(s Style) vg.Length {
	if b.ramp == nil {
		return legendLine * vg.Length(len(b.entries)+1)
	}
	return legendLine + b.ramp.Height(s)
}

// width returns the width a block wants.
func (b legendBlock) width(s Style) vg.Length {
	w := TextWidth(Bold(s.AxisSize), b.title)
	for _, e := range b.entries {
		w = max(w, legendSwatch+6+TextWidth(Regular(s.AxisSize), e.text))
	}
	if b.ramp != nil {
		w = max(w, rampWidth+barOverhang(*b.ramp, s), TextWidth(Regular(s.TickSize), b.ramp.Note))
	}
	return w + 1
}

// legendColumns places blocks below each other in as few columns as the height
// allows, at most two, and returns the width of each. ok is false where they do not fit.
func legendColumns(blocks []legendBlock, s Style, height vg.Length) (columns [][]legendBlock, widths []vg.Length, ok bool) {
	used := vg.Length(0)
	for _, b := range blocks {
		h := b.height(s)
		if n := len(columns); n == 0 || used+h > height && n < 2 {
			columns, widths, used = append(columns, nil), append(widths, 0), 0
		}
		n := len(columns) - 1
		columns[n] = append(columns[n], b)
		widths[n] = max(widths[n], b.width(s))
		used += h + legendApart
		if used-legendApart > height {
			return columns, widths, false
		}
	}
	return columns, widths, true
}

// draw adds a block with its top left corner at p, no wider than width.
func (b legendBlock) draw(list *drawList, s Style, p vg.Point, width vg.Length) {
	f := Regular(s.AxisSize)
	list.text(Bold(s.AxisSize), s.Muted, p, TopLeft, 0, Elide(Bold(s.AxisSize), b.title, width))
	if b.ramp != nil {
		list.add(barItem{*b.ramp, s, vg.Point{X: p.X, Y: p.Y - legendLine}, min(rampWidth, width-barOverhang(*b.ramp, s))})
		return
	}
	y := p.Y - CapHeight(f)/2
	for _, e := range b.entries {
		y -= legendLine
		e.draw(list, s, vg.Point{X: p.X, Y: y}, width)
	}
}

// draw adds a swatch and its text, their middle at p.
func (e legendEntry) draw(list *drawList, s Style, p vg.Point, width vg.Length) {
	box := vg.Rectangle{Min: vg.Point{X: p.X, Y: p.Y - legendSwatch/2}, Max: vg.Point{X: p.X + legendSwatch, Y: p.Y + legendSwatch/2}}
	switch {
	case e.sample != "":
		list.text(Regular(supportText), s.Muted, vg.Point{X: p.X, Y: p.Y}, MiddleLeft, 0, e.sample)
	case e.plain:
	case e.hollow:
		list.add(&strokeItem{colour: e.colour, width: 1, path: Disc(vg.Point{X: p.X + legendSwatch/2, Y: p.Y}, 3)})
	case e.stroke > 0:
		ink := e.colour
		if ink.A == 0 {
			ink = s.Ink
		}
		line := &strokeItem{colour: ink, width: e.stroke}
		if e.dashed {
			line.dash = []vg.Length{3, 2}
		}
		line.segment(vg.Point{X: box.Min.X, Y: p.Y}, vg.Point{X: box.Max.X, Y: p.Y})
		list.add(line)
	case e.dot:
		list.add(fillItem{e.colour, Disc(vg.Point{X: p.X + legendSwatch/2, Y: p.Y}, 3)})
	case e.missing:
		list.add(missingItem{[]vg.Rectangle{box}, s})
	default:
		list.box(e.colour, box)
	}
	if e.framed {
		list.add(&strokeItem{colour: s.Hairline, width: s.AxisStroke, path: box.Path()})
	}
	f := Regular(s.AxisSize)
	list.text(f, s.Ink, vg.Point{X: box.Max.X + 6, Y: p.Y}, MiddleLeft, 0, ElideMiddle(f, e.text, width-legendSwatch-6))
}

// barItem is a bar of colours.
type barItem struct {
	bar   ColorBar
	style Style
	at    vg.Point
	width vg.Length
}

func (i barItem) draw(c vg.Canvas) {
	if i.width > 0 {
		i.bar.Draw(c, i.style, i.at, i.width)
	}
}

// leastRamp is the narrowest bar of colours whose ends can be told apart.
const leastRamp = 60

// barOverhang is what a bar draws beyond its strip: its unit, or the mark of missing cells.
func barOverhang(b ColorBar, s Style) vg.Length {
	f := Regular(s.TickSize)
	w := vg.Length(0)
	if b.Unit != "" {
		w = s.Padding + TextWidth(f, b.Unit)
	}
	if b.Missing {
		w = max(w, s.Gap+2*colorBarHeight+s.Padding+TextWidth(f, "missing"))
	}
	return w
}

// drawLegendFlow adds the blocks in lines from left to right, each line as wide as the
// figure, as narrow figures have them. It returns the height used, and adds nothing
// where list is nil.
func drawLegendFlow(list *drawList, blocks []legendBlock, s Style, p vg.Point, width vg.Length) vg.Length {
	f, bold := Regular(s.AxisSize), Bold(s.AxisSize)
	x, y := vg.Length(0), vg.Length(0)
	for i, b := range blocks {
		if i > 0 {
			y += legendLine * 1.15
		}
		title := Elide(bold, b.title, 0.4*width)
		if b.ramp != nil {
			over := barOverhang(*b.ramp, s)
			indent := TextWidth(bold, title) + 10
			below := max(leastRamp+over, TextWidth(Regular(s.TickSize), b.ramp.Note)) > width-indent
			if below { // the bar has a line of its own
				title, indent = Elide(bold, b.title, width), 0
			}
			if list != nil {
				list.text(bold, s.Muted, vg.Point{X: p.X, Y: p.Y - y}, TopLeft, 0, title)
			}
			if below {
				y += legendLine
			}
			if list != nil {
				list.add(barItem{*b.ramp, s, vg.Point{X: p.X + indent, Y: p.Y - y}, min(rampWidth, width-indent-over)})
			}
			y += b.height(s) - legendLine
			continue
		}
		x = TextWidth(bold, title) + 10
		indent := min(x, 0.3*width)
		if list != nil {
			list.text(bold, s.Muted, vg.Point{X: p.X, Y: p.Y - y}, TopLeft, 0, title)
		}
		for _, e := range b.entries {
			w := legendSwatch + 6 + min(TextWidth(f, e.text), 0.45*width)
			if x+w > width && x > indent {
				x = indent
				y += legendLine
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
