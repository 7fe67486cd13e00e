package controls

import (
	"image/color"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A Kind is how loud a button is.
type Kind int

// The kinds of button.
const (
	Quiet   Kind = iota // a field with a hairline
	Primary             // filled with the accent
	Linked              // accent text alone
	Tool                // muted text alone
)

// A Button does something when tapped, or at Space and Return when it has the focus.
type Button struct {
	widget.DisableableWidget
	Touch
	Text     string
	Kind     Kind
	Height   float32
	OnTapped func()

	pressed bool
}

var (
	_ fyne.Tappable     = (*Button)(nil)
	_ fyne.Focusable    = (*Button)(nil)
	_ desktop.Hoverable = (*Button)(nil)
	_ desktop.Mouseable = (*Button)(nil)
)

// NewButton returns a button.
func NewButton(text string, k Kind, tapped func()) *Button {
	b := &Button{Text: text, Kind: k, Height: 30, OnTapped: tapped}
	if k == Primary {
		b.Height = 34
	}
	if k == Linked || k == Tool {
		b.Height = 22
	}
	b.Attend(b)
	b.ExtendBaseWidget(b)
	return b
}

// WithTip sets the text shown when the pointer rests on the button.
func (b *Button) WithTip(text string) *Button { b.Tip = text; return b }

// SetText changes the text.
func (b *Button) SetText(text string) {
	if b.Text != text {
		b.Text = text
		b.Refresh()
	}
}

// SetEnabled enables or disables the button.
func (b *Button) SetEnabled(on bool) {
	if on == !b.Disabled() {
		return
	}
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// Tapped implements fyne.Tappable.
func (b *Button) Tapped(*fyne.PointEvent) {
	HideTip(b)
	if !b.Disabled() && b.OnTapped != nil {
		b.OnTapped()
	}
}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() { b.hovered, b.pressed = false, false; b.Refresh(); HideTip(b) }

// MouseDown implements desktop.Mouseable.
func (b *Button) MouseDown(*desktop.MouseEvent) { b.pressed = true; b.Refresh() }

// MouseUp implements desktop.Mouseable.
func (b *Button) MouseUp(*desktop.MouseEvent) { b.pressed = false; b.Refresh() }

// Cursor implements desktop.Cursorable.
func (b *Button) Cursor() desktop.Cursor {
	if b.Kind == Linked || b.Kind == Tool {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	ground, focus := box(6), ring(7)
	text := canvas.NewText("", nil)
	text.Alignment = fyne.TextAlignCenter
	textSize := func() (float32, fyne.TextStyle) {
		switch b.Kind {
		case Primary:
			return 13.5, fyne.TextStyle{Bold: true}
		case Linked:
			return look.SizeBody, fyne.TextStyle{Bold: true}
		}
		return look.SizeBody, fyne.TextStyle{}
	}
	place := func(s fyne.Size) {
		ground.Resize(s)
		focus.Move(fyne.NewPos(-2, -2))
		focus.Resize(s.Add(fyne.NewSize(4, 4)))
		if b.Kind == Linked {
			text.Alignment = fyne.TextAlignLeading
		}
		text.Resize(s)
	}
	paint := func() {
		text.Text = b.Text
		text.TextSize, text.TextStyle = textSize()
		ground.StrokeWidth, ground.StrokeColor = 0, color.Transparent
		ground.FillColor = color.Transparent
		lit := b.hovered && !b.Disabled()
		switch b.Kind {
		case Primary:
			ground.FillColor, text.Color = tone(look.Accent), tone(look.OnAccent)
			if lit {
				ground.FillColor = tone(look.AccentHover)
			}
			if b.Disabled() {
				ground.FillColor, text.Color = tone(look.Field), tone("disabled")
				ground.StrokeWidth, ground.StrokeColor = 1, tone(look.Hairline)
			}
		case Quiet:
			ground.FillColor, text.Color = tone(look.Field), tone(look.Ink)
			ground.StrokeWidth, ground.StrokeColor = 1, tone(look.Hairline)
			if lit {
				ground.FillColor = tone(look.FieldHover)
			}
		case Linked:
			text.Color = tone(look.Accent)
			if lit {
				text.Color = tone(look.AccentHover)
			}
		case Tool:
			text.Color = tone(look.Muted)
			if lit {
				text.Color = tone(look.Ink)
				ground.FillColor = tone("hover")
			}
		}
		if b.Disabled() {
			text.Color = tone("disabled")
		}
		paintRing(focus, b.focused)
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{ground, text, focus}, Lay: place,
		Paint: func() { paint(); place(b.BaseWidget.Size()) },
		Min: func() fyne.Size {
			size, style := textSize()
			w := measure(b.Text, size, style).Width
			switch b.Kind {
			case Tool:
				w += 12
			case Linked:
			default:
				w += 24
			}
			return fyne.NewSize(w, b.Height)
		},
	}
}
