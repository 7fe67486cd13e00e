package geneset

import (
	"fmt"
	"math"
)

// UpperTail returns P(X ≥ k), where X is how many of n names, drawn without replacement from N, are among
// the K of a set. It panics unless 0 ≤ K, n ≤ N.
func UpperTail(k, set, drawn, all int) float64 {
	if set < 0 || drawn < 0 || set > all || drawn > all {
		panic(fmt.Sprintf("geneset: %d of a set and %d drawn of %d", set, drawn, all))
	}
	low, high := max(0, set+drawn-all), min(set, drawn)
	switch {
	case k <= low:
		return 1
	case k > high:
		return 0
	}
	// Terms fall on either side of the mode. The tail that does not hold it is added from its greatest term,
	// each next one by its ratio to the one before.
	mode := int((float64(set) + 1) * (float64(drawn) + 1) / (float64(all) + 2))
	if k > mode {
		return min(1, math.Exp(logTerm(k, set, drawn, all))*above(k, high, set, drawn, all))
	}
	return max(0, 1-math.Exp(logTerm(k-1, set, drawn, all))*below(k-1, low, set, drawn, all))
}

// above returns the sum of the terms from k to high, in units of that of k.
func above(k, high, set, drawn, all int) float64 {
	sum, term := 1.0, 1.0
	for x := k; x < high && term > 1e-18*sum; x++ {
		term *= float64(set-x) / float64(x+1) * (float64(drawn-x) / float64(all-set-drawn+x+1))
		sum += term
	}
	return sum
}

// below returns the sum of the terms from k down to low, in units of that of k.
func below(k, low, set, drawn, all int) float64 {
	sum, term := 1.0, 1.0
	for x := k; x > low && term > 1e-18*sum; x-- {
		term *= float64(x) / float64(set-x+1) * (float64(all-set-drawn+x) / float64(drawn-x+1))
		sum += term
	}
	return sum
}

// logTerm returns log P(X = k): C(set, k) C(all−set, drawn−k) / C(all, drawn).
func logTerm(k, set, drawn, all int) float64 {
	return logChoose(set, k) + logChoose(all-set, drawn-k) - logChoose(all, drawn)
}

func logChoose(n, k int) float64 {
	if k > n-k {
		k = n - k
	}
	if k < 64 { // exact but for the rounding of each factor
		sum := 0.0
		for i := range k {
			sum += math.Log(float64(n-i) / float64(i+1))
		}
		return sum
	}
	a, _ := math.Lgamma(float64(n) + 1)
	b, _ := math.Lgamma(float64(k) + 1)
	c, _ := math.Lgamma(float64(n-k) + 1)
	return a - b - c
}
