package agglomerative

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
)

// directionless names the rows that have no direction: those of zeros, for the cosine, and flat ones, for the
// correlation. Their distance from all others is 1.
func directionless(data *inference.Dataset, by linkage.Metric) string {
	if by != linkage.Cosine && by != linkage.Correlation {
		return ""
	}
	n, _ := data.Dims()
	count, first := 0, ""
	for i := range n {
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range data.X.RawRowView(i) {
			if !math.IsNaN(x) {
				low, high = math.Min(low, x), math.Max(high, x)
			}
		}
		flat := low == high || by == linkage.Correlation && high-low <= 1e-12*math.Max(math.Abs(low), math.Abs(high))
		if low > high || !flat || by == linkage.Cosine && low != 0 {
			continue
		}
		if count++; count == 1 {
			first = data.Rows[i]
		}
	}
	if count == 0 {
		return ""
	}
	what, are := "vary", "are flat and"
	if by == linkage.Cosine {
		what, are = "differ from 0", "are zero and"
	}
	if count == 1 {
		return fmt.Sprintf("Row %q has no values that %s, so it has no direction: its distance from all others is taken as 1.", first, what)
	}
	return fmt.Sprintf("%d rows, the first of them %q, %s have no direction: their distance from all others is taken as 1.", count, first, are)
}
