package vbmfa

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// A search grows and prunes a mixture. It goes through epochs: the first fits the
// start; each further one splits a component in two or three, or leaves one out, or starts all
// factors anew, lets what this concerns settle, then everything, and keeps the result
// if the bound is higher, else what was before (math 12.6). A round goes on until every
// component was split in vain three times and none can be left out; the rounds end
// with one that brought next to nothing. When everything has settled, components try to
// do with a factor fewer each. Fields are exported to be saved.
type search struct {
	Mixture  *mixture
	Saved    *mixture // before the epoch
	Value    float64  // objective of Saved
	Phase    phase
	Cycle    cycle
	Cycles   int           // of the phase
	Last     float64       // objective after the cycle before
	Gain     float64       // of the cycle before
	Tries    []float64     // t_i: failed splits that row i took part in
	Removing bool          // components are left out, not split
	Risen    float64       // nats that births and removals of this round brought
	Rounds   int           // of births and removals
	Renewed  int           // round in which all factors were started anew
	Spared   map[int]bool  // IDs of components that the mixture is worse without; true where by much
	Heirs    map[int][]int // IDs of those that got most rows of a component when it was left out
	Ending   bool          // the rounds are over
	Lean     map[int]bool  // IDs of components that need all of their factors
	Epochs   []epoch
	Count    int       // completed cycles
	Shown    []float64 // the scalars of Info after the last cycle

	options options
	rng     *rand.Rand
	threads int
	failure error
}

// epoch is the record of a stretch of cycles.
type epoch struct {
	First, Last    int
	Accepted, Open bool
	Anew           bool // all factors were started anew
	Shed           bool // a factor of Parent was left out
	Parent         int
	Children       [2]int
	More           []int // a third child
	Deaths         []int
	Gain           float64
}

// kind is what an epoch tries.
type kind int

const (
	growth   kind = iota // of what is there: the start and the end
	birth                // a component is split
	removal              // a component is left out
	renewal              // all factors start anew
	shedding             // a factor is left out
)

func (e *epoch) kind() kind {
	switch {
	case e.Shed:
		return shedding
	case e.Children[0] >= 0:
		return birth
	case e.Parent >= 0:
		return removal
	case e.Anew:
		return renewal
	}
	return growth
}

// need returns the nats by which an epoch must raise the objective: what is no smaller
// than before must show a gain beyond what further cycles would have brought.
func (k kind) need() float64 {
	if k == removal || k == shedding {
		return 0
	}
	return 0.3
}

// hope returns the nats that a group may lack of the objective before the epoch when it
// has settled, the rest not: more than the rest was seen to add in epochs that were kept.
func (k kind) hope(p int) float64 {
	switch k {
	case removal:
		return 50 + float64(p)
	case shedding:
		return 10
	}
	return 25 + 0.5*float64(p)
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
	births      bool
	spatial     bool    // split along a direction by place, not by responsibility
	byCounts    bool    // parents drawn by their counts of failed splits, not by their score
	tolerance   float64 // agitation below which an epoch is settled
	attempts    float64 // failed splits after which a component is left alone
	most        int     // components, of which no split makes more
	factors     int     // of a new component
	shape, rate float64 // a* and b* of a start
}

const (
	pairCycles   = 60   // of a group, at most
	leastCycles  = 4    // of a group or of an epoch that is given up
	settleCycles = 150  // of an epoch, at most
	finishCycles = 1000 // of the end, at most
	betterCycles = 15   // of an epoch that is better already
	renewCycles  = 20   // of a renewal, at least
	heldCycles   = 10   // of the first renewal in which a*, b* and α* stay as they were
	wideEvery    = 5    // cycles of which one looks at all rows for all components
	patience     = 20   // cycles of the present gain that an epoch may still lack
	leastMass    = 1    // rows below which a component dies
	rounds       = 4    // of births and removals after the first

	// Nats: of a cycle, below which small agitation settles an epoch, and below which any does; below
	// which a group has settled; below which the search ends; that a round must bring for another one.
	calmGain, settledGain = 0.3, 0.01
	pairGain              = 0.1
	finishedGain          = 1e-3
	worthwhile            = 2
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
	calm := !first && (s.Cycle.Agitation < s.options.tolerance && gain < calmGain || gain < settledGain)
	if s.Phase == settling && calm {
		now = s.trim(now)
	}
	kind := s.Epochs[len(s.Epochs)-1].kind()
	better := now > s.Value+kind.need()
	slowing := s.Cycles >= leastCycles && gain <= s.Gain // growth that speeds up is given its time
	if kind == renewal && s.Cycles < renewCycles {
		slowing = false
	}
	s.Gain = gain
	switch s.Phase {
	case starting:
		if calm || s.Cycles >= settleCycles {
			s.close(true, 0)
			s.next()
			return
		}
	case pairing:
		lost := slowing && now+patience*math.Max(gain, 0)+kind.hope(s.Mixture.d.p) < s.Value
		switch {
		case lost || s.Cycle.Least < leastMass:
			s.reject(now)
			return
		case slowing && (calm || gain < pairGain) || s.Cycles >= pairCycles:
			s.Phase, s.Cycles = settling, 0
			s.Cycle = cycle{Wide: kind == removal} // else the group is near the rows that it was near before
			s.Cycle.begin(math.NaN())
			return
		}
	case settling:
		lost := slowing && now+patience*math.Max(gain, 0)+settledGain < s.Value
		switch {
		case lost || (calm && slowing || s.Cycles >= settleCycles) && !better:
			s.reject(now)
			return
		case better && (calm || s.Cycles >= betterCycles):
			s.accept(now)
			return
		}
	case finishing:
		if !first && gain <= finishedGain || s.Cycles >= finishCycles {
			if s.trim(now) > now && s.Cycles < finishCycles { // the rest settles without them
				break
			}
			s.Ending = true
			s.close(true, now-s.Value)
			s.next()
			return
		}
	}
	s.Cycle.begin(s.Cycle.Before)
	s.Cycle.Held = s.Phase != finishing && s.Rounds == 0 && (s.Renewed == 0 || s.Cycles < heldCycles)
	s.Cycle.Wide = s.Cycle.Group == nil && s.Cycles%wideEvery == 0
}

// trim drops the factors that are off where the objective rises by it, and returns what it is then.
func (s *search) trim(now float64) float64 {
	if !s.Mixture.prune() {
		return now
	}
	value := s.Mixture.bound().total()
	s.Cycle.Before = value
	s.Last = s.Mixture.objective(value)
	return s.Last
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
		left = append(left, slices.MaxFunc(m.Components, func(a, b *component) int { return cmp.Compare(a.Mass, b.Mass) }))
	}
	dead := slices.DeleteFunc(slices.Clone(m.Components), func(c *component) bool { return slices.Contains(left, c) })
	m.Components = left
	for _, c := range dead {
		m.inherit(c)
	}
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
	changed := s.changed()
	s.ask(func(id int) bool {
		return e.kind() == renewal || changed[id] || slices.ContainsFunc(s.Heirs[id], func(heir int) bool { return changed[heir] })
	})
	if e.kind() != renewal {
		s.Risen += e.Gain
	}
	if e.kind() == removal {
		e.Deaths = append(e.Deaths, e.Parent)
	}
	for _, c := range s.Mixture.Components {
		if c.ID == e.Children[0] || c.ID == e.Children[1] || slices.Contains(e.More, c.ID) {
			for i, r := range c.R {
				if r > 0.5 {
					s.Tries[i] = 0
				}
			}
		}
	}
	s.next()
}

// ask lets some of the components be left out on trial again, but for those that the mixture was
// much worse without.
func (s *search) ask(again func(id int) bool) {
	maps.DeleteFunc(s.Spared, func(id int, needed bool) bool { return !needed && again(id) })
}

// changed returns the IDs of the components that are not those of before the epoch any more, by
// how many rows they have, or that are gone. What was found without one holds as long as neither
// it nor its heirs have changed: to ask all again would cost S epochs for each that was accepted.
func (s *search) changed() map[int]bool {
	changed := map[int]bool{}
	before := map[int]float64{}
	if s.Saved != nil {
		for _, c := range s.Saved.Components {
			before[c.ID] = c.Mass
		}
	}
	for _, c := range s.Mixture.Components {
		if m, ok := before[c.ID]; !ok || math.Abs(c.Mass-m) > 0.5+0.01*m {
			changed[c.ID] = true
		}
		delete(before, c.ID)
	}
	for id := range before { // gone
		changed[id] = true
	}
	return changed
}

// reject goes back to what was before the epoch.
func (s *search) reject(now float64) {
	e := s.Epochs[len(s.Epochs)-1]
	s.close(false, now-s.Value)
	next := s.Mixture.NextID
	s.Mixture, s.Saved = s.Saved, nil
	s.Mixture.NextID = next
	switch e.kind() {
	case shedding:
		s.Lean[e.Parent] = true
	case removal:
		s.Spared[e.Parent] = now-s.Value < -removal.hope(s.Mixture.d.p) // worth so much, it is not left out again
	}
	for _, c := range s.Mixture.Components {
		if c.ID == e.Parent && e.kind() == birth {
			for i, r := range c.R {
				s.Tries[i] = math.Min(s.Tries[i]+r, s.options.attempts)
			}
		}
	}
	s.next()
}
