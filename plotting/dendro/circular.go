package dendro

import (
	"image/color"
	"math"

	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// circlePart holds the geometry of the circular shape.
type circlePart struct {
	l    *dendrogramLayout
	disc *disc // of the circular shape
}

// disc is the geometry of the circular shape: time is radius, and the leaves run clockwise from the
// top, where a gap holds the axis.
type disc struct {
	area   vg.Rectangle
	centre vg.Point
	radius float64 // of time 1
	gap    float64 // angle left free at the top
	total  float64 // height of the placement

	rings     []float64 // inner radius of each strip
	strip     float64   // width of a strip
	groups    float64   // inner radius of the bars of groups
	heat      float64   // inner radius of the heat map
	ringWidth float64   // of one column of the heat map
	columns   int       // of the heat map; 0 where it is not shown
	labels    float64   // radius at which labels start
	room      float64   // length of labels
	aside     bool      // the words about the figure stand left of the disc

	ticks []ink.Tick // circles: their times and labels
}

// Sizes of the circular shape.
const (
	maxRings     = 120  // more columns share rings, each the mean of its columns
	maxRingCells = 6000 // more cells are averaged along the leaves
	maxDiscZoom  = 400
	mostGap      = 0.5  // radians
	namedGap     = 0.9  // of a disc with names of rings
	leastDisc    = 0.3  // of the radius is the tree's, at least; labels and rings become narrower
	roomyDisc    = 0.34 // of the radius is the tree's beside rings that shrank
	mostNames    = 0.56 // of the radius is the names', at most
	legibleName  = 0.5  // of the longest name: where no more has room, no names are shown
	legibleEms   = 5    // sizes of the letters: names that are no longer are not cut
	narrowStrip  = 0.6  // of their width: strips beside labels become no narrower
)

// angle returns the direction of a height of the placement, in radians.
func (d *disc) angle(slot float64) float64 {
	return math.Pi/2 - d.gap/2 - slot/d.total*(2*math.Pi-d.gap)
}

// at returns the point at a radius and a height of the placement.
func (d *disc) at(radius, slot float64) vg.Point {
	sin, cos := math.Sincos(d.angle(slot))
	return vg.Point{X: d.centre.X + vg.Length(radius*cos), Y: d.centre.Y + vg.Length(radius*sin)}
}

// polar returns the radius and the height of the placement of a point. In the gap the
// height lies outside [0, total].
func (d *disc) polar(p vg.Point) (radius, slot float64) {
	dx, dy := float64(p.X-d.centre.X), float64(p.Y-d.centre.Y)
	turn := math.Mod(math.Pi/2-d.gap/2-math.Atan2(dy, dx)+4*math.Pi, 2*math.Pi)
	if turn > 2*math.Pi-d.gap/2 {
		turn -= 2 * math.Pi
	}
	return math.Hypot(dx, dy), turn / (2*math.Pi - d.gap) * d.total
}

// arc appends to a path an arc at a radius between two heights of the placement, as lines that stay
// within a twentieth of a point; move starts a new line.
func (d *disc) arc(path *vg.Path, radius, from, to float64, move bool) {
	span := math.Abs(d.angle(to) - d.angle(from))
	steps := int(math.Ceil(span*math.Sqrt(max(radius, 1)/0.4))) + 1
	for i := range steps + 1 {
		p := d.at(radius, from+(to-from)*float64(i)/float64(steps))
		if i == 0 && move {
			path.Move(p)
			continue
		}
		path.Line(p)
	}
}

// sector appends the outline of a piece of a ring.
func (d *disc) sector(path *vg.Path, r0, r1, from, to float64) {
	d.arc(path, r1, from, to, true)
	d.arc(path, r0, to, from, false)
	path.Close()
}

// hidden reports whether a piece of a ring lies wholly outside the area.
func (d *disc) hidden(r0, r1, from, to float64) bool {
	span := math.Abs(d.angle(to) - d.angle(from))
	if span > math.Pi/6 {
		return false
	}
	p := d.at(r0, from)
	low, high := p, p
	for _, q := range []vg.Point{d.at(r0, to), d.at(r1, from), d.at(r1, to)} {
		low = vg.Point{X: min(low.X, q.X), Y: min(low.Y, q.Y)}
		high = vg.Point{X: max(high.X, q.X), Y: max(high.Y, q.Y)}
	}
	bulge := vg.Length(r1*(1-math.Cos(span/2))) + 3
	return high.X+bulge < d.area.Min.X || low.X-bulge > d.area.Max.X || high.Y+bulge < d.area.Min.Y ||
		low.Y-bulge > d.area.Max.Y
}

// layoutCircular places and draws everything below the title.
func (cp *circlePart) layoutCircular(s *DendrogramScene, box vg.Rectangle) {
	columns := 0
	if cp.l.d.Heat != nil {
		_, columns = cp.l.d.Heat.Dims()
	}
	cp.l.columns.heatShown, cp.l.columns.barBelow = columns > 0, false
	box = cp.discLegends(box)
	d, inner := cp.discClearOfCorner(box, columns)
	if d.radius < leastRows {
		return
	}
	cp.disc, cp.l.plot = d, round{d, cp.l}
	s.area, s.rows = inner, inner
	cp.l.s0, cp.l.s1, cp.l.t0, cp.l.t1 = 0, d.total, 0, 1
	cp.l.tree = box
	// The height of a leaf at the outer edge of the tree decides how it is drawn.
	cp.l.pitch = vg.Length(d.radius * (2*math.Pi - d.gap) / d.total)
	list := &ink.List{}
	list.Group("group-ranges", func() {
		cp.l.labelling.eachRange(func(v int, k color.NRGBA) {
			var shade vg.Path
			cp.discClade(&shade, v)
			list.Add(ink.Fill{Colour: k, Path: shade})
		})
	})
	cp.drawCircles(list)
	list.Group("tree", func() {
		cp.l.branches.drawSamples(list)
		cp.l.branches.drawBrackets(list)
		cp.l.branches.drawBranches(list)
		cp.l.branches.drawIntervals(list)
		cp.l.branches.drawSupports(list)
	})
	list.Group("heatmap", func() { cp.drawRings(list) })
	list.Group("labels", func() { cp.drawDiscLabels(list) })
	cp.drawCircleNames(list)
	list.Group("column-labels", func() { cp.drawRingNames(list) })
	cp.drawDiscLeftOut(list)
	s.list.Add(ink.Clipped{Rect: box, List: list})
	s.list.Group("legend", func() { cp.l.keys.drawLegends(&s.list) })
}

// discLegends places the legends beside the disc, or below it in a narrow box, and returns the box
// that is left.
func (cp *circlePart) discLegends(box vg.Rectangle) vg.Rectangle {
	width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	if !ink.LegendBelow(cp.l.style, width < ink.NarrowWidth) {
		for _, limit := range ink.LegendLimits {
			columns, widths, ok := ink.LegendColumns(cp.l.keys.legendBlocks(limit), cp.l.style, height)
			cp.l.keys.legends, cp.l.keys.legendWidths = columns, widths
			if ok {
				break
			}
		}
		if legend := ink.WidthsWithin(cp.l.keys.legends, cp.l.keys.legendWidths, cp.l.style, 0.22*width,
			20, height); legend > 0 && legend <= 0.45*width {
			cp.l.keys.legend = box
			cp.l.keys.legend.Min.X = box.Max.X - legend + 20
			box.Max.X -= legend
			return box
		}
		cp.l.keys.legends, cp.l.keys.legendWidths = nil, nil
	}
	cp.l.keys.flows = true
	box.Min.Y += cp.l.keys.flowBelow(box, 0.35*height, 0.4*height)
	return box
}

// discClearOfCorner returns the disc of a box and the part of the box that it takes. Where the words in the lower left
// corner would lie over its rings, the disc is without a strip below or without one at the left, as it is larger.
func (cp *circlePart) discClearOfCorner(box vg.Rectangle, columns int) (*disc, vg.Rectangle) {
	d := cp.newDisc(box, columns)
	cp.disc = d
	lines := 0
	if names, all := cp.ringNames(d); d.room <= 0 && cp.l.d.ShowLabels || len(names)-len(cp.l.colours) < all {
		lines = 2
	}
	corner, size := cp.circleTitle(lines), box.Size()
	half := float64(min(size.X, size.Y)) / 2
	dx, dy := float64(box.Min.X+size.X/2-corner.Max.X), float64(box.Min.Y+size.Y/2-corner.Max.Y)
	if math.Hypot(dx, dy) >= half-max(d.room, 0)-2 && dx > 0 {
		return d, box
	}
	above, right := box, box
	above.Min.Y, right.Min.X = corner.Max.Y, corner.Max.X
	free, aside := cp.newDisc(above, columns), cp.newDisc(right, columns)
	inner := above
	if aside.radius > 1.15*free.radius {
		aside.aside = true
		free, inner = aside, right
	}
	if free.radius < leastRows {
		return d, box
	}
	free.area = box
	return free, inner
}

// newDisc divides the radius among tree, rings and labels, and magnifies tree and rings by the
// window.
func (cp *circlePart) newDisc(box vg.Rectangle, columns int) *disc {
	d := &disc{area: box, total: cp.l.q.Height(), columns: columns}
	size := box.Size()
	half := float64(min(size.X, size.Y)) / 2
	cp.divideRadius(d, half)
	w := cp.l.d.Window.Normal()
	zoom := min(1/max(w.X1-w.X0, w.Y1-w.Y0), maxDiscZoom)
	d.radius = (half - cp.outside(d)) * zoom
	if d.room > 0 && zoom > 1 {
		d.room = max(d.room, min(d.room*zoom, float64(cp.l.labelling.labelRoom(10000))))
	}
	middle := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
	d.centre = vg.Point{
		X: middle.X + vg.Length((0.5-(w.X0+w.X1)/2)*zoom)*size.X,
		Y: middle.Y - vg.Length((0.5-(w.Y0+w.Y1)/2)*zoom)*size.Y,
	}
	most := mostGap
	names := cp.ringNamesRoom(d)
	if names > 0 {
		most = namedGap
	}
	d.gap = min(max(2*math.Atan(max(14, names/2+4)/max(d.radius, 1)), 0.05), most)
	r := d.radius
	if cp.l.classes.group != nil {
		d.groups = r + 3
		r += beside.GroupBar + 3
	}
	if len(cp.l.colours) > 0 {
		r += 4
		for range cp.l.colours {
			d.rings = append(d.rings, r)
			r += d.strip + 1
		}
	}
	if columns > 0 {
		d.heat = r + 4
		r += 5 + d.ringWidth*float64(columns)
	}
	d.labels = r + 5
	return d
}

// divideRadius divides half of a box among the tree, its rings and the labels. Where there is little room, the rings
// shrink first, then the labels, which are left out rather than cut beyond recognition. Without labels the rings take
// the room that the tree can spare.
func (cp *circlePart) divideRadius(d *disc, half float64) {
	least := max(leastRows, leastDisc*half)
	rings := func() {
		d.strip = stripWidth
		if d.columns > 0 {
			d.ringWidth = min(8, min(max(0.22, 0.3*float64(d.columns-30)/70), 0.3)*half/float64(d.columns))
		}
	}
	// shrinkRings makes rings narrower until the tree has so much, while they are so wide.
	shrinkRings := func(tree, strip float64) {
		for cp.outside(d) > half-tree && d.strip > strip {
			d.strip *= 0.95
			d.ringWidth *= 0.95
		}
	}
	rings()
	if d.room = min(float64(cp.l.labelling.labelRoom(vg.Length(2*half))), mostNames*half); d.room > 0 {
		letters, _, _ := cp.discLetters(vg.Length((half - d.room) * 2 * math.Pi / d.total))
		longest := cp.l.p.WidestName(cp.l.style.Typeface) * float64(letters)
		d.room *= float64(letters / cp.l.style.LabelSize)
		shrinkRings(roomyDisc*half, narrowStrip*stripWidth)
		if over := cp.outside(d) - (half - least); over > 0 {
			d.room -= over
		}
		if d.room < min(longest, max(legibleName*longest, legibleEms*float64(letters))) {
			d.room = 0
			rings()
		}
	}
	shrinkRings(least, 1)
}

// outside returns the width of labels and rings beyond the tree.
func (cp *circlePart) outside(d *disc) float64 {
	w := 0.0
	if d.room > 0 {
		w += d.room + 6
	}
	if n := len(cp.l.colours); n > 0 {
		w += float64(n)*(d.strip+1) + 4
	}
	if cp.l.classes.group != nil {
		w += beside.GroupBar + 3
	}
	if d.columns > 0 {
		w += d.ringWidth*float64(d.columns) + 5
	}
	return w
}

// drawCircles adds the circles of the axis of time and the circle of the cut.
func (cp *circlePart) drawCircles(list *ink.List) {
	circle := func(t float64) vg.Path {
		var p vg.Path
		full := *cp.disc
		full.gap = 0
		full.arc(&p, cp.disc.radius*t, 0, full.total, true)
		return p
	}
	high := 1.0
	if cp.l.d.Height > 0 {
		high = cp.l.d.Height
	}
	if cp.l.style.Look.Cladogram {
		high = 0 // nothing has a time
	}
	for _, k := range ink.Ticks(0, high, int(min(max(cp.disc.radius/55, 2), 8))) {
		t := k.Value
		if cp.l.d.Height > 0 {
			t = 1 - k.Value/high
		}
		if t > 0.08 && t <= 1 {
			cp.disc.ticks = append(cp.disc.ticks, ink.Tick{Value: t, Label: k.Label})
		}
	}
	item := &ink.Stroke{Colour: cp.l.style.Hairline, Width: cp.l.style.AxisStroke}
	for _, k := range cp.disc.ticks {
		item.Path = append(item.Path, circle(k.Value)...)
	}
	list.Add(item)
	if t := cp.l.d.CutTime; t > 0 && t < 1 {
		list.Add(&ink.Stroke{Colour: cp.l.style.Muted, Width: 1, Dash: []vg.Length{4, 3}, Path: circle(t)})
	}
}

// drawCircleNames adds the times to the circles, in the gap at the top, and the name
// of the axis in the corner.
func (cp *circlePart) drawCircleNames(list *ink.List) {
	d, st := cp.disc, cp.l.style
	f := ink.Regular(st.Typeface, st.TickSize)
	for _, k := range d.ticks {
		p := vg.Point{X: d.centre.X, Y: d.centre.Y + vg.Length(d.radius*k.Value)}
		w, h := ink.TextWidth(f, k.Label)/2+2, ink.CapHeight(f)/2+2
		box := vg.Rectangle{Min: vg.Point{X: p.X - w, Y: p.Y - h}, Max: vg.Point{X: p.X + w, Y: p.Y + h}}
		if !inside(box, d.area) {
			continue
		}
		list.Box(st.Surface, box)
		list.Text(f, st.Muted, p, ink.MiddleCentre, 0, k.Label)
	}
	list.Text(ink.Regular(st.Typeface, st.AxisSize), st.Muted, vg.Point{X: d.area.Min.X, Y: d.area.Min.Y + 3},
		ink.BaseLeft, 0, cp.l.d.radiusTitle())
	text, box := cp.discSign()
	cp.l.labelling.drawFoldSign(list, text, box)
}

// discSign returns the note that clades are collapsed, and its box: in the lower right corner, or above the other words
// left of the disc.
func (cp *circlePart) discSign() (text string, box vg.Rectangle) {
	if !cp.disc.aside {
		return cp.l.labelling.foldSign(cp.disc.area, cp.circleTitle(0))
	}
	box = cp.circleTitle(2)
	if text = cp.l.labelling.foldText(box.Max.X - box.Min.X); text == "" {
		return "", vg.Rectangle{}
	}
	box.Min.Y = box.Max.Y
	box.Max = vg.Point{X: box.Min.X + ink.TextWidth(ink.Regular(cp.l.style.Typeface, cp.l.style.TickSize), text),
		Y: box.Min.Y + cp.l.style.TickSize + 3}
	return text, box
}

// circleTitle is the corner that the name of the axis takes, and so many lines above it on names that are left out.
func (cp *circlePart) circleTitle(lines int) vg.Rectangle {
	f, p := ink.Regular(cp.l.style.Typeface, cp.l.style.AxisSize), cp.disc.area.Min
	box := vg.Rectangle{Min: p, Max: vg.Point{X: p.X + ink.TextWidth(f, cp.l.d.radiusTitle()) + 4, Y: p.Y +
		ink.LineHeight(f)}}
	if lines > 0 {
		small := ink.Regular(cp.l.style.Typeface, cp.l.style.TickSize)
		box.Max.Y += vg.Length(lines) * ink.LineHeight(small)
		box.Max.X = max(box.Max.X, p.X+ink.TextWidth(small, "888 of 888 columns named")+4)
	}
	return box
}

// drawDiscLeftOut says above the name of the axis how many rows and columns are named, where some are not.
func (cp *circlePart) drawDiscLeftOut(list *ink.List) {
	f, at := ink.Regular(cp.l.style.Typeface, cp.l.style.TickSize), cp.circleTitle(0)
	y := at.Max.Y + 2
	for side, what := range []string{"columns", "rows"} {
		for _, text := range ink.LeftOut(f, 1000, cp.l.labelling.named[1-side], cp.l.labelling.nameable[1-side],
			cp.l.d.Things.Say(what)) {
			list.Text(f, cp.l.style.Muted, vg.Point{X: at.Min.X, Y: y}, ink.BaseLeft, 0, text)
			y += ink.LineHeight(f)
		}
	}
}

// inside reports whether a lies within b.
func inside(a, b vg.Rectangle) bool {
	return a.Min.X >= b.Min.X && a.Max.X <= b.Max.X && a.Min.Y >= b.Min.Y && a.Max.Y <= b.Max.Y
}
