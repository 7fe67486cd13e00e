package conjugate

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// mostDigits is the ratio of two numbers whose sum keeps a digit of the lesser one.
const mostDigits = 1e15

// Digits returns an error for a model if the sums of squares of the columns, about 0, are so much greater than the
// least about a mean, or than the prior's contribution to them, that a matrix of these sums cannot hold both. prior is
// +Inf for none.
func Digits(model string, x *mat.Dense, prior float64) error {
	n, d := x.Dims()
	greatest, least := 0.0, prior
	for j := range d {
		sum, count := 0.0, 0.0
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				sum += v
				count++
			}
		}
		mean, square, rest := sum/math.Max(count, 1), 0.0, 0.0
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				square += v * v
				rest += (v - mean) * (v - mean)
			}
		}
		greatest = math.Max(greatest, square)
		if ulp := 0x1p-52 * mean; rest > count*ulp*ulp { // else there is only one value, as in [Moments]
			least = math.Min(least, rest)
		}
	}
	if greatest > mostDigits*least {
		return fmt.Errorf(
			"%s: the columns have squares from %.2g to %.2g, too far apart to compute with together; centre and scale the columns",
			model, least, greatest)
	}
	return nil
}
