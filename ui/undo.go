package ui

// A trail remembers in which order the table and the tree were changed, so that one
// Undo takes back what was done last, whichever of the two histories holds it.
type trail struct {
	steps []where
	at    int // steps before it are done, those after undone
	busy  bool
}

type where int

const (
	inWorkspace where = iota
	inTree
)

// did notes a change.
func (t *trail) did(what where) {
	if t.busy {
		return
	}
	t.steps = append(t.steps[:t.at:t.at], what)
	t.at = len(t.steps)
}

// drop forgets the changes of a history that begins anew.
func (t *trail) drop(what where) {
	kept := t.steps[:0:0]
	at := 0
	for i, s := range t.steps {
		if s != what {
			kept = append(kept, s)
			if i < t.at {
				at++
			}
		}
	}
	t.steps, t.at = kept, at
}

// name is what a history would take back or do again.
func (w *window) name(s where, undo bool) string {
	switch {
	case s == inTree && undo:
		return w.centre.tree.UndoName()
	case s == inTree:
		return w.centre.tree.RedoName()
	case undo:
		return w.ws.doc.UndoName()
	}
	return w.ws.doc.RedoName()
}

// last finds the change that Undo takes back, skipping what its history has forgotten.
func (w *window) last() (at int, ok bool) {
	for i := w.trail.at - 1; i >= 0; i-- {
		if w.name(w.trail.steps[i], true) != "" {
			return i, true
		}
	}
	return 0, false
}

func (w *window) next() (at int, ok bool) {
	for i := w.trail.at; i < len(w.trail.steps); i++ {
		if w.name(w.trail.steps[i], false) != "" {
			return i, true
		}
	}
	return 0, false
}

func (w *window) undoName() string {
	if i, ok := w.last(); ok {
		return w.name(w.trail.steps[i], true)
	}
	return ""
}

func (w *window) redoName() string {
	if i, ok := w.next(); ok {
		return w.name(w.trail.steps[i], false)
	}
	return ""
}

// undo takes back what was done last.
func (w *window) undo() {
	if e, ok := w.win.Canvas().Focused().(interface{ Undo() }); ok { // text that is being typed
		e.Undo()
		return
	}
	i, ok := w.last()
	if !ok {
		return
	}
	w.trail.busy = true
	if w.trail.steps[i] == inTree {
		w.centre.tree.Undo()
	} else {
		w.ws.Undo()
	}
	w.trail.busy, w.trail.at = false, i
	w.menu.refresh()
}

// redo does again what was undone last.
func (w *window) redo() {
	if e, ok := w.win.Canvas().Focused().(interface{ Redo() }); ok {
		e.Redo()
		return
	}
	i, ok := w.next()
	if !ok {
		return
	}
	w.trail.busy = true
	if w.trail.steps[i] == inTree {
		w.centre.tree.Redo()
	} else {
		w.ws.Redo()
	}
	w.trail.busy, w.trail.at = false, i+1
	w.menu.refresh()
}
