package pydt

import (
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
)

// In large trees a search step costs a small part of what it costs to look at the whole tree. So a
// fit of many rows looks at all of it, to keep it, show it, weigh its branches and score it again,
// only at the iterations of an upkeep, and these become rarer as the rows become more.

// paceRows is the number of rows for each of which the upkeep of a large tree waits as long as that of
// a tree that is not large.
const paceRows = 2000

// searchesNearby reports whether search steps look at a small part of the tree only.
func (f *fit) searchesNearby() bool { return f.searcher != nil && f.searcher.Vicinity != nil }

// pace returns by how much upkeep is rarer than in trees that are not large.
func (f *fit) pace() int {
	if !f.searchesNearby() {
		return 1
	}
	return max(f.problem.N/paceRows, 1)
}

// upkeepDue reports whether upkeep ends the present iteration.
func (f *fit) upkeepDue() bool { return (f.iteration+1)%(upkeepEvery*f.pace()) == 0 }

// stepNearby does a search step of a large tree, and reports whether that ends the iteration.
func (f *fit) stepNearby() (done, improved bool) {
	due := f.upkeepDue()
	if due && f.mark.Working == nil {
		f.mark.Working = f.working() // the upkeep may be interrupted, and the step repeated
	}
	if done, improved = f.searcher.Advance(f.nodesPerUnit()); !done {
		return false, false
	}
	f.moved = f.moved || improved
	if due {
		f.upkeep = newUpkeep(f)
		return false, false
	}
	if improved {
		f.scalars, f.predict = nil, nil
	}
	f.iteration++
	f.setMark()
	return true, false
}

// working returns the tree that a search step of a large tree begins with, which is kept only at the
// next upkeep.
func (f *fit) working() *posterior.Sketch {
	k := f.state.Capture()
	k.Objective = f.searcher.ScoreNow()
	return k
}

// resumeNearby continues from the tree of a search step.
func (f *fit) resumeNearby(k *posterior.Sketch) {
	s := f.state
	s.Load(k)
	s.Recompute()
	f.searcher.Known = posterior.Scored{Hash: s.Hash[s.Top], Objective: s.Objective(), Score: k.Objective}
	f.moved = k.Hash != f.current.Hash || k.Objective != f.current.Objective
}

// begun returns the tree that an upkeep begins with, and its score.
func (f *fit) begun() *posterior.Sketch {
	if !f.searchesNearby() || !f.moved {
		return f.current
	}
	f.moved = false
	k := f.state.Capture()
	k.Objective = f.state.Score()
	return k
}

// standing returns the score and the branch points of the tree that the search has come to.
func (f *fit) standing() (score, points float64) {
	if f.stage == searching && f.searchesNearby() && f.upkeep == nil {
		return f.searcher.ScoreNow(), f.state.Points(f.state.Top)
	}
	return f.current.Objective, f.points
}

// A recent is the tree that the search of a large tree has come to since it was kept.
type recent struct {
	iteration     int
	sketch        *posterior.Sketch
	points, depth float64
}

// latest returns that tree with the support of its branches, nil where it is the one that was kept. It
// leaves the search as it is.
func (f *fit) latest() *recent {
	if !f.moved || f.stage != searching || f.upkeep != nil || f.supporter != nil || f.weigher != nil {
		return nil
	}
	if f.recent == nil || f.recent.iteration != f.iteration {
		r := &recent{iteration: f.iteration, sketch: f.working()}
		if f.supports() {
			p := f.newSupporter(f.weighed)
			for !p.Advance(f.nodesPerUnit()) {
			}
			r.sketch.Support = p.Present
		}
		r.points, r.depth = f.state.Extent()
		f.recent = r
	}
	return f.recent
}

// list returns the best trees, best first, with the latest one of a large tree.
func (f *fit) list() []*posterior.Sketch {
	r := f.latest()
	if r == nil {
		return f.best
	}
	k := r.sketch
	return placing.Remember(append([]*posterior.Sketch(nil), f.best...), k.Objective, k.Hash,
		func() *posterior.Sketch { return k })
}
