package dendro

import (
	"math"

	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A ringName is the name of a ring of the circular shape: that of an annotation or of a column.
type ringName struct {
	text   string
	radius float64 // of the middle of its ring
	size   vg.Length
	column int // −1 for a strip
}

// leastRingName is the least size of the name of a ring: names in smaller rings are thinned.
const leastRingName = 6.5

// ringNames lists the names of the rings that have room, from the innermost to the outermost; all is how many rings of the heat
// map could have one.
func (l *dendrogramLayout) ringNames(d *disc) (names []ringName, all int) {
	size := l.style.TickSize
	for i, k := range l.colours {
		r := 0.0
		if i < len(d.rings) {
			r = d.rings[i] + d.strip/2
		}
		if s := min(size, vg.Length(d.strip+1)); s >= leastRingName {
			names = append(names, ringName{k.Strip.Annotation.Name, r, s, -1})
		}
	}
	if d.columns == 0 {
		return names, 0
	}
	l.sizeColumnNames(vg.Length(d.ringWidth))
	if l.columnSize == 0 {
		return names, 0
	}
	for _, chosen := range []bool{true, false} { // selected columns first
		for k, j := range l.d.Heat.Order {
			r := d.heat + d.ringWidth*(float64(k)+0.5)
			if l.columnChosen(j) != chosen || !chosen && (l.columnStep == 0 || k%l.columnStep != 0) {
				continue
			}
			near := false
			for _, other := range names {
				near = near || other.column >= 0 && math.Abs(other.radius-r) < float64(l.columnSize)*0.999*line
			}
			if !near {
				names = append(names, ringName{l.d.Heat.ColumnName(j), r, l.columnSize, j})
			}
		}
	}
	return names, len(l.d.Heat.Order)
}

// ringNamesRoom returns the width that the names of the rings want in the gap at the top.
func (l *dendrogramLayout) ringNamesRoom(d *disc) float64 {
	widest := vg.Length(0)
	names, _ := l.ringNames(d)
	for _, k := range names {
		widest = max(widest, ink.TextWidth(ink.Bold(l.style.Typeface, k.size), k.text)) // so that a selection does not move the picture
	}
	return float64(widest)
}

// drawRingNames adds the names of the rings, level, in the gap at the top.
func (l *dendrogramLayout) drawRingNames(list *ink.List) {
	d := l.disc
	names, all := l.ringNames(d)
	l.nameable[1] = all
	short := ink.NewShortNames(len(names), func(i int) string { return names[i].text })
	for _, k := range names {
		room := vg.Length(2*k.radius*math.Sin(d.gap/2)) - 4
		f, colour := ink.Regular(l.style.Typeface, k.size), l.style.Ink
		if k.column < 0 {
			colour = l.style.Muted
		} else {
			l.named[1]++
		}
		if k.column >= 0 && l.columnChosen(k.column) {
			f, colour = ink.Bold(l.style.Typeface, k.size), l.style.SelectionText
		}
		at := vg.Point{X: d.centre.X, Y: d.centre.Y + vg.Length(k.radius)}
		text := short.Elide(f, k.text, room)
		if h := ink.CapHeight(f) / 2; text != "" && ink.Within(vg.Point{X: at.X, Y: at.Y + h}, d.area) && ink.Within(vg.Point{X: at.X, Y: at.Y - h}, d.area) {
			list.Text(f, colour, at, ink.MiddleCentre, 0, text)
		}
	}
}
