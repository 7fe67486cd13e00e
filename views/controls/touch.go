package controls

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// A Focus is the common part of widgets that take the keyboard: it redraws the widget when the keyboard comes or goes,
// and scrolls it into view when it comes. Widgets embed it and call [Focus.Attend].
type Focus struct {
	self    fyne.Widget
	focused bool
}

// Attend makes self the widget that is redrawn.
func (f *Focus) Attend(self fyne.Widget) { f.self = self }

// Focused reports whether the widget has the keyboard.
func (f *Focus) Focused() bool { return f.focused }

// FocusGained implements fyne.Focusable.
func (f *Focus) FocusGained() { f.focused = true; f.self.Refresh(); Reveal(f.self) }

// FocusLost implements fyne.Focusable.
func (f *Focus) FocusLost() { f.focused = false; f.self.Refresh() }

// TypedRune implements fyne.Focusable.
func (f *Focus) TypedRune(rune) {}

// TypedKey implements fyne.Focusable: Space or Return taps the widget.
func (f *Focus) TypedKey(e *fyne.KeyEvent) {
	if t, ok := f.self.(fyne.Tappable); ok && Activates(e) {
		t.Tapped(nil)
		return
	}
	PassOn(f.self, e)
}

// AccessibilityRole implements fyne.Accessible. A control with an effect is a button; a link leads elsewhere.
func (*Focus) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// A Touch is a [Focus] that also redraws the widget when the pointer comes or goes, and shows its tip
// where the pointer rests.
type Touch struct {
	Focus
	Tip     string // "" for none
	hovered bool
}

// Hovered reports whether the pointer is over the widget.
func (t *Touch) Hovered() bool { return t.hovered }

// MouseIn implements desktop.Hoverable.
func (t *Touch) MouseIn(*desktop.MouseEvent) {
	t.hovered = true
	t.self.Refresh()
	ShowTip(t.self, t.Tip)
}

// MouseMoved implements desktop.Hoverable.
func (t *Touch) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *Touch) MouseOut() { t.hovered = false; t.self.Refresh(); HideTip(t.self) }

// Activates reports whether a key activates the widget that has the keyboard: Space or Return.
func Activates(e *fyne.KeyEvent) bool {
	return e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter
}
