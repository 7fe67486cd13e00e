package pydt

import (
	"math"
	"slices"

	"example.org/espalier/inference/tree"
)

// A sketch is a tree without its messages, for good trees that are kept, saved and published. It
// keeps slots and orders, so that loading a sketch gives exactly the same state.
type sketch struct {
	Top       int32
	Parent    []int32
	Kids      []int32 // of all slots, one after the other
	KidCount  []int32
	Ell, Rem  []float64
	Free      []int32
	Objective float64
	Hash      uint64
	Sites     []float64 // means, variances and constants of the leaves' sites; nil where they have none
	Support   []float64 // probability of the branch above each slot, NaN where there is none; nil where not known
}

// capture copies the present tree.
func (s *state) capture() *sketch {
	k := &sketch{Top: s.top,
		Parent: append([]int32(nil), s.parent...), Ell: append([]float64(nil), s.ell...), Rem: append([]float64(nil), s.rem...),
		Free: append([]int32(nil), s.free...), KidCount: make([]int32, len(s.kids)), Kids: make([]int32, 0, len(s.kids)),
		Hash: s.hash[s.top]}
	for v, kids := range s.kids {
		k.KidCount[v] = int32(len(kids))
		k.Kids = append(k.Kids, kids...)
	}
	k.Sites = s.allSites()
	return k
}

// load makes the sketch the present tree; messages are left to recompute.
func (s *state) load(k *sketch) {
	s.top = k.Top
	copy(s.parent, k.Parent)
	copy(s.ell, k.Ell)
	copy(s.rem, k.Rem)
	s.free = append(s.free[:0], k.Free...)
	s.setSites(k.Sites)
	at := 0
	for v := range s.kids {
		n := int(k.KidCount[v])
		s.kids[v] = append(s.kids[v][:0], k.Kids[at:at+n]...)
		at += n
	}
}

// publish turns a sketch of a complete tree into a tree with the given leaf names.
func (k *sketch) publish(names []string) *tree.Tree {
	number := k.numbers(len(names))
	next := slices.Max(number) + 1
	t := &tree.Tree{Names: names, Top: number[k.Top], Parent: make([]int, next), Children: make([][]int, next), LogTime: make([]float64, next)}
	at := 0
	for v, p := range k.Parent {
		count := int(k.KidCount[v])
		if p != absent {
			w := number[v]
			t.LogTime[w] = k.Ell[v]
			t.Parent[w] = -1
			if p >= 0 {
				t.Parent[w] = number[p]
			}
			for _, child := range k.Kids[at : at+count] {
				t.Children[w] = append(t.Children[w], number[child])
			}
		}
		at += count
	}
	if k.Support != nil {
		t.Support = make([]float64, next)
		for v, w := range number {
			if w >= 0 {
				t.Support[w] = k.Support[v]
			}
		}
	}
	return t
}

// numbers returns the node that each slot becomes, of a tree of n leaves; −1 for free ones.
func (k *sketch) numbers(n int) []int {
	number := make([]int, len(k.Parent))
	next := n
	for v, p := range k.Parent {
		switch {
		case p == absent:
			number[v] = -1
		case v < n:
			number[v] = v
		default:
			number[v] = next
			next++
		}
	}
	return number
}

// adopt loads a published tree, whose leaves are the rows of the data.
func (s *state) adopt(t *tree.Tree) {
	s.adoptShape(t)
	s.recompute()
}

// adoptShape is adopt with the messages left to recompute or to roughTimes.
func (s *state) adoptShape(t *tree.Tree) {
	slots := len(s.parent)
	for v := range s.parent {
		s.parent[v] = absent
		s.kids[v] = s.kids[v][:0]
	}
	for v := range t.Parent {
		s.parent[v] = int32(t.Parent[v])
		if t.IsLeaf(v) {
			continue
		}
		for _, k := range t.Children[v] {
			s.kids[v] = append(s.kids[v], int32(k))
		}
		s.setTime(int32(v), t.LogTime[v])
	}
	s.top = int32(t.Top)
	s.free = s.free[:0]
	for v := slots - 1; v >= len(t.Parent); v-- {
		s.free = append(s.free, int32(v))
	}
}

// roughTimes gives times to a tree that has only a structure, bottom up, so that squared distances
// roughly equal their expectation under the variances.
func (s *state) roughTimes() {
	order := append([]int32(nil), s.preorder()...)
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if s.isLeaf(v) {
			continue
		}
		latest, sum, columns := 0.0, 0.0, 0.0
		a := s.kids[v][0]
		for _, b := range s.kids[v] {
			latest = math.Max(latest, s.rem[b])
			if b == a {
				continue
			}
			square, variances, both := s.apart(a, b)
			sum += (square-variances)/s.hyper.sigma2 + both*(s.rem[a]+s.rem[b])
			columns += both
		}
		rem := 0.0
		if columns > 0 {
			rem = 0.5 * sum / columns
		}
		s.setRem(v, math.Max(rem, math.Max(latest*1.05, 1e-4)))
		s.update(v)
	}
	if top := s.rem[s.top]; top > 0.95 {
		for _, v := range order {
			if !s.isLeaf(v) {
				s.setRem(v, s.rem[v]*0.95/top)
			}
		}
		s.recompute()
	}
}

// A scored is a tree, told by its structure and its objective, and its score.
type scored struct {
	hash             uint64
	objective, score float64
}

// scoredOf tells the trees of a list, and their weights, from those of another.
func scoredOf(list []*sketch) []scored {
	out := make([]scored, len(list))
	for i, k := range list {
		out[i] = scored{hash: k.Hash, objective: k.Objective}
	}
	return out
}
