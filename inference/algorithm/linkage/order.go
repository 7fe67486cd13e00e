package linkage

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/vector"

	"gonum.org/v1/gonum/mat"
)

// exactOrder is the greatest number of rows that are ordered optimally.
const exactOrder = 1500

// OptimalOrder returns an order of the rows of x that the tree of merges can show, with its
// branches turned to minimise the sum of distances between neighbours (Bar-Joseph, Gifford and
// Jaakkola 2001). Above 1500 rows each branch point is turned once, from the leaves up, to bring
// the rows that meet at it as close as its two clades allow (Gruvaeus and Wainer 1972). Distances
// are Euclidean whatever method made the merges. It panics unless there is one merge fewer than
// rows.
func OptimalOrder(x *mat.Dense, merges []Merge) []int {
	o := newOrderer(x, merges)
	for !o.Advance(math.MaxInt) {
	}
	return o.Order()
}

// An Orderer finds the order of [OptimalOrder] in small steps.
type Orderer struct {
	find   finder
	order  []int
	total  int64
	worked int64
}

// A finder is an algorithm that finds an order. step returns the work done and whether the order is
// ready.
type finder interface {
	step() (work int64, finished bool)
	order() []int
}

// newOrderer prepares to order the rows of x that merges were made from. x must not change until
// the order is found. It panics unless there is one merge fewer than rows.
func newOrderer(x *mat.Dense, merges []Merge) *Orderer { return NewOrdererBy(x, merges, Euclidean) }

// NewOrdererBy is newOrderer with another distance between rows.
func NewOrdererBy(x *mat.Dense, merges []Merge, by Metric) *Orderer {
	by.check(Average)
	n, d := x.Dims()
	if len(merges) != max(0, n-1) {
		panic("linkage: the order needs one merge fewer than rows")
	}
	o := &Orderer{}
	switch {
	case n < 3:
		o.order = make([]int, n)
		for i := range n {
			o.order[i] = i
		}
	case n <= exactOrder:
		e := newExact(x, merges)
		e.metric = by
		o.find, o.total = e, e.work(d)
	default:
		o.find, o.total = &greedy{x: x, metric: by, n: n, merges: merges}, 3*int64(n)*int64(d)
	}
	return o
}

// Advance does about the given number of additions and comparisons and reports whether the order is
// found. The result does not depend on how the work is sliced.
func (o *Orderer) Advance(work int) bool {
	left := int64(max(work, 1))
	for left > 0 && o.order == nil {
		used, finished := o.find.step()
		left -= used + 1
		o.worked += used
		if finished {
			o.order = o.find.order()
			o.find = nil
		}
	}
	return o.order != nil
}

// Fraction returns the share of the work that is done, 0 to 1.
func (o *Orderer) Fraction() float64 {
	if o.order != nil {
		return 1
	}
	return min(float64(o.worked)/float64(o.total+1), 0.999)
}

// Order returns the rows in order, or nil before it is found. The caller must not
// change it.
func (o *Orderer) Order() []int { return o.order }

// OrderBytes returns the memory in bytes that ordering n rows needs beside the data.
func OrderBytes(n int) int64 {
	m := int64(n)
	if n <= exactOrder {
		return 20*m*m + 64*m
	}
	return 128 * m
}

// exact is the dynamic programme of Bar-Joseph, Gifford and Jaakkola. Rows are numbered by their
// place in the merged tree, which makes a cluster an interval of places.
type exact struct {
	x       *mat.Dense
	metric  Metric
	n       int
	merges  []Merge
	first   []int // place of each cluster's first row
	size    []int // rows of each cluster
	row     []int // at each place
	measure *distances
	near    []float64 // n×n distances between places
	// cost[i·n+j] is the least sum of distances within the smallest cluster that
	// holds places i and j when they are its ends.
	cost []float64

	at   int // next merge
	i    int // next place in its first cluster
	best []float64
}

func newExact(x *mat.Dense, merges []Merge) *exact {
	n, _ := x.Dims()
	m := n + len(merges)
	e := &exact{x: x, n: n, merges: merges, first: make([]int, m), size: make([]int, m), row: make([]int, n),
		best: make([]float64, n)}
	for v := range n {
		e.size[v] = 1
	}
	for i, g := range merges {
		e.size[n+i] = e.size[g.A] + e.size[g.B]
	}
	for v := m - 1; v >= n; v-- {
		g := merges[v-n]
		e.first[g.A], e.first[g.B] = e.first[v], e.first[v]+e.size[g.A]
	}
	for v := range n {
		e.row[e.first[v]] = v
	}
	return e
}

// work estimates the additions of the whole.
func (e *exact) work(d int) int64 {
	total := pairs(e.n) * int64(d+4)
	for _, g := range e.merges {
		a, b := int64(e.size[g.A]), int64(e.size[g.B])
		total += e.ends(g.A)*b + a*e.ends(g.B)
	}
	return total
}

// ends counts the ordered pairs of rows that can be the ends of a cluster.
func (e *exact) ends(v int) int64 {
	if v < e.n {
		return 1
	}
	g := e.merges[v-e.n]
	return 2 * int64(e.size[g.A]) * int64(e.size[g.B])
}

// opposite returns the range of places that can be the other end of cluster v when place i is one
// end: the places of the child that i is not in, or i itself.
func (e *exact) opposite(v, i int) (from, to int) {
	if v < e.n {
		return i, i + 1
	}
	g := e.merges[v-e.n]
	middle := e.first[g.B]
	if i < middle {
		return middle, middle + e.size[g.B]
	}
	return e.first[g.A], middle
}

func (e *exact) step() (int64, bool) {
	switch {
	case e.near == nil && e.measure == nil:
		e.measure = newMetricDistances(e.x, true, e.metric)
		return int64(e.n), false
	case e.near == nil:
		used, finished := e.measure.block()
		if finished {
			e.measure.fillUnshared()
			e.spread()
			e.measure, e.x = nil, nil
			used += int64(e.n) * int64(e.n)
		}
		return used, false
	case e.at < len(e.merges):
		return e.turn(), false
	}
	return 1, true
}

// spread rearranges the distances into the order of places.
func (e *exact) spread() {
	e.near = make([]float64, e.n*e.n)
	e.cost = make([]float64, e.n*e.n)
	for p := range e.n {
		for q := range p {
			i, j := e.row[p], e.row[q]
			s := e.measure.d2[condensed(e.n, min(i, j), max(i, j))]
			e.near[p*e.n+q], e.near[q*e.n+p] = s, s
		}
	}
}

// turn finds the costs of the present merge for one place i of its first cluster
// as an end: with k and l the places that meet, first best(l) = min over k of
// cost(i,k) + near(k,l), then cost(i,j) = min over l of best(l) + cost(l,j).
func (e *exact) turn() int64 {
	g := e.merges[e.at]
	a, b := e.first[g.A], e.first[g.B]
	last := b + e.size[g.B]
	i := a + e.i
	best := e.best[:last-b]
	for l := range best {
		best[l] = math.Inf(1)
	}
	from, to := e.opposite(g.A, i)
	for k := from; k < to; k++ {
		c := e.cost[i*e.n+k]
		vector.Lower(best, e.near[k*e.n+b:k*e.n+last], c)
	}
	for j := b; j < last; j++ {
		from, to := e.opposite(g.B, j)
		least := vector.LeastSum(best[from-b:to-b], e.cost[j*e.n+from:j*e.n+to])
		e.cost[i*e.n+j], e.cost[j*e.n+i] = least, least
	}
	if e.i++; e.i == e.size[g.A] {
		e.at++
		e.i = 0
	}
	return int64(to-from)*int64(last-b) + e.ends(g.B)
}

// order traces the least costs back from the root to the rows.
func (e *exact) order() []int {
	type span struct{ v, left, right int } // a cluster with its end places
	top := e.n + len(e.merges) - 1
	g := e.merges[len(e.merges)-1]
	whole, least := span{v: top}, math.Inf(1)
	for i := e.first[g.A]; i < e.first[g.B]; i++ {
		for j := e.first[g.B]; j < e.n; j++ {
			if c := e.cost[i*e.n+j]; c < least {
				whole, least = span{top, i, j}, c
			}
		}
	}
	order := make([]int, 0, e.n)
	stack := []span{whole}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.v < e.n {
			order = append(order, s.v)
			continue
		}
		g := e.merges[s.v-e.n]
		first, second := g.A, g.B
		if s.left >= e.first[g.B] {
			first, second = g.B, g.A
		}
		from, to := e.opposite(first, s.left)
		from2, to2 := e.opposite(second, s.right)
		k, l, least := from, from2, math.Inf(1)
		for p := from; p < to; p++ {
			for q := from2; q < to2; q++ {
				if c := e.cost[s.left*e.n+p] + e.near[p*e.n+q] + e.cost[s.right*e.n+q]; c < least {
					k, l, least = p, q, c
				}
			}
		}
		stack = append(stack, span{second, l, s.right}, span{first, s.left, k})
	}
	return order
}

// greedy turns each branch point once.
type greedy struct {
	x       *mat.Dense
	metric  Metric
	n       int
	merges  []Merge
	measure *distances
	ends    [][2]int  // first and last row of each cluster
	turned  [][2]bool // of each merge: whether A and B stand reversed in it
	at      int
}

func (g *greedy) step() (int64, bool) {
	if g.measure == nil {
		g.measure = newMetricDistances(g.x, true, g.metric)
		g.ends = make([][2]int, g.n+len(g.merges))
		for v := range g.n {
			g.ends[v] = [2]int{v, v}
		}
		g.turned = make([][2]bool, len(g.merges))
		return int64(g.n) * int64(g.measure.columns), false
	}
	m := g.merges[g.at]
	a, b := g.ends[m.A], g.ends[m.B]
	least := math.Inf(1)
	for turn := range 4 { // reversing B, reversing A, both
		ta, tb := turn&2 != 0, turn&1 != 0
		outerA, innerA, innerB, outerB := a[0], a[1], b[0], b[1]
		if ta {
			outerA, innerA = innerA, outerA
		}
		if tb {
			innerB, outerB = outerB, innerB
		}
		s, shared := g.measure.between(innerA, innerB)
		if !shared {
			s = math.MaxFloat64 // no shared cell: prefer any other orientation
		}
		if s < least {
			least = s
			g.turned[g.at] = [2]bool{ta, tb}
			g.ends[g.n+g.at] = [2]int{outerA, outerB}
		}
	}
	g.at++
	return 4 * int64(g.measure.columns), g.at == len(g.merges)
}

func (g *greedy) order() []int {
	type item struct {
		v        int
		reversed bool
	}
	order := make([]int, 0, g.n)
	stack := []item{{v: g.n + len(g.merges) - 1}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.v < g.n {
			order = append(order, s.v)
			continue
		}
		m, turned := g.merges[s.v-g.n], g.turned[s.v-g.n]
		a, b := item{m.A, turned[0] != s.reversed}, item{m.B, turned[1] != s.reversed}
		if s.reversed {
			a, b = b, a
		}
		stack = append(stack, b, a)
	}
	return slices.Clip(order)
}
