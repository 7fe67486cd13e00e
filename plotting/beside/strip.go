package beside

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/dates"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// StripColours holds the colours of the levels of an annotation.
type StripColours struct {
	Strip  *Strip
	Colour []color.NRGBA // of each level
	rounds []int         // of each level: 1 and 2 for those whose colour another has too, which lines tell apart
	named  []int         // levels with a colour of their own, in the order of the legend
	others int           // levels that share the colour for the rest
	other  int           // the last of them
	Ramp   *ink.ColorMap // of numbers with many levels; nil for categories
	values []float64     // of each level of a ramp
	low    float64
	high   float64
	absent bool // some leaf has no value
	Inks   int  // how many colours of categories it takes, so that the next strip begins after them
	Bars   bool // of numbers, in place of colours
}

// mostDigits is how many numbers from 0 up are taken for names, such as those of digits or months.
const mostDigits = 12

// NewStripColours gives colours to the levels of a strip, as the look says or as usual: up to 24 levels have one each,
// and up to 72 one with lines over it; of more, the eight with most leaves get one and the rest share grey; numbers
// and dates with more than eight levels get a map of magnitudes, unless they are few whole ones such as digits. The
// palette starts at the given place, so that strips side by side have no colour in common as long as there are enough.
// order lists the rows shown.
func NewStripColours(s *Strip, order []int32, first int, look plotting.Look) *StripColours {
	a, coding := s.Annotation, look.Codings.Of(s.Annotation.Name)
	k := &StripColours{Strip: s, Colour: make([]color.NRGBA, len(a.Levels)), rounds: make([]int, len(a.Levels))}
	counts := make([]int, len(a.Levels))
	for _, row := range order {
		code := s.Code(int(row))
		if code < 0 {
			k.absent = true
			continue
		}
		counts[code]++
	}
	graded := coding.As == plotting.CodedGradient || coding.As == plotting.CodedBars
	digits := len(a.Levels) <= mostDigits && a.Numeric && areDigits(a.Levels)
	if !graded && coding.As == "" {
		graded = s.Share || s.Colours == nil && len(a.Levels) > ink.MaxLevels &&
			(a.Numeric && !digits || areDates(a.Levels))
	}
	if graded && k.ramped(a.Levels, coding) {
		return k
	}
	most := ink.MaxLevels
	kept := inference.UpTo(len(a.Levels)) // as the table has them: a level that a person moves keeps its colour
	if digits || coding.As == plotting.CodedColours || len(kept) <= ink.MostLevels {
		most = ink.MostLevels
	}
	if len(kept) > most && s.Colours == nil {
		stable.Sort(kept, func(x, y int) int { return counts[y] - counts[x] })
		kept = kept[:most]
		slices.Sort(kept)
	}
	k.paint(kept, first, most, coding)
	own := make([]bool, len(a.Levels))
	for _, level := range kept {
		own[level] = true
	}
	for i, level := range a.Levels {
		if c, ok := coding.Colour(level); ok {
			k.Colour[i], own[i] = c, true
		}
	}
	for _, level := range coding.Levels(a.Levels) { // as a person chose it, else as in the table, in all figures alike
		switch {
		case counts[level] == 0:
		case own[level] && len(k.named) < most:
			k.named = append(k.named, level)
		default:
			k.others++
			k.other = level
		}
	}
	if place, is := stages(a.Levels); is && len(coding.Order) == 0 {
		slices.SortFunc(k.named, func(x, y int) int { return place[x] - place[y] })
	}
	return k
}

// paint gives colours to the levels that have their own: those of the strip, or of a palette.
func (k *StripColours) paint(kept []int, first, most int, coding plotting.Coding) {
	for i := range k.Colour {
		k.Colour[i] = ink.OtherCategories
	}
	k.Inks = len(kept)
	palette, given := ink.CategoryPalette(coding.Palette), first
	chosen := coding.Palette != ""
	switch {
	case chosen:
		first = 0 // as a person chose it, in every figure
	case coding.First > 0:
		first = coding.First - 1
	}
	names := make([]string, len(kept))
	for i, level := range kept {
		names[i] = k.Strip.Annotation.Levels[level]
	}
	places := coding.Places(names, most)
	span := len(kept) // of the palette that all levels of the table take
	for _, p := range places {
		span = max(span, p+1)
	}
	if n := len(coding.Among); n <= most {
		span = max(span, n)
	}
	if first > given {
		k.Inks = first + span - given
	}
	for at, i := range places {
		level := kept[at]
		switch own := k.Strip.Colours; {
		case own != nil && level < len(own):
			k.Colour[level] = own[level]
		case own != nil:
		case !chosen:
			k.Colour[level], k.rounds[level] = ink.AnnotationInk(first+i), i/ink.ManyCategories
		case i >= len(palette) && most > ink.MaxLevels:
			k.Colour[level], k.rounds[level] = ink.AnnotationInk(i), i/ink.ManyCategories
		default:
			k.Colour[level] = palette[(first+i)%len(palette)]
		}
	}
}

// Round returns which of the levels with its colour one is: 0 for the first.
func (k *StripColours) Round(level int) int { return k.rounds[level] }

// areDates reports whether all levels are dates.
func areDates(levels []string) bool { return dates.Of(levels) != nil }

// areDigits reports whether all levels are whole numbers from 0 to 12.
func areDigits(levels []string) bool {
	for _, l := range levels {
		if x, err := strconv.ParseFloat(l, 64); err != nil || x != math.Trunc(x) || x < 0 || x > mostDigits {
			return false
		}
	}
	return true
}

// LevelInks returns the colours of the levels of an annotation of categories, as strips have them, for a figure that
// names each level: of very many, some have the same.
func LevelInks(name string, levels []string, look plotting.Look) []color.NRGBA {
	inks := NewStripColours(&Strip{Annotation: inference.Annotation{Name: name, Levels: levels}}, nil, 0, look).Colour
	for i, c := range inks {
		if c == ink.OtherCategories {
			inks[i] = ink.AnnotationInk(i)
		}
	}
	return inks
}

// Coded describes the strip for those who choose its colours.
func (k *StripColours) Coded(look plotting.Look) plotting.Coded {
	a := k.Strip.Annotation
	c := plotting.Coded{Name: a.Name, Numeric: a.Numeric, As: plotting.CodedColours}
	switch {
	case k.Bars:
		c.As = plotting.CodedBars
	case k.Ramp != nil:
		c.As = plotting.CodedGradient
	}
	for _, i := range look.Codings.Of(a.Name).Levels(a.Levels) {
		c.Levels, c.Colours = append(c.Levels, a.Levels[i]), append(c.Colours, k.Colour[i])
	}
	return c
}

// CodedOf describes strips side by side, of the rows in an order.
func CodedOf(strips []Strip, order []int32, look plotting.Look) (list []plotting.Coded) {
	used := 0
	for i := range strips {
		k := NewStripColours(&strips[i], order, used, look)
		used += k.Inks
		list = append(list, k.Coded(look))
	}
	return list
}

// Share returns how much of its cell the bar of a level fills; 1 where there are no bars.
func (k *StripColours) Share(code int) float64 {
	if !k.Bars || code < 0 || code >= len(k.values) {
		return 1
	}
	low := k.low
	if low > 0 {
		low = 0
	}
	return max((k.values[code]-low)/(k.high-low), 0.02)
}

// Bar returns the part of a cell of a strip of rows that a level fills.
func (k *StripColours) Bar(code int, cell vg.Rectangle) vg.Rectangle {
	cell.Max.X = cell.Min.X + vg.Length(k.Share(code))*(cell.Max.X-cell.Min.X)
	return cell
}

// Width returns the width of the strip beside the rows: bars need more than colours.
func (k *StripColours) Width(usual vg.Length) vg.Length {
	if k.Bars {
		return 4 * usual
	}
	return usual
}

// valuesOf returns the numbers that levels are, or the days of dates; nil if one is neither.
func valuesOf(levels []string) []float64 {
	values := make([]float64, len(levels))
	for i, level := range levels {
		x, err := strconv.ParseFloat(level, 64)
		if err != nil {
			return dates.Of(levels)
		}
		values[i] = x
	}
	return values
}

// ramped colours the levels by their value; it reports false if one is neither a number nor a date.
func (k *StripColours) ramped(levels []string, coding plotting.Coding) bool {
	values := valuesOf(levels)
	if len(values) == 0 || coding.As == plotting.CodedBars && areDates(levels) { // days have no zero
		return false
	}
	k.low, k.high = slices.Min(values), slices.Max(values)
	if k.Strip.Share {
		k.low, k.high = 0, 1
	}
	if k.high <= k.low || math.IsInf(k.high-k.low, 0) || k.high-k.low != k.high-k.low {
		return false
	}
	k.Ramp, k.values = ink.Viridis, values
	if k.Strip.Share {
		k.Ramp = ink.Ink
	}
	if m := ink.Palette(coding.Palette); m != nil {
		k.Ramp = m
	}
	if k.Bars = coding.As == plotting.CodedBars; k.Bars {
		for i := range k.Colour {
			k.Colour[i] = ink.CategoryPalette(coding.Palette)[0]
		}
		return true
	}
	k.grade()
	return true
}

// grade colours the levels along the ramp.
func (k *StripColours) grade() {
	for i, x := range k.values {
		c := k.Ramp.At((x - k.low) / (k.high - k.low))
		k.Colour[i] = color.NRGBA{c.R, c.G, c.B, 255}
	}
}

// In gives shares the shades from paper to ink of a style, and returns the colours.
func (k *StripColours) In(st plotting.Style) *StripColours {
	if m := k.Ramp; m != nil && m.In(st) != m {
		k.Ramp = m.In(st)
		k.grade()
	}
	return k
}

// sampled returns n levels of a ramp, including the least and the greatest, with values as evenly spaced as the levels
// allow.
func (k *StripColours) sampled(n int) []int {
	var picked []int
	for i := range n {
		want := k.low + (k.high-k.low)*float64(i)/float64(n-1)
		best := 0
		for level, x := range k.values {
			if math.Abs(x-want) < math.Abs(k.values[best]-want) {
				best = level
			}
		}
		if len(picked) == 0 || picked[len(picked)-1] != best {
			picked = append(picked, best)
		}
	}
	return picked
}

// Code returns the level of a row, −1 if it has none.
func (s *Strip) Code(row int) int {
	if row >= len(s.Annotation.Codes) {
		return -1
	}
	if c := s.Annotation.Codes[row]; c < len(s.Annotation.Levels) {
		return c
	}
	return -1
}

// A StripRun is a run of rows of a strip in one colour.
type StripRun struct {
	Code     int     // −1: missing
	From, To float64 // in units of the placement
}

// Runs returns the cells of a strip between two heights. Leaves at least apart units high have one
// cell each; otherwise each stretch of that height shows its most frequent level. With join, equal
// neighbours are joined.
func (s *Strip) Runs(order []int32, q *Placement, from, to, apart float64, join bool) []StripRun {
	var runs []StripRun
	add := func(code int, a, b float64) {
		if n := len(runs); join && n > 0 && runs[n-1].Code == code {
			runs[n-1].To = b
			return
		}
		runs = append(runs, StripRun{code, a, b})
	}
	var votes []int
	for r, end := q.At(from), q.At(to); r <= end; {
		a, b := q.Edge[r], q.Edge[r+1]
		if b-a >= apart {
			add(s.Code(int(order[r])), a, b)
			r++
			continue
		}
		if votes == nil {
			votes = make([]int, len(s.Annotation.Levels)+1)
		}
		clear(votes)
		for r <= end && (b-a < apart || b == a) {
			b = q.Edge[r+1]
			votes[s.Code(int(order[r]))+1]++
			r++
		}
		add(mostVotes(votes), a, b)
	}
	return runs
}

// A Strip is a column of colours beside the leaves, with one cell per leaf.
type Strip struct {
	Annotation inference.Annotation // values by row, which is by leaf
	// Colours are those of the levels, in order; nil means the categories of the palette, or a map
	// of magnitudes for numbers with more than eight levels.
	Colours []color.NRGBA
	// Share says that levels are shares from 0 to 1, which are shades from paper to ink.
	Share bool
	// Without is the text for a row without a level where nothing is missing: "in no cluster"; "" for missing.
	Without string
}

// withoutText returns the text for a row without a level.
func (s *Strip) withoutText() string { return cmp.Or(s.Without, "missing") }

// WithoutInk is the colour of points without a level: of rows in no group a grey of their own, and of missing ones that
// of the hatching.
func (s *Strip) WithoutInk(st plotting.Style) color.NRGBA {
	if s.Without != "" {
		return ink.Ungrouped
	}
	return st.MissingHatch
}

// LevelText returns the level of a row, or words if it has none.
func (s *Strip) LevelText(row int) string {
	if code := s.Code(row); code >= 0 {
		return s.Annotation.Levels[code]
	}
	return s.withoutText()
}

// CellText returns the level of a row for a file, "" if it has none.
func (s *Strip) CellText(row int) string {
	if code := s.Code(row); code >= 0 {
		return s.Annotation.Levels[code]
	}
	return ""
}

// PaintRuns adds runs of a strip, each in its given box.
func (k *StripColours) PaintRuns(list *ink.List, st plotting.Style, runs []StripRun, box func(StripRun) vg.Rectangle) {
	paths := map[color.NRGBA]*vg.Path{}
	var order []color.NRGBA
	var missing []vg.Rectangle
	var lined [3][]vg.Rectangle
	for _, run := range runs {
		r := box(run)
		if run.Code < 0 && k.Strip.Without == "" {
			missing = append(missing, r)
			continue
		}
		hue := ink.Ungrouped
		if run.Code >= 0 {
			hue = k.Colour[run.Code]
			lined[k.rounds[run.Code]] = append(lined[k.rounds[run.Code]], r)
		}
		path, ok := paths[hue]
		if !ok {
			path = &vg.Path{}
			paths[hue] = path
			order = append(order, hue)
		}
		*path = ink.AppendBox(*path, r)
	}
	if len(missing) > 0 {
		list.Add(ink.Missing{Rects: missing, Style: st})
	}
	for _, hue := range order {
		list.Add(ink.Fill{Colour: hue, Path: *paths[hue]})
	}
	for round, rects := range lined {
		if round > 0 && len(rects) > 0 {
			list.Add(ink.Lined{Rects: rects, Round: round, Style: st})
		}
	}
}

// Legend explains the colours of a strip, listing at most limit levels.
func (k *StripColours) Legend(limit int) ink.LegendBlock {
	b := ink.LegendBlock{Title: k.Strip.Annotation.Name}
	level := func(i int) ink.LegendEntry {
		return ink.LegendEntry{Colour: k.Colour[i], Round: k.rounds[i], Text: k.Strip.Annotation.Levels[i],
			Rows: func() []int { return k.Strip.Annotation.Having(i) }}
	}
	if k.Bars {
		b.Entries = append(b.Entries, ink.LegendEntry{Colour: k.Colour[0],
			Text: "from " + plotting.FormatNumber(min(k.low, 0)) + " to " + plotting.FormatNumber(k.high)})
		return k.withMissing(b)
	}
	if k.Ramp != nil { // a few of the numbers, as the table writes them
		for _, i := range k.sampled(min(limit, 5)) {
			b.Entries = append(b.Entries, level(i))
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
		b.Entries = append(b.Entries, level(i))
	}
	switch {
	case others == 1: // one level has that colour to itself
		b.Entries = append(b.Entries, level(last))
	case trimmed: // several colours, of which none can stand for all
		b.Entries = append(b.Entries, ink.LegendEntry{Plain: true, Text: "and " + plotting.FormatCount(others) + " more"})
	case others > 1:
		b.Entries = append(b.Entries,
			ink.LegendEntry{Colour: ink.OtherCategories, Text: "others (" + plotting.FormatCount(others) + ")"})
	}
	return k.withMissing(b)
}

func (k *StripColours) withMissing(b ink.LegendBlock) ink.LegendBlock {
	if k.absent {
		e := ink.LegendEntry{Missing: true, Text: k.Strip.withoutText()}
		if k.Strip.Without != "" {
			e.Missing, e.Colour = false, ink.Ungrouped
		}
		b.Entries = append(b.Entries, e)
	}
	return b
}
