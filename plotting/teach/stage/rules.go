package stage

import (
	"context"
	"reflect"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
)

// Rules declare the course of a stage as a value: its first state and functions of a state. S is a pointer to a struct
// that a step changes; slices that a step appends to or writes are cut or copied first, because copies share them.
// (Were S the struct itself, this would be compiled again for each stage.)
type Rules[S any] struct {
	// Start returns the state before the first step. It takes a few milliseconds; longer work is done in steps.
	Start func(o Options) (S, error)
	// Steps is the number of steps of the whole course, which does not change during it.
	Steps func(s S) int
	// Step goes one step further.
	Step func(s S)
	// Work takes the place of Step where a step takes long or can fail; see [Play].
	Work func(s S, ctx context.Context) error
	// Copy gives a state that was copied by assignment generators and processes of its own; nil if it has none.
	Copy func(s S)

	// Figure, Counters and Summary show a state; see [Play].
	Figure   func(s S) plotting.Figure
	Counters func(s S) []Counter
	Summary  func(s S) string
	// Points returns the points of the picture that the viewer may move, nil where they cannot be moved now; it is
	// nil for stages that are not movable.
	Points func(s S) []Point
	// Table returns the viewer's table, of which the picture shows rows, or nil; it is nil for stages without one.
	Table func(s S) *inference.Dataset
}

// New starts a course; see [Stage.New].
func (r Rules[S]) New(o Options) (Play, error) {
	s, err := r.Start(o)
	if err != nil {
		return nil, err
	}
	return &Course[S]{rules: &r, State: s}, nil
}

// A Course is a state with its rules, which make it a [Play].
type Course[S any] struct {
	rules *Rules[S]
	State S
}

// Steps implements Play.
func (c *Course[S]) Steps() int { return c.rules.Steps(c.State) }

// Step implements Play.
func (c *Course[S]) Step(ctx context.Context) error {
	if c.rules.Work != nil {
		return c.rules.Work(c.State, ctx)
	}
	c.rules.Step(c.State)
	return nil
}

// Clone implements Play.
func (c *Course[S]) Clone() Play {
	held := reflect.ValueOf(c.State).Elem()
	fresh := reflect.New(held.Type())
	fresh.Elem().Set(held)
	s := fresh.Interface().(S)
	if c.rules.Copy != nil {
		c.rules.Copy(s)
	}
	return &Course[S]{rules: c.rules, State: s}
}

// Figure implements Play.
func (c *Course[S]) Figure() plotting.Figure { return c.rules.Figure(c.State) }

// Counters implements Play.
func (c *Course[S]) Counters() []Counter { return c.rules.Counters(c.State) }

// Summary implements Play.
func (c *Course[S]) Summary() string { return c.rules.Summary(c.State) }

// Points implements Play.
func (c *Course[S]) Points() []Point {
	if c.rules.Points == nil {
		return nil
	}
	return c.rules.Points(c.State)
}

// Table implements Play.
func (c *Course[S]) Table() *inference.Dataset {
	if c.rules.Table == nil {
		return nil
	}
	return c.rules.Table(c.State)
}
