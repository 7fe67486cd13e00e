package agglomerative

import (
	"context"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

const (
	sliceWork = 200_000 // multiply-adds between looks at the clock
)

// stepper is one clustering in progress.
type stepper struct {
	data     *inference.Dataset
	optimal  bool
	by       linkage.Metric
	how      linkage.Method
	x        *mat.Dense         // the rows compared: the data, or for mahalanobis distances their map
	rounds   int                // of learning the map that are still to come
	of       int                // of all of them
	before   []linkage.Merge    // that x was learnt from
	gower    *gower             // of distances that are being measured; nil for none
	clusters *linkage.Clusterer // nil once the merges are known
	order    *linkage.Orderer   // nil before and after
	merges   []linkage.Merge
	tree     *tree.Tree // as shown so far
	leaves   []int      // the leaf order found, nil until then
	reported bool       // iteration 0 has been reported
}

var _ inference.Saver = (*stepper)(nil)

// Step continues the clustering, then the leaf order.
func (s *stepper) Step(ctx context.Context) (inference.Report, error) {
	start := time.Now()
	changed := false
	for {
		if err := ctx.Err(); err != nil {
			return inference.Report{}, err
		}
		switch {
		case s.gower != nil:
			if s.gower.advance(sliceWork) {
				s.measure()
				s.clusters = linkage.NewBy(s.x, s.how, s.by)
			}
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
		if time.Since(start) > pace.Step {
			r := s.progress()
			r.Changed = changed
			return r, nil
		}
	}
}

// measure completes the distances between rows where they are Gower's.
func (s *stepper) measure() {
	if s.gower != nil {
		for !s.gower.advance(sliceWork) {
		}
		s.x, s.gower = s.gower.out, nil
	}
}

// grow stores the merges and continues with the leaf order.
func (s *stepper) grow(merges []linkage.Merge) {
	s.merges = merges
	s.tree = linkage.Tree(merges, s.data.Rows)
	if s.rounds > 0 {
		s.rounds--
		s.x, s.before = within(merges, s.data), merges
		s.clusters = linkage.NewBy(s.x, s.how, s.by)
		s.merges = nil
		return
	}
	s.clusters = nil
	if s.optimal {
		s.order = linkage.NewOrdererBy(s.x, merges, s.by)
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
	if s.gower != nil {
		return inference.Report{Phase: "measuring distances"}
	}
	if s.clusters != nil {
		share := s.clusters.Fraction()
		if s.of > 0 {
			share = (float64(s.of-s.rounds) + share) / float64(s.of+1)
		}
		return inference.Report{Phase: "joining the nearest clusters", Fraction: clustering * share}
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
	snap.Parts = []inference.Part{&forest.Forest{Trees: []forest.Weighted{{Tree: s.tree, Objective: math.NaN(),
		Weight: 1}}}}
	if s.merges != nil {
		snap.Scalars = []inference.Scalar{{Name: "height", Mean: s.height()}}
	}
	if s.clusters == nil && s.order == nil {
		snap.Phase = "tree complete"
	}
	return snap
}
