package ui

// Names under which the window remembers things.
const (
	prefTheme     = "theme"
	prefInspector = "inspector"
	prefRecent    = "recent"
	prefFolder    = "folder"
	prefWidth     = "window.width"
	prefHeight    = "window.height"
)
