package covary

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// MostRounding bounds the noise that is laid to rounding, as a share of the variance: columns of few
// values are counts or kinds rather than rounded.
const MostRounding = 0.01

// RoundingNoise returns the variance that rounding adds to the columns of x, on average, as a share
// of theirs: δ²/12, with δ the smallest step between two values of a column (math 11.7). Without it,
// rows that agree in all their observed cells, because these are rounded, could be at one place, and
// then know each other's missing cells for certain.
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
