package trees

import (
	"fmt"
	"image/color"

	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A DrawSlider scrubs through the draws of a tree view: one stretch for each chain, its burn-in
// pale, with a knob at the draw shown. A click or a drag shows a draw; so do the arrow keys, Page
// Up and Page Down (a twentieth of all), Home and End.
type DrawSlider struct {
	widget.BaseWidget
	controls.Touch
	tree  *View
	spans []drawSpan
	n     int
	at    int // −1 while a summary is shown
}

// A drawSpan is a run of draws of one chain that are all burn-in, or none of them.
type drawSpan struct {
	from, to int // draws, to not included
	burnIn   bool
}

var (
	_ fyne.Tappable      = (*DrawSlider)(nil)
	_ fyne.Draggable     = (*DrawSlider)(nil)
	_ fyne.Focusable     = (*DrawSlider)(nil)
	_ desktop.Hoverable  = (*DrawSlider)(nil)
	_ desktop.Cursorable = (*DrawSlider)(nil)
)

// AccessibilityLabel implements fyne.Accessible.
func (s *DrawSlider) AccessibilityLabel() string {
	if s.at < 0 {
		return fmt.Sprintf("draws: a summary of %d", s.n)
	}
	return fmt.Sprintf("draw %d of %d", s.at+1, s.n)
}

// AccessibilityRole implements fyne.Accessible.
func (s *DrawSlider) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// NewDrawSlider returns the slider of a tree view; Follow it after every change.
func NewDrawSlider(t *View) *DrawSlider {
	s := &DrawSlider{tree: t, at: -1}
	s.Attend(s)
	s.ExtendBaseWidget(s)
	s.Follow()
	return s
}

// mostSpans is the largest number of stretches: more chains are drawn as one.
const mostSpans = 32

// Follow brings the slider up to date.
func (s *DrawSlider) Follow() {
	at, n := s.tree.Draws.At()
	s.at, s.n, s.spans = at, n, s.spans[:0]
	last := map[int]int{}
	for _, d := range s.tree.Draws.All() {
		last[d.Chain] = max(last[d.Chain], d.Iteration)
	}
	for i, d := range s.tree.Draws.All() {
		burnIn := float64(d.Iteration) < s.tree.of.BurnIn*float64(last[d.Chain])
		if k := len(s.spans); k > 0 && s.spans[k-1].burnIn == burnIn && s.tree.Draws.All()[i-1].Chain == d.Chain {
			s.spans[k-1].to = i + 1
			continue
		}
		s.spans = append(s.spans, drawSpan{i, i + 1, burnIn})
	}
	if len(s.spans) > mostSpans {
		s.spans = []drawSpan{{0, n, false}}
	}
	s.Refresh()
}

// knobRadius is half the width of the knob, which may stand at either end.
const knobRadius = 6

// x returns where the left edge of a draw's part of the slider lies.
func (s *DrawSlider) x(i int) float32 {
	return knobRadius + float32(i)/float32(max(s.n, 1))*(s.Size().Width-2*knobRadius)
}

// drawAt returns the draw at a place of the slider.
func (s *DrawSlider) drawAt(x float32) int {
	i := int((x - knobRadius) / (s.Size().Width - 2*knobRadius) * float32(s.n))
	return max(0, min(i, s.n-1))
}

// Tapped shows the draw that was clicked.
func (s *DrawSlider) Tapped(e *fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		c.Focus(s)
	}
	s.show(s.drawAt(e.Position.X))
}

// Dragged shows the draw under the pointer.
func (s *DrawSlider) Dragged(e *fyne.DragEvent) { s.show(s.drawAt(e.Position.X)) }

// DragEnd is part of fyne.Draggable.
func (s *DrawSlider) DragEnd() {}

func (s *DrawSlider) show(i int) {
	if s.n > 0 {
		s.tree.Draws.ShowAt(i)
		s.Follow()
	}
}

// Cursor is a hand.
func (s *DrawSlider) Cursor() desktop.Cursor { return desktop.PointerCursor }

// TypedRune takes the keys of the tree view, such as comma and full stop.
func (s *DrawSlider) TypedRune(r rune) { s.tree.rune(r); s.Follow() }

// TypedKey goes through the draws.
func (s *DrawSlider) TypedKey(k *fyne.KeyEvent) {
	page := max(1, s.n/20)
	switch k.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.tree.Draws.Step(-1)
	case fyne.KeyRight, fyne.KeyUp:
		s.tree.Draws.Step(1)
	case fyne.KeyPageDown:
		s.tree.Draws.Step(-page)
	case fyne.KeyPageUp:
		s.tree.Draws.Step(page)
	case fyne.KeyHome:
		s.tree.Draws.ShowAt(0)
	case fyne.KeyEnd:
		s.tree.Draws.ShowAt(s.n - 1)
	default:
		return
	}
	s.Follow()
}

// MinSize leaves room for the knob.
func (s *DrawSlider) MinSize() fyne.Size { return fyne.NewSize(90, 24) }

// CreateRenderer is part of fyne.Widget.
func (s *DrawSlider) CreateRenderer() fyne.WidgetRenderer {
	r := &drawSliderRenderer{s: s, knob: canvas.NewCircle(color.Transparent)}
	r.Renderer = controls.Renderer{Lay: func(fyne.Size) { r.place() }, Min: s.MinSize, Paint: r.paint}
	r.paint()
	return r
}

type drawSliderRenderer struct {
	controls.Renderer
	s      *DrawSlider
	tracks []*canvas.Rectangle
	knob   *canvas.Circle
}

func (r *drawSliderRenderer) paint() {
	s := r.s
	for len(r.tracks) < len(s.spans) {
		t := canvas.NewRectangle(color.Transparent)
		t.CornerRadius = 1.5
		r.tracks = append(r.tracks, t)
	}
	r.Parts = r.Parts[:0]
	for i, t := range r.tracks {
		if i >= len(s.spans) {
			break
		}
		t.FillColor = theme.Color(theme.ColorNamePlaceHolder)
		if s.spans[i].burnIn {
			t.FillColor = faded(t.FillColor, 0.33)
		}
		r.Parts = append(r.Parts, t)
	}
	r.Parts = append(r.Parts, r.knob)
	r.knob.FillColor, r.knob.StrokeColor = theme.Color(theme.ColorNamePrimary), theme.Color(theme.ColorNameBackground)
	r.knob.StrokeWidth = 1.5
	if s.Focused() {
		r.knob.StrokeColor, r.knob.StrokeWidth = theme.Color(theme.ColorNameForeground), 2
	}
	if s.at < 0 { // no draw is shown: a hollow knob at the end
		r.knob.FillColor, r.knob.StrokeColor = theme.Color(theme.ColorNameBackground), theme.Color(theme.ColorNamePlaceHolder)
		if s.Hovered() || s.Focused() {
			r.knob.StrokeColor = theme.Color(theme.ColorNamePrimary)
		}
	}
	r.place()
}

func (r *drawSliderRenderer) place() {
	s := r.s
	h := s.Size().Height
	for i, k := range s.spans {
		if i >= len(r.tracks) {
			break
		}
		x0, x1 := s.x(k.from), s.x(k.to)
		if i > 0 && s.spans[i-1].to == k.from && !s.spans[i-1].burnIn { // another chain
			x0 += min(2, (x1-x0)/3)
		}
		controls.Place(r.tracks[i], x0, h/2-1.5, max(x1-x0, 1), 3)
	}
	at := s.x(s.n)
	if s.at >= 0 {
		at = (s.x(s.at) + s.x(s.at+1)) / 2
	}
	controls.Place(r.knob, at-knobRadius, h/2-knobRadius, 2*knobRadius, 2*knobRadius)
}

// faded returns a colour with its opacity multiplied by a share.
func faded(c color.Color, share float64) color.Color {
	k := color.NRGBAModel.Convert(c).(color.NRGBA)
	k.A = uint8(float64(k.A)*share + 0.5)
	return k
}
