package frame

import (
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Columns lay the window out: a narrow column at each side, the right one foldable,
// the figure between.
type Columns struct {
	Object              *fyne.Container
	left, centre, right fyne.CanvasObject
	rules               [2]fyne.CanvasObject
	grounds             [2]fyne.CanvasObject
	OnWidth             func(width float32) // told the width of the centre before it is laid out
}

// NewColumns returns the columns of a window.
func NewColumns(left, centre, right fyne.CanvasObject) *Columns {
	c := &Columns{left: left, centre: centre, right: right}
	for i := range c.rules {
		c.rules[i] = controls.Rule()
		c.grounds[i] = controls.NewPlane(look.Surface, "", 0)
	}
	// The centre comes first, so that keyboard focus begins at the tabs of the figure.
	c.Object = container.New(c, c.grounds[0], c.grounds[1], centre, left, right, c.rules[0], c.rules[1])
	return c
}

// Fold shows or hides the right column.
func (c *Columns) Fold(shown bool) {
	for _, o := range []fyne.CanvasObject{c.right, c.rules[1], c.grounds[1]} {
		if shown {
			o.Show()
		} else {
			o.Hide()
		}
	}
	c.Layout(nil, c.Object.Size())
}

// Shown reports whether the right column is shown.
func (c *Columns) Shown() bool { return c.right.Visible() }

// MinSize implements fyne.Layout.
func (c *Columns) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(640, 480) }

// Layout implements fyne.Layout.
func (c *Columns) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	place := func(o fyne.CanvasObject, x, width float32) {
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(max(0, width), s.Height))
	}
	end := s.Width
	if c.Shown() {
		end -= look.RightWidth
		place(c.grounds[1], end, look.RightWidth)
		place(c.right, end, look.RightWidth)
		place(c.rules[1], end, 1)
	}
	place(c.grounds[0], 0, look.LeftWidth)
	place(c.left, 0, look.LeftWidth)
	place(c.rules[0], look.LeftWidth-1, 1)
	if c.OnWidth != nil {
		c.OnWidth(end - look.LeftWidth)
	}
	place(c.centre, look.LeftWidth, end-look.LeftWidth)
}

// left stacks a form that scrolls over the run, which stands at the bottom: its buttons stay in place.
type left struct{ scroll *container.Scroll }

// NewLeft returns a left column of a form and, under it, the run.
func NewLeft(form, run fyne.CanvasObject) fyne.CanvasObject {
	scroll := container.NewVScroll(controls.Inset(look.Margin, look.Margin, look.Margin, 0, form))
	return container.New(left{scroll}, scroll, controls.Inset(look.Margin, 0, look.Margin, look.Margin, run))
}

// MinSize implements fyne.Layout.
func (l left) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(look.LeftWidth, 400) }

// Layout implements fyne.Layout.
func (l left) Layout(o []fyne.CanvasObject, s fyne.Size) {
	run := o[1].MinSize().Height
	form := max(0, s.Height-run-16)
	o[0].Move(fyne.Position{})
	o[0].Resize(fyne.NewSize(s.Width-1, form))
	o[1].Move(fyne.NewPos(0, form+16))
	o[1].Resize(fyne.NewSize(s.Width, run))
}
