package ui

// Names under which the window remembers things.
const (
	prefTheme     = "theme"
	prefInspector = "inspector"
	prefStill     = "motion.reduced"
	prefRecent    = "recent"
	prefStudy     = "study" // path of the one that was open last
	prefWidth     = "window.width"
	prefHeight    = "window.height"
)

// still reports whether the user asked for reduced motion.
func (w *window) still() bool { return w.app.Preferences().Bool(prefStill) }

// setStill remembers whether motion is reduced and tells the tree.
func (w *window) setStill(on bool) {
	w.app.Preferences().SetBool(prefStill, on)
	w.centre.setMotion(!on)
	w.menu.refresh()
}
