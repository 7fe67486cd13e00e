package evidence

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/pruning"
)

// Nearby is how many branch points, from a place of a subtree upwards, get new times when the place is tried.
const Nearby = 4

// A Vicinity compares the scores of trees that differ in the place of one subtree, by the branch
// points around the places alone (math 6.5). Elsewhere messages change too little to matter.
type Vicinity struct {
	s       *posterior.State
	bender  *Bender
	around  []int32  // branch points about the places, in the tree without the subtree
	member  []uint32 // by slot: the stamp of the comparison, where the branch point is about a place
	path    []uint32 // by slot: the stamp of the evaluation, where it or a node below is a member
	counted []uint32 // by slot: the stamp of the evaluation, of members
	stamp   uint32
	order   []int32   // of an evaluation, parents first
	below   []float64 // by slot: Σ over children of A_vk²/d_k

	// The evaluation uses these in place of the state's cavities, which the positions not yet tried
	// still need; nil until used.
	cavMean, cavVari []float64
}

func NewVicinity(s *posterior.State) *Vicinity {
	n := len(s.Parent)
	return &Vicinity{s: s, bender: NewBender(s), member: make([]uint32, n),
		path: make([]uint32, n), counted: make([]uint32, n),
		below: make([]float64, n)}
}

// Cavities returns those that it uses in place of the state's.
func (c *Vicinity) Cavities() (mean, vari []float64) {
	if c.cavMean == nil {
		c.cavMean, c.cavVari = make([]float64, len(c.s.CavMean)), make([]float64, len(c.s.CavVari))
	}
	return c.cavMean, c.cavVari
}

// Begin forgets the places of the last comparison.
func (c *Vicinity) Begin() {
	c.around = c.around[:0]
	c.next()
}

func (c *Vicinity) next() {
	if c.stamp++; c.stamp == 0 { // after 2³² comparisons
		clear(c.member)
		clear(c.path)
		clear(c.counted)
		c.stamp = 1
	}
}

// Add takes in the place at node v, in the tree without the subtree: the branch points from there
// upwards whose times a trial may change, and their children.
func (c *Vicinity) Add(v int32) {
	s := c.s
	for i := 0; v >= 0 && i <= Nearby; v, i = s.Parent[v], i+1 {
		c.join(v)
		for _, k := range s.Kids[v] {
			c.join(k)
		}
	}
}

func (c *Vicinity) join(v int32) {
	if c.s.IsLeaf(v) || c.member[v] == c.stamp {
		return
	}
	c.member[v] = c.stamp
	c.around = append(c.around, v)
}

// Value returns the part of the score of the present tree that lies about the places and about r,
// which hangs at one of them. Messages must be current.
func (c *Vicinity) Value(r int32) float64 {
	s := c.s
	mean, vari := s.CavMean, s.CavVari
	s.CavMean, s.CavVari = c.Cavities()
	c.next()
	for _, v := range c.around {
		c.member[v] = c.stamp // of the comparison in progress
		c.mark(v)
	}
	c.mark(s.Parent[r])
	if !s.IsLeaf(r) {
		c.mark(r)
		for _, k := range s.Kids[r] {
			if !s.IsLeaf(k) {
				c.mark(k)
			}
		}
	}
	c.cavities()
	sum := 0.0
	for i := len(c.order) - 1; i >= 0; i-- {
		v := c.order[i]
		if c.counted[v] == c.stamp {
			sum += c.term(v)
		}
	}
	s.CavMean, s.CavVari = mean, vari
	return sum
}

// mark counts v among the members and puts the way to it from the top on the path.
func (c *Vicinity) mark(v int32) {
	c.counted[v] = c.stamp
	for ; v >= 0 && c.path[v] != c.stamp; v = c.s.Parent[v] {
		c.path[v] = c.stamp
	}
}

// cavities lists the path, parents first, and makes the cavities of all its nodes and their children.
func (c *Vicinity) cavities() {
	s := c.s
	s.CavityOfTop()
	c.order = append(c.order[:0], s.Top)
	for i := 0; i < len(c.order); i++ {
		v := c.order[i]
		s.CavitiesBelow(v)
		c.below[v] = 0
		for _, k := range s.Kids[v] {
			if c.path[k] == c.stamp {
				c.order = append(c.order, k)
			}
		}
	}
}

// term is the term of v in the score, see integrated and resolutions. Branch points below v that are
// not members count as if nothing hung below them.
func (c *Vicinity) term(v int32) float64 {
	s := c.s
	for _, k := range s.Kids[v] {
		if !s.IsLeaf(k) && c.counted[k] != c.stamp {
			c.pass(k, c.shape(k, 0))
		}
	}
	shape := c.shape(v, c.below[v])
	sum := 0.5*(pruning.Ln2Pi-math.Log(shape)) + special.GammaExcess(shape)
	c.pass(v, shape)
	if s.Hyper.Typical == 0 {
		for k := 3; k <= len(s.Kids[v]); k++ {
			sum += (1 - hyper.Resolutions) * (s.Hyper.Prior.Further(k) - s.Hyper.Prior.Counted(k))
		}
	}
	return sum
}

// shape returns the shape of the waiting time above v, with what comes from below.
func (c *Vicinity) shape(v int32, below float64) float64 {
	wait := c.s.Ell[v] - c.s.ParentEll(v)
	shape := (c.bender.Own(v) - below) * wait * wait
	if !(shape > scoreShape) {
		return scoreShape
	}
	return shape
}

// pass adds what v means for the shape of its parent.
func (c *Vicinity) pass(v int32, shape float64) {
	p := c.s.Parent[v]
	if p < 0 {
		return
	}
	wait := c.s.Ell[v] - c.s.ParentEll(v)
	mixed := c.bender.WithParent(v)
	c.below[p] += mixed * mixed * wait * wait / shape
}
