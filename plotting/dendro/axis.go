package dendro

import (
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

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

// radiusTitle names the quantity along the radius of a disc; "" without lengths.
func (d *Dendrogram) radiusTitle() string {
	if d.Style.Look.Cladogram {
		return ""
	}
	return "radius: " + d.axisTitle()
}

// axisDrop is the distance of the axis below the rows.
const axisDrop = 9

// drawAxis adds the axis of time below the branches.
func (l *dendrogramLayout) drawAxis(list *ink.List) {
	y := l.tree.Min.Y - axisDrop
	if l.style.Look.Cladogram {
		l.labelling.drawFoldLine(list, y, 0)
		return
	}
	width := float64(l.tree.Max.X - l.tree.Min.X)
	a := ink.Axis{From: vg.Point{X: l.tree.Min.X, Y: y}, To: vg.Point{X: l.tree.Max.X, Y: y}, Low: l.t0, High: l.t1}
	if l.d.Height > 0 {
		a.Low, a.High = l.d.Height*(1-l.t0), l.d.Height*(1-l.t1)
	}
	a.Ticks = ink.Ticks(a.Low, a.High, int(min(max(width/54, 3), 9)))
	if a.Low > a.High {
		slices.Reverse(a.Ticks) // from left to right
	}
	named := y-ink.AxisHeight(l.style, true) > 0
	if named {
		a.Name = l.d.axisTitle()
	}
	list.Add(ink.AxisItem{Axis: a, Style: l.style})
	if l.branches.folded == 0 {
		return
	}
	name := vg.Length(0)
	if named {
		name = ink.TextWidth(ink.Regular(l.style.Typeface, l.style.AxisSize), a.Name)
	}
	l.labelling.drawFoldLine(list, y-ink.AxisHeight(l.style, true), name)
}

// drawBoxAxis adds the axis of box plots of rows below them.
func (f cellForms) drawBoxAxis(list *ink.List) {
	low, high := f.of().Extent()
	if !(high > low) || f.l.columns.heat.Max.X <= f.l.columns.heat.Min.X {
		return
	}
	y, width := f.l.columns.heat.Min.Y-axisDrop, float64(f.l.columns.heat.Max.X-f.l.columns.heat.Min.X)
	list.Add(ink.AxisItem{Style: f.l.style, Axis: ink.Axis{From: vg.Point{X: f.l.columns.heat.Min.X, Y: y},
		To:  vg.Point{X: f.l.columns.heat.Max.X, Y: y},
		Low: low, High: high, Ticks: ink.Ticks(low, high, int(min(max(width/54, 2), 7))), Name: f.l.d.Heat.Unit}})
}

// drawCut adds the line at which the tree is cut into groups, on a screen with its handle.
func (l *dendrogramLayout) drawCut(list *ink.List) {
	t := l.d.CutTime
	if !(t > 0 && t < 1) {
		l.drawModelCut(list)
		return
	}
	if t < l.t0 || t > l.t1 {
		return
	}
	st := l.style
	x := l.x(t)
	top, bottom := l.tree.Max.Y, l.tree.Min.Y-axisDrop
	list.Add(&ink.Stroke{Colour: st.Muted, Width: 1, Dash: []vg.Length{4, 3}, Path: vg.Path{
		{Type: vg.MoveComp, Pos: vg.Point{X: x, Y: top}}, {Type: vg.LineComp, Pos: vg.Point{X: x, Y: bottom}},
	}})
	if st.Handles {
		var handle vg.Path
		handle.Move(vg.Point{X: x + 4, Y: bottom})
		handle.Arc(vg.Point{X: x, Y: bottom}, 4, 0, 2*math.Pi)
		handle.Close()
		list.Add(ink.Fill{Colour: st.Surface, Path: handle})
		list.Add(&ink.Stroke{Colour: st.Muted, Width: 1.5, Path: handle})
	}
	text := l.timeText(t)
	if l.d.CutLabel != "" {
		text += " · " + l.d.CutLabel
	}
	f := ink.Regular(st.Typeface, st.TickSize)
	text = ink.Elide(f, text, l.tree.Max.X-l.tree.Min.X)
	w := ink.TextWidth(f, text)
	at := vg.Point{X: min(max(x, l.tree.Min.X+w/2), l.tree.Max.X-w/2), Y: top + 4}
	list.Text(f, st.Muted, at, ink.BaseCentre, 0, text)
}

// timeText formats a time, or a height if the axis shows heights.
func (l *dendrogramLayout) timeText(t float64) string {
	if l.d.Height > 0 {
		return "height " + l.timeNumber(t)
	}
	return "t = " + l.timeNumber(t)
}

// timeNumber is timeText without its name.
func (l *dendrogramLayout) timeNumber(t float64) string {
	if l.d.Height > 0 {
		return plotting.FormatNumber((1 - t) * l.d.Height)
	}
	return plotting.FormatTime(t)
}

// A stem is the branch above a clade: the ranks of its leaves, and the times between which it runs.
type stem struct {
	first, last int32
	from, to    float64
}

// stems returns the branches that the cut by a model crosses, from top to bottom; none where a part is no clade or the
// parts do not hold all leaves.
func (l *dendrogramLayout) stems() (list []stem) {
	p, t := l.p, l.p.Tree()
	at := make(map[int32]stem, len(l.d.Cut))
	for _, rows := range l.d.Cut {
		v, exact := p.Clade(rows)
		if !exact || t.Parent[v] < 0 {
			return nil
		}
		at[p.First[v]] = stem{p.First[v], p.Last[v], p.Time[t.Parent[v]], p.Time[v]}
	}
	for next := int32(0); int(next) < t.Leaves(); {
		s, ok := at[next]
		if !ok {
			return nil
		}
		list, next = append(list, s), s.last+1
	}
	return list
}

// cutTimes returns the time at which the cut crosses each stem: as nearly as their lengths allow, the one that lies
// within most stems. It keeps away from both ends of a stem.
func cutTimes(stems []stem) []float64 {
	common, most := 0.0, -1
	for _, s := range stems {
		mid, within := (s.from+s.to)/2, 0
		for _, o := range stems {
			if o.from < mid && mid < o.to {
				within++
			}
		}
		if within > most {
			common, most = mid, within
		}
	}
	at := make([]float64, len(stems))
	for i, s := range stems {
		margin := (s.to - s.from) / 10
		at[i] = min(max(common, s.from+margin), s.to-margin)
	}
	return at
}

// drawModelCut adds the line along which a model cut its tree. It crosses the branch above each cluster and no other;
// it has steps where the clusters diverged at different times.
func (l *dendrogramLayout) drawModelCut(list *ink.List) {
	stems := l.stems()
	if len(stems) < 2 || l.q.Moving {
		return
	}
	st := l.style
	line := &ink.Stroke{Colour: st.Muted, Width: 1, Dash: []vg.Length{4, 3}}
	first := vg.Length(math.NaN())
	for i, t := range cutTimes(stems) {
		x, top, bottom := l.x(t), l.y(l.q.Edge[stems[i].first]), l.y(l.q.Edge[stems[i].last+1])
		if i == 0 {
			line.Path.Move(vg.Point{X: x, Y: top})
		} else {
			line.Path.Line(vg.Point{X: x, Y: top})
		}
		line.Path.Line(vg.Point{X: x, Y: bottom})
		if math.IsNaN(float64(first)) && bottom < l.tree.Max.Y {
			first = x
		}
	}
	cut := &ink.List{}
	cut.Add(line)
	list.Add(ink.Clipped{Rect: l.tree, List: cut})
	f := ink.Regular(st.Typeface, st.TickSize)
	text := ink.Elide(f, "cut into "+plotting.Plural(len(stems), "cluster"), l.tree.Max.X-l.tree.Min.X)
	w := ink.TextWidth(f, text)
	x := min(max(first, l.tree.Min.X+w/2), l.tree.Max.X-w/2)
	list.Text(f, st.Muted, vg.Point{X: x, Y: l.tree.Max.Y + 4}, ink.BaseCentre, 0, text)
}
