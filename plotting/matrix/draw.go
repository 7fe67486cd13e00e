package matrix

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// selection returns which rows and columns are selected, by place.
func (s *matrixScene) selection() (selected [2][]bool) {
	mark := func(n int, of func(place int) int, chosen []int) []bool {
		if len(chosen) == 0 {
			return nil
		}
		in := map[int]bool{}
		for _, i := range chosen {
			in[i] = true
		}
		places := make([]bool, n)
		for p := range places {
			places[p] = in[of(p)]
		}
		return places
	}
	columns := s.Selection.Columns
	if s.Symmetric {
		columns = s.Selection.Rows
	}
	selected[0] = mark(s.rows(), s.row, s.Selection.Rows)
	selected[1] = mark(len(s.Heat.Order), s.column, columns)
	return selected
}

// column returns the column of the heat map at a place from the left.
func (s *matrixScene) column(place int) int { return s.Heat.Order[place] }

// runs calls f for each run of marked neighbours, from its first to one past its last.
func runs(marked []bool, f func(from, to int)) {
	for i := 0; i < len(marked); {
		j := i + 1
		for j < len(marked) && marked[j] == marked[i] {
			j++
		}
		if marked[i] {
			f(i, j)
		}
		i = j
	}
}

// drawSelection frames the selected rows and columns.
func (s *matrixScene) drawSelection(list *ink.List) {
	lines := &ink.Stroke{Colour: plotting.Fade(s.Style.Selection, 0.8), Width: s.Style.Stroke}
	last := math.Inf(1)
	runs(s.selected[0], func(from, to int) {
		for _, r := range []int{from, to} {
			// Draw lines on the same pixel once.
			if y := s.y(float64(r)); y >= s.area.Min.Y && y <= s.area.Max.Y && math.Abs(float64(y)-last) >= ink.Fine {
				lines.Segment(vg.Point{X: s.area.Min.X, Y: y}, vg.Point{X: s.area.Max.X, Y: y})
				last = float64(y)
			}
		}
	})
	last = math.Inf(-1)
	runs(s.selected[1], func(from, to int) {
		left, _ := s.across(from)
		_, right := s.across(to - 1)
		for _, x := range []vg.Length{left, right} {
			if x >= s.area.Min.X && x <= s.area.Max.X && math.Abs(float64(x)-last) >= ink.Fine {
				lines.Segment(vg.Point{X: x, Y: s.area.Min.Y}, vg.Point{X: x, Y: s.area.Max.Y})
				last = float64(x)
			}
		}
	})
	list.Add(lines)
}

// drawEdges adds the bars of the groups at the left and, of a symmetric matrix, above.
func (s *matrixScene) drawEdges(list *ink.List) {
	if len(s.Groups) == 0 {
		return
	}
	left := s.area.Min.X
	if len(s.strip[0]) > 0 {
		left = s.strip[0][0].Min.X
	}
	n, _ := s.Heat.Dims()
	group := make([]int, n)
	for g, k := range s.Groups {
		for _, r := range k.Rows {
			if r >= 0 && r < n {
				group[r] = g + 1
			}
		}
	}
	for i := int(s.r0); i < s.rows() && float64(i) < s.r1; {
		j, g := i+1, group[s.row(i)]
		for j < s.rows() && group[s.row(j)] == g {
			j++
		}
		if g > 0 {
			from, to := max(float64(i), s.r0), min(float64(j), s.r1)
			list.Box(beside.GroupColour(s.Groups, g-1), vg.Rectangle{
				Min: vg.Point{X: left - beside.GroupBar - 2, Y: s.y(to)}, Max: vg.Point{X: left - 2, Y: s.y(from)}})
		}
		i = j
	}
	if !s.Symmetric {
		return
	}
	for i := int(s.c0); i < len(s.Heat.Order) && float64(i) < s.c1; {
		j, g := i+1, group[s.column(i)]
		for j < len(s.Heat.Order) && group[s.column(j)] == g {
			j++
		}
		if g > 0 {
			from, to := max(float64(i), s.c0), min(float64(j), s.c1)
			list.Box(beside.GroupColour(s.Groups, g-1), vg.Rectangle{
				Min: vg.Point{X: s.x(from), Y: s.area.Max.Y + 2}, Max: vg.Point{X: s.x(to), Y: s.area.Max.Y + beside.GroupBar + 2}})
		}
		i = j
	}
}

// drawTree adds the tree at the left, its leaves at the rows. A clade lower than a
// pixel is one line.
func (s *matrixScene) drawTree(list *ink.List) {
	if s.Tree == nil || s.tree.Max.X <= s.tree.Min.X || len(s.Tree.Order()) != s.rows() {
		return
	}
	p, st := s.Tree, s.Style
	lines := &ink.Stroke{Colour: st.Muted, Width: st.Stroke}
	chosen := &ink.Stroke{Colour: st.Selection, Width: st.SelectedStroke}
	x := func(t float64) vg.Length { return s.tree.Min.X + vg.Length(t)*(s.tree.Max.X-s.tree.Min.X) }
	middle := p.Placed(nil).Y
	y := func(v int) vg.Length { return s.y(min(max(middle[v], s.r0-1), s.r1+1)) }
	pitch := float64(s.area.Max.Y-s.area.Min.Y) / (s.r1 - s.r0)
	// Long outer branches that are wider than their rows would merge into a block.
	lines.Width = min(lines.Width, vg.Length(max(0.6*pitch, 0.3)))
	chosen.Width = min(chosen.Width, vg.Length(max(0.8*pitch, 0.5)))
	before := counts(s.selected[0])
	for i := 0; i < len(p.Preorder); {
		v := int(p.Preorder[i])
		first, last := int(p.First[v]), int(p.Last[v])+1
		if float64(last) < s.r0 || float64(first) > s.r1 {
			i = int(p.End[v])
			continue
		}
		above, low := 0.0, pitch*float64(last-first) < ink.Subpixel
		if u := p.Tree().Parent[v]; u >= 0 {
			above = p.Time[u]
		}
		end := p.Time[v]
		if low {
			end = p.Latest[v]
		}
		pen := lines
		if before != nil && before[last]-before[first] == last-first {
			pen = chosen
		}
		pen.Segment(vg.Point{X: x(above), Y: y(v)}, vg.Point{X: x(end), Y: y(v)})
		if children := p.Tree().Children[v]; len(children) > 0 && !low {
			pen.Segment(vg.Point{X: x(end), Y: y(children[0])}, vg.Point{X: x(end), Y: y(children[len(children)-1])})
		}
		i++
		if low {
			i = int(p.End[v])
		}
	}
	box := s.tree
	box.Min.X -= 1
	list.Add(ink.Clipped{Rect: box, List: &ink.List{Items: []ink.Item{lines, chosen}}})
}

// counts returns the number of marked places before each place; nil for nil.
func counts(marked []bool) []int {
	if marked == nil {
		return nil
	}
	n := make([]int, len(marked)+1)
	for i, on := range marked {
		n[i+1] = n[i]
		if on {
			n[i+1]++
		}
	}
	return n
}

func (s *matrixScene) drawRowLabels(list *ink.List) {
	if s.labels.Max.X <= s.labels.Min.X {
		return
	}
	pitch := (s.area.Max.Y - s.area.Min.Y) / vg.Length(s.r1-s.r0)
	labels, size := ink.SideLabels(s.Style, s.Style.Look.Rows, s.r0, s.r1, s.rows(), pitch, s.y,
		func(i int) string { return ink.RowName(s.Style, s.rowName(s.row(i))) }, s.selected[0])
	s.leaveOut(0, len(labels), s.r0, s.r1, s.rows())
	short := ink.NewShortNames(len(labels), func(i int) string { return labels[i].Text })
	for _, k := range labels {
		f, colour := k.Face(s.Style, size)
		f = ink.RowFace(s.Style, f)
		list.Text(f, colour, vg.Point{X: s.labels.Min.X, Y: k.At}, ink.MiddleLeft, 0,
			short.Elide(f, k.Text, s.labels.Max.X-s.labels.Min.X))
	}
}

func (s *matrixScene) drawColumnLabels(list *ink.List) {
	if s.names.Max.Y <= s.names.Min.Y {
		return
	}
	pitch := (s.area.Max.X - s.area.Min.X) / vg.Length(s.c1-s.c0)
	at := s.x
	if s.moving != nil {
		at = func(middle float64) vg.Length { from, to := s.across(int(middle)); return (from + to) / 2 }
	}
	labels, size := ink.SideLabels(s.Style, s.Style.Look.Columns, s.c0, s.c1, len(s.Heat.Order), pitch, at,
		func(j int) string { return s.Heat.ColumnName(s.column(j)) }, s.selected[1])
	s.leaveOut(1, len(labels), s.c0, s.c1, len(s.Heat.Order))
	short := s.short
	if short == nil {
		short = ink.NewShortNames(len(labels), func(i int) string { return labels[i].Text })
	}
	for _, k := range labels {
		f, colour := k.Face(s.Style, size)
		list.Text(f, colour, vg.Point{X: k.At, Y: s.names.Max.Y}, ink.MiddleRight, math.Pi/2,
			short.Elide(f, k.Text, s.names.Max.Y-s.names.Min.Y))
	}
}

// leaveOut records how many rows or columns have a name, of those in sight.
func (s *matrixScene) leaveOut(side, named int, from, to float64, n int) {
	s.named[side], s.nameable[side] = named, ink.InSight(from, to, n)
}

// drawLeftOut says below the names of the rows how many rows and columns are named, where some are
// not.
func (s *matrixScene) drawLeftOut(list *ink.List) {
	f := ink.Regular(s.Style.Typeface, s.Style.TickSize)
	last := s.panels[len(s.panels)-1].area
	x, y := max(s.labels.Min.X, last.Max.X+6), last.Min.Y-6
	for side, what := range []string{"rows", "columns"} {
		if own := s.Sides[side]; own != "" {
			what = own
		}
		if s.Symmetric && side == 1 && s.named[0] == s.named[1] && s.nameable[0] == s.nameable[1] {
			continue // it is said
		}
		for _, text := range ink.LeftOut(f, s.leftOutEnd-x, s.named[side], s.nameable[side], what) {
			list.Text(f, s.Style.Muted, vg.Point{X: x, Y: y}, ink.TopLeft, 0, text)
			y -= ink.LineHeight(f)
		}
	}
	if s.further != "" {
		for _, text := range ink.Wrap(f, s.further, s.leftOutEnd-x) {
			list.Text(f, s.Style.Muted, vg.Point{X: x, Y: y}, ink.TopLeft, 0, text)
			y -= ink.LineHeight(f)
		}
	}
}
