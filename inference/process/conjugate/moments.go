package conjugate

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Constant returns how many columns of x have only one value; see [Moments]. If all do, it returns
// an error in the name of a model.
func Constant(model string, x *mat.Dense) (int, error) {
	_, d := x.Dims()
	_, _, constant := Moments(x)
	if constant == d {
		return constant, errors.New(model + ": all values in each column are equal, so there is nothing to learn")
	}
	return constant, nil
}

// ConstantNote tells the user how the model treats so many columns with only one value.
func ConstantNote(constant int) string {
	return fmt.Sprintf(
		"Columns with only one value (%d) get a prior variance of 1 in working units; densities depend on that choice.",
		constant)
}

// BinaryNote warns the user that Gaussian clusters suit zeros and ones badly.
const BinaryNote = "The table holds zeros and ones. Where the rows of a cluster agree in a column, its variance shrinks and the " +
	"density grows without limit. Trees with a probit link (pydt, ddt) suit it better."

// Moments returns the mean and variance (divided by the number of values) of the observed cells of
// each column, and how many columns have only one value, to the last bit or two. Those get variance 1: they contain no
// information about a scale, and no prior has variance 0.
func Moments(x *mat.Dense) (mean, variance []float64, constant int) {
	n, d := x.Dims()
	mean, variance = make([]float64, d), make([]float64, d)
	seen := make([]float64, d)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if !math.IsNaN(v) {
				seen[j]++
				e := v - mean[j]
				mean[j] += e / seen[j]
				variance[j] += e * (v - mean[j])
			}
		}
	}
	const ulp = 0x1p-52 // of the mean: below this deviation there is nothing but rounding
	for j := range variance {
		if variance[j] /= math.Max(1, seen[j]); !(variance[j] > ulp*ulp*mean[j]*mean[j]) {
			variance[j] = 1
			constant++
		}
	}
	return mean, variance, constant
}

// Rows returns views of the rows of x, and whether any cell is missing.
func Rows(x *mat.Dense) (rows [][]float64, gaps bool) {
	n, _ := x.Dims()
	rows = make([][]float64, n)
	for i := range rows {
		rows[i] = x.RawRowView(i)
		gaps = gaps || Incomplete(rows[i])
	}
	return rows, gaps
}

// Incomplete reports whether any cell of the row is missing.
func Incomplete(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) {
			return true
		}
	}
	return false
}
