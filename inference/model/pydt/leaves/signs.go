package leaves

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/pruning"
)

// Signs are the cells of a table of zeros and ones, each 1 with probability Φ(x), x the row's location: rows ×
// columns in the order of the problem, 1, −1, and 0 where missing. The root is at 0.
type Signs struct {
	Sign    []float64
	Columns int
}

var _ Cells = Signs{}

// Own implements [Cells].
func (c Signs) Own() Cells { return c }

// Noisy implements [Cells].
func (Signs) Noisy() bool { return false }

// Root implements [Cells].
func (Signs) Root() []float64 { return nil }

// Of returns the signs of a row.
func (c Signs) Of(row int) []float64 { return c.Sign[row*c.Columns : (row+1)*c.Columns] }

// Site implements [Cells]. With the cavity N(m, V) and z = y·m/√(1+V), equation 4a is
//
//	m̃ = m + y√(1+V)/g,  ṽ = (1+V)/(r·g) − V,
//	log constant = log Φ(z) − log N(m̃; m, V+ṽ) = log Φ(z) + ½ log{2π(1+V)/(r·g)} + ½ r/g.
func (c Signs) Site(row int, at Cavity, mean, variance []float64) (constant float64, err error) {
	mc := at.Mean
	vc, mean, variance, sign := at.Variance[:len(mc)], mean[:len(mc)], variance[:len(mc)], c.Of(row)[:len(mc)]
	product, sum, length := 1.0, 0.0, at.Length
	for j := range mc {
		y := sign[j]
		if y == 0 {
			mean[j], variance[j] = 0, math.Inf(1)
			continue
		}
		m, V := mc[j], vc[j]+length
		root := math.Sqrt(1 + V)
		logPhi, r, g := special.QuickRatios(y * m / root)
		sum += logPhi
		inverse := 1 / (r * g)
		spread := (1 + V) * inverse
		left := spread - V
		if !(left < weakest) {
			mean[j], variance[j] = 0, math.Inf(1)
			continue
		}
		step := r * inverse // 1/g
		mean[j], variance[j] = m+y*root*step, left
		sum += 0.5*pruning.Ln2Pi + 0.5*r*step
		if product *= spread; product > pruning.ProductHigh {
			sum, product = sum+0.5*math.Log(product), 1
		}
	}
	return sum + 0.5*math.Log(product), nil
}
