package controls

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// An escapeList is a list in a pop-up that Escape closes.
type escapeList struct {
	widget.List
	escape func()
}

// newEscapeList returns a list of texts.
func newEscapeList(length func() int, text func(i int) string, escape func()) *escapeList {
	l := &escapeList{escape: escape}
	l.Length = length
	l.CreateItem = func() fyne.CanvasObject { return widget.NewLabel("") }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) { o.(*widget.Label).SetText(text(i)) }
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *escapeList) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		l.escape()
		return
	}
	l.List.TypedKey(e)
}
