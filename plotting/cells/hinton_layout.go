package cells

import (
	"math"
	"slices"

	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A hintonScene is a laid-out [Hinton]. Its blocks stand in lines on a sheet of the size of the
// plot; the window magnifies a part of the sheet.
type hintonScene struct {
	Hinton
	placed               // area: of the plot
	names   vg.Rectangle // of the rows, left of the plot
	key     vg.Rectangle // of the legend, below the plot
	keySize vg.Length    // of its text
	places  []hintonPlace
	lines   []vg.Length // upper edge of the cells of each line of blocks, from the top of the sheet
	cell    vg.Point    // on the sheet
	most    float64     // the magnitude that fills a cell
	beyond  bool        // there are greater ones
}

// hintonPlace is where the cells of a block begin on the sheet, and its width.
type hintonPlace struct {
	line        int
	left, width vg.Length
}

// Sizes of Hinton diagrams, in points.
const (
	hintonCell  = 44 // largest
	hintonGap   = 14 // between blocks
	hintonBlock = 26 // narrowest block
	hintonFoot  = 13 // for the notes below the columns
	hintonKey   = 30 // height of the legend, of one line
	hintonFill  = 0.94
	// side of a square that shows the sign alone, as a share of the largest: ground stands between such squares
	hintonSigned = 0.85
	hintonBar    = 3    // height of the bar below the head of a column
	hintonSpace  = 4    // around it
	hintonSeen   = 2.5  // least height of a cell with a square
	hintonNotch  = 0.34 // side of the notch of a negative square, as a share of its own
)

// place divides the box and reports whether there is room for the plot.
func (s *hintonScene) place(box vg.Rectangle) bool {
	st := s.Style
	width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	names := vg.Length(0)
	if width >= 260 {
		names = min(ink.WidestOf(ink.Regular(st.Typeface, st.LabelSize), len(s.Rows),
			func(i int) string { return s.Rows[i] })*1.05+8, 0.24*width)
	}
	key := vg.Length(0)
	if height >= 170 {
		key = s.keyRoom(width, height) + 8
	}
	s.area = vg.Rectangle{Min: vg.Point{X: box.Min.X + names, Y: box.Min.Y + key},
		Max: vg.Point{X: box.Max.X, Y: box.Max.Y - min(6, 0.02*height)}}
	if s.headed() {
		s.area.Max.Y -= s.heads()
		s.area.Min.Y += s.feet()
	}
	size := s.area.Size()
	if size.X < ink.LeastCells || size.Y < ink.LeastCells {
		return false
	}
	if names > 0 {
		s.names = vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: s.area.Min.Y},
			Max: vg.Point{X: s.area.Min.X - 8, Y: s.area.Max.Y}}
	}
	if key > 0 {
		s.key = vg.Rectangle{Min: box.Min, Max: vg.Point{X: box.Max.X, Y: box.Min.Y + key - 8}}
	}
	// Choose the number of lines of blocks that makes the cells largest.
	best, lines := vg.Length(0), 1
	for n := 1; n <= len(s.Blocks) && n <= 12; n++ {
		if c := s.cells(size, n); min(c.X, c.Y) > 1.02*best {
			best, lines, s.cell = min(c.X, c.Y), n, c
		}
	}
	if best <= 0 {
		return false
	}
	s.arrange(lines)
	// Few rows leave room below, so the legend moves up to them.
	if spare := size.Y - vg.Length(lines)*s.pitch(); spare > 0 {
		s.area.Min.Y += spare
		s.names.Min.Y = s.area.Min.Y
		if key > 0 {
			low := s.area.Min.Y - key
			if s.headed() {
				low -= s.feet()
			}
			s.key.Min.Y, s.key.Max.Y = low, low+key-8
		}
	}
	return true
}

// headed reports whether columns have heads, which stand outside the part that zooms.
func (h Hinton) headed() bool {
	return len(h.Blocks) == 1 &&
		slices.ContainsFunc(h.Blocks[0].Columns, func(c HintonColumn) bool { return c.Head != "" })
}

// heads and feet are the room above and below the part that zooms, where columns have heads.
func (s *hintonScene) heads() vg.Length {
	return ink.CapHeight(ink.Bold(s.Style.Typeface, s.Style.LabelSize)) + hintonBar + 3*hintonSpace
}

func (s *hintonScene) feet() vg.Length {
	if slices.ContainsFunc(s.Blocks[0].Columns, func(c HintonColumn) bool { return c.Note != "" }) {
		return hintonFoot + 4
	}
	return 0
}

// around is the room that each line of blocks takes beside its cells.
func (s *hintonScene) around() vg.Length {
	if s.headed() {
		return 0
	}
	return s.head() + hintonFoot + 4
}

// head is the room above the cells of each line.
func (s *hintonScene) head() vg.Length {
	if s.headed() {
		return 0
	}
	h := ink.CapHeight(ink.Bold(s.Style.Typeface, s.Style.LabelSize)) + 6
	if s.noted() {
		h += ink.LineHeight(ink.Regular(s.Style.Typeface, s.Style.TickSize))
	}
	return h
}

func (s *hintonScene) noted() bool {
	for _, b := range s.Blocks {
		if b.Note != "" {
			return true
		}
	}
	return false
}

// share returns the blocks that a line holds, of so many lines.
func (s *hintonScene) share(line, lines int) (from, to int) {
	each := (len(s.Blocks) + lines - 1) / lines
	return min(line*each, len(s.Blocks)), min((line+1)*each, len(s.Blocks))
}

// widthOf returns the width of a block whose cells have the given width.
func (s *hintonScene) widthOf(block int, cell vg.Length) vg.Length {
	return max(vg.Length(len(s.Blocks[block].Columns))*cell, hintonBlock)
}

// cells returns the size of the cells in the given number of lines; not positive if they do not
// fit.
func (s *hintonScene) cells(size vg.Point, lines int) vg.Point {
	rows := vg.Length(len(s.Rows))
	y := min((size.Y/vg.Length(lines)-s.around())/rows, hintonCell)
	fits := func(x vg.Length) bool {
		for l := range lines {
			from, to := s.share(l, lines)
			w := -vg.Length(hintonGap)
			for b := from; b < to; b++ {
				w += s.widthOf(b, x) + hintonGap
			}
			if w > size.X {
				return false
			}
		}
		return true
	}
	low, high := vg.Length(0), min(vg.Length(hintonCell), max(3*y, 10))
	if s.headed() {
		high = hintonCell // heads take room
	}
	if fits(high) {
		return vg.Point{X: high, Y: y}
	}
	for range 30 {
		if m := (low + high) / 2; fits(m) {
			low = m
		} else {
			high = m
		}
	}
	return vg.Point{X: low, Y: y}
}

// pitch is the distance between lines of blocks.
func (s *hintonScene) pitch() vg.Length { return s.cell.Y*vg.Length(len(s.Rows)) + s.around() }

func (s *hintonScene) arrange(lines int) {
	s.places = make([]hintonPlace, len(s.Blocks))
	for l := range lines {
		s.lines = append(s.lines, vg.Length(l)*s.pitch()+s.head())
		x := vg.Length(0)
		from, to := s.share(l, lines)
		for b := from; b < to; b++ {
			w := s.widthOf(b, s.cell.X)
			s.places[b] = hintonPlace{l, x, w}
			x += w + hintonGap
		}
	}
}

// scale returns the magnification of the sheet along both axes.
func (s *hintonScene) scale() (x, y vg.Length) {
	w := s.GetWindow()
	return vg.Length(1 / (w.X1 - w.X0)), vg.Length(1 / (w.Y1 - w.Y0))
}

// at maps a place on the sheet, from its top left, to the scene.
func (s *hintonScene) at(x, y vg.Length) vg.Point {
	w, size := s.GetWindow(), s.area.Size()
	fx, fy := s.scale()
	return vg.Point{X: s.area.Min.X + (x-vg.Length(w.X0)*size.X)*fx, Y: s.area.Max.Y - (y-vg.Length(w.Y0)*size.Y)*fy}
}

// sheet maps a place in the scene to the sheet.
func (s *hintonScene) sheet(p vg.Point) (x, y vg.Length) {
	w, size := s.GetWindow(), s.area.Size()
	fx, fy := s.scale()
	return vg.Length(w.X0)*size.X + (p.X-s.area.Min.X)/fx, vg.Length(w.Y0)*size.Y + (s.area.Max.Y-p.Y)/fy
}

// visibleRows returns the visible rows of a line of blocks, from first to last, last excluded.
func (s *hintonScene) visibleRows(line int) (from, to int) {
	_, upper := s.sheet(vg.Point{Y: s.area.Max.Y})
	_, lower := s.sheet(vg.Point{Y: s.area.Min.Y})
	top := s.lines[line]
	n := len(s.Rows)
	return min(max(int((upper-top)/s.cell.Y), 0), n), min(max(int((lower-top)/s.cell.Y)+1, 0), n)
}

// rect returns the box of a cell, or of a run of cells, in the scene.
func (s *hintonScene) rect(block, row0, row1, column0, column1 int) vg.Rectangle {
	p := s.places[block]
	top := s.lines[p.line]
	a := s.at(p.left+vg.Length(column0)*s.cell.X, top+vg.Length(row1)*s.cell.Y)
	b := s.at(p.left+vg.Length(column1)*s.cell.X, top+vg.Length(row0)*s.cell.Y)
	return vg.Rectangle{Min: a, Max: b}
}

// largest returns the side of the largest square. Where thousands of rows are lower than a visible
// square, squares overlap.
func (s *hintonScene) largest() vg.Length {
	fx, fy := s.scale()
	return hintonFill * min(s.cell.X*fx, max(s.cell.Y*fy, hintonSeen))
}

// rounding is the share of the limit below which a value is a rounding error, which has no sign to be shown.
const rounding = 1e-12

// side returns the side of the square of a value; beyond the limit it is that of the limit.
func (s *hintonScene) side(v float64) vg.Length {
	if !(s.most > 0) {
		return 0
	}
	if s.Signs {
		if math.Abs(v) <= rounding*s.most {
			return 0
		}
		return hintonSigned * s.largest()
	}
	return s.largest() * vg.Length(math.Sqrt(min(math.Abs(v)/s.most, 1)))
}

// notched is the least side at which a negative square has its notch.
const notched = 5

// square appends the square of a value about a point. A negative one has a notch in a corner and is
// larger by the area of the notch.
func square(path vg.Path, at vg.Point, side vg.Length, negative bool) vg.Path {
	if !negative || side < notched {
		h := side / 2
		return ink.AppendBox(path,
			vg.Rectangle{Min: vg.Point{X: at.X - h, Y: at.Y - h}, Max: vg.Point{X: at.X + h, Y: at.Y + h}})
	}
	side /= vg.Length(math.Sqrt(1 - hintonNotch*hintonNotch))
	h, n := side/2, hintonNotch*side
	path.Move(vg.Point{X: at.X - h, Y: at.Y - h})
	path.Line(vg.Point{X: at.X + h, Y: at.Y - h})
	path.Line(vg.Point{X: at.X + h, Y: at.Y + h - n})
	path.Line(vg.Point{X: at.X + h - n, Y: at.Y + h - n})
	path.Line(vg.Point{X: at.X + h - n, Y: at.Y + h})
	path.Line(vg.Point{X: at.X - h, Y: at.Y + h})
	path.Close()
	return path
}
