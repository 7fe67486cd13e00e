package dpmm

import (
	"errors"
	"fmt"

	"example.org/espalier/inference/saved"
)

// A mark is everything that a chain needs to continue from the end of an iteration. Work on the
// next iteration is repeated, to the same bits.
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
	generator, err := c.source.MarshalBinary()
	if err != nil {
		panic("dpmm: the random number generator cannot be saved: " + err.Error())
	}
	c.mark = mark{Iteration: c.iteration, Generator: generator, State: c.state.draw(c.iteration, c.scalars[0]),
		Kept: c.draws.kept, Stride: c.draws.stride, Scalars: c.scalars}
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is only the seed to save: a
// restored chain starts again.
func (c *sampler) MarshalBinary() ([]byte, error) {
	return saved.Seal("dpmm", layout, c.mark)
}

// UnmarshalBinary implements inference.Saver.
func (c *sampler) UnmarshalBinary(data []byte) error {
	var m mark
	if err := saved.Open("dpmm", layout, data, &m); err != nil {
		return err
	}
	if m.State == nil {
		return nil
	}
	if n, _ := c.x.Dims(); len(m.State.Z) != n {
		return fmt.Errorf("dpmm: the saved state has %d rows, but the data have %d", len(m.State.Z), n)
	}
	if err := c.source.UnmarshalBinary(m.Generator); err != nil {
		return errors.New("dpmm: the saved random number generator cannot be read; start the run again")
	}
	c.prepare()
	s := c.state
	s.hyper.alpha, s.prior.Scale, s.prior.Kappa = m.State.Alpha, m.State.Scale, m.State.Kappa
	s.forget()
	s.load(m.State)
	c.iteration, c.scalars = m.Iteration, m.Scalars
	c.draws.kept, c.draws.stride = m.Kept, m.Stride
	c.draws.counted, c.draws.together = nil, nil
	c.mark = m
	c.next(gibbs)
	return nil
}
