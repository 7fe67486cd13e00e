package chart

import (
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
	Axis            string // what the estimates are, with their unit
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
func (d Dots) WithWindow(w plotting.Window) plotting.Figure {
	n := w.Normal()
	d.Window = plotting.Window{X0: 0, X1: 1, Y0: n.Y0, Y1: n.Y1}
	return d
}

// Selects implements [plotting.Selecting].
func (d Dots) Selects() bool { return len(d.Selected) > 0 }

// Unselected implements [plotting.Selecting].
func (d Dots) Unselected() plotting.Figure {
	d.Selected = nil
	return d
}

// WithStyle implements Styled.
func (d Dots) WithStyle(s plotting.Style) plotting.Figure { d.Style = s; return d }

// Controls implements [plotting.Controlled].
func (d Dots) Controls() []string { return plotting.Named }

// Sheets implements Sheeter: name, estimate, and the ends of its interval.
func (d Dots) Sheets() []plotting.Sheet {
	if len(d.Rows) == 0 {
		return nil
	}
	return []plotting.Sheet{{Name: "dots", Header: []string{"name", "value", "low", "high"}, Rows: func(yield func([]string) bool) {
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
	return rowsWindow(len(d.Rows), height, least)
}

// span is the range of what is drawn.
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
	size   vg.Point
	list   ink.List
	area   vg.Rectangle // of the dots
	names  vg.Rectangle
	notes  vg.Rectangle // empty where they have no room
	axis   ink.Axis
	r0, r1 float64 // visible rows
}

// Layout implements Figure. It costs what is visible.
func (d Dots) Layout(size vg.Point) plotting.Scene {
	s := &dotsScene{Dots: d, size: size}
	st := d.Style
	s.list.Box(st.Surface, vg.Rectangle{Max: size})
	margin := min(st.Margin, max(8, 0.03*min(size.X, size.Y)+2))
	box := vg.Rectangle{Min: vg.Point{X: margin, Y: margin}, Max: vg.Point{X: size.X - margin, Y: size.Y - margin}}
	if box.Max.X-box.Min.X < ink.PlaneLeast || box.Max.Y-box.Min.Y < ink.PlaneLeast {
		return s
	}
	head := ink.HeadingItem{Style: st, At: vg.Point{X: box.Min.X, Y: box.Max.Y}, Width: box.Max.X - box.Min.X, Title: d.Title, Subtitle: d.Subtitle}
	s.list.Add(head)
	box.Max.Y -= ink.Heading(nil, st, head.At, head.Width, d.Title, d.Subtitle)
	if len(d.Rows) == 0 {
		text := d.Empty
		if text == "" {
			text = "There is nothing to compare yet."
		}
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: text})
		return s
	}
	if s.place(box) {
		s.build()
	}
	return s
}

// place divides the box; false where there is no room.
func (s *dotsScene) place(box vg.Rectangle) bool {
	st, named := s.Style, s.size.Y >= ink.PlaneNamed
	area := vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: box.Min.Y + ink.AxisHeight(st, named)}, Max: box.Max}
	width := box.Max.X - box.Min.X
	if width >= 220 {
		area.Min.X += min(ink.WidestOf(ink.Bold(st.Typeface, st.LabelSize), len(s.Rows), func(i int) string { return s.Rows[i].Name })*1.05+10, 0.35*width)
	}
	if notes := ink.WidestOf(ink.Regular(st.Typeface, st.TickSize), len(s.Rows), func(i int) string { return s.Rows[i].Note }); notes > 0 && width >= 420 {
		area.Max.X -= min(notes+st.Gap, 0.3*width)
	}
	if area.Max.Y-area.Min.Y < ink.LeastCells || area.Max.X-area.Min.X < ink.LeastCells {
		return false
	}
	w, n := s.GetWindow(), float64(len(s.Rows))
	s.r0, s.r1 = w.Y0*n, w.Y1*n
	if spare := area.Max.Y - area.Min.Y - rankingPitch*vg.Length(n); w.IsAll() && spare > 0 {
		area.Min.Y += spare
	}
	s.area = area
	s.names = vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: area.Min.Y}, Max: vg.Point{X: area.Min.X - 10, Y: area.Max.Y}}
	if area.Max.X < box.Max.X {
		s.notes = vg.Rectangle{Min: vg.Point{X: area.Max.X + st.Gap, Y: area.Min.Y}, Max: vg.Point{X: box.Max.X, Y: area.Max.Y}}
	}
	low, high := s.span()
	s.axis = ink.Axis{From: area.Min, To: vg.Point{X: area.Max.X, Y: area.Min.Y}, Low: low, High: high}
	s.axis.Ticks = ink.Ticks(low, high, int(min(max((area.Max.X-area.Min.X)/ink.PlaneTick, 2), 9)))
	if named {
		s.axis.Name = s.Axis
	}
	return true
}

// pitch is the height of a row.
func (s *dotsScene) pitch() vg.Length {
	return (s.area.Max.Y - s.area.Min.Y) / vg.Length(s.r1-s.r0)
}

// y is where a place among the rows lies.
func (s *dotsScene) y(row float64) vg.Length {
	return s.area.Max.Y - vg.Length(row-s.r0)*s.pitch()
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
	weak, strong := &ink.Stroke{Colour: st.Muted, Width: st.SelectedStroke}, &ink.Stroke{Colour: st.Ink, Width: st.SelectedStroke}
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
			dots.Box(plotting.Fade(st.Selection, 0.15), vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: y - s.pitch()/2}, Max: vg.Point{X: s.area.Max.X, Y: y + s.pitch()/2}})
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
			notes.Text(face, st.Muted, vg.Point{X: s.notes.Min.X, Y: y}, ink.MiddleLeft, 0, ink.ElideMiddle(face, r.Note, s.notes.Max.X-s.notes.Min.X))
		}
	}
	dots.Add(weak)
	dots.Add(strong)
	dots.Add(ink.Fill{Colour: st.Muted, Path: open})
	dots.Add(ink.Fill{Colour: st.Ink, Path: full})
	s.list.Add(ink.Clipped{Rect: s.area, List: dots})
	s.list.Add(ink.Clipped{Rect: s.notes, List: notes})
	if s.names.Max.X > s.names.Min.X {
		labels, size := ink.SideLabels(st, st.Look.Rows, s.r0, s.r1, len(s.Rows), s.pitch(), s.y, func(i int) string { return s.Rows[i].Name }, chosen)
		short := ink.NewShortNames(len(labels), func(i int) string { return labels[i].Text })
		for _, k := range labels {
			f, hue := k.Face(st, size)
			s.list.Text(f, hue, vg.Point{X: s.names.Max.X, Y: k.At}, ink.MiddleRight, 0, short.Elide(f, k.Text, s.names.Max.X-s.names.Min.X))
		}
	}
	s.list.Add(ink.AxisItem{Axis: s.axis, Style: st})
}

// Size implements Scene.
func (s *dotsScene) Size() vg.Point { return s.size }

// PlotArea implements Scene.
func (s *dotsScene) PlotArea() vg.Rectangle { return s.area }

// Draw implements Scene.
func (s *dotsScene) Draw(c vg.Canvas) { s.list.Draw(c) }

// Hit implements Scene: the row under p, by its Index.
func (s *dotsScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if s.area.Max.X <= s.area.Min.X || p.Y < s.area.Min.Y || p.Y > s.area.Max.Y || p.X < 0 || p.X > s.size.X {
		return plotting.Mark{}, false
	}
	i := int(s.r0 + float64((s.area.Max.Y-p.Y)/s.pitch()))
	if i < 0 || i >= len(s.Rows) {
		return plotting.Mark{}, false
	}
	r := s.Rows[i]
	m := plotting.NewMark("dot")
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
		if r.Index != m.Index {
			continue
		}
		list := &ink.List{}
		list.Add(ink.Outline(s.Style, vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: s.y(float64(i + 1))}, Max: vg.Point{X: s.area.Max.X, Y: s.y(float64(i))}}))
		plotting.Clip(c, s.area, func() { list.Draw(c) })
	}
}
