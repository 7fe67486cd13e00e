package views

import (
	"image/color"

	"espalier/plotting"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Sizes of text, in units of the toolkit.
const (
	sizeHead  float32 = 11
	sizeSmall float32 = 11.5
	sizeBody  float32 = 12.5
	sizeName  float32 = 15
)

// A role says in which colour of the theme text is written.
type role int

const (
	foreground role = iota
	muted
	accent
	selected
)

func (r role) colour() color.Color {
	switch r {
	case muted:
		return theme.Color(theme.ColorNamePlaceHolder)
	case accent:
		return theme.Color(theme.ColorNamePrimary)
	case selected:
		if r, g, b, _ := theme.Color(theme.ColorNameBackground).RGBA(); r+g+b < 3*0x8000 {
			return plotting.Dark.SelectionText
		}
		return plotting.Light.SelectionText
	}
	return theme.Color(theme.ColorNameForeground)
}

// A line is text at the left and text at the right on one baseline, shortened to fit.
type line struct {
	widget.BaseWidget
	left, right           string
	leftRole, rightRole   role
	size                  float32
	bold                  bool
	height                float32
	leftObject, rightSide *canvas.Text
}

func newLine(left, right string) *line {
	l := &line{left: left, right: right, leftRole: muted, size: sizeBody, height: 24}
	l.ExtendBaseWidget(l)
	return l
}

func newText(text string, size float32, bold bool, r role, height float32) *line {
	l := &line{left: text, leftRole: r, size: size, bold: bold, height: height}
	l.ExtendBaseWidget(l)
	return l
}

func (l *line) set(left, right string) {
	if l.left != left || l.right != right {
		l.left, l.right = left, right
		l.Refresh()
	}
}

func (l *line) MinSize() fyne.Size { return fyne.NewSize(40, l.height) }

func (l *line) CreateRenderer() fyne.WidgetRenderer {
	l.leftObject, l.rightSide = canvas.NewText("", color.Black), canvas.NewText("", color.Black)
	r := &lineRenderer{l}
	r.Refresh()
	return r
}

type lineRenderer struct{ l *line }

func (r *lineRenderer) Destroy()           {}
func (r *lineRenderer) MinSize() fyne.Size { return r.l.MinSize() }
func (r *lineRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.l.leftObject, r.l.rightSide}
}
func (r *lineRenderer) Refresh() {
	r.Layout(r.l.Size())
	r.l.leftObject.Refresh()
	r.l.rightSide.Refresh()
}

func (r *lineRenderer) Layout(size fyne.Size) {
	l := r.l
	for _, t := range []*canvas.Text{l.leftObject, l.rightSide} {
		t.TextSize, t.TextStyle.Bold = l.size, l.bold
	}
	l.leftObject.Color, l.rightSide.Color = l.leftRole.colour(), l.rightRole.colour()
	room := size.Width
	left := textWidth(l.left, l.size, l.bold)
	if l.right != "" {
		// Values matter more than labels, but a label keeps half the width if it needs it.
		l.rightSide.Text = elide(l.right, l.size, l.bold, max(room-left-12, room/2))
		room -= textWidth(l.rightSide.Text, l.size, l.bold) + 12
	} else {
		l.rightSide.Text = ""
	}
	l.leftObject.Text = elide(l.left, l.size, l.bold, max(room, 0))
	height := l.leftObject.MinSize().Height
	y := (size.Height - height) / 2
	l.leftObject.Move(fyne.NewPos(0, y))
	l.leftObject.Resize(l.leftObject.MinSize())
	w := l.rightSide.MinSize().Width
	l.rightSide.Move(fyne.NewPos(size.Width-w, y))
	l.rightSide.Resize(l.rightSide.MinSize())
}

// A link is a word that does something: in the accent, underlined under the pointer and
// when it has the keyboard.
type link struct {
	widget.BaseWidget
	text    string
	size    float32
	height  float32
	padding float32
	do      func()
	hovered bool
	focused bool
	off     bool
	quiet   bool // foreground instead of accent, for arrows beside a text
	label   *canvas.Text
	under   *canvas.Rectangle
}

var (
	_ fyne.Tappable      = (*link)(nil)
	_ fyne.Focusable     = (*link)(nil)
	_ fyne.Disableable   = (*link)(nil)
	_ desktop.Hoverable  = (*link)(nil)
	_ desktop.Cursorable = (*link)(nil)
)

func newLink(text string, do func()) *link {
	l := &link{text: text, size: sizeBody, height: 24, do: do}
	l.ExtendBaseWidget(l)
	return l
}

func (l *link) Tapped(*fyne.PointEvent) {
	if l.do != nil && !l.off {
		l.do()
	}
}
func (l *link) MouseIn(*desktop.MouseEvent)    { l.hovered = true; l.Refresh() }
func (l *link) MouseMoved(*desktop.MouseEvent) {}
func (l *link) MouseOut()                      { l.hovered = false; l.Refresh() }
func (l *link) FocusGained()                   { l.focused = true; l.Refresh() }
func (l *link) FocusLost()                     { l.focused = false; l.Refresh() }
func (l *link) TypedRune(rune)                 {}
func (l *link) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter || k.Name == fyne.KeySpace {
		l.Tapped(nil)
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(k) // as if nothing had the keys
	}
}

// Disabled tells the keyboard to pass over a link that does nothing now.
func (l *link) Disabled() bool { return l.off }

// Enable implements fyne.Disableable.
func (l *link) Enable() { l.set(l.text, false) }

// Disable implements fyne.Disableable.
func (l *link) Disable() { l.set(l.text, true) }

func (l *link) Cursor() desktop.Cursor {
	if l.off {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (l *link) set(text string, off bool) {
	if l.text != text || l.off != off {
		l.text, l.off = text, off
		l.Refresh()
	}
}

func (l *link) MinSize() fyne.Size {
	return fyne.NewSize(textWidth(l.text, l.size, true)+2*l.padding, l.height)
}

func (l *link) CreateRenderer() fyne.WidgetRenderer {
	l.label, l.under = canvas.NewText("", color.Black), canvas.NewRectangle(color.Transparent)
	r := &linkRenderer{l}
	r.Refresh()
	return r
}

type linkRenderer struct{ l *link }

func (r *linkRenderer) Destroy()           {}
func (r *linkRenderer) MinSize() fyne.Size { return r.l.MinSize() }
func (r *linkRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.l.label, r.l.under}
}

func (r *linkRenderer) Refresh() {
	l := r.l
	l.label.Text, l.label.TextSize, l.label.TextStyle.Bold = l.text, l.size, true
	l.label.Color = accent.colour()
	switch {
	case l.off:
		l.label.Color = theme.Color(theme.ColorNameDisabled)
	case l.quiet:
		l.label.Color = muted.colour()
		if l.hovered || l.focused {
			l.label.Color = foreground.colour()
		}
	}
	l.under.FillColor = l.label.Color
	setVisible(l.under, (l.hovered || l.focused) && !l.off)
	r.Layout(l.Size())
	l.label.Refresh()
	l.under.Refresh()
}

func (r *linkRenderer) Layout(size fyne.Size) {
	if r.l.label.Text = r.l.text; size.Width > 0 {
		r.l.label.Text = elide(r.l.text, r.l.size, true, size.Width-2*r.l.padding+1)
	}
	m := r.l.label.MinSize()
	y := (size.Height - m.Height) / 2
	r.l.label.Move(fyne.NewPos(r.l.padding, y))
	r.l.label.Resize(m)
	thick := float32(1)
	if r.l.focused {
		thick = 2
	}
	r.l.under.Move(fyne.NewPos(r.l.padding, y+m.Height-1))
	r.l.under.Resize(fyne.NewSize(m.Width, thick))
}

// A column stacks objects at their least heights over the whole width, without gaps
// but those asked for.
type column struct{}

func (column) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	for _, o := range objects {
		if o.Visible() {
			m := o.MinSize()
			s.Width = max(s.Width, m.Width)
			s.Height += m.Height
		}
	}
	return s
}

func (column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	var y float32
	for _, o := range objects {
		if o.Visible() {
			h := o.MinSize().Height
			o.Move(fyne.NewPos(0, y))
			o.Resize(fyne.NewSize(size.Width, h))
			y += h
		}
	}
}

// gap is an empty space of a height.
func gap(height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(1, height))
	return r
}
