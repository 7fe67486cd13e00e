package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Counts is the figure of the number of factors and of how much each explains: the trace of K by
// chain; beside it, on the same scale, its posterior as a histogram; below them a bar for the share
// of the variance that each factor explains, with the middle 90 % of the draws. Make one with
// [NewCounts].
type Counts struct {
	Title, Subtitle string
	Empty           string // the sentence while there is nothing; has a default
	Trace           Trace  // of K; without series there is neither trace nor histogram
	Explained       []factors.Spread
	Noise           factors.Spread // NaN where the model has none
	Rest            factors.Spread // of factors that only few draws have
	Fold            factors.Fold   // which factors have bars of their own; the zero value: all
	Lines           [][][2]string  // of each factor, for the tooltip
	Selected        int            // the factor selected, −1 for none
	Word            string         // thing counted, "factor" or "feature"; "" is factor
	Style           plotting.Style

	share  [][]float64 // of all draws, by chain and by K − least
	least  int
	common bool // factors of one item, which are hardly told from noise, are not counted
}

var (
	_ plotting.Styled  = Counts{}
	_ plotting.Sheeter = Counts{}
)

// NewCounts returns the figure of a snapshot and its summary, leaving out the share burnIn of each
// chain. iteration is the name of an iteration. It takes O(S) for S draws.
func NewCounts(s *inference.Snapshot, sum *factors.Summary, burnIn float64, iteration string) Counts {
	c := Counts{Style: plotting.Light, Selected: -1, Noise: factors.Spread{Mean: math.NaN()}}
	c.Trace = Trace{Iteration: iteration, BurnIn: burnIn, NoBest: true}
	if len(s.Chains) > 0 {
		counts, name := factors.Counts, factors.Features
		if c.common = s.Chains[0].Column(factors.Common) != nil; c.common {
			counts, name = factors.CommonCounts, factors.Common
		}
		c.Trace.SetChains(s, name)
		if len(c.Trace.Series) > 0 {
			c.tally(counts(s, burnIn))
		} else { // a tree whose factors were chosen by auto
			c.Trace.SetChains(&inference.Snapshot{Chains: factors.Traces(s)}, factors.Common)
			if len(c.Trace.Series) > 0 {
				all, common := factors.Counts(s, burnIn), factors.CommonCounts(s, burnIn)
				c.common = !slices.EqualFunc(all, common, slices.Equal[[]int])
				c.tally(common)
			}
		}
	}
	if sum != nil {
		if sum.Factors.Binary {
			c.Word = "feature"
		}
		c.Explained, c.Noise, c.Rest, c.Fold = sum.Explained, sum.Noise, sum.Rest, sum.Fold()
		for j := range sum.Explained {
			c.Lines = append(c.Lines, beside.FactorLines(sum, j))
		}
	}
	return c
}

// tally makes the histogram.
func (c *Counts) tally(counts [][]int) {
	least, most, all := math.MaxInt, 0, 0
	for _, chain := range counts {
		for _, k := range chain {
			least, most = min(least, k), max(most, k)
			all++
		}
	}
	if all == 0 {
		return
	}
	c.least = least
	for _, chain := range counts {
		share := make([]float64, most-least+1)
		for _, k := range chain {
			share[k-least]++
		}
		for i := range share {
			share[i] /= float64(all)
		}
		c.share = append(c.share, share)
	}
}

// Posterior describes the number of factors in words: the most frequent number and the middle 90 %
// of the draws; where factors of one item are not counted it says so.
func (c Counts) Posterior() string {
	if len(c.share) == 0 {
		return ""
	}
	pooled := make([]float64, len(c.share[0]))
	for _, chain := range c.share {
		for i, s := range chain {
			pooled[i] += s
		}
	}
	best := 0
	for i, s := range pooled {
		if s > pooled[best] {
			best = i
		}
	}
	low, high, sum := 0, 0, 0.0
	for i, s := range pooled {
		if sum < 0.05 {
			low = i
		}
		if sum < 0.95 {
			high = i
		}
		sum += s
	}
	text := "K = " + plotting.FormatCount(c.least+best) + " in " + plotting.FormatPercent(pooled[best]) + " of the draws"
	if low < high {
		text += ", " + plotting.FormatCount(c.least+low) + " to " + plotting.FormatCount(c.least+high) + " in 90 %"
	}
	if c.common {
		text += "; without factors of one item"
	}
	return text
}

// Counted names the things that are counted, in the plural.
func (c Counts) Counted() string { return c.word() + "s" }

// word names the things that are counted.
func (c Counts) word() string { return cmp.Or(c.Word, "factor") }

// Selects implements [plotting.Selecting].
func (c Counts) Selects() bool { return c.Selected >= 0 }

// Unselected implements [plotting.Selecting].
func (c Counts) Unselected() plotting.Figure { c.Selected = -1; return c }

// WithStyle implements Styled.
func (c Counts) WithStyle(s plotting.Style) plotting.Figure { c.Style = s; return c }

// Sheets implements Sheeter: the trace, the posterior of K by chain, and the share that each factor explains.
func (c Counts) Sheets() []plotting.Sheet {
	var sheets []plotting.Sheet
	if len(c.Trace.Series) > 0 {
		t := c.Trace
		t.Title = factors.Features
		sheets = append(sheets, t.Sheets()...)
	}
	if len(c.share) > 0 {
		sheets = append(sheets, plotting.Sheet{Name: "posterior", Header: []string{"chain", "factors", "share_of_all_draws"},
			Rows: func(yield func([]string) bool) {
				for k, chain := range c.share {
					for i, s := range chain {
						if !yield([]string{strconv.Itoa(k + 1), strconv.Itoa(c.least + i), plotting.Cell(s)}) {
							return
						}
					}
				}
			}})
	}
	if len(c.Explained) > 0 {
		sheets = append(sheets, plotting.Sheet{Name: "explained",
			Header: []string{"factor", "mean", "standard_deviation", "low", "high"}, Rows: func(yield func([]string) bool) {
				for j, e := range c.Explained {
					if !yield([]string{factors.Name(j), plotting.Cell(e.Mean),
						plotting.Cell(e.StandardDeviation), plotting.Cell(e.Low),
						plotting.Cell(e.High)}) {
						return
					}
				}
				if c.Rest.Mean > 0 && !yield([]string{"in few draws", plotting.Cell(c.Rest.Mean),
					plotting.Cell(c.Rest.StandardDeviation), plotting.Cell(c.Rest.Low), plotting.Cell(c.Rest.High)}) {
					return
				}
				if ink.Finite(c.Noise.Mean) {
					yield([]string{"noise", plotting.Cell(c.Noise.Mean), plotting.Cell(c.Noise.StandardDeviation),
						plotting.Cell(c.Noise.Low), plotting.Cell(c.Noise.High)})
				}
			}})
	}
	return sheets
}

// A countsScene is a laid-out [Counts].
type countsScene struct {
	Counts
	placed
	traces *traceScene    // nil where there is none
	hist   vg.Rectangle   // of the histogram; empty where there is none
	most   float64        // share at the top of the bars
	each   []vg.Rectangle // of each bar
	shown  []countsBarOf  // share that each bar shows
}

// Sizes of the figure of counts, in points.
const (
	countsBeside = 420 // least width with a histogram beside the trace
	countsBelow  = 220 // least height with bars below them
	countsBar    = 44  // widest bar
	countsUnit   = 22  // highest bar of the histogram
)

// Layout implements Figure.
func (c Counts) Layout(size vg.Point) plotting.Scene {
	s := &countsScene{Counts: c, placed: placed{size: size}}
	st := c.Style
	box, ok := ink.Page(&s.list, st, size, ink.PlaneLeast, c.Title, c.Subtitle)
	if !ok {
		return s
	}
	traced := c.Trace.points() > 0
	if !traced && len(c.Explained) == 0 {
		text := c.Empty
		if text == "" {
			text = "There are no " + c.word() + "s to count yet."
			if len(c.Trace.Series) > 0 {
				text = "The curve begins when the start is complete."
			}
		}
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: text})
		return s
	}
	low := box.Min.Y
	if len(c.Explained) > 0 && traced && box.Max.Y-box.Min.Y >= countsBelow {
		low = box.Min.Y + 0.47*(box.Max.Y-box.Min.Y)
	}
	if traced {
		s.placeTrace(vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: low}, Max: box.Max})
		box.Max.Y = low - 2*st.Gap
	}
	if len(c.Explained) > 0 && box.Max.Y-box.Min.Y > 40 {
		s.placeBars(box)
	}
	return s
}

// placeTrace lays out the trace with the histogram beside it.
func (s *countsScene) placeTrace(box vg.Rectangle) {
	st := s.Style
	bold := ink.Bold(st.Typeface, st.AxisSize)
	heads := ink.LineHeight(bold) + st.Padding
	foot := ink.AxisHeight(st, true)
	area := vg.Rectangle{Min: vg.Point{X: box.Min.X + ink.TextWidth(ink.Regular(st.Typeface, st.TickSize), "0,000") +
		st.Padding, Y: box.Min.Y + foot}, Max: vg.Point{X: box.Max.X, Y: box.Max.Y - heads}}
	if area.Max.Y-area.Min.Y < 20 || area.Max.X-area.Min.X < 40 {
		return
	}
	if box.Max.X-box.Min.X >= countsBeside && len(s.share) > 0 {
		s.hist = area
		s.hist.Min.X = area.Max.X - 0.3*(area.Max.X-area.Min.X)
		area.Max.X = s.hist.Min.X - 2*st.Gap
	}
	t := s.Trace
	t.Style = st
	low, high := t.span()
	s.traces = t.panel(area, low, high)
	s.traces.low, s.traces.high = min(s.traces.low, s.low()-0.7), max(s.traces.high, s.high()+0.7)
	s.traces.y = ink.WholeTicks(s.traces.low, s.traces.high, min(max(int((area.Max.Y-area.Min.Y)/26), 2), 9))
	s.traces.lines = nil
	for k := range t.Series {
		s.traces.lines = append(s.traces.lines, s.traces.line(&s.traces.Series[k]))
	}
	base := vg.Point{X: box.Min.X, Y: area.Max.Y + st.Padding}
	s.list.Text(bold, st.Muted, base, ink.BaseLeft, 0, "number of "+s.word()+"s, K")
	s.list.Add(tracePanelItem{s.traces, vg.Point{X: area.Max.X, Y: base.Y},
		area.Max.X - base.X - ink.TextWidth(bold, "number of "+s.word()+"s, K") - st.Gap})
	iteration := t.Iteration
	s.list.Add(ink.AxisItem{Axis: ink.Axis{From: area.Min, To: vg.Point{X: area.Max.X, Y: area.Min.Y}, Low: low,
		High: high, Ticks: ink.WholeTicks(low, high, max(int((area.Max.X-area.Min.X)/72), 2)), Name: iteration}, Style: st})
	if s.hist.Max.X > s.hist.Min.X {
		s.placeHistogram()
	}
}

// low and high are the range of the histogram.
func (s *countsScene) low() float64 {
	if len(s.share) == 0 {
		return math.Inf(1)
	}
	return float64(s.least)
}

func (s *countsScene) high() float64 {
	if len(s.share) == 0 {
		return math.Inf(-1)
	}
	return float64(s.least + len(s.share[0]) - 1)
}

// barOf returns the row of the histogram for a number of factors.
func (s *countsScene) barOf(i int) (y0, y1 vg.Length) {
	middle := s.traces.at(s.traces.x.Low, float64(s.least+i)).Y
	unit := (s.traces.area.Max.Y - s.traces.area.Min.Y) / vg.Length(s.traces.high-s.traces.low)
	half := min(0.4*unit, countsUnit/2)
	return middle - half, middle + half
}

func (s *countsScene) placeHistogram() {
	st := s.Style
	most := 0.0
	for i := range s.share[0] {
		sum := 0.0
		for _, chain := range s.share {
			sum += chain[i]
		}
		most = max(most, sum)
	}
	axis := ink.Axis{From: s.hist.Min, To: vg.Point{X: s.hist.Max.X, Y: s.hist.Min.Y}, High: most * 1.04,
		Name: "share of the draws"}
	axis.Ticks = ink.Ticks(0, axis.High, max(int(s.hist.Size().X/44), 2))
	for i := range s.share[0] {
		y0, y1 := s.barOf(i)
		x := 0.0
		for k, chain := range s.share {
			if chain[i] > 0 {
				s.list.Box(plotting.Fade(seriesColour(st, k), 0.85),
					vg.Rectangle{Min: vg.Point{X: axis.At(x), Y: y0}, Max: vg.Point{X: axis.At(x + chain[i]), Y: y1}})
				x += chain[i]
			}
		}
	}
	s.list.Text(ink.Bold(st.Typeface, st.AxisSize), st.Muted, vg.Point{X: s.hist.Min.X, Y: s.hist.Max.Y + st.Padding},
		ink.BaseLeft, 0, "posterior of K")
	s.list.Line(st.Muted, st.AxisStroke, s.hist.Min, vg.Point{X: s.hist.Min.X, Y: s.hist.Max.Y})
	s.list.Add(ink.AxisItem{Axis: axis, Style: st})
}

// A countsBarOf is a share that has a bar: of a factor, or of the rest or the noise, whose factor is −1.
type countsBarOf struct {
	factor int
	name   string
	share  factors.Spread
}

// shares lists the shares that have bars, and how many of them are factors.
func (c Counts) shares() (list []countsBarOf, single int) {
	for j, e := range c.Explained {
		if c.Fold.Minor == 0 || slices.Contains(c.Fold.Major, j) {
			list = append(list, countsBarOf{j, strconv.Itoa(j + 1), e})
		}
	}
	single = len(list)
	if c.Fold.Minor > 0 {
		nan := math.NaN()
		list = append(list,
			countsBarOf{-1, "minor", factors.Spread{Mean: c.Fold.Share, StandardDeviation: nan, Low: nan, High: nan}})
	}
	if ink.Finite(c.Noise.Mean) {
		list = append(list, countsBarOf{-1, "noise", c.Noise})
	}
	return list, single
}

// apart is the gap between the bars of factors and the others, in bars.
const apart = 1.6

// placeBars lays out the shares that factors explain.
func (s *countsScene) placeBars(box vg.Rectangle) {
	st := s.Style
	bold, plain := ink.Bold(st.Typeface, st.AxisSize), ink.Regular(st.Typeface, st.TickSize)
	all, single := s.shares()
	s.shown = all
	for _, of := range all {
		e := of.share
		for _, v := range []float64{e.Mean, e.High} {
			if ink.Finite(v) {
				s.most = max(s.most, v)
			}
		}
	}
	if !(s.most > 0) {
		return
	}
	s.most *= 1.06
	area := vg.Rectangle{Min: vg.Point{X: box.Min.X + ink.TextWidth(plain, "100 %") + 2*st.Padding, Y: box.Min.Y +
		ink.AxisHeight(st, true)}, Max: vg.Point{X: box.Max.X, Y: box.Max.Y - ink.LineHeight(bold) - st.Padding}}
	if area.Max.Y-area.Min.Y < 16 || area.Max.X-area.Min.X < 40 {
		return
	}
	units := vg.Length(single) + apart*vg.Length(len(all)-single)
	pitch := min((area.Max.X-area.Min.X)/units, countsBar/0.72)
	area.Max.X = area.Min.X + pitch*units
	y := func(v float64) vg.Length { return area.Min.Y + (area.Max.Y-area.Min.Y)*vg.Length(v/s.most) }
	s.list.Text(bold, st.Muted, vg.Point{X: box.Min.X, Y: area.Max.Y + st.Padding}, ink.BaseLeft, 0,
		ink.Elide(bold, "share of the variance that each "+s.word()+" explains", box.Max.X-box.Min.X))
	grid := &ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke}
	for _, t := range ink.Ticks(0, s.most, int(min(max((area.Max.Y-area.Min.Y)/28, 2), 6))) {
		grid.Segment(vg.Point{X: area.Min.X, Y: y(t.Value)}, vg.Point{X: area.Max.X, Y: y(t.Value)})
		s.list.Text(plain, st.Muted, vg.Point{X: area.Min.X - st.Padding, Y: y(t.Value)}, ink.MiddleRight, 0,
			plotting.FormatPercent(t.Value+0))
	}
	s.list.Add(grid)
	whiskers := &ink.Stroke{Colour: st.Ink, Width: st.AxisStroke}
	step := ink.ThinStep(pitch, ink.TextWidth(plain, strconv.Itoa(len(s.Explained)))+4)
	for j, of := range all {
		e, name, hue := of.share, of.name, plotting.Hex(0x0072B2)
		middle := area.Min.X + (vg.Length(j)+0.5)*pitch
		if of.factor < 0 {
			middle = area.Max.X - (vg.Length(len(all)-1-j)*apart+0.5)*pitch
			hue = plotting.Fade(st.Muted, 0.5)
		} else if of.factor == s.Selected {
			hue = st.Selection
		}
		r := vg.Rectangle{Min: vg.Point{X: middle - 0.36*pitch, Y: area.Min.Y},
			Max: vg.Point{X: middle + 0.36*pitch, Y: area.Max.Y}}
		s.each = append(s.each, r)
		r.Max.Y = y(e.Mean)
		s.list.Box(hue, r)
		if ink.Finite(e.Low) && pitch >= 4 {
			whiskers.Segment(vg.Point{X: middle, Y: y(e.Low)}, vg.Point{X: middle, Y: y(e.High)})
		}
		if j%step == 0 || of.factor < 0 {
			s.list.Text(plain, st.Muted, vg.Point{X: middle, Y: area.Min.Y - ink.AxisTick - st.Padding}, ink.TopCentre, 0, name)
		}
	}
	s.list.Add(whiskers)
	s.list.Line(st.Muted, st.AxisStroke, area.Min, vg.Point{X: area.Max.X, Y: area.Min.Y})
	s.list.Text(ink.Regular(st.Typeface, st.AxisSize), st.Muted, vg.Point{X: area.Min.X + pitch*vg.Length(single)/2,
		Y: area.Min.Y - ink.AxisTick - 2*st.Padding - ink.CapHeight(plain) - 2}, ink.TopCentre, 0, s.word())
}

// A tracePanelItem draws the lines and numbers of a trace within another figure, and names its
// series at a point.
type tracePanelItem struct {
	*traceScene
	keys vg.Point
	room vg.Length
}

// Draw implements Item.
func (i tracePanelItem) Draw(c vg.Canvas) {
	t, st := i.traceScene, i.Style
	var grid vg.Path
	f := ink.Regular(st.Typeface, st.TickSize)
	for _, k := range t.y {
		y := t.at(t.x.Low, k.Value).Y
		grid.Move(vg.Point{X: t.area.Min.X, Y: y})
		grid.Line(vg.Point{X: t.area.Max.X, Y: y})
		ink.DrawText(c, f, st.Muted, vg.Point{X: t.area.Min.X - st.Padding, Y: y}, ink.MiddleRight, k.Label)
	}
	c.SetLineDash(nil, 0)
	c.SetLineWidth(st.AxisStroke)
	c.SetColor(st.Hairline)
	c.Stroke(grid)
	plotting.Clip(c, t.area, func() { t.drawLines(c) })
	if len(t.Series) > 1 {
		names := make([]string, len(t.Series))
		for k := range names {
			names[k] = chainName(k)
		}
		drawSeriesKeys(c, st, names, i.keys, i.room)
	}
}

// Hit implements Scene: a draw of the trace, with its chain as Column and iteration as
// Index; a number of factors in the histogram, as Index; or a factor, as Node.
func (s *countsScene) Hit(p vg.Point) (plotting.Mark, bool) {
	for j, r := range s.each {
		if p.X >= r.Min.X && p.X <= r.Max.X && p.Y >= r.Min.Y-20 && p.Y <= r.Max.Y {
			m, of := plotting.NewMark(plotting.FactorMark), s.shown[j]
			m.Node, m.Anchor, m.Title = of.factor, p, of.name
			switch {
			case of.factor >= 0:
				m.Title, m.Lines = s.word()+" "+strconv.Itoa(of.factor+1), s.Lines[of.factor]
			case of.name == "minor":
				m.Title = plotting.Plural(s.Fold.Minor, "minor "+s.word())
				m.Lines = [][2]string{{"share of the variance", plotting.FormatPercent(s.Fold.Share)},
					{"each below 1 %, or of one item", ""}}
			default:
				m.Lines = [][2]string{{"share of the variance", beside.WithInterval(s.Noise)}}
			}
			return m, true
		}
	}
	if s.hist.Max.X > s.hist.Min.X && ink.Contains(s.hist, p) {
		for i := range s.share[0] {
			if y0, y1 := s.barOf(i); p.Y >= y0 && p.Y <= y1 {
				m := plotting.NewMark(plotting.CountMark)
				m.Index, m.Anchor, m.Title = s.least+i, p, "K = "+plotting.FormatCount(s.least+i)
				sum := 0.0
				for k, chain := range s.share {
					sum += chain[i]
					if len(s.share) > 1 {
						all := 0.0
						for _, v := range chain {
							all += v
						}
						m.Lines = append(m.Lines, [2]string{chainName(k), plotting.FormatPercent(chain[i] / all)})
					}
				}
				m.Lines = append([][2]string{{"draws", plotting.FormatPercent(sum)}}, m.Lines...)
				return m, true
			}
		}
	}
	if s.traces != nil {
		if m, ok := s.traces.Hit(p); ok {
			m.Kind = "draw"
			m.Index = s.traces.Series[m.Column].Iteration[m.Index]
			return m, true
		}
	}
	return plotting.Mark{}, false
}
