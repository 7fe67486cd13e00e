package controls

import (
	"image/color"
	"strings"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// tone returns a colour of the present theme.
func tone(name fyne.ThemeColorName) color.Color {
	s := fyne.CurrentApp().Settings()
	return s.Theme().Color(name, s.ThemeVariant())
}

// A Renderer draws a widget by three functions. It implements fyne.WidgetRenderer.
type Renderer struct {
	Parts []fyne.CanvasObject
	Lay   func(fyne.Size)  // puts the parts into their places
	Min   func() fyne.Size // may not be that of widget.BaseWidget, which asks the renderer
	Paint func()           // brings the parts up to date, before they are drawn again
}

func (r *Renderer) Destroy()                     {}
func (r *Renderer) Layout(s fyne.Size)           { r.Lay(s) }
func (r *Renderer) MinSize() fyne.Size           { return r.Min() }
func (r *Renderer) Objects() []fyne.CanvasObject { return r.Parts }
func (r *Renderer) Refresh() {
	r.Paint()
	for _, o := range r.Parts {
		canvas.Refresh(o)
	}
}

// Place puts an object somewhere, with a width and a height.
func Place(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(width, height))
}

// box is the rounded ground of a control.
func box(radius float32) *canvas.Rectangle {
	r := canvas.NewRectangle(color.Transparent)
	r.CornerRadius = radius
	return r
}

// ring shows the focus around a control.
func ring(radius float32) *canvas.Rectangle {
	r := box(radius)
	r.StrokeWidth = 2
	r.Hide()
	return r
}

func paintRing(r *canvas.Rectangle, focused bool) {
	r.StrokeColor = tone(look.Accent)
	r.Hidden = !focused
}

// measure is the size of a line of text.
func measure(text string, size float32, style fyne.TextStyle) fyne.Size {
	return fyne.MeasureText(text, size, style)
}

// shorten cuts text to a width, with an ellipsis at the end, or in the middle to keep the end, such
// as the extension of a file.
func shorten(text string, width, size float32, style fyne.TextStyle, middle bool) string {
	if measure(text, size, style).Width <= width {
		return text
	}
	runes := []rune(text)
	cut := func(n int) string {
		if middle {
			head := (n + 1) / 2
			return string(runes[:head]) + "…" + string(runes[len(runes)-(n-head):])
		}
		return strings.TrimRight(string(runes[:n]), " ") + "…"
	}
	low, high := 0, len(runes)-1
	for low < high {
		mid := (low + high + 1) / 2
		if measure(cut(mid), size, style).Width <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return cut(low)
}

// PassOn gives the window a key that a control does not use, as if no control had the focus.
func PassOn(o fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		if f := c.OnTypedKey(); f != nil {
			f(e)
		}
	}
}
