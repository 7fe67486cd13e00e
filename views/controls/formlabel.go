package controls

import (
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2/driver/desktop"
)

// A FormLabel is the left half of a row of a form, in as many lines as it needs.
type FormLabel struct {
	Paragraph
	Tip string
}

var _ desktop.Hoverable = (*FormLabel)(nil)

// NewFormLabel returns a label for a place of a width, with a text shown when the pointer rests on it.
func NewFormLabel(text string, width float32, tip string) *FormLabel {
	l := &FormLabel{Paragraph: Paragraph{Text: text, Width: width, TextSize: look.SizeBody, Color: look.Ink}, Tip: tip}
	l.ExtendBaseWidget(l)
	return l
}

// MouseIn implements desktop.Hoverable.
func (l *FormLabel) MouseIn(*desktop.MouseEvent) { ShowTip(l, l.Tip) }

// MouseMoved implements desktop.Hoverable.
func (l *FormLabel) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (l *FormLabel) MouseOut() { HideTip(l) }
