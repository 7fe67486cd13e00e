package leaves

import (
	"fmt"
	"math"

	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/pruning"
)

// Kinds are the cells of a table whose columns are of several kinds. The location of a row has a column for each
// latent number; a number is its own. Intercepts, which have normal priors about 0, are integrated out: they are the
// variance of the location at the root.
type Kinds struct {
	table     *observation.Table
	columns   []int // latent numbers, in the order of the problem
	place     []int // of each latent number in the problem
	root      []float64
	threshold []bool // by place: its cells say nothing of the scale

	m, w, u, v []float64 // of a row, in the order of the table
}

var _ Cells = (*Kinds)(nil)

// NewKinds returns the cells of a table. columns are the latent numbers in the order of the problem.
func NewKinds(table *observation.Table, columns []int) *Kinds {
	d := table.Width()
	k := &Kinds{table: table, columns: columns, place: make([]int, d), root: make([]float64, d),
		threshold: make([]bool, d)}
	for j, a := range columns {
		k.place[a] = j
	}
	for column, c := range table.Columns {
		low, high := table.Of(column)
		for a := low; a < high && c != nil; a++ {
			k.root[k.place[a]], k.threshold[k.place[a]] = c.Intercept(), c.Threshold()
		}
	}
	return k
}

// Own implements [Cells].
func (k *Kinds) Own() Cells {
	own, d := *k, k.table.Width()
	own.m, own.w, own.u, own.v = make([]float64, d), make([]float64, d), make([]float64, d), make([]float64, d)
	return &own
}

// Noisy implements [Cells].
func (*Kinds) Noisy() bool { return true }

// Root implements [Cells].
func (k *Kinds) Root() []float64 { return k.root }

// Table returns the cells as they are.
func (k *Kinds) Table() *observation.Table { return k.table }

// Columns returns the latent numbers of the table in the order of the problem.
func (k *Kinds) Columns() []int { return k.columns }

// Threshold reports whether the cells of a column of the problem say nothing of the scale of its latent numbers.
func (k *Kinds) Threshold(place int) bool { return k.threshold[place] }

// Site implements [Cells]. With the cavity N(m, W) of a latent number, noise included, and mean û and variance v̂ of
// the cavity times the factor, equation 4b is
//
//	ṽ = v̂W/(W−v̂),  m̃ = m + W(û−m)/(W−v̂),
//	log constant = log Z − log N(m̃; m, W+ṽ) = log Z + ½ log{2πW²/(W−v̂)} + ½(û−m)²/(W−v̂).
//
// v̂ ≤ W, as all factors are log-concave; where rounding leaves no difference the cell says nothing.
func (k *Kinds) Site(row int, at Cavity, mean, variance []float64) (constant float64, err error) {
	t := k.table
	for a, j := range k.place {
		k.m[a], k.w[a] = at.Mean[j], at.Variance[j]+at.Length+at.Noise
	}
	for column := range t.Columns {
		low, high := t.Of(column)
		factor := t.Factor(row, column)
		if factor == nil {
			continue
		}
		logZ := factor.Moments(k.m[low:high], k.w[low:high], k.u[low:high], k.v[low:high])
		for a := low; a < high; a++ {
			if !(math.Abs(k.u[a]) <= math.MaxFloat64) || !(k.v[a] >= 0) {
				logZ = math.NaN()
			}
		}
		if !(math.Abs(logZ) <= math.MaxFloat64) {
			return 0, fmt.Errorf("the tree says that the cell in row %d and column %d cannot be; leave the row or the "+
				"column out, or choose another kind for the column", row+1, column+1)
		}
		constant += logZ
	}
	for column := range t.Columns {
		low, high := t.Of(column)
		factor := t.Factor(row, column)
		for a := low; a < high; a++ {
			j := k.place[a]
			switch y := t.Number(row, column); {
			case factor == nil && math.IsNaN(y):
				mean[j], variance[j] = 0, math.Inf(1)
			case factor == nil:
				mean[j], variance[j] = y, 0
			default:
				m, w, e := k.m[a], k.w[a], k.u[a]-k.m[a]
				gained := w - k.v[a]
				if !(k.v[a]*w < weakest*gained) {
					mean[j], variance[j] = 0, math.Inf(1)
					continue
				}
				mean[j], variance[j] = m+w*(e/gained), k.v[a]*(w/gained)
				constant += 0.5 * (pruning.Ln2Pi + math.Log(w*(w/gained)) + e*e/gained)
			}
		}
	}
	return constant, nil
}
