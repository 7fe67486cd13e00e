package pydt

import (
	"sync/atomic"

	"example.org/espalier/inference/parallel"
)

// A weigher finds the supports of those trees of a list that have none yet. It uses a state, and
// restores it. It can stop after any branch and continue later.
type weigher struct {
	s         *state
	list      []*sketch
	known     map[uint64]float64
	at        int
	threads   int
	supporter *supporter // of the tree that is loaded
	back      *sketch
}

func newWeigher(s *state, list []*sketch, known map[uint64]float64, threads int) *weigher {
	return &weigher{s: s, threads: threads, list: append([]*sketch(nil), list...), known: known}
}

// advance does about `most` nodes of work and reports whether all trees of the list have supports.
// Those that were given keep theirs: the list has copies of them.
func (w *weigher) advance(most int) bool {
	s := w.s
	for ; w.at < len(w.list) && w.list[w.at].Support != nil; w.at++ {
	}
	if w.at == len(w.list) {
		if w.back != nil {
			s.load(w.back)
			s.recompute()
			w.back = nil
		}
		return true
	}
	if w.supporter == nil {
		if w.back == nil {
			w.back = s.capture()
		}
		s.load(w.list[w.at])
		s.recompute()
		w.supporter = &supporter{s: s, known: w.known, weighing: weighing{threads: w.threads}}
	}
	if w.supporter.advance(most) {
		k := *w.list[w.at] // the old one may have been published
		k.Support = w.supporter.present
		w.list[w.at], w.supporter = &k, nil
	}
	return false
}

// A weighing finds the odds of several branches of a tree at once. Those of one do not depend on those of another, so they have
// the same bits on any number of threads.
type weighing struct {
	threads    int          // 0 counts as 1
	collapsers []*collapser // one for each thread, made when needed
}

// do calls f(0) … f(n−1), each with a collapser of s that no other call has at the time.
func (w *weighing) do(s *state, n int, f func(c *collapser, i int)) {
	threads := max(min(w.threads, n), 1)
	for len(w.collapsers) < threads {
		w.collapsers = append(w.collapsers, newCollapser(s))
	}
	var next atomic.Int64
	parallel.Do(threads, threads, func(t int) {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			f(w.collapsers[t], i)
		}
	})
}
