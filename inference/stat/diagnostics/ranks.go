package diagnostics

import (
	"cmp"
	"math"
	"slices"
)

// halves splits every chain into two of equal length, leaving out the middle draw of an odd number.
// A chain that drifts then disagrees with itself.
func halves(chains [][]float64) [][]float64 {
	out := make([][]float64, 0, 2*len(chains))
	for _, c := range chains {
		h := len(c) / 2
		out = append(out, c[:h:h], c[len(c)-h:])
	}
	return out
}

// alike returns slices with the lengths of chains, cut from a single one.
func alike(chains [][]float64) (all []float64, parts [][]float64) {
	n := 0
	for _, c := range chains {
		n += len(c)
	}
	all, parts = make([]float64, n), make([][]float64, len(chains))
	at := 0
	for k, c := range chains {
		parts[k] = all[at : at+len(c) : at+len(c)]
		at += len(c)
	}
	return all, parts
}

// A place is a value and its position among all draws.
type place struct {
	value float64
	at    int
}

// sorted returns the values of all chains, which are finite, in ascending order, with their positions when the
// chains are concatenated.
func sorted(chains [][]float64) []place {
	n := 0
	for _, c := range chains {
		n += len(c)
	}
	out := make([]place, 0, n)
	for _, c := range chains {
		for _, v := range c {
			out = append(out, place{v, len(out)})
		}
	}
	if n >= radixLeast {
		keys, at := make([]uint64, n), make([]int32, n)
		for i, p := range out {
			keys[i], at[i] = keyOf(p.value), int32(i)
		}
		keys, at = radix(keys, at)
		for i, k := range keys {
			out[i] = place{valueOf(k), int(at[i])}
		}
		return out
	}
	slices.SortFunc(out, func(a, b place) int { // no NaN, so faster than cmp.Compare
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
	return out
}

// folded returns the places of |x − median| in ascending order, given those of x. It merges the two
// sides of the median in linear time.
func folded(order []place, median float64) []place {
	out := make([]place, 0, len(order))
	right, _ := slices.BinarySearchFunc(order, median, func(p place, m float64) int { return cmp.Compare(p.value, m) })
	left := right - 1
	for left >= 0 || right < len(order) {
		if right == len(order) || left >= 0 && median-order[left].value <= order[right].value-median {
			out = append(out, place{median - order[left].value, order[left].at})
			left--
		} else {
			out = append(out, place{order[right].value - median, order[right].at})
			right++
		}
	}
	return out
}

// normalScores writes to out the normal scores Φ⁻¹((r − 3/8)/(S + 1/4)) of the ranks r of S values.
// Ties share their mean rank (Vehtari and others 2021, equation 14).
func normalScores(order []place, out []float64) {
	s := float64(len(order))
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && order[j].value == order[i].value {
			j++
		}
		rank := float64(i+j+1) / 2 // the mean of i+1 … j
		score := quantileOfNormal((rank - 0.375) / (s + 0.25))
		for ; i < j; i++ {
			out[order[i].at] = score
		}
	}
}

// quantileOfNormal is Φ⁻¹.
func quantileOfNormal(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// quantile returns the p-quantile of sorted values, interpolated between neighbours
// (type 7 of Hyndman and Fan 1996).
func quantile(order []place, p float64) float64 {
	at := p * float64(len(order)-1)
	i := int(at)
	if i+1 >= len(order) {
		return order[len(order)-1].value
	}
	return order[i].value + (at-float64(i))*(order[i+1].value-order[i].value)
}
