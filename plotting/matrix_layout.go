package plotting

import (
	"image"
	"math"

	"gonum.org/v1/plot/vg"
)

// Sizes of a matrix, in points.
const (
	matrixTree   = 84 // width of the tree beside it
	matrixLegend = 20 // between the labels and the legend
	leastCells   = 40 // smallest side of the cells
)

func (m Matrix) layout(size vg.Point) *matrixScene {
	s := &matrixScene{Matrix: m, size: size}
	st := m.Style
	s.list.box(st.Surface, vg.Rectangle{Max: size})
	margin := min(st.Margin, max(8, 0.03*min(size.X, size.Y)+2))
	box := vg.Rectangle{Min: vg.Point{X: margin, Y: margin}, Max: vg.Point{X: size.X - margin, Y: size.Y - margin}}
	if box.Max.X-box.Min.X < leastCells || box.Max.Y-box.Min.Y < leastCells {
		return s
	}
	heading := headingItem{st, vg.Point{X: box.Min.X, Y: box.Max.Y}, box.Max.X - box.Min.X, m.Title, m.Subtitle}
	s.list.add(heading)
	box.Max.Y -= Heading(nil, st, heading.at, heading.width, m.Title, m.Subtitle)
	columns := 0
	if m.Heat != nil {
		_, columns = m.Heat.Dims()
	}
	if columns == 0 || s.rows() == 0 {
		text := m.Empty
		if text == "" {
			text = defaultMatrixEmpty
		}
		s.list.add(noteItem{st, box, text})
		return s
	}
	box.Max.Y -= min(8, 0.03*(box.Max.Y-box.Min.Y))
	if !s.divide(box, float64(columns)) {
		s.area = vg.Rectangle{}
		return s
	}
	s.selected = s.selection()
	cells := &drawList{}
	cells.add(matrixCells{s})
	s.drawSelection(cells)
	s.list.add(clipItem{s.area, cells})
	s.list.add(&strokeItem{colour: st.Hairline, width: st.AxisStroke, path: s.area.Path()})
	s.drawEdges(&s.list)
	s.drawTree(&s.list)
	s.drawRowLabels(&s.list)
	s.drawColumnLabels(&s.list)
	s.drawLegend(&s.list)
	return s
}

// divide shares the box out among cells, labels, tree and legend; it reports false
// where nothing fits.
func (s *matrixScene) divide(box vg.Rectangle, columns float64) bool {
	st := s.Style
	width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	f := Regular(st.LabelSize)
	labels := min(widestOf(f, s.rows(), func(i int) string { return s.rowName(s.row(i)) })*1.1+6, 0.26*width)
	names := min(widestOf(f, len(s.Heat.Order), func(j int) string { return s.Heat.columnName(s.Heat.Order[j]) })*1.1+6, 0.26*height, 120)
	if width < 220 {
		labels = 0
	}
	if height < 220 {
		names = 0
	}
	legend, below := vg.Length(0), vg.Length(0)
	if blocks := s.legendBlocks(); width >= narrowWidth {
		for _, b := range blocks {
			legend = max(legend, b.width(st))
		}
		legend += matrixLegend
	} else if height > 160 {
		below = drawLegendFlow(nil, blocks, st, vg.Point{}, width) + 10
	}
	left := vg.Length(0)
	if s.Tree != nil && width >= 330 {
		left = min(matrixTree, 0.18*width)
	}
	edge := vg.Length(0)
	if len(s.Groups) > 0 {
		edge = groupBar + 3
	}
	s.area = vg.Rectangle{
		Min: vg.Point{X: box.Min.X + left + edge, Y: box.Min.Y + names + below},
		Max: vg.Point{X: box.Max.X - labels - legend, Y: box.Max.Y},
	}
	if s.Symmetric {
		s.area.Max.Y -= edge
		side := min(s.area.Max.X-s.area.Min.X, s.area.Max.Y-s.area.Min.Y)
		s.area.Max.X, s.area.Min.Y = s.area.Min.X+side, s.area.Max.Y-side
	} else if cell := (s.area.Max.X - s.area.Min.X) / vg.Length(columns); cell > 28 { // few columns need not fill the width
		s.area.Max.X = s.area.Min.X + 28*vg.Length(columns)
	}
	if s.area.Max.X-s.area.Min.X < leastCells || s.area.Max.Y-s.area.Min.Y < leastCells {
		return false
	}
	w := s.Window.Normal()
	rows := float64(s.rows())
	s.r0, s.r1, s.c0, s.c1 = w.Y0*rows, w.Y1*rows, w.X0*columns, w.X1*columns
	part := func(x0, x1, y0, y1 vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}
	}
	a := s.area
	if left > 0 {
		s.tree = part(box.Min.X+1, a.Min.X-edge-4, a.Min.Y, a.Max.Y)
	}
	if labels > 0 {
		s.labels = part(a.Max.X+6, a.Max.X+labels, a.Min.Y, a.Max.Y)
	}
	if names > 0 {
		s.names = part(a.Min.X, a.Max.X, a.Min.Y-names, a.Min.Y-6)
	}
	switch {
	case legend > 0:
		x := a.Max.X + labels + matrixLegend
		s.legend = part(x, box.Max.X, box.Min.Y, a.Max.Y)
	case below > 0:
		s.legend = part(box.Min.X, box.Max.X, box.Min.Y, min(box.Min.Y+below-10, a.Min.Y-names))
	}
	return true
}

// widestOf returns the width of the widest of up to a thousand names, evenly chosen.
func widestOf(f fontFace, n int, name func(i int) string) vg.Length {
	widest := vg.Length(0)
	step := max(1, n/1000)
	for i := 0; i < n; i += step {
		widest = max(widest, TextWidth(f, name(i)))
	}
	return widest
}

// legendBlocks explains the colours and the groups.
func (s *matrixScene) legendBlocks() []legendBlock {
	blocks := []legendBlock{s.Heat.legendBlock()}
	if len(s.Groups) == 0 {
		return blocks
	}
	b := legendBlock{title: "group"}
	for i, g := range s.Groups {
		if i == maxLevels {
			b.entries = append(b.entries, legendEntry{plain: true, text: "and " + FormatCount(len(s.Groups)-i) + " more"})
			break
		}
		b.entries = append(b.entries, legendEntry{colour: groupColour(s.Groups, i), text: g.Name})
	}
	return append(blocks, b)
}

func (s *matrixScene) drawLegend(list *drawList) {
	if s.legend.Max.X <= s.legend.Min.X {
		return
	}
	width := s.legend.Max.X - s.legend.Min.X
	blocks := s.legendBlocks()
	if s.legend.Max.Y < s.area.Max.Y {
		drawLegendFlow(list, blocks, s.Style, vg.Point{X: s.legend.Min.X, Y: s.legend.Max.Y}, width)
		return
	}
	y := s.legend.Max.Y
	for _, b := range blocks {
		if y-b.height(s.Style) < s.legend.Min.Y {
			return
		}
		b.draw(list, s.Style, vg.Point{X: s.legend.Min.X, Y: y}, width)
		y -= b.height(s.Style) + legendApart
	}
}

// headingItem is title and subtitle.
type headingItem struct {
	style           Style
	at              vg.Point
	width           vg.Length
	title, subtitle string
}

func (i headingItem) draw(c vg.Canvas) { Heading(c, i.style, i.at, i.width, i.title, i.subtitle) }

// noteItem is a sentence in place of a picture.
type noteItem struct {
	style Style
	box   vg.Rectangle
	text  string
}

func (i noteItem) draw(c vg.Canvas) { DrawNote(c, i.style, i.box, i.text) }

// matrixCells draws the visible cells as one image, each pixel the mean of the cells it
// covers, made for the pixels it is drawn on.
type matrixCells struct{ s *matrixScene }

func (i matrixCells) draw(c vg.Canvas) {
	s := i.s
	h := s.Heat
	h.prepare()
	_, columns := h.Dims()
	// Whole cells, beyond the edges where need be, so that none is blurred.
	r0, r1 := int(math.Floor(s.r0)), min(int(math.Ceil(s.r1)), s.rows())
	c0, c1 := int(math.Floor(s.c0)), min(int(math.Ceil(s.c1)), columns)
	rect := vg.Rectangle{
		Min: vg.Point{X: s.x(float64(c0)), Y: s.y(float64(r1))},
		Max: vg.Point{X: s.x(float64(c1)), Y: s.y(float64(r0))},
	}
	width, height := pixelsOf(c, rect)
	width, height = min(width, c1-c0), min(height, r1-r0)
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	missing := h.shade(m, c1-c0, func(y int) (low, high int) {
		low = r0 + y*(r1-r0)/height
		return low, max(r0+(y+1)*(r1-r0)/height-1, low)
	}, func(place int) []uint8 {
		row := s.row(place)
		return h.levels[row*columns+c0 : row*columns+c1]
	})
	if missing {
		FillMissing(c, []vg.Rectangle{s.area}, s.Style)
	}
	c.DrawImage(rect, m)
}
