package branches

import (
	"sync/atomic"

	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/parallel"
)

// A Weigher finds the supports of those trees of a list that have none yet. It uses a state, and
// restores it. It can stop after any branch and continue later.
type Weigher struct {
	s         *posterior.State
	List      []*posterior.Sketch
	known     map[uint64]float64
	At        int
	threads   int
	supporter *Supporter // of the tree that is loaded
	back      *posterior.Sketch
}

func NewWeigher(s *posterior.State, list []*posterior.Sketch, known map[uint64]float64, threads int) *Weigher {
	return &Weigher{s: s, threads: threads, List: append([]*posterior.Sketch(nil), list...), known: known}
}

// Advance does about `most` nodes of work and reports whether all trees of the list have supports.
// Those that were given keep theirs: the list has copies of them.
func (w *Weigher) Advance(most int) bool {
	s := w.s
	for ; w.At < len(w.List) && w.List[w.At].Support != nil; w.At++ {
	}
	if w.At == len(w.List) {
		if w.back != nil {
			s.Load(w.back)
			s.Recompute()
			w.back = nil
		}
		return true
	}
	if w.supporter == nil {
		if w.back == nil {
			w.back = s.Capture()
		}
		s.Load(w.List[w.At])
		s.Recompute()
		w.supporter = &Supporter{S: s, Known: w.known, Weighing: Weighing{Threads: w.threads}}
	}
	if w.supporter.Advance(most) {
		k := *w.List[w.At] // the old one may have been published
		k.Support = w.supporter.Present
		w.List[w.At], w.supporter = &k, nil
	}
	return false
}

// A Weighing finds the odds of several branches of a tree at once. Those of one do not depend on those of another, so
// they have the same bits on any number of threads.
type Weighing struct {
	Threads    int          // 0 counts as 1
	collapsers []*Collapser // one for each thread, made when needed
}

// do calls f(0) … f(n−1), each with a collapser of s that no other call has at the time.
func (w *Weighing) do(s *posterior.State, n int, f func(c *Collapser, i int)) {
	threads := max(min(w.Threads, n), 1)
	for len(w.collapsers) < threads {
		w.collapsers = append(w.collapsers, NewCollapser(s))
	}
	var next atomic.Int64
	parallel.Do(threads, threads, func(t int) {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			f(w.collapsers[t], i)
		}
	})
}
