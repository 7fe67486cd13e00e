package nsfa

import (
	"errors"
	"fmt"

	"espalier/inference/saved"
)

// A mark is everything that a chain needs to continue from the end of an iteration. Work on the next
// iteration is repeated, to the same bits.
type mark struct {
	Iteration int
	Generator []byte
	State     *frozen
	Kept      []*draw
	Stride    int
	Scalars   []float64
}

// frozen is a state of K factors without the derived quantities.
type frozen struct {
	IDs         []int
	NextID      int
	Items       [][]int32 // of each factor
	Values      [][]float64
	X           []float64 // K×N
	Lambda, Rho []float64
	Each        [][]float64 // of each factor, D; nil except for Student-t loadings
	Tau         []float64
	Alpha       float64
	Common      float64
	BLambda     float64
	BPsi        float64
}

// freeze copies the state into f, reusing its memory. O(DK + NK)
func (s *state) freeze(f *frozen) {
	k := s.k()
	f.IDs, f.NextID = append(f.IDs[:0], s.ids[:k]...), s.nextID
	f.X = append(f.X[:0], s.x[:k*s.obs.n]...)
	f.Lambda, f.Rho = append(f.Lambda[:0], s.lambda[:k]...), append(f.Rho[:0], s.rho[:k]...)
	f.Tau = append(f.Tau[:0], s.tau...)
	f.Alpha, f.Common, f.BLambda, f.BPsi = s.alpha, s.common, s.bLambda, s.bPsi
	for len(f.Items) < k {
		f.Items, f.Values = append(f.Items, nil), append(f.Values, nil)
		if s.each != nil {
			f.Each = append(f.Each, nil)
		}
	}
	f.Items, f.Values = f.Items[:k], f.Values[:k]
	for j := range k {
		f.Items[j], f.Values[j] = f.Items[j][:0], f.Values[j][:0]
	}
	for d := range s.obs.d {
		for j := range k {
			if s.z[d*s.size+j] {
				f.Items[j], f.Values[j] = append(f.Items[j], int32(d)), append(f.Values[j], s.g[d*s.size+j])
			}
		}
	}
	for j := range f.Each {
		f.Each[j] = f.Each[j][:0]
		for d := range s.obs.d {
			f.Each[j] = append(f.Each[j], s.each[d*s.size+j])
		}
	}
}

// thaw restores a frozen state into one without factors.
func (s *state) thaw(f *frozen) {
	n := s.obs.n
	s.grow(len(f.IDs))
	for j := range f.IDs {
		k := s.take()
		s.lambda[k], s.rho[k], s.ids[k] = f.Lambda[j], f.Rho[j], f.IDs[j]
		for i, d := range f.Items[j] {
			s.set(int(d), k, true, f.Values[j][i])
		}
		if s.each != nil {
			for d, v := range f.Each[j] {
				s.each[d*s.size+k] = v
			}
		}
		copy(s.activity(k), f.X[j*n:(j+1)*n])
		s.reverse(k)
	}
	s.nextID = f.NextID
	copy(s.tau, f.Tau)
	s.alpha, s.common, s.bLambda, s.bPsi = f.Alpha, f.Common, f.BLambda, f.BPsi
	s.refresh()
}

// layout is the version of the saved state.
const layout = 1

// setMark records the state at the end of an iteration, and keeps a draw if it is its turn.
func (c *chain) setMark() {
	generator, err := c.source.MarshalBinary()
	if err != nil {
		panic("nsfa: the generator cannot be saved: " + err.Error())
	}
	f := c.mark.State
	if f == nil {
		f = &frozen{}
	}
	c.state.freeze(f)
	c.draws.offer(c.iteration, func() *draw { return f.keep(c.iteration, c.scalars) })
	c.mark = mark{Iteration: c.iteration, Generator: generator, State: f, Kept: c.draws.kept, Stride: c.draws.stride, Scalars: c.scalars}
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is only the seed to save: a
// restored chain starts again.
func (c *chain) MarshalBinary() ([]byte, error) {
	return saved.Seal(c.variant.name, layout, c.mark)
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
	c.prepare()
	if len(m.State.Tau) != c.obs.d || len(m.State.X) != len(m.State.IDs)*c.obs.n {
		return fmt.Errorf("%s: the saved state is of another table", c.variant.name)
	}
	for _, d := range m.Kept {
		if len(d.Scalars) != len(c.variant.scalars()) {
			return fmt.Errorf("%s: the saved state is of another version of the program; start the run again", c.variant.name)
		}
	}
	if err := c.source.UnmarshalBinary(m.Generator); err != nil {
		return errors.New(c.variant.name + ": the saved generator cannot be read; start the run again")
	}
	c.state.thaw(m.State)
	c.iteration, c.scalars = m.Iteration, m.Scalars
	c.draws = draws{kept: m.Kept, stride: m.Stride}
	c.mark = m
	c.next(tilting)
	return nil
}
