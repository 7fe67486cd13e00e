package search

import (
	"math"

	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
)

// expected returns how many branch points a tree is expected to have; NaN without a pilot's
// estimate.
func (f *Fit) expected() float64 {
	if f.Piloted == nil {
		return math.NaN()
	}
	return hyper.Typical(f.Piloted.Points)
}

// weigh balances the tree of the first chain of the pilot, or the first tree. Trees are then
// refined under the weight of a branch point that keeps it balanced.
func (f *Fit) weigh() {
	f.Phase = "weighing branch points"
	if f.balancer == nil {
		f.balancer = branches.NewBalancer(f.starts.refiners[min(1, len(f.starts.refiners)-1)].S, f.expected(), f.threads)
	}
	if !f.balancer.Advance(f.Problem.NodesPerUnit()) {
		return
	}
	f.expect(-f.balancer.Threshold)
	f.balancer = nil
	f.keep()
	f.Stage = building
}

// expect makes all states expect the pilot's number of branch points.
func (f *Fit) expect(weight float64) {
	f.start.Expect(f.Piloted.Points, weight)
	f.state.Hyper.Expect(f.Piloted.Points, weight)
	for _, r := range f.starts.refiners {
		r.S.Hyper.Expect(f.Piloted.Points, weight)
		if r.Opening != nil {
			r.Opening.Restructure = false // restructuring ignores the tally
		}
	}
}

// balance continues giving the best tree the expected number of branch points, and then weighs its
// branches. Other trees are scored again under the weight found.
func (f *Fit) balance() (changed bool) {
	if !f.balancer.Advance(f.Problem.NodesPerUnit()) {
		return false
	}
	if f.Piloted != nil {
		f.expect(-f.balancer.Threshold)
	}
	f.balancer = nil
	f.rescore()
	f.Stage, f.Phase = supporting, "comparing each branch with its collapse"
	return true
}

// rescore scores the state and the trees kept under the hyperparameters of the state. The best of
// all becomes the state.
func (f *Fit) rescore() {
	s := f.state
	present := s.Capture()
	list := placing.Remember(nil, evidence.Score(s), present.Hash, func() *posterior.Sketch { return present })
	for _, k := range f.Best {
		if k.Hash == present.Hash {
			continue
		}
		s.Load(k)
		s.Recompute()
		list = placing.Remember(list, evidence.Score(s), k.Hash, s.Capture)
	}
	f.Best = list
	s.Load(list[0])
	s.Recompute()
	f.keep()
}
