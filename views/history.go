package views

// maxSteps is how many steps a History keeps.
const maxSteps = 200

// A History holds a state, the states it came from and those undone, each with the
// name of the step between: "rotate clade of 12". The zero value with a state set by
// Reset is ready to use.
type History struct {
	now          TreeState
	past, future []step // the nearest last
}

// A step leads from one state to the next.
type step struct {
	name  string
	merge string
	state TreeState // the one on the other side of the step
}

// State returns the present state.
func (h *History) State() TreeState { return h.now }

// Reset starts anew from a state.
func (h *History) Reset(s TreeState) { *h = History{now: s} }

// Do makes s the present state by a step of that name. Steps in a row with the same
// merge that is not "" are one step: letters typed into a search, clicks that select.
func (h *History) Do(name, merge string, s TreeState) {
	if n := len(h.past); n > 0 && merge != "" && h.past[n-1].merge == merge && len(h.future) == 0 {
		h.past[n-1].name = name
		h.now = s
		return
	}
	h.past = append(h.past, step{name, merge, h.now})
	if len(h.past) > maxSteps {
		h.past = append([]step(nil), h.past[len(h.past)-maxSteps:]...)
	}
	h.now, h.future = s, nil
}

// Undo goes back one step and returns its name; ok is false when there is none.
func (h *History) Undo() (name string, ok bool) { return h.move(&h.past, &h.future) }

// Redo goes forward one step and returns its name; ok is false when there is none.
func (h *History) Redo() (name string, ok bool) { return h.move(&h.future, &h.past) }

func (h *History) move(from, to *[]step) (string, bool) {
	n := len(*from)
	if n == 0 {
		return "", false
	}
	s := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, step{s.name, s.merge, h.now})
	h.now = s.state
	return s.name, true
}

// UndoName returns the name of the step that Undo would take back, or "".
func (h *History) UndoName() string { return lastName(h.past) }

// RedoName returns the name of the step that Redo would do again, or "".
func (h *History) RedoName() string { return lastName(h.future) }

func lastName(s []step) string {
	if len(s) == 0 {
		return ""
	}
	return s[len(s)-1].name
}
