package posterior

import (
	"math"
	"slices"

	"example.org/espalier/inference/process/timetree"
	"example.org/espalier/inference/tree"
)

// A Sketch is a tree without its messages, for good trees that are kept, saved and published. It
// keeps slots and orders, so that loading a sketch gives exactly the same state.
type Sketch struct {
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

// Capture copies the present tree.
func (s *State) Capture() *Sketch {
	k := &Sketch{Top: s.Top,
		Parent: append([]int32(nil), s.Parent...), Ell: append([]float64(nil), s.Ell...),
		Rem:  append([]float64(nil), s.Rem...),
		Free: append([]int32(nil), s.Free...), KidCount: make([]int32, len(s.Kids)), Kids: make([]int32, 0, len(s.Kids)),
		Hash: s.Hash[s.Top]}
	for v, kids := range s.Kids {
		k.KidCount[v] = int32(len(kids))
		k.Kids = append(k.Kids, kids...)
	}
	k.Sites = s.AllSites()
	return k
}

// Load makes the sketch the present tree; messages are left to recompute.
func (s *State) Load(k *Sketch) {
	s.Top = k.Top
	copy(s.Parent, k.Parent)
	copy(s.Ell, k.Ell)
	copy(s.Rem, k.Rem)
	s.Free = append(s.Free[:0], k.Free...)
	s.SetSites(k.Sites)
	at := 0
	for v := range s.Kids {
		n := int(k.KidCount[v])
		s.Kids[v] = append(s.Kids[v][:0], k.Kids[at:at+n]...)
		at += n
	}
}

// Publish turns a sketch of a complete tree into a tree with the given leaf names.
func (k *Sketch) Publish(names []string) *tree.Tree {
	number := k.Numbers(len(names))
	next := slices.Max(number) + 1
	t := &tree.Tree{Names: names, Top: number[k.Top], Parent: make([]int, next), Children: make([][]int, next),
		LogTime: make([]float64, next)}
	at := 0
	for v, p := range k.Parent {
		count := int(k.KidCount[v])
		if p != timetree.Absent {
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

// Numbers returns the node that each slot becomes, of a tree of n leaves; −1 for free ones.
func (k *Sketch) Numbers(n int) []int {
	number := make([]int, len(k.Parent))
	next := n
	for v, p := range k.Parent {
		switch {
		case p == timetree.Absent:
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

// Adopt loads a published tree, whose leaves are the rows of the data.
func (s *State) Adopt(t *tree.Tree) {
	s.AdoptShape(t)
	s.Recompute()
}

// AdoptShape is adopt with the messages left to recompute or to roughTimes.
func (s *State) AdoptShape(t *tree.Tree) {
	slots := len(s.Parent)
	for v := range s.Parent {
		s.Parent[v] = timetree.Absent
		s.Kids[v] = s.Kids[v][:0]
	}
	for v := range t.Parent {
		s.Parent[v] = int32(t.Parent[v])
		if t.IsLeaf(v) {
			continue
		}
		for _, k := range t.Children[v] {
			s.Kids[v] = append(s.Kids[v], int32(k))
		}
		s.SetTime(int32(v), t.LogTime[v])
	}
	s.Top = int32(t.Top)
	s.Free = s.Free[:0]
	for v := slots - 1; v >= len(t.Parent); v-- {
		s.Free = append(s.Free, int32(v))
	}
}

// RoughTimes gives times to a tree that has only a structure, bottom up, so that squared distances
// roughly equal their expectation under the variances.
func (s *State) RoughTimes() {
	order := append([]int32(nil), s.Preorder()...)
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if s.IsLeaf(v) {
			continue
		}
		latest, sum, columns := 0.0, 0.0, 0.0
		a := s.Kids[v][0]
		for _, b := range s.Kids[v] {
			latest = math.Max(latest, s.Rem[b])
			if b == a {
				continue
			}
			square, variances, both := s.Apart(a, b)
			sum += (square-variances)/s.Hyper.Sigma2 + both*(s.Rem[a]+s.Rem[b])
			columns += both
		}
		rem := 0.0
		if columns > 0 {
			rem = 0.5 * sum / columns
		}
		s.SetRem(v, math.Max(rem, math.Max(latest*1.05, 1e-4)))
		s.Update(v)
	}
	if top := s.Rem[s.Top]; top > 0.95 {
		for _, v := range order {
			if !s.IsLeaf(v) {
				s.SetRem(v, s.Rem[v]*0.95/top)
			}
		}
		s.Recompute()
	}
}

// A Scored is a tree, told by its structure and its objective, and its score.
type Scored struct {
	Hash             uint64
	Objective, Score float64
}

// ScoredOf tells the trees of a list, and their weights, from those of another.
func ScoredOf(list []*Sketch) []Scored {
	out := make([]Scored, len(list))
	for i, k := range list {
		out[i] = Scored{Hash: k.Hash, Objective: k.Objective}
	}
	return out
}
