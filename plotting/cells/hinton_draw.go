package cells

import (
	"image/color"
	"math"
	"slices"

	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// shades is the number of steps in which probabilities are drawn.
const shades = 10

// shade returns the colour of squares at a step of probability, from 1 to shades.
func shade(ground, ink color.NRGBA, step int) color.NRGBA {
	const least = 0.2 // of the ink, at the lowest step
	share := least + (1-least)*float64(step)/shades
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a)) + 0.5) }
	return color.NRGBA{mix(ground.R, ink.R), mix(ground.G, ink.G), mix(ground.B, ink.B), 255}
}

// build adds grounds, hatching, squares and names to the list.
func (s *hintonScene) build() {
	st := s.Style
	ground, positive, negative := ink.SignedInks(st)
	var grounds vg.Path
	var squares [2][shades + 1]vg.Path // by sign and step of probability
	var off []vg.Rectangle
	cells := &ink.List{}
	for b := range s.Blocks {
		k := &s.Blocks[b]
		if len(k.Columns) == 0 {
			p := s.rect(b, 0, len(s.Rows), 0, 1)
			p.Max.X = s.at(s.places[b].left+s.places[b].width, 0).X
			off = append(off, p)
			continue
		}
		grounds = ink.AppendBox(grounds, s.rect(b, 0, len(s.Rows), 0, len(k.Columns)))
		from, to := s.visibleRows(s.places[b].line)
		for j, c := range k.Columns {
			r := s.rect(b, 0, len(s.Rows), j, j+1)
			if c.Off {
				off = append(off, r)
			}
			if r.Max.X < s.area.Min.X || r.Min.X > s.area.Max.X {
				continue
			}
			for i := from; i < to; i++ {
				v := k.Values.At(i, j)
				if math.IsNaN(v) || v == 0 {
					continue
				}
				side := s.side(v)
				if side < ink.Fine { // it cannot be seen
					continue
				}
				r := s.rect(b, i, i+1, j, j+1)
				at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
				step, sign := shades, 0
				if k.Probability != nil {
					step = int(math.Round(shades * k.Probability.At(i, j)))
				}
				if v < 0 {
					sign = 1
				}
				squares[sign][step] = square(squares[sign][step], at, side, v < 0)
			}
		}
	}
	cells.Add(ink.Fill{Colour: ground, Path: grounds})
	cells.Add(ink.Missing{Rects: off, Style: st})
	for sign, colour := range []color.NRGBA{positive, negative} {
		for step, path := range squares[sign] {
			cells.Add(ink.Fill{Colour: shade(ground, colour, step), Path: path})
		}
	}
	s.addParts(cells)
	if s.headed() {
		s.addColumnHeads(ground)
	} else {
		s.addHeads(cells)
	}
	s.addSelected(cells)
	s.list.Group("squares", func() { s.list.Add(ink.Clipped{Rect: s.area, List: cells}) })
	s.list.Group("labels", s.addRowNames)
	s.list.Group("legend", s.addKey)
}

func (s *hintonScene) addSelected(list *ink.List) {
	for b, k := range s.Blocks {
		for j, c := range k.Columns {
			if c.Selected {
				list.Add(ink.Outline(s.Style, s.rect(b, 0, len(s.Rows), j, j+1)))
			}
		}
	}
}

// addColumnHeads writes the heads of the columns with their bars above the part that zooms,
// and their notes below it.
func (s *hintonScene) addColumnHeads(ground color.NRGBA) {
	st := s.Style
	bold, plain := ink.Bold(st.Typeface, st.LabelSize), ink.Regular(st.Typeface, st.TickSize)
	columns := s.Blocks[0].Columns
	first := s.rect(0, 0, 1, 0, 1)
	pitch := first.Max.X - first.Min.X
	widest, notes := vg.Length(0), vg.Length(0)
	for _, c := range columns {
		widest, notes = max(widest, ink.TextWidth(bold, c.Head)), max(notes, ink.TextWidth(plain, c.Note))
	}
	step, noteStep := ink.ThinStep(pitch, widest+3), ink.ThinStep(pitch, notes+3)
	base := s.area.Max.Y + hintonSpace
	var tracks, bars vg.Path
	for j, c := range columns {
		r := s.rect(0, 0, 1, j, j+1)
		middle := (r.Min.X + r.Max.X) / 2
		if middle < s.area.Min.X || middle > s.area.Max.X {
			continue
		}
		inset := min(2, 0.1*pitch)
		a, b := max(r.Min.X+inset, s.area.Min.X), min(r.Max.X-inset, s.area.Max.X)
		tracks = ink.AppendBox(tracks, vg.Rectangle{Min: vg.Point{X: a, Y: base}, Max: vg.Point{X: b, Y: base + hintonBar}})
		bars = ink.AppendBox(bars,
			vg.Rectangle{Min: vg.Point{X: a, Y: base}, Max: vg.Point{X: a + (b-a)*vg.Length(c.Quality), Y: base + hintonBar}})
		f, colour := ink.Regular(st.Typeface, st.LabelSize), st.Ink
		if c.Selected {
			f, colour = bold, st.SelectionText
		}
		if j%step == 0 || c.Selected {
			s.list.Text(f, colour, vg.Point{X: middle, Y: base + hintonBar + hintonSpace}, ink.BaseCentre, 0, c.Head)
		}
		if j%noteStep == 0 {
			s.list.Text(plain, st.Muted, vg.Point{X: middle, Y: s.area.Min.Y - 4}, ink.TopCentre, 0, c.Note)
		}
	}
	s.list.Add(ink.Fill{Colour: ground, Path: tracks})
	s.list.Add(ink.Fill{Colour: st.Muted, Path: bars})
}

// addParts draws a line after each column that stands apart.
func (s *hintonScene) addParts(list *ink.List) {
	for b := range s.Blocks {
		for j, c := range s.Blocks[b].Columns {
			if c.Apart {
				r := s.rect(b, 0, len(s.Rows), j, j+1)
				list.Line(s.Style.Surface, 2, vg.Point{X: r.Max.X, Y: r.Min.Y}, r.Max)
			}
		}
	}
}

// addHeads writes the names of the blocks above and the notes of the columns below them.
func (s *hintonScene) addHeads(list *ink.List) {
	st := s.Style
	bold, plain := ink.Bold(st.Typeface, st.LabelSize), ink.Regular(st.Typeface, st.TickSize)
	for b, k := range s.Blocks {
		p := s.places[b]
		fx, _ := s.scale()
		room := min(p.width+hintonGap-4, s.area.Size().X-p.left) * fx
		at := s.at(p.left, s.lines[p.line])
		at.Y += 5
		if s.noted() {
			list.Text(plain, st.Muted, at, ink.BaseLeft, 0, ink.FirstFitting(plain, room, k.Note))
			at.Y += ink.LineHeight(plain)
		}
		colour := st.Ink
		if slices.Contains(s.SelectedBlocks, b) {
			colour = st.SelectionText
		}
		list.Text(bold, colour, at, ink.BaseLeft, 0, ink.FirstFitting(bold, room, k.Name, k.Short))
		if slices.Contains(s.SelectedBlocks, b) {
			r := s.rect(b, 0, len(s.Rows), 0, 1)
			r.Max.X = s.at(p.left+p.width, 0).X
			list.Add(ink.Outline(st, r))
		}
		foot := s.at(0, s.lines[p.line]+s.cell.Y*vg.Length(len(s.Rows))).Y - 4
		for j, c := range k.Columns {
			r := s.rect(b, 0, len(s.Rows), j, j+1)
			list.Text(plain, st.Muted, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: foot}, ink.TopCentre, 0,
				ink.FirstFitting(plain, r.Max.X-r.Min.X-1, c.Note))
		}
	}
}

// addRowNames writes the names of the rows at the left of each line of blocks.
func (s *hintonScene) addRowNames() {
	if s.names.Max.X <= s.names.Min.X {
		return
	}
	_, fy := s.scale()
	pitch := s.cell.Y * fy
	n := float64(len(s.Rows))
	var marked []bool
	if len(s.SelectedRows) > 0 {
		marked = make([]bool, len(s.Rows))
		for _, i := range s.SelectedRows {
			marked[i] = true
		}
	}
	for _, top := range s.lines {
		at := func(place float64) vg.Length { return s.at(0, top+vg.Length(place)*s.cell.Y).Y }
		_, upper := s.sheet(vg.Point{Y: s.area.Max.Y})
		_, lower := s.sheet(vg.Point{Y: s.area.Min.Y})
		from, to := max(float64((upper-top)/s.cell.Y), 0), min(float64((lower-top)/s.cell.Y), n)
		labels, size := ink.SideLabels(s.Style, s.Style.Look.Rows, from, to, len(s.Rows), pitch, at,
			func(i int) string { return s.Rows[i] }, marked)
		labels.WriteBefore(s.names.Max.X, s.names.Max.X-s.names.Min.X, size, s.Style, &s.list)
	}
}

// roundDown keeps the first digit of a positive number.
func roundDown(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	return math.Floor(v/unit+1e-9) * unit
}

func (s *hintonScene) anyOff() bool {
	for _, b := range s.Blocks {
		for _, c := range b.Columns {
			if c.Off {
				return true
			}
		}
	}
	return false
}
