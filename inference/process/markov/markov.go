// Package markov is the Gaussian of columns with a precision matrix: two columns depend on each other,
// given all others, where its entry is not 0.
package markov

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Density is N(mean, Ω⁻¹), for rows with cells left out too. It is not modified once made.
type Density struct {
	Mean  []float64
	Omega *mat.SymDense // D×D, the precision
	log   float64       // log det Ω
	sigma *mat.SymDense // Ω⁻¹
}

// New prepares a density; false where Ω is not positive definite. D³.
func New(mean []float64, omega *mat.SymDense) (*Density, bool) {
	var c mat.Cholesky
	if !c.Factorize(omega) {
		return nil, false
	}
	d := &Density{Mean: mean, Omega: omega, log: c.LogDet(), sigma: new(mat.SymDense)}
	return d, c.InverseTo(d.sigma) == nil
}

// Log is the log density of the observed cells of a row, 0 where there are none. D² for a whole row, D³ for others.
func (d *Density) Log(x []float64) float64 {
	var seen []int
	for j, v := range x {
		if !math.IsNaN(v) {
			seen = append(seen, j)
		}
	}
	k := len(seen)
	if k == 0 {
		return 0
	}
	e := mat.NewVecDense(k, nil)
	for a, j := range seen {
		e.SetVec(a, x[j]-d.Mean[j])
	}
	if k == len(x) {
		return 0.5 * (d.log - float64(k)*math.Log(2*math.Pi) - mat.Inner(e, d.Omega, e))
	}
	sigma := mat.NewSymDense(k, nil)
	for a, i := range seen {
		for b, j := range seen[:a+1] {
			sigma.SetSym(a, b, d.sigma.At(i, j))
		}
	}
	var c mat.Cholesky
	if !c.Factorize(sigma) {
		return math.Inf(-1)
	}
	var solved mat.VecDense
	if err := c.SolveVecTo(&solved, e); err != nil {
		return math.Inf(-1)
	}
	return -0.5 * (c.LogDet() + float64(k)*math.Log(2*math.Pi) + mat.Dot(e, &solved))
}
