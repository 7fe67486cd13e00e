package controls

import (
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// An EpochSlider scrubs through the accepted epochs of a mixture; its right end is the
// present state. It takes the arrow keys when it has the keyboard.
type EpochSlider struct {
	widget.Slider
	onEpoch  func(i int)
	needless bool
	setting  bool // its value is being set, not chosen
}

const epochSliderWidth float32 = 150

// NewEpochSlider returns a slider that calls onEpoch with the epoch chosen.
func NewEpochSlider(onEpoch func(i int)) *EpochSlider {
	s := &EpochSlider{onEpoch: onEpoch, needless: true}
	s.Step, s.Orientation = 1, widget.Horizontal
	s.OnChanged = func(v float64) {
		if s.setting {
			return
		}
		if i := int(v + 0.5); i < int(s.Max) {
			s.onEpoch(i)
		} else {
			s.onEpoch(-1)
		}
	}
	s.ExtendBaseWidget(s)
	return s
}

// MinSize leaves room to drag.
func (s *EpochSlider) MinSize() fyne.Size { return fyne.NewSize(epochSliderWidth, 28) }

// Set shows epoch i of n; −1 is the present state.
func (s *EpochSlider) Set(i, n int) {
	s.needless = n < 1
	value := float64(i)
	if i < 0 {
		value = float64(n)
	}
	if s.Max == float64(n) && s.Value == value {
		return
	}
	s.setting = true
	s.Max = float64(max(n, 1))
	s.SetValue(value)
	s.setting = false
	s.Refresh()
}

// CreateRenderer draws a rail below the slider, since the toolkit's own has the colour of what may lie behind it.
func (s *EpochSlider) CreateRenderer() fyne.WidgetRenderer {
	inner := s.Slider.CreateRenderer()
	objects := inner.Objects()
	r := &railed{WidgetRenderer: inner, track: objects[0], rail: canvas.NewRectangle(tone(look.Hairline))}
	r.objects = append([]fyne.CanvasObject{r.track, r.rail}, objects[1:]...)
	return r
}

// railed draws a slider with a rail over its track and below what is left of its knob.
type railed struct {
	fyne.WidgetRenderer
	track   fyne.CanvasObject
	rail    *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *railed) Objects() []fyne.CanvasObject { return r.objects }

func (r *railed) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.rail.Move(r.track.Position())
	r.rail.Resize(r.track.Size())
}

func (r *railed) Refresh() {
	r.rail.FillColor = tone(look.Hairline)
	r.WidgetRenderer.Refresh()
}
