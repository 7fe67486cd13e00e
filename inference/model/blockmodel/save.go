package blockmodel

import (
	"errors"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/saved"
)

// A mark is everything that a chain needs to continue from the end of an iteration. Work on the next iteration is
// repeated, to the same bits.
type mark struct {
	Iteration int
	Generator []byte
	State     *draw
	Kept      []*draw
	Stride    int
	Scalars   []float64
}

// layout is the version of the saved state.
const layout = 1

func (c *sampler) setMark() {
	c.mark = mark{Iteration: c.iteration, Generator: saved.Generator(c.source), State: c.state.draw(c.iteration,
		c.scalars[0]), Kept: c.draws.Draws, Stride: c.draws.Stride, Scalars: c.scalars}
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is only the seed to save: a restored chain starts
// again.
func (c *sampler) MarshalBinary() ([]byte, error) { return saved.Seal("blockmodel", layout, c.mark) }

// UnmarshalBinary implements inference.Saver.
func (c *sampler) UnmarshalBinary(data []byte) error {
	var m mark
	if err := saved.Open("blockmodel", layout, data, &m); err != nil {
		return err
	}
	if m.State == nil {
		return nil
	}
	for _, d := range append([]*draw{m.State}, m.Kept...) {
		if err := c.fits(d); err != nil {
			return err
		}
	}
	if err := c.source.UnmarshalBinary(m.Generator); err != nil {
		return errors.New("blockmodel: the saved random number generator cannot be read; start the run again")
	}
	c.state.take(m.State)
	c.iteration, c.scalars, c.at = m.Iteration, m.Scalars, 0
	c.draws = inference.Thinned[*draw]{Draws: m.Kept, Stride: max(1, m.Stride)}
	c.mark, c.tally = m, [2]partition.Tally{}
	return nil
}

// fits returns an error if a draw is not one of the network.
func (c *sampler) fits(d *draw) error {
	t := c.state.t
	if d == nil || len(d.Nodes) != t.n || len(d.Hyper) != len(t.law.Hyper()) {
		return fmt.Errorf("blockmodel: the saved state is not of this network of %d nodes; start the run again", t.n)
	}
	if !labels.Numbered(d.Nodes) {
		return errors.New("blockmodel: the saved clusters are not numbered; start the run again")
	}
	return nil
}
