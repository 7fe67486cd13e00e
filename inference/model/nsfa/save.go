package nsfa

import (
	"errors"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/process/loadings"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/saved"
)

// A mark is everything that a chain needs to continue from the end of an iteration. Work on the next
// iteration is repeated, to the same bits.
type mark struct {
	Iteration int
	Generator []byte
	State     *loadings.Frozen
	Kept      []*draw
	Stride    int
	Scalars   []float64
}

// writtenMark is a mark as it is written: its draws stand beside it.
type writtenMark struct {
	Iteration int
	Generator []byte
	State     *loadings.Frozen
	Kept      []writtenDraw
	Stride    int
	Scalars   []float64
}

type writtenDraw struct {
	Iteration  int
	Scalars    []float64
	Factors    saved.Place
	Base       []float64
	Bytes      int
	Parameters []float64 `cbor:",omitempty"`
}

// layout is the version of the saved state.
const layout = 1

// setMark records the state at the end of an iteration, and keeps a draw if it is its turn.
func (c *chain) setMark() {
	f := c.mark.State
	if f == nil {
		f = &loadings.Frozen{}
	}
	c.state.Freeze(f)
	c.draws.Offer(c.iteration, func() *draw { return keep(f, c.iteration, c.scalars) }, full)
	c.mark = mark{Iteration: c.iteration, Generator: saved.Generator(c.source), State: f, Kept: c.draws.Draws,
		Stride:  c.draws.Stride,
		Scalars: c.scalars}
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is only the seed to save: a
// restored chain starts again.
func (c *chain) MarshalBinary() ([]byte, error) { return pieces.Whole(c.Pieces()) }

// Pieces returns the state in pieces, of which each draw is one.
func (c *chain) Pieces() (*pieces.Bytes, error) {
	places := &saved.Places{}
	m := writtenMark{Iteration: c.mark.Iteration, Generator: c.mark.Generator, State: c.mark.State, Stride: c.mark.Stride,
		Scalars: c.mark.Scalars}
	for _, d := range c.mark.Kept {
		f := &pieces.Bytes{}
		f.AddSource(d.Factors)
		m.Kept = append(m.Kept, writtenDraw{Iteration: d.Iteration, Scalars: d.Scalars, Factors: places.Put(f), Base: d.Base,
			Bytes: d.Bytes, Parameters: d.Parameters})
	}
	return saved.SealPieces(c.variant.name, layout, m, places)
}

// UnmarshalBinary implements inference.Saver.
func (c *chain) UnmarshalBinary(data []byte) error {
	var m mark
	if err := saved.Open(c.variant.name, layout, data, &m); err != nil {
		return err
	}
	if m.State == nil {
		return nil
	}
	c.state = nil
	c.prepare()
	if err := m.State.Fits(c.state); err != nil {
		return fmt.Errorf("%s: %w; start the run again", c.variant.name, err)
	}
	if n := len(c.names) - 1; len(m.Scalars) == n { // of before there was the log likelihood
		c.names = c.names[:n]
	}
	for _, d := range m.Kept {
		if len(d.Scalars) != len(c.names) {
			return fmt.Errorf("%s: the saved state comes from another version of the program; start the run again",
				c.variant.name)
		}
		if len(d.Parameters) > 0 {
			if _, err := observation.WithParameters(c.columns, d.Parameters); err != nil {
				return fmt.Errorf("%s: %w; start the run again", c.variant.name, err)
			}
		}
	}
	if err := c.source.UnmarshalBinary(m.Generator); err != nil {
		return errors.New(c.variant.name + ": the saved random number generator cannot be read; start the run again")
	}
	c.state.Thaw(m.State)
	c.iteration, c.scalars = m.Iteration, m.Scalars
	c.draws = inference.Thinned[*draw]{Draws: m.Kept, Stride: m.Stride}
	c.mark = m
	c.sweeper = loadings.NewSweeper(c.state, false, c.rng)
	return nil
}
