package pydt

import (
	"math"
	"math/rand/v2"
)

// kept is how many distinct trees a search remembers (math 6.3: K = 10).
const kept = 10

// A searcher improves a tree by detaching a random subtree and re-attaching it at
// the best of all branches and branch points. The present tree of the state is
// always the best one, except in the middle of a step. A step costs O(depth·D) to
// detach, one attacher's pass of O(N·D), and O(depth·D) a trial.
type searcher struct {
	s        *state
	rng      *rand.Rand
	attacher *attacher
	trial    trial
	offer    func(objective float64) // told of every tree met while it is the present one
	// score decides between trees and is what they are offered with; nil for the objective.
	// Trees whose objective is hopeless are not scored.
	score func(*state) float64

	planned   int32 // the subtree that the next step moves; absent where it is drawn then
	stepping  bool
	from      detached
	before    float64 // objective
	scored    float64 // score
	structure uint64  // hash of the tree before the step
	known     scored  // of the tree that was scored last
	// score uses these in place of the state's cavities, which the positions not yet tried still
	// need.
	cavMean, cavVari []float64
	// vicinity compares scores in large trees; nil elsewhere, and where the objective decides.
	vicinity *vicinity
	// With a binary table: the sites as they were, and whether they follow a subtree to its new place.
	sites    []float64
	settling bool
	settler  settler
}

func newSearcher(s *state, rng *rand.Rand, offer func(objective float64)) *searcher {
	return &searcher{s: s, rng: rng, attacher: newAttacher(s), trial: trial{s: s}, offer: offer, planned: absent}
}

// remember adds a tree to a list of distinct ones, best first, calling capture only if it belongs there.
func remember(list []*sketch, objective float64, hash uint64, capture func() *sketch) []*sketch {
	if len(list) == kept && objective <= list[kept-1].Objective {
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
	if len(list) == kept {
		list = list[:kept-1]
	}
	k := capture()
	k.Objective, k.Hash = objective, hash
	list = append(list, k)
	for i := len(list) - 1; i > 0 && list[i].Objective > list[i-1].Objective; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	return list
}

// choose returns a random node other than the top one, every one equally likely.
func (f *searcher) choose() int32 {
	s := f.s
	for {
		v := int32(f.rng.IntN(len(s.parent)))
		if s.parent[v] >= 0 {
			return v
		}
	}
}

// busy reports whether a step is under way.
func (f *searcher) busy() bool { return f.stepping || f.settling }

// advance does about `most` nodes of one search step and reports whether the step
// is complete, and then whether the tree improved.
func (f *searcher) advance(most int) (done, improved bool) {
	s := f.s
	if f.settling {
		if !f.settler.advance(most) {
			return false, false
		}
		f.settling = false
		return true, f.judge()
	}
	if !f.stepping {
		if s.count[s.top] <= 3 {
			return true, false // two leaves: nowhere else to go
		}
		f.before = s.objective()
		if f.score != nil {
			f.scored = f.scoreNow()
		}
		f.structure = s.hash[s.top]
		f.sites = s.allSites()
		r := f.planned
		if f.planned = absent; r == absent {
			r = f.choose()
		}
		f.from = s.detach(r)
		if s.sites != nil {
			s.alone(f.from.root)
		}
		f.attacher.start(f.from.root)
		f.stepping = true
	}
	if !f.attacher.advance(most) {
		return false, false
	}
	f.stepping = false
	improved = f.finish()
	return !f.settling, improved
}

// finish tries the best positions and keeps the best tree found, which may be the old one.
func (f *searcher) finish() bool {
	s, r := f.s, f.from.root
	found := append([]position(nil), f.attacher.best(tried)...)
	if f.attacher.narrow > 0 {
		if found = f.promising(found); len(found) == 0 {
			f.putBack()
			return false
		}
	}
	if f.vicinity != nil {
		return f.finishNearby(found)
	}
	if f.score != nil && s.sites == nil {
		return f.finishByScore(found)
	}
	best, value := -1, f.before
	if s.sites != nil {
		value += leastGain
	}
	for i, at := range found {
		objective := f.trial.attach(r, at)
		if objective > value {
			best, value = i, objective
		}
		if s.sites == nil || objective <= f.before && f.score == nil {
			f.offer(objective)
		}
		f.trial.back()
	}
	if best < 0 {
		f.putBack()
		return false
	}
	f.trial.attach(r, found[best])
	if s.sites != nil {
		// So far only the sites of the subtree have followed; all must before the tree can be
		// judged.
		f.settling, f.settler = true, s.newSettler(judgeSweeps, judgeGain)
		return false
	}
	return true
}

// hopelessTrial is how many nats the score of a position may lie below that of the best one before it is
// not tried in a large tree: times around it gain less.
const hopelessTrial = 20

// promising returns those of the positions that are worth a trial, none where the best one by far is the
// place from which the subtree was taken: times alone are left to polishing.
func (f *searcher) promising(found []position) []position {
	for len(found) > 0 && found[len(found)-1].score < found[0].score-hopelessTrial {
		found = found[:len(found)-1]
	}
	if len(found) == 1 {
		at, from := found[0], f.from
		if from.removed && !at.join && at.node == from.sibling || !from.removed && at.join && at.node == from.parent {
			return nil
		}
	}
	return found
}

// hopelessBelow is how many nats the objective of a tree may lie below that of the present one
// before its score is not computed.
const hopelessBelow = 3

// scoreNow returns the score of the present tree and leaves the cavities as they are: O(N·D), or
// nothing where this tree was the last one scored.
func (f *searcher) scoreNow() float64 {
	s := f.s
	if now := (scored{hash: s.hash[s.top], objective: s.objective()}); f.known.hash != now.hash || f.known.objective != now.objective {
		if f.cavMean == nil {
			f.cavMean, f.cavVari = make([]float64, len(s.cavMean)), make([]float64, len(s.cavVari))
		}
		s.cavMean, f.cavMean = f.cavMean, s.cavMean
		s.cavVari, f.cavVari = f.cavVari, s.cavVari
		now.score = f.score(s)
		s.cavMean, f.cavMean = f.cavMean, s.cavMean
		s.cavVari, f.cavVari = f.cavVari, s.cavVari
		f.known = now
	}
	return f.known.score
}

// finishByScore is finish where the score decides: O(N·D) for each position that is not hopeless.
// The old place at another time is the same structure, so times are left to polishing.
func (f *searcher) finishByScore(found []position) bool {
	s, r := f.s, f.from.root
	best, value := -1, f.scored
	present := f.known
	for i, at := range found {
		if f.trial.attach(r, at) > f.before-hopelessBelow && s.hash[s.top] != f.structure {
			score := f.scoreNow()
			f.offer(score)
			if score > value {
				best, value, present = i, score, f.known
			}
		}
		f.trial.back()
	}
	f.known = present
	if best < 0 {
		f.putBack()
		return false
	}
	f.trial.attach(r, found[best])
	return true
}

// finishNearby is finishByScore in a large tree, where scores are compared by the vicinity of the
// places: O(depth·D) for each position that is not hopeless.
func (f *searcher) finishNearby(found []position) bool {
	s, r, c := f.s, f.from.root, f.vicinity
	c.begin()
	if f.from.removed {
		c.add(f.from.sibling)
	}
	c.add(f.from.touched())
	for _, at := range found {
		c.add(at.node)
	}
	best, value := -1, math.Inf(-1)
	for i, at := range found {
		if objective := f.trial.attach(r, at); objective > f.before-hopelessBelow && s.hash[s.top] != f.structure {
			if score := objective + c.value(r); score > value {
				best, value = i, score
			}
		}
		f.trial.back()
	}
	f.putBack()
	if best < 0 {
		return false
	}
	gain := value - f.before - c.value(r)
	if !(gain > 0) {
		return false
	}
	s.detach(r)
	objective := f.trial.attach(r, found[best])
	f.known = scored{hash: s.hash[s.top], objective: objective, score: f.scored + gain}
	return true
}

// When a tree with a subtree at a new place is judged: sweeps over all sites, at most,
// and the change of the objective at which they stop.
const (
	judgeSweeps = 6
	judgeGain   = 1e-2
	leastGain   = 1e-2 // least gain that a new place must promise: times alone are left to polishing
)

// judge keeps the tree whose sites have settled, or goes back to the one before.
func (f *searcher) judge() bool {
	objective, before := f.s.objective(), f.before
	if f.score != nil {
		objective, before = f.scoreNow(), f.scored
	}
	f.offer(objective)
	if objective > before {
		return true
	}
	f.trial.back()
	f.putBack()
	return false
}

// putBack puts the subtree back where it was.
func (f *searcher) putBack() {
	s := f.s
	if s.sites == nil {
		s.restore(f.from)
		return
	}
	s.setSites(f.sites)
	s.relink(f.from)
	s.recompute()
}
