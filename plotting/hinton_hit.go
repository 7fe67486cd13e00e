package plotting

import "gonum.org/v1/plot/vg"

// Size implements Scene.
func (s *hintonScene) Size() vg.Point { return s.size }

// PlotArea implements Scene.
func (s *hintonScene) PlotArea() vg.Rectangle { return s.area }

// Draw implements Scene.
func (s *hintonScene) Draw(c vg.Canvas) { s.list.draw(c) }

// Hit implements Scene: a cell, with the number of the block as Index, that of its row, a
// column of the data, as Column and that of its own column as Node; or a block, where its
// name stands.
func (s *hintonScene) Hit(p vg.Point) (Mark, bool) {
	if s.area.Max.X <= s.area.Min.X || !Contains(s.area, p) {
		return Mark{}, false
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
	return Mark{}, false
}

func (s *hintonScene) blockMark(b int, at vg.Point) Mark {
	m := NewMark("block")
	m.Index, m.Anchor, m.Title, m.Lines = b, at, s.Blocks[b].Name, s.Blocks[b].Lines
	return m
}

func (s *hintonScene) cellMark(b, row, column int, at vg.Point) Mark {
	k := &s.Blocks[b]
	c := &k.Columns[column]
	m := NewMark("cell")
	m.Index, m.Column, m.Node, m.Anchor = b, row, column, at
	m.Title = s.Rows[row] + " · " + k.Name
	if v := k.Values.At(row, column); v == v {
		m.Lines = append(m.Lines, [2]string{c.Name, FormatDigits(v, 3)})
	} else {
		m.Lines = append(m.Lines, [2]string{c.Name, "dropped"})
	}
	m.Lines = append(m.Lines, c.Lines...)
	return m
}

// DrawOverlay frames what the pointer is over, on a transparent canvas laid over the scene.
func (s *hintonScene) DrawOverlay(c vg.Canvas, m Mark) {
	if m.Index < 0 || m.Index >= len(s.places) {
		return
	}
	list := &drawList{}
	if m.Kind == "cell" {
		list.add(outline(s.Style, s.rect(m.Index, m.Column, m.Column+1, m.Node, m.Node+1)))
	} else {
		r := s.rect(m.Index, 0, len(s.Rows), 0, 1)
		r.Max.X = s.at(s.places[m.Index].left+s.places[m.Index].width, 0).X
		list.add(outline(s.Style, r))
	}
	Clip(c, s.area, func() { list.draw(c) })
}
