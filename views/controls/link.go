package controls

import (
	"image/color"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A Link is a word that does something. It has the accent colour, and is underlined under the
// pointer and when it has the keyboard.
type Link struct {
	widget.BaseWidget
	Touch
	Text     string
	TextSize float32
	Tall     float32
	Padding  float32
	Do       func()
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
	l := &Link{Text: text, TextSize: look.SizeBody, Tall: 24, Do: do}
	l.Attend(l)
	l.ExtendBaseWidget(l)
	return l
}

func (l *Link) Tapped(*fyne.PointEvent) {
	if l.Do != nil && !l.Off {
		l.Do()
	}
}

// Disabled makes the keyboard skip a link that does nothing now.
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
	l.paint()
	return &Renderer{Parts: []fyne.CanvasObject{l.label, l.under}, Lay: l.lay, Min: l.MinSize, Paint: l.paint}
}

func (l *Link) paint() {
	l.label.Text, l.label.TextSize, l.label.TextStyle.Bold = l.Text, l.TextSize, true
	l.label.Color = tone(look.Accent)
	switch {
	case l.Off:
		l.label.Color = theme.Color(theme.ColorNameDisabled)
	case l.Quiet:
		l.label.Color = tone(look.Muted)
		if l.hovered || l.focused {
			l.label.Color = tone(look.Ink)
		}
	}
	l.under.FillColor = l.label.Color
	Show(l.under, (l.hovered || l.focused) && !l.Off)
	l.lay(l.Size())
}

func (l *Link) lay(size fyne.Size) {
	if l.label.Text = l.Text; size.Width > 0 {
		l.label.Text = Elide(l.Text, l.TextSize, true, size.Width-2*l.Padding+1)
	}
	m := l.label.MinSize()
	y := (size.Height - m.Height) / 2
	l.label.Move(fyne.NewPos(l.Padding, y))
	l.label.Resize(m)
	thick := float32(1)
	if l.focused {
		thick = 2
	}
	Place(l.under, l.Padding, y+m.Height-1, m.Width, thick)
}
