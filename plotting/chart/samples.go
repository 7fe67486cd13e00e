package chart

import (
	"math"
	"slices"

	"example.org/espalier/inference/stat/quartile"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Samples is the figure of the numbers of each sample: its depth as a bar, and box plots of its numbers as they were
// and as a model sees them, before columns are centred and scaled. Samples stand beneath each other. The vertical part
// of the window scrolls and enlarges them.
type Samples struct {
	Title, Subtitle string
	Names           []string
	// Depths are the sums of counts; nil for other numbers.
	Depths []float64
	// Before and After have one box for each sample; After is nil where nothing was done.
	Before, After []quartile.Box
	// BeforeUnit and AfterUnit name the numbers: "counts", "log2(x+1)".
	BeforeUnit, AfterUnit string
	Window                plotting.Window
	Style                 plotting.Style
}

var (
	_ plotting.Zoomable = Samples{}
	_ plotting.Styled   = Samples{}
	_ plotting.Sheeter  = Samples{}
)

// GetWindow implements Zoomable.
func (f Samples) GetWindow() plotting.Window { return f.Window.Normal() }

// WithWindow implements Zoomable. The horizontal part of w is ignored.
func (f Samples) WithWindow(w plotting.Window) plotting.Figure { f.Window = w.Upright(); return f }

// WithStyle implements Styled.
func (f Samples) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return f }

// Controls implements [plotting.Controlled].
func (f Samples) Controls() []string { return plotting.Named }

// RowsWindow returns the window, from the top, in which each row is at least so high in a plot area of the given
// height.
func (f Samples) RowsWindow(height, least vg.Length) plotting.Window {
	return ink.RowsWindow(len(f.Names), height, least)
}

// Sheets implements Sheeter.
func (f Samples) Sheets() []plotting.Sheet {
	header := []string{"sample"}
	if f.Depths != nil {
		header = append(header, "depth")
	}
	parts := []string{"low", "quarter", "median", "three_quarters", "high"}
	for _, p := range parts {
		header = append(header, "before_"+p)
	}
	if f.After != nil {
		for _, p := range parts {
			header = append(header, "after_"+p)
		}
	}
	return []plotting.Sheet{{Name: "samples", Header: header, Rows: func(yield func([]string) bool) {
		for i, name := range f.Names {
			row := []string{name}
			if f.Depths != nil {
				row = append(row, plotting.Cell(f.Depths[i]))
			}
			for _, boxes := range [][]quartile.Box{f.Before, f.After} {
				if boxes != nil {
					for _, x := range numbersOf(boxes[i]) {
						row = append(row, plotting.Cell(x))
					}
				}
			}
			if !yield(row) {
				return
			}
		}
	}}}
}

func numbersOf(b quartile.Box) []float64 {
	return []float64{b.Low, b.Quarter, b.Median, b.Threeq, b.High}
}

// A samplesPanel holds bars or boxes over an axis, beside the names.
type samplesPanel struct {
	rowsScene
	head  string
	bars  []float64
	boxes []quartile.Box
}

// A samplesScene is a laid-out [Samples].
type samplesScene struct {
	Samples
	placed
	panels []samplesPanel
}

// Layout implements Figure. The cost grows with the visible part only.
func (f Samples) Layout(size vg.Point) plotting.Scene {
	s := &samplesScene{Samples: f, placed: placed{size: size}}
	st := f.Style
	box, ok := ink.Page(&s.list, st, size, ink.PlaneLeast, f.Title, f.Subtitle)
	if !ok {
		return s
	}
	if len(f.Names) == 0 {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: "There are no samples to show."})
		return s
	}
	var panels []samplesPanel
	if f.Depths != nil {
		panels = append(panels, depthPanel(f.Depths))
	}
	panels = append(panels, samplesPanel{head: "before: " + f.BeforeUnit, boxes: f.Before})
	if f.After != nil {
		panels = append(panels, samplesPanel{head: "after: " + f.AfterUnit, boxes: f.After})
	}
	face := ink.Bold(st.Typeface, st.AxisSize)
	heads := ink.LineHeight(face) + st.Padding
	names := vg.Length(0)
	if width := box.Max.X - box.Min.X; width >= 220 {
		names = min(ink.WidestOf(ink.Regular(st.Typeface, st.LabelSize), len(f.Names),
			func(i int) string { return f.Names[i] })*1.05+8, 0.25*width)
	}
	const gap = 14
	room := (box.Max.X - box.Min.X - names - gap*vg.Length(len(panels)-1)) / vg.Length(len(panels))
	area := vg.Rectangle{Min: vg.Point{X: box.Min.X + names, Y: box.Min.Y + ink.AxisHeight(st, false)},
		Max: vg.Point{Y: box.Max.Y - heads}}
	if room < ink.LeastCells || area.Max.Y-area.Min.Y < ink.LeastCells {
		return s
	}
	for k := range panels {
		p := &panels[k]
		p.rowsScene = rowsScene{style: st, placed: placed{size: size}, n: len(f.Names)}
		area.Max.X = area.Min.X + room
		low, high := p.span()
		left := area.Min.X
		if k == 0 {
			left = box.Min.X
		}
		p.place(area, left, 8, s.GetWindow(), low, high)
		if k > 0 {
			p.names = vg.Rectangle{}
		}
		p.build()
		p.finish(func(i int) string { return f.Names[i] }, nil)
		p.list.Text(face, st.Muted, vg.Point{X: p.area.Min.X, Y: p.area.Max.Y + st.Padding}, ink.BaseLeft, 0,
			ink.Elide(face, p.head, room))
		s.list.Items = append(s.list.Items, p.list.Items...)
		area.Min.X = area.Max.X + gap
	}
	s.panels = panels
	return s
}

// depthPanel shows depths, large ones in millions.
func depthPanel(depths []float64) samplesPanel {
	const large, million = 2e6, 1e6
	if slices.Max(depths) < large {
		return samplesPanel{head: "depth", bars: depths}
	}
	bars := make([]float64, len(depths))
	for i, x := range depths {
		bars[i] = x / million
	}
	return samplesPanel{head: "depth, in millions", bars: bars}
}

// span returns the range of a panel; that of bars begins at zero.
func (p *samplesPanel) span() (low, high float64) {
	if p.bars != nil {
		for _, x := range p.bars {
			high = max(high, x)
		}
		return 0, high*1.03 + 1e-300
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, b := range p.boxes {
		if b.N > 0 {
			low, high = min(low, b.Low), max(high, b.High)
		}
	}
	if low > high {
		return 0, 1
	}
	return ink.Padded(low, high, 0.03)
}

// build draws the rows that are visible.
func (p *samplesPanel) build() {
	st := p.style
	_, positive, _ := ink.SignedInks(st)
	rows := &ink.List{}
	half := min(0.34*p.pitch(), 9)
	whiskers := &ink.Stroke{Colour: st.Muted, Width: st.AxisStroke}
	medians := &ink.Stroke{Colour: st.Ink, Width: st.SelectedStroke}
	var fills vg.Path
	for i := max(int(p.r0), 0); i < p.n && float64(i) < p.r1; i++ {
		y := p.y(float64(i) + 0.5)
		if p.bars != nil {
			fills = ink.AppendBox(fills,
				vg.Rectangle{Min: vg.Point{X: p.area.Min.X, Y: y - half}, Max: vg.Point{X: p.axis.At(p.bars[i]), Y: y + half}})
			continue
		}
		b := p.boxes[i]
		if b.N == 0 {
			continue
		}
		whiskers.Segment(vg.Point{X: p.axis.At(b.Low), Y: y}, vg.Point{X: p.axis.At(b.Quarter), Y: y})
		whiskers.Segment(vg.Point{X: p.axis.At(b.Threeq), Y: y}, vg.Point{X: p.axis.At(b.High), Y: y})
		fills = ink.AppendBox(fills, vg.Rectangle{Min: vg.Point{X: p.axis.At(b.Quarter), Y: y - half},
			Max: vg.Point{X: p.axis.At(b.Threeq), Y: y + half}})
		medians.Segment(vg.Point{X: p.axis.At(b.Median), Y: y - half}, vg.Point{X: p.axis.At(b.Median), Y: y + half})
	}
	rows.Add(whiskers)
	rows.Add(ink.Fill{Colour: plotting.Fade(positive, 0.55), Path: fills})
	rows.Add(medians)
	p.list.Add(ink.Clipped{Rect: p.area, List: rows})
}

// PlotArea implements Scene.
func (s *samplesScene) PlotArea() vg.Rectangle {
	if len(s.panels) == 0 {
		return vg.Rectangle{}
	}
	area := s.panels[0].area
	area.Max.X = s.panels[len(s.panels)-1].area.Max.X
	return area
}

// Hit implements Scene: the sample under p, as Row.
func (s *samplesScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if len(s.panels) == 0 {
		return plotting.Mark{}, false
	}
	i, ok := s.panels[0].rowAt(p)
	if !ok {
		return plotting.Mark{}, false
	}
	m := plotting.NewMark(plotting.SampleMark)
	m.Index, m.Title = i, s.Names[i]
	m.Anchor = vg.Point{X: s.panels[0].area.Min.X, Y: s.panels[0].y(float64(i) + 0.5)}
	if s.Depths != nil {
		m.Lines = append(m.Lines, [2]string{"depth", plotting.FormatDigits(s.Depths[i], 4)})
	}
	say := func(what string, boxes []quartile.Box) {
		if boxes != nil {
			b := boxes[i]
			m.Lines = append(m.Lines, [2]string{"median " + what, plotting.FormatDigits(b.Median, 3)},
				[2]string{"middle half " + what, plotting.FormatDigits(b.Quarter, 3) + " to " + plotting.FormatDigits(b.Threeq, 3)})
		}
	}
	say("before", s.Before)
	say("after", s.After)
	return m, true
}

// DrawOverlay frames the sample under the pointer.
func (s *samplesScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	for k := range s.panels {
		if m.Index >= 0 && m.Index < len(s.Names) {
			s.panels[k].frame(c, m.Index)
		}
	}
}
