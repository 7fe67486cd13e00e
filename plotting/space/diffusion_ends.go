package space

import (
	"cmp"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// addEnds adds the parts at the end of time: the data, the density of a new row, and names.
func (s *DiffusionScene) addEnds() {
	if !s.atEnd() {
		return
	}
	s.addCurve()
	p, paths := s.plane, s.f.Paths
	dots := map[int]*ink.Fill{}
	room := map[int]int{}
	for _, k := range s.classes.Class {
		room[k]++
	}
	for _, node := range paths.tree.Order() {
		row := int(node)
		y := paths.observed[row]
		if !(y >= p.Y0 && y <= p.Y1) {
			continue // beyond the window, or missing
		}
		k := s.classes.Class[row]
		if dots[k] == nil {
			hue := s.classes.Ink(k)
			if k != beside.SelectedClass && len(s.f.Selection.Rows) > 0 {
				hue = plotting.Fade(hue, steppedBack)
			}
			dots[k] = &ink.Fill{Colour: hue, Path: make(vg.Path, 0, len(ink.Disc(vg.Point{}, 1))*room[k])}
		}
		radius := vg.Length(dataDot)
		if len(paths.tree.Order()) > 300 {
			radius = 1.5
		}
		dots[k].Path = append(dots[k].Path, ink.Disc(p.At(1, y), radius)...)
	}
	for _, k := range s.classes.Order() {
		if dots[k] != nil {
			s.over.Add(*dots[k])
		}
	}
	s.addLabels()
}

// addCurve adds the density of a new row, turned on its side.
func (s *DiffusionScene) addCurve() {
	p := s.plane
	width := s.curveRoom(p.Size.X)
	if width == 0 || p.Beside.Max.X-p.Beside.Min.X < width {
		return
	}
	x := p.Area.Max.X + 2*dataDot
	var outline, fill vg.Path
	for _, q := range s.f.Paths.density {
		y := float64(q.Y)
		if y < p.Y0 || y > p.Y1 {
			continue
		}
		at := vg.Point{X: x + q.X*(width-6), Y: p.Y(y)}
		if outline == nil {
			outline.Move(at)
			fill.Move(vg.Point{X: x, Y: at.Y})
		} else {
			outline.Line(at)
		}
		fill.Line(at)
	}
	if outline == nil {
		return
	}
	fill.Line(vg.Point{X: x, Y: fill[len(fill)-1].Pos.Y})
	fill.Close()
	s.over.Add(ink.Fill{Colour: plotting.Fade(s.f.Style.Muted, 0.16), Path: fill})
	s.over.Add(&ink.Stroke{Colour: plotting.Fade(s.f.Style.Muted, 0.8), Width: s.f.Style.Stroke, Path: outline})
	f := ink.Regular(s.f.Style.Typeface, s.f.Style.TickSize)
	s.over.Text(f, s.f.Style.Muted, vg.Point{X: x, Y: min(p.Area.Max.Y+3, p.Size.Y-ink.CapHeight(f)-2)}, ink.BaseLeft,
		0, ink.Elide(f, "new row", width+6))
}

// addLabels names the leaves at the height where they end. Labels move apart if all have room, and
// are thinned otherwise, the selected ones first.
func (s *DiffusionScene) addLabels() {
	p, paths, st := s.plane, s.f.Paths, s.f.Style
	left := p.Area.Max.X + s.curveRoom(p.Size.X) + 2*dataDot + leaderWidth
	if !s.f.ShowLabels || p.Size.X-st.Margin/2-left < 12 {
		return
	}
	type end struct {
		row int
		y   vg.Length
	}
	var ends []end
	for _, node := range paths.tree.Order() {
		row := int(node)
		if y := s.endOf(row); y >= p.Y0 && y <= p.Y1 {
			ends = append(ends, end{row, p.Y(y)})
		}
	}
	stable.Sort(ends, func(a, b end) int { return cmp.Compare(b.y, a.y) })
	at := make([]vg.Length, len(ends))
	for i, e := range ends {
		at[i] = e.y
	}
	size := st.LabelSize
	height := p.Area.Max.Y - p.Area.Min.Y
	kept := inference.UpTo(len(ends))
	apart := size * 1.08
	if vg.Length(len(ends))*apart <= height {
		spreadLabels(at, apart, p.Area.Min.Y, p.Area.Max.Y)
	} else {
		kept = ink.ThinLabels(at, apart, func(i int) bool { return s.classes.Class[ends[i].row] == beside.SelectedClass })
	}
	leaders := &ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke}
	var texts ink.List
	for _, i := range kept {
		row, face, hue := ends[i].row, ink.Regular(st.Typeface, size), st.Ink
		if s.classes.Class[row] == beside.SelectedClass {
			face, hue = ink.Bold(st.Typeface, size), st.SelectionText
		}
		text := ink.ElideMiddle(face, paths.tree.Tree().Names[row], p.Beside.Max.X-left)
		if text == "" {
			continue
		}
		leaders.Segment(vg.Point{X: p.Area.Max.X + dataDot + 1, Y: ends[i].y},
			vg.Point{X: left - leaderWidth + 1, Y: ends[i].y})
		leaders.Segment(vg.Point{X: left - leaderWidth + 1, Y: ends[i].y}, vg.Point{X: left - 3, Y: at[i]})
		texts.Text(face, hue, vg.Point{X: left, Y: at[i]}, ink.MiddleLeft, 0, text)
		half := size / 2
		s.labels = append(s.labels, pathLabel{row, vg.Point{X: left, Y: at[i]}, vg.Rectangle{
			Min: vg.Point{X: left - 2, Y: at[i] - half},
			Max: vg.Point{X: left + ink.TextWidth(face, text) + 2, Y: at[i] + half}}})
	}
	s.over.Add(leaders)
	s.over.Items = append(s.over.Items, texts.Items...)
}

// endOf returns the end of a row: its value, or the end of its path if that is missing.
func (s *DiffusionScene) endOf(row int) float64 {
	if y := s.f.Paths.observed[row]; y == y {
		return y
	}
	return s.f.Paths.at[row]
}

// spreadLabels moves places, in descending order, as little as possible so that neighbours are
// apart and all lie between low and high. Places that meet form a block about the mean of their
// wanted places.
func spreadLabels(at []vg.Length, apart, low, high vg.Length) {
	type block struct {
		sum   vg.Length // of the wanted places of the first of its labels
		count int
	}
	var blocks []block
	place := func(b block) vg.Length { // of the first label of a block
		y := b.sum / vg.Length(b.count)
		y = min(y, high-apart/2)
		return max(y, low+apart/2+apart*vg.Length(b.count-1))
	}
	for _, y := range at {
		blocks = append(blocks, block{y, 1})
		for len(blocks) > 1 {
			a, b := blocks[len(blocks)-2], blocks[len(blocks)-1]
			if place(a)-apart*vg.Length(a.count) >= place(b) {
				break
			}
			blocks = blocks[:len(blocks)-1]
			blocks[len(blocks)-1] = block{a.sum + b.sum + apart*vg.Length(a.count*b.count), a.count + b.count}
		}
	}
	i := 0
	for _, b := range blocks {
		y := place(b)
		for range b.count {
			at[i] = y
			y -= apart
			i++
		}
	}
}

// addCursor adds the line at which drawn paths end, with its handle.
func (s *DiffusionScene) addCursor() {
	p, until := s.plane, s.f.until()
	if until < p.X0 || until > p.X1 || until == 1 && !s.f.Cursor {
		return
	}
	x := p.X(until)
	hue := s.f.Style.Muted
	if until < 1 {
		s.over.Add(&ink.Stroke{Colour: hue, Width: 1, Dash: []vg.Length{4, 3}, Path: vg.Path{
			{Type: vg.MoveComp, Pos: vg.Point{X: x, Y: p.Area.Min.Y}},
			{Type: vg.LineComp, Pos: vg.Point{X: x, Y: p.Area.Max.Y}}}})
	}
	if s.f.Cursor {
		handle := ink.Disc(vg.Point{X: x, Y: p.Area.Min.Y}, 4)
		s.over.Add(ink.Fill{Colour: s.f.Style.Surface, Path: handle})
		s.over.Add(&ink.Stroke{Colour: hue, Width: 1.5, Path: handle})
	}
	if until < 1 {
		f := ink.Regular(s.f.Style.Typeface, s.f.Style.TickSize)
		text := "t = " + plotting.FormatTime(until)
		if until < 1e-6 {
			text = "t = 0"
		}
		half := ink.TextWidth(f, text) / 2
		at := vg.Point{X: min(max(x, p.Area.Min.X+half), p.Area.Max.X-half), Y: p.Area.Max.Y + 3}
		s.over.Text(f, hue, at, ink.BaseCentre, 0, text)
	}
}

// Draw implements Scene.
func (s *DiffusionScene) Draw(c vg.Canvas) {
	s.plane.List.Draw(c)
	if !s.plane.Shown() {
		return
	}
	clip := s.plane.Area
	clip.Min.Y -= 1
	plotting.Group(c, "paths", func() { plotting.Clip(c, clip, func() { s.front.Draw(c) }) })
	s.plane.Frame.Draw(c)
	plotting.Group(c, "labels", func() { s.over.Draw(c) })
}

// Size implements Scene.
func (s *DiffusionScene) Size() vg.Point { return s.plane.Size }

// PlotArea implements Scene.
func (s *DiffusionScene) PlotArea() vg.Rectangle { return s.plane.Area }
