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

// HoldIdle makes the items of menus do nothing while they are disabled: the toolkit passes over no item when arrow keys
// go through a menu, and Return runs a disabled one.
func HoldIdle(menus *fyne.MainMenu) {
	for _, menu := range menus.Items {
		for _, item := range menu.Items {
			if act := item.Action; act != nil {
				item.Action = func() {
					if !item.Disabled {
						act()
					}
				}
			}
		}
	}
}
