package agglomerative

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"espalier/inference"
	"espalier/inference/algorithm/linkage"
	"espalier/inference/tree"
)

const (
	stepTime  = 20 * time.Millisecond
	sliceWork = 200_000 // multiply-adds between looks at the clock
)

// stepper is one clustering in progress.
type stepper struct {
	data     *inference.Dataset
	optimal  bool
	clusters *linkage.Clusterer // nil once merges are known
	order    *linkage.Orderer   // nil before and after
	merges   []linkage.Merge
	tree     *tree.Tree // as it is shown so far
	leaves   []int      // the leaf order found, nil until then
	reported bool       // iteration 0 has been reported
}

var _ inference.Saver = (*stepper)(nil)

// Step goes on with the clustering, then with the leaf order.
func (s *stepper) Step(ctx context.Context) (inference.Report, error) {
	start := time.Now()
	changed := false
	for {
		if err := ctx.Err(); err != nil {
			return inference.Report{}, err
		}
		switch {
		case s.clusters != nil:
			if s.clusters.Advance(sliceWork) {
				s.grow(s.clusters.Merges())
				changed = true
			}
		case s.order != nil:
			if s.order.Advance(sliceWork) {
				s.arrange(s.order.Order())
				changed = true
			}
		default:
			r := inference.Report{Phase: "tree complete", Fraction: 1, Changed: changed || !s.reported, Done: true}
			if !s.reported {
				s.reported = true
				r.Scalars = []float64{s.height()}
			}
			return r, nil
		}
		if time.Since(start) > stepTime {
			r := s.progress()
			r.Changed = changed
			return r, nil
		}
	}
}

// grow takes the merges over and goes on to the leaf order.
func (s *stepper) grow(merges []linkage.Merge) {
	s.merges = merges
	s.tree = linkage.Tree(merges, s.data.Rows)
	s.clusters = nil
	if s.optimal {
		s.order = linkage.NewOrderer(s.data.X, merges)
	}
}

func (s *stepper) arrange(leaves []int) {
	s.leaves = leaves
	s.tree = s.tree.OrderByPosition(leaves)
	s.order = nil
}

func (s *stepper) height() float64 { return s.merges[len(s.merges)-1].Height }

func (s *stepper) progress() inference.Report {
	clustering := 1.0
	if s.optimal {
		clustering = 0.7
	}
	if s.clusters != nil {
		return inference.Report{Phase: "joining the nearest clusters", Fraction: clustering * s.clusters.Fraction()}
	}
	r := inference.Report{Phase: "ordering the leaves", Fraction: clustering}
	if s.order != nil {
		r.Fraction += (1 - clustering) * s.order.Fraction()
	}
	return r
}

// Snapshot shows the tree as soon as the rows are joined.
func (s *stepper) Snapshot() *inference.Snapshot {
	snap := &inference.Snapshot{Model: Model{}.Info().Name, Phase: s.progress().Phase}
	if s.tree == nil {
		return snap
	}
	snap.Trees = []inference.WeightedTree{{Tree: s.tree, Objective: math.NaN(), Weight: 1}}
	snap.Scalars = []inference.Scalar{{Name: "height", Mean: s.height()}}
	if s.clusters == nil && s.order == nil {
		snap.Phase = "tree complete"
	}
	return snap
}

const stateVersion = 1

// MarshalBinary saves the merges and the leaf order that are known. What is under
// way is not saved: it depends on nothing but the data, and is done again.
func (s *stepper) MarshalBinary() ([]byte, error) {
	flags := byte(0)
	if s.reported {
		flags = 1
	}
	b := []byte{stateVersion, flags}
	b = binary.AppendUvarint(b, uint64(len(s.merges)))
	for _, m := range s.merges {
		b = binary.AppendUvarint(b, uint64(m.A))
		b = binary.AppendUvarint(b, uint64(m.B))
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(m.Height))
		b = binary.AppendUvarint(b, uint64(m.Size))
	}
	b = binary.AppendUvarint(b, uint64(len(s.leaves)))
	for _, l := range s.leaves {
		b = binary.AppendUvarint(b, uint64(l))
	}
	return b, nil
}

var errState = errors.New("agglomerative: this saved state is damaged or belongs to other data; start the run again")

// UnmarshalBinary restores what MarshalBinary saved. On an error the stepper is as
// it was.
func (s *stepper) UnmarshalBinary(b []byte) error {
	if len(b) < 2 || b[1] > 1 {
		return errState
	}
	if b[0] != stateVersion {
		return fmt.Errorf("agglomerative: this state was saved by another version (%d); start the run again", b[0])
	}
	n, _ := s.data.Dims()
	reported := b[1] == 1
	r := reader{b: b[2:]}
	count := r.number(uint64(n - 1))
	if count != 0 && count != n-1 {
		return errState
	}
	merges := make([]linkage.Merge, count)
	used := make([]bool, 2*n)
	for i := range merges {
		m := linkage.Merge{A: r.number(uint64(n + i - 1)), B: r.number(uint64(n + i - 1)), Height: r.real(), Size: r.number(uint64(n))}
		if r.bad || m.A >= m.B || used[m.A] || used[m.B] || !(m.Height >= 0) || i > 0 && m.Height < merges[i-1].Height {
			return errState
		}
		used[m.A], used[m.B] = true, true
		merges[i] = m
	}
	leaves := make([]int, r.number(uint64(n)))
	for i := range leaves {
		leaves[i] = r.number(uint64(n - 1))
	}
	sorted := slices.Clone(leaves)
	slices.Sort(sorted)
	for i, l := range sorted {
		if l != i {
			return errState
		}
	}
	ordered := len(leaves) == n && s.optimal
	complete := count == n-1 && (ordered || !s.optimal)
	if r.bad || len(r.b) > 0 || len(leaves) != 0 && (!ordered || count == 0) || reported && !complete {
		return errState
	}
	if count > 0 {
		s.grow(merges)
		if ordered {
			s.arrange(leaves)
		}
	}
	s.reported = reported
	return nil
}

// reader takes a saved state apart.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) number(most uint64) int {
	x, k := binary.Uvarint(r.b)
	if k <= 0 || x > most {
		r.bad = true
		r.b = nil
		return 0
	}
	r.b = r.b[k:]
	return int(x)
}

func (r *reader) real() float64 {
	if len(r.b) < 8 {
		r.bad = true
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(r.b))
	r.b = r.b[8:]
	return x
}
