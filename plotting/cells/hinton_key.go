package cells

import (
	"image/color"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// hintonLine is the least height of a further line of the legend, in points.
const hintonLine = 17

// A keyEntry is a part of the legend that stays on one line.
type keyEntry struct {
	lead          vg.Length // before it, unless it begins a line
	width, height vg.Length
	draw          func(p vg.Point) // p is its left end, in the middle of the line
}

// keyEntries lists the legend in the size of a face: three squares with their values, or that squares show signs only,
// then the meaning of shades, bars and shapes. side gives the side of the square of a value, top is the greatest value
// shown, and full says that the square of top stands for greater values too.
func (s *hintonScene) keyEntries(f ink.Face, width vg.Length, top float64, full bool,
	side func(v float64) vg.Length) []keyEntry {
	st := s.Style
	ground, positive, negative := ink.SignedInks(st)
	var list []keyEntry
	add := func(lead, sample, high vg.Length, text string, colour color.NRGBA, draw func(p vg.Point)) {
		before := sample
		if sample > 0 {
			before += st.Padding
		}
		text = ink.Elide(f, text, width-before)
		list = append(list, keyEntry{lead, before + ink.TextWidth(f, text), high, func(p vg.Point) {
			if draw != nil {
				draw(p)
			}
			s.list.Text(f, colour, vg.Point{X: p.X + before, Y: p.Y}, ink.MiddleLeft, 0, text)
		}})
	}
	swatch := func(colour color.NRGBA, side vg.Length, minus bool) func(p vg.Point) {
		return func(p vg.Point) {
			s.list.Add(ink.Fill{Colour: colour, Path: square(nil, vg.Point{X: p.X + side/2, Y: p.Y}, side, minus)})
		}
	}
	add(0, 0, 0, s.value(), st.Muted, nil)
	shares := []float64{1, 1.0 / 4, 1.0 / 16}
	if s.Signs {
		shares = nil
		add(st.Gap, 0, 0, "sign only, all squares alike", st.Ink, nil)
	}
	for _, share := range shares {
		v := top
		if share < 1 || !full {
			v = roundDown(top * share)
		}
		text := plotting.FormatDigits(v, 2)
		if full && share == 1 {
			text += " or more"
		}
		add(st.Gap, side(v), side(v), text, st.Ink, swatch(positive, side(v), false))
	}
	const small = 9
	if s.Blocks[0].Probability != nil {
		add(2*st.Gap, 0, 0, "probability", st.Muted, nil)
		for _, p := range []float64{1, 0.5, 0.1} {
			add(st.Gap, small, small, plotting.FormatPercent(p), st.Ink,
				swatch(shade(ground, positive, int(shades*p)), small, false))
		}
	}
	if s.headed() {
		const width = 22
		add(2*st.Gap, width, hintonBar, s.quality(), st.Ink, func(p vg.Point) {
			bar := vg.Rectangle{Min: vg.Point{X: p.X, Y: p.Y - hintonBar/2}, Max: vg.Point{X: p.X + width, Y: p.Y + hintonBar/2}}
			s.list.Box(ground, bar)
			bar.Max.X -= width / 4
			s.list.Box(st.Muted, bar)
		})
	}
	add(2*st.Gap, small, small, "positive", st.Ink, swatch(positive, small, false))
	add(st.Gap, small, small, "negative", st.Ink, swatch(negative, small, true))
	if s.anyOff() {
		add(st.Gap, 16, 10, "switched off, with its precision", st.Ink, func(p vg.Point) {
			s.list.Add(ink.Missing{
				Rects: []vg.Rectangle{{Min: vg.Point{X: p.X, Y: p.Y - 5}, Max: vg.Point{X: p.X + 16, Y: p.Y + 5}}}, Style: st})
		})
	}
	return list
}

// keyLines breaks the legend into lines and returns the height of each.
func keyLines(list []keyEntry, width vg.Length) (lines [][]keyEntry, heights []vg.Length) {
	x := vg.Length(0)
	for _, e := range list {
		if n := len(lines); n == 0 || x+e.lead+e.width > width {
			lines, heights, x = append(lines, nil), append(heights, hintonLine), 0
			if n == 0 {
				heights[0] = hintonKey
			}
			e.lead = 0
		}
		n := len(lines) - 1
		lines[n] = append(lines[n], e)
		heights[n] = max(heights[n], e.height+2)
		x += e.lead + e.width
	}
	return lines, heights
}

// keyRoom chooses the size of the legend's text and returns the greatest height that the legend
// takes. If that is too much of the figure, the text gets smaller; nothing is left out.
func (s *hintonScene) keyRoom(width, height vg.Length) vg.Length {
	widest := func(float64) vg.Length { return hintonKey - 2 }
	room := vg.Length(0)
	for _, size := range []vg.Length{s.Style.AxisSize, 0.9 * s.Style.AxisSize, 0.8 * s.Style.AxisSize} {
		s.keySize, room = size, 0
		_, heights := keyLines(s.keyEntries(ink.Regular(s.Style.Typeface, size), width, s.most, s.beyond, widest), width)
		for _, h := range heights {
			room += h
		}
		if room <= 0.25*height {
			break
		}
	}
	return room
}

// addKey draws the legend.
func (s *hintonScene) addKey() {
	if s.key.Max.Y <= s.key.Min.Y || s.most <= 0 {
		return
	}
	// Zoomed far in, the square of the greatest magnitude is too large for the legend.
	top, full := s.most, s.beyond
	if side := s.largest(); side > hintonKey-2 {
		full = false
		top *= math.Pow(float64((hintonKey-2)/side), 2)
	}
	width := s.key.Max.X - s.key.Min.X
	lines, heights := keyLines(s.keyEntries(ink.Regular(s.Style.Typeface, s.keySize), width, top, full, s.side), width)
	y := s.key.Max.Y
	for k, line := range lines {
		x := s.key.Min.X
		for _, e := range line {
			x += e.lead
			e.draw(vg.Point{X: x, Y: y - heights[k]/2})
			x += e.width
		}
		y -= heights[k]
	}
}
