package gap

import (
	"math"
	"slices"
)

// Dip returns the dip of the empirical distribution of x (Hartigan and Hartigan 1985), at most 1/4: how far it is from
// the nearest distribution with one mode. For each value as the mode, the distribution is compared with its greatest
// convex minorant before the mode and with its least concave majorant after it; the least of the greater distances,
// halved, is the dip. x must have a value and no NaN; it is not changed.
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

// fromConvex returns, for each value as the last one, how far the upper steps of a distribution are at most above the
// greatest convex minorant of the lower ones.
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

// levels are probabilities, and each line of beyond gives, for a number n of values, the numbers that √n times the dip
// of a sample of the uniform distribution exceeds with each probability: from 200,000 samples (100,000 from n = 150 on,
// 30,000 for the last). Of all distributions with one mode the uniform one has the largest dips.
var levels = []float64{0.2, 0.1, 0.05, 0.025, 0.01, 0.005, 0.0025, 0.001, 0.0003}

var beyond = []struct {
	n    float64
	dips []float64
}{
	{6, []float64{0.3658, 0.3895, 0.4035, 0.4267, 0.4701, 0.4954, 0.5161, 0.5366, 0.5574}},
	{8, []float64{0.3537, 0.4001, 0.4344, 0.4615, 0.4886, 0.5049, 0.5214, 0.5499, 0.5848}},
	{10, []float64{0.3741, 0.4109, 0.4393, 0.4648, 0.5008, 0.5250, 0.5458, 0.5707, 0.5961}},
	{12, []float64{0.3790, 0.4128, 0.4459, 0.4752, 0.5096, 0.5326, 0.5542, 0.5791, 0.6110}},
	{15, []float64{0.3804, 0.4191, 0.4513, 0.4804, 0.5169, 0.5411, 0.5654, 0.5937, 0.6330}},
	{20, []float64{0.3868, 0.4229, 0.4561, 0.4861, 0.5236, 0.5491, 0.5743, 0.6064, 0.6443}},
	{30, []float64{0.3892, 0.4258, 0.4593, 0.4892, 0.5270, 0.5526, 0.5785, 0.6113, 0.6455}},
	{50, []float64{0.3885, 0.4246, 0.4563, 0.4854, 0.5211, 0.5458, 0.5707, 0.6023, 0.6389}},
	{100, []float64{0.3853, 0.4195, 0.4498, 0.4779, 0.5128, 0.5359, 0.5585, 0.5871, 0.6219}},
	{150, []float64{0.3834, 0.4169, 0.4459, 0.4725, 0.5055, 0.5289, 0.5504, 0.5783, 0.6110}},
	{300, []float64{0.3828, 0.4154, 0.4443, 0.4703, 0.5022, 0.5244, 0.5467, 0.5718, 0.6026}},
	{1000, []float64{0.3821, 0.4150, 0.4454, 0.4725, 0.5032, 0.5285, 0.5520, 0.5870, 0.6168}},
}

// Chance returns how likely values of one hill have a dip as large as that of x, at most (dip test): 1 above 0.2 and
// for fewer than six values, 0 below 0.0003, and interpolated between.
func Chance(x []float64) float64 {
	n := float64(len(x))
	if len(x) < 6 {
		return 1
	}
	line := beyond[len(beyond)-1].dips
	for i, b := range beyond {
		if n <= b.n {
			line = slices.Clone(b.dips)
			if i > 0 {
				before := beyond[i-1]
				for k := range line {
					line[k] += (b.n - n) / (b.n - before.n) * (before.dips[k] - line[k])
				}
			}
			break
		}
	}
	dip := Dip(x) * math.Sqrt(n)
	for k, limit := range line {
		if dip > limit {
			continue
		}
		if k == 0 {
			return 1
		}
		share := (dip - line[k-1]) / (limit - line[k-1])
		return math.Exp(math.Log(levels[k-1]) + share*math.Log(levels[k]/levels[k-1]))
	}
	return 0
}
