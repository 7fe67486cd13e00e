package consensus

import (
	"example.org/espalier/inference/algorithm/special"
	"slices"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/tree"
)

// A Set is a sample of trees. It is used by one goroutine at a time; the trees that it returns are
// never written again. The zero value is an empty set.
type Set struct {
	names  []string
	leaves []key
	index  map[key]int32 // number of each clade met
	keys   []key         // of each clade
	read   map[*tree.Tree][]int32
	draws  []draw
	chains int // chain numbers are below it
	back   *support.Set
	sizes  []int // draws of each chain

	// The following describe each clade, over the draws in the set.
	count   []int32
	byChain [][]int32   // of each chain
	left    []float64   // sum of 1−t
	where   []placement // one place at which it occurs; the tree is nil if there is none
}

// A draw is a tree with the number of the clade of each branch point, node by node.
type draw struct {
	forest.Draw
	clades []int32
}

type placement struct {
	tree *tree.Tree
	node int
}

// A key is the hash of a clade.
type key struct{ a, b uint64 }

func (k key) plus(o key) key { return key{k.a + o.a, k.b + o.b} }

// Back makes the supports of trees the shares of other draws that have their clades: those of a second chain, which
// counts columns that vary together as few. Nil makes them the shares of the draws of the set. Methods named after
// frequencies still return those of the set.
func (s *Set) Back(b *support.Set) { s.back = b }

// New returns the set of the given draws; see [Set.Update].
func New(samples []forest.Draw) *Set {
	s := &Set{}
	s.Update(samples)
	return s
}

// Update makes the set hold exactly the given draws. It does not reread a tree that was already in
// the set: an update looks up one hash for each branch point of a new tree, and makes one addition
// for each branch point of a tree that stays. Leaves are matched by number; the names are those of
// the first tree. Draws without a tree are left out. If trees differ in their number of leaves from
// the first, the last of them start a new set.
func (s *Set) Update(samples []forest.Draw) {
	samples = slices.DeleteFunc(slices.Clone(samples), func(d forest.Draw) bool { return d.Tree == nil })
	if n := len(samples); n > 0 && samples[n-1].Tree.Leaves() != len(s.names) {
		*s = Set{back: s.back}
		s.begin(samples[n-1].Tree)
	}
	samples = slices.DeleteFunc(samples, func(d forest.Draw) bool { return d.Tree.Leaves() != len(s.names) })
	read := make(map[*tree.Tree][]int32, len(samples))
	s.draws = s.draws[:0]
	for _, d := range samples {
		clades, known := s.read[d.Tree]
		if !known {
			clades = s.number(d.Tree)
		}
		read[d.Tree] = clades
		s.draws = append(s.draws, draw{d, clades})
	}
	s.read = read
	s.tally()
	s.compact()
}

// Add adds one draw, in O(N) time.
func (s *Set) Add(d forest.Draw) {
	if len(s.draws) == 0 {
		s.Update([]forest.Draw{d})
		return
	}
	if d.Tree.Leaves() != len(s.names) {
		panic("consensus: Add needs a tree over the same leaves")
	}
	clades, known := s.read[d.Tree]
	if !known {
		clades = s.number(d.Tree)
		s.read[d.Tree] = clades
	}
	s.draws = append(s.draws, draw{d, clades})
	s.room(d.Chain)
	s.tallyDraw(s.draws[len(s.draws)-1])
}

// begin prepares the set for trees like t.
func (s *Set) begin(t *tree.Tree) {
	s.names = t.Names
	s.leaves = make([]key, len(t.Names))
	for i := range s.leaves {
		s.leaves[i] = key{special.Mix64(special.Golden64 * (2*uint64(i) + 1)),
			special.Mix64(special.Golden64 * (2*uint64(i) + 2))}
	}
	s.index = map[key]int32{}
}

// hashes returns the key of each branch point of t, node by node.
func (s *Set) hashes(t *tree.Tree) []key {
	n := t.Leaves()
	sum := make([]key, t.Nodes()-n)
	order := t.PreOrder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		p := t.Parent[v]
		switch {
		case p < 0:
		case v < n:
			sum[p-n] = sum[p-n].plus(s.leaves[v])
		default:
			sum[p-n] = sum[p-n].plus(sum[v-n])
		}
	}
	return sum
}

// number returns the numbers of the clades of t; new clades get new numbers.
func (s *Set) number(t *tree.Tree) []int32 {
	hashes := s.hashes(t)
	clades := make([]int32, len(hashes))
	for k, h := range hashes {
		c, known := s.index[h]
		if !known {
			c = int32(len(s.keys))
			s.index[h] = c
			s.keys = append(s.keys, h)
		}
		clades[k] = c
	}
	return clades
}

// room extends the sums to every clade and chain.
func (s *Set) room(chain int) {
	more := len(s.keys) - len(s.count)
	s.count = append(s.count, make([]int32, more)...)
	s.left = append(s.left, make([]float64, more)...)
	s.where = append(s.where, make([]placement, more)...)
	for s.chains <= chain {
		s.chains++
		s.byChain, s.sizes = append(s.byChain, nil), append(s.sizes, 0)
	}
	for i, c := range s.byChain {
		s.byChain[i] = append(c, make([]int32, len(s.keys)-len(c))...)
	}
}

// tally computes the sums over all draws.
func (s *Set) tally() {
	s.count, s.left, s.where, s.byChain, s.sizes, s.chains = s.count[:0], s.left[:0], s.where[:0], nil, nil, 0
	for _, d := range s.draws {
		s.room(d.Chain)
		s.tallyDraw(d)
	}
}

func (s *Set) tallyDraw(d draw) {
	n := d.Tree.Leaves()
	chain := s.byChain[d.Chain]
	for k, c := range d.clades {
		s.count[c]++
		chain[c]++
		s.left[c] += remaining(d.Tree.LogTime[n+k])
		s.where[c] = placement{d.Tree, n + k}
	}
	s.sizes[d.Chain]++
}

// compact forgets the clades that no draw has once they are the majority.
func (s *Set) compact() {
	live := 0
	for _, n := range s.count {
		if n > 0 {
			live++
		}
	}
	if len(s.keys) < 2*live+1000 {
		return
	}
	renumber := make([]int32, len(s.keys))
	keys := make([]key, 0, live)
	s.index = make(map[key]int32, live)
	for c, n := range s.count {
		if n == 0 {
			continue
		}
		renumber[c] = int32(len(keys))
		s.index[s.keys[c]] = renumber[c]
		keys = append(keys, s.keys[c])
	}
	s.keys = keys
	for _, clades := range s.read {
		for k, c := range clades {
			clades[k] = renumber[c]
		}
	}
	s.tally()
}

// Draws returns the number of draws.
func (s *Set) Draws() int { return len(s.draws) }

// Draw returns draw i, in the order in which they were given.
func (s *Set) Draw(i int) forest.Draw { return s.draws[i].Draw }

// All returns all draws, in the order in which they were given.
func (s *Set) All() []forest.Draw {
	list := make([]forest.Draw, len(s.draws))
	for i, d := range s.draws {
		list[i] = d.Draw
	}
	return list
}

// Chains returns the number of draws of each chain.
func (s *Set) Chains() []int { return slices.Clone(s.sizes) }

// Names returns the names of the leaves; nil for an empty set.
func (s *Set) Names() []string { return s.names }
