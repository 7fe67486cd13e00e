package cells

import (
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Hit implements Scene. A cell has the number of its block as Index, that of its row (a column of
// the data) as Column, and that of its own column as Node. The names of blocks and the heads of
// columns are marks too.
func (s *hintonScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if s.area.Max.X > s.area.Min.X && s.headed() && p.Y > s.area.Max.Y && p.Y < s.area.Max.Y+s.heads() &&
		p.X >= s.area.Min.X && p.X <= s.area.Max.X {
		x, _ := s.sheet(p)
		if j := int((x - s.places[0].left) / s.cell.X); j < len(s.Blocks[0].Columns) {
			return s.headMark(j, p), true
		}
	}
	if s.area.Max.X <= s.area.Min.X || !ink.Contains(s.area, p) {
		return plotting.Mark{}, false
	}
	x, y := s.sheet(p)
	for b, k := range s.places {
		if x < k.left || x >= k.left+k.width {
			continue
		}
		row, column := (y-s.lines[k.line])/s.cell.Y, (x-k.left)/s.cell.X
		if row < -s.head()/s.cell.Y || row >= vg.Length(len(s.Rows)) {
			continue
		}
		if row < 0 || int(column) >= len(s.Blocks[b].Columns) {
			return s.blockMark(b, p), true
		}
		return s.cellMark(b, int(row), int(column), p), true
	}
	return plotting.Mark{}, false
}

func (s *hintonScene) blockMark(b int, at vg.Point) plotting.Mark {
	m := plotting.NewMark(plotting.BlockMark)
	m.Index, m.Anchor, m.Title, m.Lines = b, at, s.Blocks[b].Name, s.Blocks[b].Lines
	return m
}

func (s *hintonScene) headMark(column int, at vg.Point) plotting.Mark {
	c := &s.Blocks[0].Columns[column]
	m := plotting.NewMark(plotting.HeadMark)
	m.Index, m.Node, m.Anchor, m.Title, m.Lines = 0, column, at, c.Name, c.Lines
	return m
}

// item returns the item of the data that a row shows.
func (s *hintonScene) item(row int) int {
	if s.Items != nil {
		return s.Items[row]
	}
	return row
}

func (s *hintonScene) cellMark(b, row, column int, at vg.Point) plotting.Mark {
	k := &s.Blocks[b]
	c := &k.Columns[column]
	m := plotting.NewMark(plotting.CellMark)
	m.Index, m.Column, m.Node, m.Anchor = b, s.item(row), column, at
	m.Title = s.Rows[row]
	if k.Name != "" {
		m.Title += " · " + k.Name
	}
	if v := k.Values.At(row, column); v == v {
		m.Lines = append(m.Lines, [2]string{c.Name, plotting.FormatDigits(v, 3)})
	} else {
		m.Lines = append(m.Lines, [2]string{c.Name, "dropped"})
	}
	if k.Low != nil {
		m.Lines = append(m.Lines, [2]string{"90 % of draws",
			plotting.FormatDigits(k.Low.At(row, column), 3) + " to " + plotting.FormatDigits(k.High.At(row, column), 3)})
	}
	if k.Probability != nil {
		m.Lines = append(m.Lines, [2]string{"probability", plotting.FormatPercent(k.Probability.At(row, column))})
	}
	m.Lines = append(m.Lines, c.Lines...)
	return m
}

// DrawOverlay frames the mark under the pointer, on a transparent canvas over the scene.
func (s *hintonScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if m.Index < 0 || m.Index >= len(s.places) {
		return
	}
	list := &ink.List{}
	switch m.Kind {
	case plotting.CellMark:
		row := m.Column
		if s.Items != nil {
			row = slices.Index(s.Items, m.Column)
		}
		if row < 0 || row >= len(s.Rows) {
			return
		}
		list.Add(ink.Outline(s.Style, s.rect(m.Index, row, row+1, m.Node, m.Node+1)))
	case "head":
		list.Add(ink.Outline(s.Style, s.rect(0, 0, len(s.Rows), m.Node, m.Node+1)))
	default:
		r := s.rect(m.Index, 0, len(s.Rows), 0, 1)
		r.Max.X = s.at(s.places[m.Index].left+s.places[m.Index].width, 0).X
		list.Add(ink.Outline(s.Style, r))
	}
	plotting.Clip(c, s.area, func() { list.Draw(c) })
}
