package chart

import (
	"cmp"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Dots is the figure of estimates with their intervals, one a row in the order given, beside a
// line through the one that the others are held against. Rows move and grow under the vertical
// part of the window.
type Dots struct {
	Title, Subtitle string
	Empty           string // the sentence while there are no rows; has a default
	Axis            string // name of the estimates, with their unit
	Rows            []Dot
	Line            float64 // that estimates are held against; NaN for none
	Selected        []int   // Index of the rows that are selected
	Window          plotting.Window
	Style           plotting.Style
}

// A Dot is a row of [Dots].
type Dot struct {
	Index     int // for marks
	Name      string
	Note      string  // at the end of the row: "0.4 ± 0.2 behind"
	Value     float64 // NaN or an infinity stands beside the scale, without a dot
	Low, High float64 // ends of the interval; NaN for none
	// Strong marks a row that is distinguished from the line.
	Strong bool
	Lines  [][2]string // for the tooltip
}

var (
	_ plotting.Zoomable = Dots{}
	_ plotting.Styled   = Dots{}
	_ plotting.Sheeter  = Dots{}
)

// GetWindow implements Zoomable.
func (d Dots) GetWindow() plotting.Window { return d.Window.Normal() }

// WithWindow implements Zoomable. The horizontal part of w is ignored.
func (d Dots) WithWindow(w plotting.Window) plotting.Figure { d.Window = w.Upright(); return d }

// Selects implements [plotting.Selecting].
func (d Dots) Selects() bool { return len(d.Selected) > 0 }

// Unselected implements [plotting.Selecting].
func (d Dots) Unselected() plotting.Figure { d.Selected = nil; return d }

// WithStyle implements Styled.
func (d Dots) WithStyle(s plotting.Style) plotting.Figure { d.Style = s; return d }

// Controls implements [plotting.Controlled].
func (d Dots) Controls() []string { return plotting.Named }

// Sheets implements Sheeter: name, estimate, and the ends of its interval.
func (d Dots) Sheets() []plotting.Sheet {
	if len(d.Rows) == 0 {
		return nil
	}
	return []plotting.Sheet{
		{Name: "dots", Header: []string{"name", "value", "low", "high"}, Rows: func(yield func([]string) bool) {
			for _, r := range d.Rows {
				if !yield([]string{r.Name, plotting.Cell(r.Value), plotting.Cell(r.Low), plotting.Cell(r.High)}) {
					return
				}
			}
		}}}
}

// RowsWindow returns the window, from the top, in which each row is at least so high where
// the plot area has a given height.
func (d Dots) RowsWindow(height, least vg.Length) plotting.Window {
	return ink.RowsWindow(len(d.Rows), height, least)
}

// span is the range of the estimates and bars.
func (d Dots) span() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	take := func(v float64) {
		if ink.Finite(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	take(d.Line)
	for _, r := range d.Rows {
		take(r.Value)
		take(r.Low)
		take(r.High)
	}
	if low > high {
		return 0, 1
	}
	if low == high {
		return low - 1, high + 1
	}
	return ink.Padded(low, high, 0.05)
}

// A dotsScene is a laid-out [Dots].
type dotsScene struct {
	Dots
	rowsScene
	notes vg.Rectangle // empty where they have no room
}

// Layout implements Figure. The cost grows with the visible part only.
func (d Dots) Layout(size vg.Point) plotting.Scene {
	s := &dotsScene{Dots: d, rowsScene: rowsScene{style: d.Style, placed: placed{size: size}, n: len(d.Rows)}}
	st := d.Style
	box, ok := ink.Page(&s.list, st, size, ink.PlaneLeast, d.Title, d.Subtitle)
	if !ok {
		return s
	}
	if len(d.Rows) == 0 {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: cmp.Or(d.Empty, "There is nothing to compare yet.")})
		return s
	}
	if s.arrange(box) {
		s.build()
	}
	return s
}

// arrange divides the box; false where there is no room.
func (s *dotsScene) arrange(box vg.Rectangle) bool {
	st, named := s.Style, s.size.Y >= ink.PlaneNamed
	area := vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: box.Min.Y + ink.AxisHeight(st, named)}, Max: box.Max}
	width := box.Max.X - box.Min.X
	if width >= 220 {
		area.Min.X += min(ink.WidestOf(ink.Bold(st.Typeface, st.LabelSize), len(s.Rows),
			func(i int) string { return s.Rows[i].Name })*1.05+10, 0.35*width)
	}
	if notes := ink.WidestOf(ink.Regular(st.Typeface, st.TickSize), len(s.Rows),
		func(i int) string { return s.Rows[i].Note }); notes > 0 && width >= 420 {
		area.Max.X -= min(notes+st.Gap, 0.3*width)
	}
	if area.Max.Y-area.Min.Y < ink.LeastCells || area.Max.X-area.Min.X < ink.LeastCells {
		return false
	}
	low, high := s.span()
	s.place(area, box.Min.X, 10, s.GetWindow(), low, high)
	if area.Max.X < box.Max.X {
		s.notes = vg.Rectangle{Min: vg.Point{X: area.Max.X + st.Gap, Y: s.area.Min.Y},
			Max: vg.Point{X: box.Max.X, Y: area.Max.Y}}
	}
	if named {
		s.axis.Name = s.Axis
	}
	return true
}

func (s *dotsScene) build() {
	st := s.Style
	dots, notes := &ink.List{}, &ink.List{}
	if ink.Finite(s.Line) {
		x := s.axis.At(s.Line)
		dots.Line(st.Muted, st.AxisStroke, vg.Point{X: x, Y: s.area.Min.Y}, vg.Point{X: x, Y: s.area.Max.Y})
	}
	radius := min(max(0.18*s.pitch(), 0.8), 4)
	marked, chosen := map[int]bool{}, make([]bool, len(s.Rows))
	for _, i := range s.Selected {
		marked[i] = true
	}
	weak, strong := &ink.Stroke{Colour: st.Muted, Width: st.SelectedStroke},
		&ink.Stroke{Colour: st.Ink, Width: st.SelectedStroke}
	var open, full vg.Path
	face := ink.Regular(st.Typeface, st.TickSize)
	for i, r := range s.Rows {
		chosen[i] = marked[r.Index]
		if float64(i) < s.r0-1 || float64(i) > s.r1 {
			continue
		}
		y, line, path := s.y(float64(i)+0.5), weak, &open
		if r.Strong || r.Value == s.Line {
			line, path = strong, &full
		}
		if marked[r.Index] {
			s.mark(dots, y)
		}
		if ink.Finite(r.Low) && ink.Finite(r.High) {
			line.Segment(vg.Point{X: s.axis.At(r.Low), Y: y}, vg.Point{X: s.axis.At(r.High), Y: y})
		}
		if ink.Finite(r.Value) {
			*path = append(*path, ink.Disc(vg.Point{X: s.axis.At(r.Value), Y: y}, radius)...)
		} else if math.IsInf(r.Value, -1) {
			dots.Text(face, st.Muted, vg.Point{X: s.area.Min.X + 2, Y: y}, ink.MiddleLeft, 0, "← −∞")
		}
		if s.notes.Max.X > s.notes.Min.X && s.pitch() >= 0.8*st.TickSize {
			notes.Text(face, st.Muted, vg.Point{X: s.notes.Min.X, Y: y}, ink.MiddleLeft, 0,
				ink.ElideMiddle(face, r.Note, s.notes.Max.X-s.notes.Min.X))
		}
	}
	dots.Add(weak)
	dots.Add(strong)
	dots.Add(ink.Fill{Colour: st.Muted, Path: open})
	dots.Add(ink.Fill{Colour: st.Ink, Path: full})
	s.list.Add(ink.Clipped{Rect: s.area, List: dots})
	s.list.Add(ink.Clipped{Rect: s.notes, List: notes})
	s.finish(func(i int) string { return s.Rows[i].Name }, chosen)
}

// Hit implements Scene: the row under p, by its Index.
func (s *dotsScene) Hit(p vg.Point) (plotting.Mark, bool) {
	i, ok := s.rowAt(p)
	if !ok {
		return plotting.Mark{}, false
	}
	r := s.Rows[i]
	m := plotting.NewMark(plotting.DotMark)
	m.Index, m.Title, m.Lines = r.Index, r.Name, r.Lines
	m.Anchor = vg.Point{X: s.area.Min.X, Y: s.y(float64(i) + 0.5)}
	if ink.Finite(r.Value) {
		m.Anchor.X = s.axis.At(r.Value)
	}
	return m, true
}

// DrawOverlay frames the row under the pointer.
func (s *dotsScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	for i, r := range s.Rows {
		if r.Index == m.Index {
			s.frame(c, i)
		}
	}
}
