package gap

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/tree"
)

// MostGroups limits how many groups are looked for.
const MostGroups = 16

const (
	leastApart = 3    // rows of the smallest part that counts as a group: fewer stand alone
	mostGaps   = 7    // cuts that are looked at for gaps
	mostRows   = 300  // rows that are looked at: of more, evenly spaced ones in the order of the tree
	level      = 0.05 // the chance that one cloud is taken for several groups
	leastKept  = 0.8  // of the rows are kept when those that stand alone are set aside,
	rowsPerCut = 10   // which the first cuts tell, one for so many rows
)

// A Number says into how many groups a tree may be cut.
type Number struct {
	Groups int // that lie apart; 1 where no groups are clear
	Parts  int // into how many parts the rows divide best: Groups, or where no groups are clear 2 or more
	Alone  int // rows in parts of fewer than three
	uneven int // parts that would describe the rows best, but leave nearly all in one; 0 where Parts do
	small  bool
	coarse bool // most columns have few different values
	cut    bool // some have: rows were compared with clouds that are cut as they are
}

// Reason says in a sentence or two why it is this number.
func (n Number) Reason() string {
	switch {
	case n.small:
		return "No clear groups: there are too few rows to tell."
	case n.cut && n.Groups == 1:
		return "No clear groups: no parts stand apart more than those of one cloud whose columns have as few values " +
			"(40 drawn). " + n.cutAllTheSame() + n.alone() + n.blurred()
	case n.cut:
		return fmt.Sprintf("%d groups: they stand apart more than the parts of one cloud whose columns have as few values "+
			"(each of 40 drawn).", n.Groups) + n.alone()
	case n.Groups == 1:
		return "No clear groups: no two parts have a gap between them (dip test, 5 %). " + n.cutAllTheSame() + n.alone() +
			n.blurred()
	}
	return fmt.Sprintf("%d groups: there are gaps that one cloud of rows would not have (dip test, 5 %%).", n.Groups) +
		n.alone()
}

// cutAllTheSame says into how many parts rows without clear groups may be cut.
func (n Number) cutAllTheSame() string {
	if n.uneven > 0 {
		return fmt.Sprintf("Cut all the same, %d parts describe the rows best (gap statistic), but one of them has nearly "+
			"all rows. So %d parts are offered: parts of one cloud.", n.uneven, n.Parts)
	}
	return fmt.Sprintf("Cut all the same, %d parts describe the rows best (gap statistic): parts of one cloud.", n.Parts)
}

// blurred says that groups may be missed.
func (n Number) blurred() string {
	if !n.coarse {
		return ""
	}
	return " Most columns have few different values, which hide gaps: groups that differ by shares of these " +
		"values show in a " +
		"mixture, such as classtree or dpmm."
}

// alone says how many rows stand alone.
func (n Number) alone() string {
	switch n.Alone {
	case 0:
		return ""
	case 1:
		return " One of the rows stands alone."
	}
	return fmt.Sprintf(" %d of the rows stand alone, in groups of one or two.", n.Alone)
}

// NumberOf chooses the number of groups of a tree that is cut by branches, see [tree.Tree.CutBranches]. Rows that stand
// alone are set aside first, and rounded values are spread over their interval of rounding. There are groups where one
// of the first seven cuts leaves a gap, see [Along] and [Chance], at 5 % over all of them: cut i counts at 5 %/(i(i +
// 1)). Their number is that after the last such cut, or into how many parts the gap statistic divides the rows, if that
// is more. Missing cells are taken as the mean of their column. row returns the values of a leaf, all of one length.
// Where columns have few values, such as yes/no or grades, gaps and the squares within parts are compared with those of
// clouds whose columns are cut in the same way and related as much. Where no groups are clear and one of the parts has
// nearly all rows, there are as many parts as [Even] gives.
func NumberOf(t *tree.Tree, row func(leaf int) []float64) Number {
	leaves := t.Leaves()
	if leaves < 2*leastApart {
		return Number{Groups: 1, Parts: min(2, leaves), small: true}
	}
	kept, cut, rows := told(t, row)
	rng := rand.New(rand.NewPCG(uint64(len(kept)), 1))
	x := spread(rows, kept, rng)
	all := t.CutBranches(MostGroups, row)
	if n, is := ofCut(rows, kept, cut, x, rng); is {
		return n.ofAll(all).even(all)
	}
	n := Number{Groups: 1, Parts: parts(x, mostParts(len(kept)), cut.Groups, rng), coarse: coarse(rows)}
	for i := range mostCuts(cut, len(kept)) {
		if along := alongCut(cut, i, x); along != nil && Chance(along) <= levelOf(i) {
			n.Groups = i + 2
		}
	}
	if n.Groups > 1 {
		n.Groups = max(n.Groups, n.Parts)
		n.Parts = n.Groups
	}
	return n.ofAll(all).even(all)
}

// ofCut is NumberOf where some columns have so few values that they seem to be cut; is tells whether it is. Of more
// than 60 columns it is not told.
func ofCut(rows [][]float64, kept []int, cut *tree.BranchCut, x [][]float64, rng *rand.Rand) (n Number, is bool) {
	own := make([][]float64, len(kept))
	for k, leaf := range kept {
		own[k] = rows[leaf]
	}
	list, some := variablesOf(own)
	if !some || len(list) < 2 || len(list) > mostCut {
		return n, false
	}
	groups, best, ok := against(own, list, mostParts(len(kept)), cut, x, rng)
	n = Number{Groups: 1, Parts: best, coarse: coarse(rows), cut: true}
	if groups {
		n.Groups = best
	}
	return n, ok
}

// told returns the leaves that the number of groups is told from: all or evenly spaced ones, without those that stand
// alone. It returns also the cut of their tree, and the rows of all leaves without missing cells.
func told(t *tree.Tree, row func(leaf int) []float64) (kept []int, cut *tree.BranchCut, rows [][]float64) {
	rows = Filled(t.Leaves(), row)
	kept = thinned(t)
	cut, least := restricted(t, kept, rows), max(2*leastApart, int(math.Ceil(leastKept*float64(len(kept)))))
	for {
		alone := standAlone(cut, len(kept)/rowsPerCut)
		if len(alone) == 0 || len(kept)-len(alone) < least {
			return kept, cut, rows
		}
		var others []int
		for k, leaf := range kept {
			if !alone[k] {
				others = append(others, leaf)
			}
		}
		kept = others
		cut = restricted(t, kept, rows)
	}
}

// mostParts is the largest number of parts of so many rows that is looked for.
func mostParts(rows int) int { return max(2, min(MostGroups, rows/4+1)) }

// mostCuts is how many cuts of so many rows are looked at for gaps.
func mostCuts(cut *tree.BranchCut, rows int) int {
	return min(len(cut.Nodes), mostParts(rows)-1, mostGaps)
}

// levelOf is the chance at which a cut counts as a gap.
func levelOf(i int) float64 { return level / float64((i+1)*(i+2)) }

// alongCut places the rows on the two sides of a cut on the line that tells the sides best apart, see [Along]; nil
// where a side has too few rows.
func alongCut(cut *tree.BranchCut, i int, x [][]float64) []float64 {
	below, beside := cut.Parts(i)
	if min(len(below), len(beside)) < leastApart {
		return nil
	}
	part, side := make([][]float64, 0, len(below)+len(beside)), make([]bool, len(below)+len(beside))
	for k, leaf := range below {
		part, side[k] = append(part, x[leaf]), true
	}
	for _, leaf := range beside {
		part = append(part, x[leaf])
	}
	return Along(part, side)
}

// ofAll counts the groups among all rows, with those that stand alone: as many cuts of the whole tree as make the
// parts.
func (n Number) ofAll(cut *tree.BranchCut) Number {
	large, alone := 1, map[int]bool{} // a pair that is cut off may be cut once more
	for i := range cut.Nodes {
		below, beside := cut.Parts(i)
		less := below
		if len(beside) < len(below) {
			less = beside
		}
		if len(less) < leastApart {
			for _, leaf := range less {
				alone[leaf] = true
			}
			continue
		}
		if large++; large < n.Parts {
			continue
		}
		n.Parts, n.Alone = i+2, len(alone)
		if n.Groups > 1 {
			n.Groups = n.Parts
		}
		return n
	}
	if n.Groups == 1 { // rows apart in twos tell of no others that stand alone
		return n
	}
	// There are not so many: all that there are.
	n.Parts, n.Alone = len(cut.Nodes)+1, len(alone)
	if n.Groups > 1 {
		n.Groups = n.Parts
	}
	return n
}

// thinned returns the leaves of a tree in ascending order, or evenly spaced ones in the order of drawing where there
// are too many.
func thinned(t *tree.Tree) []int {
	order := t.LeafOrder()
	n := len(order)
	kept := make([]bool, n)
	for i, leaf := range order {
		kept[leaf] = n <= mostRows || i*mostRows/n != (i+1)*mostRows/n
	}
	var leaves []int
	for leaf, is := range kept {
		if is {
			leaves = append(leaves, leaf)
		}
	}
	return leaves
}

// restricted cuts the tree of some leaves.
func restricted(t *tree.Tree, kept []int, rows [][]float64) *tree.BranchCut {
	if len(kept) < t.Leaves() {
		t = t.Restrict(kept)
	}
	return t.CutBranches(MostGroups, func(leaf int) []float64 { return rows[kept[leaf]] })
}

// spread returns some of the rows with each value moved at random within half of the least distance between two values
// of its column: zeros and ones, or whole numbers, leave gaps that say nothing of groups.
func spread(rows [][]float64, kept []int, rng *rand.Rand) [][]float64 {
	x := make([][]float64, len(kept))
	for k, leaf := range kept {
		x[k] = slices.Clone(rows[leaf])
	}
	column := make([]float64, len(rows))
	for j := range x[0] {
		for i, r := range rows {
			column[i] = r[j]
		}
		slices.Sort(column)
		step := math.Inf(1)
		for i := 1; i < len(column); i++ {
			if d := column[i] - column[i-1]; d > 0 {
				step = min(step, d)
			}
		}
		if !math.IsInf(step, 1) {
			for k := range x {
				x[k][j] += step * (rng.Float64() - 0.5)
			}
		}
	}
	return x
}

// coarse reports whether more than half of the columns that vary have few different values: as many as there are
// grades.
func coarse(rows [][]float64) bool {
	const fewValues = 5
	few, varying := 0, 0
	for j := range rows[0] {
		values := map[float64]bool{}
		for _, r := range rows {
			if values[r[j]] = true; len(values) > fewValues {
				break
			}
		}
		if len(values) < 2 {
			continue
		}
		if varying++; len(values) <= fewValues {
			few++
		}
	}
	return 2*few > varying
}

// standAlone returns the leaves that the first cuts take off alone or in twos.
func standAlone(cut *tree.BranchCut, cuts int) map[int]bool {
	alone := map[int]bool{}
	for i := range min(cuts, len(cut.Nodes)) {
		below, beside := cut.Parts(i)
		for _, part := range [][]int{below, beside} {
			if len(part) < leastApart {
				for _, leaf := range part {
					alone[leaf] = true
				}
			}
		}
	}
	return alone
}

// Filled returns the rows of so many leaves with the mean of the column in each missing cell.
func Filled(leaves int, row func(leaf int) []float64) [][]float64 {
	rows := make([][]float64, leaves)
	var sum, n []float64
	for i := range rows {
		rows[i] = row(i)
		if sum == nil {
			sum, n = make([]float64, len(rows[i])), make([]float64, len(rows[i]))
		}
		for j, v := range rows[i] {
			if !math.IsNaN(v) {
				sum[j] += v
				n[j]++
			}
		}
	}
	for i, r := range rows {
		own := false
		for j, v := range r {
			if !math.IsNaN(v) {
				continue
			}
			if !own {
				rows[i], own = append([]float64(nil), r...), true
			}
			rows[i][j] = sum[j] / max(n[j], 1)
		}
	}
	return rows
}
