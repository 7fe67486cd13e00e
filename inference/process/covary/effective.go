package covary

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"

	"gonum.org/v1/gonum/mat"
)

// witnessRows is the largest number of rows, evenly spaced, that the number of effective columns is found from.
const witnessRows = 400

// EffectiveColumns returns how many independent columns of equal variance would vary as little about their covariance
// as the columns do: (tr C)²/tr C², C the covariance of the columns about their means, equation 10b. The estimate of
// tr C² has no bias for normal rows (Srivastava 2005). Missing cells count as the mean. It is between 1 and the number
// of columns: O(N²·D).
func EffectiveColumns(x []float64, n, d int) float64 {
	rows := n
	if rows > witnessRows {
		rows = witnessRows
	}
	if rows < 4 || d < 2 {
		return float64(max(d, 1))
	}
	y := mat.NewDense(rows, d, nil)
	for i := range rows {
		from := i * n / rows
		copy(y.RawRowView(i), x[from*d:(from+1)*d])
	}
	vector.Centre(y)
	var gram mat.Dense
	gram.Mul(y, y.T())
	m := float64(rows - 1)
	trace, squares := 0.0, 0.0
	for i := range rows {
		trace += gram.At(i, i) / m
		for k := range rows {
			squares += gram.At(i, k) * gram.At(i, k) / (m * m)
		}
	}
	squares = m * m / ((m - 1) * (m + 2)) * (squares - trace*trace/m)
	if !(squares > trace*trace/float64(d)) {
		return float64(d)
	}
	return max(trace*trace/squares, 1)
}

// EffectiveColumns returns how many independent columns of equal variance would vary as little about their covariance,
// that of the contrasts: (tr C)²/tr C², both estimated without bias from products of different contrasts, equation
// 10c. On the tree of the rows, columns that each diffuse by themselves count in full, where about their means they
// seem to vary together as the rows do. Without missing cells the contrasts are of mean 0. It is between 1 and the
// number of columns: O(M²·D), M the contrasts, at most 400 of them, evenly spaced.
func (c *Contrasts) EffectiveColumns() float64 {
	all, d := c.U.Dims()
	rows := min(all, witnessRows)
	if rows < 3 || d < 2 {
		return float64(max(d, 1))
	}
	y := mat.NewDense(rows, d, nil)
	for i := range rows {
		y.SetRow(i, c.U.RawRowView(i*all/rows))
	}
	var gram mat.Dense
	gram.Mul(y, y.T())
	traces, squares := 0.0, 0.0 // sums of (tr C)² and tr C² over pairs
	for i := range rows {
		for k := range i {
			traces += gram.At(i, i) * gram.At(k, k)
			squares += gram.At(i, k) * gram.At(i, k)
		}
	}
	if !(squares*float64(d) > traces) {
		return float64(d)
	}
	return math.Max(traces/squares, 1)
}

// Together returns by how many nats the contrasts are likelier where the columns vary together, with Σ integrated out
// under the inverse Wishart prior around a centre that fits them best (11.3), than where they vary by themselves with
// one variance, that which fits them best.
func (c *Contrasts) Together(centre *Sigma) float64 {
	n, d := c.Dims()
	cells := float64(n * d)
	alone := -0.5 * (cells*(ln2Pi+math.Log(sumOfSquares(c.U)/cells)+1) + float64(d)*c.logDetK())
	return FitWishart(c, centre, Learn{G: true, Nu: true}).Marginal(c) - alone
}
