package network

import (
	"cmp"
	"strconv"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
)

// legend explains the colours of nodes and the lines.
func (s *Scene) legend(limit int) []ink.LegendBlock {
	var blocks []ink.LegendBlock
	if s.f.Plain {
		return nil
	}
	if s.colours != nil {
		c := &beside.RowClasses{Style: s.f.Style, Colours: s.colours}
		blocks = c.Legend(limit)
	}
	if s.f.Sizes != nil {
		blocks = append(blocks, ink.LegendBlock{Title: "size",
			Entries: []ink.LegendEntry{{Plain: true, Text: s.f.SizeName}}})
	}
	if len(s.f.Edges) == 0 {
		return blocks
	}
	b := ink.LegendBlock{Title: s.f.Strength}
	low, high := s.ready.weakest, s.ready.strongest
	marks := []float64{high, (low + high) / 2, low}
	if high-low < 0.02 {
		marks = marks[:1]
	}
	if s.f.Strength != "" {
		for _, v := range marks {
			c, width := s.edgeInk(Edge{Strength: v, Best: true, From: -1, To: -1, Weight: s.ready.reach / 2})
			if s.f.Signed {
				c = plotting.Fade(s.f.Style.Ink, float64(c.A)/255)
			}
			b.Entries = append(b.Entries, ink.LegendEntry{Colour: c, Stroke: width, Text: plotting.FormatPercent(v)})
		}
	}
	signs := ink.LegendBlock{Title: s.f.Weight}
	if s.f.Signed {
		for _, v := range []struct {
			sign float64
			text string
		}{{1, "positive"}, {-1, "negative"}} {
			if v.sign > 0 && !(s.ready.heaviest > 0) || v.sign < 0 && !(s.ready.lightest < 0) {
				continue
			}
			c, width := s.edgeInk(Edge{Strength: high, Weight: v.sign * s.ready.reach / 2, Best: true,
				From: -1, To: -1})
			signs.Entries = append(signs.Entries, ink.LegendEntry{Colour: c, Stroke: width, Text: v.text})
		}
	}
	for _, share := range weightMarks(s.f.Signed, s.ready.reach) {
		c, width := s.edgeInk(Edge{Strength: high, Weight: share * s.ready.reach, Best: true, From: -1, To: -1})
		c = plotting.Fade(s.f.Style.Ink, float64(c.A)/255)
		signs.Entries = append(signs.Entries, ink.LegendEntry{Colour: c, Stroke: width, Text: "±" +
			twoDigits(share*s.ready.reach)})
	}
	if s.f.Told != nil && !s.f.Signed {
		for _, v := range marks {
			c, width := s.edgeInk(Edge{Strength: v, Best: true, From: -1, To: -1, Weight: v * s.ready.reach})
			signs.Entries = append(signs.Entries, ink.LegendEntry{Colour: c, Stroke: width,
				Text: s.f.Told(v * s.ready.reach)})
		}
	}
	if !s.f.Signed && s.f.Unit != "" { // lines do not show it: the pointer does
		signs.Entries = append(signs.Entries, ink.LegendEntry{Plain: true,
			Text: plotting.FormatNumber(s.ready.lightest) + " to " + plotting.WithUnit(s.ready.heaviest, s.f.Unit)})
	}
	if s.f.Directed {
		b.Entries = append(b.Entries, ink.LegendEntry{Colour: s.f.Style.Ink, Stroke: 1, Arrow: true,
			Text: cmp.Or(s.f.Towards, "parent to child")})
		if len(s.f.Edges) > mostHeads {
			b.Entries = append(b.Entries, ink.LegendEntry{Plain: true, Text: "(zoom in for arrows)"})
		}
		if s.ready.either {
			b.Entries = append(b.Entries, ink.LegendEntry{Colour: s.f.Style.Ink, Stroke: 1, Text: "either way"})
		}
	}
	if len(s.f.Roots) > 0 {
		b.Entries = append(b.Entries, ink.LegendEntry{Colour: s.f.Style.Ink, Hollow: true,
			Text: cmp.Or(s.f.Rooted, "root of the best tree")})
	}
	if b.Title == "" {
		b.Title = "edges"
	}
	if len(b.Entries) > 0 {
		blocks = append(blocks, b)
	}
	if len(signs.Entries) > 0 {
		blocks = append(blocks, signs)
	}
	return blocks
}

// twoDigits writes a weight.
func twoDigits(x float64) string { return strconv.FormatFloat(x, 'g', 2, 64) }

// weightMarks are the shares of the largest weight whose widths a legend shows, no two alike.
func weightMarks(signed bool, reach float64) []float64 {
	if !signed || !(reach > 0) {
		return nil
	}
	return []float64{1, 0.5, 0.1}
}
