package beside

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
)

// The colours of kinds that have a hue of their own: where numbers are blue and orange, counts are purple and grades
// teal.
var (
	countInk = ink.Palette("purples").InTheDark([]uint32{0x2F2639, 0x6D4993, 0xB397CC, 0xF4EEF9})
	gradeInk = ink.NewMap("teals", []uint32{0xEFF6F4, 0x9CCDC4, 0x3E9184, 0x0A453E}).
			InTheDark([]uint32{0x21342F, 0x2E7568, 0x7FC0B4, 0xEAF6F3})
)

// A rule says how the cells of some columns of one kind are coloured.
type rule struct {
	sort    column.Sort
	scale   ink.Scale // of logarithms log(1 + y) of counts, of shares of yes, of places of grades from 0 to 1
	levels  []string  // of categories
	columns []int     // of the data
}

// numberRule is the first rule of a table of kinds: that of numbers, which have the scale of the heat map.
const numberRule = 0

// kinds are the rules of a table whose columns are of several kinds.
type kinds struct {
	data  *inference.Dataset
	rules []rule
	of    []int // rule of each column shown
}

// A toneTable is the colours of the levels of cells; that of level 0, a missing cell, is transparent.
type toneTable [256][4]uint8

// newKinds returns the rules of the columns of a table.
func newKinds(d *inference.Dataset, shown *mat.Dense) *kinds {
	n, columns := d.Dims()
	k := &kinds{data: d, rules: []rule{{sort: column.Number}}, of: make([]int, columns)}
	at := map[column.Sort]int{}
	for j := range columns {
		sort := d.KindAt(j).Sort
		if sort.Real() {
			sort = column.Number
		}
		r, known := at[sort]
		switch {
		case sort == column.Number:
			r = numberRule
		case sort == column.Category || !known:
			r = len(k.rules)
			at[sort] = r
			k.rules = append(k.rules, rule{sort: sort, levels: d.KindAt(j).Levels})
		}
		k.of[j] = r
		k.rules[r].columns = append(k.rules[r].columns, j)
	}
	for i := range k.rules {
		switch r := &k.rules[i]; r.sort {
		case column.YesNo:
			r.scale = ink.Scale{Map: ink.Ink, High: 1}
		case column.Ordered:
			r.scale = ink.Scale{Map: gradeInk, High: 1}
		case column.Count:
			r.scale = ink.Scale{Map: countInk, High: math.Ln2}
			for _, j := range r.columns {
				for i := range n {
					if x := shown.At(i, j); x > r.scale.High {
						r.scale.High = x
					}
				}
			}
		}
	}
	return k
}

// shownOf returns the numbers that the colours of the cells stand for: logarithms log(1 + y) of counts, levels by their
// place, grades from 0 to 1, and a number known between limits at its limit, or in the middle of two.
func shownOf(d *inference.Dataset) *mat.Dense {
	x := mat.DenseCopyOf(d.X)
	for at, limit := range d.Limits {
		x.Set(at.Row, at.Column, limit.Stated())
	}
	n, columns := d.Dims()
	for j := range columns {
		k := d.KindAt(j)
		for i := range n {
			switch y := x.At(i, j); k.Sort {
			case column.Count:
				x.Set(i, j, math.Log1p(y))
			case column.Ordered:
				x.Set(i, j, y/float64(max(len(k.Levels)-1, 1)))
			}
		}
	}
	return x
}

// LimitSide returns on which side of the number shown the true number lies: −1 for less, 1 for more, 0 for between two
// limits.
func LimitSide(l column.Interval) int {
	switch {
	case math.IsInf(l.Low, -1):
		return -1
	case math.IsInf(l.High, 1):
		return 1
	}
	return 0
}

// ofKinds fills a heat map of a table of several kinds. X, by which columns are compared and clustered, has each column
// in its own standard deviations.
func (h *Heat) ofKinds(d *inference.Dataset) {
	h.Shown = shownOf(d)
	h.kinds = newKinds(d, h.Shown)
	h.Words = wordsOf(d)
	h.X = standardised(h.Shown)
	n, columns := d.Dims()
	prepared := d.Preprocessing.Centre && d.Preprocessing.Scale
	for j := range columns {
		if h.kinds.of[j] != numberRule {
			continue
		}
		for i := range n {
			if prepared {
				h.X.Set(i, j, h.Shown.At(i, j)) // as the model has them
			} else {
				h.Shown.Set(i, j, h.X.At(i, j))
			}
		}
	}
	for at, limit := range d.Limits {
		h.Limits = append(h.Limits, LimitCell{Row: at.Row, Column: at.Column, Side: LimitSide(limit)})
	}
	stable.SortFunc(h.Limits, func(a, b LimitCell) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row),
			cmp.Compare(a.Column, b.Column))
	})
}

// OfKinds reports whether the columns have colours by their kinds.
func (h *Heat) OfKinds() bool { return h.kinds != nil }

// HasScale reports whether some column has the scale of numbers, whose limits and colours a person can choose.
func (h *Heat) HasScale() bool {
	return h.kinds == nil || slices.Contains(h.kinds.of, numberRule)
}

// numbersShown returns the values that the scale of numbers is of.
func (h *Heat) numbersShown() (values []float64) {
	x := h.X
	if h.kinds != nil {
		x = h.Shown
	}
	n, columns := x.Dims()
	values = make([]float64, 0, n*columns)
	for i := range n {
		for j, y := range x.RawRowView(i) {
			if !math.IsNaN(y) && (h.kinds == nil || h.kinds.of[j] == numberRule) {
				values = append(values, y)
			}
		}
	}
	return values
}

// levelAt returns the level of a cell, from which its colour is taken; 0 if it is missing.
func (h *Heat) levelAt(i, j int) uint8 {
	if h.kinds == nil {
		return h.level(h.X.At(i, j))
	}
	x := h.Shown.At(i, j)
	switch r := h.kinds.rules[h.kinds.of[j]]; {
	case math.IsNaN(x):
		return 0
	case r.sort == column.Number:
		return h.level(x)
	case r.sort == column.Category:
		return uint8(1 + min(int(x), 254))
	default:
		return uint8(1.5 + 254*min(max((x-r.scale.Low)/(r.scale.High-r.scale.Low), 0), 1))
	}
}

// Mixes reports whether a mean of levels of a column stands between them.
func (h *Heat) Mixes(j int) bool {
	return h.kinds == nil || h.kinds.rules[h.kinds.of[j]].sort != column.Category
}

// tones returns the colours of each rule in a style.
func (h *Heat) tones(s plotting.Style) []*toneTable {
	tables := make([]*toneTable, len(h.kinds.rules))
	for i, r := range h.kinds.rules {
		t := &toneTable{}
		switch {
		case r.sort == column.Category:
			for l, c := range h.kinds.categoryInks(r, s) {
				t[1+min(l, 254)] = [4]uint8{c.R, c.G, c.B, 255}
			}
		default:
			m := h.ramp(r, s)
			for l := 1; l < 256; l++ {
				c := m.At(float64(l-1) / 254)
				t[l] = [4]uint8{c.R, c.G, c.B, 255}
			}
		}
		tables[i] = t
	}
	return tables
}

// ramp returns the map of a rule in a style. Where there are no numbers, the palette that a person chose is that of
// counts and grades.
func (h *Heat) ramp(r rule, s plotting.Style) *ink.ColorMap {
	switch {
	case r.sort == column.Number:
		return h.Scale.Map
	case r.sort != column.YesNo && !h.HasScale() && h.chosen != nil:
		return h.chosen
	}
	return r.scale.Map.In(s)
}

// categoryInks returns the colours of the levels of a column of categories, as annotations of that name have them.
func (k *kinds) categoryInks(r rule, s plotting.Style) []color.NRGBA {
	return LevelInks(k.data.Columns[r.columns[0]], r.levels, s.Look)
}

// KindInks returns the colours of the levels of a column in a style: two tones, a ramp, or those that annotations of
// its name have; nil where it has no levels.
func KindInks(name string, k column.Kind, s plotting.Style) []color.NRGBA {
	ramp := ink.Ink.In(s)
	switch k.Sort {
	case column.Category:
		return LevelInks(name, k.Levels, s.Look)
	case column.Ordered:
		ramp = gradeInk.In(s)
	case column.YesNo:
	default:
		return nil
	}
	inks := make([]color.NRGBA, len(k.Levels))
	for l := range inks {
		c := ramp.At(float64(l) / float64(max(len(inks)-1, 1)))
		inks[l] = color.NRGBA{c.R, c.G, c.B, 255}
	}
	return inks
}

// toneKey tells heat maps apart whose kinds have other colours.
func (k *kinds) toneKey(s plotting.Style) string {
	var b strings.Builder
	if s.Dark {
		b.WriteByte('d')
	}
	for _, r := range k.rules {
		if r.sort == column.Category {
			for _, c := range k.categoryInks(r, s) {
				b.Write([]byte{c.R, c.G, c.B})
			}
		}
	}
	return b.String()
}

// colourOf returns the colour of a cell at a place from the left; the second value is false for a missing one.
func (h *Heat) colourOf(row, place int) (color.NRGBA, bool) {
	h.Prepare()
	level := h.Levels[row*len(h.Order)+place]
	c := h.tone[h.kinds.of[h.Order[place]]][level]
	return color.NRGBA{c[0], c[1], c[2], 255}, level > 0
}

// wordsOf returns the text of a cell of a column with levels, or of a number between limits, as a person writes it:
// "mid", "<0.5", ">3", "3–5"; "" for others.
func wordsOf(d *inference.Dataset) func(row, column int) string {
	return func(i, j int) string {
		k, x := d.KindAt(j), d.X.At(i, j)
		if k.Sort.HasLevels() && !math.IsNaN(x) {
			return k.Levels[int(x)]
		}
		if limit, is := d.Limits[inference.Cell{Row: i, Column: j}]; is {
			return limit.Words("–", func(u float64) string { return plotting.FormatDigits(d.InputAt(j, u), 6) })
		}
		return ""
	}
}

// CellText returns a cell for a file: a word, a limit or a number in the units of the table where columns are of
// several kinds, and otherwise the value of X.
func (h *Heat) CellText(row, column int) string {
	if h.blocks {
		return h.blockText(row, column)
	}
	x := h.X.At(row, column)
	if h.kinds == nil || h.Members != nil || math.IsNaN(x) {
		return plotting.Cell(x)
	}
	d := h.kinds.data
	if limit, is := d.Limits[inference.Cell{Row: row, Column: column}]; is {
		return limit.Words("-", func(u float64) string {
			return strconv.FormatFloat(d.InputAt(column, u), 'g', 6,
				64)
		})
	}
	if text := h.Words(row, column); text != "" {
		return text
	}
	return plotting.Cell(h.Value(row, column))
}
