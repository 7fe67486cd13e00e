package search

import (
	"fmt"
	"time"

	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/parallel"
)

// starts are the trees that are built and refined beside each other, of which the search takes the best: first those
// from random orders of the rows, then the refined ones.
type starts struct {
	orders   int
	builds   []*placing.Builder // nil until begun
	refiners []*placing.Refiner // of the first tree, which is the state, and of those of the pilot
	finished []bool             // of each build and then of each refiner
	turn     int                // of the builds to be continued next
	taken    int                // builds and refiners compared with the best
}

// newStarts returns trees from so many random orders.
func newStarts(orders int) starts {
	return starts{orders: orders, builds: make([]*placing.Builder, orders), finished: make([]bool, orders)}
}

// refine adds a tree to be refined.
func (s *starts) refine(r *placing.Refiner) {
	s.refiners, s.finished = append(s.refiners, r), append(s.finished, false)
}

// begin begins all of them.
func (s *starts) begin() { s.finished = make([]bool, s.orders+len(s.refiners)) }

// state returns the tree of the i-th start.
func (s *starts) state(i int) *posterior.State {
	if i < s.orders {
		return s.builds[i].S
	}
	return s.refiners[i-s.orders].S
}

// ownRefiner returns what refines the state.
func (f *Fit) ownRefiner() *placing.Refiner {
	return placing.NewRefiner(f.Problem, f.state, f.Streams.Task(uint64(f.starts.orders)+1))
}

// build continues the trees from random orders and with the linkage tree, as many at once as there
// are threads. What each becomes does not depend on the others.
func (s *starts) build(f *Fit) (changed bool) {
	f.Phase = fmt.Sprintf("building trees from %d random orders of the rows", s.orders)
	switch s.orders {
	case 0:
		f.Phase = "refining the first trees"
		if f.Piloted == nil {
			f.Phase = "refining the linkage tree"
		}
	case 1:
		f.Phase = "building a tree from a random order of the rows"
	}
	share := 0.0
	for i := range s.finished {
		share += s.progress(i, f.Problem.N) / float64(len(s.finished))
	}
	open := s.next(f.threads)
	if len(open) == 0 {
		f.Stage, f.Phase = choosing, "choosing the best start"
		return false
	}
	begun := 0.15
	if f.Piloted != nil {
		begun = 0.5
	}
	f.Fraction = max(f.Fraction, begun+(0.95-begun)*share)
	parallel.Do(len(open), f.threads, func(k int) { s.advance(f, open[k]) })
	if len(s.refiners) > 0 && s.refiners[0].Pause {
		s.refiners[0].Pause = false
		if f.scoreOf(f.state) > f.Current.Objective {
			f.keep()
			return true
		}
	}
	return false
}

// next returns the builds to continue, one for each thread. On several threads they come in
// turn, so that all are done at about the same time and no thread waits for the last one.
func (s *starts) next(threads int) []int {
	var open []int
	for i, done := range s.finished {
		if !done {
			open = append(open, i)
		}
	}
	if threads > 1 && len(open) > threads {
		first := s.turn % len(open)
		open = append(open[first:], open[:first]...)
		s.turn += threads
	}
	return open[:min(len(open), threads)]
}

// progress returns how much of a build is done, roughly: the work of adding a row grows with their number.
func (s *starts) progress(i, rows int) float64 {
	if s.finished[i] || i >= s.orders || s.builds[i] == nil {
		return map[bool]float64{true: 1}[s.finished[i]]
	}
	share := float64(s.builds[i].Next) / float64(rows)
	return 0.6 * share * share
}

// advance does some of build i. The stream belongs to the build, not to the thread.
func (s *starts) advance(f *Fit, i int) {
	if i < s.orders && s.builds[i] == nil {
		s.builds[i] = placing.NewBuilder(f.Problem, f.start.Noisier(i/2), f.Streams.Task(uint64(i)+1),
			i%2 == 1 && f.Piloted == nil)
	}
	for until := time.Now().Add(problem.StepTime / 2); !s.finished[i] && time.Now().Before(until); {
		if i >= s.orders {
			r := s.refiners[i-s.orders]
			if s.finished[i] = r.Advance(f.Problem.NodesPerUnit()); r.Pause && i == s.orders {
				return
			}
		} else {
			s.finished[i] = s.builds[i].Advance(f.Problem.NodesPerUnit())
		}
	}
}

// choose compares the next built tree with the best so far.
func (s *starts) choose(f *Fit) (changed bool) {
	if s.taken == 0 && len(s.refiners) > 0 {
		f.keep()
	}
	if s.taken < len(s.finished) {
		one := s.state(s.taken)
		s.taken++
		if one != f.state {
			if score := f.scoreOf(one); f.state == nil || score > f.Current.Objective {
				f.state = one
				f.keep()
				changed = true
			} else {
				f.Best = placing.Remember(f.Best, score, one.Hash[one.Top], one.Capture)
			}
		}
		if s.taken < len(s.finished) {
			return changed
		}
	}
	s.builds, s.refiners = nil, nil
	f.source = f.Streams.Source(0)
	f.keep()
	if f.messenger != nil {
		f.beginSearcher()
		f.messenger.put(f.state.Hyper, f.Best...)
		f.Stage, f.Phase = passingOn, "passing messages on the best trees"
		return true
	}
	if f.supports() {
		f.Stage, f.Phase = balancing, "comparing each branch with its collapse"
		f.balancer = branches.NewBalancer(f.state, f.expected(), f.threads)
		return true
	}
	f.beginSearch()
	return true
}
