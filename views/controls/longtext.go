package controls

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A LongText is text of several lines that the user edits. The window handles Escape, and Tab moves
// to the next control.
type LongText struct{ widget.Entry }

// NewLongText returns a text to edit, with a placeholder while it is empty.
func NewLongText(text, placeHolder string) *LongText {
	l := &LongText{}
	l.MultiLine, l.Wrapping, l.PlaceHolder = true, fyne.TextWrapWord, placeHolder
	l.ExtendBaseWidget(l)
	l.SetText(text)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *LongText) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		PassOn(l, e)
		return
	}
	l.Entry.TypedKey(e)
}

// AcceptsTab implements fyne.Tabbable.
func (l *LongText) AcceptsTab() bool { return false }

// AccessibilityLabel implements fyne.Accessible.
func (l *LongText) AccessibilityLabel() string { return said(l.PlaceHolder, cmp.Or(l.Text, "empty")) }

// AccessibilityRole implements fyne.Accessible.
func (l *LongText) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
