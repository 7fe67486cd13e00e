package controls

import (
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// An Area is a rectangle of a canvas.
type Area struct {
	At   fyne.Position
	Size fyne.Size
}

// Holds reports whether a place is in the area.
func (a Area) Holds(p fyne.Position) bool {
	p = p.Subtract(a.At)
	return p.X >= 0 && p.Y >= 0 && p.X < a.Size.Width && p.Y < a.Size.Height
}

// AreaOf returns where an object is on its canvas.
func AreaOf(o fyne.CanvasObject) Area {
	return Area{fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()}
}

// Carry shows a drag away from o: a tag with a text beside the pointer, which is at a place of the canvas, and a frame
// around the target. An empty target has no frame.
func Carry(o fyne.CanvasObject, text string, at fyne.Position, target Area) {
	l := layerOf(o)
	if l == nil {
		return
	}
	HideTip(o)
	origin := fyne.CurrentApp().Driver().AbsolutePositionForObject(l.Object)
	if l.target == nil {
		l.target = canvas.NewRectangle(nil)
		l.target.StrokeWidth, l.target.CornerRadius = 2, look.CardRadius
		l.Object.Objects = append([]fyne.CanvasObject{l.target}, l.Object.Objects...)
	}
	l.target.StrokeColor, l.target.FillColor = tone(look.Accent), tone("hover")
	l.target.Move(target.At.Subtract(origin))
	l.target.Resize(target.Size)
	Show(l.target, target.Size.Width > 0)
	l.write(text, at.Subtract(origin).AddXY(14, 10))
}

// EndCarry removes tag and frame.
func EndCarry(o fyne.CanvasObject) {
	l := layerOf(o)
	if l == nil || l.target == nil {
		return
	}
	l.target.Hide()
	l.ground.Hide()
	l.text.Hide()
	l.Object.Refresh()
}
