package ui

// showShortcuts lists the keys.
func (w *window) showShortcuts() {
	w.message("Shortcuts", "F5 or Ctrl+R: Run, Pause, Resume.")
}
