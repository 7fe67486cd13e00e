package unrelated

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Rows are the cells of a table of several kinds.
type Rows struct {
	table   *observation.Table
	columns []column
	n       int
}

// A column has the cells of a column of the table; those that are the same factor are counted together.
type column struct {
	low, high    int     // its latent numbers
	prior        float64 // variance of the intercept of each; 0: there is none
	cells        []cell
	count        float64 // of its numbers, which are their own latent numbers
	sum, squares float64
}

type cell struct {
	factor observation.Factor
	times  float64
}

// New returns the rows of a table. prior has the variance of the prior of the intercept of each latent number, in
// the order of the table, the same for all of a column; 0 where the intercept is 0, as it is of numbers.
func New(table *observation.Table, rows int, prior []float64) *Rows {
	r := &Rows{table: table, n: rows}
	for j := range table.Columns {
		low, high := table.Of(j)
		c := column{low: low, high: high, prior: prior[low]}
		place := map[any]int{}
		counts, _ := table.Columns[j].(*observation.Counts)
		for i := range rows {
			if x := table.Number(i, j); !math.IsNaN(x) {
				c.count++
				c.sum += x
				c.squares += x * x
			}
			f := table.Factor(i, j)
			if f == nil {
				continue
			}
			var same any = f
			if counts != nil && !counts.Exposed() {
				same = table.Row(i)[j]
			}
			k, known := place[same]
			if !known {
				k = len(c.cells)
				place[same] = k
				c.cells = append(c.cells, cell{factor: f})
			}
			c.cells[k].times++
		}
		r.columns = append(r.columns, c)
	}
	return r
}

// Columns returns the number of columns.
func (r *Rows) Columns() int { return len(r.columns) }

// LogDensity returns the log density of the cells of a column given its intercepts, one for each of its latent
// numbers, and the variance v of these. It adds the gradient in the intercepts to slope, where that is not nil.
func (r *Rows) LogDensity(j int, b []float64, v float64, slope []float64) (sum float64) {
	c := &r.columns[j]
	if c.count > 0 {
		sum = -0.5 * (c.count*math.Log(2*math.Pi*v) + (c.squares-2*b[0]*c.sum+c.count*b[0]*b[0])/v)
		if slope != nil {
			slope[0] += (c.sum - c.count*b[0]) / v
		}
	}
	k := c.high - c.low
	room := make([]float64, 3*k)
	w, mean, rest := room[:k], room[k:2*k], room[2*k:]
	for i := range w {
		w[i] = v
	}
	for _, x := range c.cells {
		sum += x.times * x.factor.Moments(b, w, mean, rest)
		for i := range slope {
			slope[i] += x.times * (mean[i] - b[i]) / v
		}
	}
	return sum
}

// joint adds the log density of the intercepts to that of the cells, and sets slope to its gradient.
func (r *Rows) joint(j int, b []float64, v float64, slope []float64) float64 {
	prior := r.columns[j].prior
	clear(slope)
	log := r.LogDensity(j, b, v, slope)
	for i, x := range b {
		log -= 0.5 * (x*x/prior + math.Log(2*math.Pi*prior))
		slope[i] -= x / prior
	}
	return log
}

// A peak is the mode of the intercepts of a column, the log density there, and U of the curvature UᵀU.
type peak struct {
	at  []float64
	log float64
	u   mat.TriDense
}

// climb finds the mode by Newton steps from at, which it moves there. They are halved while they do not rise; the
// log density is concave.
func (r *Rows) climb(j int, v float64, at []float64) (p peak) {
	k, prior := len(at), r.columns[j].prior
	slope, beside, next, step := make([]float64, k), make([]float64, k), make([]float64, k), make([]float64, k)
	log := r.joint(j, at, v, slope)
	for range 50 {
		bend := mat.NewSymDense(k, nil)
		h := 1e-4 * math.Sqrt(v)
		for i := range at {
			copy(next, at)
			next[i] += h
			r.joint(j, next, v, beside)
			for l := range i + 1 {
				bend.SetSym(i, l, (slope[l]-beside[l])/h)
			}
		}
		var root mat.Cholesky
		if !root.Factorize(bend) { // by rounding alone
			for i := range at {
				for l := range i {
					bend.SetSym(i, l, 0)
				}
				bend.SetSym(i, i, max(bend.At(i, i), 1/prior))
			}
			root.Factorize(bend)
		}
		root.UTo(&p.u)
		if root.SolveVecTo(mat.NewVecDense(k, step), mat.NewVecDense(k, slope)) != nil ||
			!(floats.Dot(step, slope) > 1e-4) {
			break
		}
		risen := false
		for length := 1.0; length > 1e-6 && !risen; length /= 2 {
			floats.AddScaledTo(next, at, length, step)
			if there := r.joint(j, next, v, beside); there >= log {
				log, risen = there, true
				copy(at, next)
				copy(slope, beside)
			}
		}
		if !risen {
			break
		}
	}
	p.at, p.log = at, log
	return p
}

// logDet returns the logarithm of the determinant of the curvature.
func (p *peak) logDet() (sum float64) {
	for i := range p.at {
		sum += 2 * math.Log(p.u.At(i, i))
	}
	return sum
}

// LogEvidence returns the log of the integral of the density of the cells of a column over its intercepts, by
// Laplace's method; it is exact where there are none. The search for their mode begins at b, which it moves there.
func (r *Rows) LogEvidence(j int, v float64, b []float64) float64 {
	if r.columns[j].prior == 0 {
		clear(b)
		return r.LogDensity(j, b, v, nil)
	}
	p := r.climb(j, v, b)
	return p.log + 0.5*(float64(len(b))*math.Log(2*math.Pi)-p.logDet())
}

const (
	// freedom is that of the t distribution from which intercepts are proposed.
	freedom = 5
	// proposals are those of which one is kept.
	proposals = 16
)

// DrawIntercepts draws the intercepts of a column from a distribution close to their posterior, and returns the log
// weight of the draw: the mean of its exponential, times any function of the draw, is the integral of the density of
// the cells times that function over the prior. b has where the search for the mode begins. It draws one of some
// proposals by their weights, whose mean is that of the draw.
func (r *Rows) DrawIntercepts(j int, v float64, rng *rand.Rand, b []float64) (logWeight float64) {
	if r.columns[j].prior == 0 {
		clear(b)
		return r.LogDensity(j, b, v, nil)
	}
	p := r.climb(j, v, append([]float64(nil), b...))
	k := len(b)
	whole := special.LogGamma(freedom/2.+float64(k)/2) - special.LogGamma(freedom/2.) -
		float64(k)/2*math.Log(freedom*math.Pi) + p.logDet()/2
	at, slope := make([]float64, k), make([]float64, k)
	var sum special.LogSum
	total := math.Inf(-1)
	for range proposals {
		wide, square := math.Sqrt(freedom/(2*special.GammaDraw(rng, freedom/2.))), 0.0
		for i := k - 1; i >= 0; i-- { // U(at − mode) = wide·z
			z := wide * rng.NormFloat64()
			square += z * z
			for l := i + 1; l < k; l++ {
				z -= p.u.At(i, l) * (at[l] - p.at[l])
			}
			at[i] = p.at[i] + z/p.u.At(i, i)
		}
		log := r.joint(j, at, v, slope) - whole + (freedom+float64(k))/2*math.Log1p(square/freedom)
		sum.Add(log)
		if total = sum.Value(); math.Log(rng.Float64()) < log-total {
			copy(b, at)
		}
	}
	return total - math.Log(proposals)
}

// DrawLatent draws the latent numbers of all cells given the intercepts b, in the order of the table, and v. Numbers
// are as they are and missing cells stay.
func (r *Rows) DrawLatent(v float64, b []float64, rng *rand.Rand, u *mat.Dense) {
	w := make([]float64, len(b))
	for i := range w {
		w[i] = v
	}
	for i := range r.n {
		r.table.Draw(i, b, w, rng, u.RawRowView(i))
	}
}
