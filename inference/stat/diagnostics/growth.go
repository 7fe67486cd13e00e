package diagnostics

import "fmt"

// features is the number of features or factors in a trace.
const features = "features"

// A growth is the mean number of features in the first and in the last quarter of the draws that count. steady says that it rose
// in every chain, from quarter to quarter.
type growth struct {
	first, last float64
	steady      bool
}

// growthOf measures the draws of each chain.
func growthOf(chains [][]float64) growth {
	g := growth{steady: len(chains) > 0}
	for _, draws := range chains {
		var quarter [4]float64
		n := len(draws) / 4
		if n == 0 {
			return growth{}
		}
		for q := range quarter {
			for _, v := range draws[len(draws)-(4-q)*n : len(draws)-(3-q)*n] {
				quarter[q] += v / float64(n)
			}
			if q > 0 && quarter[q] <= quarter[q-1] {
				g.steady = false
			}
		}
		g.first += quarter[0] / float64(len(chains))
		g.last += quarter[3] / float64(len(chains))
	}
	return g
}

// Growth that counts: by a tenth, and by three features at least.
const (
	leastGrowth   = 0.1
	leastFeatures = 3
)

// judgeGrowth reports a number of features that still grows.
func (r *Report) judgeGrowth(g growth) (Verdict, bool) {
	if !g.steady || g.last-g.first < max(leastFeatures, leastGrowth*g.first) {
		return Verdict{}, false
	}
	remedy := "run longer"
	if r.Options.Growing != "" {
		remedy = r.Options.Growing + ", or run longer"
	}
	return Verdict{Level: Bad, Quantity: features, Text: fmt.Sprintf("The number of features still grows, from %.0f to %.0f over the draws that count: %s.", g.first, g.last, remedy)}, true
}
