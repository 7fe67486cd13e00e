package pydt

import "math"

// expected returns how many branch points a tree is expected to have; NaN without a pilot's
// estimate.
func (f *fit) expected() float64 {
	if f.piloted == nil {
		return math.NaN()
	}
	return typical(f.piloted.Points)
}

// weigh balances the tree of the first chain of the pilot, or the first tree. Trees are then
// refined under the weight of a branch point that keeps it balanced.
func (f *fit) weigh() {
	f.phase = "weighing branch points"
	if f.balancer == nil {
		f.balancer = newBalancer(f.refiners[min(1, len(f.refiners)-1)].s, f.expected(), f.threads)
	}
	if !f.balancer.advance(f.nodesPerUnit()) {
		return
	}
	f.expect(-f.balancer.threshold)
	f.balancer = nil
	f.keep()
	f.stage = building
}

// expect makes all states expect the pilot's number of branch points.
func (f *fit) expect(weight float64) {
	f.start.expect(f.piloted.Points, weight)
	f.state.hyper.expect(f.piloted.Points, weight)
	for _, r := range f.refiners {
		r.s.hyper.expect(f.piloted.Points, weight)
		if r.opening != nil {
			r.opening.restructure = false // restructuring ignores the tally
		}
	}
}

// balance continues giving the best tree the expected number of branch points, and then weighs its
// branches. Other trees are scored again under the weight found.
func (f *fit) balance() (changed bool) {
	if !f.balancer.advance(f.nodesPerUnit()) {
		return false
	}
	if f.piloted != nil {
		f.expect(-f.balancer.threshold)
	}
	f.balancer = nil
	f.rescore()
	f.stage, f.phase = supporting, "comparing each branch with its collapse"
	return true
}

// rescore scores the state and the trees kept under the hyperparameters of the state. The best of
// all becomes the state.
func (f *fit) rescore() {
	s := f.state
	present := s.capture()
	list := remember(nil, s.score(), present.Hash, func() *sketch { return present })
	for _, k := range f.best {
		if k.Hash == present.Hash {
			continue
		}
		s.load(k)
		s.recompute()
		list = remember(list, s.score(), k.Hash, s.capture)
	}
	f.best = list
	s.load(list[0])
	s.recompute()
	f.keep()
}
