package controls

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
	SizeHead  float32 = 11
	SizeSmall float32 = 11.5
	SizeBody  float32 = 12.5
	SizeName  float32 = 15
)

// A Role says in which colour of the theme text is written.
type Role int

const (
	Foreground Role = iota
	Muted
	accent
	Selected
)

// Colour returns the colour in the present theme.
func (r Role) Colour() color.Color {
	switch r {
	case Muted:
		return theme.Color(theme.ColorNamePlaceHolder)
	case accent:
		return theme.Color(theme.ColorNamePrimary)
	case Selected:
		if r, g, b, _ := theme.Color(theme.ColorNameBackground).RGBA(); r+g+b < 3*0x8000 {
			return plotting.Dark.SelectionText
		}
		return plotting.Light.SelectionText
	}
	return theme.Color(theme.ColorNameForeground)
}

// A Line is text at the left and text at the right on one baseline, shortened to fit.
type Line struct {
	widget.BaseWidget
	Left, Right           string
	LeftRole, RightRole   Role
	TextSize              float32
	Bold                  bool
	Tall                  float32
	leftObject, rightSide *canvas.Text
}

// NewLine returns a line of body text with a part at the left and one at the right.
func NewLine(left, right string) *Line {
	l := &Line{Left: left, Right: right, LeftRole: Muted, TextSize: SizeBody, Tall: 24}
	l.ExtendBaseWidget(l)
	return l
}

// NewText returns a text in one line of a height.
func NewText(text string, size float32, bold bool, r Role, height float32) *Line {
	l := &Line{Left: text, LeftRole: r, TextSize: size, Bold: bold, Tall: height}
	l.ExtendBaseWidget(l)
	return l
}

// Set changes the text.
func (l *Line) Set(left, right string) {
	if l.Left != left || l.Right != right {
		l.Left, l.Right = left, right
		l.Refresh()
	}
}

func (l *Line) MinSize() fyne.Size { return fyne.NewSize(40, l.Tall) }

func (l *Line) CreateRenderer() fyne.WidgetRenderer {
	l.leftObject, l.rightSide = canvas.NewText("", color.Black), canvas.NewText("", color.Black)
	r := &lineRenderer{l}
	r.Refresh()
	return r
}

type lineRenderer struct{ l *Line }

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
		t.TextSize, t.TextStyle.Bold = l.TextSize, l.Bold
	}
	l.leftObject.Color, l.rightSide.Color = l.LeftRole.Colour(), l.RightRole.Colour()
	room := size.Width
	left := TextWidth(l.Left, l.TextSize, l.Bold)
	if l.Right != "" {
		// Values matter more than labels, but a label keeps half the width if it needs it.
		l.rightSide.Text = Elide(l.Right, l.TextSize, l.Bold, max(room-left-12, room/2))
		room -= TextWidth(l.rightSide.Text, l.TextSize, l.Bold) + 12
	} else {
		l.rightSide.Text = ""
	}
	l.leftObject.Text = Elide(l.Left, l.TextSize, l.Bold, max(room, 0))
	height := l.leftObject.MinSize().Height
	y := (size.Height - height) / 2
	l.leftObject.Move(fyne.NewPos(0, y))
	l.leftObject.Resize(l.leftObject.MinSize())
	w := l.rightSide.MinSize().Width
	l.rightSide.Move(fyne.NewPos(size.Width-w, y))
	l.rightSide.Resize(l.rightSide.MinSize())
}

// A Link is a word that does something: in the accent, underlined under the pointer and
// when it has the keyboard.
type Link struct {
	widget.BaseWidget
	Text     string
	TextSize float32
	Tall     float32
	Padding  float32
	Do       func()
	hovered  bool
	focused  bool
	Off      bool
	Quiet    bool // foreground instead of accent, for arrows beside a text
	label    *canvas.Text
	under    *canvas.Rectangle
}

var (
	_ fyne.Tappable      = (*Link)(nil)
	_ fyne.Focusable     = (*Link)(nil)
	_ fyne.Disableable   = (*Link)(nil)
	_ desktop.Hoverable  = (*Link)(nil)
	_ desktop.Cursorable = (*Link)(nil)
)

// NewLink returns a link that calls do.
func NewLink(text string, do func()) *Link {
	l := &Link{Text: text, TextSize: SizeBody, Tall: 24, Do: do}
	l.ExtendBaseWidget(l)
	return l
}

func (l *Link) Tapped(*fyne.PointEvent) {
	if l.Do != nil && !l.Off {
		l.Do()
	}
}
func (l *Link) MouseIn(*desktop.MouseEvent)    { l.hovered = true; l.Refresh() }
func (l *Link) MouseMoved(*desktop.MouseEvent) {}
func (l *Link) MouseOut()                      { l.hovered = false; l.Refresh() }
func (l *Link) FocusGained()                   { l.focused = true; l.Refresh() }
func (l *Link) FocusLost()                     { l.focused = false; l.Refresh() }
func (l *Link) TypedRune(rune)                 {}
func (l *Link) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter || k.Name == fyne.KeySpace {
		l.Tapped(nil)
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(k) // as if nothing had the keys
	}
}

// Disabled tells the keyboard to pass over a link that does nothing now.
func (l *Link) Disabled() bool { return l.Off }

// Enable implements fyne.Disableable.
func (l *Link) Enable() { l.Set(l.Text, false) }

// Disable implements fyne.Disableable.
func (l *Link) Disable() { l.Set(l.Text, true) }

func (l *Link) Cursor() desktop.Cursor {
	if l.Off {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// Set changes the text and whether the link can be used.
func (l *Link) Set(text string, off bool) {
	if l.Text != text || l.Off != off {
		l.Text, l.Off = text, off
		l.Refresh()
	}
}

func (l *Link) MinSize() fyne.Size {
	return fyne.NewSize(TextWidth(l.Text, l.TextSize, true)+2*l.Padding, l.Tall)
}

func (l *Link) CreateRenderer() fyne.WidgetRenderer {
	l.label, l.under = canvas.NewText("", color.Black), canvas.NewRectangle(color.Transparent)
	r := &linkRenderer{l}
	r.Refresh()
	return r
}

type linkRenderer struct{ l *Link }

func (r *linkRenderer) Destroy()           {}
func (r *linkRenderer) MinSize() fyne.Size { return r.l.MinSize() }
func (r *linkRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.l.label, r.l.under}
}

func (r *linkRenderer) Refresh() {
	l := r.l
	l.label.Text, l.label.TextSize, l.label.TextStyle.Bold = l.Text, l.TextSize, true
	l.label.Color = accent.Colour()
	switch {
	case l.Off:
		l.label.Color = theme.Color(theme.ColorNameDisabled)
	case l.Quiet:
		l.label.Color = Muted.Colour()
		if l.hovered || l.focused {
			l.label.Color = Foreground.Colour()
		}
	}
	l.under.FillColor = l.label.Color
	SetVisible(l.under, (l.hovered || l.focused) && !l.Off)
	r.Layout(l.Size())
	l.label.Refresh()
	l.under.Refresh()
}

func (r *linkRenderer) Layout(size fyne.Size) {
	if r.l.label.Text = r.l.Text; size.Width > 0 {
		r.l.label.Text = Elide(r.l.Text, r.l.TextSize, true, size.Width-2*r.l.Padding+1)
	}
	m := r.l.label.MinSize()
	y := (size.Height - m.Height) / 2
	r.l.label.Move(fyne.NewPos(r.l.Padding, y))
	r.l.label.Resize(m)
	thick := float32(1)
	if r.l.focused {
		thick = 2
	}
	r.l.under.Move(fyne.NewPos(r.l.Padding, y+m.Height-1))
	r.l.under.Resize(fyne.NewSize(m.Width, thick))
}

// A Column stacks objects at their least heights over the whole width, without gaps
// but those asked for.
type Column struct{}

func (Column) MinSize(objects []fyne.CanvasObject) fyne.Size {
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

func (Column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
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

// Gap is an empty space of a height.
func Gap(height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(1, height))
	return r
}
