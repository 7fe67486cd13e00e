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
func (l *dendrogramLayout) columnsNamed() bool { return l.style.Look.Columns != plotting.NoNames }

// sizeColumnNames decides on the size of the names of columns so far apart, and which are shown.
func (l *dendrogramLayout) sizeColumnNames(pitch vg.Length) {
	size := l.style.LabelSize
	l.columnSize, l.columnStep = size, 1
	switch fits := pitch / line; l.style.Look.Columns {
	case plotting.NoNames:
		l.columnSize = 0
		return
	case plotting.SelectedNames:
		l.columnStep = 0
		if len(l.classes.columns) == 0 {
			l.columnSize = 0
		}
		return
	case plotting.AllNames:
		if l.columnSize = min(size, max(fits, leastAll)); fits < leastAll {
			l.columnStep = ink.ThinStep(pitch, line*leastAll)
		}
	default:
		if l.columnSize = min(size, fits); fits < 0.999*leastColumnOf(l.style)*size {
			l.columnSize = vg.Length(l.style.LeastName) * size
			l.columnStep = ink.ThinStep(pitch, line*l.columnSize)
		}
	}
}

// drawNamesOfColumns adds the names that have room, the selected ones first.
func (l *dendrogramLayout) drawNamesOfColumns(list *ink.List, y vg.Length) {
	if l.columnSize == 0 || !l.heatShown {
		return
	}
	type name struct {
		column int
		at     vg.Length
		chosen bool
	}
	var names []name
	var places []vg.Length
	for k, j := range l.d.Heat.Order {
		if chosen := l.columnChosen(j); chosen || l.columnStep > 0 && k%l.columnStep == 0 {
			r := l.columnBox(k)
			names = append(names, name{j, (r.Min.X + r.Max.X) / 2, chosen})
			places = append(places, names[len(names)-1].at)
		}
	}
	shown := ink.ThinLabels(places, l.columnSize*0.999, func(i int) bool { return names[i].chosen })
	short := ink.NewShortNames(len(shown), func(i int) string { return l.d.Heat.ColumnName(names[shown[i]].column) })
	for _, i := range shown {
		f, colour := ink.Regular(l.style.Typeface, l.columnSize), l.style.Ink
		if names[i].chosen {
			f, colour = ink.Bold(l.style.Typeface, l.columnSize), l.style.SelectionText
		}
		text, at := l.d.Heat.ColumnName(names[i].column), vg.Point{X: names[i].at, Y: y}
		if l.columnsLevel {
			list.Text(f, colour, at, ink.TopCentre, 0, text)
		} else {
			list.Text(f, colour, at, ink.MiddleRight, math.Pi/2, short.Elide(f, text, l.nameBand))
		}
		l.named[1]++
	}
	l.nameable[1] = len(l.d.Heat.Order)
}

// drawLeftOut says below the names of the rows how many rows and columns are named, where some are
// not.
func (l *dendrogramLayout) drawLeftOut(list *ink.List) {
	x, right := l.labels.Min.X, l.endBesideLegends(l.tree.Min.Y)
	if l.labels.Max.X <= x {
		x = max(l.tree.Max.X, l.heat.Max.X) + 8
		for _, r := range l.strips {
			x = max(x, r.Max.X+8)
		}
	}
	f := ink.Regular(l.style.Typeface, l.style.TickSize)
	var lines []string
	fits := true
	for side, what := range []string{"rows", "columns"} {
		more := ink.LeftOut(f, right-x, l.named[side], l.nameable[side], what)
		fits = fits && (more != nil || l.named[side] >= l.nameable[side])
		lines = append(lines, more...)
	}
	if bar, ramp := l.heatBar, formsOf(l).ramp(); ramp != nil && (len(lines) > 2 || !fits) &&
		bar.Max.X > bar.Min.X { // there may be more room beside the colours
		from := bar.Max.X + ink.BarOverhang(*ramp, l.style) + l.style.Gap
		end := l.endBesideLegends(bar.Max.Y)
		var wide []string
		for side, what := range []string{"rows", "columns"} {
			wide = append(wide, ink.LeftOut(f, end-from, l.named[side], l.nameable[side], what)...)
		}
		if len(wide) <= 2 {
			for i, text := range wide {
				list.Text(f, l.style.Muted, vg.Point{X: end, Y: bar.Max.Y - vg.Length(i)*ink.LineHeight(f)}, ink.TopRight, 0, text)
			}
			return
		}
	}
	align := ink.TopLeft
	if len(lines) > 1 { // the second line is level with the labels of the axis, the last of which it would seem to belong to
		x, align = right, ink.TopRight
	}
	for i, text := range lines {
		list.Text(f, l.style.Muted, vg.Point{X: x, Y: l.tree.Min.Y - 6 - vg.Length(i)*ink.LineHeight(f)}, align, 0, text)
	}
}

// endBesideLegends returns how far to the right words may reach that stand below a height: up to the first column of
// legends that comes down to it.
func (l *dendrogramLayout) endBesideLegends(top vg.Length) vg.Length {
	x := l.legend.Min.X
	for i, column := range l.legends {
		foot := l.legend.Max.Y + ink.LegendApart
		for _, b := range column {
			foot -= b.Height(l.style) + ink.LegendApart
		}
		if foot < top+4 {
			return x - 8
		}
		x += l.legendWidths[i] + 20
	}
	return l.leftOutEnd
}
