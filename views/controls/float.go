package controls

import (
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A Float is the ground, with a shadow, of something that lies over the window. It keeps the pointer from the objects
// below.
type Float struct {
	widget.BaseWidget
	// OnHover is called when the pointer comes and goes.
	OnHover func(over bool)
}

var (
	_ fyne.Tappable          = (*Float)(nil)
	_ fyne.SecondaryTappable = (*Float)(nil)
	_ fyne.Scrollable        = (*Float)(nil)
	_ fyne.Draggable         = (*Float)(nil)
	_ desktop.Hoverable      = (*Float)(nil)
)

// NewFloat returns a ground and the container that lays an object on it, with a margin.
func NewFloat(margin float32, o fyne.CanvasObject) (*Float, *fyne.Container) {
	f := &Float{}
	f.ExtendBaseWidget(f)
	return f, container.NewStack(f, Inset(margin, margin, margin, margin, o))
}

// Tapped implements fyne.Tappable.
func (f *Float) Tapped(*fyne.PointEvent) {}

// TappedSecondary implements fyne.SecondaryTappable.
func (f *Float) TappedSecondary(*fyne.PointEvent) {}

// Scrolled implements fyne.Scrollable.
func (f *Float) Scrolled(*fyne.ScrollEvent) {}

// Dragged implements fyne.Draggable.
func (f *Float) Dragged(*fyne.DragEvent) {}

// DragEnd implements fyne.Draggable.
func (f *Float) DragEnd() {}

// MouseIn implements desktop.Hoverable.
func (f *Float) MouseIn(*desktop.MouseEvent) { f.hover(true) }

// MouseMoved implements desktop.Hoverable.
func (f *Float) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (f *Float) MouseOut() { f.hover(false) }

func (f *Float) hover(over bool) {
	if f.OnHover != nil {
		f.OnHover(over)
	}
}

// CreateRenderer implements fyne.Widget.
func (f *Float) CreateRenderer() fyne.WidgetRenderer {
	r := box(look.CardRadius)
	r.StrokeWidth = 1
	paint := func() {
		r.FillColor, r.StrokeColor = tone(look.Surface), tone(look.Hairline)
		r.Shadow = canvas.Shadow{Color: tone("shadow"), BlurRadius: 10, Offset: fyne.NewPos(0, 3)}
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{r}, Paint: paint,
		Lay: func(s fyne.Size) { r.Resize(s) },
		Min: func() fyne.Size { return fyne.Size{} },
	}
}
