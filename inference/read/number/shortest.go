package number

import (
	"math"
	"strconv"
)

// Shortest writes x, a value of 32 or 64 bits, in the fewest digits that give it back; NaN is a missing cell, "".
func Shortest(x float64, bits int) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, bits)
}
