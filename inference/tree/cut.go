package tree

import (
	"cmp"
	"math"
	"slices"
)

// CutAt returns the groups of leaves at a time given as ℓ = −log(1−t): leaves whose paths part at
// that time or later are in the same group. Groups and their leaves are in drawing order.
func (t *Tree) CutAt(logTime float64) [][]int {
	var groups [][]int
	for _, v := range t.cladesAt(logTime) {
		groups = append(groups, t.LeavesBelow(v))
	}
	return groups
}

// cladesAt returns the nodes whose leaves are the groups of [Tree.CutAt].
func (t *Tree) cladesAt(logTime float64) (clades []int) {
	stack := []int{t.Top}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.IsLeaf(v) || t.LogTime[v] >= logTime {
			clades = append(clades, v)
			continue
		}
		children := t.Children[v]
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, children[i])
		}
	}
	return clades
}

// CutInto returns the groups of [Tree.CutAt] at the latest time that gives at most k groups, and
// this time: that of the first branch point left whole, +Inf if every leaf is a group of its own.
// There may be fewer than k groups where a branch point has many children, or several are at the
// same time. A k below 1 is taken as 1.
func (t *Tree) CutInto(k int) (groups [][]int, logTime float64) {
	branch := make([]int, 0, len(t.Parent)-len(t.Names))
	for v := len(t.Names); v < len(t.Parent); v++ {
		branch = append(branch, v)
	}
	slices.SortFunc(branch, func(a, b int) int {
		switch {
		case t.LogTime[a] < t.LogTime[b]:
			return -1
		case t.LogTime[a] > t.LogTime[b]:
			return 1
		}
		return 0
	})
	count, logTime := 1, math.Inf(1)
	for i := 0; i < len(branch); {
		l := t.LogTime[branch[i]]
		for ; i < len(branch) && t.LogTime[branch[i]] == l; i++ {
			count += len(t.Children[branch[i]]) - 1
		}
		if count > max(k, 1) {
			logTime = l
			break
		}
	}
	return t.CutAt(logTime), logTime
}

// GroupLabels returns, for each of the given number of leaves, the number of its group, or −1 if it
// is in none.
func GroupLabels(groups [][]int, leaves int) []int {
	labels := make([]int, leaves)
	for i := range labels {
		labels[i] = -1
	}
	for g, rows := range groups {
		for _, r := range rows {
			labels[r] = g
		}
	}
	return labels
}

// nearTimes is how near in −log(1−t) two branch points may be and count as simultaneous. Trees of linkage put equal
// heights 10⁻⁶ after each other.
const nearTimes = 2e-6

// TiedAt reports whether a cut into k groups at one time passes between branch points of the same time: the order of
// the leaves decided which of them is earlier.
func (t *Tree) TiedAt(k int) bool {
	order := make([]int, 0, len(t.Parent)-len(t.Names))
	for v := len(t.Names); v < len(t.Parent); v++ {
		order = append(order, v)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(t.LogTime[a], t.LogTime[b]) })
	count := 1
	for i, v := range order {
		if count >= k {
			return i > 0 && t.LogTime[v]-t.LogTime[order[i-1]] <= nearTimes
		}
		count += len(t.Children[v]) - 1
	}
	return false
}
