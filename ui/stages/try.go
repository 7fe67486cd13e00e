package stages

import (
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A tryLink is a sentence that does what it says when tapped.
type tryLink struct {
	widget.BaseWidget
	controls.Touch
	text   *controls.Paragraph
	tapped func()
}

var (
	_ fyne.Focusable     = (*tryLink)(nil)
	_ desktop.Cursorable = (*tryLink)(nil)
	_ fyne.Accessible    = (*tryLink)(nil)
)

func newTryLink(text string, width float32, tapped func()) *tryLink {
	l := &tryLink{text: controls.NewParagraph(text, width-16, look.SizeBody, look.Accent), tapped: tapped}
	l.Attend(l)
	l.ExtendBaseWidget(l)
	return l
}

// AccessibilityLabel implements fyne.Accessible.
func (l *tryLink) AccessibilityLabel() string { return l.text.Text }

// AccessibilityRole implements fyne.Accessible.
func (l *tryLink) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleLink }

// Tapped implements fyne.Tappable.
func (l *tryLink) Tapped(*fyne.PointEvent) { l.tapped() }

// TypedKey implements fyne.Focusable.
func (l *tryLink) TypedKey(e *fyne.KeyEvent) {
	if controls.Activates(e) {
		l.tapped()
		return
	}
	controls.PassOn(l, e)
}

// Cursor implements desktop.Cursorable.
func (l *tryLink) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer implements fyne.Widget.
func (l *tryLink) CreateRenderer() fyne.WidgetRenderer {
	ground := canvas.NewRectangle(nil)
	ground.CornerRadius = look.FieldRadius
	all := container.NewStack(ground, controls.Inset(8, 5, 8, 5, l.text))
	paint := func() { l.paint(ground); l.text.Refresh() }
	return &controls.Renderer{Parts: []fyne.CanvasObject{all}, Min: all.MinSize, Paint: paint,
		Lay: func(s fyne.Size) { all.Resize(s); paint() }}
}

// paint colours the ground by whether the link is pointed at.
func (l *tryLink) paint(ground *canvas.Rectangle) {
	ground.FillColor = theme.Color(look.Field)
	if l.Hovered() {
		ground.FillColor = theme.Color(look.FieldHover)
	}
	ground.StrokeColor, ground.StrokeWidth = theme.Color(look.Hairline), 1
	if l.Focused() {
		ground.StrokeColor, ground.StrokeWidth = theme.Color(look.Accent), 2
	}
}
