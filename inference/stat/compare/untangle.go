package compare

import (
	"context"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/tree"
)

// Starts returns the number of starts that [Untangle] should use for trees of n leaves: less than
// half a second of work up to 2,000 leaves, a few seconds for 20,000.
func Starts(n int) int { return min(max(150000/max(n, 1), 20), 150) }

// Untangle turns the branch points of two trees over the same leaves to make few lines cross
// between them. It returns the turned trees and the number of crossings. Finding the minimum is
// hard (Fernau, Kaufmann and Poths 2010); this is a search. From each of several starts it turns
// one tree against the other, in turn, until nothing improves. The first start is the order given,
// so the result is never worse.
//
// A clade that both trees share can be arranged independently of its surroundings, and they of it.
// So the best arrangement of each shared clade, down to the next ones, is kept separately, from
// whichever start found it, and only those with crossing lines are tried again. Of an arrangement
// and its mirror image, the one closer to the order of a is used.
//
// The same rng gives the same result. A start costs a few turns of O(N log² N). When ctx ends, the
// best result so far is returned with the error of ctx.
func Untangle(ctx context.Context, a, b *tree.Tree, starts int, rng *rand.Rand) (x, y *tree.Tree, crossings int,
	err error) {
	u := newUntangler(a, b)
	for i := 0; i < max(starts, 1); i++ {
		if err = ctx.Err(); err != nil {
			break
		}
		if !u.start(i, rng) {
			break
		}
		u.alternate(ctx)
		u.keep()
	}
	u.faceAs(a)
	x, y = ordered(a, u.bestA), ordered(b, u.bestB)
	return x, y, Crossings(x, y), err
}

func ordered(t *tree.Tree, children [][]int) *tree.Tree {
	c := *t
	c.Children = children
	return &c
}

type untangler struct {
	a, b           *turner
	placeA, placeB []int32
	// part maps each node to the node of a with the smallest shared clade that holds it, which is
	// the node's own if that is shared.
	partA, partB []int
	bestA, bestB [][]int // the best order of the children of each node
	fewest       []int   // crossings of each part in it; -1 before the first start
	now          []int
}

func newUntangler(a, b *tree.Tree) *untangler {
	c := Clades(a, b)
	n := a.Leaves()
	u := &untangler{a: newTurner(a), b: newTurner(b), placeA: make([]int32, n), placeB: make([]int32, n),
		bestA: make([][]int, a.Nodes()), bestB: make([][]int, b.Nodes()), fewest: make([]int, a.Nodes()),
		now: make([]int, a.Nodes())}
	u.partA = parts(a, c.PartnerA, func(v int) int { return v })
	u.partB = parts(b, c.PartnerB, func(w int) int { return c.PartnerB[w] })
	for v := range u.fewest {
		u.fewest[v] = -1
	}
	return u
}

func parts(t *tree.Tree, partner []int, name func(v int) int) []int {
	part := make([]int, t.Nodes())
	for _, v := range t.PreOrder() {
		if partner[v] >= 0 {
			part[v] = name(v)
		} else {
			part[v] = part[t.Parent[v]]
		}
	}
	return part
}

// start sets the orders of start i; it reports false when no improvement is possible.
func (u *untangler) start(i int, rng *rand.Rand) bool {
	switch i {
	case 0:
		return true
	case 1: // a against the order of b as it was given
		u.reset(u.a, u.a.t.Children)
		u.reset(u.b, u.b.t.Children)
		u.b.places(u.placeB)
		u.a.turn(u.placeB)
		return u.left()
	}
	u.reset(u.a, u.bestA)
	u.reset(u.b, u.bestB)
	if !u.left() {
		return false
	}
	// Every third start is random; the others perturb the best a little.
	share := 0.5
	if i%3 != 2 {
		share = 0.12
	}
	for v, c := range u.a.children { // b is turned first, so perturbing it would have no effect
		if u.fewest[u.partA[v]] == 0 || len(c) < 2 || rng.Float64() >= share {
			continue
		}
		if len(c) == 2 {
			c[0], c[1] = c[1], c[0]
		} else {
			rng.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
		}
	}
	return true
}

func (u *untangler) reset(r *turner, to [][]int) {
	for v, c := range to {
		copy(r.children[v], c)
	}
}

func (u *untangler) left() bool {
	return slices.ContainsFunc(u.fewest, func(n int) bool { return n > 0 })
}

// alternate turns one tree against the other until nothing improves.
func (u *untangler) alternate(ctx context.Context) {
	for last := -1; ; {
		u.a.places(u.placeA)
		now := u.b.turn(u.placeA)
		if last >= 0 && now >= last || now == 0 || ctx.Err() != nil {
			return
		}
		last = now
		u.b.places(u.placeB)
		u.a.turn(u.placeB)
	}
}

// keep stores each part that improved.
func (u *untangler) keep() {
	clear(u.now)
	for w, n := range u.b.cross {
		u.now[u.partB[w]] += n
	}
	better := func(part int) bool { return u.fewest[part] < 0 || u.now[part] < u.fewest[part] }
	for v, c := range u.a.children {
		if better(u.partA[v]) {
			u.bestA[v] = slices.Clone(c)
		}
	}
	for w, c := range u.b.children {
		if better(u.partB[w]) {
			u.bestB[w] = slices.Clone(c)
		}
	}
	for part, n := range u.now {
		if better(part) {
			u.fewest[part] = n
		}
	}
}

// faceAs mirrors the parts that are reversed relative to t.
func (u *untangler) faceAs(t *tree.Tree) {
	for v, c := range t.Children { // ended before the first start
		if u.bestA[v] == nil && c != nil {
			u.bestA[v] = slices.Clone(c)
		}
	}
	for w, c := range u.b.t.Children {
		if u.bestB[w] == nil && c != nil {
			u.bestB[w] = slices.Clone(c)
		}
	}
	clear(u.now)
	count := t.LeafCounts()
	for v, c := range t.Children {
		if len(c) == 0 {
			continue
		}
		best := u.bestA[v]
		if slices.Index(best, c[0]) <= slices.Index(best, c[len(c)-1]) {
			u.now[u.partA[v]] += count[v]
		} else {
			u.now[u.partA[v]] -= count[v]
		}
	}
	mirror := func(part []int, children [][]int) {
		for v, c := range children {
			if u.now[part[v]] < 0 {
				slices.Reverse(c)
			}
		}
	}
	mirror(u.partA, u.bestA)
	mirror(u.partB, u.bestB)
}
