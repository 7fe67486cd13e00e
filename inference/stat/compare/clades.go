package compare

import (
	"math"

	"example.org/espalier/inference/tree"
)

// A Comparison lists the clades that two trees have in common. Clades are those of branch points other than the top,
// because every tree has the clade of all leaves.
type Comparison struct {
	// Shared lists the shared clades as pairs (node of A, node of B), in the pre-order of A,
	// without the tops.
	Shared [][2]int
	// OnlyA and OnlyB are the nodes whose clades the other tree lacks, in pre-order.
	OnlyA, OnlyB []int
	// PartnerA and PartnerB map each node to the node of the other tree with the same leaves, -1 if
	// there is none. Leaves and tops always have one.
	PartnerA, PartnerB []int
	// RobinsonFoulds is the number of clades in only one tree (Robinson and Foulds 1981, for rooted
	// trees).
	RobinsonFoulds int
	// Normalised is RobinsonFoulds as a share of all clades of both trees, in [0,1]; 0 if neither
	// has a clade.
	Normalised float64
	// TimeDifference is the mean |t of A − t of B| of the shared clades, including the whole tree,
	// in the time of each tree. It is meaningful if both run from 0 to 1.
	TimeDifference float64
	// BranchScore is the root of the summed squared differences of the lengths of the branches
	// above equal clades, including single leaves and the whole tree, in time. A missing clade has
	// length 0 (Kuhner and Felsenstein 1994, for rooted trees).
	BranchScore float64
}

// Clades compares two trees of the same leaves in O(N log N) time. It panics unless they have
// equally many.
func Clades(a, b *tree.Tree) *Comparison {
	c := &Comparison{PartnerA: alone(a), PartnerB: alone(b)}
	for v := range a.Leaves() {
		c.PartnerA[v], c.PartnerB[v] = v, v
	}
	for _, s := range tree.SharedClades(a, b) {
		c.PartnerA[s[0]], c.PartnerB[s[1]] = s[1], s[0]
		if s[0] != a.Top {
			c.Shared = append(c.Shared, s)
		}
	}
	c.OnlyA, c.OnlyB = unpaired(a, c.PartnerA), unpaired(b, c.PartnerB)
	c.RobinsonFoulds = len(c.OnlyA) + len(c.OnlyB)
	if all := c.RobinsonFoulds + 2*len(c.Shared); all > 0 {
		c.Normalised = float64(c.RobinsonFoulds) / float64(all)
	}
	square, difference, points := 0.0, 0.0, 0
	for v, w := range c.PartnerA {
		length := a.Length(v)
		if w >= 0 {
			length -= b.Length(w)
			if !a.IsLeaf(v) {
				difference += math.Abs(a.Time(v) - b.Time(w))
				points++
			}
		}
		square += length * length
	}
	for _, w := range c.OnlyB {
		square += b.Length(w) * b.Length(w)
	}
	c.BranchScore = math.Sqrt(square)
	if points > 0 {
		c.TimeDifference = difference / float64(points)
	}
	return c
}

func alone(t *tree.Tree) []int {
	p := make([]int, t.Nodes())
	for v := range p {
		p[v] = -1
	}
	return p
}

func unpaired(t *tree.Tree, partner []int) []int {
	var nodes []int
	for _, v := range t.PreOrder() {
		if partner[v] < 0 {
			nodes = append(nodes, v)
		}
	}
	return nodes
}
