package screen

import (
	"example.org/espalier/plotting"

	"fyne.io/fyne/v2"
)

// takeFocus takes the keyboard after a click; the focus ring stays away until keys are used.
func (v *View) takeFocus() {
	a := fyne.CurrentApp()
	if v.focused || a == nil {
		return
	}
	if c := a.Driver().CanvasForObject(v); c != nil {
		c.Focus(v)
		v.ring = false
		v.Refresh()
	}
}

// FocusOn takes the keyboard of a canvas as a click does, also before the view is first
// painted there.
func (v *View) FocusOn(c fyne.Canvas) {
	c.Focus(v)
	v.ring = false
	v.Refresh()
}

// FocusGained is part of fyne.Focusable.
func (v *View) FocusGained() { v.focused, v.ring = true, true; v.Refresh() }

// FocusLost is part of fyne.Focusable. The mark under the pointer is forgotten: the toolkit does not tell when the
// pointer leaves the window, and the next move finds it again.
func (v *View) FocusLost() { v.focused, v.ring = false, false; v.leave(); v.Refresh() }

// Focused reports whether the view has the keyboard.
func (v *View) Focused() bool { return v.focused }

func (v *View) usedKeys() {
	if v.focused && !v.ring {
		v.ring = true
		v.Refresh()
	}
}

// TypedKey moves the window: arrows pan, Home and End go to either end, Page keys by a whole view. Enter and Space
// select the mark under the pointer.
func (v *View) TypedKey(k *fyne.KeyEvent) {
	v.usedKeys()
	if k.Name == fyne.KeyEscape && v.lasso.escapes() {
		return
	}
	if v.step(k.Name) {
		return
	}
	if v.OnKey != nil && v.OnKey(k) {
		return
	}
	w := v.window
	switch k.Name {
	case fyne.KeyLeft:
		v.ShowWindow(w.Pan(-keyPan, 0))
	case fyne.KeyRight:
		v.ShowWindow(w.Pan(keyPan, 0))
	case fyne.KeyUp:
		v.ShowWindow(w.Pan(0, -keyPan))
	case fyne.KeyDown:
		v.ShowWindow(w.Pan(0, keyPan))
	case fyne.KeyPageUp:
		v.ShowWindow(w.Pan(0, -0.9))
	case fyne.KeyPageDown:
		v.ShowWindow(w.Pan(0, 0.9))
	case fyne.KeyHome:
		if v.axes() == plotting.AlongWidth {
			v.ShowWindow(w.Pan(-w.X0/(w.X1-w.X0), 0))
			return
		}
		v.ShowWindow(w.Pan(0, -w.Y0/(w.Y1-w.Y0)))
	case fyne.KeyEnd:
		if v.axes() == plotting.AlongWidth {
			v.ShowWindow(w.Pan((1-w.X1)/(w.X1-w.X0), 0))
			return
		}
		v.ShowWindow(w.Pan(0, (1-w.Y1)/(w.Y1-w.Y0)))
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if v.hovering && v.OnSelect != nil {
			v.OnSelect(v.hover, true, 0)
		}
	case fyne.KeyEscape:
		if v.OnSelect != nil {
			v.OnSelect(plotting.NewMark(plotting.NoMark), false, 0)
		}
	}
}

// TypedRune zooms with + and −, and shows the whole with 0 or F.
func (v *View) TypedRune(r rune) {
	v.usedKeys()
	if v.OnRune != nil && v.OnRune(r) {
		return
	}
	size := v.Size()
	centre := fyne.NewPos(size.Width/2, size.Height/2)
	if x, y, w, h, ok := v.area(v.pointer); ok {
		centre = fyne.NewPos(float32(x+w/2), float32(y+h/2))
	}
	switch r {
	case '+', '=':
		v.magnify(keyZoom, false, centre)
	case '-', '−', '_':
		v.magnify(1/keyZoom, false, centre)
	case '0', 'f', 'F':
		v.Fit()
	}
}

// TypedShortcut is part of fyne.Shortcutable. A shortcut that nobody here wants is
// handed to the canvas, as if the view had not been asked. It ends the hover as a loss of the focus does.
func (v *View) TypedShortcut(s fyne.Shortcut) {
	if v.OnShortcut != nil && v.OnShortcut(s) {
		v.usedKeys()
		return
	}
	v.leave()
	c := fyne.CurrentApp().Driver().CanvasForObject(v)
	if h, ok := c.(interface{ TypedShortcut(fyne.Shortcut) }); ok {
		h.TypedShortcut(s)
	}
}
