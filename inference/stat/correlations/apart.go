package correlations

import (
	"cmp"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"

	"gonum.org/v1/gonum/mat"
)

// An Apart says how far the given rows lie from the others along a direction.
type Apart struct {
	Direction  int     // its index in the list of directions
	Deviations float64 // of the means, in standard deviations of all rows along the direction
	// Higher and Lower are the columns that move most along the direction: those in which the rows
	// are higher and those in which they are lower, the heaviest first.
	Higher, Lower []int
}

// The columns named for a direction: at most this many, with at least this share of the greatest
// weight.
const (
	mostNamed  = 4
	leastShare = 0.5
)

// SetApart compares rows with all others along directions of the columns of x, the farthest first;
// directions along which they differ by less than least standard deviations are left out. A missing
// cell counts as the mean of its column. The result is empty if there are no other rows.
func SetApart(x *mat.Dense, rows []int, list []Direction, least float64) []Apart {
	n, d := x.Dims()
	inside := make([]bool, n)
	for _, r := range rows {
		inside[r] = true
	}
	mean, count := make([]float64, d), make([]float64, d)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if !math.IsNaN(v) {
				mean[j] += v
				count[j]++
			}
		}
	}
	for j := range mean {
		mean[j] /= max(count[j], 1)
	}
	var out []Apart
	for k, direction := range list {
		var sum, number [2]float64
		square := 0.0
		for i := range n {
			score := 0.0
			for j, v := range x.RawRowView(i) {
				if !math.IsNaN(v) {
					score += (v - mean[j]) * direction.Weights[j]
				}
			}
			side := 0
			if inside[i] {
				side = 1
			}
			sum[side] += score
			number[side]++
			square += score * score // scores have mean 0 but for missing cells, which count as 0
		}
		centre := (sum[0] + sum[1]) / float64(n)
		deviation := math.Sqrt(max(square/float64(n)-centre*centre, 0))
		if number[0] == 0 || number[1] == 0 || deviation == 0 {
			continue
		}
		a := Apart{Direction: k, Deviations: (sum[1]/number[1] - sum[0]/number[0]) / deviation}
		if math.Abs(a.Deviations) < least {
			continue
		}
		a.Higher, a.Lower = heaviest(direction.Loads, a.Deviations)
		out = append(out, a)
	}
	stable.Sort(out, func(a, b Apart) int {
		return cmp.Compare(math.Abs(b.Deviations), math.Abs(a.Deviations))
	})
	return out
}

// Heaviest returns the columns that move most along a direction, those that rise and those that
// fall, the heaviest first: up to four, with at least half the greatest load.
func Heaviest(loads []float64) (up, down []int) { return heaviest(loads, 1) }

// heaviest returns the columns with the greatest loads for which load times side is positive.
func heaviest(loads []float64, side float64) (higher, lower []int) {
	order := inference.UpTo(len(loads))
	stable.Sort(order, func(a, b int) int { return cmp.Compare(math.Abs(loads[b]), math.Abs(loads[a])) })
	for _, j := range order[:min(mostNamed, len(order))] {
		switch w := loads[j]; {
		case math.Abs(w) < leastShare*math.Abs(loads[order[0]]) || w == 0:
			return higher, lower
		case w*side > 0:
			higher = append(higher, j)
		default:
			lower = append(lower, j)
		}
	}
	return higher, lower
}
