package plotting

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
)

// addEnds adds what stands at the end of time: the data, the density of a new row, names.
func (s *DiffusionScene) addEnds() {
	if !s.atEnd() {
		return
	}
	s.addCurve()
	p, paths := s.plane, s.f.Paths
	dots := map[int]*fillItem{}
	room := map[int]int{}
	for _, k := range s.classes.class {
		room[k]++
	}
	for _, node := range paths.tree.order {
		row := int(node)
		y := paths.observed[row]
		if !(y >= p.y0 && y <= p.y1) {
			continue // beyond the window, or missing
		}
		k := s.classes.class[row]
		if dots[k] == nil {
			ink := s.classes.ink(k)
			if k != selectedClass && len(s.f.Highlight.Rows) > 0 {
				ink = Fade(ink, steppedBack)
			}
			dots[k] = &fillItem{colour: ink, path: make(vg.Path, 0, len(Disc(vg.Point{}, 1))*room[k])}
		}
		radius := vg.Length(dataDot)
		if len(paths.tree.order) > 300 {
			radius = 1.5
		}
		dots[k].path = append(dots[k].path, Disc(p.at(1, y), radius)...)
	}
	for _, k := range s.classes.order() {
		if dots[k] != nil {
			s.over.add(*dots[k])
		}
	}
	s.addLabels()
}

// addCurve adds the density of a new row, on its side.
func (s *DiffusionScene) addCurve() {
	p := s.plane
	width := s.curveRoom(p.size.X)
	if width == 0 || p.beside.Max.X-p.beside.Min.X < width {
		return
	}
	x := p.area.Max.X + 2*dataDot
	var outline, fill vg.Path
	for _, q := range s.f.Paths.density {
		y := float64(q.Y)
		if y < p.y0 || y > p.y1 {
			continue
		}
		at := vg.Point{X: x + q.X*(width-6), Y: p.y(y)}
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
	s.over.add(fillItem{Fade(s.f.Style.Muted, 0.16), fill})
	s.over.add(&strokeItem{colour: Fade(s.f.Style.Muted, 0.8), width: s.f.Style.Stroke, path: outline})
	f := Regular(s.f.Style.TickSize)
	s.over.text(f, s.f.Style.Muted, vg.Point{X: x, Y: p.area.Max.Y + 3}, BaseLeft, 0, Elide(f, "new row", width+6))
}

// addLabels names the leaves at the height where they end, moved apart where all have
// room and thinned where not, the selected ones first.
func (s *DiffusionScene) addLabels() {
	p, paths, st := s.plane, s.f.Paths, s.f.Style
	left := p.area.Max.X + s.curveRoom(p.size.X) + 2*dataDot + leaderWidth
	if !s.f.ShowLabels || p.size.X-st.Margin/2-left < 12 {
		return
	}
	type end struct {
		row int
		y   vg.Length
	}
	var ends []end
	for _, node := range paths.tree.order {
		row := int(node)
		if y := s.endOf(row); y >= p.y0 && y <= p.y1 {
			ends = append(ends, end{row, p.y(y)})
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(b.y, a.y) })
	at := make([]vg.Length, len(ends))
	for i, e := range ends {
		at[i] = e.y
	}
	size := st.LabelSize
	height := p.area.Max.Y - p.area.Min.Y
	kept := make([]int, len(ends))
	for i := range kept {
		kept[i] = i
	}
	apart := size * 1.08
	if vg.Length(len(ends))*apart <= height {
		spreadLabels(at, apart, p.area.Min.Y, p.area.Max.Y)
	} else {
		kept = ThinLabels(at, apart, func(i int) bool { return s.classes.class[ends[i].row] == selectedClass })
	}
	leaders := &strokeItem{colour: st.Hairline, width: st.AxisStroke}
	var texts drawList
	for _, i := range kept {
		row, face, ink := ends[i].row, Regular(size), st.Ink
		if s.classes.class[row] == selectedClass {
			face, ink = Bold(size), st.SelectionText
		}
		text := ElideMiddle(face, paths.tree.tree.Names[row], p.beside.Max.X-left)
		if text == "" {
			continue
		}
		leaders.segment(vg.Point{X: p.area.Max.X + dataDot + 1, Y: ends[i].y}, vg.Point{X: left - leaderWidth + 1, Y: ends[i].y})
		leaders.segment(vg.Point{X: left - leaderWidth + 1, Y: ends[i].y}, vg.Point{X: left - 3, Y: at[i]})
		texts.text(face, ink, vg.Point{X: left, Y: at[i]}, MiddleLeft, 0, text)
		half := size / 2
		s.labels = append(s.labels, pathLabel{row, vg.Point{X: left, Y: at[i]}, vg.Rectangle{
			Min: vg.Point{X: left - 2, Y: at[i] - half}, Max: vg.Point{X: left + TextWidth(face, text) + 2, Y: at[i] + half}}})
	}
	s.over.add(leaders)
	s.over.items = append(s.over.items, texts.items...)
}

// endOf returns where a row ends: its value, or its path where that is missing.
func (s *DiffusionScene) endOf(row int) float64 {
	if y := s.f.Paths.observed[row]; y == y {
		return y
	}
	return s.f.Paths.at[row]
}

// spreadLabels moves places, in descending order, so that neighbours are apart and all lie
// between low and high, as little as possible: places that meet form a block about the
// mean of what they want.
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

// addCursor adds the line at the time up to which paths are drawn, with its handle.
func (s *DiffusionScene) addCursor() {
	p, until := s.plane, s.f.until()
	if until < p.x0 || until > p.x1 || until == 1 && !s.f.Cursor {
		return
	}
	x := p.x(until)
	ink := s.f.Style.Muted
	if until < 1 {
		s.over.add(&strokeItem{colour: ink, width: 1, dash: []vg.Length{4, 3}, path: vg.Path{
			{Type: vg.MoveComp, Pos: vg.Point{X: x, Y: p.area.Min.Y}}, {Type: vg.LineComp, Pos: vg.Point{X: x, Y: p.area.Max.Y}}}})
	}
	if s.f.Cursor {
		handle := Disc(vg.Point{X: x, Y: p.area.Min.Y}, 4)
		s.over.add(fillItem{s.f.Style.Surface, handle})
		s.over.add(&strokeItem{colour: ink, width: 1.5, path: handle})
	}
	if until < 1 {
		f := Regular(s.f.Style.TickSize)
		text := "t = " + FormatTime(until)
		if until < 1e-6 {
			text = "t = 0"
		}
		half := TextWidth(f, text) / 2
		at := vg.Point{X: min(max(x, p.area.Min.X+half), p.area.Max.X-half), Y: p.area.Max.Y + 3}
		s.over.text(f, ink, at, BaseCentre, 0, text)
	}
}

// Draw implements Scene.
func (s *DiffusionScene) Draw(c vg.Canvas) {
	s.plane.list.draw(c)
	if !s.plane.shown() {
		return
	}
	clip := s.plane.area
	clip.Min.Y -= 1
	Clip(c, clip, func() { s.front.draw(c) })
	s.plane.frame.draw(c)
	s.over.draw(c)
}

// Size implements Scene.
func (s *DiffusionScene) Size() vg.Point { return s.plane.size }

// PlotArea implements Scene.
func (s *DiffusionScene) PlotArea() vg.Rectangle { return s.plane.area }
