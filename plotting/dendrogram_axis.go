package plotting

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// drawAxis adds the axis of time below the branches.
func (l *dendrogramLayout) drawAxis(list *drawList) {
	st := l.style
	y := l.tree.Min.Y - 8
	list.line(st.Muted, st.AxisStroke, vg.Point{X: l.tree.Min.X, Y: y}, vg.Point{X: l.tree.Max.X, Y: y})
	f := Regular(st.TickSize)
	ticks := &strokeItem{colour: st.Muted, width: st.AxisStroke}
	last := vg.Length(-math.MaxFloat64)
	times, names := l.timeTicks()
	var texts drawList
	for i, t := range times {
		x := l.x(t)
		ticks.segment(vg.Point{X: x, Y: y}, vg.Point{X: x, Y: y - 4})
		w := TextWidth(f, names[i])
		at := min(max(x-w/2, 2), l.tree.Max.X+l.style.Gap-w)
		if at < last+6 {
			continue
		}
		texts.text(f, st.Muted, vg.Point{X: at, Y: y - 7}, TopLeft, 0, names[i])
		last = at + w
	}
	list.add(ticks)
	list.items = append(list.items, texts.items...)
	if l.tree.Min.Y-axisBand < 0 {
		return
	}
	title := l.d.AxisTitle
	if title == "" {
		title = "diffusion time"
		if l.d.Height > 0 {
			title = "height"
		}
	}
	af := Regular(st.AxisSize)
	title = Elide(af, title, l.tree.Max.X-l.tree.Min.X)
	list.text(af, st.Muted, vg.Point{X: (l.tree.Min.X + l.tree.Max.X) / 2, Y: y - 9 - CapHeight(f) - 7}, TopCentre, 0, title)
}

// timeTicks returns the times that are marked on the axis, from left to right, and
// what is written there.
func (l *dendrogramLayout) timeTicks() ([]float64, []string) {
	width := float64(l.tree.Max.X - l.tree.Min.X)
	most := int(min(max(width/70, 2), 9))
	low, high := l.t0, l.t1
	if l.d.Height > 0 {
		low, high = l.d.Height*(1-l.t1), l.d.Height*(1-l.t0)
	}
	values, digits := evenTicks(low, high, most)
	if l.d.Height > 0 {
		for i, j := 0, len(values)-1; i < j; i, j = i+1, j-1 {
			values[i], values[j] = values[j], values[i]
		}
	}
	times, names := make([]float64, len(values)), make([]string, len(values))
	for i, v := range values {
		times[i] = v
		if l.d.Height > 0 {
			times[i] = 1 - v/l.d.Height
		}
		names[i] = strconv.FormatFloat(v, 'f', digits, 64)
		if digits > 0 && (v == 0 || v == 1) {
			names[i] = strconv.FormatFloat(v, 'f', 0, 64)
		} else if math.Abs(v) >= 1e6 {
			names[i] = strconv.FormatFloat(v, 'g', 4, 64)
		}
	}
	return times, names
}

// evenTicks returns at most most+1 round numbers within [low, high], at steps of 1, 2, 2.5
// or 5 times a power of ten, and the decimals that tell them apart.
func evenTicks(low, high float64, most int) ([]float64, int) {
	if !(high > low) {
		return []float64{low}, 3
	}
	raw := (high - low) / float64(most)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, m := range []float64{1, 2, 2.5, 5} {
		if m*power >= raw*0.999 {
			step = m * power
			break
		}
	}
	digits := 0
	for s := step; digits < 15 && math.Abs(s-math.Round(s)) > 1e-6*s; digits++ {
		s *= 10
	}
	var values []float64
	for k := math.Ceil(low/step-1e-6) + 0; k*step <= high+1e-6*step; k++ {
		v, err := strconv.ParseFloat(strconv.FormatFloat(k*step, 'f', digits, 64), 64)
		if err != nil {
			v = k * step
		}
		values = append(values, v)
	}
	return values, digits
}

// drawCut adds the line at which the tree is cut into groups, with its handle.
func (l *dendrogramLayout) drawCut(list *drawList) {
	t := l.d.CutTime
	if !(t > 0 && t < 1) || t < l.t0 || t > l.t1 {
		return
	}
	st := l.style
	x := l.x(t)
	top, bottom := l.tree.Max.Y, l.tree.Min.Y-8
	list.add(&strokeItem{colour: st.Muted, width: 1, dash: []vg.Length{4, 3}, path: vg.Path{
		{Type: vg.MoveComp, Pos: vg.Point{X: x, Y: top}}, {Type: vg.LineComp, Pos: vg.Point{X: x, Y: bottom}},
	}})
	var handle vg.Path
	handle.Move(vg.Point{X: x + 4, Y: bottom})
	handle.Arc(vg.Point{X: x, Y: bottom}, 4, 0, 2*math.Pi)
	handle.Close()
	list.add(fillItem{st.Surface, handle})
	list.add(&strokeItem{colour: st.Muted, width: 1.5, path: handle})
	text := l.timeText(t)
	if l.d.CutLabel != "" {
		text += " · " + l.d.CutLabel
	}
	f := Regular(st.TickSize)
	text = Elide(f, text, l.tree.Max.X-l.tree.Min.X)
	w := TextWidth(f, text)
	at := vg.Point{X: min(max(x, l.tree.Min.X+w/2), l.tree.Max.X-w/2), Y: top + 4}
	list.text(f, st.Muted, at, BaseCentre, 0, text)
}

// timeText is a time, or a height where the axis shows heights, in words of the reader.
func (l *dendrogramLayout) timeText(t float64) string {
	if l.d.Height > 0 {
		return "height " + formatLimit(roundTo((1-t)*l.d.Height, 3))
	}
	return "t = " + formatTime(t)
}

// formatTime shows a time in [0,1] with two decimals, and more where it is so near 0
// or 1 that two would not tell it from them.
func formatTime(t float64) string {
	digits := 2
	for edge := min(t, 1-t); edge > 0 && edge < 0.095 && digits < 12; digits++ {
		edge *= 10
	}
	if t == 0 || t == 1 {
		digits = 0
	}
	return strconv.FormatFloat(t, 'f', digits, 64)
}
