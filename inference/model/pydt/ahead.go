package pydt

import (
	"math/rand/v2"

	"example.org/espalier/inference/parallel"
)

// With threads to spare a search takes steps ahead: while it takes the present one, doubles of the
// tree take the next ones. Most steps leave the tree as it is, and then the next step counts as it
// is. After a step that improves the tree, those ahead of it are dropped and taken again. So the
// search goes the same way on any number of threads, to the bit.
type ahead struct {
	doubles []*step // all there are; the first steps of a round are taken by the searcher itself
	round   []*step // steps begun and not yet counted, in their order
	same    bool    // the doubles have the tree that the search has
	counted int     // steps that a double took and that counted
	moved   int     // those of them that improved the tree
	dropped int     // steps in vain
}

// A step is one of a round: a searcher on the state itself or on a double, with the subtree that it moves.
type step struct {
	s        *state
	searcher *searcher
	after    rand.PCG // the generator when the subtree has been drawn
	done     bool
	improved bool
	offers   []*sketch // of a double: what it would have remembered
}

// aheadWork is the least number of rows times columns, each row counting for aheadRow columns more,
// from which a step takes so much longer than a change of threads that steps ahead pay. It is a
// variable for tests.
var aheadWork = 10_000

const (
	aheadRow       = 20
	aheadColumns   = 4 // columns that one of variances of its own counts for
	mostAhead      = 7 // doubles
	mostAheadBytes = 64 << 20
)

// doubles returns how many doubles of the state pay on this many threads.
func doubles(s *state, threads int) int {
	columns := s.d
	if s.columnwise {
		columns *= aheadColumns
	}
	if s.n*(columns+aheadRow) < aheadWork || s.large() {
		return 0
	}
	bytes := 8 * 3 * (len(s.mean) + len(s.vari)) // a searcher has cavities of its own
	return min(threads-1, mostAhead, mostAheadBytes/bytes)
}

// advanceSearcher does some of the present search step, and of those after it where there are
// threads for them. It reports whether the step is complete and has improved the tree.
func (f *fit) advanceSearcher() (done, improved bool) {
	if f.ahead == nil {
		f.ahead = new(ahead)
		for range doubles(f.state, f.threads) {
			f.ahead.doubles = append(f.ahead.doubles, newDouble(f.problem, f.state.hyper))
		}
	}
	a := f.ahead
	if len(a.round) == 0 && !f.beginRound() {
		return f.searcher.advance(f.nodesPerUnit())
	}
	if !a.round[0].done {
		var open []*step
		for _, t := range a.round {
			if !t.done {
				open = append(open, t)
			}
		}
		most := f.nodesPerUnit()
		parallel.Do(len(open), f.threads, func(i int) { open[i].done, open[i].improved = open[i].searcher.advance(most) })
	}
	if !a.round[0].done {
		return false, false
	}
	return true, f.count()
}

// newDouble returns a step with a state of its own.
func newDouble(p *problem, h hyper) *step {
	t := &step{s: newState(p, h)}
	t.searcher = newSearcher(t.s, nil, t.offer)
	t.searcher.score = (*state).score
	return t
}

// offer keeps a tree for the time when the step counts.
func (t *step) offer(objective float64) {
	k := t.s.capture()
	k.Objective = objective
	t.offers = append(t.offers, k)
}

// beginRound begins as many steps as there are threads for, up to the one that upkeep follows. It
// reports whether there are several.
func (f *fit) beginRound() bool {
	a, s := f.ahead, f.state
	every := upkeepEvery * f.pace()
	n := min(len(a.doubles), every-1-f.iteration%every)
	if n < 1 || s.count[s.top] <= 3 || f.searcher.busy() {
		return false
	}
	if !a.same {
		for _, t := range a.doubles {
			mirror(t.s, s)
			t.searcher.known = f.searcher.known
		}
		a.same = true
	}
	a.round = append(a.round[:0], &step{s: s, searcher: f.searcher})
	for _, t := range a.doubles[:n] {
		t.done, t.improved, t.offers = false, false, nil
		a.round = append(a.round, t)
	}
	before := *f.source
	for _, t := range a.round {
		t.searcher.planned = f.searcher.choose()
		t.after = *f.source
	}
	*f.source = before
	return true
}

// count takes the first step of the round as that of the search, and reports whether it has improved
// the tree.
func (f *fit) count() (improved bool) {
	a := f.ahead
	t := a.round[0]
	a.round = a.round[1:]
	*f.source = t.after
	for _, k := range t.offers {
		f.best = remember(f.best, k.Objective, k.Hash, func() *sketch { return k })
	}
	if t.searcher != f.searcher {
		a.counted++
	}
	if !t.improved {
		return false
	}
	if t.searcher != f.searcher {
		a.moved++
		mirror(f.state, t.s)
		f.searcher.known = t.searcher.known
	}
	f.stopAhead()
	return true
}

// stopAhead drops the steps that are ahead, because the tree has changed or will change.
func (f *fit) stopAhead() {
	if a := f.ahead; a != nil {
		a.dropped += len(a.round)
		for _, t := range a.round {
			t.searcher.stepping, t.searcher.settling = false, false
		}
		a.round, a.same = nil, false
	}
}

// mirror makes s the same tree as another state of the same problem, with the same messages and
// hyperparameters. Cavities are left as they are.
func mirror(s *state, o *state) {
	s.hyper, s.top = o.hyper, o.top
	copy(s.parent, o.parent)
	for v, kids := range o.kids {
		s.kids[v] = append(s.kids[v][:0], kids...)
	}
	copy(s.size, o.size)
	copy(s.count, o.count)
	copy(s.ell, o.ell)
	copy(s.rem, o.rem)
	s.free = append(s.free[:0], o.free...)
	copy(s.mean, o.mean)
	copy(s.vari, o.vari)
	copy(s.lik, o.lik)
	copy(s.pri, o.pri)
	copy(s.clad, o.clad)
	copy(s.hash, o.hash)
}
