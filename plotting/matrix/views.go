package matrix

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Views is the figure of a table in several views side by side: each is a block of columns whose rows stand by
// clusters of their own, with gaps between. Lines lead from a row's place in one view to its place in the next:
// those of all rows, faintly, where they are few, and those of the selected rows.
type Views struct {
	Title, Subtitle string
	Empty           string // the sentence while Heat is nil; has a default
	// Heat holds the values, the names and the colours of all columns; its Order has those of the first view, then
	// those of the second, and so on.
	Heat *beside.Heat
	Rows []string // names of the rows of Heat.X
	List []View
	// Details returns further lines for the tooltip of a cell of Heat.X; nil for none.
	Details   func(row, column int) [][2]string
	Numbers   []plotting.Sheet // the numbers behind the figure
	Selection plotting.Selection
	Window    plotting.Window
	Style     plotting.Style
}

// A View is a block of columns in Views.
type View struct {
	Name, Words string // "view 1", "12 columns, 4 clusters"
	Columns     int    // how many
	Order       []int  // all rows of Heat.X, from top to bottom
	Gaps        []int  // places before which a thin gap lies
	Groups      []beside.Group
}

var (
	_ plotting.Zoomable   = Views{}
	_ plotting.Styled     = Views{}
	_ plotting.Sheeter    = Views{}
	_ plotting.Controlled = Views{}
	_ plotting.Stepped    = (*viewsScene)(nil)
)

// Sizes of views, in points.
const (
	widestGutter  = 40 // between two views
	thinnestView  = 14
	gutterShare   = 0.3 // of the width that all gutters take at most
	leastGutter   = 9
	mostLinks     = 400 // rows that all have lines
	mostChosen    = 100 // selected rows that have lines
	strongestLink = 0.45
)

// GetWindow returns the visible rows.
func (v Views) GetWindow() plotting.Window { return v.Window.Normal() }

// WithWindow returns a copy that shows w.
func (v Views) WithWindow(w plotting.Window) plotting.Figure { v.Window = w.Normal(); return v }

// Selects implements [plotting.Selecting].
func (v Views) Selects() bool { return !v.Selection.Empty() }

// Unselected implements [plotting.Selecting].
func (v Views) Unselected() plotting.Figure { v.Selection = plotting.NoSelection; return v }

// WithStyle returns a copy in another style.
func (v Views) WithStyle(s plotting.Style) plotting.Figure { v.Style = s; return v }

// Controls implements [plotting.Controlled].
func (v Views) Controls() []string { return v.matrix().Controls() }

// Sheets implements [plotting.Sheeter].
func (v Views) Sheets() []plotting.Sheet { return v.Numbers }

// IsBlank implements [plotting.Blank].
func (v Views) IsBlank() bool { return v.Heat == nil || len(v.List) == 0 }

// matrix returns the matrix of all columns, which has the rooms and the legends of the figure.
func (v Views) matrix() Matrix {
	m := Matrix{Title: v.Title, Subtitle: v.Subtitle, Empty: v.Empty, Rows: v.Rows, Details: v.Details,
		Selection: v.Selection, Window: v.Window, Style: v.Style}
	if !v.IsBlank() {
		m.Heat = v.Heat
	}
	return m
}

// Layout places the views in a box. The cost grows with the visible part only.
func (v Views) Layout(size vg.Point) plotting.Scene { return v.layout(size) }

// A viewsScene is a laid-out [Views].
type viewsScene struct {
	*matrixScene        // of all columns
	views        []View // as they stand: those of fewest columns are left out where not all have room
	first        []int  // place in Heat.Order of the first column of each
	place        [][]int
	captions     []vg.Rectangle
}

func (v Views) layout(size vg.Point) *viewsScene {
	m := v.matrix()
	if m.Heat == nil {
		return &viewsScene{matrixScene: m.layout(size)}
	}
	m.look()
	s := &viewsScene{matrixScene: &matrixScene{Matrix: m, size: size}}
	box, ok := ink.Page(&s.list, m.Style, size, ink.LeastCells, m.Title, m.Subtitle)
	if !ok {
		return s
	}
	box.Max.Y -= min(8, 0.03*(box.Max.Y-box.Min.Y))
	if !s.divide(box, v.List) {
		s.area = vg.Rectangle{}
		return s
	}
	for _, part := range []struct {
		name string
		draw func(*ink.List)
	}{{"heatmap", s.drawCells}, {"links", s.drawLinks}, {"labels", s.drawRowNames}, {"captions", s.drawCaptions},
		{"legend", s.drawLegend}} {
		s.list.Group(part.name, func() { part.draw(&s.list) })
	}
	s.drawLeftOut(&s.list)
	return s
}

// choose keeps of all views as many as have room in a width, those of most columns, in their order.
func (s *viewsScene) choose(all []View, width vg.Length) {
	order := inference.UpTo(len(all))
	stable.Sort(order, func(a, b int) int { return all[b].Columns - all[a].Columns })
	keep := make([]bool, len(all))
	number := min(len(all), max(1, int((width+leastGutter)/(thinnestView+leastGutter))))
	for _, k := range order[:number] {
		keep[k] = true
	}
	at := 0
	for k, view := range all {
		if keep[k] {
			s.views, s.first = append(s.views, view), append(s.first, at)
		}
		at += view.Columns
	}
	if number < len(all) {
		s.further = fmt.Sprintf("%s of %s views shown", plotting.FormatCount(number), plotting.FormatCount(len(all)))
	}
}

// divide divides the box among the views and the parts around them; it reports false if they have no room.
func (s *viewsScene) divide(box vg.Rectangle, all []View) bool {
	height := box.Max.Y - box.Min.Y
	m := s.margins(box.Max.X-box.Min.X, height)
	line := ink.LineHeight(ink.Regular(s.Style.Typeface, s.Style.TickSize))
	if m.panels = 1; height >= 160 {
		m.caption = 2*line + 6
	}
	m.edge = beside.GroupBar + 3
	columns := vg.Length(len(s.Heat.Order))
	if !s.sizeCells(box, m, float64(columns)*4) { // columns are as wide as there is room, at first
		return false
	}
	s.choose(all, s.area.Max.X-s.area.Min.X)
	widths, gutter := s.widths(s.area.Max.X - s.area.Min.X)
	s.area.Max.X = s.area.Min.X - gutter
	for _, w := range widths {
		s.area.Max.X += w + gutter
	}
	w, rows := s.Window.Normal(), float64(s.rows())
	s.r0, s.r1, s.c0, s.c1 = w.Y0*rows, w.Y1*rows, 0, float64(columns)
	s.placeBeside(box, m)
	x, top := s.area.Min.X, s.area.Max.Y+m.caption
	for v, view := range s.views {
		k := *s.matrixScene
		k.Order, k.RowGaps, k.Groups, k.Caption = view.Order, view.Gaps, view.Groups, view.Name
		k.c0, k.c1 = float64(s.first[v]), float64(s.first[v]+view.Columns)
		k.area.Min.X, k.area.Max.X = x, x+widths[v]
		k.names.Min.X, k.names.Max.X = x, x+widths[v]
		k.selected = k.selection()
		s.panels = append(s.panels, &k)
		n, _ := s.Heat.Dims()
		s.place = append(s.place, placesOf(len(view.Order), n, k.row))
		s.captions = append(s.captions, vg.Rectangle{Min: vg.Point{X: x, Y: s.area.Max.Y},
			Max: vg.Point{X: x + widths[v] + max(0, gutter-6), Y: top}})
		x += widths[v] + gutter
	}
	var names []string
	for _, k := range s.panels {
		for place := int(k.c0); place < int(k.c1); place++ {
			names = append(names, s.Heat.ColumnName(s.Heat.Order[place]))
		}
	}
	short := ink.NewShortNames(len(names), func(i int) string { return names[i] })
	for _, k := range s.panels {
		k.short = short
	}
	return true
}

// widths divides a width among the views by their columns, with gutters between.
func (s *viewsScene) widths(all vg.Length) (widths []vg.Length, gutter vg.Length) {
	count := vg.Length(len(s.views))
	if count > 1 {
		gutter = min(max(gutterShare*all/count, leastGutter), widestGutter)
	}
	room := max(all-gutter*(count-1), count)
	least := min(thinnestView, room/count)
	columns, thin := vg.Length(0), vg.Length(0)
	for _, v := range s.views {
		columns += vg.Length(v.Columns)
	}
	each := room / columns
	for range s.views { // views of few columns are as wide as the thinnest, and the others share the rest
		wide := vg.Length(0)
		thin = 0
		for _, v := range s.views {
			if c := vg.Length(v.Columns); c*each < least {
				thin += least
			} else {
				wide += c
			}
		}
		if wide == 0 {
			break
		}
		each = (room - thin) / wide
	}
	each = min(each, widestCell)
	for _, v := range s.views {
		widths = append(widths, max(least, vg.Length(v.Columns)*each))
	}
	return widths, gutter
}

// drawCells draws the cells of each view, with the bars of its clusters and the names of its columns.
func (s *viewsScene) drawCells(list *ink.List) {
	for _, k := range s.panels {
		cells := &ink.List{}
		cells.Add(matrixCells{k})
		k.drawGaps(cells)
		if !(s.Style.Look.Numbers && k.Heat.Numbers(cells, s.Style, k.numbered())) {
			k.drawLimits(cells)
		}
		k.drawSelection(cells)
		list.Add(ink.Clipped{Rect: k.area, List: cells})
		list.Add(&ink.Stroke{Colour: s.Style.Hairline, Width: s.Style.AxisStroke, Path: k.area.Path()})
		k.drawEdges(list)
		k.drawColumnLabels(list)
	}
}

// drawRowNames names the rows at the right, in the order of the last view.
func (s *viewsScene) drawRowNames(list *ink.List) {
	last := s.panels[len(s.panels)-1]
	last.drawRowLabels(list)
	s.named[0], s.nameable[0] = last.named[0], last.nameable[0]
	for _, k := range s.panels {
		s.named[1], s.nameable[1] = s.named[1]+k.named[1], s.nameable[1]+k.nameable[1]
	}
}

// drawCaptions names the views over their cells.
func (s *viewsScene) drawCaptions(list *ink.List) {
	if s.captions[0].Size().Y <= 0 {
		return
	}
	bold, plain := ink.Bold(s.Style.Typeface, s.Style.TickSize), ink.Regular(s.Style.Typeface, s.Style.TickSize)
	for v, view := range s.views {
		r := s.captions[v]
		width := r.Size().X
		name := ink.FirstFitting(bold, width, view.Name, view.Name[strings.LastIndex(view.Name, " ")+1:])
		list.Text(bold, s.Style.Ink, vg.Point{X: r.Min.X, Y: r.Max.Y}, ink.TopLeft, 0, name)
		y := r.Max.Y - ink.LineHeight(plain)
		columns, _, _ := strings.Cut(view.Words, ",")
		words := ink.FirstFitting(plain, width, view.Words, columns)
		list.Text(plain, s.Style.Muted, vg.Point{X: r.Min.X, Y: y}, ink.TopLeft, 0, words)
	}
}

// links adds the lines of a row between the views.
func (s *viewsScene) links(lines *ink.Stroke, row int) {
	for v, k := range s.panels[1:] {
		was := s.panels[v]
		lines.Segment(vg.Point{X: was.area.Max.X, Y: was.y(float64(s.place[v][row]) + 0.5)},
			vg.Point{X: k.area.Min.X - beside.GroupBar - 2, Y: k.y(float64(s.place[v+1][row]) + 0.5)})
	}
}

// drawLinks draws the lines of all rows faintly, in the colours of their clusters in the first view, and of the
// selected rows.
func (s *viewsScene) drawLinks(list *ink.List) {
	n, clipped := s.rows(), &ink.List{}
	if n <= mostLinks {
		group := make([]int, n)
		for g, k := range s.views[0].Groups {
			for _, r := range k.Rows {
				group[r] = g + 1
			}
		}
		strength := min(strongestLink, 12/float64(n)+0.06)
		by := make([]*ink.Stroke, len(s.views[0].Groups)+1)
		for g := range by {
			colour := s.Style.Muted
			if g > 0 {
				colour = beside.GroupColour(s.views[0].Groups, g-1)
			}
			by[g] = &ink.Stroke{Colour: plotting.Fade(colour, strength), Width: s.Style.Stroke}
			clipped.Add(by[g])
		}
		for r := range n {
			s.links(by[group[r]], r)
		}
	}
	if rows := s.Selection.Rows; len(rows) <= mostChosen {
		chosen := &ink.Stroke{Colour: s.Style.Selection, Width: s.Style.SelectedStroke}
		for _, r := range rows {
			if r >= 0 && r < n {
				s.links(chosen, r)
			}
		}
		clipped.Add(chosen)
	}
	for v := range s.panels[1:] {
		gutter := s.area
		gutter.Min.X, gutter.Max.X = s.panels[v].area.Max.X, s.panels[v+1].area.Min.X-beside.GroupBar-2
		list.Add(ink.Clipped{Rect: gutter, List: clipped})
	}
}

// Hit implements Scene: a cell, or the name of a row or a column. Index is the place of the row in its view.
func (s *viewsScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if !s.shown() {
		return plotting.Mark{}, false
	}
	if ink.Within(p, s.labels) {
		return s.panels[len(s.panels)-1].rowMark(p)
	}
	return s.shared(p)
}

// DrawOverlay frames the row under the pointer in all views, with the lines that link it, and the column.
func (s *viewsScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if !s.shown() {
		return
	}
	list, lines := &ink.List{}, &ink.Stroke{Colour: s.Style.Selection, Width: s.Style.SelectedStroke}
	n := s.rows()
	for v, k := range s.panels {
		if m.Row >= 0 && m.Row < n {
			k.frameRows(list, s.place[v][m.Row], s.place[v][m.Row]+1)
		}
		for place := int(k.c0); place < int(k.c1); place++ {
			if m.Column >= 0 && s.Heat.Order[place] == m.Column {
				k.frameColumns(list, place, place+1)
			}
		}
	}
	if m.Row >= 0 && m.Row < n {
		s.links(lines, m.Row)
		list.Add(lines)
	}
	plotting.Clip(c, s.area, func() { list.Draw(c) })
}

// Step implements [plotting.Stepped]: on from a cell to its neighbour, and at the edge of a view to the next one.
func (s *viewsScene) Step(from plotting.Mark, dx, dy int) (plotting.Mark, bool) {
	if !s.shown() {
		return plotting.Mark{}, false
	}
	row, column := int(s.r0), 0
	if k := slices.Index(s.Heat.Order, from.Column); from.Kind == plotting.CellMark && from.Index >= 0 && k >= 0 {
		row, column = from.Index+dy, k+dx
	}
	row = min(max(row, int(s.r0)), max(int(s.r1+0.999)-1, 0))
	in := 0 // the view of the column or, where that is left out, the one before or after
	for v, k := range s.panels {
		if float64(column) >= k.c0 || dx >= 0 && float64(column) >= s.panels[max(v-1, 0)].c1 {
			in = v
		}
	}
	k := s.panels[in]
	column = min(max(column, int(k.c0)), int(k.c1)-1)
	middle := (max(float64(row), s.r0) + min(float64(row+1), s.r1)) / 2
	return k.panelMark(vg.Point{X: k.x(float64(column) + 0.5), Y: k.y(middle)})
}
