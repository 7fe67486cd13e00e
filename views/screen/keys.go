package screen

import "fyne.io/fyne/v2"

// Alt and Ctrl mark the keys of commands that need a modifier.
const (
	Alt  = fyne.KeyModifierAlt
	Ctrl = fyne.KeyModifierShortcutDefault
)
