package linkage

import "slices"

// A joining is a merge of the clusters that contain rows a and b.
type joining struct {
	a, b   int
	height float64 // as kept in distances: squared, unless root
}

// A joiner makes the merges from the distances, one scan over the clusters a step.
type joiner interface {
	step() (work int64, finished bool)
	joins() []joining // a merge of equal or lower height inside another one comes first
}

func newJoiner(m Method, n int, d []float64) joiner {
	t := newPairTable(n, d)
	switch m {
	case Single:
		return newSpanning(n, 2, t.row)
	case Diana:
		return newDiana(n, t)
	}
	return newChain(n, newTable(m, n, t))
}

// A pairTable is a condensed matrix: the distances of row i to rows i+1, i+2, … are contiguous.
type pairTable struct {
	d    []float64
	base []int // the pair i < j stands at base[i]+j
}

func newPairTable(n int, d []float64) pairTable {
	t := pairTable{d: d, base: make([]int, n)}
	for i := range t.base {
		t.base[i] = int(condensed(n, i, i+1)) - i - 1
	}
	return t
}

// at returns the place of a pair of different rows.
func (t pairTable) at(a, b int) int {
	if a < b {
		return t.base[a] + b
	}
	return t.base[b] + a
}

// row fills out with the distances from a row to others.
func (t pairTable) row(from int, to []int, out []float64) {
	for k, j := range to {
		out[k] = t.d[t.at(from, j)]
	}
}

// arrange sorts joinings by height and numbers the clusters.
func arrange(n int, joins []joining, height func(float64) float64) []Merge {
	slices.SortStableFunc(joins, func(a, b joining) int {
		switch {
		case a.height < b.height:
			return -1
		case a.height > b.height:
			return 1
		}
		return 0
	})
	// Union-find with halved paths; cluster[r] is the number of root r's cluster.
	parent, cluster := make([]int, n), make([]int, n)
	for i := range n {
		parent[i], cluster[i] = i, i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	merges := make([]Merge, len(joins))
	size := func(c int) int {
		if c < n {
			return 1
		}
		return merges[c-n].Size
	}
	for i, j := range joins {
		a, b := find(j.a), find(j.b)
		ca, cb := cluster[a], cluster[b]
		merges[i] = Merge{A: min(ca, cb), B: max(ca, cb), Height: height(j.height), Size: size(ca) + size(cb)}
		if size(ca) < size(cb) {
			a, b = b, a
		}
		parent[b] = a
		cluster[a] = n + i
	}
	return merges
}
