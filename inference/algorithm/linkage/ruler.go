package linkage

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Ruler measures distances between rows and stores none.
type Ruler struct{ d *distances }

// NewRuler copies x, n×d, in which NaN marks a missing cell, or the n×n matrix of given distances. It panics on an
// unknown metric.
func NewRuler(x *mat.Dense, by Metric) *Ruler {
	by.check(Single)
	return &Ruler{newMetricDistances(x, true, by)}
}

// From fills out, of length n, with the distances of all rows from row i, in the units of the data; +Inf where the
// two share no cell, or too few for the metric. O(n·d).
func (r *Ruler) From(i int, out []float64) {
	for j := range out {
		s, shared := r.d.between(min(i, j), max(i, j))
		switch {
		case j == i:
			out[j] = 0
		case !shared:
			out[j] = math.Inf(1)
		default:
			out[j] = r.d.unscaled(r.d.stored(s))
		}
	}
}
