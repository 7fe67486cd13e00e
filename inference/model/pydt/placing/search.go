package placing

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/timetree"
)

// Kept is how many distinct trees a search remembers (math 6.3: K = 10).
const Kept = 10

// A Searcher improves a tree by detaching a random subtree and re-attaching it at
// the best of all branches and branch points. The present tree of the state is
// always the best one, except in the middle of a step. A step costs O(depth·D) to
// detach, one attacher's pass of O(N·D), and O(depth·D) a trial.
type Searcher struct {
	s        *posterior.State
	rng      *rand.Rand
	Attacher *attaching.Attacher
	Trial    Trial
	offer    func(objective float64) // told of every tree met while it is the present one
	// score decides between trees and is what they are offered with; nil for the objective.
	// Trees whose objective is hopeless are not scored.
	Score func(*posterior.State) float64

	Planned   int32 // the subtree that the next step moves; absent where it is drawn then
	Stepping  bool
	from      timetree.Detached
	before    float64          // objective
	scored    float64          // score
	structure uint64           // hash of the tree before the step
	Known     posterior.Scored // of the tree that was scored last
	// score uses these in place of the state's cavities, which the positions not yet tried still
	// need.
	cavMean, cavVari []float64
	// vicinity compares scores in large trees; nil elsewhere, and where the objective decides.
	Vicinity *evidence.Vicinity
	// With a binary table: the sites as they were, and whether they follow a subtree to its new place.
	sites    []float64
	Settling bool
	settler  posterior.Settler
}

func NewSearcher(s *posterior.State, rng *rand.Rand, offer func(objective float64)) *Searcher {
	return &Searcher{s: s, rng: rng, Attacher: attaching.New(s), Trial: Trial{S: s}, offer: offer,
		Planned: timetree.Absent}
}

// Remember adds a tree to a list of distinct ones, best first, calling capture only if it belongs there.
func Remember(list []*posterior.Sketch, objective float64, hash uint64,
	capture func() *posterior.Sketch) []*posterior.Sketch {
	if len(list) == Kept && objective <= list[Kept-1].Objective {
		return list
	}
	for i, k := range list {
		if k.Hash == hash {
			if objective <= k.Objective {
				return list
			}
			list = append(list[:i], list[i+1:]...)
			break
		}
	}
	if len(list) == Kept {
		list = list[:Kept-1]
	}
	k := capture()
	k.Objective, k.Hash = objective, hash
	list = append(list, k)
	for i := len(list) - 1; i > 0 && list[i].Objective > list[i-1].Objective; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	return list
}

// Choose returns a random node other than the top one, every one equally likely.
func (f *Searcher) Choose() int32 {
	s := f.s
	for {
		v := int32(f.rng.IntN(len(s.Parent)))
		if s.Parent[v] >= 0 {
			return v
		}
	}
}

// Busy reports whether a step is under way.
func (f *Searcher) Busy() bool { return f.Stepping || f.Settling }

// Advance does about `most` nodes of one search step and reports whether the step
// is complete, and then whether the tree improved.
func (f *Searcher) Advance(most int) (done, improved bool) {
	s := f.s
	if f.Settling {
		if !f.settler.Advance(most) {
			return false, false
		}
		f.Settling = false
		return true, f.judge()
	}
	if !f.Stepping {
		if s.Count[s.Top] <= 3 {
			return true, false // two leaves: nowhere else to go
		}
		f.before = s.Objective()
		if f.Score != nil {
			f.scored = f.ScoreNow()
		}
		f.structure = s.Hash[s.Top]
		f.sites = s.AllSites()
		r := f.Planned
		if f.Planned = timetree.Absent; r == timetree.Absent {
			r = f.Choose()
		}
		f.from = s.Detach(r)
		if s.Sites != nil {
			s.Alone(f.from.Root)
		}
		f.Attacher.Start(f.from.Root)
		f.Stepping = true
	}
	if !f.Attacher.Advance(most) {
		return false, false
	}
	f.Stepping = false
	improved = f.finish()
	return !f.Settling, improved
}

// finish tries the best positions and keeps the best tree found, which may be the old one.
func (f *Searcher) finish() bool {
	s, r := f.s, f.from.Root
	found := append([]timetree.Position(nil), f.Attacher.Best(Tried)...)
	if f.Attacher.Narrow > 0 {
		if found = f.promising(found); len(found) == 0 {
			f.putBack()
			return false
		}
	}
	if f.Vicinity != nil {
		return f.finishNearby(found)
	}
	if f.Score != nil && s.Sites == nil {
		return f.finishByScore(found)
	}
	best, value := -1, f.before
	if s.Sites != nil {
		value += leastGain
	}
	for i, at := range found {
		objective := f.Trial.Attach(r, at)
		if objective > value {
			best, value = i, objective
		}
		if s.Sites == nil || objective <= f.before && f.Score == nil {
			f.offer(objective)
		}
		f.Trial.Back()
	}
	if best < 0 {
		f.putBack()
		return false
	}
	f.Trial.Attach(r, found[best])
	if s.Sites != nil {
		// So far only the sites of the subtree have followed; all must before the tree can be
		// judged.
		f.Settling, f.settler = true, Judging(s)
		return false
	}
	return true
}

// hopelessTrial is how many nats the score of a position may lie below that of the best one before it is
// not tried in a large tree: times around it gain less.
const hopelessTrial = 20

// promising returns those of the positions that are worth a trial, none where the best one by far is the
// place from which the subtree was taken: times alone are left to polishing.
func (f *Searcher) promising(found []timetree.Position) []timetree.Position {
	for len(found) > 0 && found[len(found)-1].Score < found[0].Score-hopelessTrial {
		found = found[:len(found)-1]
	}
	if len(found) == 1 {
		at, from := found[0], f.from
		if from.Removed && !at.Join && at.Node == from.Sibling || !from.Removed && at.Join && at.Node == from.Parent {
			return nil
		}
	}
	return found
}

// hopelessBelow is how many nats the objective of a tree may lie below that of the present one
// before its score is not computed.
const hopelessBelow = 3

// ScoreNow returns the score of the present tree and leaves the cavities as they are: O(N·D), or
// nothing where this tree was the last one scored.
func (f *Searcher) ScoreNow() float64 {
	s := f.s
	if now := (posterior.Scored{Hash: s.Hash[s.Top], Objective: s.Objective()}); f.Known.Hash != now.Hash ||
		f.Known.Objective != now.Objective {
		if f.Vicinity != nil { // they are used in turn
			f.cavMean, f.cavVari = f.Vicinity.Cavities()
		} else if f.cavMean == nil {
			f.cavMean, f.cavVari = make([]float64, len(s.CavMean)), make([]float64, len(s.CavVari))
		}
		mean, vari := s.CavMean, s.CavVari
		s.CavMean, s.CavVari = f.cavMean, f.cavVari
		now.Score = f.Score(s)
		s.CavMean, s.CavVari = mean, vari
		f.Known = now
	}
	return f.Known.Score
}

// finishByScore is finish where the score decides: O(N·D) for each position that is not hopeless.
// The old place at another time is the same structure, so times are left to polishing.
func (f *Searcher) finishByScore(found []timetree.Position) bool {
	s, r := f.s, f.from.Root
	best, value := -1, f.scored
	present := f.Known
	for i, at := range found {
		if f.Trial.Attach(r, at) > f.before-hopelessBelow && s.Hash[s.Top] != f.structure {
			score := f.ScoreNow()
			f.offer(score)
			if score > value {
				best, value, present = i, score, f.Known
			}
		}
		f.Trial.Back()
	}
	f.Known = present
	if best < 0 {
		f.putBack()
		return false
	}
	f.Trial.Attach(r, found[best])
	return true
}

// finishNearby is finishByScore in a large tree, where scores are compared by the vicinity of the
// places: O(depth·D) for each position that is not hopeless.
func (f *Searcher) finishNearby(found []timetree.Position) bool {
	s, r, c := f.s, f.from.Root, f.Vicinity
	c.Begin()
	if f.from.Removed {
		c.Add(f.from.Sibling)
	}
	c.Add(f.from.Touched())
	for _, at := range found {
		c.Add(at.Node)
	}
	best, value := -1, math.Inf(-1)
	for i, at := range found {
		if objective := f.Trial.Attach(r, at); objective > f.before-hopelessBelow && s.Hash[s.Top] != f.structure {
			if score := objective + c.Value(r); score > value {
				best, value = i, score
			}
		}
		f.Trial.Back()
	}
	f.putBack()
	if best < 0 {
		return false
	}
	gain := value - f.before - c.Value(r)
	if !(gain > 0) {
		return false
	}
	s.Detach(r)
	objective := f.Trial.Attach(r, found[best])
	f.Known = posterior.Scored{Hash: s.Hash[s.Top], Objective: objective, Score: f.scored + gain}
	return true
}

// When a tree with a subtree at a new place is judged: sweeps over all sites, at most,
// and the change of the objective at which they stop.
const (
	judgeSweeps = 6
	judgeGain   = 1e-2
	leastGain   = 1e-2 // least gain that a new place must promise: times alone are left to polishing
)

// Judging returns what lets the sites of a tree follow it before it is judged.
func Judging(s *posterior.State) posterior.Settler { return s.NewSettler(judgeSweeps, judgeGain) }

// judge keeps the tree whose sites have settled, or goes back to the one before.
func (f *Searcher) judge() bool {
	objective, before := f.s.Objective(), f.before
	if f.Score != nil {
		objective, before = f.ScoreNow(), f.scored
	}
	f.offer(objective)
	if objective > before {
		return true
	}
	f.Trial.Back()
	f.putBack()
	return false
}

// putBack puts the subtree back where it was.
func (f *Searcher) putBack() {
	s := f.s
	if s.Sites == nil {
		s.Restore(f.from)
		return
	}
	s.SetSites(f.sites)
	s.Relink(f.from)
	s.Recompute()
}
