package search

import (
	"math"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/timetree"
)

// A messenger is the part of a fit that only method mp has. It continues em's search from the trees
// that em has found, but judges trees by the evidence of message passing.
//
// An iteration detaches a random subtree. Method em proposes the three best positions, by its score
// and by its objective with the best times around the new place. Messages are passed on each tree
// that is new, and the best of all is kept. A tree that em puts more than `screen` nats below the
// present one is skipped.
type messenger struct {
	f    *Fit
	work searchWork
	from timetree.Detached
	// before is em's objective of the present tree when the iteration began.
	before float64

	open      []*judge          // being judged
	reference *posterior.Sketch // a tree with an evidence, for those that get none
	judged    []verdict
	upkeep    *messageUpkeep
	judgedAll bool // the first trees, whose branches are weighed then
	fallbacks int  // trees whose messages did not converge, so far
}

type searchWork int

const (
	workIdle searchWork = iota
	workAttach
	workJudge
)

const (
	screen   = 10   // nats
	hopeless = 3    // nats below the present tree at which a tree is given up before its messages have converged
	better   = 0.02 // nats by which a tree must be better: the accuracy of the evidence
)

// put begins to judge trees.
func (m *messenger) put(h hyper.Hyper, list ...*posterior.Sketch) {
	m.open, m.judged = m.open[:0:0], m.judged[:0:0]
	for _, k := range list {
		m.open = append(m.open, newJudge(m.f.Problem, h, k))
	}
}

// advance continues judging trees, as many at once as there are threads, and reports whether all
// are judged.
func (m *messenger) advance() bool {
	if len(m.judged) == len(m.open) {
		return true
	}
	open := m.open[len(m.judged):]
	open = open[:min(len(open), m.f.threads)]
	nodes := nodesPerMessageUnit(m.f.Problem)
	done := make([]bool, len(open))
	parallel.Do(len(open), m.f.threads, func(i int) { done[i] = open[i].advance(nodes) })
	// Verdicts in the order of the trees, whichever was done first.
	for i := 0; i < len(open) && done[i]; i++ {
		m.take(open[i])
	}
	return len(m.judged) == len(m.open)
}

// take receives the verdict of a judge.
func (m *messenger) take(j *judge) {
	v := j.verdict()
	switch {
	case v.givenUp:
		v.sketch.Objective = math.Inf(-1)
	case !v.converged:
		m.fallbacks++
		other := m.reference
		if other == nil && len(m.judged) > 0 {
			other = m.judged[0].sketch
		}
		j.fallBack(&v, other)
	}
	m.judged = append(m.judged, v)
	j.s, j.run = nil, nil // their memory
}

// nodesPerMessageUnit returns how many nodes make a unit of work.
func nodesPerMessageUnit(p *problem.Problem) int {
	return max(int(problem.UnitWork/MessageWork(p.D, len(p.Classes))), 2)
}

// MessageWork returns the work of a sweep at one node, in multiply-adds of a nanosecond: about 200
// points of quadrature, and a few passes over the columns.
func MessageWork(columns, classes int) float64 {
	return 34e3 + 1e3*float64(classes) + 40*float64(columns)
}

// best returns the verdict of the highest evidence.
func (m *messenger) best() *verdict {
	best := &m.judged[0]
	for i := range m.judged {
		if m.judged[i].sketch.Objective > best.sketch.Objective {
			best = &m.judged[i]
		}
	}
	return best
}

// install makes a tree and its hyperparameters the present ones.
func (m *messenger) install(v *verdict) {
	f := m.f
	f.state.Hyper = v.hyper
	f.state.Load(v.sketch)
	f.state.SetNoise()
	f.state.Recompute()
	f.keepAs(v.sketch)
	m.reference = v.sketch
}

// rejudge makes the judged trees the list of best ones, and the best of them the present tree.
func (m *messenger) rejudge() {
	f := m.f
	var list []*posterior.Sketch
	for _, v := range m.judged {
		list = placing.Remember(list, v.sketch.Objective, v.sketch.Hash, func() *posterior.Sketch { return v.sketch })
	}
	f.Best = list
	m.install(m.best())
}

// search continues the present iteration. It reports whether the iteration is complete and, if so,
// whether the tree improved.
func (m *messenger) search() (done, improved bool) {
	f := m.f
	s := f.state
	if m.upkeep != nil {
		return m.maintain()
	}
	switch m.work {
	case workIdle:
		if s.Count[s.Top] > 3 {
			m.before = s.Objective()
			m.from = s.Detach(f.searcher.Choose())
			if s.Sites != nil {
				s.Alone(m.from.Root)
			}
			f.searcher.Attacher.Start(m.from.Root)
			m.work = workAttach
			return false, false
		}
	case workAttach:
		if f.searcher.Attacher.Advance(f.Problem.NodesPerUnit()) {
			m.propose()
			m.work = workJudge
		}
		return false, false
	case workJudge:
		if !m.advance() {
			return false, false
		}
		improved = m.decide()
		m.work = workIdle
	}
	if (f.Iteration+1)%UpkeepEvery == 0 {
		m.upkeep = &messageUpkeep{}
		m.upkeep.start(m)
		return false, false
	}
	return true, improved
}

// propose passes on to message passing the trees with the subtree at its best positions.
func (m *messenger) propose() {
	f, s, r := m.f, m.f.state, m.from.Root
	found := append([]timetree.Position(nil), f.searcher.Attacher.Best(placing.Tried)...)
	var list []*posterior.Sketch
	for _, at := range found {
		objective := f.searcher.Trial.Attach(r, at)
		hash := s.Hash[s.Top]
		known := objective < m.before-screen
		for _, k := range f.Best {
			known = known || k.Hash == hash
		}
		if !known {
			list = append(list, s.Capture())
		}
		f.searcher.Trial.Back()
	}
	m.restore()
	m.put(s.Hyper, list...)
	for _, j := range m.open {
		j.floor = f.Current.Objective - hopeless
	}
}

// restore brings the present tree back after a subtree was tried elsewhere.
func (m *messenger) restore() {
	f := m.f
	f.state.Load(f.Current)
	f.state.Recompute()
}

// decide keeps the best of the judged trees if it is better than the present one.
func (m *messenger) decide() bool {
	f := m.f
	for i := range m.judged {
		v := &m.judged[i]
		if v.givenUp {
			continue
		}
		f.Best = placing.Remember(f.Best, v.sketch.Objective, v.sketch.Hash, func() *posterior.Sketch { return v.sketch })
	}
	if len(m.judged) == 0 {
		return false
	}
	best := m.best()
	if best.sketch.Objective <= f.Current.Objective+better {
		return false
	}
	m.install(best)
	return true
}

// A messageUpkeep learns θ, α and the noise again by method em from time to time, and merges and
// splits branch points to suit them. It keeps the result if the evidence of the present tree, or of
// its new form, rises. The other trees are then judged again too.
type messageUpkeep struct {
	polisher *polishing.Polisher
	s        *posterior.State
	stage    upkeepStage
	first    []verdict // of the present tree and its new form
}

type upkeepStage int

const (
	upkeepLearn upkeepStage = iota
	upkeepJudge
	upkeepOthers
)

func (u *messageUpkeep) start(m *messenger) {
	f := m.f
	u.s = posterior.NewState(f.Problem, f.state.Hyper)
	u.s.Load(f.Current)
	u.s.Recompute()
	u.polisher = polishing.New(u.s, f.Problem.Cells, 2, polishing.Settled)
}

// maintain continues the upkeep and reports whether the iteration is complete.
func (m *messenger) maintain() (done, improved bool) {
	f, u := m.f, m.upkeep
	if u.stage == upkeepLearn {
		if !u.polisher.Advance(f.Problem.NodesPerUnit()) {
			return false, false
		}
		list := []*posterior.Sketch{f.Current}
		if u.s.Hash[u.s.Top] != f.Current.Hash {
			list = append(list, u.s.Capture())
		}
		m.put(u.s.Hyper, list...)
		u.stage = upkeepJudge
		return false, false
	}
	if !m.advance() {
		return false, false
	}
	if u.stage == upkeepJudge {
		best := m.best()
		if best.sketch.Objective <= f.Current.Objective+better {
			m.upkeep = nil
			return true, false
		}
		var list []*posterior.Sketch
		for _, k := range f.Best {
			if k.Hash != f.Current.Hash && k.Hash != u.s.Hash[u.s.Top] {
				list = append(list, k)
			}
		}
		u.first = m.judged
		m.reference = best.sketch
		m.put(u.s.Hyper, list...)
		u.stage = upkeepOthers
		return false, false
	}
	m.judged = append(u.first, m.judged...)
	m.upkeep = nil
	m.rejudge()
	return true, true
}

// share returns how much of the trees at hand has been judged.
func (m *messenger) share() float64 {
	return float64(len(m.judged)) / math.Max(float64(len(m.open)), 1)
}
