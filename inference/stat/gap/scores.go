package gap

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// mostScores is how many principal components are looked at.
const mostScores = 100

// scores returns the principal components of rows: n × r, centred, widest first, r at most min(n − 1, D, 100), and the
// sum of squares that they leave. A component of less than 1e-12 of all squares is left out. It returns nil where all
// rows are equal.
func scores(rows [][]float64) (s *mat.Dense, rest float64) {
	n, d := len(rows), len(rows[0])
	x := mat.NewDense(n, d, nil)
	raw := 0.0
	for j := range d {
		mean := 0.0
		for _, r := range rows {
			mean += r[j] / float64(n)
		}
		for i, r := range rows {
			x.Set(i, j, r[j]-mean)
			raw += r[j] * r[j]
		}
	}
	var square mat.SymDense
	if d <= n {
		square.SymOuterK(1, x.T())
	} else {
		square.SymOuterK(1, x)
	}
	var e mat.EigenSym
	if !e.Factorize(&square, true) {
		return nil, 0
	}
	values := e.Values(nil)
	slices.Reverse(values)
	total := 0.0
	for _, v := range values {
		total += max(v, 0)
	}
	r := 0
	for r < min(len(values), n-1, mostScores) && values[r] > 1e-12*total {
		rest -= values[r]
		r++
	}
	if r == 0 || total <= 1e-26*raw { // rounding errors of equal rows
		return nil, 0
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	s = mat.NewDense(n, r, nil)
	for j := range r {
		v := mat.Col(nil, len(values)-1-j, &vectors)
		if d <= n {
			var score mat.VecDense
			score.MulVec(x, mat.NewVecDense(d, v))
			s.SetCol(j, score.RawVector().Data)
			continue
		}
		for i, a := range v {
			s.Set(i, j, a*math.Sqrt(values[j]))
		}
	}
	return s, max(total+rest, 0)
}
