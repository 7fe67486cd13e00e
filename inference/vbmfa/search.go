package vbmfa

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A search grows and prunes a mixture. It goes through epochs: the first fits the
// start; each further one splits a component in two, lets the pair settle, then
// everything, and keeps the result if the bound is higher, else what was before
// (math 12.6). It ends when every component was split in vain three times.
// Fields are exported to be saved.
type search struct {
	Mixture *mixture
	Saved   *mixture // before the epoch
	Value   float64  // objective of Saved
	Phase   phase
	Cycle   cycle
	Cycles  int          // of the phase
	Last    float64      // objective after the cycle before
	Gain    float64      // of the cycle before
	Tries   []float64    // t_i: failed splits that row i took part in
	Removed bool         // a component since the last births
	Rounds  int          // of births and removals
	Spared  map[int]bool // IDs of components that the mixture is worse without
	Epochs  []epoch
	Count   int       // completed cycles
	Shown   []float64 // the scalars of Info after the last cycle

	options options
	rng     *rand.Rand
	threads int
	failure error
}

// epoch is the record of a stretch of cycles.
type epoch struct {
	First, Last    int
	Accepted, Open bool
	Parent         int
	Children       [2]int
	Deaths         []int
	Gain           float64
}

type phase int

const (
	starting phase = iota
	pairing
	settling
	finishing
	finished
)

// options are the settings of a search.
type options struct {
	births    bool
	spatial   bool    // split along a direction by place, not by responsibility
	byCounts  bool    // parents drawn by their counts of failed splits, not by their score
	tolerance float64 // agitation below which an epoch is settled
	attempts  float64 // failed splits after which a component is left alone
	hardness  float64
}

const (
	pairCycles   = 60   // of a pair, at most
	settleCycles = 150  // of an epoch, at most
	finishCycles = 1000 // of the end, at most
	leastMass    = 1    // rows below which a component dies
	betterCycles = 30   // of an epoch that is better already
	settledGain  = 0.01 // nats a cycle below which an epoch is settled
	pairGain     = 0.1  // nats a cycle below which a pair is
	finishedGain = 1e-3 // nats a cycle below which the search ends
	wideEvery    = 5    // cycles of which one looks at all rows for all components
	rounds       = 1    // of births and removals after the first
	patience     = 30   // cycles of the present gain that a split may still lack
)

// objective returns what is maximised: the bound, or for maximum likelihood Schwarz's
// criterion (Beal 4.88-4.89).
func (m *mixture) objective(value float64) float64 {
	if !m.maximum {
		return value
	}
	return value - 0.5*m.parameters()*math.Log(float64(m.d.n))
}

// parameters counts those of a maximum likelihood fit.
func (m *mixture) parameters() float64 {
	p := float64(m.d.p)
	sum := p - 1
	if m.isotropic {
		sum = 0
	}
	for _, c := range m.Components {
		k := float64(c.K)
		sum += k*p - k*(k-1)/2 + p + 1
	}
	return sum
}

// advance does one unit of work and reports whether it completed a cycle.
func (s *search) advance() (cycled bool, err error) {
	if s.Phase == finished {
		return false, nil
	}
	if err := s.Cycle.advance(s.Mixture, s.threads); err != nil {
		return false, err
	}
	if s.Cycle.Stage < complete {
		return false, nil
	}
	s.Count++
	s.Shown = s.Mixture.scalars()
	s.endCycle()
	return true, nil
}

// endCycle decides what comes next.
func (s *search) endCycle() {
	now := s.Mixture.objective(s.Cycle.Before)
	gain := now - s.Last
	first := s.Cycles == 0
	s.Cycles++
	s.Last = now
	if e := &s.Epochs[len(s.Epochs)-1]; e.Open {
		e.Last = s.Count
	}
	if s.Phase != pairing && s.bury() {
		s.Last = math.NaN()
		s.Cycle.begin(math.NaN())
		s.Cycle.Wide = true
		return
	}
	calm := !first && (s.Cycle.Agitation < s.options.tolerance && len(s.Mixture.Components) > 1 || gain < settledGain)
	better := now > s.Value
	slowing := s.Cycles >= 5 && gain <= s.Gain // growth that speeds up is given its time
	s.Gain = gain
	switch s.Phase {
	case starting:
		if calm || s.Cycles >= settleCycles {
			s.close(true, 0)
			s.next()
			return
		}
	case pairing:
		if s.Cycle.Least < leastMass {
			s.reject()
			return
		}
		if slowing && (calm || gain < pairGain) || s.Cycles >= pairCycles {
			s.Phase, s.Cycles = settling, 0
			s.Cycle = cycle{Wide: true}
			s.Cycle.begin(s.Cycle.Before)
			s.Cycle.Before = math.NaN()
			return
		}
	case settling:
		hopeless := slowing && now+patience*math.Max(gain, 0)+settledGain < s.Value
		switch {
		case hopeless || (calm && slowing || s.Cycles >= settleCycles) && !better:
			s.reject()
			return
		case better && (calm || s.Cycles >= betterCycles):
			s.accept(now)
			return
		}
	case finishing:
		if !first && gain <= finishedGain || s.Cycles >= finishCycles {
			s.Phase = finished
			s.close(true, now-s.Value)
			return
		}
	}
	s.Cycle.begin(s.Cycle.Before)
	s.Cycle.Wide = !s.Cycle.Pair && s.Cycles%wideEvery == 0
}

// bury drops the components that have lost their rows, and reports whether there were any.
func (s *search) bury() bool {
	m := s.Mixture
	left := m.Components[:0:0]
	for _, c := range m.Components {
		if c.Mass >= leastMass || len(m.Components) == 1 {
			left = append(left, c)
			continue
		}
		e := &s.Epochs[len(s.Epochs)-1]
		e.Deaths = append(e.Deaths, c.ID)
	}
	if len(left) == len(m.Components) {
		return false
	}
	if len(left) == 0 {
		left = append(left, slices.MaxFunc(m.Components, func(a, b *component) int { return int(a.Mass - b.Mass) }))
	}
	m.Components = left
	return true
}

// open begins the record of an epoch.
func (s *search) open(parent int, children [2]int) {
	s.Epochs = append(s.Epochs, epoch{First: s.Count, Last: s.Count, Open: true, Parent: parent, Children: children})
}

// close ends it.
func (s *search) close(accepted bool, gain float64) {
	e := &s.Epochs[len(s.Epochs)-1]
	e.Open, e.Accepted, e.Gain, e.Last = false, accepted, gain, s.Count
}

// accept keeps what the epoch found.
func (s *search) accept(now float64) {
	e := &s.Epochs[len(s.Epochs)-1]
	s.close(true, now-s.Value)
	s.Spared = map[int]bool{}
	if e.Children[0] < 0 {
		e.Deaths = append(e.Deaths, e.Parent)
		s.Removed = true
	}
	for _, c := range s.Mixture.Components {
		if c.ID == e.Children[0] || c.ID == e.Children[1] {
			for i, r := range c.R {
				if r > 0.5 {
					s.Tries[i] = 0
				}
			}
		}
	}
	s.next()
}

// reject goes back to what was before the epoch.
func (s *search) reject() {
	e := s.Epochs[len(s.Epochs)-1]
	s.close(false, s.Last-s.Value)
	next := s.Mixture.NextID
	s.Mixture, s.Saved = s.Saved, nil
	s.Mixture.NextID = next
	if e.Children[0] < 0 {
		s.Spared[e.Parent] = true
	}
	for _, c := range s.Mixture.Components {
		if c.ID == e.Parent && e.Children[0] >= 0 {
			for i, r := range c.R {
				s.Tries[i] = math.Min(s.Tries[i]+r, s.options.attempts)
			}
		}
	}
	s.next()
}

// next begins the next epoch, or the end.
func (s *search) next() {
	m := s.Mixture
	value := m.bound().total()
	s.Saved, s.Cycles = nil, 0
	s.Value = m.objective(value)
	s.Last = s.Value
	parent := -1
	if s.options.births && !s.Removed {
		parent = s.choose()
	}
	if parent < 0 && s.options.births {
		if s.remove() {
			return
		}
		if s.Removed && s.Rounds < rounds {
			s.Removed = false
			s.Rounds++
			for i := range s.Tries { // what is left may divide otherwise
				s.Tries[i] = math.Min(s.Tries[i], s.options.attempts-1)
			}
			parent = s.choose()
		}
	}
	if parent < 0 {
		m.prune()
		s.Phase = finishing
		s.open(-1, [2]int{-1, -1})
		s.Cycle = cycle{Wide: true}
		s.Cycle.begin(m.bound().total())
		return
	}
	s.Saved = m.clone()
	mother := m.Components[parent]
	mass := slices.Clone(mother.R)
	tries := 0.0
	for i, r := range mass {
		tries += r * s.Tries[i] / mother.Mass
	}
	a, b := m.split(parent, s.options, tries < 0.5, s.rng)
	s.open(mother.ID, [2]int{a.ID, b.ID})
	s.Phase = pairing
	both := make([]bool, len(mass))
	for i, r := range mass {
		both[i] = r >= negligible
	}
	s.Cycle = cycle{Pair: true, First: parent, Mass: mass, Both: both}
	s.Cycle.Rest = m.restOf([]*component{a, b})
	s.Last = math.NaN()
	s.Cycle.begin(math.NaN())
	s.Cycle.Stage = gathering // the children's loadings follow their rows first
}

// remove begins an epoch without one of the components, the one that adds least a row
// first, and reports whether there was one to try. What was once needed while the
// mixture grew may be in the way when it has grown.
func (s *search) remove() bool {
	m := s.Mixture
	if len(m.Components) == 1 {
		return false
	}
	logWeight := m.logWeights()
	pick, lowest := -1, math.Inf(1)
	for i, c := range m.Components {
		if score := m.score(i, logWeight[i]); !s.Spared[c.ID] && score < lowest {
			pick, lowest = i, score
		}
	}
	if pick < 0 {
		return false
	}
	s.Saved = m.clone()
	gone := m.Components[pick].ID
	m.Components = slices.Delete(m.Components, pick, pick+1)
	s.open(gone, [2]int{-1, -1})
	s.Phase = settling
	s.Cycle = cycle{Wide: true}
	s.Last = math.NaN()
	s.Cycle.begin(math.NaN())
	return true
}

// choose returns the index of the component to split next, −1 when there is none left.
func (s *search) choose() int {
	m := s.Mixture
	logWeight := m.logWeights()
	best, least, lowest := -1, math.Inf(1), math.Inf(1)
	var open []int
	var weights []float64
	for i, c := range m.Components {
		tries := 0.0
		for j, r := range c.R {
			tries += r * s.Tries[j]
		}
		tries /= math.Max(c.Mass, 1e-300)
		if c.Mass < 4 || tries > s.options.attempts-0.5 {
			continue
		}
		open = append(open, i)
		weights = append(weights, c.Mass*(s.options.attempts-tries))
		round, score := math.Round(tries), m.score(i, logWeight[i])
		if round < least || round == least && score < lowest {
			best, least, lowest = i, round, score
		}
	}
	if !s.options.byCounts || best < 0 {
		return best
	}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	u := s.rng.Float64() * total
	for k, i := range open {
		if u -= weights[k]; u < 0 {
			return i
		}
	}
	return best
}
