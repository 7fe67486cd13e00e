package chart

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A traceScene is a laid-out [Trace].
type traceScene struct {
	Trace
	size      vg.Point
	area      vg.Rectangle // of the plot
	text      vg.Rectangle // of title, best value and keys
	x         ink.Axis
	y         []ink.Tick
	low, high float64 // of the vertical axis
	lines     []traceLine
	turns     []turn // births and deaths
	best      [2]int // series and index of the greatest value
	bestAt    vg.Point
	hasBest   bool // and it lies within the plot
	bestText  string
	empty     bool
	weight    vg.Length // of the lines
	opacity   float64
}

// A traceLine is one series: the parts before and after the end of the burn-in, and those of
// accepted and rejected epochs.
type traceLine struct{ pale, full, thick, thin vg.Path }

// Least sizes of the parts of a trace; parts that do not fit are left out.
const (
	traceTextWidth = 150  // of the text when it stands at the left
	traceWide      = 480  // least width with text at the left
	traceLow       = 0.28 // height over width below which text stands at the left
	traceAxisRoom  = 64   // least height with axes
	traceNameRoom  = 100  // least height with names at the axes
	traceUnitRoom  = 260  // least height on a screen with the unit nats in the title
)

// columnsPerPoint is how finely lines are thinned; two columns suffice for print and for screens of
// two pixels per point.
const columnsPerPoint = 2

// Layout implements Figure.
func (t Trace) Layout(size vg.Point) plotting.Scene {
	s := &traceScene{Trace: t, size: size, weight: 1.25, opacity: 1}
	margin := min(t.Style.Margin, size.X/20)
	edge := min(t.Style.Gap, size.Y/10)
	s.area = vg.Rectangle{Min: vg.Point{X: margin, Y: edge}, Max: vg.Point{X: size.X - margin, Y: size.Y - edge}}
	k, i, ok := t.best()
	if ok && !t.NoBest {
		s.best = [2]int{k, i}
		r := &t.Series[k]
		s.bestText = "best " + FormatScore(r.Values[i]) + " at " + plotting.FormatCount(r.Iteration[i])
	}
	s.empty = !ok
	if ok && t.single() {
		s.empty, s.bestText = true, ""
		s.Empty = "A single " + t.iterationName() + ": " +
			plotting.FormatDigits(t.Series[k].Values[i], 6) + ". A curve needs two."
		if n := t.points(); n > 1 {
			s.Empty = fmt.Sprintf("A single %s of %d chains. A curve needs two.", t.iterationName(), n)
		}
	}
	s.placeText()
	if s.empty {
		return s
	}
	s.placeAxes()
	for k := range t.Series {
		s.lines = append(s.lines, s.line(&t.Series[k]))
	}
	s.bestAt = s.at(t.x(&t.Series[k], i), t.Series[k].Values[i])
	s.hasBest = !t.NoBest && ink.Contains(s.area, s.bestAt)
	s.placeTurns()
	return s
}

// placeText reserves room for the text: at the left of wide and low figures, above the plot of
// others.
func (s *traceScene) placeText() {
	if s.aside() {
		width := vg.Length(traceTextWidth)
		for _, l := range s.headings() {
			width = max(width, ink.TextWidth(l.face, l.text))
		}
		width = min(width, max(traceTextWidth, s.size.X/4))
		s.text = vg.Rectangle{Min: s.area.Min, Max: vg.Point{X: s.area.Min.X + width, Y: s.area.Max.Y}}
		s.area.Min.X += width + s.Style.Gap
		return
	}
	h := vg.Length(0)
	for _, l := range s.headings() {
		if s.size.Y-h-ink.LineHeight(l.face) < s.size.Y/2 {
			break
		}
		h += ink.LineHeight(l.face)
	}
	s.text = vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: s.area.Max.Y - h}, Max: s.area.Max}
	s.area.Max.Y -= h
	if h > 0 {
		s.area.Max.Y -= s.Style.Padding
	}
}

// aside reports whether the text stands at the left of the plot.
func (s *traceScene) aside() bool { return s.size.X >= traceWide && s.size.Y < traceLow*s.size.X }

// heading is one line of the text beside or above the plot.
type heading struct {
	face  ink.Face
	text  string
	muted bool
}

// textLines returns the headings as they are drawn: beside the plot, long ones take several lines.
func (s *traceScene) textLines() (lines []heading) {
	for _, h := range s.headings() {
		if !s.aside() {
			lines = append(lines, h)
			continue
		}
		for _, text := range ink.Wrap(h.face, h.text, s.text.Max.X-s.text.Min.X) {
			lines = append(lines, heading{h.face, text, h.muted})
		}
	}
	return lines
}

// beyond says how far the burn-in goes beyond the vertical axis; "" where it does not.
func (s *traceScene) beyond() string {
	if s.empty {
		return ""
	}
	low, high := s.span()
	w := s.GetWindow()
	shown, all := s.reach(low+w.X0*(high-low), low+w.X1*(high-low))
	switch {
	case all.low > all.high:
		return ""
	case shown.low-all.low >= all.high-shown.high:
		return "the burn-in begins below, at " + plotting.FormatDigits(all.low, 5)
	}
	return "the burn-in begins above, at " + plotting.FormatDigits(all.high, 5)
}

func (s *traceScene) headings() []heading {
	var out []heading
	title := s.Title
	if s.Style.Handles && s.size.Y < traceUnitRoom {
		title = strings.TrimSuffix(title, natsUnit) // points tell it
	}
	title, subtitle := s.Style.Look.Heading(title, s.Subtitle)
	if title != "" {
		out = append(out, heading{ink.Bold(s.Style.Typeface, s.Style.SubtitleSize), title, false})
	}
	for _, l := range []string{subtitle, s.bestText, s.beyond()} {
		if l != "" {
			out = append(out, heading{ink.Regular(s.Style.Typeface, s.Style.AxisSize), l, true})
		}
	}
	return out
}

// placeAxes chooses the ranges and ticks and reserves room for their numbers.
func (s *traceScene) placeAxes() {
	st := s.Style
	low, high := s.span()
	w := s.GetWindow()
	low, high = low+w.X0*(high-low), low+w.X1*(high-low)
	s.fit(low, high)

	face := ink.Regular(st.Typeface, st.TickSize)
	axes := s.size.Y >= traceAxisRoom && s.area.Max.X-s.area.Min.X > 80
	named := s.size.Y >= traceNameRoom
	if axes {
		s.area.Min.Y += ink.AxisHeight(st, named)
		s.y = ink.Ticks(s.low, s.high, min(max(int((s.area.Max.Y-s.area.Min.Y)/28), 2), 6))
		widest := vg.Length(0)
		for _, k := range s.y {
			widest = max(widest, ink.TextWidth(face, k.Label))
		}
		s.area.Min.X += widest + st.Padding
		if s.area.Max.X-s.area.Min.X < 40 {
			s.area.Min.X -= widest + st.Padding
			s.y = nil
		}
	}
	s.x = ink.Axis{From: s.area.Min, To: vg.Point{X: s.area.Max.X, Y: s.area.Min.Y}, Low: low, High: high}
	if !axes {
		return
	}
	name, unit := s.axisName(high)
	room := int((s.area.Max.X - s.area.Min.X) / 72)
	if s.BySeconds {
		s.x.Ticks = ink.Ticks(low/unit, high/unit, max(room, 2))
		for i := range s.x.Ticks {
			s.x.Ticks[i].Value *= unit
		}
	} else {
		s.x.Ticks = ink.WholeTicks(low, high, max(room, 2))
	}
	if named {
		s.x.Name = name
	}
}

// axisName returns the name of the horizontal axis and, for times, its unit in seconds.
func (s *traceScene) axisName(high float64) (string, float64) {
	switch {
	case !s.BySeconds:
		return s.iterationName(), 1
	case high >= 3*3600:
		return "time, hours", 3600
	case high >= 300:
		return "time, minutes", 60
	}
	return "time, seconds", 1
}

// FormatScore writes a score as lists of results and curves do, to a tenth where that is no more than five digits:
// "−569.3".
func FormatScore(x float64) string {
	digits := 3
	switch size := math.Abs(x); {
	case size >= 1e7: // FormatDigits writes a power of ten
	case size >= 1e4:
		digits = int(math.Log10(size)) + 1
	case size >= 100:
		digits = int(math.Log10(size)) + 2
	}
	return plotting.FormatDigits(x, digits)
}

// natsUnit ends the title of a quantity in nats.
const natsUnit = ", nats"

// leastSpan is the least range of the vertical axis. A fraction of a nat tells nothing, so its
// noise should not fill the plot. Other units have no limit.
func (t Trace) leastSpan() float64 {
	if strings.HasSuffix(t.Title, natsUnit) {
		return 1
	}
	return 0
}

// A reach is the range of values, with Low above High where there are none.
type reach struct{ low, high float64 }

// widen takes in the finite ones of some values.
func (r *reach) widen(values []float64) {
	for _, v := range values {
		if v < r.low && v >= -math.MaxFloat64 {
			r.low = v
		}
		if v > r.high && v <= math.MaxFloat64 {
			r.high = v
		}
	}
}

// A burn-in is cut off where all values reach over muchWider times as much as those after it; beside those, the axis
// then has room for a share of their range on either side.
const (
	muchWider  = 5
	roomBeyond = 0.4
)

// burnt is how many values of a series belong to the burn-in.
func (t Trace) burnt(r *Series) int { return int(t.BurnIn * float64(len(r.Values))) }

// reach returns the vertical range of the curves from low to high, and the burn-in that lies beyond it, if any.
func (t Trace) reach(low, high float64) (shown, beyond reach) {
	none := reach{math.Inf(1), math.Inf(-1)}
	all, settled := none, none
	for k := range t.Series {
		r := &t.Series[k]
		from, to := t.within(r, low, high)
		all.widen(r.Values[from:to])
		if first := max(from, t.burnt(r)); first < to {
			settled.widen(r.Values[first:to])
		}
	}
	if all.low > all.high { // a gap fills the window
		for k := range t.Series {
			all.widen(t.Series[k].Values)
		}
	}
	wide := max(settled.high-settled.low, t.leastSpan())
	if t.BurnIn == 0 || settled.low > settled.high || !(wide > 0) || !(all.high-all.low > muchWider*wide) {
		return all, none
	}
	shown = reach{max(all.low, settled.low-roomBeyond*wide), min(all.high, settled.high+roomBeyond*wide)}
	return shown, all
}

// fit sets the vertical range to that of the visible part, with a margin.
func (s *traceScene) fit(low, high float64) {
	shown, _ := s.reach(low, high)
	s.low, s.high = shown.low, shown.high
	if short := s.leastSpan() - (s.high - s.low); short > 0 {
		s.low, s.high = s.low-short/2, s.high+short/2
	}
	room := 0.06 * (s.high - s.low)
	if !(room > 0) {
		room = max(math.Abs(s.high)*1e-3, 0.5)
	}
	s.low, s.high = s.low-room, s.high+room
}

// at returns the place of a value.
func (s *traceScene) at(x, v float64) vg.Point {
	return vg.Point{
		X: s.x.At(x),
		Y: s.area.Min.Y + (s.area.Max.Y-s.area.Min.Y)*vg.Length((v-s.low)/(s.high-s.low)),
	}
}

// line thins a series to the first, least, greatest and last value of each narrow column. The
// picture stays the same and the path is short.
func (s *traceScene) line(r *Series) traceLine {
	from, to := s.within(r, s.x.Low, s.x.High)
	if s.epochs() {
		return s.stretches(r, from, to)
	}
	var l traceLine
	burn := s.burnt(r)
	if burn > from {
		l.pale = s.thinned(r, from, min(burn+1, to)) // up to the first point of the rest
	}
	if first := max(burn, from); first < to {
		l.full = s.thinned(r, first, to)
	}
	return l
}

func (s *traceScene) thinned(r *Series, from, to int) vg.Path {
	width := float64(s.area.Max.X - s.area.Min.X)
	perX := width * columnsPerPoint / (s.x.High - s.x.Low)
	var p vg.Path
	joined := false
	draw := func(i int) {
		q := s.at(s.Trace.x(r, i), r.Values[i])
		if joined {
			p.Line(q)
		} else {
			p.Move(q)
			joined = true
		}
	}
	for i := from; i < to; {
		if !ink.Finite(r.Values[i]) {
			joined = false
			i++
			continue
		}
		// Find the end of the column by bisection, so that a long series costs little more than one
		// look at each value.
		column := math.Floor((s.Trace.x(r, i) - s.x.Low) * perX)
		end := i + 1 + sort.Search(to-i-1, func(k int) bool {
			return math.Floor((s.Trace.x(r, i+1+k)-s.x.Low)*perX) != column
		})
		first, least, greatest, j := i, i, i, i+1
		for low, high := r.Values[i], r.Values[i]; j < end; j++ {
			v := r.Values[j]
			if v-v != 0 { // not finite
				break
			}
			if v < low {
				low, least = v, j
			}
			if v > high {
				high, greatest = v, j
			}
		}
		last := j - 1
		a, b := min(least, greatest), max(least, greatest)
		draw(first)
		if a > first && a < last {
			draw(a)
		}
		if b > first && b < last && b != a {
			draw(b)
		}
		if last > first {
			draw(last)
		}
		i = j
	}
	return p
}
