package outtree

import "math"

const (
	compared      = 500 // rows
	compareStream = 1 << 41
	cutStream     = 1 << 42
)

// compare sums over the trees of some rows, drawn at random, in the same blocks and over all pairs, and returns the mean
// difference of the parents of a row, as total variation: 0 to 1.
func (f *fit) compare() float64 {
	b := f.sum.(*blocks)
	f.weigh()
	rows := f.streams.Task(compareStream).Perm(f.table.t)
	rows = rows[:min(compared, len(rows))]
	n := len(rows)
	part := weights{root: make([]float64, n), forest: f.prior.forest, parents: func(u int, parents []int, to []float64) {
		at := make([]int, len(to))
		for k := range at {
			at[k] = rows[k]
			if parents != nil {
				at[k] = rows[parents[k]]
			}
		}
		f.part.weigh(f.table, rows[u], at, to)
	}}
	block, number := make([]int, n), map[int]int{}
	for k, u := range rows {
		part.root[k] = f.root[u]
		c, seen := number[b.block[u]]
		if !seen {
			c = len(number)
			number[b.block[u]] = c
		}
		block[k] = c
	}
	if len(number) < 2 {
		return 0
	}
	var all pairs
	some := newBlocks(block)
	all.reset(part)
	some.reset(part)
	for !all.advance(math.MaxInt, true) {
	}
	for !some.advance(math.MaxInt, true) {
	}
	return difference(&all, some, n)
}

// difference is the mean over rows of the total variation between the parents of a row.
func difference(a, b trees, n int) float64 {
	sum := 0.0
	p, q := make([]float64, n), make([]float64, n)
	for u := range n {
		a.edges(u, p)
		b.edges(u, q)
		sum += math.Abs(a.root(u) - b.root(u))
		for v := range p {
			sum += math.Abs(p[v] - q[v])
		}
	}
	return sum / 2 / float64(n)
}
