package reading

import (
	"example.org/espalier/inference/stat/gap"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

const (
	withinRounds = 4    // of cuts, each in the units that the one before it gives
	smallClade   = 8    // rows of a clade whose covariance a cut may begin with, at most
	withinRidge  = 1e-4 // of the mean variance within groups, added to each
)

// Within reads a tree as [Of] does, with distances between rows in units of their covariance within groups: rows are
// multiplied by a matrix that makes it the identity. It is for trees that were built under a covariance of the columns.
// Such a tree joins rows along the directions in which rows of a group vary, and a cut by plain distances would divide
// them there. The groups come from a first cut, into as many as have gaps between them or two, and then from the cuts
// that follow. The first cut is by plain distances or, if that leads to a deeper gap, in units of the covariance within
// the smallest clades: where groups are many times longer than they are apart, and the children of one branch point are
// pieces of both, plain distances would group those that lie along each other. Missing cells count as the mean of their
// column. x must have more rows than columns. [Tree.Apart] uses plain distances.
func Within(t *tree.Tree, x *mat.Dense) *Tree {
	plain := Of(t, x)
	k := max(plain.Number().Groups, 2)
	filled := mat.NewDense(t.Leaves(), len(x.RawRowView(0)), nil)
	for i, row := range gap.Filled(t.Leaves(), x.RawRowView) {
		filled.SetRow(i, row)
	}
	follow := func(read *Tree) *Tree {
		for range withinRounds {
			read = Of(t, inUnitsWithin(filled, read.Groups(k)))
		}
		return read
	}
	read := follow(plain)
	if other := follow(Of(t, inUnitsWithin(filled, smallest(t)))); other.Depth() > read.Depth() {
		read = other
	}
	read.plain = plain
	return read
}

// smallest returns the largest clades of at most [smallClade] rows each.
func smallest(t *tree.Tree) (clades [][]int) {
	sizes := t.LeafCounts()
	for _, v := range t.PreOrder() {
		if sizes[v] <= smallClade && (v == t.Top || sizes[t.Parent[v]] > smallClade) {
			clades = append(clades, t.LeavesBelow(v))
		}
	}
	return clades
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
