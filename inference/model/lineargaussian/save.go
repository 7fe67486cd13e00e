package lineargaussian

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
	Next      int       // id of the next feature
	Filled    []float64 // the missing cells, row by row; of zeros and ones the latent numbers of all cells
	Kept      []*draw
	Stride    int
	Scalars   []float64
}

// layout is the version of the saved state.
const layout = 1

func (c *sampler) setMark(now *draw) {
	m := mark{Iteration: c.iteration, Generator: saved.Generator(c.source), State: now, Next: c.state.next,
		Kept:   c.kept.all,
		Stride: c.kept.stride, Scalars: c.scalars}
	for i := range c.state.x {
		for _, j := range c.state.drawn(i) {
			m.Filled = append(m.Filled, c.state.x[i][j])
		}
	}
	c.mark = m
}

// drawn returns the columns of a row whose numbers are part of the state.
func (s *state) drawn(i int) []int {
	if s.latent != nil {
		return inference.UpTo(len(s.x[i]))
	}
	return s.missing[i]
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is only the seed to save: a
// restored chain starts again.
func (c *sampler) MarshalBinary() ([]byte, error) { return saved.Seal("ibp", layout, c.mark) }

// UnmarshalBinary implements inference.Saver.
func (c *sampler) UnmarshalBinary(data []byte) error {
	var m mark
	if err := saved.Open("ibp", layout, data, &m); err != nil {
		return err
	}
	if m.State == nil {
		return nil
	}
	n, d := c.data.Dims()
	if len(m.State.Base) != d {
		return fmt.Errorf("ibp: the saved state has %d columns, but the data have %d", len(m.State.Base), d)
	}
	c.prepare()
	s := c.state
	at := 0
	for i := range s.x {
		for _, j := range s.drawn(i) {
			if at == len(m.Filled) {
				return errors.New("ibp: the saved state belongs to a table with fewer missing cells")
			}
			s.x[i][j] = m.Filled[at]
			at++
		}
	}
	if err := c.source.UnmarshalBinary(m.Generator); err != nil {
		return errors.New("ibp: the saved random number generator cannot be read; start the run again")
	}
	s.hyper.alpha, s.hyper.noise, s.hyper.variance = m.State.Alpha, m.State.Noise, m.State.Variance
	s.present, s.next = n, m.Next
	for k, rows := range m.State.Owners {
		s.open(m.State.IDs[k])
		f := len(s.z) - 1
		for _, i := range rows {
			if int(i) >= n {
				return fmt.Errorf("ibp: the saved state has row %d, but the data have %d rows", i+1, n)
			}
			s.z[f][i] = true
		}
		s.count[f] = len(rows)
	}
	for _, k := range m.Kept {
		k.share(n)
	}
	c.now = c.publish(m.State)
	c.iteration, c.scalars = m.Iteration, m.Scalars
	c.kept = draws{m.Kept, m.Stride}
	c.mark = m
	c.next(sweeping)
	return nil
}
