package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
)

// cavities fills, for every node, the message that its parent's location gets from everything but
// the node's own side (math 3.2), top down, in O(N·D). The parent's own cavity must be known before
// its children's: the order is s.order, parents first.
func (s *state) cavities() {
	s.cavityOfTop()
	for _, v := range s.preorder() {
		if !s.isLeaf(v) {
			s.cavitiesBelow(v)
		}
	}
}

// cavitiesOfPoints is cavities for branch points alone. Leaves whose parent has two children keep
// the cavities that they had.
func (s *state) cavitiesOfPoints() {
	s.cavityOfTop()
	for _, v := range s.preorder() {
		switch kids := s.kids[v]; {
		case s.isLeaf(v):
		case len(kids) > 2:
			s.cavitiesMany(v)
		default:
			for i, child := range kids {
				if !s.isLeaf(child) {
					s.cavityTwo(v, child, kids[1-i])
				}
			}
		}
	}
}

func (s *state) cavityOfTop() {
	c := len(s.classes)
	clear(s.cavMeanOf(s.top))
	clear(s.cavVari[int(s.top)*c : int(s.top)*c+c])
}

// cavitiesBelow computes the cavities of all children of v from v's own.
func (s *state) cavitiesBelow(v int32) {
	kids := s.kids[v]
	if len(kids) == 2 {
		s.cavityTwo(v, kids[0], kids[1])
		s.cavityTwo(v, kids[1], kids[0])
		return
	}
	s.cavitiesMany(v)
}

// weights returns the weight of the message from above v in the cavity of a child (share; that of
// the child's only sibling is 1−share), and the variance of the cavity.
func (s *state) weights(v, sibling int32, k int) (share, variance float64) {
	c := len(s.classes)
	above := s.cavVari[int(v)*c+k] + s.hyper.sigma2*(s.parentRem(v)-s.rem[v])
	beside := s.vari[int(sibling)*c+k] + s.hyper.sigma2*(s.rem[v]-s.rem[sibling])
	if math.IsInf(beside, 1) {
		return 1, above
	}
	sum := above + beside
	return beside / sum, above * (beside / sum)
}

func (s *state) cavityTwo(v, child, sibling int32) {
	if s.columnwise {
		s.cavityColumns(v, child, sibling)
		return
	}
	c := len(s.classes)
	for k, cl := range s.classes {
		share, variance := s.weights(v, sibling, k)
		s.cavVari[int(child)*c+k] = variance
		vector.Mix(s.cavMeanOf(child)[cl.low:cl.high], s.cavMeanOf(v)[cl.low:cl.high], s.meanOf(sibling)[cl.low:cl.high], share, 1-share)
	}
}

// cavitiesMany uses running products from both ends, in O(K·D). Subtracting a child from the total
// would lose digits where that child dominates.
func (s *state) cavitiesMany(v int32) {
	if s.columnwise {
		s.cavitiesManyColumns(v, nil)
		return
	}
	kids, c := s.kids[v], len(s.classes)
	n := len(kids)
	s.precision = grow(s.precision, n+1)
	s.shares = grow(s.shares, n+2)
	after := s.shares
	for k, cl := range s.classes {
		width := cl.high - cl.low
		s.suffix = grow(s.suffix, (n+2)*width)
		row := func(i int) []float64 { return s.suffix[i*width : (i+1)*width] }
		for i, child := range kids {
			s.precision[i] = 1 / (s.vari[int(child)*c+k] + s.hyper.sigma2*(s.rem[v]-s.rem[child]))
		}
		// row(i) holds Σ_{j≥i} precision·mean, after[i] the precisions' sum; row(n+1) runs from the front.
		clear(row(n))
		after[n] = 0
		for i := n - 1; i >= 0; i-- {
			copy(row(i), row(i+1))
			after[i] = after[i+1]
			if s.precision[i] > 0 {
				vector.AddScaled(row(i), s.meanOf(kids[i])[cl.low:cl.high], s.precision[i])
				after[i] += s.precision[i]
			}
		}
		front := row(n + 1)
		clear(front)
		before := 1 / (s.cavVari[int(v)*c+k] + s.hyper.sigma2*(s.parentRem(v)-s.rem[v]))
		vector.AddScaled(front, s.cavMeanOf(v)[cl.low:cl.high], before)
		for i, child := range kids {
			total := before + after[i+1]
			s.cavVari[int(child)*c+k] = 1 / total
			vector.Mix(s.cavMeanOf(child)[cl.low:cl.high], front, row(i+1), 1/total, 1/total)
			if s.precision[i] > 0 {
				vector.AddScaled(front, s.meanOf(child)[cl.low:cl.high], s.precision[i])
				before += s.precision[i]
			}
		}
	}
}

// A visit is a node on the way of a walk down a tree, depth first.
type visit struct {
	node int32
	next int // child to visit next
}
