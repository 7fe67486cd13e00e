package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"strconv"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Alluvial is the figure of two partitions of the same rows: the groups of one at the left, those
// of the other at the right, and between them a band for the rows that a pair of groups shares, as
// thick as they are many. The groups at the right stand where their rows come from.
type Alluvial struct {
	Title, Subtitle string
	Empty           string    // the sentence while there are no rows; has a default
	Names           [2]string // of the partitions, left and right
	Groups          [2][]string
	Counts          [][]int // rows of each group at the left by group at the right
	Style           plotting.Style
}

var (
	_ plotting.Styled  = Alluvial{}
	_ plotting.Sheeter = Alluvial{}
)

// WithStyle implements Styled.
func (a Alluvial) WithStyle(s plotting.Style) plotting.Figure { a.Style = s; return a }

// Sheets implements Sheeter: a line for each pair of groups that share rows.
func (a Alluvial) Sheets() []plotting.Sheet {
	if a.total() == 0 {
		return nil
	}
	return []plotting.Sheet{
		{Name: "alluvial", Header: []string{a.Names[0], a.Names[1], "rows"}, Rows: func(yield func([]string) bool) {
			for i, line := range a.Counts {
				for j, n := range line {
					if n > 0 && !yield([]string{a.Groups[0][i], a.Groups[1][j], strconv.Itoa(n)}) {
						return
					}
				}
			}
		}}}
}

func (a Alluvial) total() (n int) {
	for _, line := range a.Counts {
		for _, k := range line {
			n += k
		}
	}
	return n
}

// sizes are the numbers of rows of the groups on either side.
func (a Alluvial) sizes() (sizes [2][]int) {
	sizes[0], sizes[1] = make([]int, len(a.Groups[0])), make([]int, len(a.Groups[1]))
	for i, line := range a.Counts {
		for j, n := range line {
			sizes[0][i] += n
			sizes[1][j] += n
		}
	}
	return sizes
}

// orders list the groups that have rows, from the top: those at the left as they are given, those
// at the right by the mean place of their rows at the left.
func (a Alluvial) orders() (orders [2][]int) {
	sizes := a.sizes()
	place, at := make([]float64, len(a.Groups[0])), 0.0
	for i, n := range sizes[0] {
		if place[i] = at + float64(n)/2; n > 0 {
			orders[0] = append(orders[0], i)
		}
		at += float64(n)
	}
	mean := make([]float64, len(a.Groups[1]))
	for j, n := range sizes[1] {
		for i := range a.Counts {
			mean[j] += float64(a.Counts[i][j]) * place[i] / float64(max(n, 1))
		}
		if n > 0 {
			orders[1] = append(orders[1], j)
		}
	}
	stable.Sort(orders[1], func(x, y int) int { return cmp.Compare(mean[x], mean[y]) })
	return orders
}

// Sizes of alluvials, in points.
const (
	alluvialBar  = 12 // width of a group
	alluvialGap  = 7  // between groups, where there is room
	alluvialRows = 0.75
)

// A band is the rows that two groups share.
type band struct {
	left, right int
	n           int
	a, b        ink.Span // heights at the left and the right, from the lower end
}

// An alluvialScene is a laid-out [Alluvial].
type alluvialScene struct {
	Alluvial
	placed // area: of bars and bands
	spans  [2][]ink.Span
	bands  []band
	rows   [2][]int
	inks   []color.NRGBA // of the groups at the left
}

// Layout implements Figure. It costs the pairs of groups.
func (a Alluvial) Layout(size vg.Point) plotting.Scene {
	s := &alluvialScene{Alluvial: a, placed: placed{size: size}}
	st := a.Style
	box, ok := ink.Page(&s.list, st, size, ink.PlaneLeast, a.Title, a.Subtitle)
	if !ok {
		return s
	}
	if a.total() == 0 {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: cmp.Or(a.Empty, "There are not two partitions to compare.")})
		return s
	}
	s.rows = a.sizes()
	var names [2]vg.Length
	face := ink.Regular(st.Typeface, st.LabelSize)
	for side := range names {
		names[side] = min(ink.WidestOf(face, len(a.Groups[side]), func(i int) string { return s.label(side, i) })+8,
			0.3*(box.Max.X-box.Min.X))
	}
	top := ink.LineHeight(ink.Bold(st.Typeface, st.AxisSize)) + st.Padding
	s.area = vg.Rectangle{Min: vg.Point{X: box.Min.X + names[0], Y: box.Min.Y},
		Max: vg.Point{X: box.Max.X - names[1], Y: box.Max.Y - top}}
	if s.area.Max.X-s.area.Min.X < 4*alluvialBar || s.area.Max.Y-s.area.Min.Y < ink.LeastCells {
		s.area = vg.Rectangle{}
		return s
	}
	s.inks = beside.LevelInks(a.Names[0], a.Groups[0], st.Look)
	s.place()
	s.build(box)
	return s
}

// label is the name of a group with its number of rows.
func (s *alluvialScene) label(side, i int) string {
	return s.Groups[side][i] + " (" + plotting.FormatCount(s.rows[side][i]) + ")"
}

// place finds the heights of groups and bands.
func (s *alluvialScene) place() {
	height := s.area.Max.Y - s.area.Min.Y
	orders := s.orders()
	for side, order := range orders {
		s.spans[side] = make([]ink.Span, len(s.Groups[side]))
		gaps := vg.Length(len(order) - 1)
		gap := min(alluvialGap, (1-alluvialRows)*height/max(gaps, 1))
		each := (height - gap*gaps) / vg.Length(s.total())
		y := s.area.Max.Y
		for _, i := range order {
			tall := each * vg.Length(s.rows[side][i])
			s.spans[side][i] = ink.Span{From: y - tall, To: y}
			y -= tall + gap
		}
	}
	var used [2][]vg.Length
	used[0], used[1] = make([]vg.Length, len(s.Groups[0])), make([]vg.Length, len(s.Groups[1]))
	for _, i := range orders[0] {
		for _, j := range orders[1] {
			n := s.Counts[i][j]
			if n == 0 {
				continue
			}
			b := band{left: i, right: j, n: n}
			for side, k := range [2]int{i, j} {
				span := s.spans[side][k]
				tall := span.Width() * vg.Length(n) / vg.Length(s.rows[side][k])
				to := span.To - used[side][k]
				used[side][k] += tall
				if at := (ink.Span{From: to - tall, To: to}); side == 0 {
					b.a = at
				} else {
					b.b = at
				}
			}
			s.bands = append(s.bands, b)
		}
	}
}

// outline is the path of a band.
func (s *alluvialScene) outline(b band) (p vg.Path) {
	x0, x1 := s.area.Min.X+alluvialBar, s.area.Max.X-alluvialBar
	mid := (x0 + x1) / 2
	p.Move(vg.Point{X: x0, Y: b.a.To})
	p.CubeTo(vg.Point{X: mid, Y: b.a.To}, vg.Point{X: mid, Y: b.b.To}, vg.Point{X: x1, Y: b.b.To})
	p.Line(vg.Point{X: x1, Y: b.b.From})
	p.CubeTo(vg.Point{X: mid, Y: b.b.From}, vg.Point{X: mid, Y: b.a.From}, vg.Point{X: x0, Y: b.a.From})
	p.Close()
	return p
}

// bar is the box of a group.
func (s *alluvialScene) bar(side, i int) vg.Rectangle {
	x := s.area.Min.X
	if side == 1 {
		x = s.area.Max.X - alluvialBar
	}
	return vg.Rectangle{Min: vg.Point{X: x, Y: s.spans[side][i].From},
		Max: vg.Point{X: x + alluvialBar, Y: s.spans[side][i].To}}
}

func (s *alluvialScene) build(box vg.Rectangle) {
	st := s.Style
	for _, b := range s.bands {
		s.list.Add(ink.Fill{Colour: plotting.Fade(s.inks[b.left], 0.5), Path: s.outline(b)})
	}
	bold, face := ink.Bold(st.Typeface, st.AxisSize), ink.Regular(st.Typeface, st.LabelSize)
	for side := range s.Groups {
		x, anchor, room := s.area.Min.X-6, ink.MiddleRight, s.area.Min.X-6-box.Min.X
		at, headAnchor := s.area.Min.X, ink.BaseLeft
		if side == 1 {
			x, anchor, room = s.area.Max.X+6, ink.MiddleLeft, box.Max.X-s.area.Max.X-6
			at, headAnchor = s.area.Max.X, ink.BaseRight
		}
		s.list.Text(bold, st.Muted, vg.Point{X: at, Y: s.area.Max.Y + st.Padding}, headAnchor, 0,
			ink.ElideMiddle(bold, s.Names[side], (s.area.Max.X-s.area.Min.X)/2-8))
		last := s.area.Max.Y + st.LabelSize
		for _, i := range s.orders()[side] {
			hue := st.Muted
			if side == 0 {
				hue = s.inks[i]
			}
			s.list.Box(hue, s.bar(side, i))
			y := (s.spans[side][i].From + s.spans[side][i].To) / 2
			if last-y >= st.LabelSize {
				s.list.Text(face, st.Ink, vg.Point{X: x, Y: y}, anchor, 0, ink.ElideMiddle(face, s.label(side, i), room))
				last = y
			}
		}
	}
}

// within reports whether p lies in a band.
func (s *alluvialScene) within(b band, p vg.Point) bool {
	x0, x1 := s.area.Min.X+alluvialBar, s.area.Max.X-alluvialBar
	if p.X < x0 || p.X > x1 {
		return false
	}
	// Across, the curve is x(t) = x0 + (x1−x0)(1.5t − 1.5t² + t³), and up it goes as 3t² − 2t³.
	low, high := 0.0, 1.0
	share := float64((p.X - x0) / (x1 - x0))
	for range 40 {
		if t := (low + high) / 2; 1.5*t-1.5*t*t+t*t*t < share {
			low = t
		} else {
			high = t
		}
	}
	up := vg.Length(low * low * (3 - 2*low))
	return p.Y >= b.a.From+(b.b.From-b.a.From)*up && p.Y <= b.a.To+(b.b.To-b.a.To)*up
}

// Hit implements Scene: a group at the left as Row, one at the right as Column, or a band as both.
func (s *alluvialScene) Hit(p vg.Point) (plotting.Mark, bool) {
	total := float64(s.total())
	for side := range s.spans {
		for i := range s.spans[side] {
			if s.rows[side][i] == 0 || !ink.Within(p, s.bar(side, i)) {
				continue
			}
			m := plotting.NewMark(plotting.GroupMark)
			if m.Row = i; side == 1 {
				m.Row, m.Column = -1, i
			}
			r := s.bar(side, i)
			m.Title, m.Anchor = s.Names[side]+" "+s.Groups[side][i], vg.Point{X: r.Max.X, Y: (r.Min.Y + r.Max.Y) / 2}
			m.Lines = [][2]string{{"rows", plotting.FormatCount(s.rows[side][i])},
				{"of all", plotting.FormatPercent(float64(s.rows[side][i]) / total)}}
			return m, true
		}
	}
	for k := len(s.bands) - 1; k >= 0; k-- { // the last is on top
		b := s.bands[k]
		if !s.within(b, p) {
			continue
		}
		m := plotting.NewMark(plotting.BandMark)
		m.Row, m.Column, m.Index, m.Anchor = b.left, b.right, k, p
		m.Title = fmt.Sprintf("%s and %s", s.Groups[0][b.left], s.Groups[1][b.right])
		m.Lines = [][2]string{{"rows", plotting.FormatCount(b.n)},
			{"of " + s.Groups[0][b.left], plotting.FormatPercent(float64(b.n) / float64(s.rows[0][b.left]))},
			{"of " + s.Groups[1][b.right], plotting.FormatPercent(float64(b.n) / float64(s.rows[1][b.right]))}}
		return m, true
	}
	return plotting.Mark{}, false
}

// DrawOverlay shows the band or group under the pointer in full colour.
func (s *alluvialScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	list := &ink.List{}
	for _, b := range s.bands {
		if (m.Row < 0 || b.left == m.Row) && (m.Column < 0 || b.right == m.Column) {
			list.Add(ink.Fill{Colour: plotting.Fade(s.inks[b.left], 0.6), Path: s.outline(b)})
		}
	}
	list.Draw(c)
}
