package search

import (
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
)

// In large trees a search step costs a small part of what it costs to look at the whole tree. So a
// fit of many rows looks at all of it, to keep it, show it, weigh its branches and score it again,
// only at the iterations of an upkeep, and these become rarer as the rows become more.

// PaceRows is the number of rows for each of which the upkeep of a large tree waits as long as that of
// a tree that is not large.
const PaceRows = 2000

// nearbyRows is the number of rows above which search steps compare trees by what lies about the places of a subtree:
// from there on scoring whole trees takes longer than all else in a step.
const nearbyRows = 1000

// looksNearby reports whether search steps of a tree look at a small part of it only.
func looksNearby(s *posterior.State) bool { return s.Sites == nil && (s.Large() || s.N > nearbyRows) }

// searchesNearby reports whether search steps look at a small part of the tree only.
func (f *Fit) searchesNearby() bool { return f.searcher != nil && f.searcher.Vicinity != nil }

// pace returns by how much upkeep is rarer than in trees that are not large.
func (f *Fit) pace() int {
	if !f.searchesNearby() {
		return 1
	}
	return max(f.Problem.N/PaceRows, 1)
}

// upkeepDue reports whether upkeep ends the present iteration.
func (f *Fit) upkeepDue() bool { return (f.Iteration+1)%(UpkeepEvery*f.pace()) == 0 }

// stepNearby does a search step of a large tree, and reports whether that ends the iteration.
func (f *Fit) stepNearby() (done, improved bool) {
	due := f.upkeepDue()
	if due && f.mark.Working == nil {
		f.mark.Working = f.working() // the upkeep may be interrupted, and the step repeated
	}
	if done, improved = f.searcher.Advance(f.Problem.NodesPerUnit()); !done {
		return false, false
	}
	f.moved = f.moved || improved
	if due {
		f.upkeep = newUpkeep(f)
		return false, false
	}
	if improved {
		f.Scalars, f.predict = nil, nil
	}
	f.Iteration++
	f.setMark()
	return true, false
}

// working returns the tree that a search step of a large tree begins with, which is kept only at the
// next upkeep.
func (f *Fit) working() *posterior.Sketch {
	k := f.state.Capture()
	k.Objective = f.searcher.ScoreNow()
	return k
}

// resumeNearby continues from the tree of a search step.
func (f *Fit) resumeNearby(k *posterior.Sketch) {
	s := f.state
	s.Load(k)
	s.Recompute()
	f.searcher.Known = posterior.Scored{Hash: s.Hash[s.Top], Objective: s.Objective(), Score: k.Objective}
	f.moved = k.Hash != f.Current.Hash || k.Objective != f.Current.Objective
}

// begun returns the tree that an upkeep begins with, and its score.
func (f *Fit) begun() *posterior.Sketch {
	if !f.searchesNearby() || !f.moved {
		return f.Current
	}
	f.moved = false
	k := f.state.Capture()
	k.Objective = evidence.Score(f.state)
	return k
}

// standing returns the score and the branch points of the tree that the search has come to.
func (f *Fit) standing() (score, points float64) {
	if f.Stage == Searching && f.searchesNearby() && f.upkeep == nil {
		return f.searcher.ScoreNow(), f.state.Points(f.state.Top)
	}
	return f.Current.Objective, f.Points
}

// A recent is the tree that the search of a large tree has come to since it was kept.
type recent struct {
	iteration     int
	sketch        *posterior.Sketch
	points, depth float64
}

// latest returns that tree with the support of its branches, nil where it is the one that was kept. It
// leaves the search as it is.
func (f *Fit) latest() *recent {
	if !f.moved || f.Stage != Searching || f.upkeep != nil || f.supporter != nil || f.weigher != nil {
		return nil
	}
	if f.recent == nil || f.recent.iteration != f.Iteration {
		r := &recent{iteration: f.Iteration, sketch: f.working()}
		if f.supports() {
			p := f.newSupporter(f.weighed)
			for !p.Advance(f.Problem.NodesPerUnit()) {
			}
			r.sketch.Support = p.Present
		}
		r.points, r.depth = f.state.Extent()
		f.recent = r
	}
	return f.recent
}

// List returns the best trees, best first, with the latest one of a large tree.
func (f *Fit) List() []*posterior.Sketch {
	r := f.latest()
	if r == nil {
		return f.Best
	}
	k := r.sketch
	return placing.Remember(append([]*posterior.Sketch(nil), f.Best...), k.Objective, k.Hash,
		func() *posterior.Sketch { return k })
}
