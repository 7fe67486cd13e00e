// Package sweeps is the frame of a chain that samples a posterior in sweeps of small pieces of work: its draws and
// reports, the state that a study saves, and predictions as means over its draws. A model adds its state and its moves.
package sweeps

import (
	"context"
	"errors"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/saved"
)

// A Draw is a pointer to a kept state, which is never changed. (Chains of pointers whose type need only have methods
// are compiled once for all models.)
type Draw interface {
	At() int // its iteration
}

// A Chain is one of a sampler whose draws are D.
type Chain[D Draw] struct {
	Model     string    // its name, which begins its errors
	Starting  string    // name of the first sweep, for the phase
	Iteration int       // completed, −1 before the first is
	Scalars   []float64 // of the last sweep; the log joint first
	Draws     inference.Thinned[D]
	Now       D // the state after the last sweep, from which a saved chain goes on; the model sets it
	source    *rand.PCG
	generator []byte // the state of source then
}

// New returns a chain before its first sweep and its random numbers.
func New[D Draw](model, starting string, streams inference.Streams) (Chain[D], *rand.Rand) {
	source := streams.Source(0)
	c := Chain[D]{Model: model, Starting: starting, Iteration: -1, source: source}
	c.Draws.Stride = 1
	return c, rand.New(source)
}

// Phase names the present work of the chain.
func (c *Chain[D]) Phase() string {
	if c.Iteration < 0 {
		return c.Starting
	}
	return "sampling"
}

// Work is the Step of an inference.Stepper. It calls advance, which does a piece of work and reports whether a sweep is
// complete, until some time has passed. begun is the share of the first sweep that is done.
func (c *Chain[D]) Work(ctx context.Context, advance func() bool, begun func() float64) (inference.Report, error) {
	return pace.Course{Advance: advance, Phase: c.Phase, Scalars: func() []float64 { return c.Scalars },
		First: c.Iteration < 0, Fraction: begun}.Step(ctx)
}

// Settle ends a sweep with these scalars. It keeps the draw that take returns if it is its turn; full says when there
// are too many.
func (c *Chain[D]) Settle(scalars []float64, take func() D, full func([]D) bool) {
	c.Iteration++
	c.Scalars = scalars
	c.Draws.Offer(c.Iteration, take, full)
	c.generator = saved.Generator(c.source)
}

// Snapshot begins the snapshot of the chain, and returns the draws after burn-in that it is to show; none before the
// first.
func (c *Chain[D]) Snapshot() (*inference.Snapshot, []D) {
	s := &inference.Snapshot{Model: c.Model, Iteration: max(0, c.Iteration), Phase: c.Phase()}
	if c.Iteration < 0 {
		return s, nil
	}
	return s, c.Draws.After(c.Iteration)
}

// A Mark is everything that a chain needs to continue from the end of a sweep. Work on the next sweep is repeated, to
// the same bits. Its fields are exported for saving.
type Mark[D Draw] struct {
	Iteration int
	Generator []byte
	State     D
	Kept      []D
	Stride    int
	Scalars   []float64
}

// layout is the version of the saved state.
const layout = 1

// Mark returns the part of the chain that is saved.
func (c *Chain[D]) Mark() Mark[D] {
	return Mark[D]{Iteration: c.Iteration, Generator: c.generator, State: c.Now, Scalars: c.Scalars,
		Kept: c.Draws.Draws, Stride: c.Draws.Stride}
}

// MarshalBinary implements inference.Saver. Before the first sweep is complete there is only the seed to save: a
// restored chain starts again.
func (c *Chain[D]) MarshalBinary() ([]byte, error) {
	if c.Iteration < 0 {
		return saved.Seal(c.Model, layout, Mark[D]{})
	}
	return saved.Seal(c.Model, layout, c.Mark())
}

// Open reads a saved state, of which every draw must fit. The chain goes on from [Chain.Now], where that is not nil:
// else it starts again.
func (c *Chain[D]) Open(data []byte, fits func(D) error) error {
	var m Mark[D]
	if err := saved.Open(c.Model, layout, data, &m); err != nil {
		return err
	}
	if len(m.Generator) == 0 {
		return nil
	}
	for _, d := range append([]D{m.State}, m.Kept...) {
		if err := fits(d); err != nil {
			return err
		}
	}
	return c.Resume(m)
}

// Resume makes the chain that of a mark.
func (c *Chain[D]) Resume(m Mark[D]) error {
	if err := c.source.UnmarshalBinary(m.Generator); err != nil {
		return errors.New(c.Model + ": the saved random number generator cannot be read; start the run again")
	}
	c.Iteration, c.Scalars, c.Now, c.generator = m.Iteration, m.Scalars, m.State, m.Generator
	c.Draws = inference.Thinned[D]{Draws: m.Kept, Stride: max(1, m.Stride)}
	return nil
}
