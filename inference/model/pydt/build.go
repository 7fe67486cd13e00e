package pydt

import "math/rand/v2"

// tried is the number of best positions for a subtree that are tried in turn, each with the times
// around it optimised, before the best is kept (Knowles thesis 4.5: L = 3).
const tried = 3

// nearby is how many branch points, from the new position upwards, get new times in such a trial.
const nearby = 4

// A trial attaches a detached subtree at a position and optimises the times around it. It can take that back.
type trial struct {
	s     *state
	timer timer
	root  int32
	at    position
	times []oldTime
}

type oldTime struct {
	node     int32
	ell, rem float64
}

// attach attaches the subtree and returns the objective. Cavities must be those of the remaining tree.
func (t *trial) attach(r int32, at position) float64 {
	s := t.s
	t.root, t.at, t.timer.s = r, at, s
	u := s.link(r, at)
	t.times = t.times[:0]
	if !at.join {
		c := len(s.classes)
		copy(s.cavMeanOf(u), s.cavMeanOf(at.node))
		copy(s.cavVari[int(u)*c:int(u)*c+c], s.cavVari[int(at.node)*c:int(at.node)*c+c])
	}
	if s.sites != nil {
		s.cavityOf(u, r)
		s.settleBelow(r, localSweeps)
	}
	for v, i := u, 0; v >= 0 && i < nearby; v, i = s.parent[v], i+1 {
		t.times = append(t.times, oldTime{v, s.ell[v], s.rem[v]})
	}
	climbWithTimes(s, &t.timer, u, nearby)
	return s.objective()
}

// back takes the subtree away again.
func (t *trial) back() {
	s := t.s
	from := s.parent[t.root]
	for _, old := range t.times {
		s.ell[old.node], s.rem[old.node] = old.ell, old.rem
	}
	if !t.at.join {
		from = s.parent[from]
	}
	s.unlinkNew(t.root, t.at)
	s.climb(from)
}

// place attaches the subtree at the best of several positions that the attacher found.
func (t *trial) place(r int32, found []position) {
	best, value := 0, 0.0
	for i, at := range found {
		f := t.attach(r, at)
		if i == 0 || f > value {
			best, value = i, f
		}
		if i == len(found)-1 && best == i {
			return
		}
		t.back()
	}
	t.attach(r, found[best])
}

// A builder makes a tree by adding the rows one after the other in a random order (math 6.2).
// Adding row i costs one pass of the attacher, O(i·D), and O(depth·D) for the trials. Each time the
// tree has doubled, times and hyperparameters are polished.
//
// Learnt θ and α have two kinds of solution: many branch points of two children with θ near 0, or
// fewer branch points of more children with θ above 1. A plain builder starts at the first kind.
// The others keep θ and α at their starting values, merge and split branch points, and tend to the
// second. The objective decides between them.
type builder struct {
	s        *state
	order    []int32
	next     int
	attacher *attacher
	trial    trial
	passing  bool
	settler  settler // of the sites of a binary table, after some rows
	polisher *polisher
	last     *polisher // when all rows are in
	plain    bool
	refiner  *refiner // when they are polished; nil for none
}

func newBuilder(p *problem, h hyper, rng *rand.Rand, plain bool) *builder {
	if plain {
		h = h.plain()
	}
	s := newState(p, h)
	b := &builder{s: s, attacher: newAttacher(s), trial: trial{s: s}}
	for _, v := range rng.Perm(p.n) {
		b.order = append(b.order, int32(v))
	}
	s.begin(b.order[0], b.order[1])
	b.next, b.settler = 2, s.newSettler(1, 0)
	b.last = newPolisher(s, p.cells, choosingRound, settled)
	b.last.restructure = b.last.restructure && !plain
	b.plain = plain
	b.refiner = newRefiner(p, s, rng)
	return b
}

// settleRows is the number of sweeps over the sites between two doublings of the rows.
const settleRows = 8

// doubled reports whether the tree has reached a size at which it is polished.
func doubled(n int) bool { return n >= 8 && n&(n-1) == 0 }

// advance does about `most` nodes of work and reports whether the tree is complete.
func (b *builder) advance(most int) bool {
	if b.polisher != nil {
		if !b.polisher.advance(most) {
			return false
		}
		b.polisher = nil
	}
	if !b.settler.advance(most) {
		return false
	}
	if b.next == len(b.order) {
		return b.last.advance(most) && (b.refiner == nil || b.refiner.advance(most))
	}
	r := b.order[b.next]
	if !b.passing {
		b.s.parent[r] = absent
		if b.s.sites != nil {
			b.s.alone(r)
		}
		b.attacher.start(r)
		b.passing = true
	}
	if !b.attacher.advance(most) {
		return false
	}
	b.trial.place(r, b.attacher.best(tried))
	b.passing = false
	b.next++
	if b.next%max(1, b.next/settleRows) == 0 {
		b.settler = b.s.newSettler(1, 0)
	}
	if doubled(b.next) {
		b.polisher = newPolisher(b.s, b.observedCells(), 2, 1e-4)
		b.polisher.restructure = b.polisher.restructure && !b.plain
	}
	return false
}

// observedCells counts the cells of the rows added so far.
func (b *builder) observedCells() int {
	count := 0
	for _, cl := range b.s.classes {
		for _, v := range b.order[:b.next] {
			if cl.observed == nil || cl.observed[v] {
				count += cl.high - cl.low
			}
		}
	}
	return count
}
