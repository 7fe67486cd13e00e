package information

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/selection"
)

// leaf is the greatest number of points that are not divided further.
const leaf = 12

// A tree finds neighbours in the plane, where the distance of two points is the greater of those along the axes. Points
// are divided in halves at the median of the axis along which their range is greater (Bentley 1975).
type tree struct {
	x, y  []float64 // the points; those of a part are adjacent
	cuts  []cut     // the halves of part i are 2i+1 and 2i+2
	best  []float64 // the distances of the nearest points found, increasing
	order []int     // see coinciding
	same  []int     // how many points coincide with each; nil until asked for
}

// A cut is the least value of the second half of a part.
type cut struct {
	at float64
	up bool // along y
}

// build takes the points x, y. It may reorder both in the same way.
func (t *tree) build(x, y []float64) {
	t.x, t.y, t.cuts, t.same = x, y, t.cuts[:0], t.same[:0]
	t.divide(0, 0, len(x))
}

// divide cuts part i, the points from low to high.
func (t *tree) divide(i, low, high int) {
	if high-low <= leaf {
		return
	}
	for len(t.cuts) <= i {
		t.cuts = append(t.cuts, cut{})
	}
	up := spread(t.y[low:high]) > spread(t.x[low:high])
	by, with := t.x, t.y
	if up {
		by, with = t.y, t.x
	}
	middle := (low + high) / 2
	selection.KthWith(by[low:high], with[low:high], middle-low)
	t.cuts[i] = cut{by[middle], up}
	t.divide(2*i+1, low, middle)
	t.divide(2*i+2, middle, high)
}

func spread(values []float64) float64 {
	low, high := values[0], values[0]
	for _, v := range values[1:] {
		low, high = min(low, v), max(high, v)
	}
	return high - low
}

// nearest returns the distance from point i of the tree to its k-th neighbour, and how many points
// are nearer than that, itself included.
func (t *tree) nearest(i, k int) (reach float64, nearer int) {
	t.best = t.best[:0]
	for range k {
		t.best = append(t.best, math.Inf(1))
	}
	t.look(i, 0, 0, len(t.x))
	reach = t.best[k-1]
	for nearer = 1; t.best[nearer-1] < reach; {
		nearer++
	}
	return reach, nearer
}

// look searches a part, the points from low to high, beginning with the half that contains point i.
func (t *tree) look(i, part, low, high int) {
	x, y := t.x[i], t.y[i]
	last := len(t.best) - 1
	if high-low <= leaf {
		for j := low; j < high; j++ {
			if d := max(math.Abs(t.x[j]-x), math.Abs(t.y[j]-y)); d < t.best[last] && j != i {
				at := last
				for ; at > 0 && t.best[at-1] > d; at-- {
					t.best[at] = t.best[at-1]
				}
				t.best[at] = d
			}
		}
		return
	}
	c, middle := t.cuts[part], (low+high)/2
	away := x - c.at
	if c.up {
		away = y - c.at
	}
	if away < 0 {
		t.look(i, 2*part+1, low, middle)
		if -away < t.best[last] {
			t.look(i, 2*part+2, middle, high)
		}
		return
	}
	t.look(i, 2*part+2, middle, high)
	if away < t.best[last] {
		t.look(i, 2*part+1, low, middle)
	}
}

// coinciding counts the points that coincide with point i, itself included.
func (t *tree) coinciding(i int) int {
	if len(t.same) == 0 {
		t.order = t.order[:0]
		for j := range t.x {
			t.order, t.same = append(t.order, j), append(t.same, 0)
		}
		slices.SortFunc(t.order,
			func(a, b int) int { return cmp.Or(cmp.Compare(t.x[a], t.x[b]), cmp.Compare(t.y[a], t.y[b])) })
		for from := 0; from < len(t.order); {
			end := from + 1
			for end < len(t.order) && t.x[t.order[end]] == t.x[t.order[from]] && t.y[t.order[end]] == t.y[t.order[from]] {
				end++
			}
			for _, j := range t.order[from:end] {
				t.same[j] = end - from
			}
			from = end
		}
	}
	return t.same[i]
}
