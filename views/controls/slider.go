package controls

import (
	"math"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A Slider picks a value from 0 to Steps. The arrow keys go one step, Page Up and Page Down a
// tenth of all, Home and End to the ends.
type Slider struct {
	widget.BaseWidget
	Touch
	Value, Steps int
	// OnChanged is called when the user has moved the slider.
	OnChanged func(value int)

	name string // of the label beside it
}

var (
	_ fyne.Tappable      = (*Slider)(nil)
	_ fyne.Draggable     = (*Slider)(nil)
	_ fyne.Focusable     = (*Slider)(nil)
	_ desktop.Hoverable  = (*Slider)(nil)
	_ desktop.Cursorable = (*Slider)(nil)
)

// sliderKnob is half the width of the knob.
const sliderKnob = 6

// NewSlider returns a slider at its beginning.
func NewSlider(steps int, changed func(int)) *Slider {
	s := &Slider{Steps: steps, OnChanged: changed}
	s.Attend(s)
	s.ExtendBaseWidget(s)
	return s
}

// Put sets value and steps without calling OnChanged.
func (s *Slider) Put(value, steps int) {
	value = min(max(value, 0), steps)
	if s.Value != value || s.Steps != steps {
		s.Value, s.Steps = value, steps
		s.Refresh()
	}
}

func (s *Slider) move(value int) {
	before := s.Value
	s.Put(value, s.Steps)
	if s.Value != before && s.OnChanged != nil {
		s.OnChanged(s.Value)
	}
}

func (s *Slider) moveTo(x float32) {
	if room := s.Size().Width - 2*sliderKnob; room > 0 {
		s.move(int(math.Round(float64((x - sliderKnob) / room * float32(s.Steps)))))
	}
}

// Tapped implements fyne.Tappable.
func (s *Slider) Tapped(e *fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.self); c != nil {
		c.Focus(s.self.(fyne.Focusable))
	}
	s.moveTo(e.Position.X)
}

// Dragged implements fyne.Draggable.
func (s *Slider) Dragged(e *fyne.DragEvent) { s.moveTo(e.Position.X) }

// DragEnd implements fyne.Draggable.
func (s *Slider) DragEnd() {}

// TypedKey implements fyne.Focusable.
func (s *Slider) TypedKey(e *fyne.KeyEvent) {
	page := max(1, s.Steps/10)
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.move(s.Value - 1)
	case fyne.KeyRight, fyne.KeyUp:
		s.move(s.Value + 1)
	case fyne.KeyPageDown:
		s.move(s.Value - page)
	case fyne.KeyPageUp:
		s.move(s.Value + page)
	case fyne.KeyHome:
		s.move(0)
	case fyne.KeyEnd:
		s.move(s.Steps)
	default:
		PassOn(s.self, e)
	}
}

// Cursor implements desktop.Cursorable.
func (s *Slider) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer implements fyne.Widget.
func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	track, gone, knob := box(1.5), box(1.5), canvas.NewCircle(nil)
	place := func(size fyne.Size) {
		y, room := size.Height/2, size.Width-2*sliderKnob
		x := float32(sliderKnob)
		if s.Steps > 0 {
			x += room * float32(s.Value) / float32(s.Steps)
		}
		Place(track, sliderKnob, y-1.5, max(room, 0), 3)
		Place(gone, sliderKnob, y-1.5, max(x-sliderKnob, 0), 3)
		radius := float32(sliderKnob)
		if s.hovered || s.focused {
			radius++
		}
		Place(knob, x-radius, y-radius, 2*radius, 2*radius)
	}
	paint := func() {
		track.FillColor, gone.FillColor, knob.FillColor = tone(look.Hairline), tone(look.Accent), tone(look.Accent)
		knob.StrokeWidth, knob.StrokeColor = 2, tone(look.Ground)
		if s.focused {
			knob.StrokeColor = tone(look.Ink)
		}
		place(s.Size())
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{track, gone, knob}, Paint: paint, Lay: place,
		Min: func() fyne.Size { return fyne.NewSize(60, 22) },
	}
}
