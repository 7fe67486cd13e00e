package pane

import (
	"reflect"

	"example.org/espalier/inference/study"
)

// A Memory is what the user chose in a pane, as a value that the document keeps under a name.
// Panes that share choices have memories of the same name.
type Memory[T any] struct {
	// Name is that of the state among those of a sheet.
	Name string
	// Get returns the present state of the pane, Set shows a state, and Usual returns the default.
	Get   func() T
	Set   func(state T)
	Usual func() T

	asks  *Asks
	last  any // what Get returned at the last exchange with the document
	known any // the state that the document has; nil for none
}

// Remember returns the memory of a pane.
func Remember[T any](asks *Asks, name string, get func() T, set func(T), usual func() T) *Memory[T] {
	return &Memory[T]{Name: name, Get: get, Set: set, Usual: usual, asks: asks, last: get()}
}

// Chosen tells the document if the user chose something else.
func (m *Memory[T]) Chosen() {
	if m == nil {
		return
	}
	if now := m.Get(); !reflect.DeepEqual(now, m.last) {
		m.last, m.known = now, now
		m.asks.Keep(m.Name, now)
	}
}

// Settle records that the pane changed by itself, such as for other data. The document keeps what
// the user chose.
func (m *Memory[T]) Settle() { m.last = m.Get() }

// Kept reports whether the document has a state.
func (m *Memory[T]) Kept() bool { return m.known != nil }

func (m *Memory[T]) now() (name string, state any) { return m.Name, m.Get() }

// Restore shows the state of the document, if it changed.
func (m *Memory[T]) Restore(p study.Panes) {
	state := p[m.Name]
	if reflect.DeepEqual(state, m.known) {
		return
	}
	m.known = state
	chosen, ok := study.PaneOf[T](p, m.Name)
	if !ok {
		chosen = m.Usual()
	}
	m.Set(chosen)
	m.last = m.Get()
}
