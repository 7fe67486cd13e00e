package vbmfa

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// A search grows and prunes a mixture in epochs. The first fits the start. Each further one splits
// a component in two or three, or leaves one out, or restarts all factors; it lets the components
// concerned settle, then everything, and keeps the result if the bound is higher, otherwise the
// previous mixture (math 12.6). A round continues until every component has failed three splits and
// none can be left out. The last round is one with next to no gain. When everything has settled,
// each component tries to do with one factor less. Fields are exported for saving.
type search struct {
	Mixture  *mixture
	Saved    *mixture // before the epoch
	Value    float64  // objective of Saved
	Phase    phase
	Cycle    cycle
	Cycles   int           // of the phase
	Last     float64       // objective after the cycle before
	Gain     float64       // of the cycle before
	Tries    []float64     // t_i: number of failed splits that row i took part in
	Removing bool          // components are being left out, not split
	Risen    float64       // nats gained by births and removals in this round
	Rounds   int           // of births and removals
	Renewed  int           // round in which all factors were restarted
	Spared   map[int]bool  // IDs of components without which the mixture is worse; true if by much
	Heirs    map[int][]int // IDs of the components that got most rows of one when it was left out
	Ending   bool          // the rounds are over
	Lean     map[int]bool  // IDs of components that need all of their factors
	Epochs   []epoch
	Count    int       // completed cycles
	Kept     float64   // objective of the settled mixture, −∞ before the first cycle
	Shown    []float64 // the scalars of Info, for the settled mixture

	options options
	rng     *rand.Rand
	failure error
}

// epoch is the record of a stretch of cycles.
type epoch struct {
	First, Last    int
	Accepted, Open bool
	Anew           bool // all factors were restarted
	Shed           bool // a factor of Parent was removed
	Parent         int
	Children       [2]int
	More           []int // a third child
	Deaths         []int
	Gain           float64
}

// kind is the sort of change that an epoch tries.
type kind int

const (
	growth   kind = iota // of the present components: the start and the end
	birth                // a component is split
	removal              // a component is left out
	renewal              // all factors restart
	shedding             // a factor is removed
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

// need returns the nats by which an epoch must raise the objective. A mixture that is no smaller
// than before must gain more than further cycles would have gained.
func (k kind) need() float64 {
	if k == removal || k == shedding {
		return 0
	}
	return 0.3
}

// hope returns the nats by which the objective may be below its value before the epoch when a group
// has settled but the rest has not: more than the rest ever added in accepted epochs.
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
	spatial     bool    // split by position along a direction, not by responsibility
	byCounts    bool    // draw parents by their numbers of failed splits, not by their score
	tolerance   float64 // agitation below which an epoch is settled
	attempts    float64 // failed splits after which a component is left alone
	most        int     // number of components that no split exceeds
	factors     int     // number of factors of a new component
	shape, rate float64 // a* and b* of a start
}

const (
	pairCycles   = 60   // of a group, limit
	leastCycles  = 4    // of a group or of an abandoned epoch, minimum
	settleCycles = 150  // of an epoch, limit
	finishCycles = 1000 // of the end, limit
	betterCycles = 15   // of an epoch that is already better
	renewCycles  = 20   // of a renewal, minimum
	heldCycles   = 10   // of the first renewal without updates of a*, b* and α*
	wideEvery    = 5    // one cycle in this many looks at all rows for all components
	patience     = 20   // limit on how far an epoch may be behind, in cycles of the present gain
	leastMass    = 1    // number of rows below which a component dies
	rounds       = 4    // of births and removals after the first

	// In nats: the gain of a cycle below which small agitation settles an epoch, and below which any does; below which a
	// group has settled; below which the search ends; and the gain of a round that justifies another one. A cycle that
	// gains less than restGain, and less than the one before it, ends the search too where no row's share changes by
	// restRows: then only factors still turn slowly.
	calmGain, settledGain = 0.3, 0.01
	pairGain              = 0.1
	finishedGain          = 1e-3
	restGain, restRows    = 5e-3, 1e-4
	worthwhile            = 2
)

// objective returns the quantity that the search maximises: the bound, or Schwarz's criterion for maximum likelihood
// (Beal 4.88-4.89).
func (m *mixture) objective(value float64) float64 {
	if !m.maximum {
		return value
	}
	return value - 0.5*m.parameters()*math.Log(float64(m.d.n))
}

// parameters returns the number of parameters of a maximum likelihood fit.
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
	if err := s.Cycle.advance(s.Mixture); err != nil {
		return false, err
	}
	if s.Cycle.Stage < complete {
		return false, nil
	}
	s.Count++
	if s.Saved == nil {
		s.keep()
	}
	s.endCycle()
	return true, nil
}

// keep notes the present mixture as the one to show.
func (s *search) keep() {
	s.Shown = s.Mixture.scalars()
	s.Kept = s.Shown[0]
}

// endCycle chooses the next step.
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
	slowing := s.Cycles >= leastCycles && gain <= s.Gain // growth that still accelerates gets its time
	if kind == renewal && s.Cycles < renewCycles {
		slowing = false
	}
	before := s.Gain
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
			s.Cycle = cycle{Wide: kind == removal} // otherwise the group stays near the rows it was near before
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
		rest := s.Cycle.Agitation < restRows && gain <= before && gain <= restGain
		if !first && (gain <= finishedGain || rest) || s.Cycles >= finishCycles {
			if s.trim(now) > now && s.Cycles < finishCycles { // the rest settles without the dropped factors
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

// trim drops the switched-off factors whose loss raises the objective, and returns the new
// objective.
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

// close ends the record of an epoch.
func (s *search) close(accepted bool, gain float64) {
	e := &s.Epochs[len(s.Epochs)-1]
	e.Open, e.Accepted, e.Gain, e.Last = false, accepted, gain, s.Count
}

// accept keeps the result of the epoch.
func (s *search) accept(now float64) {
	e := &s.Epochs[len(s.Epochs)-1]
	s.close(true, now-s.Value)
	changed := s.changed()
	s.ask(func(id int) bool {
		return e.kind() == renewal || changed[id] || slices.ContainsFunc(s.Heirs[id],
			func(heir int) bool { return changed[heir] })
	})
	if e.kind() != renewal && (e.kind() != shedding || s.Ending) {
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

// ask allows further trials of leaving out some of the components, except those without which the
// mixture was much worse.
func (s *search) ask(again func(id int) bool) {
	maps.DeleteFunc(s.Spared, func(id int, needed bool) bool { return !needed && again(id) })
}

// changed returns the IDs of the components that are gone, or whose number of rows differs from
// that before the epoch. A trial without a component stays valid as long as neither it nor its
// heirs have changed: repeating all trials would cost S epochs for each accepted one.
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

// reject restores the mixture before the epoch.
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
		s.Spared[e.Parent] = now-s.Value < -removal.hope(s.Mixture.d.p) // worth so much that it is not left out again
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
