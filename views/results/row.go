package results

import (
	"image/color"
	"slices"
	"strings"

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

const (
	textLeft = PictureWidth + 15 // where the text begins
	dotRoom  = 12                // of the dot of the status, before its text
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
	for i := range r.lines {
		if r.lines[i] = text(look.SizeHead, false); i < 2 {
			r.lines[i] = text(look.SizeBody, true)
		}
	}
	r.head = text(look.SizeHead, true)
	r.more = text(look.SizeName, true)
	r.more.Text = "⋯"
	r.ExtendBaseWidget(r)
	return r
}

// set shows an entry; marked says that the keys act on it.
func (r *row) set(e Entry, marked bool) {
	if r.entry != e || r.marked != marked || r.height == 0 {
		r.entry, r.marked = e, marked
		r.write()
		r.Refresh()
	}
}

// Heights of the lines, and the room above and below them.
const (
	titleLine  float32 = 16
	smallLine  float32 = 15
	rowMargin  float32 = 6
	afterTitle float32 = 2
)

const noteLine = 5 // the last

// write breaks the texts into lines. A long title takes two of them, and so does a long verdict.
func (r *row) write() {
	width := r.of.width - textLeft - edge
	put := func(lines []*canvas.Text, text string, width float32) {
		first := lines[0]
		parts := controls.ElideLines(text, first.TextSize, first.TextStyle.Bold, width, len(lines))
		for i, l := range lines {
			if l.Text = ""; i < len(parts) {
				l.Text = strings.TrimSuffix(parts[i], "\u00a0·")
			}
		}
	}
	put(r.lines[:2], r.entry.Title, width-dotsWidth+edge)
	put(r.lines[2:3], r.entry.second(), width)
	// The last line breaks only between its parts: "log joint −749.7 · 12 s".
	third := strings.ReplaceAll(strings.ReplaceAll(r.entry.third(), " ", "\u00a0"), "\u00a0·\u00a0", "\u00a0· ")
	put(r.lines[3:noteLine], third, width-dotRoom)
	put(r.lines[noteLine:], r.entry.Note, width)
	r.head.Text = controls.Elide(r.entry.Head, r.head.TextSize, true, r.of.width-2*edge)
	r.height = r.top() + 2*rowMargin + afterTitle
	for i, l := range r.lines {
		if l.Text != "" || i == 3 { // the line of the dot is always there
			r.height += lineHeight(i)
		}
	}
}

// headLine is the height of the name of a table above its first result.
const headLine float32 = 22

// top is where the result begins, below the head above it.
func (r *row) top() float32 {
	if r.entry.Head == "" {
		return 0
	}
	return headLine
}

// lineHeight is that of line i.
func lineHeight(i int) float32 {
	if i < 2 {
		return titleLine
	}
	return smallLine
}

// Tapped shows the result, on which keys act then, or renames it if it is shown and the click is on its name; the three
// dots open the menu.
func (r *row) Tapped(e *fyne.PointEvent) {
	controls.HideTip(r)
	r.of.at = slices.Index(r.of.rows, r)
	if e.Position.X > r.Size().Width-dotsWidth && e.Position.Y < r.top()+dotsHeight {
		r.of.openMenu(r.of.at)
		return
	}
	if r.entry.Shown && r.onName(e.Position) {
		r.of.edit(r.of.at)
		return
	}
	if on := fyne.CurrentApp().Driver().CanvasForObject(r.of); on != nil {
		on.Focus(r.of)
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
	controls.HideTip(r)
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

// MouseIn is part of desktop.Hoverable. The tip is the whole note.
func (r *row) MouseIn(*desktop.MouseEvent) {
	r.hovered = true
	r.Refresh()
	controls.ShowTip(r, r.entry.Note)
}

// MouseMoved is part of desktop.Hoverable.
func (r *row) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is part of desktop.Hoverable.
func (r *row) MouseOut() { r.hovered = false; r.Refresh(); controls.HideTip(r) }

// MinSize is that of three to six lines beside a small picture.
func (r *row) MinSize() fyne.Size { return fyne.NewSize(120, r.height) }

// CreateRenderer is part of fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	v := &controls.Renderer{Lay: r.lay, Min: r.MinSize}
	v.Paint = func() {
		v.Parts = r.parts()
		r.paint()
	}
	v.Refresh()
	return v
}

func (r *row) parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{r.ground, r.bar, r.frame, r.picture, r.dot}
	for _, l := range r.lines {
		list = append(list, l)
	}
	list = append(list, r.track, r.done, r.ring, r.more, r.head)
	if r.name != nil {
		list = append(list, r.name)
	}
	return list
}

// paint brings the parts up to date.
func (r *row) paint() {
	e := r.entry
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
	r.more.Color, r.head.Color = theme.Color(look.Muted), theme.Color(look.Muted)
	for i, l := range r.lines {
		if l.Color = theme.Color(look.Muted); i < 2 {
			l.Color = theme.Color(look.Ink)
			controls.Show(l, r.name == nil) // the field takes the place of the name
		}
	}
	r.track.FillColor, r.done.FillColor = theme.Color(look.Hairline), theme.Color(look.Accent)
	controls.Show(r.track, e.Done >= 0)
	controls.Show(r.done, e.Done >= 0)
	r.lay(r.Size())
}

// lay puts the parts into their places.
func (r *row) lay(s fyne.Size) {
	e, top := r.entry, r.top()
	r.head.Move(fyne.NewPos(edge, 4))
	s.Height -= top
	put := func(o fyne.CanvasObject, x, y, w, h float32) {
		controls.Place(o, x, top+y, max(0, w), max(0, h))
	}
	put(r.ground, 0, 0, s.Width, s.Height)
	put(r.ring, 0, 0, s.Width, s.Height)
	put(r.bar, 0, 8, 3, s.Height-16)
	put(r.frame, 7, (s.Height-PictureHeight)/2, PictureWidth, PictureHeight)
	put(r.picture, 8, (s.Height-PictureHeight)/2+1, PictureWidth-2, PictureHeight-2)
	width := s.Width - textLeft - edge
	put(r.more, s.Width-dotsWidth+5, 3, dotsWidth, dotsHeight)
	y := rowMargin + 1
	for i, l := range r.lines {
		x := textLeft
		switch i {
		case 2:
			y += afterTitle
		case 3:
			put(r.dot, textLeft, y+3, 7, 7)
		}
		if i > 2 && i < noteLine {
			x += dotRoom
		}
		if l.Text != "" {
			put(l, x, y, s.Width-edge-x, l.MinSize().Height)
			y += lineHeight(i)
		}
	}
	if r.name != nil {
		put(r.name, textLeft-8, 1, width+8, nameHeight)
	}
	put(r.track, textLeft, s.Height-4, width, 2)
	put(r.done, textLeft, s.Height-4, width*float32(min(max(e.Done, 0), 1)), 2)
}
