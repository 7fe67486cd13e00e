package placing

import (
	"math/rand/v2"

	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/times"
	"example.org/espalier/inference/process/timetree"
)

// Tried is the number of best positions for a subtree that are tried in turn, each with the times
// around it optimised, before the best is kept (Knowles thesis 4.5: L = 3).
const Tried = 3

// A Trial attaches a detached subtree at a position and optimises the times around it. It can take that back.
type Trial struct {
	S     *posterior.State
	timer times.Timer
	root  int32
	at    timetree.Position
	times []oldTime
}

type oldTime struct {
	node     int32
	ell, rem float64
}

// Attach attaches the subtree and returns the objective. Cavities must be those of the remaining tree.
func (t *Trial) Attach(r int32, at timetree.Position) float64 {
	s := t.S
	t.root, t.at, t.timer.S = r, at, s
	u := s.Link(r, at)
	t.times = t.times[:0]
	if !at.Join {
		c := len(s.Classes)
		copy(s.CavMeanOf(u), s.CavMeanOf(at.Node))
		copy(s.CavVari[int(u)*c:int(u)*c+c], s.CavVari[int(at.Node)*c:int(at.Node)*c+c])
	}
	if s.Sites != nil {
		s.CavityOf(u, r)
		s.SettleBelow(r, posterior.LocalSweeps)
	}
	for v, i := u, 0; v >= 0 && i < evidence.Nearby; v, i = s.Parent[v], i+1 {
		t.times = append(t.times, oldTime{v, s.Ell[v], s.Rem[v]})
	}
	t.timer.Climb(u, evidence.Nearby)
	return s.Objective()
}

// Back takes the subtree away again.
func (t *Trial) Back() {
	s := t.S
	from := s.Parent[t.root]
	for _, old := range t.times {
		s.Ell[old.node], s.Rem[old.node] = old.ell, old.rem
	}
	if !t.at.Join {
		from = s.Parent[from]
	}
	s.UnlinkNew(t.root, t.at)
	s.Climb(from)
}

// place attaches the subtree at the best of several positions that the attacher found.
func (t *Trial) place(r int32, found []timetree.Position) {
	best, value := 0, 0.0
	for i, at := range found {
		f := t.Attach(r, at)
		if i == 0 || f > value {
			best, value = i, f
		}
		if i == len(found)-1 && best == i {
			return
		}
		t.Back()
	}
	t.Attach(r, found[best])
}

// A Builder makes a tree by adding the rows one after the other in a random order (math 6.2).
// Adding row i costs one pass of the attacher, O(i·D), and O(depth·D) for the trials. Each time the
// tree has doubled, times and hyperparameters are polished.
//
// Learnt θ and α have two kinds of solution: many branch points of two children with θ near 0, or
// fewer branch points of more children with θ above 1. A plain builder starts at the first kind.
// The others keep θ and α at their starting values, merge and split branch points, and tend to the
// second. The objective decides between them.
type Builder struct {
	S        *posterior.State
	order    []int32
	Next     int
	attacher *attaching.Attacher
	trial    Trial
	passing  bool
	settler  posterior.Settler // of the sites of a binary table, after some rows
	polisher *polishing.Polisher
	last     *polishing.Polisher // when all rows are in
	plain    bool
	Refiner  *Refiner // when they are polished; nil for none
}

func NewBuilder(p *problem.Problem, h hyper.Hyper, rng *rand.Rand, plain bool) *Builder {
	if plain {
		h = h.Plain()
	}
	s := posterior.NewState(p, h)
	b := &Builder{S: s, attacher: attaching.New(s), trial: Trial{S: s}}
	for _, v := range rng.Perm(p.N) {
		b.order = append(b.order, int32(v))
	}
	s.Begin(b.order[0], b.order[1])
	b.Next, b.settler = 2, s.NewSettler(1, 0)
	b.last = polishing.New(s, p.Cells, polishing.ChoosingRound, polishing.Settled)
	b.last.Restructure = b.last.Restructure && !plain
	b.plain = plain
	b.Refiner = NewRefiner(p, s, rng)
	return b
}

// settleRows is the number of sweeps over the sites between two doublings of the rows.
const settleRows = 8

// doubled reports whether the tree has reached a size at which it is polished.
func doubled(n int) bool { return n >= 8 && n&(n-1) == 0 }

// Advance does about `most` nodes of work and reports whether the tree is complete.
func (b *Builder) Advance(most int) bool {
	if b.polisher != nil {
		if !b.polisher.Advance(most) {
			return false
		}
		b.polisher = nil
	}
	if !b.settler.Advance(most) {
		return false
	}
	if b.Next == len(b.order) {
		return b.last.Advance(most) && (b.Refiner == nil || b.Refiner.Advance(most))
	}
	r := b.order[b.Next]
	if !b.passing {
		b.S.Parent[r] = timetree.Absent
		if b.S.Sites != nil {
			b.S.Alone(r)
		}
		b.attacher.Start(r)
		b.passing = true
	}
	if !b.attacher.Advance(most) {
		return false
	}
	b.trial.place(r, b.attacher.Best(Tried))
	b.passing = false
	b.Next++
	if b.Next%max(1, b.Next/settleRows) == 0 {
		b.settler = b.S.NewSettler(1, 0)
	}
	if doubled(b.Next) {
		b.polisher = polishing.New(b.S, b.observedCells(), 2, 1e-4)
		b.polisher.Restructure = b.polisher.Restructure && !b.plain
	}
	return false
}

// observedCells counts the cells of the rows added so far.
func (b *Builder) observedCells() int {
	count := 0
	for _, cl := range b.S.Classes {
		for _, v := range b.order[:b.Next] {
			if cl.Observed == nil || cl.Observed[v] {
				count += cl.High - cl.Low
			}
		}
	}
	return count
}
