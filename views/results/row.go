package results

import (
	"image/color"
	"slices"

	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Tappable          = (*row)(nil)
	_ fyne.SecondaryTappable = (*row)(nil)
	_ desktop.Hoverable      = (*row)(nil)
	_ fyne.Draggable         = (*row)(nil)
)

// Room of the three dots.
const (
	dotsWidth  float32 = 26
	dotsHeight float32 = 24
)

func newRow(l *List) *row {
	r := &row{of: l}
	plane := func(radius float32) *canvas.Rectangle {
		p := canvas.NewRectangle(color.Transparent)
		p.CornerRadius = radius
		return p
	}
	r.ground, r.bar, r.ring, r.frame, r.track, r.done = plane(6), plane(1.5), plane(6), plane(4), plane(1.5), plane(1.5)
	r.picture = canvas.NewImageFromImage(nil)
	r.picture.FillMode, r.picture.ScaleMode = canvas.ImageFillContain, canvas.ImageScaleSmooth
	r.dot = canvas.NewCircle(color.Transparent)
	text := func(size float32, bold bool) *canvas.Text {
		t := canvas.NewText("", color.Black)
		t.TextSize, t.TextStyle.Bold = size, bold
		return t
	}
	r.title, r.second, r.end = text(look.SizeBody, true), text(look.SizeHead, false), text(look.SizeHead, false)
	r.more = text(look.SizeName, true)
	r.more.Text = "⋯"
	r.ExtendBaseWidget(r)
	return r
}

// set shows an entry; marked says that the keys act on it.
func (r *row) set(e Entry, marked bool) {
	if r.entry != e || r.marked != marked {
		r.entry, r.marked = e, marked
		r.Refresh()
	}
}

// Tapped shows the result; the three dots list what else can be done.
func (r *row) Tapped(e *fyne.PointEvent) {
	r.of.at = slices.Index(r.of.rows, r)
	if e.Position.X > r.Size().Width-dotsWidth && e.Position.Y < dotsHeight {
		r.of.openMenu(r.of.at)
		return
	}
	ask(r.of.Do.Show, r.entry.ID)
}

// TappedSecondary opens the menu.
func (r *row) TappedSecondary(e *fyne.PointEvent) {
	if on := fyne.CurrentApp().Driver().CanvasForObject(r); on != nil {
		widget.ShowPopUpMenuAtPosition(r.of.Menu(r.entry), on, e.AbsolutePosition)
	}
}

// Dragged carries the result that the row showed when the drag began.
func (r *row) Dragged(e *fyne.DragEvent) {
	if r.of.Do.Carry == nil {
		return
	}
	if r.carried == 0 {
		r.carried = r.entry.ID
	}
	r.over = e.AbsolutePosition
	r.of.Do.Carry(r.carried, r.over, false)
}

// DragEnd drops it.
func (r *row) DragEnd() {
	if id := r.carried; id != 0 {
		r.carried = 0
		r.of.Do.Carry(id, r.over, true)
	}
}

// MouseIn is part of desktop.Hoverable.
func (r *row) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.Refresh() }

// MouseMoved is part of desktop.Hoverable.
func (r *row) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is part of desktop.Hoverable.
func (r *row) MouseOut() { r.hovered = false; r.Refresh() }

// MinSize is that of three lines beside a small picture.
func (r *row) MinSize() fyne.Size { return fyne.NewSize(120, rowHeight) }

// CreateRenderer is part of fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	v := &rowRenderer{r}
	v.Refresh()
	return v
}

type rowRenderer struct{ r *row }

func (v *rowRenderer) Destroy()           {}
func (v *rowRenderer) MinSize() fyne.Size { return v.r.MinSize() }
func (v *rowRenderer) Objects() []fyne.CanvasObject {
	r := v.r
	return []fyne.CanvasObject{r.ground, r.bar, r.frame, r.picture, r.dot, r.title, r.second, r.end, r.track, r.done, r.ring, r.more}
}

// Refresh is part of fyne.WidgetRenderer.
func (v *rowRenderer) Refresh() {
	r, e := v.r, v.r.entry
	r.ground.FillColor = color.Transparent
	switch {
	case e.Shown:
		r.ground.FillColor = theme.Color(look.Field)
	case r.hovered:
		r.ground.FillColor = theme.Color(theme.ColorNameHover)
	}
	r.bar.FillColor = color.Transparent
	switch {
	case e.Shown:
		r.bar.FillColor = theme.Color(look.Accent)
	case e.Beside:
		r.bar.FillColor = theme.Color(look.Hairline)
	}
	r.frame.FillColor, r.frame.StrokeColor, r.frame.StrokeWidth = theme.Color(look.Surface), theme.Color(look.Hairline), 1
	r.ring.StrokeColor, r.ring.StrokeWidth = theme.Color(look.Accent), 0
	if r.marked {
		r.ring.StrokeWidth = 2
	}
	r.picture.Image = e.Picture
	controls.Show(r.picture, e.Picture != nil)
	r.dot.FillColor = theme.Color(e.Dot)
	r.title.Color, r.second.Color, r.end.Color, r.more.Color = theme.Color(look.Ink), theme.Color(look.Muted), theme.Color(look.Muted), theme.Color(look.Muted)
	r.track.FillColor, r.done.FillColor = theme.Color(look.Hairline), theme.Color(look.Accent)
	controls.Show(r.track, e.Done >= 0)
	controls.Show(r.done, e.Done >= 0)
	v.Layout(r.Size())
	for _, o := range v.Objects() {
		canvas.Refresh(o)
	}
}

// Layout is part of fyne.WidgetRenderer.
func (v *rowRenderer) Layout(s fyne.Size) {
	r, e := v.r, v.r.entry
	put := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(max(0, w), max(0, h)))
	}
	put(r.ground, 0, 0, s.Width, s.Height)
	put(r.ring, 0, 0, s.Width, s.Height)
	put(r.bar, 0, 8, 3, s.Height-16)
	put(r.frame, 7, (s.Height-PictureHeight)/2, PictureWidth, PictureHeight)
	put(r.picture, 8, (s.Height-PictureHeight)/2+1, PictureWidth-2, PictureHeight-2)
	left := PictureWidth + 15
	width := s.Width - left - 6
	put(r.more, s.Width-dotsWidth+5, 3, dotsWidth, dotsHeight)
	put(r.dot, left, 43, 7, 7)
	line := func(t *canvas.Text, text string, x, y, w float32) {
		t.Text = controls.Elide(text, t.TextSize, t.TextStyle.Bold, w)
		put(t, x, y, w, t.MinSize().Height)
	}
	line(r.title, e.Title, left, 7, width-dotsWidth+6)
	line(r.second, e.second(), left, 25, width)
	line(r.end, e.third(), left+12, 40, width-12)
	put(r.track, left, s.Height-4, width, 2)
	put(r.done, left, s.Height-4, width*float32(min(max(e.Done, 0), 1)), 2)
}
