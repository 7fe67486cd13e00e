package cells

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A templatesScene is a laid-out [Templates]. Its blocks flow over a sheet as wide as the plot; the
// window magnifies a part of the sheet.
type templatesScene struct {
	Templates
	placed
	key    vg.Rectangle // of the legend, below the plot
	sheet  vg.Point     // size
	unit   vg.Length    // longer side of the largest picture
	tiles  []templateTile
	labels []templateLabel // of the groups
}

// A templateTile is the place of a block on the sheet, from the top left.
type templateTile struct {
	block int
	x, y  vg.Length // of the left upper corner of the first picture
	side  vg.Point  // of each picture
	width vg.Length // of all pictures
}

// A templateLabel is the name of a group and the middle of its first line on the sheet.
type templateLabel struct {
	group int
	y     vg.Length
}

// Sizes of templates, in points.
const (
	templateMost  = 132  // longer side of a picture
	templateLeast = 14   // least longer side; below it the sheet exceeds the plot
	templateGap   = 3    // between the pictures of a block
	templateApart = 12   // between blocks
	templateKey   = 34   // height of the legend
	templateShare = 0.12 // area of the smallest picture, as a share of the largest
	templateGroup = 84   // room for the names of groups
	templateNamed = 30   // least side at which blocks have names
)

// arrange divides the box and reports whether there is room.
func (s *templatesScene) arrange(box vg.Rectangle) bool {
	size := box.Size()
	key := vg.Length(0)
	if size.Y >= 190 && size.X >= 200 {
		key = templateKey + 8
	}
	left := s.groupRoom(size.X)
	s.area = vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: box.Min.Y + key}, Max: vg.Point{X: box.Max.X, Y: box.Max.Y - 4}}
	s.sheet = s.area.Size()
	if s.sheet.X < ink.LeastCells || s.sheet.Y < ink.LeastCells {
		return false
	}
	if key > 0 {
		s.key = vg.Rectangle{Min: box.Min, Max: vg.Point{X: box.Max.X, Y: box.Min.Y + templateKey}}
	}
	low, high := vg.Length(1), vg.Length(templateMost)
	if s.flow(high, left) > s.sheet.Y {
		for range 24 {
			if m := (low + high) / 2; s.flow(m, left) <= s.sheet.Y {
				low = m
			} else {
				high = m
			}
		}
		high = low
	}
	s.unit = max(high, 2)
	used := s.flow(s.unit, left)
	// Few pictures leave room below, so the legend moves up to them.
	if spare := s.sheet.Y - used; spare > 0 && s.GetWindow().IsAll() {
		s.area.Min.Y += spare
		s.sheet.Y -= spare
		if key > 0 {
			s.key.Min.Y, s.key.Max.Y = s.area.Min.Y-key, s.area.Min.Y-key+templateKey
		}
	}
	return true
}

func (s *templatesScene) groupRoom(width vg.Length) vg.Length {
	if len(s.Groups) == 0 {
		return 0
	}
	f := ink.Bold(s.Style.Typeface, s.Style.LabelSize)
	return min(ink.WidestOf(f, len(s.Groups), func(i int) string { return s.Groups[i] })*1.05+12, 0.2*width, templateGroup)
}

// heads returns the height of the text below a line of pictures.
func (s *templatesScene) heads(unit vg.Length) vg.Length {
	st := s.Style
	switch {
	case unit < templateLeast:
		return 3
	case unit < templateNamed:
		return ink.LineHeight(ink.Regular(st.Typeface, st.TickSize)) + 3
	}
	return ink.LineHeight(ink.Bold(st.Typeface, st.LabelSize)) + ink.LineHeight(ink.Regular(st.Typeface, st.TickSize)) + 6
}

func (s *templatesScene) side(b *TemplateBlock, unit vg.Length) vg.Point {
	long := vg.Length(max(s.Width, s.Height))
	unit *= vg.Length(math.Sqrt(min(max(b.Size, templateShare), 1)))
	return vg.Point{X: unit * vg.Length(s.Width) / long, Y: unit * vg.Length(s.Height) / long}
}

// flow places the blocks, given the side of the largest picture, and returns the height that they
// take.
func (s *templatesScene) flow(unit, left vg.Length) vg.Length {
	s.tiles, s.labels = s.tiles[:0], s.labels[:0]
	head := s.heads(unit)
	y, x := vg.Length(0), left
	begin := 0 // first tile of the line
	close := func() {
		if begin == len(s.tiles) {
			return
		}
		height := vg.Length(0)
		for _, t := range s.tiles[begin:] {
			height = max(height, t.side.Y)
		}
		for i := begin; i < len(s.tiles); i++ { // on one base line
			s.tiles[i].y = y + height - s.tiles[i].side.Y
		}
		y += height + head + 4
		x, begin = left, len(s.tiles)
	}
	group := -1
	for _, i := range s.order() {
		b := &s.Blocks[i]
		if len(s.Groups) > 0 && b.Group != group {
			close()
			group = b.Group
			s.labels = append(s.labels, templateLabel{group, y})
		}
		side := s.side(b, unit)
		n := vg.Length(len(b.Pictures))
		width := n*side.X + (n-1)*templateGap
		if x+width > s.sheet.X && x > left {
			close()
		}
		s.tiles = append(s.tiles, templateTile{block: i, x: x, side: side, width: width})
		x += max(width, min(unit, 0.6*templateNamed)) + max(templateApart*min(unit/templateNamed, 1), 2)
	}
	close()
	return y
}

// order lists the blocks group by group.
func (s *templatesScene) order() []int {
	order := inference.UpTo(len(s.Blocks))
	if len(s.Groups) > 0 {
		stable.Sort(order, func(a, b int) int { return s.Blocks[a].Group - s.Blocks[b].Group })
	}
	return order
}

// scale returns the magnification of the sheet along both axes.
func (s *templatesScene) scale() (x, y vg.Length) {
	w := s.GetWindow()
	return vg.Length(1 / (w.X1 - w.X0)), vg.Length(1 / (w.Y1 - w.Y0))
}

// at maps a place on the sheet to the scene.
func (s *templatesScene) at(x, y vg.Length) vg.Point {
	w := s.GetWindow()
	fx, fy := s.scale()
	return vg.Point{X: s.area.Min.X + (x-vg.Length(w.X0)*s.sheet.X)*fx, Y: s.area.Max.Y - (y-vg.Length(w.Y0)*s.sheet.Y)*fy}
}

// on maps a place in the scene to the sheet.
func (s *templatesScene) on(p vg.Point) (x, y vg.Length) {
	w := s.GetWindow()
	fx, fy := s.scale()
	return vg.Length(w.X0)*s.sheet.X + (p.X-s.area.Min.X)/fx, vg.Length(w.Y0)*s.sheet.Y + (s.area.Max.Y-p.Y)/fy
}

// picture returns the box of a picture of a tile in the scene.
func (s *templatesScene) picture(t templateTile, k int) vg.Rectangle {
	x := t.x + vg.Length(k)*(t.side.X+templateGap)
	a, b := s.at(x, t.y+t.side.Y), s.at(x+t.side.X, t.y)
	return vg.Rectangle{Min: a, Max: b}
}
