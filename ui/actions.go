package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// undo takes back the last change of the workspace.
func (w *window) undo() { w.ws.Undo() }

func (w *window) redo() { w.ws.Redo() }

// foldInspector shows or hides the right column, and remembers it.
func (w *window) foldInspector() {
	shown := !w.columns.shown()
	w.columns.fold(shown)
	w.app.Preferences().SetBool(prefInspector, shown)
	w.menu.refresh()
}

// shortcuts binds the keys that are in no menu.
func (w *window) shortcuts() {
	c := w.win.Canvas()
	for _, k := range []struct {
		key
		do func()
	}{
		{key{fyne.KeyF5, 0}, w.ws.Go},
		{key{fyne.KeyY, control}, w.redo},
	} {
		if k.modifier != 0 {
			c.AddShortcut(k.shortcut(), func(fyne.Shortcut) { k.do() })
		}
	}
	c.AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyF5, Modifier: fyne.KeyModifierShift}, func(fyne.Shortcut) { w.ws.Stop() })
	c.SetOnTypedKey(w.typed)
}

// typed handles keys that no widget took.
func (w *window) typed(e *fyne.KeyEvent) {
	if s := w.topSheet(); s != nil {
		switch {
		case e.Name == fyne.KeyEscape:
			s.close()
		case (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter) && s.accept != nil:
			s.accept()
		}
		return
	}
	switch e.Name {
	case fyne.KeyF5:
		w.ws.Go()
	case fyne.KeyF6:
		w.ws.Step()
	case fyne.KeySpace:
		w.ws.Go()
	case fyne.KeyEscape:
		w.ws.Dismiss()
	}
}
