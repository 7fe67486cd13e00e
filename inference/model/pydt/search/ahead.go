package search

import (
	"math/rand/v2"

	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
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
	s        *posterior.State
	searcher *placing.Searcher
	after    rand.PCG // the generator when the subtree has been drawn
	done     bool
	improved bool
	offers   []*posterior.Sketch // of a double: what it would have remembered
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
func doubles(s *posterior.State, threads int) int {
	columns := s.D
	if s.Columnwise {
		columns *= aheadColumns
	}
	if s.N*(columns+aheadRow) < aheadWork || looksNearby(s) {
		return 0
	}
	bytes := 8 * 3 * (len(s.Mean) + len(s.Vari)) // a searcher has cavities of its own
	return min(threads-1, mostAhead, mostAheadBytes/bytes)
}

// newAhead returns one for the searcher of a fit.
func newAhead(f *Fit) *ahead {
	a := new(ahead)
	for range doubles(f.state, f.threads) {
		a.doubles = append(a.doubles, newDouble(f.Problem, f.state.Hyper))
	}
	return a
}

// advance does some of the present search step, and of those after it where there are
// threads for them. It reports whether the step is complete and has improved the tree.
func (a *ahead) advance(f *Fit) (done, improved bool) {
	if len(a.round) == 0 && !a.begin(f) {
		return f.searcher.Advance(f.Problem.NodesPerUnit())
	}
	if !a.round[0].done {
		var open []*step
		for _, t := range a.round {
			if !t.done {
				open = append(open, t)
			}
		}
		most := f.Problem.NodesPerUnit()
		parallel.Do(len(open), f.threads, func(i int) { open[i].done, open[i].improved = open[i].searcher.Advance(most) })
	}
	if !a.round[0].done {
		return false, false
	}
	return true, a.count(f)
}

// newDouble returns a step with a state of its own.
func newDouble(p *problem.Problem, h hyper.Hyper) *step {
	t := &step{s: posterior.NewState(p, h)}
	t.searcher = placing.NewSearcher(t.s, nil, t.offer)
	t.searcher.Score = evidence.Score
	return t
}

// offer keeps a tree for the time when the step counts.
func (t *step) offer(objective float64) {
	k := t.s.Capture()
	k.Objective = objective
	t.offers = append(t.offers, k)
}

// begin begins as many steps as there are threads for, up to the one that upkeep follows. It
// reports whether there are several.
func (a *ahead) begin(f *Fit) bool {
	s := f.state
	every := UpkeepEvery * f.pace()
	n := min(len(a.doubles), every-1-f.Iteration%every)
	if n < 1 || s.Count[s.Top] <= 3 || f.searcher.Busy() {
		return false
	}
	if !a.same {
		for _, t := range a.doubles {
			mirror(t.s, s)
			t.searcher.Known = f.searcher.Known
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
		t.searcher.Planned = f.searcher.Choose()
		t.after = *f.source
	}
	*f.source = before
	return true
}

// count takes the first step of the round as that of the search, and reports whether it has improved
// the tree.
func (a *ahead) count(f *Fit) (improved bool) {
	t := a.round[0]
	a.round = a.round[1:]
	*f.source = t.after
	for _, k := range t.offers {
		f.Best = placing.Remember(f.Best, k.Objective, k.Hash, func() *posterior.Sketch { return k })
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
		f.searcher.Known = t.searcher.Known
	}
	a.stop()
	return true
}

// stop drops the steps that are ahead, because the tree has changed or will change.
func (a *ahead) stop() {
	a.dropped += len(a.round)
	for _, t := range a.round {
		t.searcher.Stepping, t.searcher.Settling = false, false
	}
	a.round, a.same = nil, false
}

// mirror makes s the same tree as another state of the same problem, with the same messages and
// hyperparameters. Cavities are left as they are.
func mirror(s *posterior.State, o *posterior.State) {
	s.Hyper, s.Top = o.Hyper, o.Top
	copy(s.Parent, o.Parent)
	for v, kids := range o.Kids {
		s.Kids[v] = append(s.Kids[v][:0], kids...)
	}
	copy(s.Size, o.Size)
	copy(s.Count, o.Count)
	copy(s.Ell, o.Ell)
	copy(s.Rem, o.Rem)
	s.Free = append(s.Free[:0], o.Free...)
	copy(s.Mean, o.Mean)
	copy(s.Vari, o.Vari)
	copy(s.Lik, o.Lik)
	copy(s.Pri, o.Pri)
	copy(s.Clad, o.Clad)
	copy(s.Hash, o.Hash)
}
