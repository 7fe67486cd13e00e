package linkage

import (
	"math"
	"slices"
)

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
	switch m {
	case Single:
		return newSpanning(n, d)
	case Diana:
		return newDiana(n, d)
	}
	return newChain(m, n, d)
}

// bases returns numbers b with the pair i < j at b[i]+j of the condensed matrix.
func bases(n int) []int {
	b := make([]int, n)
	for i := range b {
		b[i] = int(condensed(n, i, i+1)) - i - 1
	}
	return b
}

// chain is the nearest-neighbour chain algorithm (Benzécri 1982; Juan 1982;
// Murtagh 1983) with the updates of Lance and Williams (1967).
type chain struct {
	method Method
	d      []float64
	base   []int
	active []int // clusters by ascending slot; a merged cluster keeps the greater slot
	size   []float64
	path   []int // each is the nearest neighbour of the one before
	result []joining
}

func newChain(m Method, n int, d []float64) *chain {
	c := &chain{method: m, d: d, base: bases(n), active: make([]int, n), size: make([]float64, n)}
	for i := range n {
		c.active[i] = i
		c.size[i] = 1
	}
	c.result = make([]joining, 0, max(0, n-1))
	return c
}

func (c *chain) joins() []joining { return c.result }

func (c *chain) step() (int64, bool) {
	if len(c.active) < 2 {
		return 0, true
	}
	if len(c.path) == 0 {
		c.path = append(c.path, c.active[0])
	}
	work := int64(len(c.active))
	end := c.path[len(c.path)-1]
	nearest, least := -1, math.Inf(1)
	if len(c.path) > 1 { // on a tie, take the one before: the chain must end
		nearest = c.path[len(c.path)-2]
		least = c.d[c.at(nearest, end)]
	}
	k := 0
	for ; c.active[k] < end; k++ {
		if s := c.d[c.base[c.active[k]]+end]; s < least {
			nearest, least = c.active[k], s
		}
	}
	row := c.base[end]
	for _, o := range c.active[k+1:] {
		if s := c.d[row+o]; s < least {
			nearest, least = o, s
		}
	}
	if nearest < 0 { // all distances are infinite
		nearest = c.active[0]
		if nearest == end {
			nearest = c.active[1]
		}
		least = c.d[c.at(nearest, end)]
	}
	if len(c.path) > 1 && nearest == c.path[len(c.path)-2] {
		c.path = c.path[:len(c.path)-2]
		c.merge(nearest, end, least)
		work *= 3
	} else {
		c.path = append(c.path, nearest)
	}
	return work, len(c.active) < 2
}

func (c *chain) at(a, b int) int {
	if a < b {
		return c.base[a] + b
	}
	return c.base[b] + a
}

func (c *chain) merge(a, b int, height float64) {
	if a > b {
		a, b = b, a
	}
	c.result = append(c.result, joining{a, b, height})
	i, _ := slices.BinarySearch(c.active, a)
	c.active = slices.Delete(c.active, i, i+1)
	na, nb := c.size[a], c.size[b]
	for _, k := range c.active {
		if k == b {
			continue
		}
		to := c.at(k, b)
		da, db := c.d[c.at(k, a)], c.d[to]
		var s float64
		switch c.method {
		case Complete:
			s = max(da, db)
		case Average:
			s = (na*da + nb*db) / (na + nb)
		case Ward:
			nk := c.size[k]
			s = ((na+nk)*da + (nb+nk)*db - nk*height) / (na + nb + nk)
		}
		// a and b were nearest neighbours, so the union is no closer to k. Rounding must not undo
		// that, or heights would no longer ascend.
		c.d[to] = max(s, height)
	}
	c.size[b] = na + nb
}

// spanning is Prim's algorithm: the minimum spanning tree holds the merges of
// single linkage (Gower and Ross 1969).
type spanning struct {
	d       []float64
	base    []int
	outside []int // rows not yet in the tree, ascending
	near    []int // nearest row in the tree, by row
	least   []float64
	last    int // row added last
	result  []joining
}

func newSpanning(n int, d []float64) *spanning {
	p := &spanning{d: d, base: bases(n), near: make([]int, n), least: make([]float64, n)}
	for i := 1; i < n; i++ {
		p.outside = append(p.outside, i)
		p.least[i] = math.Inf(1)
	}
	p.result = make([]joining, 0, max(0, n-1))
	return p
}

func (p *spanning) joins() []joining { return p.result }

func (p *spanning) step() (int64, bool) {
	if len(p.outside) == 0 {
		return 0, true
	}
	best := 0
	for k, j := range p.outside {
		at := p.base[j] + p.last
		if p.last < j {
			at = p.base[p.last] + j
		}
		if p.d[at] < p.least[j] {
			p.least[j], p.near[j] = p.d[at], p.last
		}
		if p.least[j] < p.least[p.outside[best]] {
			best = k
		}
	}
	work := int64(len(p.outside))
	j := p.outside[best]
	p.outside = slices.Delete(p.outside, best, best+1)
	p.result = append(p.result, joining{p.near[j], j, p.least[j]})
	p.last = j
	return 2 * work, len(p.outside) == 0
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
