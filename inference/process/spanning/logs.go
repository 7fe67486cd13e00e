package spanning

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// negligible is the difference of logs beyond which the smaller number does not change the larger.
const negligible = 37

// logAdd returns log(eᵃ + eᵇ).
func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if a-b > negligible {
		return a
	}
	return special.LogAdd(a, b)
}

// logSum returns the log of the sum of the numbers whose logs are given.
func logSum(x []float64) float64 {
	most := math.Inf(-1)
	for _, v := range x {
		most = max(most, v)
	}
	if math.IsInf(most, -1) {
		return most
	}
	sum := 0.0
	for _, v := range x {
		if most-v < negligible+10 {
			sum += math.Exp(v - most)
		}
	}
	return most + math.Log(sum)
}
