package controls

import (
	"image/color"
	"time"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// A TipLayer lies over the content of a window and shows one tip at a time. It is not an overlay:
// the pointer passes through it, so a tip does not flicker.
type TipLayer struct {
	Object *fyne.Container

	ground *canvas.Rectangle
	text   *Paragraph
	target *canvas.Rectangle // target of a drag; nil before the first
	owner  fyne.CanvasObject
	timer  *time.Timer
}

// layers are the tip layers of the windows that have one; used on the goroutine of the window alone.
var layers = map[fyne.Canvas]*TipLayer{}

// NewTipLayer returns the tip layer of a canvas. Close gives it up.
func NewTipLayer(c fyne.Canvas) *TipLayer {
	l := &TipLayer{ground: box(6), text: NewParagraph("", 250, look.SizeSmall, look.Ink)}
	l.ground.StrokeWidth = 1
	l.Object = container.NewWithoutLayout(l.ground, l.text)
	l.ground.Hide()
	l.text.Hide()
	layers[c] = l
	return l
}

// Close forgets the layer of a canvas.
func (l *TipLayer) Close(c fyne.Canvas) {
	if l.timer != nil {
		l.timer.Stop()
	}
	delete(layers, c)
}

const tipDelay = 500 * time.Millisecond

func layerOf(o fyne.CanvasObject) *TipLayer {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	return layers[c]
}

// ShowTip shows text below o when the pointer has rested there.
func ShowTip(o fyne.CanvasObject, text string) {
	l := layerOf(o)
	if l == nil || text == "" {
		return
	}
	if l.timer != nil {
		l.timer.Stop()
	}
	l.owner = o
	at := standing(o)
	l.timer = time.AfterFunc(tipDelay, func() { fyne.Do(func() { l.rested(o, at, text) }) })
}

// rested shows the tip of an object on which the pointer came to rest at a place. An object that is gone meanwhile,
// such as a field of another model, has none.
func (l *TipLayer) rested(o fyne.CanvasObject, at fyne.Position, text string) {
	if l.owner == o && standing(o) == at {
		l.show(o, text)
	}
}

// standing is where an object stands in its window; one that is in none stands in the corner.
func standing(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
}

// HideTip hides the tip of an object, which may be in no window any more.
func HideTip(o fyne.CanvasObject) {
	for _, l := range layers {
		if l.owner != o {
			continue
		}
		l.owner = nil
		if l.timer != nil {
			l.timer.Stop()
		}
		l.ground.Hide()
		l.text.Hide()
		l.Object.Refresh()
	}
}

func (l *TipLayer) show(o fyne.CanvasObject, text string) {
	at := standing(o).Subtract(standing(l.Object))
	size := l.set(text)
	y := at.Y + o.Size().Height + 6
	if y+size.Height+16 > l.Object.Size().Height {
		y = at.Y - size.Height - 18
	}
	l.write(text, fyne.NewPos(at.X, y))
}

// set changes the text of the tip and returns its size.
func (l *TipLayer) set(text string) fyne.Size {
	l.text.Set(text, look.Ink)
	size := l.text.MinSize()
	size.Width = 0
	for _, line := range Lines(text, l.text.Width, l.text.TextSize) {
		size.Width = max(size.Width, measure(line, l.text.TextSize, fyne.TextStyle{}).Width)
	}
	return size
}

// write shows a text at a place of the layer, shifted left if there is no room to the right.
func (l *TipLayer) write(text string, at fyne.Position) {
	size := l.set(text)
	x, y := min(max(at.X, 4), l.Object.Size().Width-size.Width-24), at.Y
	l.ground.FillColor, l.ground.StrokeColor = tone(look.Surface), tone(look.Hairline)
	l.ground.Shadow = canvas.Shadow{Color: tone("shadow"), BlurRadius: 8, Offset: fyne.NewPos(0, 2)}
	if l.ground.FillColor == nil {
		l.ground.FillColor = color.White
	}
	l.ground.Move(fyne.NewPos(x, y))
	l.ground.Resize(size.Add(fyne.NewSize(20, 13)))
	l.text.Move(fyne.NewPos(x+10, y+6))
	l.text.Resize(size)
	l.ground.Show()
	l.text.Show()
	l.Object.Refresh()
}
