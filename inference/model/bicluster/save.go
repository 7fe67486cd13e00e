package bicluster

import (
	"errors"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
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
		c.scalars[0]),
		Kept: c.draws.Draws, Stride: c.draws.Stride, Scalars: c.scalars}
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is only the seed to save: a restored chain starts
// again.
func (c *sampler) MarshalBinary() ([]byte, error) { return saved.Seal("bicluster", layout, c.mark) }

// UnmarshalBinary implements inference.Saver.
func (c *sampler) UnmarshalBinary(data []byte) error {
	var m mark
	if err := saved.Open("bicluster", layout, data, &m); err != nil {
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
		return errors.New("bicluster: the saved random number generator cannot be read; start the run again")
	}
	c.state.take(m.State)
	c.iteration, c.scalars = m.Iteration, m.Scalars
	c.draws = inference.Thinned[*draw]{Draws: m.Kept, Stride: max(1, m.Stride)}
	c.mark, c.which, c.tally = m, ofRows, tallies{}
	c.next(gathering)
	return nil
}

// fits returns an error if a draw is not one of the table.
func (c *sampler) fits(d *draw) error {
	t := c.state.t
	if d == nil || len(d.Rows) != t.n || len(d.Columns) != t.d || len(d.Hyper) != len(t.parts) {
		return fmt.Errorf("bicluster: the saved state is not of a table of %d rows and %d columns; start the run again", t.n, t.d)
	}
	for _, z := range [][]int{d.Rows, d.Columns} {
		if !labels.Numbered(z) {
			return errors.New("bicluster: the saved clusters are not numbered; start the run again")
		}
	}
	for p, h := range d.Hyper {
		if len(h) != len(t.parts[p].law.Hyper()) {
			return errors.New("bicluster: the saved hyperparameters are of another model; start the run again")
		}
	}
	return nil
}
