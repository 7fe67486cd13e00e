package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// colourColumnStrips gives colours to the strips of the columns. The palette continues after the used
// ones of the strips of the rows.
func (l *dendrogramLayout) colourColumnStrips(used int) {
	if l.d.Heat == nil || l.d.Shape.Round() {
		return
	}
	order := make([]int32, 0, len(l.d.Heat.Order))
	for _, j := range l.d.Heat.Order {
		for _, c := range l.d.Heat.DataColumns(j) {
			order = append(order, int32(c))
		}
	}
	for i := range l.d.Heat.Strips {
		k := beside.NewStripColours(&l.d.Heat.Strips[i], order, used, l.d.Style.Look)
		l.columnColours = append(l.columnColours, k)
		used += k.Inks
	}
}

// columnStripRoom returns the height of the strips of the columns above the rows.
func (l *dendrogramLayout) columnStripRoom(height vg.Length) vg.Length {
	if !l.heatShown || height < columnTreeFrom {
		return 0
	}
	return vg.Length(len(l.columnColours)) * (stripWidth + stripApart)
}

// showHeat decides whether there is a heat map, and strips of its columns.
func (l *dendrogramLayout) showHeat(columns int, height vg.Length) {
	l.heatShown = columns > 0
	if l.columnStripRoom(height) == 0 {
		l.columnColours = nil
	}
}

// placeAboveHeat places the strips of the columns and their tree above the heat map, up to an upper edge.
// top and strips are what these take, 0 for none.
func (l *dendrogramLayout) placeAboveHeat(top, strips, edge vg.Length) {
	if strips > 0 {
		l.placeColumnStrips()
	}
	if top > 0 {
		l.columnTree = vg.Rectangle{Min: vg.Point{X: l.heat.Min.X, Y: l.heat.Max.Y + strips + columnTreeGap}, Max: vg.Point{X: l.heat.Max.X, Y: edge}}
	}
}

// placeColumnStrips places the strips above the heat map, upwards from the lower end of the room, the first on top.
func (l *dendrogramLayout) placeColumnStrips() {
	y := l.heat.Max.Y + stripApart
	for range l.columnColours {
		l.columnStrips = append(l.columnStrips, vg.Rectangle{Min: vg.Point{X: l.heat.Min.X, Y: y}, Max: vg.Point{X: l.heat.Max.X, Y: y + stripWidth}})
		y += stripWidth + stripApart
	}
	for i, j := 0, len(l.columnStrips)-1; i < j; i, j = i+1, j-1 {
		l.columnStrips[i], l.columnStrips[j] = l.columnStrips[j], l.columnStrips[i]
	}
}

// drawColumnStrips adds the strips of the columns, with their names at the left.
func (l *dendrogramLayout) drawColumnStrips(list *ink.List) {
	f := ink.Regular(l.style.Typeface, l.style.TickSize)
	for i, box := range l.columnStrips {
		k := l.columnColours[i]
		_, n := l.d.Heat.Dims()
		pitch := (box.Max.X - box.Min.X) / vg.Length(n)
		cells := pitch >= 6 // apart, with a gap between them
		runs := l.d.Heat.ColumnRuns(k.Strip, max(1, int(math.Ceil(0.5/float64(pitch)))),
			!cells && len(l.parts.Starts) == 0)
		k.PaintRuns(list, l.style, runs, func(run beside.StripRun) vg.Rectangle {
			r := box
			r.Min.X, r.Max.X = l.columnBox(int(run.From)).Min.X, l.columnBox(int(run.To)-1).Max.X
			if cells {
				r.Min.X += 0.5
				r.Max.X -= 0.5
			}
			r.Max.Y = r.Min.Y + vg.Length(k.Share(run.Code))*(r.Max.Y-r.Min.Y)
			return r
		})
		name := ink.Elide(f, k.Strip.Annotation.Name, box.Min.X-6-l.tree.Min.X)
		list.Text(f, l.style.Muted, vg.Point{X: box.Min.X - 6, Y: (box.Min.Y + box.Max.Y) / 2}, ink.MiddleRight, 0, name)
	}
}

// columnStripMark describes the column below p in a strip, with its level.
func (l *dendrogramLayout) columnStripMark(i int, p vg.Point) plotting.Mark {
	k := formsOf(l).columnAt(p.X)
	m, s := l.columnMark(k, p), l.columnColours[i].Strip
	text := "missing"
	if code := l.d.Heat.ColumnCode(s, l.d.Heat.Order[k]); code >= 0 {
		text = s.Annotation.Levels[code]
	}
	m.Lines = append([][2]string{{s.Annotation.Name, text}}, m.Lines...)
	return m
}

// drawStrip adds the visible cells of a strip to the list.
func (l *dendrogramLayout) drawStrip(list *ink.List, k *beside.StripColours, box vg.Rectangle) {
	cells := l.pitch >= 6 // apart, with a gap between them
	runs := k.Strip.Runs(l.p.Order(), l.q, l.s0, l.s1, 0.5/float64(l.pitch), !cells)
	k.PaintRuns(list, l.style, runs, func(run beside.StripRun) vg.Rectangle {
		r := vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: l.y(run.To)}, Max: vg.Point{X: box.Max.X, Y: l.y(run.From)}}
		if cells && r.Max.Y-r.Min.Y >= 4 {
			r.Min.Y += 0.5
			r.Max.Y -= 0.5
		}
		return k.Bar(run.Code, r)
	})
}
