package linkage

import (
	"cmp"
	"math"
	"slices"
)

// manyRows is the number of rows above which clusters that are known by their means keep no table of
// distances, and single linkage none either: memory O(n·d) instead of O(n²).
const manyRows = 10_000

// fromPoints reports whether n rows, complete or not, are joined without a table of distances.
func fromPoints(n int, complete bool, m Method, by Metric) bool {
	if n <= manyRows || !complete {
		return false
	}
	return m == Single && by != Given || byMeans(m, by)
}

// byMeans reports whether a method needs only the means and the sums of squares of clusters.
func byMeans(m Method, by Metric) bool {
	switch m {
	case Ward:
		return by == Euclidean || by.angular()
	case Average:
		return by == Squared || by.angular()
	}
	return false
}

// means are clusters A and B by their means a and b, which are joined at the height w·(‖a − b‖² + s(A) + s(B)):
//   - under Ward's criterion w = 2|A||B|/(|A|+|B|) and s = 0;
//   - under average linkage of squared distances w = 1 and s is the mean squared distance of the rows from their mean;
//   - of angular distances, which are half the squared distances of rows of unit length, w = ½.
//
// A row without direction is at squared distance 2 from all others, as if it had unit length in a dimension of its
// own: then s is 1 under average linkage, and z/|A|² under Ward's with z such rows in A. Time O(n²d) at most, memory
// O(nd).
type means struct {
	method Method
	half   bool      // heights are halved
	d      int       // columns
	lead   []float64 // n×leading, the first columns of the means; the columns stand by descending variance
	rest   []float64 // n×(d−leading), the others
	size   []float64
	spread []float64 // s
	low    []float64 // height at which the cluster was made
}

// newMeans takes over the rows of points, which must be complete.
func newMeans(m Method, points *distances) *means {
	n, d := points.n, points.columns
	c := &means{method: m, half: m == Average && points.metric.angular(), d: d}
	c.lead, c.size, c.spread, c.low = make([]float64, n*leading), make([]float64, n), make([]float64, n),
		make([]float64, n)
	first := min(leading, d)
	c.rest = make([]float64, n*(d-first))
	order := byVariance(points.rows, n, d)
	for i := range n {
		c.size[i] = 1
		if points.metric.angular() && points.norms[i] == 0 {
			c.spread[i] = 1
		}
		row := points.row(i)
		for k, j := range order {
			if k < leading {
				c.lead[i*leading+k] = row[j]
			} else {
				c.rest[i*(d-first)+k-leading] = row[j]
			}
		}
	}
	return c
}

// leading is the number of columns, a line of the cache, that mostly tell that a cluster is too far.
const leading = 8

// byVariance returns the columns of the n×d rows, those that vary most first.
func byVariance(rows []float64, n, d int) []int {
	variance := make([]float64, d)
	order := make([]int, d)
	for j := range d {
		order[j] = j
		sum, squares := 0.0, 0.0
		for i := range n {
			v := rows[i*d+j]
			sum += v
			squares += v * v
		}
		variance[j] = squares - sum*sum/float64(max(n, 1))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(variance[b], variance[a]) })
	return order
}

// weight is w of clusters a and b.
func (c *means) weight(a, b int) float64 {
	switch {
	case c.method == Ward:
		return 2 * c.size[a] * c.size[b] / (c.size[a] + c.size[b])
	case c.half:
		return 0.5
	}
	return 1
}

// between returns the height at which clusters a and b would be joined, or a greater number
// than limit as soon as it is known to exceed limit.
func (c *means) between(a, b int, limit float64) float64 {
	weight := c.weight(a, b)
	x, y := c.lead[a*leading:a*leading+leading], c.lead[b*leading:b*leading+leading]
	sum := c.spread[a] + c.spread[b]
	for k, v := range x {
		e := v - y[k]
		sum += e * e
	}
	x, y = c.others(a), c.others(b)
	for len(x) > 0 {
		if weight*sum > limit {
			return weight * sum
		}
		m := min(len(x), leading)
		for k, v := range x[:m] {
			e := v - y[k]
			sum += e * e
		}
		x, y = x[m:], y[m:]
	}
	return weight * sum
}

// others returns the columns of the mean of cluster a after the leading ones.
func (c *means) others(a int) []float64 {
	m := max(c.d-leading, 0)
	return c.rest[a*m : (a+1)*m]
}

func (c *means) work(active int, _ bool) int64 { return int64(active) * int64(c.d) }

func (c *means) nearest(end, before int, active []int) (int, float64) {
	nearest, least := before, math.Inf(1)
	if before >= 0 {
		least = c.between(before, end, math.Inf(1))
	}
	for _, o := range active {
		if o == end {
			continue
		}
		if s := c.between(o, end, least); s < least || nearest < 0 {
			nearest, least = o, s
		}
	}
	return nearest, least
}

// merge makes the union no lower than its parts, in spite of rounding.
func (c *means) merge(a, b int, height float64, _ []int) float64 {
	height = max(height, c.low[a], c.low[b])
	all := c.size[a] + c.size[b]
	share, rest := c.size[a]/all, c.size[b]/all
	apart := 0.0 // ‖a − b‖²
	for _, of := range [][2][]float64{{c.lead[a*leading : (a+1)*leading], c.lead[b*leading : (b+1)*leading]},
		{c.others(a), c.others(b)}} {
		x, y := of[0], of[1]
		for k, v := range x {
			e := v - y[k]
			apart += e * e
			y[k] += share * e
		}
	}
	if c.method == Ward {
		c.spread[b] = share*share*c.spread[a] + rest*rest*c.spread[b]
	} else {
		c.spread[b] = share*c.spread[a] + rest*c.spread[b] + share*rest*apart
	}
	c.size[b], c.low[b] = all, height
	return height
}
