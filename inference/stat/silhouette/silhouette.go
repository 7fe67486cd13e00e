// Package silhouette says how much nearer each row lies to its own group than to the next one: Rousseeuw, "Silhouettes:
// a graphical aid to the interpretation and validation of cluster analysis", J. Comput. Appl. Math. 20 (1987) 53–65.
package silhouette

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Widths returns the silhouette width of each row of x, from −1, nearer to another group, to 1; NaN for rows without
// a group and where there are fewer than two groups. group holds the group of each row, −1 for none. A row alone in
// its group has 0. Distances are Euclidean, over the columns that both rows have, scaled to all columns; rows without
// a column in common are left out of means. It panics if group is not as long as x.
func Widths(x *mat.Dense, group []int) []float64 {
	n, d := x.Dims()
	if len(group) != n {
		panic("silhouette: as many groups as rows are needed")
	}
	groups := 0
	for _, g := range group {
		groups = max(groups, g+1)
	}
	widths := make([]float64, n)
	sum, count := make([]float64, groups), make([]int, groups)
	for i := range n {
		widths[i] = math.NaN()
		if group[i] < 0 {
			continue
		}
		clear(sum)
		clear(count)
		a := x.RawRowView(i)
		alone := true
		for j := range n {
			if j == i || group[j] < 0 {
				continue
			}
			alone = alone && group[j] != group[i]
			if far := distance(a, x.RawRowView(j), d); !math.IsNaN(far) {
				sum[group[j]] += far
				count[group[j]]++
			}
		}
		next := math.Inf(1)
		for g := range sum {
			if g != group[i] && count[g] > 0 {
				next = min(next, sum[g]/float64(count[g]))
			}
		}
		switch own := sum[group[i]] / float64(count[group[i]]); {
		case math.IsInf(next, 1):
		case alone || own == next:
			widths[i] = 0
		case !math.IsNaN(own):
			widths[i] = (next - own) / math.Max(own, next)
		}
	}
	return widths
}

// distance is the Euclidean distance over the columns that both have, scaled to d columns; NaN without one.
func distance(a, b []float64, d int) float64 {
	sum, shared := 0.0, 0
	for j, v := range a {
		if delta := v - b[j]; !math.IsNaN(delta) {
			sum += delta * delta
			shared++
		}
	}
	if shared == 0 {
		return math.NaN()
	}
	return math.Sqrt(sum * float64(d) / float64(shared))
}
