package controls

import "fyne.io/fyne/v2"

// ToggleMenu goes to the menus in the bar of a window, or leaves them, as Alt does. It reports whether the window has
// such a bar.
func ToggleMenu(c fyne.Canvas) bool {
	bar, ok := c.(interface{ ToggleMenu() })
	if ok {
		bar.ToggleMenu()
	}
	return ok
}
