package study

// mostSteps is how many steps a [History] keeps.
const mostSteps = 200

// A History holds a state, the states before it and those undone, each with the name of the step between, such as
// "rotate clade of 12". States are values that share unchanged parts. The zero value, or one made by Reset, is ready to
// use.
type History[S any] struct {
	now          S
	past, future []step[S] // the nearest last
}

// A step leads from one state to the next.
type step[S any] struct {
	name, merge string
	state       S // the one on the other side of the step
}

// State returns the present state.
func (h *History[S]) State() S { return h.now }

// Reset starts again from a state.
func (h *History[S]) Reset(s S) { *h = History[S]{now: s} }

// Amend replaces the present state without a step, such as with the result of a run.
func (h *History[S]) Amend(s S) { h.now = s }

// Do makes s the present state, by a step with the given name. Consecutive steps with the same
// merge, unless "", are one step: letters typed into a search, clicks that select. It reports
// whether states were discarded.
func (h *History[S]) Do(name, merge string, s S) (dropped bool) {
	if n := len(h.past); n > 0 && merge != "" && h.past[n-1].merge == merge && len(h.future) == 0 {
		h.past[n-1].name = name
		h.now = s
		return true
	}
	dropped = len(h.future) > 0 || len(h.past) == mostSteps
	h.past = append(h.past, step[S]{name, merge, h.now})
	if len(h.past) > mostSteps {
		h.past = append([]step[S](nil), h.past[len(h.past)-mostSteps:]...)
	}
	h.now, h.future = s, nil
	return dropped
}

// Undo goes back one step and returns its name; ok is false when there is none.
func (h *History[S]) Undo() (name string, ok bool) { return h.move(&h.past, &h.future) }

// Redo goes forward one step and returns its name; ok is false when there is none.
func (h *History[S]) Redo() (name string, ok bool) { return h.move(&h.future, &h.past) }

func (h *History[S]) move(from, to *[]step[S]) (string, bool) {
	n := len(*from)
	if n == 0 {
		return "", false
	}
	s := (*from)[n-1]
	(*from)[n-1] = step[S]{}
	*from = (*from)[:n-1]
	*to = append(*to, step[S]{s.name, s.merge, h.now})
	h.now = s.state
	return s.name, true
}

// Back returns the state that Undo would bring back; ok is false when there is none.
func (h *History[S]) Back() (state S, ok bool) {
	if n := len(h.past); n > 0 {
		return h.past[n-1].state, true
	}
	return state, false
}

// UndoName returns the name of the step that Undo would reverse, or "".
func (h *History[S]) UndoName() string { return lastName(h.past) }

// RedoName returns the name of the step that Redo would repeat, or "".
func (h *History[S]) RedoName() string { return lastName(h.future) }

// Steps returns how many steps can be undone.
func (h *History[S]) Steps() int { return len(h.past) }

// All calls f with every state that Undo and Redo can reach, the present one included.
func (h *History[S]) All(f func(S)) {
	f(h.now)
	for _, s := range h.past {
		f(s.state)
	}
	for _, s := range h.future {
		f(s.state)
	}
}

// Rewrite applies f to every state that Undo and Redo can reach, the present one included.
func (h *History[S]) Rewrite(f func(S) S) {
	h.now = f(h.now)
	for _, steps := range [][]step[S]{h.past, h.future} {
		for i := range steps {
			steps[i].state = f(steps[i].state)
		}
	}
}

func lastName[S any](s []step[S]) string {
	if len(s) == 0 {
		return ""
	}
	return s[len(s)-1].name
}
