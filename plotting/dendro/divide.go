package dendro

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// shares are the widths of the parts that stand side by side. A part that is not shown has none.
type shares struct {
	whole, height           vg.Length // of the box
	columns                 int       // of the heat map
	strips, labels, groups  vg.Length
	heat, legend            vg.Length
	legendBelow             bool // all legends flow below the rows
	legends                 [][]ink.LegendBlock
	legendWidths            []vg.Length
	columnTree, columnStrip vg.Length // heights above the heat map
}

// treeAndHeat returns the width that remains for the tree, the heat map and the legends.
func (w *shares) treeAndHeat(gap vg.Length) vg.Length {
	rest := w.whole - w.strips
	if w.strips > 0 {
		rest -= gap - stripApart
	}
	if w.labels > 0 {
		rest -= w.labels + 8
	}
	if w.groups > 0 {
		rest -= w.groups + 8
	}
	return rest
}

// divide divides the box among the parts; it reports false if nothing fits.
func (l *dendrogramLayout) divide(box vg.Rectangle) bool {
	w := &shares{whole: box.Max.X - box.Min.X, height: box.Max.Y - box.Min.Y}
	if l.d.Heat != nil {
		_, w.columns = l.d.Heat.Dims()
	}
	l.columns.showHeat(w.columns, w.height)
	if l.style.Look.Gaps && l.d.Heat != nil && formsOf(l).columnsPlaced() {
		l.columns.parts = beside.PartsBy(l.d.Heat, l.style.Look.ColumnsBy)
	}
	l.columns.barBelow = true
	w.labels, w.groups = l.labelling.labelRoom(w.whole), l.labelling.groupRoom(w.whole)
	for _, k := range l.colours {
		w.strips += k.Width(stripWidth) + stripApart
	}
	below := ink.LegendBelow(l.style, w.whole < ink.NarrowWidth)
	rows, tree, ok := w.trySide(l, box, below)
	if below && l.style.Look.Legend == plotting.UsualPlace && w.labels > 0 && pitchOf(l, rows) < leastPitch(l.style) {
		aside, again := *w, l.copied() // the names may have room where the legends do not lie below them
		if r, width, fits := aside.trySide(again, box, false); fits && aside.heat > 0 == (w.heat > 0) &&
			width >= leastTree && pitchOf(again, r) >= leastPitch(l.style) {
			*l, *w, rows, tree, ok = *again, aside, r, width, fits
			tied(l)
		}
	}
	if ok && !w.legendBelow && w.legend > 0 && l.style.Look.Legend == plotting.UsualPlace && tree < slimTree*w.whole {
		under, again := *w, l.copied() // names and legends take the room of the tree
		if r, width, fits := under.trySide(again, box, true); fits && under.heat > 0 == (w.heat > 0) &&
			width >= slimGain*tree && r.Max.Y-r.Min.Y >= slimRows*(rows.Max.Y-rows.Min.Y) {
			*l, *w, rows, tree = *again, under, r, width
			tied(l)
		}
	}
	if !ok {
		return false
	}
	if tree < leastTree {
		rows.Max.Y = box.Max.Y
		return l.divideTight(box, rows)
	}
	l.placeParts(box, rows, tree, w)
	return true
}

// Legends go below a tree that has less than slimTree of the width, if it then is slimGain times as wide at least and
// the rows keep slimRows of their height.
const (
	slimTree = 0.2
	slimGain = 1.3
	slimRows = 0.55
)

// trySide divides the box with the legends below or beside the rows. It returns the room of the rows and the width of
// the tree; ok is false if the rows have none.
func (w *shares) trySide(l *dendrogramLayout, box vg.Rectangle, below bool) (rows vg.Rectangle, tree vg.Length,
	ok bool) {
	l.chooseLegendSide(w, below)
	if w.heat < 12 {
		w.heat, l.columns.heatShown = 0, false
	}
	rows, ok = l.rowsBetween(box, w)
	tree = w.treeAndHeat(l.style.Gap) - w.legend - w.heat
	if w.heat > 0 {
		tree -= 10
	}
	return rows, tree, ok
}

// pitchOf returns the height of an ordinary leaf where the rows have such room.
func pitchOf(l *dendrogramLayout, rows vg.Rectangle) vg.Length {
	return (rows.Max.Y - rows.Min.Y) / vg.Length(l.s1-l.s0)
}

// leastPitch is the height of a leaf at which every name is shown.
func leastPitch(st plotting.Style) vg.Length {
	return vg.Length(st.LeastName) * st.LabelSize
}

// chooseLegendSide puts the legends beside the picture, or below it where that is wanted or they would take
// the place of
// the tree or the heat map.
func (l *dendrogramLayout) chooseLegendSide(w *shares, below bool) {
	w.legendBelow = below
	l.keys.flows = w.legendBelow
	l.shareHeatAndLegend(w)
	if !w.legendBelow && w.legend > 0 && (l.columns.heatShown && w.heat < leastHeat ||
		w.treeAndHeat(l.style.Gap)-w.legend-w.heat < leastTree+10) {
		w.legendBelow, l.keys.flows = true, true
		l.shareHeatAndLegend(w)
	}
}

// shareHeatAndLegend decides on the widths of heat map and legends. The legends need their width before
// the rest is known. A colour bar without room below a narrow heat map joins them.
func (l *dendrogramLayout) shareHeatAndLegend(w *shares) {
	l.columns.barBelow = true
	l.keys.chooseLegends(w)
	if l.columns.heatShown {
		heat := l.columns.heatWidth(w)
		if bar := formsOf(l).ramp(); bar == nil || heat < 64+ink.BarOverhang(*bar, l.style) {
			l.columns.barBelow = false
			l.keys.chooseLegends(w)
		}
	}
	w.heat = l.columns.heatWidth(w)
}

// chooseLegends arranges the legends that stand beside the picture, with fewer levels if all have no room.
func (kp *legendPart) chooseLegends(w *shares) {
	w.legends, w.legendWidths, w.legend = nil, nil, 0
	if w.legendBelow {
		return
	}
	for _, limit := range ink.LegendLimits {
		var ok bool
		if w.legends, w.legendWidths, ok = ink.LegendColumns(kp.legendBlocks(limit), kp.l.style, w.height); ok {
			break
		}
	}
	w.legend = ink.WidthsWithin(w.legends, w.legendWidths, kp.l.style, 0.22*w.whole, 20, w.height)
}

// heatWidth returns the width of the heat map beside the legends.
func (hp *columnPart) heatWidth(w *shares) vg.Length {
	if !hp.heatShown {
		return 0
	}
	if formsOf(hp.l).form() == plotting.PieCells {
		return pieWidth
	}
	st, columns := hp.l.style, vg.Length(w.columns)
	rest := w.treeAndHeat(st.Gap) - w.legend - 10
	if k := st.Look.HeatShare; k > 0 {
		return min(max(vg.Length(k)*rest, leastHeat), rest-leastTree-4)
	}
	share := vg.Length(0.40)
	if w.columns > 200 {
		share = 0.5
	}
	if named := columns * leastColumnOf(hp.l.style) * line * st.LabelSize / rest; named > share && named <= mostNamed &&
		hp.columnsNamed() {
		share = named // then each column has room for its name
	}
	wide := max(13, min(20, 200/columns))
	if st.Look.Numbers { // which need room
		wide, share = numberedColumn, max(share, 0.6)
	}
	return min(columns*wide, share*rest)
}

// pieWidth is the width of a column of pies.
const pieWidth = 22

// numberedColumn is the usual width of a column with its values in its cells.
const numberedColumn = 36

// rowsBetween returns the height of the rows, as a rectangle without width: below them are the axis of the tree, and
// names and the colour bar of the rest; above them the parts of the columns. ok is false if they have no room.
func (l *dendrogramLayout) rowsBetween(box vg.Rectangle, w *shares) (rows vg.Rectangle, ok bool) {
	l.columns.columnSize = 0
	if l.columns.heatShown {
		l.columns.sizeColumnNames(w.heat / vg.Length(w.columns))
	}
	l.columns.nameBand = l.wantedNames(0.22*w.height, w.heat/max(vg.Length(w.columns), 1))
	bottom := vg.Length(ink.AxisBand)
	if w.height < 130 {
		bottom = 24
	}
	below := vg.Length(0)
	if l.columns.nameBand > 0 {
		below = l.columns.nameBand + 6
	}
	if l.columns.heatShown && l.columns.barBelow {
		below += rampBand
	}
	bottom = max(bottom, below)
	if w.legendBelow {
		bottom += l.keys.flowBelow(box, 0.3*w.height, 0.4*w.height)
	}
	w.columnTree, w.columnStrip = l.columns.columnTreeRoom(w.height),
		l.columns.columnStripRoom(w.height)+formsOf(l).partBand()
	rows = vg.Rectangle{Min: vg.Point{Y: box.Min.Y + bottom}, Max: vg.Point{Y: box.Max.Y - w.columnTree - w.columnStrip}}
	if most := l.style.Look.RowHeight * vg.Length(l.s1-l.s0); most > 0 {
		rows.Min.Y = max(rows.Min.Y, rows.Max.Y-max(most, leastRows))
	}
	return rows, rows.Max.Y-rows.Min.Y >= leastRows
}

// placeParts places the parts from left to right.
func (l *dendrogramLayout) placeParts(box, rows vg.Rectangle, tree vg.Length, w *shares) {
	x := box.Min.X + 3 // half a dot at the origin
	part := func(width vg.Length) vg.Rectangle {
		r := rows
		r.Min.X, r.Max.X = x, x+width
		x += width
		return r
	}
	l.tree = part(tree - 3)
	if len(l.colours) > 0 {
		x += l.style.Gap - stripApart
	}
	for _, k := range l.colours {
		x += stripApart
		l.strips = append(l.strips, part(k.Width(stripWidth)))
	}
	if w.heat > 0 {
		x += 10
		l.columns.heat = part(w.heat)
		l.columns.placeAboveHeat(w.columnTree, w.columnStrip, box.Max.Y)
	}
	if w.labels > 0 {
		x += 8
		l.labelling.labels = part(w.labels)
	}
	if w.groups > 0 {
		x += 8
		l.labelling.bars = part(w.groups)
	}
	if w.legend > 0 {
		l.keys.legend = vg.Rectangle{Min: vg.Point{X: x + 20, Y: box.Min.Y}, Max: vg.Point{X: box.Max.X, Y: box.Max.Y}}
		l.keys.legends, l.keys.legendWidths = w.legends, w.legendWidths
	}
	l.columns.leftOutEnd = box.Max.X
	l.pitch = pitchOf(l, rows)
}

// divideTight gives the tree the whole width if the parts beside it leave too little.
func (l *dendrogramLayout) divideTight(box, rows vg.Rectangle) bool {
	l.columns.heatShown, l.keys.legend = false, vg.Rectangle{}
	l.strips = make([]vg.Rectangle, len(l.colours))
	l.tree = rows
	l.tree.Min.X, l.tree.Max.X = box.Min.X+3, box.Max.X
	l.columns.nameBand = 0
	l.pitch = pitchOf(l, rows)
	return true
}
