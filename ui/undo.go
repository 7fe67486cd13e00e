package ui

// undo takes back what was done last: to a text that is being typed, else to the document.
func (w *window) undo() {
	if e, ok := w.win.Canvas().Focused().(interface{ Undo() }); ok {
		e.Undo()
		return
	}
	w.ws.Undo()
}

// redo does again what was undone last.
func (w *window) redo() {
	if e, ok := w.win.Canvas().Focused().(interface{ Redo() }); ok {
		e.Redo()
		return
	}
	w.ws.Redo()
}
