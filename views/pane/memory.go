package pane

import (
	"reflect"

	"example.org/espalier/inference/study"
)

// A memory holds the user's choices in a pane, a variable that the document keeps under a name.
type memory[T any] struct {
	asks   *Asks
	name   string
	at     *T
	usual  T
	redraw func() // after the document brought another value
	last   any    // the value at the last exchange with the document
	known  any    // the value that the document has; nil for none
}

func remember[T any](asks *Asks, name string, at *T, redraw func()) *memory[T] {
	return &memory[T]{asks: asks, name: name, at: at, usual: *at, redraw: redraw, last: *at}
}

// Chosen tells the document if the user chose something else.
func (m *memory[T]) Chosen() {
	if now := any(*m.at); !reflect.DeepEqual(now, m.last) {
		m.last, m.known = now, now
		m.asks.Keep(m.name, now)
	}
}

// Restore shows the value of the document, if it changed.
func (m *memory[T]) Restore(p study.Panes) {
	state := p[m.name]
	if reflect.DeepEqual(state, m.known) {
		return
	}
	m.known = state
	chosen, ok := study.PaneOf[T](p, m.name)
	if !ok {
		chosen = m.usual
	}
	*m.at, m.last = chosen, chosen
	m.redraw()
}
