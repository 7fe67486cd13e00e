// Package categorical draws an index by weights.
package categorical

import (
	"math"
	"math/rand/v2"
)

// Draw draws an index with probability proportional to its weight. It never draws one of weight 0
// where another has more, also if rounding exhausts the sum; it returns 0 if all have none.
func Draw(weights []float64, rng *rand.Rand) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	return DrawOf(weights, sum, rng)
}

// DrawOf is [Draw] of weights whose sum is known.
func DrawOf(weights []float64, sum float64, rng *rand.Rand) int {
	left, last := rng.Float64()*sum, 0
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		if last = i; left < w {
			return i
		}
		left -= w
	}
	return last
}

// DrawLogs draws an index with probability proportional to the exponential of its log weight. It
// overwrites the log weights with weights whose greatest is 1.
func DrawLogs(logs []float64, rng *rand.Rand) int {
	most := math.Inf(-1)
	for _, x := range logs {
		most = max(most, x)
	}
	for i, x := range logs {
		logs[i] = math.Exp(x - most)
	}
	return Draw(logs, rng)
}
