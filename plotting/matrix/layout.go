package matrix

import (
	"image"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Sizes of a matrix, in points.
const (
	matrixTree   = 84 // width of the tree beside it
	matrixLegend = 20 // between the labels and the legend
	widestCell   = 180
	highestCell  = 96
)

func (m Matrix) layout(size vg.Point) *matrixScene { return m.layoutMoving(size, nil, 1) }

// layoutMoving lays the matrix out with its columns on the way from their places in another scene,
// by a share; from may be nil.
func (m Matrix) layoutMoving(size vg.Point, from *matrixScene, share float64) *matrixScene {
	m.look()
	s := &matrixScene{Matrix: m, size: size}
	st := m.Style
	box, ok := ink.Page(&s.list, st, size, ink.LeastCells, m.Title, m.Subtitle)
	if !ok {
		return s
	}
	columns := 0
	if m.Heat != nil {
		_, columns = m.Heat.Dims()
	}
	if columns == 0 || s.rows() == 0 {
		text := m.Empty
		if text == "" {
			text = defaultMatrixEmpty
		}
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: text})
		return s
	}
	box.Max.Y -= min(8, 0.03*(box.Max.Y-box.Min.Y))
	s.prepareStrips()
	if !s.divide(box, float64(columns)) {
		s.area = vg.Rectangle{}
		return s
	}
	s.selected = s.selection()
	if from != nil {
		s.moving = s.spansFrom(from, share)
	}
	s.addPanels(s.area.Max.X - s.area.Min.X + panelGap)
	for _, part := range []struct {
		name string
		draw func(*ink.List)
	}{{"heatmap", s.drawPanels}, {"groups", s.drawEdges}, {"tree", s.drawTree}, {"annotations", s.drawRowStrips},
		{"labels", s.drawRowLabels}, {"annotation-labels", s.drawColumnStripNames}, {"legend", s.drawLegend},
		{"aside", func(list *ink.List) { drawAsides(s, list) }}} {
		s.list.Group(part.name, func() { part.draw(&s.list) })
	}
	s.drawLeftOut(&s.list)
	return s
}

// legendRoom decides on the legends, and returns the width that they take beside the cells, with a gap,
// or the height that they take below.
func (s *matrixScene) legendRoom(width, height vg.Length) (beside, below vg.Length) {
	st := s.Style
	s.blocks = s.legendBlocks(ink.ManyCategories, true)
	if len(s.blocks) == 0 {
		return 0, 0 // none is wanted
	}
	if !ink.LegendBelow(st, width < ink.NarrowWidth || s.foot) {
		for _, limit := range ink.LegendLimits {
			if heightOf(s.blocks, st) > height {
				s.blocks = s.legendBlocks(limit, true)
			}
		}
		widest := vg.Length(0)
		for _, b := range s.blocks {
			widest = max(widest, b.Width(st))
		}
		beside = ink.WidthsWithin([][]ink.LegendBlock{s.blocks}, []vg.Length{widest}, st, 0.25*width, matrixLegend, height)
		if beside <= 0.45*width && heightOf(s.blocks, st) <= height { // else there is more room below
			return beside, 0
		}
	}
	s.flow = ink.FitFlow(func(limit int) []ink.LegendBlock { return s.legendBlocks(limit, true) }, st,
		width, 0.3*height, 0.4*height)
	s.legendsLeft, s.blocks, s.flows = s.flow.LeftOut, s.flow.Blocks, true
	if below = s.flow.Height(); below > 0 {
		below += 10
	}
	return 0, below
}

// legendBlocks explains the colours, the dots, the groups and the strips, with at most limit levels
// each. far is passed to [matrixScene.marksBlock].
func (s *matrixScene) legendBlocks(limit int, far bool) []ink.LegendBlock {
	blocks := s.Heat.LegendBlocks(s.Heat.Scale.Map.In(s.Style), limit)
	for _, p := range s.Panels {
		p.Heat.Prepare()
		if bar := blocks[0].Ramp; bar != nil {
			bar.Missing = bar.Missing || p.Heat.Holes
		}
	}
	if b, ok := s.marksBlock(far); ok {
		blocks = append(blocks, b)
	}
	for side, strips := range s.strips {
		for _, k := range strips {
			b := k.Legend(limit)
			if side == 1 {
				b = b.OfColumns()
			}
			blocks = append(blocks, b)
		}
	}
	if len(s.Groups) == 0 || s.asided {
		return ink.OrderedBlocks(s.Style, blocks)
	}
	b := ink.LegendBlock{Title: "group"}
	for i, g := range s.Groups {
		if i == limit {
			b.Entries = append(b.Entries,
				ink.LegendEntry{Plain: true, Text: "and " + plotting.FormatCount(len(s.Groups)-i) + " more"})
			break
		}
		b.Entries = append(b.Entries, ink.LegendEntry{Colour: beside.GroupColour(s.Groups, i), Text: g.Name})
	}
	return ink.OrderedBlocks(s.Style, append(blocks, b))
}

// heightOf returns the height of a stack of blocks.
func heightOf(blocks []ink.LegendBlock, st plotting.Style) vg.Length {
	h := -vg.Length(ink.LegendApart)
	for _, b := range blocks {
		h += b.Height(st) + ink.LegendApart
	}
	return h
}

func (s *matrixScene) drawLegend(list *ink.List) {
	if s.legend.Max.X <= s.legend.Min.X {
		return
	}
	width := s.legend.Max.X - s.legend.Min.X
	blocks := s.blocks
	if b, ok := s.marksBlock(false); ok { // as wide as was assumed
		far, _ := s.marksBlock(true)
		at := slices.IndexFunc(blocks, func(k ink.LegendBlock) bool { return k.Title == far.Title && k.Ramp == nil })
		if _, _, near := s.visibleMarks(); near && at >= 0 {
			blocks[at] = b // in the flow too
		}
	}
	if s.flows {
		s.flow.Draw(list, vg.Point{X: s.legend.Min.X, Y: s.legend.Max.Y}) // its blocks are these
		return
	}
	y := s.legend.Max.Y
	for i, b := range blocks {
		if y-b.Height(s.Style) < s.legend.Min.Y {
			s.legendsLeft = ink.LeftOutOf(blocks[i:])
			ink.DrawLegendSign(list, s.Style, vg.Point{X: s.legend.Min.X, Y: max(y, s.legend.Min.Y+4)}, width, s.legendsLeft)
			return
		}
		b.Draw(list, s.Style, vg.Point{X: s.legend.Min.X, Y: y}, width)
		if b.Ramp != nil && !b.Ramp.Fixed {
			s.bar = b.Bar(s.Style, vg.Point{X: s.legend.Min.X, Y: y}, width)
		}
		y -= b.Height(s.Style) + ink.LegendApart
	}
}

// matrixCells draws the visible cells as one image at the resolution of the canvas, each pixel the
// mean of the cells it covers.
type matrixCells struct{ s *matrixScene }

// Draw implements Item.
func (i matrixCells) Draw(c vg.Canvas) {
	s := i.s
	h := s.Heat
	h.Prepare()
	_, columns := h.Dims()
	// Draw whole cells, beyond the edges if need be, so that none is blurred.
	r0, r1 := int(math.Floor(s.r0)), min(int(math.Ceil(s.r1)), s.rows())
	c0, c1 := int(math.Floor(s.c0)), min(int(math.Ceil(s.c1)), columns)
	parts := [][2]int{{c0, c1}}
	if s.moving != nil { // each column by itself
		parts = nil
		for c := c0; c < c1; c++ {
			parts = append(parts, [2]int{c, c + 1})
		}
	}
	for _, k := range parts {
		c0, c1 := k[0], k[1]
		from, _ := s.across(c0)
		_, to := s.across(c1 - 1)
		rect := vg.Rectangle{Min: vg.Point{X: from, Y: s.y(float64(r1))}, Max: vg.Point{X: to, Y: s.y(float64(r0))}}
		width, height := beside.PixelsOf(c, rect)
		width, height = min(width, c1-c0), min(height, r1-r0)
		m := image.NewRGBA(image.Rect(0, 0, width, height))
		line := func(place int) []uint8 {
			row := s.row(place)
			return h.Levels[row*columns+c0 : row*columns+c1]
		}
		step, first, last := beside.MipStep(float64(r1-r0)/float64(height)), r0, r1
		if step > 1 && s.Order != nil {
			coarse := h.Coarse(s.Order, step)
			first, last = r0/step, (r1+step-1)/step
			line = func(place int) []uint8 { return coarse[place*columns+c0 : place*columns+c1] }
		}
		missing := h.Shade(m, h.Scale.Map.In(s.Style), c0, c1-c0, func(y int) (low, high int) {
			low = first + y*(last-first)/height
			return low, max(first+(y+1)*(last-first)/height-1, low)
		}, line)
		if missing {
			ink.FillMissing(c, holesOf(m, rect, s.area), s.Style)
		}
		c.DrawImage(rect, m)
	}
}

// mostHoles limits how many stretches of missing cells are hatched one by one.
const mostHoles = 200

// holesOf returns the transparent places of an image drawn in rect, or the whole area if there are
// many.
func holesOf(m *image.RGBA, rect, area vg.Rectangle) (holes []vg.Rectangle) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	dx, dy := (rect.Max.X-rect.Min.X)/vg.Length(w), (rect.Max.Y-rect.Min.Y)/vg.Length(h)
	for y := range h {
		line := m.Pix[y*m.Stride:]
		for x := 0; x < w; x++ {
			if line[4*x+3] != 0 {
				continue
			}
			from := x
			for x+1 < w && line[4*(x+1)+3] == 0 {
				x++
			}
			if len(holes) == mostHoles {
				return []vg.Rectangle{area}
			}
			r := vg.Rectangle{
				Min: vg.Point{X: max(rect.Min.X+vg.Length(from)*dx, area.Min.X), Y: max(rect.Max.Y-vg.Length(y+1)*dy, area.Min.Y)},
				Max: vg.Point{X: min(rect.Min.X+vg.Length(x+1)*dx, area.Max.X), Y: min(rect.Max.Y-vg.Length(y)*dy, area.Max.Y)},
			}
			if r.Max.X > r.Min.X && r.Max.Y > r.Min.Y {
				holes = append(holes, r)
			}
		}
	}
	return holes
}
