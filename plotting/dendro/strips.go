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
func (hp *columnPart) colourColumnStrips(used int) {
	if hp.l.d.Heat == nil || hp.l.d.Shape.Round() {
		return
	}
	order := make([]int32, 0, len(hp.l.d.Heat.Order))
	for _, j := range hp.l.d.Heat.Order {
		for _, c := range hp.l.d.Heat.DataColumns(j) {
			order = append(order, int32(c))
		}
	}
	for i := range hp.l.d.Heat.Strips {
		k := beside.NewStripColours(&hp.l.d.Heat.Strips[i], order, used, hp.l.d.Style.Look).In(hp.l.d.Style)
		hp.columnColours = append(hp.columnColours, k)
		used += k.Inks
	}
}

// columnStripRoom returns the height of the strips of the columns above the rows.
func (hp *columnPart) columnStripRoom(height vg.Length) vg.Length {
	if !hp.heatShown || height < columnTreeFrom {
		return 0
	}
	return vg.Length(len(hp.columnColours)) * (stripWidth + stripApart)
}

// showHeat decides whether there is a heat map, and strips of its columns.
func (hp *columnPart) showHeat(columns int, height vg.Length) {
	hp.heatShown = columns > 0
	if hp.columnStripRoom(height) == 0 {
		hp.columnColours = nil
	}
}

// placeAboveHeat places the strips of the columns and their tree above the heat map, up to an upper edge. top and
// strips are their heights, 0 for none.
func (hp *columnPart) placeAboveHeat(top, strips, edge vg.Length) {
	if strips > 0 {
		hp.placeColumnStrips()
	}
	if top > 0 {
		hp.columnTree = vg.Rectangle{Min: vg.Point{X: hp.heat.Min.X, Y: hp.heat.Max.Y + strips + columnTreeGap},
			Max: vg.Point{X: hp.heat.Max.X, Y: edge}}
	}
}

// placeColumnStrips places the strips above the heat map, upwards from the lower end of the room, the first on top.
func (hp *columnPart) placeColumnStrips() {
	y := hp.heat.Max.Y + stripApart
	for range hp.columnColours {
		hp.columnStrips = append(hp.columnStrips, vg.Rectangle{Min: vg.Point{X: hp.heat.Min.X, Y: y},
			Max: vg.Point{X: hp.heat.Max.X, Y: y + stripWidth}})
		y += stripWidth + stripApart
	}
	for i, j := 0, len(hp.columnStrips)-1; i < j; i, j = i+1, j-1 {
		hp.columnStrips[i], hp.columnStrips[j] = hp.columnStrips[j], hp.columnStrips[i]
	}
}

// drawColumnStrips adds the strips of the columns, with their names at the left.
func (hp *columnPart) drawColumnStrips(list *ink.List) {
	f := ink.Regular(hp.l.style.Typeface, hp.l.style.TickSize)
	for i, box := range hp.columnStrips {
		k := hp.columnColours[i]
		_, n := hp.l.d.Heat.Dims()
		pitch := (box.Max.X - box.Min.X) / vg.Length(n)
		cells := pitch >= 6 // apart, with a gap between them
		runs := hp.l.d.Heat.ColumnRuns(k.Strip, max(1, int(math.Ceil(0.5/float64(pitch)))),
			!cells && len(hp.parts.Starts) == 0)
		k.PaintRuns(list, hp.l.style, runs, func(run beside.StripRun) vg.Rectangle {
			r := box
			r.Min.X, r.Max.X = hp.columnBox(int(run.From)).Min.X, hp.columnBox(int(run.To)-1).Max.X
			if cells {
				r.Min.X += 0.5
				r.Max.X -= 0.5
			}
			r.Max.Y = r.Min.Y + vg.Length(k.Share(run.Code))*(r.Max.Y-r.Min.Y)
			return r
		})
		name := ink.Elide(f, k.Strip.Annotation.Name, box.Min.X-6-hp.l.tree.Min.X)
		list.Text(f, hp.l.style.Muted, vg.Point{X: box.Min.X - 6, Y: (box.Min.Y + box.Max.Y) / 2},
			ink.MiddleRight, 0, name)
	}
}

// columnStripMark describes the column below p in a strip, with its level.
func (hp *columnPart) columnStripMark(i int, p vg.Point) plotting.Mark {
	k := formsOf(hp.l).columnAt(p.X)
	m, s := hp.columnMark(k, p), hp.columnColours[i].Strip
	text := "missing"
	if code := hp.l.d.Heat.ColumnCode(s, hp.l.d.Heat.Order[k]); code >= 0 {
		text = s.Annotation.Levels[code]
	}
	m.Lines = append([][2]string{{s.Annotation.Name, text}}, m.Lines...)
	return m
}

// drawStrip adds the visible cells of a strip to the list.
func (hp *columnPart) drawStrip(list *ink.List, k *beside.StripColours, box vg.Rectangle) {
	cells := hp.l.pitch >= 6 // apart, with a gap between them
	runs := k.Strip.Runs(hp.l.p.Order(), hp.l.q, hp.l.s0, hp.l.s1, 0.5/float64(hp.l.pitch), !cells)
	k.PaintRuns(list, hp.l.style, runs, func(run beside.StripRun) vg.Rectangle {
		r := vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: hp.l.y(run.To)},
			Max: vg.Point{X: box.Max.X, Y: hp.l.y(run.From)}}
		if cells && r.Max.Y-r.Min.Y >= 4 {
			r.Min.Y += 0.5
			r.Max.Y -= 0.5
		}
		return k.Bar(run.Code, r)
	})
}
