package kde

import (
	"math"

	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

// A kernel holds the rows and the units of their columns.
type kernel struct {
	rows     [][]float64 // each column divided by its standard deviation, its mean at 0
	mean, sd []float64
}

func newKernel(x *mat.Dense) kernel {
	mean, v, _ := conjugate.Moments(x)
	k := kernel{mean: mean, sd: v}
	for j := range v {
		k.sd[j] = math.Sqrt(v[j])
	}
	given, _ := conjugate.Rows(x)
	for _, r := range given {
		k.rows = append(k.rows, k.standard(r))
	}
	return k
}

func (k *kernel) standard(x []float64) []float64 {
	z := make([]float64, len(x))
	for j, v := range x {
		z[j] = (v - k.mean[j]) / k.sd[j]
	}
	return z
}

// units returns the log Jacobian of standard: Σ log s over the observed cells. The type pairs
// leaves it out.
func (k *kernel) units(x []float64) float64 {
	s := 0.0
	for j, v := range x {
		if !math.IsNaN(v) {
			s += math.Log(k.sd[j])
		}
	}
	return s
}

// A pairs holds the terms of the kernels in the density of a row at any bandwidth h: for kernel i, shared·log N(0; 0,
// h²) − square/(2h²) + wide.
type pairs struct {
	square []float64 // squared distance over the columns that both rows have
	// shared is the number of these columns, and wide the log density of the cells that the
	// kernel's row lacks. Both are nil if row and kernels are complete.
	shared, wide []float64
	columns      int
}

// pairs returns the pairs of x with every other row. x is a row of the fit (own: its number) or a
// new one in standard units (own = −1). O(N·D).
func (k *kernel) pairs(x []float64, own int) pairs {
	p := pairs{square: make([]float64, 0, len(k.rows)), columns: len(x)}
	for i, r := range k.rows {
		if i == own {
			continue
		}
		square := 0.0
		for j, v := range x {
			d := v - r[j]
			square += d * d
		}
		if math.IsNaN(square) || p.shared != nil {
			p.addPartial(x, r)
		} else {
			p.square = append(p.square, square)
		}
	}
	return p
}

// addPartial adds the pair of two rows with missing cells in one of them.
func (p *pairs) addPartial(x, r []float64) {
	if p.shared == nil {
		p.shared, p.wide = make([]float64, len(p.square), cap(p.square)), make([]float64, len(p.square), cap(p.square))
		for i := range p.shared {
			p.shared[i] = float64(p.columns)
		}
	}
	square, shared, wide := 0.0, 0.0, 0.0
	for j, v := range x {
		switch d := v - r[j]; {
		case math.IsNaN(v):
		case math.IsNaN(r[j]):
			wide -= 0.5 * (v*v + math.Log(2*math.Pi))
		default:
			square += d * d
			shared++
		}
	}
	p.square, p.shared, p.wide = append(p.square, square), append(p.shared, shared), append(p.wide, wide)
}

// logTerms appends the log densities of the kernels at bandwidth exp(logH).
func (p *pairs) logTerms(to []float64, logH float64) []float64 {
	half := 0.5 * math.Exp(-2*logH)
	each := logH + 0.5*math.Log(2*math.Pi)
	for i, s := range p.square {
		if p.shared == nil {
			to = append(to, -half*s-each*float64(p.columns))
		} else {
			to = append(to, p.wide[i]-half*s-each*p.shared[i])
		}
	}
	return to
}
