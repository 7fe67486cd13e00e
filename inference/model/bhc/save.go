package bhc

import (
	"errors"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/saved"
)

var (
	_ inference.Saver         = (*fit)(nil)
	_ inference.Predictor     = (*fit)(nil)
	_ inference.CellPredictor = (*fit)(nil)
)

// layout is the version of the saved state.
const layout = 1

// state is the saved form: the tree after the last iteration. The work on the next one is repeated.
type state struct {
	Iteration   int // −1 before the first tree
	Settled     bool
	Hyper       hyper
	Left, Right []int  // children of each node above the rows
	Open        []bool // of these nodes, of rose trees; nil for binary ones
	Leaves      []int
}

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	s := state{Iteration: f.iteration, Settled: f.settled}
	if f.now != nil {
		s.Hyper, s.Leaves = f.now.hyper, f.leaves
		for _, k := range f.now.nodes[f.t.n:] {
			s.Left, s.Right = append(s.Left, k.left), append(s.Right, k.right)
			if f.law.mixing > 0 {
				s.Open = append(s.Open, k.open)
			}
		}
	}
	return saved.Seal("bhc", layout, s)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("bhc", layout, data, &s); err != nil {
		return err
	}
	if s.Iteration < 0 {
		return nil
	}
	if !s.fits(f.t.n) {
		return errors.New("bhc: the saved state belongs to other data; start the run again")
	}
	h := &hierarchy{nodes: make([]node, 0, 2*f.t.n-1), base: newBase(f.t.tables(f.law.freedom), s.Hyper)}
	for i := range f.t.n {
		h.nodes = append(h.nodes, node{left: -1, right: -1, parent: -1, cluster: f.t.row(i)})
	}
	for i, l := range s.Left {
		r := s.Right[i]
		h.nodes = append(h.nodes, node{left: l, right: r, parent: -1, open: s.Open != nil && s.Open[i],
			cluster: joined(h.nodes[l].cluster, h.nodes[r].cluster)})
	}
	f.building, f.starts = nil, nil
	f.accept(h.score(s.Hyper, f.law.freedom), s.Leaves)
	f.iteration, f.settled = s.Iteration, s.Settled
	return nil
}

// fits reports whether the state is that of a tree of n rows.
func (s *state) fits(n int) bool {
	if len(s.Left) != n-1 || len(s.Right) != n-1 || len(s.Leaves) != n ||
		s.Open != nil && (len(s.Open) != n-1 || s.Open[n-2]) {
		return false
	}
	used := make([]bool, 2*n-1)
	for i := range s.Left {
		for _, k := range []int{s.Left[i], s.Right[i]} {
			if k < 0 || k >= n+i || used[k] {
				return false
			}
			used[k] = true
		}
	}
	leaves := slices.Clone(s.Leaves)
	slices.Sort(leaves)
	for i, l := range leaves {
		if l != i {
			return false
		}
	}
	for _, v := range []float64{s.Hyper.Alpha, s.Hyper.Scale, s.Hyper.Kappa} {
		if !(v > 0) || math.IsInf(v, 1) {
			return false
		}
	}
	return true
}
