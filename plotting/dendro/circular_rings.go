package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// drawRings adds bars of groups, strips and the heat map around the tree.
func (cp *circlePart) drawRings(list *ink.List) {
	d := cp.disc
	if cp.l.classes.group != nil {
		paths := map[int]*vg.Path{}
		var order []int
		for r := 0; r < len(cp.l.p.Order()); r = int(cp.l.classes.until[r]) + 1 {
			g := int(cp.l.classes.group[r])
			if g < 0 {
				continue
			}
			if paths[g] == nil {
				paths[g] = &vg.Path{}
				order = append(order, g)
			}
			from, to := cp.l.q.Edge[r], cp.l.q.Edge[cp.l.classes.until[r]+1]
			d.sector(paths[g], d.groups, d.groups+beside.GroupBar, from+0.1, to-0.1)
		}
		for _, g := range order {
			list.Add(ink.Fill{Colour: cp.l.d.groupColour(g), Path: *paths[g]})
		}
	}
	for i, k := range cp.l.colours {
		cp.drawRing(list, k, d.rings[i])
	}
	if d.columns > 0 {
		cp.drawHeatRings(list)
	}
}

// drawRing adds a strip as a ring.
func (cp *circlePart) drawRing(list *ink.List, k *beside.StripColours, r0 float64) {
	d := cp.disc
	fills := ink.NewFills()
	for _, run := range k.Strip.Runs(cp.l.p.Order(), cp.l.q, 0, d.total, 0.5/float64(cp.l.pitch), cp.l.pitch < 6) {
		if d.hidden(r0, r0+d.strip, run.From, run.To) {
			continue
		}
		ink := cp.l.style.Missing
		if run.Code >= 0 {
			ink = k.Colour[run.Code]
		}
		inset := 0.0
		if cp.l.pitch >= 6 {
			inset = 0.5 / float64(cp.l.pitch)
		}
		d.sector(fills.Path(ink), r0, r0+d.strip*k.Share(run.Code), run.From+inset, run.To-inset)
	}
	fills.AddTo(list)
}

// drawHeatRings adds the heat map, one ring a column, the first innermost. Columns are averaged where there would be
// more than maxRings rings, and leaves where there would be more than maxRingCells cells.
func (cp *circlePart) drawHeatRings(list *ink.List) {
	d, h := cp.disc, cp.l.d.Heat
	h.Prepare()
	n := len(cp.l.p.Order())
	per := (d.columns + maxRings - 1) / maxRings
	step := (n*(d.columns/per) + maxRingCells - 1) / maxRingCells
	fills := ink.NewFills()
	for r := 0; r < n; r += step {
		end := min(r+step, n)
		from, to := cp.l.q.Edge[r], cp.l.q.Edge[end]
		if d.hidden(d.heat, d.heat+d.ringWidth*float64(d.columns), from, to) {
			continue
		}
		for k := 0; k < d.columns; k += per {
			last := min(k+per, d.columns)
			ink, seen := h.MeanColour(cp.l.p.Order()[r:end], k, last)
			if !seen {
				ink = cp.l.style.Missing
			}
			r0 := d.heat + d.ringWidth*float64(k)
			// Cells overlap by a hair, so that no ground shows between them.
			d.sector(fills.Path(ink), r0, r0+d.ringWidth*float64(last-k)+0.4, from,
				min(to+0.4/float64(cp.l.pitch), d.total))
		}
	}
	fills.AddTo(list)
}

// drawDiscLabels adds the labels around the disc, turned so that none is upside down and thinned so
// that none touch. A label that the border would cut is left out.
func (cp *circlePart) drawDiscLabels(list *ink.List) {
	d := cp.disc
	cp.l.labelling.nameable[0] = cp.l.labelling.leavesInSight()
	if d.room <= 0 {
		return
	}
	pitch := vg.Length(d.labels * (2*math.Pi - d.gap) / d.total)
	size, apart, step := cp.discLetters(pitch)
	_, sign := cp.discSign()
	labels := cp.l.labelling.visibleLabels(step)
	at := make([]vg.Length, len(labels))
	for i, k := range labels {
		at[i] = vg.Length(k.y) * pitch
	}
	shown := ink.ThinLabels(at, apart*0.999, func(i int) bool { return labels[i].keep })
	short := ink.NewShortNames(len(shown), func(i int) string { return labels[shown[i]].text })
	var texts []ink.Text
	for _, i := range shown {
		k := labels[i]
		face, colour := ink.Regular(cp.l.style.Typeface, size), cp.l.style.Ink
		leaf := cp.l.p.Tree().IsLeaf(k.node)
		if class := cp.l.classes.of(k.node); class == beside.SelectedClass {
			face, colour = ink.Bold(cp.l.style.Typeface, size), cp.l.style.SelectionText
		} else if !leaf || cp.l.classes.matched[k.node] {
			face = ink.Bold(cp.l.style.Typeface, size)
		}
		if leaf && cp.l.classes.matched[k.node] {
			colour = cp.l.style.SelectionText
		}
		if leaf {
			face = ink.RowFace(cp.l.style, face)
		}
		angle, anchor := d.angle(k.y), ink.MiddleLeft
		if math.Cos(angle) < 0 {
			angle, anchor = angle+math.Pi, ink.MiddleRight
		}
		item := ink.Text{Face: face, Colour: colour, At: d.at(d.labels, k.y), Anchor: anchor, Angle: angle,
			Text: short.Elide(face, k.text, vg.Length(d.room))}
		fits := item.Text != "" && !overBox(item, sign)
		for _, p := range item.Corners() {
			fits = fits && ink.Within(p, d.area)
		}
		if fits {
			texts = append(texts, item)
		}
	}
	title := cp.circleTitle(0)
	if rings, all := cp.ringNames(d); len(texts) < cp.l.labelling.nameable[0] ||
		len(rings)-len(cp.l.colours) < all { // the names of the others are over the title
		title = cp.circleTitle(2)
	}
	for _, item := range texts {
		if !overBox(item, title) {
			cp.l.labelling.named[0]++
			list.Add(item)
		}
	}
}

// discLetters returns the size of labels so far apart along their circle, how far apart those shown must be, and of how
// many one is shown.
func (cp *circlePart) discLetters(pitch vg.Length) (size, apart vg.Length, step int) {
	size, step = cp.l.style.LabelSize, 1
	// At the bottom the letters turn over and their descents meet.
	apart = size * 1.12
	switch {
	case pitch >= apart || cp.l.style.Look.Rows == plotting.SelectedNames:
	case cp.l.style.Look.Rows == plotting.AllNames:
		if size, apart = max(size*pitch/apart, leastAll), pitch; pitch < 1.12*leastAll {
			apart = 1.12 * leastAll
			step = ink.ThinStep(pitch, apart)
		}
		return size, apart, step
	case pitch >= vg.Length(cp.l.style.LeastName)*apart:
		size, apart = size*pitch/apart, pitch
	default:
		step = ink.ThinStep(pitch, apart)
	}
	if step > sparseStep {
		apart = 2.5 * size
		step = ink.ThinStep(pitch, apart)
	}
	return size, apart, step
}

// overBox reports whether a turned text may touch a box.
func overBox(text ink.Text, box vg.Rectangle) bool {
	corners := text.Corners()
	low, high := corners[0], corners[0]
	for _, p := range corners {
		low = vg.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
		high = vg.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	return box.Max.X > box.Min.X && low.X < box.Max.X && high.X > box.Min.X && low.Y < box.Max.Y && high.Y > box.Min.Y
}

// A ringName is the name of a ring of the circular shape: that of an annotation or of a column.
type ringName struct {
	text   string
	radius float64 // of the middle of its ring
	size   vg.Length
	column int // −1 for a strip
}

// leastRingName is the least size of the name of a ring: names in smaller rings are thinned.
const leastRingName = 6.5

// ringNames lists the names of the rings that have room, from the innermost to the outermost; all is how many rings of
// the heat map could have one.
func (cp *circlePart) ringNames(d *disc) (names []ringName, all int) {
	size := cp.l.style.TickSize
	for i, k := range cp.l.colours {
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
	cp.l.columns.sizeColumnNames(vg.Length(d.ringWidth))
	if cp.l.columns.columnSize == 0 {
		return names, 0
	}
	for _, chosen := range []bool{true, false} { // selected columns first
		for k, j := range cp.l.d.Heat.Order {
			r := d.heat + d.ringWidth*(float64(k)+0.5)
			if cp.l.columns.columnChosen(j) != chosen || !chosen &&
				(cp.l.columns.columnStep == 0 || k%cp.l.columns.columnStep != 0) {
				continue
			}
			near := false
			for _, other := range names {
				near = near || other.column >= 0 &&
					math.Abs(other.radius-r) < float64(cp.l.columns.columnSize)*0.999*line
			}
			if !near {
				names = append(names, ringName{cp.l.d.Heat.ColumnName(j), r, cp.l.columns.columnSize, j})
			}
		}
	}
	return names, len(cp.l.d.Heat.Order)
}

// ringNamesRoom returns the width that the names of the rings want in the gap at the top.
func (cp *circlePart) ringNamesRoom(d *disc) float64 {
	widest := vg.Length(0)
	names, _ := cp.ringNames(d)
	for _, k := range names {
		// so that a selection does not move the picture
		widest = max(widest, ink.TextWidth(ink.Bold(cp.l.style.Typeface, k.size), k.text))
	}
	return float64(widest)
}

// drawRingNames adds the names of the rings, level, in the gap at the top.
func (cp *circlePart) drawRingNames(list *ink.List) {
	d := cp.disc
	names, all := cp.ringNames(d)
	cp.l.labelling.nameable[1] = all
	short := ink.NewShortNames(len(names), func(i int) string { return names[i].text })
	for _, k := range names {
		room := vg.Length(2*k.radius*math.Sin(d.gap/2)) - 4
		f, colour := ink.Regular(cp.l.style.Typeface, k.size), cp.l.style.Ink
		if k.column < 0 {
			colour = cp.l.style.Muted
		} else {
			cp.l.labelling.named[1]++
		}
		if k.column >= 0 && cp.l.columns.columnChosen(k.column) {
			f, colour = ink.Bold(cp.l.style.Typeface, k.size), cp.l.style.SelectionText
		}
		at := vg.Point{X: d.centre.X, Y: d.centre.Y + vg.Length(k.radius)}
		text := short.Elide(f, k.text, room)
		if h := ink.CapHeight(f) / 2; text != "" && ink.Within(vg.Point{X: at.X, Y: at.Y + h}, d.area) &&
			ink.Within(vg.Point{X: at.X, Y: at.Y - h}, d.area) {
			list.Text(f, colour, at, ink.MiddleCentre, 0, text)
		}
	}
}
