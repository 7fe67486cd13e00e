package attaching

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

// Reach returns how many branches a narrow pass looks at in a tree of so many rows.
func Reach(rows int) int { return branchesPerDoubling * bits.Len(uint(rows)) }

// A waiting is a branch point below which a narrow pass has not looked yet, and the best score of
// the branch above it or of itself at a first look.
type waiting struct {
	Node  int32
	Score float64
}

// A front holds what waits, as a heap with the best on top. Of equal scores the lower slot comes
// first, so that the order depends on the tree alone.
type front []waiting

func (f front) before(i, j int) bool {
	return f[i].Score > f[j].Score || f[i].Score == f[j].Score && f[i].Node < f[j].Node
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
func (a *Attacher) walkNarrow() {
	s := a.s
	a.front, a.glance = a.front[:0], true
	best := a.promise(s.Top)
	if !s.IsLeaf(s.Top) {
		a.front.push(waiting{s.Top, best})
	}
	least := a.Narrow / branchesPerDoubling * leastPerDoubling
	for len(a.front) > 0 && len(s.Order) < a.Narrow {
		next := a.front.pop()
		if len(s.Order) > least && next.Score < best-hopelessWaiting {
			break
		}
		v := next.Node
		if s.Rem[v] <= s.Rem[a.root] {
			continue
		}
		a.expand(v)
		for _, k := range s.Kids[v] {
			s.Order = append(s.Order, k)
			score := a.promise(k)
			best = math.Max(best, score)
			if !s.IsLeaf(k) {
				a.front.push(waiting{k, score})
			}
		}
	}
	a.glance = false
	a.pending = len(s.Order)
}

// promise returns the best score of the branch above v and of v itself at a first look.
func (a *Attacher) promise(v int32) float64 {
	best := math.Inf(-1)
	if p, ok := a.look(v); ok && p.Score > best {
		best = p.Score
	}
	if a.joinable(v) {
		if score := a.AtNode(v); score > best {
			best = score
		}
	}
	return best
}
