// Package reading interprets a tree of rows: into how many groups it may be cut and why, whether a cut is arbitrary,
// whether the tree separates the rows as well as Ward's linkage does, and whether it finds an order among them at all.
package reading

import (
	"fmt"
	"math"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/stat/gap"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A Tree is a tree with its interpretation. It is never written to.
type Tree struct {
	Tree     *tree.Tree
	Resolved *tree.Tree      // with grouped children, see [tree.Tree.Resolved]
	Cut      *tree.BranchCut // of Resolved, into [gap.MostGroups] groups or as many as there are leaves
	x        *mat.Dense
	plain    *Tree // by plain distances, where those of x are not; nil where they are
}

// Of reads a tree of the rows of x in working units, NaN for a missing cell. It takes O(16·N·D) time, and O(m²D) for a
// branch point of m children.
func Of(t *tree.Tree, x *mat.Dense) *Tree {
	r := t.Resolved(x.RawRowView)
	return &Tree{Tree: t, Resolved: r, Cut: r.CutBranches(gap.MostGroups, x.RawRowView), x: x}
}

// Number says into how many groups the tree may be cut; see [gap.NumberOf]. It draws normal clouds, which takes up to
// seconds for large tables.
func (t *Tree) Number() gap.Number { return gap.NumberOf(t.Resolved, t.x.RawRowView) }

// Groups returns the tree cut into k groups by branches.
func (t *Tree) Groups(k int) [][]int { return t.cut(k).Groups(k) }

// Even returns the smallest number of groups, k or more, of which none has nearly all rows; see [gap.Even].
func (t *Tree) Even(k int) int { return gap.Even(t.Cut, k) }

func (t *Tree) cut(k int) *tree.BranchCut {
	if k > len(t.Cut.Nodes)+1 {
		return t.Resolved.CutBranches(k, t.x.RawRowView)
	}
	return t.Cut
}

// Ties says that k groups are arbitrary; "" where they are not.
func (t *Tree) Ties(k int) string {
	if !t.cut(k).Arbitrary(k) {
		return ""
	}
	return fmt.Sprintf(
		"Other cuts into %d groups explain exactly as much: some rows or distances are equal. The order of the rows chose "+
			"these groups, and with them any score of their agreement.", k)
}

// TimesTied says that k groups of a cut at one time are arbitrary; "" where they are not.
func (t *Tree) TimesTied(k int) string {
	if !t.Tree.TiedAt(k) {
		return ""
	}
	return fmt.Sprintf(
		"The cut into %d groups passes between branch points of the same height. The order of the rows chose these groups, and "+
			"with them any score of their agreement.", k)
}

// TightestTied says that at most k tightest clades are arbitrary; "" where they are not.
func (t *Tree) TightestTied(k int) string {
	if !t.Tree.TiedTightest(k, t.x.RawRowView) {
		return ""
	}
	return fmt.Sprintf(
		"Other clades are as tight as these %d: some rows or distances are equal. The order of the rows chose these groups, and with "+
			"them any score of their agreement.", len(t.Tree.CutTightest(k, t.x.RawRowView)))
}

// wardWork limits the distances between rows, times columns, for which Ward's linkage is computed beside the tree.
const wardWork = 1e9

// plain and slight are the ratios below which a tree sets rows apart plainly, or slightly, less than Ward's linkage.
const (
	plain  = 0.8
	slight = 0.95
)

// Apart compares how far a tree sets the rows apart with Ward's linkage.
type Apart struct {
	Ratio     float64 // of the variance between groups, mean over 2, 4 and 8 groups; NaN where it is not known
	Groups    int     // 4, or fewer where there are fewer rows
	Own, Ward float64 // share of the variance between so many groups, 0 to 1
}

// Plain and Slight report whether the tree sets the rows apart plainly, or only slightly, less.
func (a Apart) Plain() bool  { return a.Ratio < plain }
func (a Apart) Slight() bool { return a.Ratio >= plain && a.Ratio < slight }

// Sentence says so; "" where the tree does as well or that is not known. It names neither a button nor a flag.
func (a Apart) Sentence() string {
	if !a.Plain() && !a.Slight() {
		return ""
	}
	how := "less"
	if a.Slight() {
		how = "slightly less"
	}
	return fmt.Sprintf(
		"This tree sets the rows apart %s than simple clustering does: its best %d groups explain %.0f %% of the variance, those of "+
			"Ward's tree %.0f %%.", how, a.Groups, 100*a.Own, 100*a.Ward)
}

// Apart compares the tree with Ward's. It takes O(N²D) time; above a limit, and for fewer than six rows, nothing is
// known.
func (t *Tree) Apart() Apart {
	if t.plain != nil {
		return t.plain.Apart()
	}
	n, d := t.x.Dims()
	a := Apart{Ratio: math.NaN()}
	if n < 6 || float64(n)*float64(n)*float64(d) > wardWork {
		return a
	}
	row := t.x.RawRowView
	ward := linkage.Tree(linkage.Cluster(t.x, linkage.Ward), t.Tree.Names).CutBranches(8, row)
	own := t.cut(8)
	sum, count := 0.0, 0.0
	for _, k := range []int{2, 4, 8} {
		if k > n/2 {
			break
		}
		o, w := own.Explained(k), ward.Explained(k)
		sum += o / w
		count++
		if k <= 4 {
			a.Groups, a.Own, a.Ward = k, o, w
		}
	}
	a.Ratio = sum / count
	return a
}

// leastStar is how many branches a star has at least.
const leastStar = 6

// Star says that the model finds no order among the rows, where a third of them or more part at one branch point; ""
// otherwise.
func (t *Tree) Star() string {
	most, at := 0, -1
	for v, c := range t.Tree.Children {
		if len(c) > most {
			most, at = len(c), v
		}
	}
	n := t.Tree.Leaves()
	if most < leastStar || 3*most < n {
		return ""
	}
	rows := 0
	for _, c := range t.Tree.Children[at] {
		if t.Tree.IsLeaf(c) {
			rows++
		}
	}
	what := fmt.Sprintf("%d branches with %d of %d rows", most, len(t.Tree.LeavesBelow(at)), n)
	if rows == most {
		what = fmt.Sprintf("%d of %d rows", most, n)
	}
	return "Here " + what +
		" part at once: the model finds no order among them. They are drawn in the order of simple clustering."
}
