package pruning

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/timetree"
)

// Cavities fills, for every node, the message that its parent's location gets from everything but
// the node's own side (math 3.2), top down, in O(N·D). The parent's own cavity must be known before
// its children's: the order is u.Order, parents first.
func (u *UpDown) Cavities() {
	u.CavityOfTop()
	for _, v := range u.Preorder() {
		if !u.IsLeaf(v) {
			u.CavitiesBelow(v)
		}
	}
}

// CavitiesOfPoints is cavities for branch points alone. Leaves whose parent has two children keep
// the cavities that they had.
func (u *UpDown) CavitiesOfPoints() {
	u.CavityOfTop()
	for _, v := range u.Preorder() {
		switch kids := u.Kids[v]; {
		case u.IsLeaf(v):
		case len(kids) > 2:
			u.CavitiesMany(v)
		default:
			for i, child := range kids {
				if !u.IsLeaf(child) {
					u.CavityTwo(v, child, kids[1-i])
				}
			}
		}
	}
}

// CavityOfTop makes the cavity of the top node: its parent is the origin, at time 0.
func (u *UpDown) CavityOfTop() { u.CavityOfOrigin(u.Top) }

// CavityOfOrigin sets the cavity of v to that of a node that hangs from the origin alone.
func (u *UpDown) CavityOfOrigin(v int32) {
	clear(u.CavMeanOf(v))
	if u.Root == nil {
		clear(u.CavVariOf(v))
		return
	}
	copy(u.CavVariOf(v), u.Root)
}

// CavitiesBelow computes the cavities of all children of v from v's own.
func (u *UpDown) CavitiesBelow(v int32) {
	kids := u.Kids[v]
	if len(kids) == 2 {
		u.CavityTwo(v, kids[0], kids[1])
		u.CavityTwo(v, kids[1], kids[0])
		return
	}
	u.CavitiesMany(v)
}

// Weights returns the weight of the message from above v in the cavity of a child (share; that of
// the child's only sibling is 1−share), and the variance of the cavity.
func (u *UpDown) Weights(v, sibling int32, k int) (share, variance float64) {
	c := len(u.Classes)
	above := u.CavVari[int(v)*c+k] + *u.Sigma2*(u.ParentRem(v)-u.Rem[v])
	beside := u.Vari[int(sibling)*c+k] + *u.Sigma2*(u.Rem[v]-u.Rem[sibling])
	if math.IsInf(beside, 1) {
		return 1, above
	}
	sum := above + beside
	return beside / sum, above * (beside / sum)
}

// CavityTwo makes the cavity of a child of v that has one sibling.
func (u *UpDown) CavityTwo(v, child, sibling int32) {
	if u.Columnwise {
		u.CavityColumns(v, child, sibling)
		return
	}
	c := len(u.Classes)
	for k, cl := range u.Classes {
		share, variance := u.Weights(v, sibling, k)
		u.CavVari[int(child)*c+k] = variance
		vector.Mix(u.CavMeanOf(child)[cl.Low:cl.High], u.CavMeanOf(v)[cl.Low:cl.High], u.MeanOf(sibling)[cl.Low:cl.High],
			share, 1-share)
	}
}

// CavitiesMany uses running products from both ends, in O(K·D). Subtracting a child from the total
// would lose digits where that child dominates.
func (u *UpDown) CavitiesMany(v int32) {
	if u.Columnwise {
		u.CavitiesManyColumns(v, nil)
		return
	}
	kids, c := u.Kids[v], len(u.Classes)
	n := len(kids)
	u.precision = Grow(u.precision, n+1)
	u.shares = Grow(u.shares, n+2)
	after := u.shares
	for k, cl := range u.Classes {
		width := cl.High - cl.Low
		u.suffix = Grow(u.suffix, (n+2)*width)
		row := func(i int) []float64 { return u.suffix[i*width : (i+1)*width] }
		for i, child := range kids {
			u.precision[i] = 1 / (u.Vari[int(child)*c+k] + *u.Sigma2*(u.Rem[v]-u.Rem[child]))
		}
		// row(i) holds Σ_{j≥i} precision·mean, after[i] the precisions' sum; row(n+1) runs from the front.
		clear(row(n))
		after[n] = 0
		for i := n - 1; i >= 0; i-- {
			copy(row(i), row(i+1))
			after[i] = after[i+1]
			if u.precision[i] > 0 {
				vector.AddScaled(row(i), u.MeanOf(kids[i])[cl.Low:cl.High], u.precision[i])
				after[i] += u.precision[i]
			}
		}
		front := row(n + 1)
		clear(front)
		before := 1 / (u.CavVari[int(v)*c+k] + *u.Sigma2*(u.ParentRem(v)-u.Rem[v]))
		vector.AddScaled(front, u.CavMeanOf(v)[cl.Low:cl.High], before)
		for i, child := range kids {
			total := before + after[i+1]
			u.CavVari[int(child)*c+k] = 1 / total
			vector.Mix(u.CavMeanOf(child)[cl.Low:cl.High], front, row(i+1), 1/total, 1/total)
			if u.precision[i] > 0 {
				vector.AddScaled(front, u.MeanOf(child)[cl.Low:cl.High], u.precision[i])
				before += u.precision[i]
			}
		}
	}
}

// CavityOf makes, where every column is a class of its own, the cavity of one child of v from v's own, in O(K·D), and
// leaves those of the other children as they are.
func (u *UpDown) CavityOf(v, child int32) {
	kids, sigma2 := u.Kids[v], *u.Sigma2
	if len(kids) == 2 {
		u.CavityColumns(v, child, kids[1-timetree.IndexOf(kids, child)])
		return
	}
	mc, vc := u.CavMeanOf(child), u.CavVariOf(child)
	mv, vv := u.CavMeanOf(v), u.CavVariOf(v)
	w := sigma2 * (u.ParentRem(v) - u.Rem[v])
	for j := range mc {
		vc[j] = 1 / (vv[j] + w)
		mc[j] = vc[j] * mv[j]
	}
	for _, k := range kids {
		if k == child {
			continue
		}
		m, vari, w := u.MeanOf(k), u.VariOf(k), sigma2*(u.Rem[v]-u.Rem[k])
		for j := range mc {
			p := 1 / (vari[j] + w)
			vc[j] += p
			mc[j] += p * m[j]
		}
	}
	for j := range mc {
		vc[j] = 1 / vc[j]
		mc[j] *= vc[j]
	}
}
