package posterior

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
)

// Cavities fills, for every node, the message that its parent's location gets from everything but
// the node's own side (math 3.2), top down, in O(N·D). The parent's own cavity must be known before
// its children's: the order is s.order, parents first.
func (s *State) Cavities() {
	s.CavityOfTop()
	for _, v := range s.Preorder() {
		if !s.IsLeaf(v) {
			s.CavitiesBelow(v)
		}
	}
}

// cavitiesOfPoints is cavities for branch points alone. Leaves whose parent has two children keep
// the cavities that they had.
func (s *State) cavitiesOfPoints() {
	s.CavityOfTop()
	for _, v := range s.Preorder() {
		switch kids := s.Kids[v]; {
		case s.IsLeaf(v):
		case len(kids) > 2:
			s.CavitiesMany(v)
		default:
			for i, child := range kids {
				if !s.IsLeaf(child) {
					s.CavityTwo(v, child, kids[1-i])
				}
			}
		}
	}
}

func (s *State) CavityOfTop() {
	c := len(s.Classes)
	clear(s.CavMeanOf(s.Top))
	clear(s.CavVari[int(s.Top)*c : int(s.Top)*c+c])
}

// CavitiesBelow computes the cavities of all children of v from v's own.
func (s *State) CavitiesBelow(v int32) {
	kids := s.Kids[v]
	if len(kids) == 2 {
		s.CavityTwo(v, kids[0], kids[1])
		s.CavityTwo(v, kids[1], kids[0])
		return
	}
	s.CavitiesMany(v)
}

// Weights returns the weight of the message from above v in the cavity of a child (share; that of
// the child's only sibling is 1−share), and the variance of the cavity.
func (s *State) Weights(v, sibling int32, k int) (share, variance float64) {
	c := len(s.Classes)
	above := s.CavVari[int(v)*c+k] + s.Hyper.Sigma2*(s.ParentRem(v)-s.Rem[v])
	beside := s.Vari[int(sibling)*c+k] + s.Hyper.Sigma2*(s.Rem[v]-s.Rem[sibling])
	if math.IsInf(beside, 1) {
		return 1, above
	}
	sum := above + beside
	return beside / sum, above * (beside / sum)
}

func (s *State) CavityTwo(v, child, sibling int32) {
	if s.Columnwise {
		s.CavityColumns(v, child, sibling)
		return
	}
	c := len(s.Classes)
	for k, cl := range s.Classes {
		share, variance := s.Weights(v, sibling, k)
		s.CavVari[int(child)*c+k] = variance
		vector.Mix(s.CavMeanOf(child)[cl.Low:cl.High], s.CavMeanOf(v)[cl.Low:cl.High], s.MeanOf(sibling)[cl.Low:cl.High], share, 1-share)
	}
}

// CavitiesMany uses running products from both ends, in O(K·D). Subtracting a child from the total
// would lose digits where that child dominates.
func (s *State) CavitiesMany(v int32) {
	if s.Columnwise {
		s.CavitiesManyColumns(v, nil)
		return
	}
	kids, c := s.Kids[v], len(s.Classes)
	n := len(kids)
	s.precision = Grow(s.precision, n+1)
	s.shares = Grow(s.shares, n+2)
	after := s.shares
	for k, cl := range s.Classes {
		width := cl.High - cl.Low
		s.suffix = Grow(s.suffix, (n+2)*width)
		row := func(i int) []float64 { return s.suffix[i*width : (i+1)*width] }
		for i, child := range kids {
			s.precision[i] = 1 / (s.Vari[int(child)*c+k] + s.Hyper.Sigma2*(s.Rem[v]-s.Rem[child]))
		}
		// row(i) holds Σ_{j≥i} precision·mean, after[i] the precisions' sum; row(n+1) runs from the front.
		clear(row(n))
		after[n] = 0
		for i := n - 1; i >= 0; i-- {
			copy(row(i), row(i+1))
			after[i] = after[i+1]
			if s.precision[i] > 0 {
				vector.AddScaled(row(i), s.MeanOf(kids[i])[cl.Low:cl.High], s.precision[i])
				after[i] += s.precision[i]
			}
		}
		front := row(n + 1)
		clear(front)
		before := 1 / (s.CavVari[int(v)*c+k] + s.Hyper.Sigma2*(s.ParentRem(v)-s.Rem[v]))
		vector.AddScaled(front, s.CavMeanOf(v)[cl.Low:cl.High], before)
		for i, child := range kids {
			total := before + after[i+1]
			s.CavVari[int(child)*c+k] = 1 / total
			vector.Mix(s.CavMeanOf(child)[cl.Low:cl.High], front, row(i+1), 1/total, 1/total)
			if s.precision[i] > 0 {
				vector.AddScaled(front, s.MeanOf(child)[cl.Low:cl.High], s.precision[i])
				before += s.precision[i]
			}
		}
	}
}

// A Visit is a node on the way of a walk down a tree, depth first.
type Visit struct {
	Node int32
	Next int // child to visit next
}
