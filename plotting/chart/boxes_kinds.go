package chart

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/dates"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// place returns where a value stands on its axis: a count at log(1 + y), a skewed number at its logarithm.
func (p *BoxPanel) place(v float64) float64 {
	switch p.Kind.Sort {
	case column.Count:
		return math.Log1p(v)
	case column.Skewed:
		return math.Log10(v)
	}
	return v
}

// places returns where the values of a group stand.
func (p *BoxPanel) places(group int) []float64 {
	v := p.values(group)
	for i, x := range v {
		v[i] = p.place(x)
	}
	return v
}

// ticks returns at most n ticks of the axis of the values between two places.
func (p *BoxPanel) ticks(low, high float64, n int) (ticks []ink.Tick) {
	switch p.Kind.Sort {
	case column.Count:
		return countTicks(low, high, n)
	case column.Skewed:
		if ticks = logTicks(low, high, n); len(ticks) < 2 { // the range is too narrow for 1, 2, 5 and 10
			ticks = ink.Ticks(math.Pow(10, low), math.Pow(10, high), n)
			for i := range ticks {
				ticks[i].Value = math.Log10(ticks[i].Value)
			}
		}
	default:
		ticks = ink.Ticks(low, high, n)
	}
	if p.Unit == percent {
		for i := range ticks {
			ticks[i].Label += " %"
		}
	}
	return ticks
}

// countTicks returns powers of ten or, where these are few, 1, 2, 5, 10, 20, … between two places of counts.
func countTicks(low, high float64, n int) (ticks []ink.Tick) {
	for _, steps := range [][]float64{{1}, {1, 2, 5}} {
		ticks = ticks[:0]
		last := math.Inf(-1)
		add := func(y float64) {
			if at := math.Log1p(y); at >= low && at <= high && at-last >= 0.8*(high-low)/float64(max(n, 1)) {
				ticks, last = append(ticks, ink.Tick{Value: at, Label: plotting.FormatNumber(y)}), at
			}
		}
		add(0)
		for power := 1.0; power < 1e300 && math.Log1p(power) <= high; power *= 10 {
			for _, k := range steps {
				add(k * power)
			}
		}
		if len(ticks) > 2 {
			return ticks
		}
	}
	return ticks
}

// limitMark returns the mark of a limit, which points along the axis of the values.
func (p *BoxPanel) limitMark(side int) vg.Path {
	path := beside.LimitMark(side)
	if p.At == nil { // to the left and to the right
		for i := range path {
			path[i].Pos.X, path[i].Pos.Y = path[i].Pos.Y, path[i].Pos.X
		}
	}
	return path
}

// cell writes the value of a point for a file.
func (p *BoxPanel) cell(point int) string {
	side, limited := p.Limits[point]
	switch v := p.Values[point]; {
	case math.IsNaN(v):
		return ""
	case p.Kind.Levels != nil:
		return p.word(point)
	case limited && side < 0:
		return "<" + plotting.Cell(v)
	case limited && side > 0:
		return ">" + plotting.Cell(v)
	default:
		return plotting.Cell(v)
	}
}

// sharesSheet lists how many values of each group have each level, and their share; false without panels of levels.
func (b Boxes) sharesSheet() (plotting.Sheet, bool) {
	some := func(p BoxPanel) bool { return p.Kind.Levels != nil && p.At == nil }
	return plotting.Sheet{Name: "shares", Header: []string{"panel", "group", "level", "n", "share"},
		Rows: func(yield func([]string) bool) {
			for i := range b.Panels {
				p := &b.Panels[i]
				if !some(*p) {
					continue
				}
				for g, name := range b.Groups {
					count, all := p.shares(g)
					for l, n := range count {
						if !yield([]string{p.Name, name, p.Kind.Levels[l], strconv.Itoa(n),
							plotting.Cell(float64(n) / float64(all))}) {
							return
						}
					}
				}
			}
		}}, slices.ContainsFunc(b.Panels, some)
}

// percent is the unit that stands beside each number of an axis; others stand in the heading.
const percent = "%"

// heading is the name with its unit.
func (p *BoxPanel) heading() string {
	if p.Unit == "" || p.Unit == percent || strings.Contains(p.Name, p.Unit) {
		return p.Name
	}
	return p.Name + ", " + p.Unit
}

// marks returns at most n ticks of the axis of the measurement.
func (p *BoxPanel) marks(low, high float64, n int) (ticks []ink.Tick) {
	if !p.Dated {
		return ink.Ticks(low, high, n)
	}
	for _, m := range dates.Marks(low, high-0.05*(high-low), n) { // the words of a later one would be cut
		ticks = append(ticks, ink.Tick{Value: m.Days, Label: m.Word})
	}
	return ticks
}

// moment writes where a point stands along the measurement.
func (p *BoxPanel) moment(point int) string {
	if v := p.At[point]; p.Dated && !math.IsNaN(v) {
		return dates.Word(v)
	}
	return plotting.FormatDigits(p.At[point], 4)
}

// word writes the value of a point: a number, a limit, or the name of a level.
func (p *BoxPanel) word(point int) string {
	v := p.Values[point]
	if k := int(v); p.Kind.Levels != nil && k >= 0 && k < len(p.Kind.Levels) {
		return p.Kind.Levels[k]
	}
	text := plotting.FormatDigits(v, 3)
	if side, is := p.Limits[point]; is {
		return map[int]string{-1: "<", 0: "about ", 1: ">"}[side] + text
	}
	return text
}

// shares returns how many values of a group have each level, and how many there are.
func (p *BoxPanel) shares(group int) (count []int, all int) {
	count = make([]int, len(p.Kind.Levels))
	for _, v := range p.values(group) {
		if k := int(v); !math.IsNaN(v) && k >= 0 && k < len(count) {
			count[k]++
			all++
		}
	}
	return count, all
}

// shareLines lists the shares of the levels in a group, for at most eight.
func (p *BoxPanel) shareLines(group int) (lines [][2]string) {
	count, all := p.shares(group)
	for l, n := range count {
		if len(lines) < 8 && n > 0 {
			lines = append(lines, [2]string{p.Kind.Levels[l], plotting.FormatPercent(float64(n) / float64(all))})
		}
	}
	return lines
}

// drawShares draws a bar for each group whose parts are the shares of the levels, with the selected points as a line
// below, and names the levels below the panel.
func (s *boxScene) drawShares(list *ink.List, p *placedPanel) {
	st, k := s.Style, &s.Panels[p.number]
	inks := beside.KindInks(k.Name, k.Kind, st)
	half := s.pitch(p) * boxThick / 2
	face := ink.Regular(st.Typeface, min(st.TickSize, 1.5*half))
	chosen := make([][]int, len(s.Groups)) // selected points of each level
	for g := range chosen {
		chosen[g] = make([]int, len(k.Kind.Levels))
	}
	for _, i := range s.SelectedPoints {
		if i < len(k.Values) && k.Group[i] >= 0 && !math.IsNaN(k.Values[i]) {
			chosen[k.Group[i]][int(k.Values[i])]++
		}
	}
	for g := range s.Groups {
		count, all := k.shares(g)
		if all == 0 {
			continue
		}
		y, before := s.groupY(p, g), 0
		for l, n := range count {
			if n == 0 {
				continue
			}
			r := vg.Rectangle{Min: vg.Point{X: p.axis.At(float64(before) / float64(all)), Y: y - half},
				Max: vg.Point{X: p.axis.At(float64(before+n) / float64(all)), Y: y + half}}
			list.Box(inks[l], r)
			if text := plotting.FormatPercent(float64(n) / float64(all)); half > 4 &&
				ink.TextWidth(face, text) < r.Max.X-r.Min.X-4 {
				list.Text(face, beside.OnInk(inks[l]), vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: y}, ink.MiddleCentre,
					0, text)
			}
			if c := chosen[g][l]; c > 0 {
				end := r.Min.X + (r.Max.X-r.Min.X)*vg.Length(c)/vg.Length(n)
				list.Box(st.Selection, vg.Rectangle{Min: vg.Point{X: r.Min.X, Y: y - half - 2.5},
					Max: vg.Point{X: end, Y: y - half - 0.5}})
			}
			before += n
		}
		frame := vg.Rectangle{Min: vg.Point{X: p.plot.Min.X, Y: y - half}, Max: vg.Point{X: p.plot.Max.X, Y: y + half}}
		list.Add(&ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke, Path: frame.Path()})
	}
	s.nameLevels(list, p, inks)
}

// nameLevels writes a key of the levels below a panel, of as many as have room, and how many more there are.
func (s *boxScene) nameLevels(list *ink.List, p *placedPanel, inks []color.NRGBA) {
	st, k := s.Style, &s.Panels[p.number]
	f := ink.Regular(st.Typeface, st.TickSize)
	const side, gap = 7, 4
	x, y := p.plot.Min.X, p.plot.Min.Y-st.Padding-ink.LineHeight(f)/2
	for l, name := range k.Kind.Levels {
		rest := ""
		if n := len(k.Kind.Levels) - l - 1; n > 0 {
			rest = "and " + plotting.FormatCount(n) + " more"
		}
		room := p.plot.Max.X - x - side - gap
		if rest != "" {
			room -= ink.TextWidth(f, rest) + 2*gap
		}
		if width := ink.TextWidth(f, name); width > room {
			if rest == "" && room > 20 { // the last one, shortened
				name, width = ink.Elide(f, name, room), room
			} else {
				list.Text(f, st.Muted, vg.Point{X: x, Y: y}, ink.MiddleLeft, 0,
					"and "+plotting.FormatCount(len(k.Kind.Levels)-l)+" more")
				return
			}
		}
		box := vg.Rectangle{Min: vg.Point{X: x, Y: y - side/2}, Max: vg.Point{X: x + side, Y: y + side/2}}
		list.Box(inks[l], box)
		list.Add(&ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke, Path: box.Path()})
		list.Text(f, st.Muted, vg.Point{X: x + side + gap, Y: y}, ink.MiddleLeft, 0, name)
		x += side + 3*gap + ink.TextWidth(f, name)
	}
}
