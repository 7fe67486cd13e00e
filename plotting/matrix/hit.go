package matrix

import (
	"math"
	"slices"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// cellAt returns the places of the cell under p.
func (s *matrixScene) cellAt(p vg.Point) (row, column int) {
	r := s.r0 + float64((s.area.Max.Y-p.Y)/(s.area.Max.Y-s.area.Min.Y))*(s.r1-s.r0)
	c := s.c0 + float64((p.X-s.area.Min.X)/(s.area.Max.X-s.area.Min.X))*(s.c1-s.c0)
	return min(max(int(r), 0), s.rows()-1), min(max(int(c), 0), len(s.Heat.Order)-1)
}

// Hit implements Scene: a cell, a cell of a strip (kind "strip"), the label of a row (kind "leaf"
// beside a tree, else "row") or of a column (kind "column"). Row and Column are those of Heat.X.
// Index is the place of the row, or of the column for columns and their strips.
func (s *matrixScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if !s.shown() {
		return plotting.Mark{}, false
	}
	if m, ok := s.shared(p); ok {
		return m, true
	}
	if m, ok := s.stripMark(p, false); ok {
		return m, ok
	}
	switch {
	case ink.Within(p, s.labels):
		return s.rowMark(p)
	case s.Tree != nil && ink.Within(p, s.tree) && len(s.Tree.Order()) == s.rows():
		return s.treeMark(p)
	}
	return plotting.Mark{}, false
}

// shared returns the mark of the legend, the scale or the panels under p.
func (s *matrixScene) shared(p vg.Point) (plotting.Mark, bool) {
	if m, ok := s.list.LegendAt(p); ok {
		return m, true
	}
	if m, ok := beside.HitScale(s.Heat, s.bar, p); ok {
		return m, true
	}
	for _, k := range s.panels {
		if m, ok := k.panelMark(p); ok {
			return m, ok
		}
	}
	return plotting.Mark{}, false
}

// rowMark returns the row at the height of p.
func (s *matrixScene) rowMark(p vg.Point) (plotting.Mark, bool) {
	row, _ := s.cellAt(p)
	i := s.row(row)
	m := plotting.NewMark(plotting.RowMark)
	if s.Tree != nil {
		m.Kind, m.Node = "leaf", i
	}
	m.Row, m.Index, m.Anchor, m.Title = i, row, p, s.rowName(i)
	return m, true
}

// panelMark returns the cell, the name of a column or the cell of its strip under p, in one panel.
func (s *matrixScene) panelMark(p vg.Point) (plotting.Mark, bool) {
	row, column := s.cellAt(p)
	i, j := s.row(row), s.column(column)
	switch {
	case ink.Within(p, s.area):
		m := plotting.NewMark(plotting.CellMark)
		m.Row, m.Column, m.Index, m.Anchor = i, j, row, p
		m.Title = s.rowName(i) + " · " + s.Heat.ColumnName(j)
		if len(s.Panels) == 0 {
			m.Lines = [][2]string{{s.Heat.Title, s.Heat.ValueText(i, j)}}
		} else {
			for _, k := range s.panels[0].allHeats() {
				name, _, _ := strings.Cut(k.Caption, ",")
				m.Lines = append(m.Lines, [2]string{name, k.Heat.ValueText(i, j)})
			}
		}
		if s.Details != nil {
			m.Lines = append(m.Lines, s.Details(i, j)...)
		}
		return m, true
	case ink.Within(p, s.names):
		m := plotting.NewMark(plotting.ColumnMark)
		m.Column, m.Index, m.Anchor, m.Title = j, column, p, s.Heat.ColumnName(j)
		return m, true
	}
	return s.stripMark(p, true)
}

// allHeats lists all panels, this matrix first.
func (m *Matrix) allHeats() []Panel {
	return append([]Panel{{Caption: m.Caption, Heat: m.Heat}}, m.Panels...)
}

// treeMark returns the clade whose branch, or whose part of the tree, lies under p: the largest
// that begins at or before p.
func (s *matrixScene) treeMark(p vg.Point) (plotting.Mark, bool) {
	row, _ := s.cellAt(p)
	t := float64((p.X - s.tree.Min.X) / (s.tree.Max.X - s.tree.Min.X))
	v := int(s.Tree.Order()[row])
	for u := s.Tree.Tree().Parent[v]; u >= 0 && s.Tree.Time[u] >= t; u = s.Tree.Tree().Parent[u] {
		v = u
	}
	m := plotting.NewMark(plotting.BranchMark)
	m.Node, m.Anchor = v, p
	m.Title = "Clade of " + s.Things.Say(plotting.FormatCount(s.Tree.Size(v))+" leaves")
	if s.Tree.Tree().IsLeaf(v) {
		m.Kind, m.Row, m.Title = "leaf", v, s.rowName(v)
		return m, true
	}
	if m.Lines = [][2]string{{"diverged at", "t = " + plotting.FormatTime(s.Tree.Time[v])}}; s.Height > 0 {
		m.Lines = [][2]string{{"joined at", plotting.FormatNumber(s.Height * (1 - s.Tree.Time[v]))}}
	}
	return m, true
}

// DrawOverlay frames the mark under the pointer, on a transparent canvas over the scene.
func (s *matrixScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if !s.shown() || m.Index < 0 && m.Node < 0 {
		return
	}
	for _, k := range s.panels {
		k.drawPanelOverlay(c, m)
	}
}

// frameRows frames places of rows.
func (s *matrixScene) frameRows(list *ink.List, from, to int) {
	list.Add(ink.Outline(s.Style, vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: s.y(float64(to))},
		Max: vg.Point{X: s.area.Max.X, Y: s.y(float64(from))}}))
}

// frameColumns frames places of columns.
func (s *matrixScene) frameColumns(list *ink.List, from, to int) {
	list.Add(ink.Outline(s.Style, vg.Rectangle{Min: vg.Point{X: s.x(float64(from)), Y: s.area.Min.Y},
		Max: vg.Point{X: s.x(float64(to)), Y: s.area.Max.Y}}))
}

func (s *matrixScene) drawPanelOverlay(c vg.Canvas, m plotting.Mark) {
	list := &ink.List{}
	row := func(from, to int) { s.frameRows(list, from, to) }
	column := func(from, to int) { s.frameColumns(list, from, to) }
	switch m.Kind {
	case plotting.CellMark:
		row(m.Index, m.Index+1)
		for k, j := range s.Heat.Order {
			if j == m.Column {
				column(k, k+1)
			}
		}
	case "column":
		column(m.Index, m.Index+1)
	case "strip":
		if m.Column >= 0 {
			column(m.Index, m.Index+1)
		} else {
			row(m.Index, m.Index+1)
		}
	case "branch":
		from, to := int(s.Tree.First[m.Node]), int(s.Tree.Last[m.Node])+1
		row(from, to)
		if s.Symmetric {
			column(from, to)
		}
	default:
		if m.Index >= 0 {
			row(m.Index, m.Index+1)
		}
	}
	plotting.Clip(c, s.area, func() { list.Draw(c) })
}

// Drag implements [plotting.Handled].
func (s *matrixScene) Drag(m plotting.Mark, to vg.Point) (control, value string) {
	if !s.shown() {
		return "", ""
	}
	return beside.DragScale(s.Heat, s.bar, m, to)
}

// Step implements [plotting.Stepped], in the first panel.
func (s *matrixScene) Step(from plotting.Mark, dx, dy int) (plotting.Mark, bool) {
	if !s.shown() {
		return plotting.Mark{}, false
	}
	row, column := int(s.r0), int(s.c0)
	if from.Kind == plotting.CellMark && from.Index >= 0 {
		if k := slices.Index(s.Heat.Order, from.Column); k >= 0 {
			row, column = from.Index+dy, k+dx
		}
	}
	last := func(end float64) int { return max(int(math.Ceil(end))-1, 0) }
	row, column = min(max(row, int(s.r0)), last(s.r1)), min(max(column, int(s.c0)), last(s.c1))
	middle := func(i int, from, to float64) float64 {
		return (math.Max(float64(i), from) + math.Min(float64(i+1), to)) / 2
	}
	return s.panelMark(vg.Point{X: s.x(middle(column, s.c0, s.c1)), Y: s.y(middle(row, s.r0, s.r1))})
}
