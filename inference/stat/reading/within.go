package reading

import (
	"example.org/espalier/inference/stat/gap"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

const (
	withinRounds = 4    // of cuts, each in the units that the one before it gives
	withinRidge  = 1e-4 // of the mean variance within groups, added to each
)

// Within reads a tree as [Of] does, with distances between rows in units of their covariance within groups: rows are
// multiplied by a matrix that makes it the identity. It is for trees that were built under a covariance of the columns.
// Such a tree joins rows along the directions in which rows of a group vary, and a cut by plain distances would part
// them there. The groups come from a cut by plain distances first, into as many as have gaps between them or two, and
// then from the cuts that follow. Missing cells count as the mean of their column. x must have more rows than columns.
// What [Tree.Apart] says is by plain distances.
func Within(t *tree.Tree, x *mat.Dense) *Tree {
	plain := Of(t, x)
	read := plain
	k := max(read.Number().Groups, 2)
	filled := mat.NewDense(t.Leaves(), len(x.RawRowView(0)), nil)
	for i, row := range gap.Filled(t.Leaves(), x.RawRowView) {
		filled.SetRow(i, row)
	}
	for range withinRounds {
		read = Of(t, inUnitsWithin(filled, read.Groups(k)))
	}
	read.plain = plain
	return read
}

// Read is [Within] where within holds, otherwise [Of].
func Read(t *tree.Tree, x *mat.Dense, within bool) *Tree {
	if within {
		return Within(t, x)
	}
	return Of(t, x)
}

// Depth says how clear the groups of the tree are; see [gap.Depth].
func (t *Tree) Depth() float64 { return gap.Depth(t.Resolved, t.x.RawRowView) }

// inUnitsWithin returns x times the inverse of a factor of the covariance within groups.
func inUnitsWithin(x *mat.Dense, groups [][]int) *mat.Dense {
	n, d := x.Dims()
	within, from := mat.NewSymDense(d, nil), mat.NewVecDense(d, nil)
	for _, g := range groups {
		mean := mat.NewVecDense(d, nil)
		for _, i := range g {
			mean.AddScaledVec(mean, 1/float64(len(g)), x.RowView(i))
		}
		for _, i := range g {
			from.SubVec(x.RowView(i), mean)
			within.SymRankOne(within, 1/float64(n-len(groups)), from)
		}
	}
	ridge := withinRidge * mat.Trace(within) / float64(d)
	for j := range d {
		within.SetSym(j, j, within.At(j, j)+ridge)
	}
	var factor mat.Cholesky
	if !factor.Factorize(within) {
		return x
	}
	var l, inverse mat.TriDense
	factor.LTo(&l)
	if inverse.InverseTri(&l) != nil {
		return x
	}
	var out mat.Dense
	out.Mul(x, inverse.T())
	return &out
}
