package ggm

import (
	"errors"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/saved"
)

// layout is the version of the saved state.
const layout = 1

var errOther = errors.New("ggm: the saved state belongs to another table or other settings; start the run again")

// MarshalBinary implements inference.Saver. A sweep under way is repeated, and so is the prior.
func (f *fit) MarshalBinary() ([]byte, error) { return saved.Seal("ggm", layout, f.state) }

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("ggm", layout, data, &s); err != nil {
		return err
	}
	if s.Iteration < 0 {
		return nil
	}
	c := f.chain
	d, cells := c.d, 0
	for _, g := range c.gaps {
		cells += len(g)
	}
	if len(s.Omega) != d*(d+1)/2 || len(s.Slabs) != d*(d-1)/2 || len(s.Cells) != cells || len(s.Scalars) != 2 ||
		s.Stride < 1 ||
		!(s.Prior >= 0 && s.Prior <= 1) || len(s.Means.Blocks) == 0 || !s.Means.Fits(d*(d-1), s.Iteration, -1, 1) ||
		len(s.Kept) > mostDraws ||
		!vector.Finite(s.Omega) || !vector.Finite(s.Cells) {
		return errOther
	}
	for _, k := range s.Kept {
		if k == nil || k.Iteration < 0 || k.Iteration > s.Iteration || len(k.Mean) != d || len(k.Omega) != len(s.Omega) ||
			!vector.Finite(k.Mean) || !vector.Finite(k.Omega) {
			return errOther
		}
	}
	omega, slabs, left := s.Omega, s.Slabs, s.Cells
	for i := range d {
		for j := range i + 1 {
			c.omega[i*d+j], c.omega[j*d+i] = omega[0], omega[0]
			omega = omega[1:]
			if i != j {
				c.slabs[i*d+j], c.slabs[j*d+i] = slabs[0], slabs[0]
				slabs = slabs[1:]
			}
		}
	}
	for i, g := range c.gaps {
		for _, j := range g {
			c.x[i*d+j] = left[0]
			left = left[1:]
		}
	}
	if !c.invert() {
		return errOther
	}
	c.moments()
	if err := f.source.UnmarshalBinary(s.Generator); err != nil {
		return errors.New("ggm: the saved random number generator cannot be read; start the run again")
	}
	f.state, f.empty, c.next = s, nil, 0
	return nil
}
