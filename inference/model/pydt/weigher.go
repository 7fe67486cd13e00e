package pydt

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

// weighAll continues finding the supports of all trees kept, and reports whether it is done. Under
// method em the best tree has its supports already.
func (f *fit) weighAll() bool {
	if f.weigher == nil {
		f.weigher = newWeigher(f.state, f.best, f.weighed, f.threads)
	}
	if !f.weigher.advance(f.nodesPerUnit()) {
		return false
	}
	best := f.current == f.best[0]
	f.best, f.weigher = f.weigher.list, nil
	if best && f.current != f.best[0] {
		f.current = f.best[0]
		f.weighed = f.state.weighed(f.current.Support)
	}
	return true
}
