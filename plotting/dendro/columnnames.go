package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Sizes of the names of columns.
const (
	leastColumn = 0.7  // of the size of labels: smaller ones are thinned instead
	leastAll    = 3    // points: where all names are wanted
	line        = 1.02 // height of a name, as a share of its size
	mostNamed   = 0.6  // share of the heat map that names may ask for
)

// leastColumn is the share of the size of labels to which names of columns shrink before they are thinned.
func leastColumnOf(st plotting.Style) vg.Length {
	// A style for print has a size below which nothing is printed.
	if share := vg.Length(st.LeastName); share != vg.Length(plotting.Light.LeastName) {
		return share
	}
	return leastColumn
}

// columnsNamed reports whether the names of columns are wanted.
func (hp *columnPart) columnsNamed() bool { return hp.l.style.Look.Columns != plotting.NoNames }

// sizeColumnNames decides on the size of the names of columns so far apart, and which are shown.
func (hp *columnPart) sizeColumnNames(pitch vg.Length) {
	size := hp.l.style.LabelSize
	hp.columnSize, hp.columnStep = size, 1
	switch fits := pitch / line; hp.l.style.Look.Columns {
	case plotting.NoNames:
		hp.columnSize = 0
		return
	case plotting.SelectedNames:
		hp.columnStep = 0
		if len(hp.l.classes.columns) == 0 {
			hp.columnSize = 0
		}
		return
	case plotting.AllNames:
		if hp.columnSize = min(size, max(fits, leastAll)); fits < leastAll {
			hp.columnStep = ink.ThinStep(pitch, line*leastAll)
		}
	default:
		if hp.columnSize = min(size, fits); fits < 0.999*leastColumnOf(hp.l.style)*size {
			hp.columnSize = vg.Length(hp.l.style.LeastName) * size
			hp.columnStep = ink.ThinStep(pitch, line*hp.columnSize)
		}
	}
}

// drawNamesOfColumns adds the names that have room, the selected ones first.
func (hp *columnPart) drawNamesOfColumns(list *ink.List, y vg.Length) {
	if hp.columnSize == 0 || !hp.heatShown {
		return
	}
	type name struct {
		column int
		at     vg.Length
		chosen bool
	}
	var names []name
	var places []vg.Length
	for k, j := range hp.l.d.Heat.Order {
		if chosen := hp.columnChosen(j); chosen || hp.columnStep > 0 && k%hp.columnStep == 0 {
			r := hp.columnBox(k)
			names = append(names, name{j, (r.Min.X + r.Max.X) / 2, chosen})
			places = append(places, names[len(names)-1].at)
		}
	}
	shown := ink.ThinLabels(places, hp.columnSize*0.999, func(i int) bool { return names[i].chosen })
	short := ink.NewShortNames(len(shown), func(i int) string { return hp.l.d.Heat.ColumnName(names[shown[i]].column) })
	for _, i := range shown {
		f, colour := ink.Regular(hp.l.style.Typeface, hp.columnSize), hp.l.style.Ink
		if names[i].chosen {
			f, colour = ink.Bold(hp.l.style.Typeface, hp.columnSize), hp.l.style.SelectionText
		}
		text, at := hp.l.d.Heat.ColumnName(names[i].column), vg.Point{X: names[i].at, Y: y}
		if hp.columnsLevel {
			list.Text(f, colour, at, ink.TopCentre, 0, text)
		} else {
			list.Text(f, colour, at, ink.MiddleRight, math.Pi/2, short.Elide(f, text, hp.nameBand))
		}
		hp.l.labelling.named[1]++
	}
	hp.l.labelling.nameable[1] = len(hp.l.d.Heat.Order)
}

// drawLeftOut says below the names of the rows how many rows and columns are named, where some are
// not.
func (hp *columnPart) drawLeftOut(list *ink.List) {
	x, right := hp.l.labelling.labels.Min.X, hp.l.keys.endBesideLegends(hp.l.tree.Min.Y)
	if hp.l.labelling.labels.Max.X <= x {
		x = max(hp.l.tree.Max.X, hp.heat.Max.X) + 8
		for _, r := range hp.l.strips {
			x = max(x, r.Max.X+8)
		}
	}
	f := ink.Regular(hp.l.style.Typeface, hp.l.style.TickSize)
	var lines []string
	fits := true
	for side, what := range []string{"rows", "columns"} {
		more := ink.LeftOut(f, right-x, hp.l.labelling.named[side], hp.l.labelling.nameable[side],
			hp.l.d.Things.Say(what))
		fits = fits && (more != nil || hp.l.labelling.named[side] >= hp.l.labelling.nameable[side])
		lines = append(lines, more...)
	}
	if bar, ramp := hp.heatBar, formsOf(hp.l).ramp(); ramp != nil && (len(lines) > 2 || !fits) &&
		bar.Max.X > bar.Min.X { // there may be more room beside the colours
		from := bar.Max.X + ink.BarOverhang(*ramp, hp.l.style) + hp.l.style.Gap
		end := hp.l.keys.endBesideLegends(bar.Max.Y)
		var wide []string
		for side, what := range []string{"rows", "columns"} {
			wide = append(wide, ink.LeftOut(f, end-from, hp.l.labelling.named[side], hp.l.labelling.nameable[side],
				hp.l.d.Things.Say(what))...)
		}
		if len(wide) <= 2 {
			for i, text := range wide {
				list.Text(f, hp.l.style.Muted, vg.Point{X: end, Y: bar.Max.Y - vg.Length(i)*ink.LineHeight(f)},
					ink.TopRight, 0, text)
			}
			return
		}
	}
	align := ink.TopLeft
	if len(lines) > 1 {
		// the second line is level with the labels of the axis, the last of which it would seem to belong to
		x, align = right, ink.TopRight
	}
	for i, text := range lines {
		list.Text(f, hp.l.style.Muted, vg.Point{X: x, Y: hp.l.tree.Min.Y - 6 - vg.Length(i)*ink.LineHeight(f)},
			align, 0, text)
	}
}

// endBesideLegends returns how far to the right words may reach that stand below a height: up to the first column of
// legends that comes down to it.
func (kp *legendPart) endBesideLegends(top vg.Length) vg.Length {
	x := kp.legend.Min.X
	for i, column := range kp.legends {
		foot := kp.legend.Max.Y + ink.LegendApart
		for _, b := range column {
			foot -= b.Height(kp.l.style) + ink.LegendApart
		}
		if foot < top+4 {
			return x - 8
		}
		x += kp.legendWidths[i] + 20
	}
	return kp.l.columns.leftOutEnd
}
