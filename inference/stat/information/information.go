// Package information estimates the mutual information of two columns from their rows, in nats. It
// makes no assumption about how the columns depend on each other.
//
// Columns of numbers: estimator 1 of Kraskov, Stögbauer and Grassberger (2004), Estimating mutual
// information, Physical Review E 69, 066138. Columns of categories: the plug-in estimate from counts.
// One of each: the estimator of Ross (2014), Mutual information between discrete and continuous data
// sets, PLoS ONE 9, e87357.
//
// Equal values and equal distances need no random jitter. Every count is of the rows nearer than the
// k-th neighbour, the row itself included; if k or more other rows coincide with it, those that
// coincide are counted. If all distances differ, the joint count is k, and this is the published
// estimator; otherwise it is the number counted.
package information

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/stat/pairs"
)

// A Column is one column of a table: numbers or categories.
type Column struct {
	numbers []float64 // NaN where missing; nil for categories
	codes   []int     // −1 where missing; nil for numbers
	sorted  []float64 // the numbers that are not missing
	seen    []int     // the rows that are not missing
}

// Numbers returns a column of numbers, NaN where missing. It keeps the slice.
func Numbers(values []float64) Column {
	c := Column{numbers: values}
	for i, v := range values {
		if !math.IsNaN(v) {
			c.sorted, c.seen = append(c.sorted, v), append(c.seen, i)
		}
	}
	slices.Sort(c.sorted)
	return c
}

// Categories returns a column of categories: codes from 0, below 0 where missing. It keeps the
// slice.
func Categories(codes []int) Column {
	c := Column{codes: codes}
	for i, v := range codes {
		if v >= 0 {
			c.seen = append(c.seen, i)
		}
	}
	return c
}

// Categorical reports whether the column holds categories.
func (c *Column) Categorical() bool { return c.codes != nil }

// Rows returns the number of rows of the column, including those with a missing cell.
func (c *Column) Rows() int { return max(len(c.numbers), len(c.codes)) }

// Ties returns how often each different value occurs, in increasing order.
func (c *Column) Ties() (counts []int) {
	if c.Categorical() {
		of := map[int]int{}
		for _, i := range c.seen {
			of[c.codes[i]]++
		}
		for _, n := range of {
			counts = append(counts, n)
		}
	} else {
		for i, v := range c.sorted {
			if i == 0 || v != c.sorted[i-1] {
				counts = append(counts, 0)
			}
			counts[len(counts)-1]++
		}
	}
	slices.Sort(counts)
	return counts
}

// Shuffled returns the column with its values in another order; missing cells stay in place.
func (c *Column) Shuffled(rng *rand.Rand) Column {
	out := *c
	from := slices.Clone(c.seen)
	rng.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	if c.Categorical() {
		out.codes = slices.Clone(c.codes)
		for k, i := range c.seen {
			out.codes[i] = c.codes[from[k]]
		}
		return out
	}
	out.numbers = slices.Clone(c.numbers)
	for k, i := range c.seen {
		out.numbers[i] = c.numbers[from[k]]
	}
	return out
}

// An Estimator estimates mutual information and reuses its buffers. It is not safe for concurrent
// use.
type Estimator struct {
	k       int
	digamma []float64 // of 0, which is not used, 1, 2, …
	x, y    []float64 // of the rows that have both
	sorted  [2][]float64
	tree    tree
	groups  [][]float64
}

// New returns an estimator that uses the k ≥ 1 nearest neighbours of each row.
func New(k int) *Estimator {
	return &Estimator{k: k, digamma: []float64{math.NaN(), -0.5772156649015328606}}
}

// psi returns the digamma function of a positive whole number.
func (e *Estimator) psi(n int) float64 {
	for k := len(e.digamma); k <= n; k++ {
		e.digamma = append(e.digamma, e.digamma[k-1]+1/float64(k-1))
	}
	return e.digamma[n]
}

// Of returns the mutual information of columns a and b of equal length, in nats, and the number of
// rows that have both. For numbers it may be a little below 0. It is 0 for fewer than two rows.
// Columns of N numbers take O(N log N) in most tables, and categories O(N).
func (e *Estimator) Of(a, b *Column) (nats float64, rows int) {
	switch {
	case a.Categorical() && b.Categorical():
		nats, rows, _ = pairs.Counts(a.codes, b.codes)
		return nats, rows
	case a.Categorical():
		return e.mixed(a, b)
	case b.Categorical():
		return e.mixed(b, a)
	}
	return e.numbers(a, b)
}

// numbers is the estimator of Kraskov, Stögbauer and Grassberger: ψ(N) + ⟨ψ(n_xy) − ψ(n_x) − ψ(n_y)⟩.
func (e *Estimator) numbers(a, b *Column) (nats float64, rows int) {
	e.x, e.y = e.x[:0], e.y[:0]
	for i, v := range a.numbers {
		if u := b.numbers[i]; !math.IsNaN(v) && !math.IsNaN(u) {
			e.x, e.y = append(e.x, v), append(e.y, u)
		}
	}
	n := len(e.x)
	if n < 2 {
		return 0, n
	}
	across, up := e.inOrder(0, a, e.x), e.inOrder(1, b, e.y)
	e.tree.build(e.x, e.y)
	k := min(e.k, n-1)
	sum := 0.0
	for i := range n {
		reach, joint := e.tree.nearest(i, k)
		if reach == 0 {
			joint = e.tree.coinciding(i)
		}
		sum += e.psi(joint) - e.psi(near(across, e.tree.x[i], reach)) - e.psi(near(up, e.tree.y[i], reach))
	}
	return e.psi(n) + sum/float64(n), n
}

// inOrder returns the values of a column in the rows that have both columns, in increasing order.
func (e *Estimator) inOrder(which int, c *Column, values []float64) []float64 {
	if len(values) == len(c.sorted) {
		return c.sorted
	}
	e.sorted[which] = append(e.sorted[which][:0], values...)
	slices.Sort(e.sorted[which])
	return e.sorted[which]
}

// mixed is the estimator of Ross for categories and numbers: ψ(N) + ⟨ψ(n_xy) − ψ(n_x) − ψ(n_y)⟩, with
// the neighbours of a row among those of its category. Categories of a single row are left out.
func (e *Estimator) mixed(categories, numbers *Column) (nats float64, rows int) {
	for g := range e.groups {
		e.groups[g] = e.groups[g][:0]
	}
	for i, g := range categories.codes {
		if v := numbers.numbers[i]; g >= 0 && !math.IsNaN(v) {
			for g >= len(e.groups) {
				e.groups = append(e.groups, nil)
			}
			e.groups[g] = append(e.groups[g], v)
			rows++
		}
	}
	e.y = e.y[:0]
	for _, g := range e.groups {
		if len(g) > 1 {
			e.y = append(e.y, g...)
		}
	}
	if len(e.y) == 0 {
		return 0, rows
	}
	all := e.y
	slices.Sort(all)
	sum := 0.0
	for _, g := range e.groups {
		if len(g) < 2 {
			continue
		}
		slices.Sort(g)
		k := min(e.k, len(g)-1)
		for i, v := range g {
			reach := along(g, i, k)
			sum += e.psi(near(g, v, reach)) - e.psi(len(g)) - e.psi(near(all, v, reach))
		}
	}
	return e.psi(len(all)) + sum/float64(len(all)), rows
}

// along returns the distance from the i-th of sorted values to its k-th neighbour.
func along(sorted []float64, i, k int) float64 {
	low, high, reach := i-1, i+1, 0.0
	for range k {
		if high >= len(sorted) || low >= 0 && sorted[i]-sorted[low] < sorted[high]-sorted[i] {
			reach = sorted[i] - sorted[low]
			low--
		} else {
			reach = sorted[high] - sorted[i]
			high++
		}
	}
	return reach
}

// near counts the sorted values that are nearer to v than reach; if reach is 0, those equal to v.
func near(sorted []float64, v, reach float64) int {
	// Distances are computed as in the tree, so that a value exactly at reach is never counted.
	first := search(len(sorted), func(i int) bool { return v-sorted[i] < reach || sorted[i] >= v })
	end := first + search(len(sorted)-first, func(i int) bool { s := sorted[first+i]; return s > v && !(s-v < reach) })
	return end - first
}

// search is sort.Search in a form that the compiler can inline.
func search(n int, is func(int) bool) int {
	low, high := 0, n
	for low < high {
		middle := int(uint(low+high) >> 1)
		if is(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}
