package tree

import "math"

// MostTightGroups is the greatest number of groups that [Tree.CutTightest] makes.
const MostTightGroups = 256

// CutTightest returns at most k disjoint clades that cover all leaves and minimise the sum of
// squared distances from their means: the choice of Ward's criterion among the clades of this tree.
// Unlike a cut at one time it allows dense clades beside loose ones, and gives a single outlier its
// own group only if that pays. row returns the values of a leaf, all of one length; NaN marks a
// missing cell, which is ignored. There may be fewer than k groups where a branch point has many
// children. k is limited to 1 to [MostTightGroups]. Groups and their leaves are in drawing order.
// It takes O(ND + Nk²) time, less for small clades, and O(Nk) memory beside the sums of the clades
// in progress.
func (t *Tree) CutTightest(k int, row func(leaf int) []float64) [][]int {
	groups, _ := t.tightest(k, row)
	return groups
}

// TiedTightest reports whether other clades than those of [Tree.CutTightest] are as tight, so that the order of the
// leaves chose these.
func (t *Tree) TiedTightest(k int, row func(leaf int) []float64) bool {
	_, tied := t.tightest(k, row)
	return tied
}

func (t *Tree) tightest(k int, row func(leaf int) []float64) (groups [][]int, tied bool) {
	k = min(max(k, 1), MostTightGroups)
	order := t.PreOrder()
	sums := make([]*scatter, t.Nodes())
	tables := make([][]float64, t.Nodes()) // tables[v][j]: least sum with j groups below v
	given := make([][]uint16, t.Nodes())   // given[v][j]: groups of v when v and its elder siblings have j
	ties := make([][]bool, t.Nodes())      // ties[v][j]: other j groups below v are as tight
	none := noGain * t.scatterOf(row).spread()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			sums[v] = newScatter(row(v))
			tables[v], ties[v] = []float64{math.Inf(1), 0}, []bool{false, false}
			continue
		}
		split, even := []float64{0}, []bool{false}
		for _, c := range t.Children[v] {
			split, even, given[c] = share(split, tables[c], even, ties[c], k, none)
			if sums[v] == nil {
				sums[v] = sums[c]
			} else {
				sums[v].add(sums[c])
			}
			sums[c], tables[c], ties[c] = nil, nil, nil
		}
		split[1] = sums[v].spread() // a branch point has at least two children
		even[1] = false
		tables[v], ties[v] = split, even
	}
	best := 1
	for j, least := range tables[t.Top] {
		if !math.IsInf(least, 1) {
			best = j
		}
	}
	return t.handOut(best, given), ties[t.Top][best]
}

// scatterOf returns the sums of all leaves.
func (t *Tree) scatterOf(row func(leaf int) []float64) *scatter {
	all := newScatter(row(0))
	for i := 1; i < t.Leaves(); i++ {
		all.add(newScatter(row(i)))
	}
	return all
}

// share returns the least sums for each number of groups of a family and its next child together,
// whether other groups are as tight, to a share of equalGains or to none, and how many of the groups are the child's.
func share(family, child []float64, familyTied, childTied []bool, most int, none float64) (least []float64, tied []bool,
	given []uint16) {
	n := min(most, len(family)+len(child)-2)
	least, tied, given = make([]float64, max(n, 1)+1), make([]bool, max(n, 1)+1), make([]uint16, max(n, 1)+1)
	for j := range least {
		least[j] = math.Inf(1)
		for own := max(1, j-len(family)+1); own < min(len(child), j+1); own++ {
			sum := family[j-own] + child[own]
			if math.IsInf(sum, 1) {
				continue
			}
			here := familyTied[j-own] || childTied[own]
			even := math.Abs(sum-least[j]) <= equalGains*sum+none
			if sum < least[j] {
				least[j], given[j], tied[j] = sum, uint16(own), here || even
			} else if even {
				tied[j] = true
			}
		}
	}
	return least, tied, given
}

// handOut returns the clades of the best division into the given number of groups.
func (t *Tree) handOut(groups int, given [][]uint16) [][]int {
	type task struct{ v, groups int }
	var out [][]int
	stack := []task{{t.Top, groups}}
	for len(stack) > 0 {
		now := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if now.groups == 1 {
			out = append(out, t.LeavesBelow(now.v))
			continue
		}
		left := now.groups
		for i := len(t.Children[now.v]) - 1; i >= 0; i-- { // the last child was added last
			c := t.Children[now.v][i]
			own := int(given[c][left])
			stack = append(stack, task{c, own})
			left -= own
		}
	}
	return out
}

// A scatter holds the sums of a clade by column: number observed, Σy and Σy².
type scatter struct {
	n, sum, square []float64
	rows           float64 // of the clade, if no cell is missing; else 0
}

func newScatter(row []float64) *scatter {
	s := &scatter{make([]float64, len(row)), make([]float64, len(row)), make([]float64, len(row)), 1}
	for j, y := range row {
		if math.IsNaN(y) {
			s.rows = 0
		} else {
			s.n[j], s.sum[j], s.square[j] = 1, y, y*y
		}
	}
	return s
}

func (s *scatter) add(o *scatter) {
	if s.rows > 0 && o.rows > 0 {
		s.rows += o.rows
	} else {
		s.rows = 0
	}
	for j := range s.n {
		s.n[j] += o.n[j]
		s.sum[j] += o.sum[j]
		s.square[j] += o.square[j]
	}
}

// spread returns the sum of squared distances from the mean.
func (s *scatter) spread() float64 {
	total := 0.0
	for j, n := range s.n {
		if n > 1 {
			total += math.Max(s.square[j]-s.sum[j]*s.sum[j]/n, 0)
		}
	}
	return total
}
