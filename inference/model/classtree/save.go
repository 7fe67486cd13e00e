package classtree

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/sweeps"
)

// A mark is everything that a chain needs to continue from the end of an iteration. Work on the next iteration is
// repeated, to the same bits.
type mark struct {
	sweeps.Mark[*draw]
	Tree              *sampler.MoverState
	Labels            saved.Ints[int32]
	Share, X, Base    saved.Floats
	Sigma2, Noise     saved.Floats
	Seen, Sum, Square saved.Floats
	Likelihood        float64
}

// layout is the version of the saved state.
const layout = 1

func (c *chain) setMark() {
	s := c.state
	tree := s.mover.State()
	c.mark = mark{Mark: c.Mark(), Tree: &tree, Labels: slices.Clone(s.z),
		Share: slices.Clone(s.share), X: slices.Clone(s.x), Base: slices.Clone(s.base), Sigma2: slices.Clone(s.sigma2),
		Noise: slices.Clone(s.noise), Seen: slices.Clone(s.seen), Sum: slices.Clone(s.sum),
		Square:     slices.Clone(s.square),
		Likelihood: s.likelihood}
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is only the seed to save: a restored chain starts
// again.
func (c *chain) MarshalBinary() ([]byte, error) { return saved.Seal("classtree", layout, c.mark) }

// UnmarshalBinary implements inference.Saver.
func (c *chain) UnmarshalBinary(data []byte) error {
	var m mark
	if err := saved.Open("classtree", layout, data, &m); err != nil {
		return err
	}
	if m.Tree == nil {
		return nil
	}
	s := c.state
	for _, pair := range [][2]int{
		{len(m.Labels), len(s.z)}, {len(m.Share), s.k}, {len(m.X), len(s.x)}, {len(m.Base), len(s.base)},
		{len(m.Sigma2), len(s.sigma2)}, {len(m.Noise), len(s.noise)}, {len(m.Seen), len(s.seen)},
		{len(m.Sum), len(s.sum)}, {len(m.Square), len(s.square)},
	} {
		if pair[0] != pair[1] {
			return fmt.Errorf("classtree: the saved state is not of a table of %d rows and %d columns; "+
				"start the run again", s.t.n, len(s.t.columns))
		}
	}
	damaged := errors.New("classtree: the saved state is damaged; start the run again")
	for _, numbers := range []saved.Floats{m.Share, m.X, m.Base, m.Sigma2, m.Noise, m.Seen, m.Sum, m.Square} {
		for _, v := range numbers {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return damaged
			}
		}
	}
	width := 0
	for j := range s.t.columns {
		width += len(c.levels(j))
	}
	for _, d := range m.Kept {
		if d == nil || len(d.Labels) != s.t.n || len(d.Share) != s.k || len(d.Mu) != len(s.x) ||
			len(d.Noise) != len(s.noise) || len(d.Sigma2) != len(s.sigma2) || len(d.Parent) < s.k+1 ||
			len(d.Response) != s.k*width || len(d.Ell) != len(d.Parent)-s.k ||
			slices.ContainsFunc(d.Labels, func(k int) bool { return k < 0 || k >= s.k }) {
			return damaged
		}
	}
	if slices.ContainsFunc(m.Labels, func(k int32) bool { return k < 0 || int(k) >= s.k }) {
		return damaged
	}
	if err := c.Resume(m.Mark); err != nil {
		return err
	}
	if err := s.mover.SetState(*m.Tree); err != nil {
		return fmt.Errorf("classtree: %w", err)
	}
	copy(s.z, m.Labels)
	copy(s.share, m.Share)
	copy(s.x, m.X)
	copy(s.base, m.Base)
	copy(s.sigma2, m.Sigma2)
	copy(s.noise, m.Noise)
	copy(s.seen, m.Seen)
	copy(s.sum, m.Sum)
	copy(s.square, m.Square)
	s.likelihood = m.Likelihood
	c.mark, c.stage, c.at, c.first, c.look = m, moving, 0, nil, nil
	s.hang()
	return nil
}
