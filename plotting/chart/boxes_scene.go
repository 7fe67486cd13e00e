package chart

import (
	"cmp"
	"image/color"
	"math"

	"example.org/espalier/inference/stat/quartile"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A boxScene is a laid-out [Boxes].
type boxScene struct {
	Boxes
	placed               // area: of the lines of panels, names of groups included
	colour []color.NRGBA // of each group
	panels []placedPanel
	above  int // panels out of sight above
	below  int
}

// A placedPanel is a visible panel.
type placedPanel struct {
	number int
	box    vg.Rectangle // with its head and axis
	plot   vg.Rectangle
	axis   ink.Axis
	low    float64 // of the vertical axis, where there is one
	high   float64
	points []vg.Point // of the values; those left out lie far away
}

// Layout implements Figure. It costs the number of points of the visible panels.
func (b Boxes) Layout(size vg.Point) plotting.Scene {
	s := &boxScene{Boxes: b, placed: placed{size: size}, colour: b.inks()}
	st := b.Style
	box, ok := ink.Page(&s.list, st, size, ink.PlaneLeast, b.Title, b.Subtitle)
	if !ok {
		return s
	}
	if len(b.Panels) == 0 {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: cmp.Or(b.Empty, "There is nothing to compare yet.")})
		return s
	}
	if box.Max.Y-box.Min.Y < ink.PlaneLeast {
		return s
	}
	s.area = box
	s.place()
	lines := &ink.List{}
	for i := range s.panels {
		s.draw(lines, &s.panels[i])
	}
	s.list.Add(ink.Clipped{
		Rect: vg.Rectangle{Min: vg.Point{X: 0, Y: s.area.Min.Y}, Max: vg.Point{X: size.X, Y: s.area.Max.Y}}, List: lines})
	s.addRest()
	return s
}

// place places the visible panels.
func (s *boxScene) place() {
	size := s.area.Size()
	names := s.namesRoom(size.X)
	columns := s.columns(size.X - names)
	lines := (len(s.Panels) + columns - 1) / columns
	w := s.GetWindow()
	height := size.Y / vg.Length(float64(lines)*(w.Y1-w.Y0))
	if least := min(s.leastLine(), size.Y); height < least { // too low to read: show the first lines that fit
		height = size.Y / vg.Length(math.Floor(float64(size.Y/least)))
	}
	if w.IsAll() {
		most := boxMost*vg.Length(len(s.Groups)) + s.aroundPanel()
		if s.measured() {
			most = 2.4*boxPlace + s.aroundPanel()
		}
		height = min(height, most)
	}
	own := vg.Length(0) // room of the numbers of each panel
	if s.measured() {
		own = names
		names = 0
	}
	width := min((size.X-names+boxGap)/vg.Length(columns)-boxGap, boxWide)
	top := s.area.Max.Y + vg.Length(w.Y0*float64(lines))*height
	for i := range s.Panels {
		line, column := i/columns, i%columns
		y1 := top - vg.Length(line)*height
		if y1 < s.area.Min.Y+0.01 {
			s.below++
			continue
		}
		if y1-height > s.area.Max.Y-0.01 {
			s.above++
			continue
		}
		x0 := s.area.Min.X + names + vg.Length(column)*(width+boxGap)
		p := placedPanel{number: i,
			box: vg.Rectangle{Min: vg.Point{X: x0, Y: y1 - height}, Max: vg.Point{X: x0 + width, Y: y1}}}
		if column == 0 {
			p.box.Min.X -= names // of the groups
		}
		p.plot = vg.Rectangle{Min: vg.Point{X: x0 + own, Y: p.box.Min.Y + ink.AxisHeight(s.Style, s.measured()) + 10},
			Max: vg.Point{X: p.box.Max.X, Y: y1 - s.headRoom()}}
		if p.plot.Max.Y-p.plot.Min.Y < 6 || p.plot.Max.X-p.plot.Min.X < 20 {
			continue
		}
		s.scale(&p)
		s.panels = append(s.panels, p)
	}
}

func (s *boxScene) headRoom() vg.Length {
	return ink.LineHeight(ink.Bold(s.Style.Typeface, s.Style.LabelSize)) +
		ink.LineHeight(ink.Regular(s.Style.Typeface, s.Style.TickSize)) + s.Style.Padding
}

// scale places the axes and the points of a panel.
func (s *boxScene) scale(p *placedPanel) {
	k := &s.Panels[p.number]
	low, high := math.Inf(1), math.Inf(-1)
	for i, v := range k.Values {
		if ink.Finite(v) && (k.At != nil && ink.Finite(k.At[i]) || k.At == nil && k.Group[i] >= 0) {
			low, high = min(low, k.place(v)), max(high, k.place(v))
		}
	}
	if low, high = ink.Padded(low, high, 0.05); k.Kind.Levels != nil {
		low, high = -0.5, float64(len(k.Kind.Levels))-0.5
	}
	p.points = make([]vg.Point, len(k.Values))
	for i := range p.points {
		p.points[i] = vg.Point{X: -1e6, Y: -1e6}
	}
	ticks := int(min(max((p.plot.Max.X-p.plot.Min.X)/boxTick, 2), 7))
	if k.At != nil {
		a, b := math.Inf(1), math.Inf(-1)
		for _, v := range k.At {
			if ink.Finite(v) {
				a, b = min(a, v), max(b, v)
			}
		}
		a, b = ink.Padded(a, b, 0.03)
		p.low, p.high = low, high
		p.axis = ink.Axis{From: p.plot.Min, To: vg.Point{X: p.plot.Max.X, Y: p.plot.Min.Y}, Low: a, High: b,
			Ticks: k.marks(a, b, ticks), Name: k.AtName}
		for i, v := range k.Values {
			if ink.Finite(v) && ink.Finite(k.At[i]) {
				p.points[i] = vg.Point{X: p.axis.At(k.At[i]),
					Y: p.plot.Min.Y + (p.plot.Max.Y-p.plot.Min.Y)*vg.Length((k.place(v)-low)/(high-low))}
			}
		}
		return
	}
	p.axis = ink.Axis{From: p.plot.Min, To: vg.Point{X: p.plot.Max.X, Y: p.plot.Min.Y}, Low: low, High: high,
		Ticks: k.ticks(low, high, ticks)}
	if k.Kind.Levels != nil { // shares, which stand without an axis
		p.axis.Low, p.axis.High, p.axis.Ticks = 0, 1, nil
		return
	}
	pitch := s.pitch(p)
	count := make([]int, len(s.Groups))
	for i, v := range k.Values {
		if g := k.Group[i]; g >= 0 && ink.Finite(v) {
			// The golden ratio distributes points over the box and keeps neighbours apart.
			_, share := math.Modf(float64(count[g])*0.6180339887 + 0.5)
			count[g]++
			p.points[i] = vg.Point{X: p.axis.At(k.place(v)), Y: s.groupY(p, g) + pitch*boxThick*vg.Length(share-0.5)}
		}
	}
}

// boxThick is the height of a box as a share of that of its row.
const boxThick = 0.62

func (s *boxScene) pitch(p *placedPanel) vg.Length {
	return (p.plot.Max.Y - p.plot.Min.Y) / vg.Length(max(len(s.Groups), 1))
}

// groupY is the middle of the row of a group.
func (s *boxScene) groupY(p *placedPanel, g int) vg.Length {
	return p.plot.Max.Y - (vg.Length(g)+0.5)*s.pitch(p)
}

func (s *boxScene) draw(list *ink.List, p *placedPanel) {
	st, k := s.Style, &s.Panels[p.number]
	bold, plain := ink.Bold(st.Typeface, st.LabelSize), ink.Regular(st.Typeface, st.TickSize)
	at := vg.Point{X: p.plot.Min.X, Y: p.plot.Max.Y + st.Padding}
	room := p.plot.Max.X - p.plot.Min.X
	list.Text(plain, st.Muted, at, ink.BaseLeft, 0, ink.FirstFitting(plain, room, k.Notes...))
	at.Y += ink.LineHeight(plain)
	hue := st.Ink
	if k.Selected {
		hue = st.SelectionText
	}
	list.Text(bold, hue, at, ink.BaseLeft, 0, ink.Elide(bold, k.heading(), room))
	grid := &ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke}
	for _, t := range p.axis.Ticks {
		x := p.axis.At(t.Value)
		grid.Segment(vg.Point{X: x, Y: p.plot.Min.Y}, vg.Point{X: x, Y: p.plot.Max.Y})
	}
	list.Add(grid)
	if k.At != nil {
		line := &ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke}
		for _, t := range k.ticks(p.low, p.high, int(min(max((p.plot.Max.Y-p.plot.Min.Y)/ink.PlaneTickY, 2), 6))) {
			y := p.plot.Min.Y + (p.plot.Max.Y-p.plot.Min.Y)*vg.Length((t.Value-p.low)/(p.high-p.low))
			line.Segment(vg.Point{X: p.plot.Min.X, Y: y}, vg.Point{X: p.plot.Max.X, Y: y})
			label := t.Label
			if k.Kind.Levels != nil {
				if label = ""; t.Value == math.Trunc(t.Value) && t.Value >= 0 && int(t.Value) < len(k.Kind.Levels) {
					label = ink.Elide(plain, k.Kind.Levels[int(t.Value)], s.namesRoom(0)-st.Padding)
				}
			}
			list.Text(plain, st.Muted, vg.Point{X: p.plot.Min.X - st.Padding, Y: y}, ink.MiddleRight, 0, label)
		}
		list.Add(line)
	} else if p.box.Min.X < p.plot.Min.X {
		s.drawNames(list, p)
	}
	if k.At == nil && k.Kind.Levels != nil {
		s.drawShares(list, p)
		return
	}
	s.drawBoxes(list, p)
	s.drawPoints(list, p)
	list.Add(ink.AxisItem{Axis: p.axis, Style: st})
}

// drawNames writes the names of the groups at the left of a line of panels.
func (s *boxScene) drawNames(list *ink.List, p *placedPanel) {
	room := p.plot.Min.X - p.box.Min.X - 8
	at := func(place float64) vg.Length { return p.plot.Max.Y - vg.Length(place)*s.pitch(p) }
	labels, size := ink.SideLabels(s.Style, plotting.ThinnedNames, 0, float64(len(s.Groups)), len(s.Groups), s.pitch(p),
		at, func(i int) string { return s.Groups[i] }, nil)
	labels.WriteBefore(p.plot.Min.X-8, room, size, s.Style, list)
}

// drawBoxes adds the boxes and whiskers of a panel.
func (s *boxScene) drawBoxes(list *ink.List, p *placedPanel) {
	st, k := s.Style, &s.Panels[p.number]
	if k.At != nil {
		return
	}
	half := s.pitch(p) * boxThick / 2
	for g := range s.Groups {
		b := quartile.Of(k.places(g))
		if b.N == 0 {
			continue
		}
		y, x := s.groupY(p, g), func(v float64) vg.Length { return p.axis.At(v) }
		if b.N > 2 {
			r := vg.Rectangle{Min: vg.Point{X: x(b.Quarter), Y: y - half}, Max: vg.Point{X: x(b.Threeq), Y: y + half}}
			list.Box(plotting.Fade(s.colour[g], 0.22), r)
			frame := &ink.Stroke{Colour: s.colour[g], Width: st.AxisStroke, Path: r.Path()}
			frame.Segment(vg.Point{X: x(b.Low), Y: y}, vg.Point{X: x(b.Quarter), Y: y})
			frame.Segment(vg.Point{X: x(b.Threeq), Y: y}, vg.Point{X: x(b.High), Y: y})
			list.Add(frame)
		}
		list.Line(st.Ink, st.SelectedStroke, vg.Point{X: x(b.Median), Y: y - half}, vg.Point{X: x(b.Median), Y: y + half})
	}
}

// drawPoints adds the points of a panel, the selected ones last.
func (s *boxScene) drawPoints(list *ink.List, p *placedPanel) {
	st, k := s.Style, &s.Panels[p.number]
	inks := ink.NewFills()
	radius := min(max(0.14*s.pitch(p), 0.9), 1.8)
	if k.At != nil {
		radius = 2
	}
	for i, at := range p.points {
		if at.X < 0 {
			continue
		}
		colour := ink.CategoryColours[0]
		if k.At == nil {
			colour = s.colour[k.Group[i]]
		}
		path := inks.Path(plotting.Fade(colour, 0.6))
		if side, is := k.Limits[i]; is {
			*path = append(*path, ink.Placed(k.limitMark(side), at, 4*radius)...)
		} else {
			*path = append(*path, ink.Disc(at, radius)...)
		}
	}
	inks.AddTo(list)
	var marked vg.Path
	for _, i := range s.SelectedPoints {
		if i < len(p.points) && p.points[i].X >= 0 {
			marked = append(marked, ink.Disc(p.points[i], radius+1)...)
		}
	}
	list.Add(ink.Fill{Colour: st.Selection, Path: marked})
}

// Hit implements Scene: a point, with its number as Row and that of the panel as Index; a group of
// a panel, with its number as Column; or a panel.
func (s *boxScene) Hit(q vg.Point) (plotting.Mark, bool) {
	if !ink.Contains(s.area, q) {
		return plotting.Mark{}, false
	}
	for i := range s.panels {
		p := &s.panels[i]
		if q.X < p.plot.Min.X-2 || q.X > p.plot.Max.X+2 || q.Y < p.box.Min.Y || q.Y > p.box.Max.Y {
			continue
		}
		k := &s.Panels[p.number]
		best, least := -1, 5.0
		for n, at := range p.points {
			if d := math.Hypot(float64(at.X-q.X), float64(at.Y-q.Y)); d < least {
				best, least = n, d
			}
		}
		m := plotting.NewMark(plotting.PanelMark)
		m.Index, m.Anchor, m.Title = p.number, q, k.Name
		switch g := int((p.plot.Max.Y - q.Y) / s.pitch(p)); {
		case best >= 0:
			m.Kind, m.Row, m.Anchor = "point", best, p.points[best]
			if k.Names != nil {
				m.Title = k.Names[best]
			}
			m.Lines = append(m.Lines, [2]string{k.Name, k.word(best)})
			if k.At != nil {
				m.Lines = append(m.Lines, [2]string{k.AtName, k.moment(best)})
			} else {
				m.Lines = append(m.Lines, [2]string{"group", s.Groups[k.Group[best]]})
			}
			return m, true
		case k.At == nil && q.Y <= p.plot.Max.Y && q.Y >= p.plot.Min.Y && g < len(s.Groups):
			b := quartile.Of(k.values(g))
			m.Kind, m.Column = "group", g
			m.Title = s.Groups[g] + " · " + k.Name
			if m.Lines = [][2]string{{"points", plotting.FormatCount(b.N)}}; k.Kind.Levels != nil {
				m.Lines = append(k.shareLines(g), m.Lines...)
			} else {
				m.Lines = append([][2]string{{"median", plotting.FormatDigits(b.Median, 3)},
					{"middle half", plotting.FormatDigits(b.Quarter, 3) + " to " + plotting.FormatDigits(b.Threeq,
						3)}}, m.Lines...)
			}
		}
		m.Lines = append(m.Lines, k.Lines...)
		return m, true
	}
	return plotting.Mark{}, false
}

// DrawOverlay marks the point under the pointer.
func (s *boxScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if m.Kind != plotting.PointMark {
		return
	}
	for i := range s.panels {
		if p := &s.panels[i]; p.number == m.Index && m.Row < len(p.points) {
			c.SetColor(s.Style.Selection)
			c.SetLineWidth(s.Style.SelectedStroke)
			c.Stroke(ink.Disc(p.points[m.Row], 4))
		}
	}
}
