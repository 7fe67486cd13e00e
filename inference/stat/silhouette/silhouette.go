// Package silhouette says how much nearer each row lies to its own group than to the next one: Rousseeuw, "Silhouettes:
// a graphical aid to the interpretation and validation of cluster analysis", J. Comput. Appl. Math. 20 (1987) 53–65.
package silhouette

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Widths returns the silhouette width of each row, from −1, nearer to another group, to 1; NaN for rows without
// a group and where there are fewer than two groups. group holds the group of each row, −1 for none. A row alone in
// its group has 0. apart returns the distance of two rows, NaN for one that is not known, which is left out of means.
// It is asked for once for each pair.
func Widths(group []int, apart func(i, j int) float64) []float64 {
	n, groups := len(group), 0
	for _, g := range group {
		groups = max(groups, g+1)
	}
	size, sum, count := make([]int, groups), make([]float64, n*groups), make([]int32, n*groups)
	add := func(i, g int, far float64) {
		sum[i*groups+g] += far
		count[i*groups+g]++
	}
	for i, g := range group {
		if g < 0 {
			continue
		}
		size[g]++
		for j := range i {
			if group[j] < 0 {
				continue
			}
			if far := apart(i, j); !math.IsNaN(far) {
				add(i, group[j], far)
				add(j, g, far)
			}
		}
	}
	widths := make([]float64, n)
	for i, g := range group {
		widths[i] = math.NaN()
		if g < 0 {
			continue
		}
		sum, count := sum[i*groups:(i+1)*groups], count[i*groups:(i+1)*groups]
		next := math.Inf(1)
		for other := range sum {
			if other != g && count[other] > 0 {
				next = min(next, sum[other]/float64(count[other]))
			}
		}
		switch own := sum[g] / float64(count[g]); {
		case math.IsInf(next, 1):
		case size[g] == 1 || own == next:
			widths[i] = 0
		case !math.IsNaN(own):
			widths[i] = (next - own) / math.Max(own, next)
		}
	}
	return widths
}

// Between returns the Euclidean distances of the rows of x, over the columns that both have, scaled to all columns; NaN
// for rows without a column in common.
func Between(x *mat.Dense) func(i, j int) float64 {
	_, d := x.Dims()
	return func(i, j int) float64 { return distance(x.RawRowView(i), x.RawRowView(j), d) }
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
