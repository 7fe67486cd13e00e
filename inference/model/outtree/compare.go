package outtree

import "math"

const (
	compared      = 500 // rows
	compareStream = 1 << 41
	cutStream     = 1 << 42
)

// A contrast is a comparison under way.
type contrast struct {
	all   pairs
	some  *blocks
	n     int // rows
	ready bool
}

// compare sums over the trees of some rows, drawn at random, in the same blocks and over all pairs, a slice at a time.
// In the end it returns the mean difference of the parents of a row, as total variation: 0 to 1.
func (f *fit) compare() (mean float64, through bool) {
	c := f.contrast
	switch {
	case c == nil:
		f.contrast = f.newContrast()
		return 0, false
	case c.some == nil: // all rows drawn are in one block
		return 0, true
	case !c.ready:
		c.ready = c.all.advance(sliceWork, true)
		return 0, false
	case !c.some.advance(sliceWork, true):
		return 0, false
	}
	return difference(&c.all, c.some, c.n), true
}

// newContrast draws the rows and prepares the sums.
func (f *fit) newContrast() *contrast {
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
	c := &contrast{n: n}
	if len(number) < 2 {
		return c
	}
	c.some = newBlocks(block)
	c.all.reset(part)
	c.some.reset(part)
	return c
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
