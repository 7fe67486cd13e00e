package plotting

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// A legendBlock explains one strip or the heat map.
type legendBlock struct {
	title   string
	entries []legendEntry
	ramp    *rampLegend // in place of entries
}

type legendEntry struct {
	colour  color.NRGBA
	missing bool
	text    string
}

// rampLegend is a bar of colours with its limits.
type rampLegend struct {
	colours   *ColorMap
	low, high float64
	unit      string
	note      string
}

// legendBlocks lists what must be explained, in the order of the picture.
func (l *dendrogramLayout) legendBlocks(limit int) []legendBlock {
	var blocks []legendBlock
	for _, k := range l.colours {
		b := legendBlock{title: k.strip.Annotation.Name}
		if k.ramp != nil {
			b.ramp = &rampLegend{colours: k.ramp, low: k.low, high: k.high}
			blocks = append(blocks, b)
			continue
		}
		others := k.others
		for i, level := range k.named {
			if i >= limit {
				others++
				continue
			}
			b.entries = append(b.entries, legendEntry{colour: k.colour[level], text: k.strip.Annotation.Levels[level]})
		}
		if others > 0 {
			b.entries = append(b.entries, legendEntry{colour: otherCategories, text: "others (" + count(others) + ")"})
		}
		if k.absent {
			b.entries = append(b.entries, legendEntry{missing: true, text: "missing"})
		}
		blocks = append(blocks, b)
	}
	if l.d.Shape == Circular && l.classes.group != nil { // no room for names at the bars
		b := legendBlock{title: "group"}
		for g := range l.d.Groups {
			if g == limit {
				b.entries = append(b.entries, legendEntry{colour: otherCategories, text: "others (" + count(len(l.d.Groups)-g) + ")"})
				break
			}
			b.entries = append(b.entries, legendEntry{colour: l.d.groupColour(g), text: l.d.Groups[g].Name})
		}
		blocks = append([]legendBlock{b}, blocks...)
	}
	if l.d.Heat != nil && !l.barBelow && l.heatShown {
		blocks = append(blocks, l.heatBlock())
	}
	return blocks
}

func (l *dendrogramLayout) heatBlock() legendBlock {
	h := l.d.Heat
	return legendBlock{title: h.Title, ramp: &rampLegend{h.Scale.Map, h.Scale.Low, h.Scale.High, h.Unit, h.LimitNote}}
}

// Sizes of legends, in points.
const (
	legendSwatch = 9.0
	legendLine   = 16.0
	legendApart  = 14.0
	rampWidth    = 104.0
	rampHeight   = 7.0
)

// height returns the height of a block below the top of its title.
func (b legendBlock) height() vg.Length {
	if b.ramp == nil {
		return legendLine * vg.Length(len(b.entries)+1)
	}
	h := vg.Length(legendLine + rampHeight + 14)
	if b.ramp.note != "" {
		h += 12
	}
	return h
}

// width returns the width a block wants.
func (b legendBlock) width(s Style) vg.Length {
	w := TextWidth(Bold(s.AxisSize), b.title)
	for _, e := range b.entries {
		w = max(w, legendSwatch+6+TextWidth(Regular(s.AxisSize), e.text))
	}
	if b.ramp != nil {
		w = max(w, rampWidth+12, TextWidth(Regular(s.TickSize), b.ramp.note))
	}
	return w + 1
}

// legendColumns places blocks below each other in as few columns as the height
// allows, at most two, and returns the width of each. ok is false where they do not fit.
func legendColumns(blocks []legendBlock, s Style, height vg.Length) (columns [][]legendBlock, widths []vg.Length, ok bool) {
	used := vg.Length(0)
	for _, b := range blocks {
		h := b.height()
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
		b.ramp.draw(list, s, vg.Point{X: p.X, Y: p.Y - legendLine}, min(rampWidth, width))
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
	if e.missing {
		list.add(missingItem{[]vg.Rectangle{box}, s})
	} else {
		list.box(e.colour, box)
	}
	f := Regular(s.AxisSize)
	list.text(f, s.Ink, vg.Point{X: box.Max.X + 6, Y: p.Y}, MiddleLeft, 0, ElideMiddle(f, e.text, width-legendSwatch-6))
}

// draw adds a bar of colours below p with its limits, zero where it lies within, the
// unit, and how the limits were chosen.
func (r *rampLegend) draw(list *drawList, s Style, p vg.Point, width vg.Length) {
	steps := int(min(64, float64(width)))
	for i := range steps {
		c := r.colours.At((float64(i) + 0.5) / float64(steps))
		list.box(color.NRGBA{c.R, c.G, c.B, 255}, vg.Rectangle{
			Min: vg.Point{X: p.X + width*vg.Length(i)/vg.Length(steps), Y: p.Y - rampHeight},
			Max: vg.Point{X: p.X + width*vg.Length(i+1)/vg.Length(steps), Y: p.Y},
		})
	}
	f := Regular(s.TickSize)
	y := p.Y - rampHeight - 4
	low, high := formatLimit(r.low), formatLimit(r.high)
	list.text(f, s.Muted, vg.Point{X: p.X, Y: y}, TopLeft, 0, low)
	end := high
	if r.unit != "" {
		end += " " + r.unit
	}
	// The number stands under the end of the bar and the unit beyond it.
	list.text(f, s.Muted, vg.Point{X: p.X + width - TextWidth(f, high)*0.5, Y: y}, TopLeft, 0, end)
	if zero := (0 - r.low) / (r.high - r.low); zero > 0.25 && zero < 0.75 {
		list.text(f, s.Muted, vg.Point{X: p.X + width*vg.Length(zero), Y: y}, TopCentre, 0, "0")
	}
	if r.note != "" {
		list.text(f, s.Muted, vg.Point{X: p.X, Y: y - 12}, TopLeft, 0, r.note)
	}
}

// room is the width a ramp needs beyond its bar, for the end of its text.
func (r *rampLegend) room(s Style) vg.Length {
	f := Regular(s.TickSize)
	w := TextWidth(f, formatLimit(r.high)) / 2
	if r.unit != "" {
		w += TextWidth(f, " "+r.unit)
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
			if list != nil {
				list.text(bold, s.Muted, vg.Point{X: p.X, Y: p.Y - y}, TopLeft, 0, title)
				b.ramp.draw(list, s, vg.Point{X: p.X + TextWidth(bold, title) + 10, Y: p.Y - y}, rampWidth)
			}
			y += b.height() - legendLine
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

// formatLimit shows a limit with three significant digits and a true minus sign.
func formatLimit(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e6 {
		return minus(strconv.FormatFloat(x, 'f', -1, 64))
	}
	return formatValue(x, 3)
}

// formatValue shows a number with that many significant digits and a true minus sign.
func formatValue(x float64, digits int) string {
	return minus(strconv.FormatFloat(roundTo(x, digits), 'g', -1, 64))
}

// roundTo rounds to a number of significant digits.
func roundTo(x float64, digits int) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x
	}
	return y
}

// minus replaces a leading hyphen by a minus sign.
func minus(s string) string {
	if len(s) > 0 && s[0] == '-' {
		return "−" + s[1:]
	}
	return s
}
