package plotting

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// maxLevels is how many levels of an annotation have a colour and a line in its legend.
const maxLevels = PlainCategories

// stripColours says how the levels of an annotation are coloured.
type stripColours struct {
	strip  *Strip
	colour []color.NRGBA // of each level
	named  []int         // levels with a colour of their own, in the order of the legend
	others int           // levels that share the colour for the rest
	other  int           // the last of them
	ramp   *ColorMap     // of numbers with many levels; nil for categories
	values []float64     // of each level of a ramp
	low    float64
	high   float64
	absent bool // some leaf has no value
}

// newStripColours gives colours to the levels of a strip. With more than eight levels
// the eight with most leaves get one and the rest share grey; numbers with more than
// eight levels get a map of magnitudes. The palette goes on from the given place, so
// that strips side by side do not say different things in the same colours. order lists the
// rows shown.
func newStripColours(s *Strip, order []int32, first int) *stripColours {
	a := s.Annotation
	k := &stripColours{strip: s, colour: make([]color.NRGBA, len(a.Levels))}
	counts := make([]int, len(a.Levels))
	var seen []int // levels in the order of the rows shown
	for _, row := range order {
		code := s.code(int(row))
		if code < 0 {
			k.absent = true
			continue
		}
		if counts[code] == 0 {
			seen = append(seen, code)
		}
		counts[code]++
	}
	if s.Colours == nil && a.Numeric && len(a.Levels) > maxLevels && k.ramped(a.Levels) {
		return k
	}
	kept := make([]int, len(a.Levels)) // the palette goes by the order of the levels
	for i := range kept {
		kept[i] = i
	}
	if len(kept) > maxLevels && s.Colours == nil {
		slices.SortStableFunc(kept, func(x, y int) int { return counts[y] - counts[x] })
		kept = kept[:maxLevels]
		slices.Sort(kept)
	}
	for i := range k.colour {
		k.colour[i] = otherCategories
	}
	for i, level := range kept {
		k.colour[level] = CategorySwatch((first + i) % PlainCategories).Color
		if s.Colours != nil {
			k.colour[level] = otherCategories
			if level < len(s.Colours) {
				k.colour[level] = s.Colours[level]
			}
		}
	}
	for _, level := range seen {
		if _, ok := slices.BinarySearch(kept, level); ok && len(k.named) < maxLevels {
			k.named = append(k.named, level)
		} else {
			k.others++
			k.other = level
		}
	}
	if a.Numeric {
		slices.Sort(k.named) // numbers read best in their own order
	}
	return k
}

// ramped colours the levels by their value; it reports false where one is no number.
func (k *stripColours) ramped(levels []string) bool {
	values := make([]float64, len(levels))
	for i, level := range levels {
		x, err := strconv.ParseFloat(level, 64)
		if err != nil {
			return false
		}
		values[i] = x
	}
	k.low, k.high = slices.Min(values), slices.Max(values)
	if k.high <= k.low {
		return false
	}
	k.ramp, k.values = Viridis, values
	for i, x := range values {
		c := k.ramp.At((x - k.low) / (k.high - k.low))
		k.colour[i] = color.NRGBA{c.R, c.G, c.B, 255}
	}
	return true
}

// sampled returns n levels of a ramp, the least and the greatest among them, whose
// values are spread as evenly as the levels allow.
func (k *stripColours) sampled(n int) []int {
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

// code returns the level of a row, −1 where it has none.
func (s *Strip) code(row int) int {
	if row >= len(s.Annotation.Codes) {
		return -1
	}
	if c := s.Annotation.Codes[row]; c < len(s.Annotation.Levels) {
		return c
	}
	return -1
}

// A stripRun is a run of rows of a strip in one colour.
type stripRun struct {
	code     int     // −1: missing
	from, to float64 // in units of the placement
}

// runs returns the cells of a strip between two heights: one for each leaf while
// leaves are apart units high or more, and the most frequent level of each stretch of
// that height where they are lower. Equal neighbours are joined where join is set.
func (s *Strip) runs(order []int32, q *placement, from, to, apart float64, join bool) []stripRun {
	var runs []stripRun
	add := func(code int, a, b float64) {
		if n := len(runs); join && n > 0 && runs[n-1].code == code {
			runs[n-1].to = b
			return
		}
		runs = append(runs, stripRun{code, a, b})
	}
	var votes []int
	for r, end := q.at(from), q.at(to); r <= end; {
		a, b := q.edge[r], q.edge[r+1]
		if b-a >= apart {
			add(s.code(int(order[r])), a, b)
			r++
			continue
		}
		if votes == nil {
			votes = make([]int, len(s.Annotation.Levels)+1)
		}
		clear(votes)
		for r <= end && (b-a < apart || b == a) {
			b = q.edge[r+1]
			votes[s.code(int(order[r]))+1]++
			r++
		}
		best := 0
		for i, n := range votes {
			if n > votes[best] {
				best = i
			}
		}
		add(best-1, a, b)
	}
	return runs
}

// drawStrip adds the visible cells of a strip to the list.
func (l *dendrogramLayout) drawStrip(list *drawList, k *stripColours, box vg.Rectangle) {
	cells := l.pitch >= 6 // apart, with a gap between them
	runs := k.strip.runs(l.p.order, l.q, l.s0, l.s1, 0.5/float64(l.pitch), !cells)
	k.paintRuns(list, l.style, runs, func(run stripRun) vg.Rectangle {
		r := vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: l.y(run.to)}, Max: vg.Point{X: box.Max.X, Y: l.y(run.from)}}
		if cells && r.Max.Y-r.Min.Y >= 4 {
			r.Min.Y += 0.5
			r.Max.Y -= 0.5
		}
		return r
	})
}
