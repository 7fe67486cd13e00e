package tsne

import (
	"cmp"
	"math"
	"slices"
)

// A Witness ranks all other rows by their distance from one row.
type Witness struct {
	Row      int
	Distance []float64 // to all rows; +Inf where two cannot be compared
	rank     []int     // of each row by the distance, from 1; 0 for itself and those without one
	near     []int     // the rows of ranks 1 to k
}

// NewWitness ranks the other rows by their distance; of rows as far the first come first.
func NewWitness(row int, distance []float64, k int) *Witness {
	w := &Witness{Row: row, Distance: distance}
	w.rank, w.near = ranked(row, distance, k)
	return w
}

func ranked(row int, distance []float64, k int) (rank, near []int) {
	order := make([]int, 0, len(distance))
	for j, d := range distance {
		if j != row && !math.IsInf(d, 1) {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(distance[a], distance[b]) })
	rank = make([]int, len(distance))
	for at, j := range order {
		rank[j] = at + 1
	}
	return rank, order[:min(k, len(order))]
}

// Trust returns the trustworthiness and continuity of places among so many neighbours (Venna and Kaski 2001,
// Neighborhood preservation in nonlinear projection methods, equations 1 and 2), over the rows of the witnesses, and
// the correlation of the distances in the plane with those of the witnesses.
func Trust(witnesses []*Witness, x, y []float64, k int) (trust, continuity, correlation float64) {
	n := len(x)
	lost, torn := 0.0, 0.0
	var count, sa, sb, saa, sbb, sab float64
	plane := make([]float64, n)
	for _, w := range witnesses {
		for j := range plane {
			if plane[j] = math.Hypot(x[w.Row]-x[j], y[w.Row]-y[j]); math.IsInf(w.Distance[j], 1) {
				plane[j] = math.Inf(1)
				continue
			}
			if j != w.Row {
				a, b := plane[j], w.Distance[j]
				count, sa, sb, saa, sbb, sab = count+1, sa+a, sb+b, saa+a*a, sbb+b*b, sab+a*b
			}
		}
		rank, near := ranked(w.Row, plane, k)
		for _, j := range near {
			lost += math.Max(0, float64(w.rank[j]-k))
		}
		for _, j := range w.near {
			torn += math.Max(0, float64(rank[j]-k))
		}
	}
	if m := float64(len(witnesses) * k); m > 0 && 2*n > 3*k+1 {
		scale := 2 / (m * float64(2*n-3*k-1))
		trust, continuity = 1-scale*lost, 1-scale*torn
	}
	if v := (count*saa - sa*sa) * (count*sbb - sb*sb); v > 0 {
		correlation = (count*sab - sa*sb) / math.Sqrt(v)
	}
	return math.Min(math.Max(trust, 0), 1), math.Min(math.Max(continuity, 0), 1),
		math.Min(math.Max(correlation, -1), 1)
}
