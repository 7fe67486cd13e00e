package frame

import (
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Columns lay the window out: a narrow column at each side, the right one foldable,
// the figure between. A window too narrow for all three shows the right column in the place of the left
// one when it is asked for.
type Columns struct {
	Object              *fyne.Container
	left, centre, right fyne.CanvasObject
	rules               [2]fyne.CanvasObject
	grounds             [2]fyne.CanvasObject
	OnWidth             func(width float32) // told the width of the centre before it is laid out
	OnFold              func()              // told that the right column came or went with the width of the window

	wanted bool // the right column, where there is room
	asked  bool // the right column in place of the left one, while the window is narrow
	narrow bool
}

// leastCentre is the least width of the centre beside both columns.
const leastCentre = 440

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

// Fold shows or hides the right column: in a narrow window until that grows.
func (c *Columns) Fold(shown bool) {
	if c.narrow {
		c.asked = shown
	} else {
		c.wanted = shown
	}
	c.again()
}

// Want says whether the right column is shown where there is room for it.
func (c *Columns) Want(shown bool) {
	c.wanted = shown
	c.again()
}

// again shows and lays out the columns after a change of those wanted.
func (c *Columns) again() {
	c.show()
	c.Layout(nil, c.Object.Size())
}

// Wanted reports whether the right column is shown where there is room for it.
func (c *Columns) Wanted() bool { return c.wanted }

// show shows the columns that have room and are wanted.
func (c *Columns) show() {
	right := c.wanted
	if c.narrow {
		right = c.asked
	}
	for _, o := range []fyne.CanvasObject{c.right, c.rules[1], c.grounds[1]} {
		controls.Show(o, right)
	}
	for _, o := range []fyne.CanvasObject{c.left, c.rules[0], c.grounds[0]} {
		controls.Show(o, !right || !c.narrow)
	}
}

// Narrow reports whether there is room for one column only.
func (c *Columns) Narrow() bool { return c.narrow }

// Shown reports whether the right column is shown.
func (c *Columns) Shown() bool { return c.right.Visible() }

// MinSize implements fyne.Layout.
func (c *Columns) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(600, 330) }

// Layout implements fyne.Layout.
func (c *Columns) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	place := func(o fyne.CanvasObject, x, width float32) {
		controls.Place(o, x, 0, max(0, width), s.Height)
	}
	shown := c.Shown()
	if narrow := s.Width > 0 && s.Width < look.LeftWidth+leastCentre+look.RightWidth; narrow != c.narrow {
		c.narrow, c.asked = narrow, false
		c.show()
	}
	begin, end := float32(0), s.Width
	if c.Shown() {
		end -= look.RightWidth
		place(c.grounds[1], end, look.RightWidth)
		place(c.right, end, look.RightWidth)
		place(c.rules[1], end, 1)
	}
	if c.left.Visible() {
		begin = look.LeftWidth
		place(c.grounds[0], 0, begin)
		place(c.left, 0, begin)
		place(c.rules[0], begin-1, 1)
	}
	if c.OnWidth != nil {
		c.OnWidth(end - begin)
	}
	place(c.centre, begin, end-begin)
	if shown != c.Shown() && c.OnFold != nil {
		c.OnFold()
	}
}

// left stacks a form that scrolls, the notes about the run, and the run's buttons at the bottom: they stay in place.
type left struct {
	form, scroll *container.Scroll
	told         *Told
	low          func(low bool) bool // makes the form shorter where the column is low, and reports whether it changed
}

// Heights of the left column.
const (
	leftGap   = 16 // between the form and the notes about the run
	toldGap   = 5  // between that and its buttons
	toldRing  = 3  // below the notes, for the focus ring of their last button
	leastForm = 120
	leastTold = 60
	lowColumn = 680 // below it a column is low
)

// toldShare limits the share of the room above the buttons that the notes about the run take from a form that needs it.
const toldShare = 0.2

// NewLeft returns a left column of a form and, under it, the notes about the run and its buttons. Before it is laid
// out, low is told whether the form has to be short, and reports whether that changed it.
func NewLeft(form fyne.CanvasObject, told *Told, buttons fyne.CanvasObject, low func(low bool) bool) fyne.CanvasObject {
	l := left{container.NewVScroll(controls.Inset(look.Margin, look.Margin, look.Margin, 0, form)),
		container.NewVScroll(controls.Inset(look.Margin, 0, look.Margin, toldRing, told.Object)), told, low}
	o := container.New(l, l.form, l.scroll, controls.Inset(look.Margin, 0, look.Margin, look.Margin, buttons))
	told.again = func() { controls.Relayout(o) }
	return o
}

// MinSize implements fyne.Layout.
func (l left) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(look.LeftWidth, 260) }

// Layout implements fyne.Layout.
func (l left) Layout(o []fyne.CanvasObject, s fyne.Size) {
	buttons := o[2].MinSize().Height
	room := max(0, s.Height-buttons-leftGap-toldGap)
	changed := s.Height > 0 && l.low(s.Height < lowColumn)
	l.told.fold(max(room*toldShare, room-l.form.Content.MinSize().Height) - toldRing)
	told := min(l.scroll.Content.MinSize().Height, max(leastTold, room-leastForm))
	y := float32(0)
	for i, height := range []float32{max(0, room-told), told, buttons} {
		controls.Place(o[i], 0, y, s.Width-1, height)
		y += height + []float32{leftGap, toldGap, 0}[i]
	}
	if changed {
		controls.Relayout(l.form)
	}
}

// Spare puts a second object under the first where that leaves it room: the height that inner asks for.
type Spare struct{ Inner func() float32 }

// MinSize implements fyne.Layout.
func (l Spare) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Layout implements fyne.Layout.
func (l Spare) Layout(o []fyne.CanvasObject, s fyne.Size) {
	height := o[1].MinSize().Height
	if controls.Show(o[1], l.Inner()+height <= s.Height); !o[1].Visible() {
		height = 0
	}
	o[0].Move(fyne.Position{})
	o[0].Resize(fyne.NewSize(s.Width, s.Height-height))
	o[1].Move(fyne.NewPos(0, s.Height-height))
	o[1].Resize(fyne.NewSize(s.Width, height))
}
