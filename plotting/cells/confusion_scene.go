package cells

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A confusionScene is a laid-out [Confusion].
type confusionScene struct {
	*Confusion
	placed              // area: of the cells
	order  []int        // groups from left to right
	names  vg.Rectangle // of the classes, left of the cells
	heads  vg.Rectangle // of the groups, above them
	totals vg.Rectangle // right of the cells
	turned bool         // the names of the groups stand upright
	cell   vg.Point     // on the screen
}

// Sizes of confusion tables, in points.
const (
	confusionCell   = 64 // widest
	confusionHigh   = 40 // highest
	confusionTotals = 84 // room of the totals
	confusionHead   = 96 // most room of the heads
)

// divide divides the box and reports whether there is room for cells.
func (s *confusionScene) divide(box vg.Rectangle) bool {
	st := s.Style
	f := ink.Regular(st.Typeface, st.LabelSize)
	width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	names := vg.Length(0)
	if width >= 200 {
		names = min(ink.WidestOf(f, len(s.Classes), func(i int) string { return s.Classes[i] })*1.06+10, 0.3*width)
		names = max(names, min(ink.TextWidth(ink.Bold(st.Typeface, st.LabelSize), s.Class)+10, 0.2*width))
	}
	totals := vg.Length(0)
	if width >= 360 {
		totals = confusionTotals
	}
	columns, rows := vg.Length(len(s.order)), vg.Length(len(s.Classes))
	across := min((width-names-totals)/columns, confusionCell)
	widest := ink.WidestOf(f, len(s.order), func(i int) string { return s.Groups[s.order[i]] }) * 1.06
	line := ink.LineHeight(f)
	head := line + 6
	if s.turned = widest > across-4; s.turned {
		head = min(widest+8, confusionHead, 0.35*height)
	}
	title := line + 4 // name of the groups
	if height < 160 && (height-head-title-4)/rows < 0.4*confusionHigh {
		head, title = 0, 0
	}
	high := min((height-head-title-4)/rows, confusionHigh)
	if across*columns < ink.LeastCells/2 || high*rows < ink.LeastCells/2 || high <= 0 || across <= 0 {
		return false
	}
	s.area = vg.Rectangle{Min: vg.Point{X: box.Min.X + names, Y: box.Max.Y - head - title - high*rows},
		Max: vg.Point{X: box.Min.X + names + across*columns, Y: box.Max.Y - head - title}}
	s.names = vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: s.area.Min.Y},
		Max: vg.Point{X: s.area.Min.X - 8, Y: s.area.Max.Y}}
	if head > 0 {
		s.heads = vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: s.area.Max.Y + 4},
			Max: vg.Point{X: s.area.Max.X, Y: s.area.Max.Y + head}}
		s.list.Text(ink.Bold(st.Typeface, st.LabelSize), st.Muted, vg.Point{X: s.area.Min.X, Y: s.heads.Max.Y + 4},
			ink.BaseLeft, 0, s.Group)
		s.list.Text(ink.Bold(st.Typeface, st.LabelSize), st.Muted, vg.Point{X: s.names.Max.X, Y: s.area.Max.Y + 6},
			ink.BaseRight, 0, ink.Elide(ink.Bold(st.Typeface, st.LabelSize), s.Class, names-8))
	}
	if totals > 0 {
		s.totals = vg.Rectangle{Min: vg.Point{X: s.area.Max.X + 10, Y: s.area.Min.Y},
			Max: vg.Point{X: s.area.Max.X + totals, Y: s.area.Max.Y}}
	}
	w := s.GetWindow()
	s.cell = vg.Point{X: across / vg.Length(w.X1-w.X0), Y: high / vg.Length(w.Y1-w.Y0)}
	return true
}

// at returns the upper left corner of a cell.
func (s *confusionScene) at(column, row float64) vg.Point {
	w := s.GetWindow()
	return vg.Point{
		X: s.area.Min.X + s.cell.X*vg.Length(column-w.X0*float64(len(s.order))),
		Y: s.area.Max.Y - s.cell.Y*vg.Length(row-w.Y0*float64(len(s.Classes))),
	}
}

func (s *confusionScene) rect(column0, column1, row0, row1 int) vg.Rectangle {
	a, b := s.at(float64(column0), float64(row1)), s.at(float64(column1), float64(row0))
	return vg.Rectangle{Min: a, Max: b}
}

// inks returns the colours of rows that are assigned correctly and of those that are not.
func (s *confusionScene) inks() (right, wrong color.NRGBA) {
	if s.Style.Dark {
		return plotting.Hex(0x56B4E9), plotting.Hex(0xE98A52)
	}
	return plotting.Hex(0x0072B2), plotting.Hex(0xD55E00)
}

// shade mixes the surface with a colour.
func (s *confusionScene) shade(colour color.NRGBA, share float64) color.NRGBA {
	c := ink.ToOKLab(s.Style.Surface).Mix(ink.ToOKLab(colour), share).RGBA()
	return color.NRGBA{c.R, c.G, c.B, 255}
}

// total returns the rows of a class, those assigned correctly, and those of a group.
func (s *confusionScene) total(class int) (all, right int) {
	for g, n := range s.Counts[class] {
		all += n
		if s.Stands[g] == class {
			right += n
		}
	}
	return all, right
}

func (s *confusionScene) build() {
	st := s.Style
	right, wrong := s.inks()
	cells := &ink.List{}
	size := s.countSize()
	for c := range s.Classes {
		all, _ := s.total(c)
		for k, g := range s.order {
			n := s.Counts[c][g]
			r := s.rect(k, k+1, c, c+1)
			if n == 0 || r.Max.X < s.area.Min.X || r.Min.X > s.area.Max.X || r.Max.Y < s.area.Min.Y ||
				r.Min.Y > s.area.Max.Y {
				continue
			}
			hue := wrong
			if s.Stands[g] == c || s.Equals {
				hue = right
			}
			share := 0.08 + 0.8*math.Sqrt(float64(n)/float64(all))
			ground := s.shade(hue, share)
			cells.Box(ground, r)
			if text := strconv.Itoa(n); size > 0 {
				cells.Text(ink.Regular(st.Typeface, size), readableOn(ground),
					vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, ink.MiddleCentre, 0, text)
			}
		}
	}
	s.addGrid(cells)
	s.list.Add(ink.Clipped{Rect: s.area, List: cells})
	s.list.Add(&ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke, Path: s.area.Path()})
	s.addNames()
	s.addTotals()
}

// leastCount is the size of text below which the counts cannot be read, in points.
const leastCount = 5

// countSize returns the text size at which every count fits its cell, the same for all, or 0 if
// that would be too small to read.
func (s *confusionScene) countSize() vg.Length {
	const beside = 2.5 // room at both sides together
	size := min(s.Style.LabelSize+1, 0.62*s.cell.Y)
	most := 0
	for _, row := range s.Counts {
		for _, n := range row {
			most = max(most, n)
		}
	}
	if w := ink.TextWidth(ink.Regular(s.Style.Typeface, size), strconv.Itoa(most)); w > s.cell.X-beside {
		size *= (s.cell.X - beside) / w
	}
	if size < leastCount {
		return 0
	}
	return size
}

// readableOn returns the text colour for a background: ink or paper, whichever contrasts more.
func readableOn(ground color.NRGBA) color.NRGBA {
	dark, light := plotting.Hex(0x1F2328), plotting.Hex(0xFFFFFF)
	l := ink.ToOKLab(ground).L
	if math.Abs(l-ink.ToOKLab(dark).L) > math.Abs(l-ink.ToOKLab(light).L) {
		return dark
	}
	return light
}

// addGrid separates the classes that groups stand for, and frames the selection.
func (s *confusionScene) addGrid(list *ink.List) {
	st := s.Style
	lines := &ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke}
	for k := 1; k < len(s.order); k++ {
		if s.Stands[s.order[k]] != s.Stands[s.order[k-1]] || s.cell.X > 14 {
			x := s.at(float64(k), 0).X
			lines.Segment(vg.Point{X: x, Y: s.area.Min.Y}, vg.Point{X: x, Y: s.area.Max.Y})
		}
	}
	for c := 1; c < len(s.Classes); c++ {
		y := s.at(0, float64(c)).Y
		lines.Segment(vg.Point{X: s.area.Min.X, Y: y}, vg.Point{X: s.area.Max.X, Y: y})
	}
	list.Add(lines)
	for k, g := range s.order {
		if slices.Contains(s.SelectedGroups, g) {
			list.Add(ink.Outline(st, s.rect(k, k+1, 0, len(s.Classes))))
		}
	}
	for _, c := range s.SelectedClasses {
		list.Add(ink.Outline(st, s.rect(0, len(s.order), c, c+1)))
	}
}

// addNames writes the names of classes and groups that have room.
func (s *confusionScene) addNames() {
	st := s.Style
	w := s.GetWindow()
	rows, columns := float64(len(s.Classes)), float64(len(s.order))
	if s.names.Max.X > s.names.Min.X {
		labels, size := ink.SideLabels(st, st.Look.Rows, w.Y0*rows, w.Y1*rows, len(s.Classes), s.cell.Y,
			func(p float64) vg.Length { return s.at(0, p).Y }, func(i int) string { return s.Classes[i] }, nil)
		labels.WriteBefore(s.names.Max.X, s.names.Max.X-s.names.Min.X, size, st, &s.list)
	}
	if s.heads.Max.Y <= s.heads.Min.Y {
		return
	}
	labels, size := ink.SideLabels(st, st.Look.Columns, w.X0*columns, w.X1*columns, len(s.order), s.cell.X,
		func(p float64) vg.Length { return s.at(p, 0).X }, func(i int) string { return s.Groups[s.order[i]] }, nil)
	short := ink.NewShortNames(len(labels), func(i int) string { return labels[i].Text })
	for _, k := range labels {
		f, colour := k.Face(st, size)
		if s.turned {
			s.list.Text(f, colour, vg.Point{X: k.At, Y: s.heads.Min.Y}, ink.MiddleLeft, math.Pi/2,
				short.Elide(f, k.Text, s.heads.Max.Y-s.heads.Min.Y-2))
		} else {
			s.list.Text(f, colour, vg.Point{X: k.At, Y: s.heads.Min.Y + 2}, ink.BaseCentre, 0,
				ink.Elide(f, k.Text, s.cell.X-2))
		}
	}
}

// addTotals writes on the right how many rows each class has and the share of them assigned
// correctly.
func (s *confusionScene) addTotals() {
	if s.totals.Max.X <= s.totals.Min.X || s.cell.Y < 9 {
		return
	}
	st := s.Style
	f := ink.Regular(st.Typeface, st.TickSize)
	if s.heads.Max.Y > s.heads.Min.Y {
		s.list.Text(f, st.Muted, vg.Point{X: s.totals.Min.X + 34, Y: s.heads.Min.Y + 2}, ink.BaseRight,
			0, s.Things.Say("rows"))
		if !s.Equals {
			s.list.Text(f, st.Muted, vg.Point{X: s.totals.Max.X, Y: s.heads.Min.Y + 2}, ink.BaseRight, 0, "right")
		}
	}
	for c := range s.Classes {
		y := s.at(0, float64(c)+0.5).Y
		if y < s.area.Min.Y || y > s.area.Max.Y {
			continue
		}
		all, right := s.total(c)
		s.list.Text(f, st.Ink, vg.Point{X: s.totals.Min.X + 34, Y: y}, ink.MiddleRight, 0, plotting.FormatCount(all))
		if all > 0 && !s.Equals {
			s.list.Text(f, st.Muted, vg.Point{X: s.totals.Max.X, Y: y}, ink.MiddleRight, 0,
				plotting.FormatPercent(float64(right)/float64(all)))
		}
	}
}

// Hit implements Scene: a cell, with its class as Node and its group as Index; the name of
// a class (kind "class") or of a group (kind "group").
func (s *confusionScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if s.area.Max.X <= s.area.Min.X {
		return plotting.Mark{}, false
	}
	w := s.GetWindow()
	column := int(float64((p.X-s.area.Min.X)/s.cell.X) + w.X0*float64(len(s.order)))
	class := int(float64((s.area.Max.Y-p.Y)/s.cell.Y) + w.Y0*float64(len(s.Classes)))
	column, class = min(max(column, 0), len(s.order)-1), min(max(class, 0), len(s.Classes)-1)
	group := s.order[column]
	m := plotting.NewMark(plotting.CellMark)
	m.Anchor = p
	switch {
	case ink.Within(p, s.area):
		m.Node, m.Index = class, group
		n := s.Counts[class][group]
		all, _ := s.total(class)
		m.Title = s.Class + " " + s.Classes[class] + " in " + s.label(group)
		m.Lines = [][2]string{{s.Things.Say("rows"), plotting.FormatCount(n)},
			{"of the class", plotting.FormatPercent(float64(n) / math.Max(1, float64(all)))}}
	case ink.Within(p, s.names):
		m.Kind, m.Node, m.Title = "class", class, s.Class+" "+s.Classes[class]
		all, right := s.total(class)
		m.Lines = [][2]string{{s.Things.Say("rows"), plotting.FormatCount(all)}}
		if !s.Equals {
			m.Lines = append(m.Lines, [2]string{"put right", plotting.FormatCount(right)})
		}
	case ink.Within(p, s.heads):
		m.Kind, m.Index, m.Title = "group", group, s.label(group)
		n := 0
		for c := range s.Counts {
			n += s.Counts[c][group]
		}
		m.Lines = [][2]string{{s.Things.Say("rows"), plotting.FormatCount(n)}}
		if k := s.Stands[group]; k >= 0 && !s.Equals {
			m.Lines = append(m.Lines, [2]string{"stands for", s.Classes[k]},
				[2]string{"of them right", plotting.FormatPercent(float64(s.Counts[k][group]) / math.Max(1,
					float64(n)))})
		}
	default:
		return plotting.Mark{}, false
	}
	return m, true
}

// label names a group in a sentence.
func (s *confusionScene) label(group int) string { return s.Group + " " + s.Groups[group] }

// DrawOverlay frames the mark under the pointer, on a transparent canvas over the scene.
func (s *confusionScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	list := &ink.List{}
	column := slices.Index(s.order, m.Index)
	switch {
	case m.Kind == plotting.CellMark && column >= 0:
		list.Add(ink.Outline(s.Style, s.rect(column, column+1, m.Node, m.Node+1)))
	case m.Kind == plotting.ClassMark && m.Node >= 0:
		list.Add(ink.Outline(s.Style, s.rect(0, len(s.order), m.Node, m.Node+1)))
	case m.Kind == plotting.GroupMark && column >= 0:
		list.Add(ink.Outline(s.Style, s.rect(column, column+1, 0, len(s.Classes))))
	}
	plotting.Clip(c, s.area, func() { list.Draw(c) })
}
