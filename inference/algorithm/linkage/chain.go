package linkage

import (
	"math"
	"slices"
)

// A chain is the nearest-neighbour chain algorithm (Benzécri 1982; Juan 1982; Murtagh 1983).
type chain struct {
	clusters
	active []int // clusters, ascending; a merged cluster keeps the greater number
	path   []int // each is the nearest neighbour of the one before
	result []joining
}

// clusters are the clusters that a chain joins.
type clusters interface {
	// nearest returns which of the active clusters is nearest to end, and the height at which they
	// would be joined. On a tie it is the one before, if that is not negative: the chain must end.
	nearest(end, before int, active []int) (int, float64)
	// merge makes b the union of a < b and returns its height, no less than the heights of a and b. a is no longer active.
	merge(a, b int, height float64, active []int) float64
	// work returns the multiply-adds of a step, with or without a merge, among this many clusters.
	work(active int, merged bool) int64
}

func newChain(n int, c clusters) *chain {
	all := &chain{clusters: c, active: make([]int, n), result: make([]joining, 0, max(0, n-1))}
	for i := range n {
		all.active[i] = i
	}
	return all
}

func (c *chain) joins() []joining { return c.result }

func (c *chain) step() (int64, bool) {
	n := len(c.active)
	if n < 2 {
		return 0, true
	}
	if len(c.path) == 0 {
		c.path = append(c.path, c.active[0])
	}
	end, before := c.path[len(c.path)-1], -1
	if len(c.path) > 1 {
		before = c.path[len(c.path)-2]
	}
	nearest, height := c.nearest(end, before, c.active)
	if nearest != before {
		c.path = append(c.path, nearest)
		return c.work(n, false), false
	}
	c.path = c.path[:len(c.path)-2]
	a, b := min(nearest, end), max(nearest, end)
	i, _ := slices.BinarySearch(c.active, a)
	c.active = slices.Delete(c.active, i, i+1)
	c.result = append(c.result, joining{a, b, c.merge(a, b, height, c.active)})
	return c.work(n, true), len(c.active) < 2
}

// A table holds the distances between clusters, with the updates of Lance and Williams (1967).
type table struct {
	pairTable
	method Method
	size   []float64
}

func newTable(m Method, n int, t pairTable) *table {
	c := &table{pairTable: t, method: m, size: make([]float64, n)}
	for i := range n {
		c.size[i] = 1
	}
	return c
}

func (t *table) work(active int, merged bool) int64 {
	if merged {
		active *= 3
	}
	return int64(active)
}

func (t *table) nearest(end, before int, active []int) (int, float64) {
	nearest, least := before, math.Inf(1)
	if before >= 0 {
		least = t.d[t.at(before, end)]
	}
	k := 0
	for ; active[k] < end; k++ {
		if s := t.d[t.base[active[k]]+end]; s < least {
			nearest, least = active[k], s
		}
	}
	row := t.base[end]
	for _, o := range active[k+1:] {
		if s := t.d[row+o]; s < least {
			nearest, least = o, s
		}
	}
	if nearest < 0 { // all distances are infinite
		nearest = active[0]
		if nearest == end {
			nearest = active[1]
		}
		least = t.d[t.at(nearest, end)]
	}
	return nearest, least
}

func (t *table) merge(a, b int, height float64, active []int) float64 {
	na, nb := t.size[a], t.size[b]
	for _, k := range active {
		if k == b {
			continue
		}
		to := t.at(k, b)
		da, db := t.d[t.at(k, a)], t.d[to]
		var s float64
		switch t.method {
		case Complete:
			s = max(da, db)
		case Average:
			s = (na*da + nb*db) / (na + nb)
		case Ward:
			nk := t.size[k]
			s = ((na+nk)*da + (nb+nk)*db - nk*height) / (na + nb + nk)
		}
		// a and b were nearest neighbours, so the union is no closer to k. Rounding must not undo
		// that, or heights would no longer ascend.
		t.d[to] = max(s, height)
	}
	t.size[b] = na + nb
	return height
}
