package crosscat

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
	c.mark = mark{Iteration: c.iteration, Generator: saved.Generator(c.source),
		State: c.state.draw(c.iteration, c.scalars[0]), Kept: c.draws.Draws, Stride: c.draws.Stride, Scalars: c.scalars}
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is only the seed to save: a restored chain
// starts again.
func (c *sampler) MarshalBinary() ([]byte, error) { return saved.Seal("crosscat", layout, c.mark) }

// UnmarshalBinary implements inference.Saver.
func (c *sampler) UnmarshalBinary(data []byte) error {
	var m mark
	if err := saved.Open("crosscat", layout, data, &m); err != nil {
		return err
	}
	if m.State == nil {
		return nil
	}
	for _, d := range append([]*draw{m.State}, m.Kept...) {
		if err := c.state.t.fits(d); err != nil {
			return err
		}
	}
	if err := c.source.UnmarshalBinary(m.Generator); err != nil {
		return errors.New("crosscat: the saved random number generator cannot be read; start the run again")
	}
	c.state.take(m.State)
	c.state.settle()
	c.iteration, c.scalars = m.Iteration, m.Scalars
	c.draws = inference.Thinned[*draw]{Draws: m.Kept, Stride: max(1, m.Stride)}
	c.mark, c.shown = m, shown{}
	c.split, c.proposals, c.weighed, c.departure, c.viewMove = nil, 0, nil, nil, nil
	c.next(visiting)
	return nil
}

// fits returns an error if a draw is not one of the table.
func (t *table) fits(d *draw) error {
	if d == nil || len(d.Of) != t.d || len(d.Hyper) != t.d || len(d.Drawn) != len(t.limits) {
		return fmt.Errorf("crosscat: the saved state is not of a table of %d rows and %d columns; start the run again",
			t.n, t.d)
	}
	of := append([]int(nil), d.Of...)
	if !labels.Numbered(of) || labels.Number(of) != len(d.Rows) || len(d.Beta) != len(d.Rows) {
		return errors.New("crosscat: the saved views are not numbered; start the run again")
	}
	for _, z := range d.Rows {
		if len(z) != t.n || !labels.Numbered(z) {
			return errors.New("crosscat: the saved clusters are not numbered; start the run again")
		}
	}
	for j, h := range d.Hyper {
		if len(h) != len(t.usual[j].Hyper()) {
			return errors.New("crosscat: the saved hyperparameters are of other kinds of columns; start the run again")
		}
	}
	return nil
}
