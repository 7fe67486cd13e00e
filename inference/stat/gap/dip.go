package gap

import (
	"math"
	"slices"
)

// Dip returns the dip of the empirical distribution of x (Hartigan and Hartigan 1985), at most 1/4: how far it is from the nearest
// distribution with one mode. For each value as the mode, the distribution is compared with its greatest convex minorant before the
// mode and with its least concave majorant after it; the least of the greater distances, halved, is the dip. x must have a value and
// no NaN; it is not changed.
func Dip(x []float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	var at, below, upTo []float64 // distinct values; the shares of x below and up to each
	n := float64(len(sorted))
	for i, v := range sorted {
		if k := len(at); k > 0 && at[k-1] == v {
			upTo[k-1] = float64(i+1) / n
			continue
		}
		at, below, upTo = append(at, v), append(below, float64(i)/n), append(upTo, float64(i+1)/n)
	}
	before := fromConvex(at, below, upTo)
	k := len(at)
	back, lower, upper := make([]float64, k), make([]float64, k), make([]float64, k)
	for i := range k {
		back[k-1-i], lower[k-1-i], upper[k-1-i] = -at[i], 1-upTo[i], 1-below[i]
	}
	after := fromConvex(back, lower, upper)
	least := math.Inf(1)
	for i := range k {
		least = min(least, max(before[i], after[k-1-i]))
	}
	return least / 2
}

// fromConvex returns, for each value as the last one, how far the upper steps of a distribution are at most above the greatest
// convex minorant of the lower ones.
func fromConvex(at, lower, upper []float64) []float64 {
	far := make([]float64, len(at))
	hull := make([]int, 0, len(at))     // corners of the minorant
	most := make([]float64, 0, len(at)) // the greatest distance up to each corner
	for m := range at {
		for len(hull) >= 2 {
			a, b := hull[len(hull)-2], hull[len(hull)-1]
			if (lower[b]-lower[a])*(at[m]-at[b]) < (lower[m]-lower[b])*(at[b]-at[a]) {
				break
			}
			hull, most = hull[:len(hull)-1], most[:len(most)-1]
		}
		greatest := upper[m] - lower[m]
		if len(hull) > 0 {
			a := hull[len(hull)-1]
			greatest = max(greatest, most[len(most)-1])
			slope := (lower[m] - lower[a]) / (at[m] - at[a])
			for i := a + 1; i < m; i++ {
				greatest = max(greatest, upper[i]-lower[a]-slope*(at[i]-at[a]))
			}
		}
		hull, most = append(hull, m), append(most, greatest)
		far[m] = greatest
	}
	return far
}

// critical gives, for numbers n of values, √n times the dip that 5 % of samples of a uniform distribution exceed, from 100,000
// samples each (4,000 for the largest n). Of all distributions with one mode the uniform one has the largest dips.
var critical = []struct{ n, dip float64 }{
	{6, 0.4035}, {8, 0.4352}, {10, 0.4387}, {12, 0.4452}, {15, 0.4518}, {20, 0.4567}, {25, 0.4581}, {30, 0.4585}, {40, 0.4581},
	{50, 0.4564}, {70, 0.4531}, {100, 0.4494}, {150, 0.4454}, {500, 0.4444}, {2000, 0.4420},
}

// HasGap reports whether values form more than one hill, by the dip test at 5 %. Fewer than six values never do.
func HasGap(x []float64) bool {
	n := float64(len(x))
	if len(x) < 6 {
		return false
	}
	limit := critical[len(critical)-1].dip
	for i, c := range critical {
		if n <= c.n {
			limit = c.dip
			if i > 0 {
				b := critical[i-1]
				limit += (c.n - n) / (c.n - b.n) * (b.dip - c.dip)
			}
			break
		}
	}
	return Dip(x)*math.Sqrt(n) > limit
}
