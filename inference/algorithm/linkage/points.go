package linkage

import (
	"cmp"
	"math"
	"slices"
)

// manyRows is the number of rows above which Ward and single linkage keep no table of distances but
// measure from the points as they go: memory O(n·d) instead of O(n²).
const manyRows = 10_000

// fromPoints reports whether n rows, complete or not, are joined without a table of distances.
func fromPoints(n int, complete bool, m Method, by Metric) bool {
	return n > manyRows && complete && (m == Ward && by == Euclidean || m == Single && by != Given)
}

// wardPoints are clusters by their means, which for Ward's criterion say all there is to know of them: clusters A and B with means a and b are joined at the squared
// height 2|A||B|/(|A|+|B|)·‖a − b‖². Time O(n²d) at most, memory O(nd).
type wardPoints struct {
	d    int       // columns
	lead []float64 // n×leading, the first columns of the means; the columns stand by descending variance
	rest []float64 // n×(d−leading), the others
	size []float64
	low  []float64 // squared height at which the cluster was made
}

// newWardPoints takes over the rows of points, which must be complete.
func newWardPoints(points *distances) *wardPoints {
	n, d := points.n, points.columns
	w := &wardPoints{d: d, lead: make([]float64, n*leading), size: make([]float64, n), low: make([]float64, n)}
	first := min(leading, d)
	w.rest = make([]float64, n*(d-first))
	order := byVariance(points.rows, n, d)
	for i := range n {
		w.size[i] = 1
		row := points.row(i)
		for k, j := range order {
			if k < leading {
				w.lead[i*leading+k] = row[j]
			} else {
				w.rest[i*(d-first)+k-leading] = row[j]
			}
		}
	}
	return w
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

// between returns the squared height at which clusters a and b would be joined, or a greater number
// than limit as soon as it is known to exceed limit.
func (w *wardPoints) between(a, b int, limit float64) float64 {
	weight := 2 * w.size[a] * w.size[b] / (w.size[a] + w.size[b])
	x, y := w.lead[a*leading:a*leading+leading], w.lead[b*leading:b*leading+leading]
	sum := 0.0
	for k, v := range x {
		e := v - y[k]
		sum += e * e
	}
	x, y = w.others(a), w.others(b)
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
func (w *wardPoints) others(a int) []float64 {
	m := max(w.d-leading, 0)
	return w.rest[a*m : (a+1)*m]
}

func (w *wardPoints) work(active int, _ bool) int64 { return int64(active) * int64(w.d) }

func (w *wardPoints) nearest(end, before int, active []int) (int, float64) {
	nearest, least := before, math.Inf(1)
	if before >= 0 {
		least = w.between(before, end, math.Inf(1))
	}
	for _, o := range active {
		if o == end {
			continue
		}
		if s := w.between(o, end, least); s < least || nearest < 0 {
			nearest, least = o, s
		}
	}
	return nearest, least
}

// merge keeps rounding from making the union lower than what it holds.
func (w *wardPoints) merge(a, b int, height float64, _ []int) float64 {
	height = max(height, w.low[a], w.low[b])
	share := w.size[a] / (w.size[a] + w.size[b])
	for _, of := range [][2][]float64{{w.lead[a*leading : (a+1)*leading], w.lead[b*leading : (b+1)*leading]}, {w.others(a), w.others(b)}} {
		x, y := of[0], of[1]
		for k, v := range x {
			y[k] += share * (v - y[k])
		}
	}
	w.size[b] += w.size[a]
	w.low[b] = height
	return height
}
