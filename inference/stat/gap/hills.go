package gap

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	mostAlong  = 10  // components in which parts are told apart,
	rowsPer    = 5   // one of them for so many rows, and at least one
	ridgeShare = 0.1 // of the mean variance within parts, added to each
)

// Along returns the place of each row on the line that tells two parts best apart, from the middle between them:
// Fisher's discriminant in the first principal components, of the other rows alone, so that rows of chance parts lie
// where they would if they had not been looked at. side tells the part of each row; both parts have three rows or
// more. The result is nil where all rows are equal.
func Along(rows [][]float64, side []bool) []float64 {
	n := len(rows)
	s, _ := scores(rows)
	if s == nil {
		return nil
	}
	_, q := s.Dims()
	q = min(q, mostAlong, max(n/rowsPer, 1))
	var sum [2][]float64
	var count [2]float64
	of := make([]int, n)
	sum[0], sum[1] = make([]float64, q), make([]float64, q)
	for i := range n {
		if side[i] {
			of[i] = 1
		}
		count[of[i]]++
		for j := range q {
			sum[of[i]][j] += s.At(i, j)
		}
	}
	within := mat.NewSymDense(q, nil)
	from := make([]float64, q)
	for i := range n {
		k := of[i]
		for j := range q {
			from[j] = s.At(i, j) - sum[k][j]/count[k]
		}
		within.SymRankOne(within, 1, mat.NewVecDense(q, from))
	}
	out := make([]float64, n)
	line := make([]float64, q)
	other, without := mat.NewSymDense(q, nil), mat.NewVecDense(q, nil)
	var factor mat.Cholesky
	for i := range n {
		k := of[i]
		own := count[k] - 1
		trace := 0.0
		for j := range q {
			x := s.At(i, j)
			from[j] = x - sum[k][j]/count[k]
			line[j] = (sum[k][j]-x)/own - sum[1-k][j]/count[1-k]
		}
		// Without the row the squares within its part are less by c/(c − 1) times its squared distance from the mean.
		other.SymRankOne(within, -count[k]/own, mat.NewVecDense(q, from))
		for j := range q {
			trace += other.At(j, j)
		}
		for j := range q {
			other.SetSym(j, j, other.At(j, j)+ridgeShare*trace/float64(q))
		}
		to := line
		if factor.Factorize(other) && factor.SolveVecTo(without, mat.NewVecDense(q, line)) == nil {
			to = without.RawVector().Data
		}
		place, length := 0.0, 0.0
		for j := range q {
			x := s.At(i, j)
			middle := ((sum[k][j]-x)/own + sum[1-k][j]/count[1-k]) / 2
			place += (x - middle) * to[j]
			length += to[j] * to[j]
		}
		if length > 0 {
			out[i] = place / math.Sqrt(length)
		}
		if k == 0 {
			out[i] = -out[i]
		}
	}
	return out
}
