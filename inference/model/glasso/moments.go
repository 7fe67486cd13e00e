package glasso

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// rows are the data with the expected values of missing cells.
type rows struct {
	n, d int
	x    []float64 // N×D; missing cells hold their expectation
	gaps [][]int   // missing columns of each row; nil for complete rows
	mean []float64
	s    []float64 // D×D, divisor N, with the covariances of missing cells
}

func newRows(x *mat.Dense) *rows {
	n, d := x.Dims()
	r := &rows{n: n, d: d, x: make([]float64, n*d), gaps: make([][]int, n), mean: make([]float64, d),
		s: make([]float64, d*d)}
	seen := make([]float64, d)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) {
				r.gaps[i] = append(r.gaps[i], j)
				continue
			}
			r.x[i*d+j] = v
			seen[j]++
			r.mean[j] += (v - r.mean[j]) / seen[j] // exact for a constant
		}
	}
	extra := make([]float64, d*d)
	for i, gap := range r.gaps {
		for _, j := range gap {
			r.x[i*d+j] = r.mean[j]
		}
	}
	for j := range d { // missing cells begin with the variance of their column
		sum := 0.0
		for i := range n {
			e := r.x[i*d+j] - r.mean[j]
			sum += e * e
		}
		extra[j*d+j] = sum / math.Max(seen[j], 1) * (float64(n) - seen[j])
	}
	r.moments(extra)
	return r
}

// complete reports whether no cell is missing.
func (r *rows) complete() bool {
	for _, g := range r.gaps {
		if g != nil {
			return false
		}
	}
	return true
}

// moments renews mean and covariance; extra, D×D, is the sum of the covariances of missing cells.
func (r *rows) moments(extra []float64) {
	clear(r.mean)
	for i := range r.n {
		for j, v := range r.row(i) {
			r.mean[j] += (v - r.mean[j]) / float64(i+1) // exact for a constant
		}
	}
	r.s = make([]float64, r.d*r.d)
	copy(r.s, extra)
	e := make([]float64, r.d)
	for i := range r.n {
		for j, v := range r.row(i) {
			e[j] = v - r.mean[j]
		}
		for j, a := range e {
			to := r.s[j*r.d : (j+1)*r.d]
			for k := range j + 1 {
				to[k] += a * e[k]
			}
		}
	}
	for j := range r.d {
		for k := range j + 1 {
			v := r.s[j*r.d+k] / float64(r.n)
			r.s[j*r.d+k], r.s[k*r.d+j] = v, v
		}
		if !(r.s[j*r.d+j] > 0) { // one value only
			r.s[j*r.d+j] = 1
		}
	}
}

func (r *rows) row(i int) []float64 { return r.x[i*r.d : (i+1)*r.d] }

// expect renews the missing cells given Ω, and the moments: of row i they are
// N(μ_m − Ω_mm⁻¹ Ω_mo (x_o − μ_o), Ω_mm⁻¹). D m for m missing cells, and m³.
func (r *rows) expect(omega *mat.SymDense) {
	extra := make([]float64, r.d*r.d)
	for i, gap := range r.gaps {
		if gap == nil {
			continue
		}
		m := len(gap)
		missing := make([]bool, r.d)
		for _, j := range gap {
			missing[j] = true
		}
		precision, right := mat.NewSymDense(m, nil), mat.NewVecDense(m, nil)
		for a, j := range gap {
			pull := 0.0
			for k, v := range r.row(i) {
				if !missing[k] {
					pull -= omega.At(j, k) * (v - r.mean[k])
				}
			}
			right.SetVec(a, pull)
			for b, k := range gap[:a+1] {
				precision.SetSym(a, b, omega.At(j, k))
			}
		}
		var c mat.Cholesky
		var covariance mat.SymDense
		var mean mat.VecDense
		if !c.Factorize(precision) || c.InverseTo(&covariance) != nil || c.SolveVecTo(&mean, right) != nil {
			continue // the expectation before is kept
		}
		for a, j := range gap {
			r.x[i*r.d+j] = r.mean[j] + mean.AtVec(a)
			for b, k := range gap {
				extra[j*r.d+k] += covariance.At(a, b)
			}
		}
	}
	r.moments(extra)
}
