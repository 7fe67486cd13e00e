package search

import (
	"fmt"
	"time"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/parallel"
)

// link continues the Ward tree and makes it the first state.
func (f *Fit) link() {
	f.Phase, f.Fraction = "linking the rows", 0.1*f.clusterer.Fraction()
	if !f.clusterer.Advance(posterior.UnitWork) {
		return
	}
	f.ward = linkage.Tree(f.clusterer.Merges(), f.Data.Rows)
	f.clusterer = nil
	f.startFrom(f.start.Plain())
	f.polisher.Restructure = false
	f.Stage = first
}

// startFrom makes a state of the linkage tree with the given hyperparameters, to be polished.
func (f *Fit) startFrom(h posterior.Hyper) {
	f.trial = posterior.NewState(f.Problem, h)
	f.trial.AdoptShape(f.ward)
	f.trial.RoughTimes()
	f.polisher = placing.NewPolisher(f.trial, f.Problem.Cells, placing.ChoosingRound, placing.Settled)
}

// polishFirst gives the Ward tree its times, as a binary tree and, where branch points
// may have more children, with some of them merged. It is shown after the first round.
func (f *Fit) polishFirst() (changed bool) {
	f.Phase, f.Fraction = "fitting the times of the linkage tree", 0.1
	rounds := f.polisher.Rounds
	done := f.polisher.Advance(f.nodesPerUnit())
	if f.state == nil && f.polisher.Rounds < rounds {
		f.state = f.trial
		f.keep()
		return true
	}
	if !done {
		return false
	}
	if f.Pilots() {
		f.open(f.trial)
	}
	if f.trial != f.state && f.trial.Objective() > f.state.Objective() {
		f.state = f.trial
	}
	f.keep()
	if f.ward != nil && (f.start.Prior.CanJoin(2) || f.start.ManyNoises) {
		f.startFrom(f.start.Noisier(1))
		f.ward = nil
		return true
	}
	f.trial, f.ward = nil, nil
	if f.Pilots() {
		f.Stage = piloting
		return true
	}
	f.refiners = append(f.refiners, placing.NewRefiner(f.Problem, f.state, f.Streams.Task(uint64(f.orders)+1)))
	f.finished = append(f.finished, false)
	f.Stage = building
	return true
}

// build continues the trees from random orders and with the linkage tree, as many at once as there
// are threads. What each becomes does not depend on the others.
func (f *Fit) build() (changed bool) {
	f.Phase = fmt.Sprintf("building trees from %d random orders of the rows", f.orders)
	switch f.orders {
	case 0:
		f.Phase = "refining the first trees"
		if f.Piloted == nil {
			f.Phase = "refining the linkage tree"
		}
	case 1:
		f.Phase = "building a tree from a random order of the rows"
	}
	share := 0.0
	for i := range f.finished {
		share += f.progress(i) / float64(len(f.finished))
	}
	open := f.nextBuilds()
	if len(open) == 0 {
		f.Stage, f.Phase = choosing, "choosing the best start"
		return false
	}
	begun := 0.15
	if f.Piloted != nil {
		begun = 0.5
	}
	f.Fraction = max(f.Fraction, begun+(0.95-begun)*share)
	parallel.Do(len(open), f.threads, func(k int) { f.advanceBuild(open[k]) })
	if len(f.refiners) > 0 && f.refiners[0].Pause {
		f.refiners[0].Pause = false
		if f.scoreOf(f.state) > f.Current.Objective {
			f.keep()
			return true
		}
	}
	return false
}

// nextBuilds returns the builds to continue, one for each thread. On several threads they come in
// turn, so that all are done at about the same time and no thread waits for the last one.
func (f *Fit) nextBuilds() []int {
	var open []int
	for i, done := range f.finished {
		if !done {
			open = append(open, i)
		}
	}
	if f.threads > 1 && len(open) > f.threads {
		first := f.turn % len(open)
		open = append(open[first:], open[:first]...)
		f.turn += f.threads
	}
	return open[:min(len(open), f.threads)]
}

// progress returns how much of a build is done, roughly: the work of adding a row grows with their number.
func (f *Fit) progress(i int) float64 {
	if f.finished[i] || i >= f.orders || f.builds[i] == nil {
		return map[bool]float64{true: 1}[f.finished[i]]
	}
	rows := float64(f.builds[i].Next) / float64(f.Problem.N)
	return 0.6 * rows * rows
}

// advanceBuild does some of build i. The stream belongs to the build, not to the thread.
func (f *Fit) advanceBuild(i int) {
	if i < f.orders && f.builds[i] == nil {
		f.builds[i] = placing.NewBuilder(f.Problem, f.start.Noisier(i/2), f.Streams.Task(uint64(i)+1),
			i%2 == 1 && f.Piloted == nil)
	}
	for until := time.Now().Add(posterior.StepTime / 2); !f.finished[i] && time.Now().Before(until); {
		if i >= f.orders {
			r := f.refiners[i-f.orders]
			if f.finished[i] = r.Advance(f.nodesPerUnit()); r.Pause && i == f.orders {
				return
			}
		} else {
			f.finished[i] = f.builds[i].Advance(f.nodesPerUnit())
		}
	}
}

// choose compares the next built tree with the best so far.
func (f *Fit) choose() (changed bool) {
	if f.taken == 0 && len(f.refiners) > 0 {
		f.keep()
	}
	if f.taken < len(f.finished) {
		s := f.startAt(f.taken)
		f.taken++
		if s != f.state {
			if score := f.scoreOf(s); f.state == nil || score > f.Current.Objective {
				f.state = s
				f.keep()
				changed = true
			} else {
				f.Best = placing.Remember(f.Best, score, s.Hash[s.Top], s.Capture)
			}
		}
		if f.taken < len(f.finished) {
			return changed
		}
	}
	f.builds, f.refiners = nil, nil
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
