package covary

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// MostRounding limits the noise that is attributed to rounding, as a share of the variance. Columns of so few values
// that it would be more are counts or categories rather than rounded measurements.
const MostRounding = 0.01

// RoundingNoise returns the variance that rounding adds to the columns of x, on average, as a share
// of their variance: δ²/12, with δ the smallest step between two values of a column (math 11.7). Without this noise,
// rows whose observed cells agree only because they are rounded would predict each other's missing cells with
// certainty.
func RoundingNoise(x *mat.Dense) float64 {
	n, d := x.Dims()
	sum, square, cells := 0.0, 0.0, 0.0
	list := make([]float64, 0, n)
	for j := range d {
		list = list[:0]
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				list = append(list, v)
				square += v * v
			}
		}
		cells += float64(len(list))
		slices.Sort(list)
		step := math.Inf(1)
		for i := 1; i < len(list); i++ {
			// Values that differ by rounding of the computer's own are equal.
			if gap := list[i] - list[i-1]; gap > 1e-9*(list[len(list)-1]-list[0]) {
				step = math.Min(step, gap)
			}
		}
		if !math.IsInf(step, 1) {
			sum += step * step / 12 / float64(d)
		}
	}
	if square == 0 {
		return 0
	}
	return math.Min(sum/(square/cells), MostRounding)
}
