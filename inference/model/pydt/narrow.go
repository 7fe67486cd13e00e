package pydt

import (
	"math"
	"math/bits"
)

// How many branches a narrow pass looks at for each doubling of the rows: at most, and before it may
// end because all that waits is hopeless.
const (
	branchesPerDoubling = 32
	leastPerDoubling    = 8
	hopelessWaiting     = 40 // nats below the best position seen
)

// reach returns how many branches a narrow pass looks at in a tree of so many rows.
func reach(rows int) int { return branchesPerDoubling * bits.Len(uint(rows)) }

// A waiting is a branch point below which a narrow pass has not looked yet, and the best score of
// the branch above it or of itself at a first look.
type waiting struct {
	node  int32
	score float64
}

// A front holds what waits, as a heap with the best on top. Of equal scores the lower slot comes
// first, so that the order depends on the tree alone.
type front []waiting

func (f front) before(i, j int) bool {
	return f[i].score > f[j].score || f[i].score == f[j].score && f[i].node < f[j].node
}

func (f *front) push(w waiting) {
	*f = append(*f, w)
	h := *f
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if !h.before(i, up) {
			return
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
}

func (f *front) pop() waiting {
	h := *f
	first := h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	*f = h
	for i := 0; ; {
		best := i
		for k := 2*i + 1; k <= 2*i+2 && k < last; k++ {
			if h.before(k, best) {
				best = k
			}
		}
		if best == i {
			return first
		}
		h[i], h[best] = h[best], h[i]
		i = best
	}
}

// walkNarrow does a whole pass that goes below the most promising branch points first, and ends when
// it has looked at as many branches as it may. s.order then holds these.
func (a *attacher) walkNarrow() {
	s := a.s
	a.front, a.glance = a.front[:0], true
	best := a.promise(s.top)
	if !s.isLeaf(s.top) {
		a.front.push(waiting{s.top, best})
	}
	least := a.narrow / branchesPerDoubling * leastPerDoubling
	for len(a.front) > 0 && len(s.order) < a.narrow {
		next := a.front.pop()
		if len(s.order) > least && next.score < best-hopelessWaiting {
			break
		}
		v := next.node
		if s.rem[v] <= s.rem[a.root] {
			continue
		}
		a.expand(v)
		for _, k := range s.kids[v] {
			s.order = append(s.order, k)
			score := a.promise(k)
			best = math.Max(best, score)
			if !s.isLeaf(k) {
				a.front.push(waiting{k, score})
			}
		}
	}
	a.glance = false
	a.pending = len(s.order)
}

// promise returns the best score of the branch above v and of v itself at a first look.
func (a *attacher) promise(v int32) float64 {
	best := math.Inf(-1)
	if p, ok := a.look(v); ok && p.score > best {
		best = p.score
	}
	if a.joinable(v) {
		if score := a.atNode(v); score > best {
			best = score
		}
	}
	return best
}
