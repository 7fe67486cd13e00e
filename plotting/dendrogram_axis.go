package plotting

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// axisTitle names the axis of time.
func (d *Dendrogram) axisTitle() string {
	switch {
	case d.AxisTitle != "":
		return d.AxisTitle
	case d.Height > 0:
		return "height"
	}
	return "diffusion time"
}

// axisDrop is how far below the rows the axis stands.
const axisDrop = 9

// drawAxis adds the axis of time below the branches.
func (l *dendrogramLayout) drawAxis(list *drawList) {
	y := l.tree.Min.Y - axisDrop
	width := float64(l.tree.Max.X - l.tree.Min.X)
	a := Axis{From: vg.Point{X: l.tree.Min.X, Y: y}, To: vg.Point{X: l.tree.Max.X, Y: y}, Low: l.t0, High: l.t1}
	if l.d.Height > 0 {
		a.Low, a.High = l.d.Height*(1-l.t0), l.d.Height*(1-l.t1)
	}
	a.Ticks = Ticks(a.Low, a.High, int(min(max(width/54, 3), 9)))
	if a.Low > a.High {
		slices.Reverse(a.Ticks) // from left to right
	}
	if y-AxisHeight(l.style, true) > 0 {
		a.Name = l.d.axisTitle()
	}
	list.add(axisItem{a, l.style})
}

// axisItem is the axis of time.
type axisItem struct {
	axis  Axis
	style Style
}

func (i axisItem) draw(c vg.Canvas) { i.axis.Draw(c, i.style) }

// drawCut adds the line at which the tree is cut into groups, with its handle.
func (l *dendrogramLayout) drawCut(list *drawList) {
	t := l.d.CutTime
	if !(t > 0 && t < 1) || t < l.t0 || t > l.t1 {
		return
	}
	st := l.style
	x := l.x(t)
	top, bottom := l.tree.Max.Y, l.tree.Min.Y-axisDrop
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
		return "height " + FormatNumber((1-t)*l.d.Height)
	}
	return "t = " + FormatTime(t)
}

// FormatTime returns a diffusion time in [0,1] with two decimals, and more where it is so near 0
// or 1 that two would not tell it from them.
func FormatTime(t float64) string {
	if left := 1 - t; left > 0 && left < 1e-5 {
		return "1 − " + FormatDigits(left, 2)
	}
	digits := 2
	for edge := min(t, 1-t); edge > 0 && edge < 0.095 && digits < 12; digits++ {
		edge *= 10
	}
	if t == 0 || t == 1 {
		digits = 0
	}
	return strconv.FormatFloat(t, 'f', digits, 64)
}
