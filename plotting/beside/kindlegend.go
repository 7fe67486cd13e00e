package beside

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// LegendBlocks explains the colours of cells, those of numbers by a map: one block, or one for each kind of column. A
// list of levels has at most limit lines.
func (h *Heat) LegendBlocks(colouring *ink.ColorMap, limit int) []ink.LegendBlock {
	h.Prepare()
	if h.kinds != nil {
		return h.kindBlocks(colouring, limit)
	}
	if h.binary() {
		b := ink.LegendBlock{Title: h.Title}
		scale := h.Scale
		scale.Map = colouring
		for _, x := range []float64{1, 0} {
			c := scale.At(x)
			b.Entries = append(b.Entries, ink.LegendEntry{Colour: color.NRGBA{c.R, c.G, c.B, 255}, Framed: true,
				Text: plotting.FormatNumber(x)})
		}
		return withMissing(h, []ink.LegendBlock{b})
	}
	return withMissing(h, []ink.LegendBlock{numbersBlock(h, colouring)})
}

// numbersBlock explains the scale of numbers.
func numbersBlock(h *Heat, colouring *ink.ColorMap) ink.LegendBlock {
	scale := h.Scale
	scale.Map = colouring
	bar := &ink.ColorBar{Scale: scale, Unit: h.Unit, Note: h.LimitNote}
	if h.Share {
		bar.Ticks = []ink.Tick{{Value: scale.Low, Label: plotting.FormatPercent(scale.Low)},
			{Value: scale.High, Label: plotting.FormatPercent(scale.High)}}
	}
	return ink.LegendBlock{Title: h.Title, Ramp: bar}
}

// withMissing explains missing cells in the first block.
func withMissing(h *Heat, blocks []ink.LegendBlock) []ink.LegendBlock {
	switch {
	case !h.Holes || len(blocks) == 0:
	case blocks[0].Ramp != nil:
		blocks[0].Ramp.Missing = true
	default:
		blocks[0].Entries = append(blocks[0].Entries, ink.LegendEntry{Missing: true, Text: "missing"})
	}
	return blocks
}

// mostCategoryBlocks limits how many lists of levels a legend has.
const mostCategoryBlocks = 4

// kindBlocks explains the colours of each kind: numbers with their limits, counts, yes/no, grades, and categories by
// their levels.
func (h *Heat) kindBlocks(colouring *ink.ColorMap, limit int) (blocks []ink.LegendBlock) {
	if h.HasScale() {
		b := numbersBlock(h, colouring)
		b.Entries = limitEntries(h)
		blocks = append(blocks, b)
	}
	var categories []rule
	for _, sort := range []column.Sort{column.Count, column.YesNo, column.Ordered} {
		for _, r := range h.kinds.rules {
			if r.sort == sort && shows(h, r) {
				blocks = append(blocks, h.rampBlock(r, limit))
			}
		}
	}
	for _, r := range h.kinds.rules {
		if r.sort == column.Category && shows(h, r) {
			categories = append(categories, r)
		}
	}
	return withMissing(h, append(blocks, h.categoryBlocks(categories, limit)...))
}

// shows reports whether a column of a rule is in the picture.
func shows(h *Heat, r rule) bool {
	return slices.ContainsFunc(h.Order, func(j int) bool {
		return h.kinds.rules[h.kinds.of[j]].columns[0] == r.columns[0]
	})
}

// limitEntries explains the marks of limits.
func limitEntries(h *Heat) (entries []ink.LegendEntry) {
	for _, e := range []struct {
		side int
		text string
	}{{-1, "less than shown"}, {1, "more than shown"}, {0, "between two limits"}} {
		if slices.ContainsFunc(h.Limits, func(c LimitCell) bool {
			return c.Side == e.side &&
				slices.Contains(h.Order, c.Column)
		}) {
			entries = append(entries, ink.LegendEntry{Shape: LimitMark(e.side), Text: e.text})
		}
	}
	return entries
}

// rampBlock explains the colours of counts, of yes/no or of grades.
func (h *Heat) rampBlock(r rule, limit int) ink.LegendBlock {
	scale := r.scale
	scale.Map = h.ramp(r, h.style)
	swatch := func(x float64, text string) ink.LegendEntry {
		c := scale.At(x)
		return ink.LegendEntry{Colour: color.NRGBA{c.R, c.G, c.B, 255}, Framed: true, Text: text}
	}
	sets := h.kinds.levelSets(r)
	switch r.sort {
	case column.Count:
		return ink.LegendBlock{Title: "counts", Ramp: &ink.ColorBar{Scale: scale, Ticks: CountTicks(scale.High),
			Fixed: true}}
	case column.YesNo:
		b := ink.LegendBlock{Title: "yes/no"}
		if len(r.columns) == 1 {
			b.Title = h.kinds.data.Columns[r.columns[0]]
		}
		for _, l := range []int{1, 0} {
			var names []string
			for _, s := range sets {
				if !slices.Contains(names, s[l]) {
					names = append(names, s[l])
				}
			}
			text := strings.Join(names, ", ")
			if len(names) > 3 {
				text = strings.Join(names[:2], ", ") + ", …"
			}
			b.Entries = append(b.Entries, swatch(float64(l), text))
		}
		return b
	}
	b := ink.LegendBlock{Title: "grades"}
	if len(sets) == 1 && len(sets[0]) <= limit {
		if len(r.columns) == 1 {
			b.Title = h.kinds.data.Columns[r.columns[0]]
		}
		for l, name := range sets[0] {
			b.Entries = append(b.Entries, swatch(float64(l)/float64(max(len(sets[0])-1, 1)), name))
		}
		return b
	}
	b.Ramp = &ink.ColorBar{Scale: scale, Ticks: []ink.Tick{{Value: 0, Label: "lowest"}, {Value: 1, Label: "highest"}},
		Fixed: true}
	return b
}

// levelSets returns the different lists of levels of the columns of a rule.
func (k *kinds) levelSets(r rule) (sets [][]string) {
	for _, j := range r.columns {
		levels := k.data.Kinds[j].Levels
		if !slices.ContainsFunc(sets, func(s []string) bool { return slices.Equal(s, levels) }) {
			sets = append(sets, levels)
		}
	}
	return sets
}

// CountTicks returns the labels of a scale of logarithms log(1 + y) up to a greatest: 0, powers of ten, and the end.
func CountTicks(high float64) []ink.Tick {
	greatest := math.Round(math.Expm1(high))
	ticks := []ink.Tick{{Label: "0"}}
	for power := 1.0; power < greatest; power *= 10 {
		// Neighbours leave room for each other.
		if at := math.Log1p(power); at-ticks[len(ticks)-1].Value > 0.18*high && high-at > 0.2*high {
			ticks = append(ticks, ink.Tick{Value: at, Label: plotting.FormatNumber(power)})
		}
	}
	return append(ticks, ink.Tick{Value: high, Label: plotting.FormatDigits(greatest, 2)})
}

// categoryBlocks explains the levels of columns of categories. Columns with the same colours of the same levels share a
// block.
func (h *Heat) categoryBlocks(rules []rule, limit int) (blocks []ink.LegendBlock) {
	type list struct {
		rule
		inks  []color.NRGBA
		names []string
	}
	var lists []list
	for _, r := range rules {
		inks, name := h.kinds.categoryInks(r, h.style), h.kinds.data.Columns[r.columns[0]]
		i := slices.IndexFunc(lists, func(l list) bool {
			return slices.Equal(l.levels, r.levels) &&
				slices.Equal(l.inks, inks)
		})
		if i < 0 {
			lists = append(lists, list{r, inks, []string{name}})
		} else {
			lists[i].names = append(lists[i].names, name)
		}
	}
	stable.Sort(lists, func(a, b list) int { return cmp.Compare(len(b.names), len(a.names)) })
	for n, l := range lists {
		if n == mostCategoryBlocks {
			last := &blocks[n-1]
			last.Entries = append(last.Entries, ink.LegendEntry{Plain: true,
				Text: "and levels of " + plotting.Plural(len(lists)-n, "more column")})
			break
		}
		b := ink.LegendBlock{Title: l.names[0]}
		if len(l.names) > 1 {
			b.Title = plotting.Plural(len(l.names), "column") + " of categories"
		}
		for i, level := range l.levels {
			if i == limit {
				b.Entries = append(b.Entries, ink.LegendEntry{Plain: true,
					Text: "and " + plotting.FormatCount(len(l.levels)-i) + " more"})
				break
			}
			b.Entries = append(b.Entries, ink.LegendEntry{Colour: l.inks[i], Text: level})
		}
		blocks = append(blocks, b)
	}
	return blocks
}
