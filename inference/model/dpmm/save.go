package dpmm

import (
	"errors"
	"fmt"

	"example.org/espalier/inference"
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

	// Since layout 2:
	Covariance string // ofFull, ofDiagonal or ofComponents
	Components int    // of which the scores are clustered; 0 for the columns themselves
}

// layout is the version of the saved state. One of layout 2 has no limited cells. A chain of layout 1 goes on with
// the clusters that it has, with T as it was in its draws, T₀, which is learnt from here on.
const (
	layout       = 3
	secondLayout = 2
	firstLayout  = 1
)

// firstCovariance returns the choice of auto in layout 1.
func (c *sampler) firstCovariance() string {
	if n, d := c.x.Dims(); d > 16 || n < 10*d {
		return ofDiagonal
	}
	return ofFull
}

func (c *sampler) setMark() {
	c.mark = mark{Iteration: c.iteration, Generator: saved.Generator(c.source), State: c.state.draw(c.iteration,
		c.scalars[0]),
		Kept: c.draws.Draws, Stride: c.draws.Stride, Scalars: c.scalars, Covariance: c.covariance}
	if c.components != nil {
		_, c.mark.Components = c.of.Dims()
	}
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is only the seed to save: a
// restored chain starts again.
func (c *sampler) MarshalBinary() ([]byte, error) { return saved.Seal("dpmm", layout, c.mark) }

// UnmarshalBinary implements inference.Saver.
func (c *sampler) UnmarshalBinary(data []byte) error {
	var m mark
	if err := saved.Open("dpmm", layout, data, &m); err != nil {
		m = mark{}
		if saved.Open("dpmm", secondLayout, data, &m) == nil {
			return c.restore(m)
		}
		m = mark{}
		if saved.Open("dpmm", firstLayout, data, &m) != nil {
			return err
		}
		if m.Covariance = c.settings.Text("covariance"); m.Covariance == "auto" {
			m.Covariance = c.firstCovariance()
		}
	}
	return c.restore(m)
}

// restore makes the chain go on from a mark.
func (c *sampler) restore(m mark) error {
	if m.State == nil {
		return nil
	}
	n, d := c.x.Dims()
	if len(m.State.Z) != n {
		return fmt.Errorf("dpmm: the saved state has %d rows, but the data have %d", len(m.State.Z), n)
	}
	for _, k := range append([]*draw{m.State}, m.Kept...) {
		if !fits(c.kinds, k.Hyper) || len(k.Drawn) != c.hidden.count(len(c.limits)) {
			return errors.New("dpmm: the saved state is of other kinds of columns; start the run again")
		}
	}
	if k := m.Components; k < 0 || k > min(n, d) || (k > 0) != (m.Covariance == ofComponents) {
		return fmt.Errorf("dpmm: the saved state has %d components; start the run again", k)
	}
	c.covariance = m.Covariance
	if err := c.source.UnmarshalBinary(m.Generator); err != nil {
		return errors.New("dpmm: the saved random number generator cannot be read; start the run again")
	}
	if m.Components > 0 {
		c.choose(m.Components)
	}
	c.prepare()
	s := c.state
	s.takeHyper(m.State)
	s.load(m.State)
	c.iteration, c.scalars = m.Iteration, m.Scalars
	c.draws = draws{Thinned: inference.Thinned[*draw]{Draws: m.Kept, Stride: m.Stride}}
	c.mark = m
	c.next(gibbs)
	return nil
}
