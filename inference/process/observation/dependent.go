package observation

import (
	"math"
	"math/rand/v2"
	"strconv"

	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Dependent holds the cells of a row whose latent numbers u ~ N(m, S) depend on each other: numbers first, then cells
// of an interval or with a probability, then missing cells. A category of L levels is L−1 differences of utilities that
// are above 0. Along this order each cell has its probability given what was drawn before it, so that the product is an
// estimate of the probability of the row without bias (J. Geweke 1991, V. Hajivassiliou and M. Keane: the GHK
// simulator).
type Dependent struct {
	// Order is the same for rows whose cells are taken in the same way: they share the roots that [Dependent.Root]
	// returns.
	Order  string
	ways   []way
	points int // of them at the beginning are numbers
	dense  int // of them at the beginning have densities, the others probabilities
	known  int // of them at the beginning have cells
	sizes  int // latent numbers
}

// A way is a direction of the latent numbers: one of them, or a difference of utilities.
type way struct {
	at    int       // the latent number, or the first of a category
	along []float64 // of the differences of a category; nil for a latent number
	cell  Factor    // of this direction alone; nil for a missing cell
	last  Several   // of the last difference of a category
}

// Dependent returns the cells of a row of the table.
func (t *Table) Dependent(row int) *Dependent {
	return t.dependent(func(j int) (Factor, float64) { return t.Factor(row, j), t.Number(row, j) })
}

// Without returns the cells of a row of the table of which one is left out.
func (t *Table) Without(row, column int) *Dependent {
	return t.dependent(func(j int) (Factor, float64) {
		if j == column {
			return nil, math.NaN()
		}
		return t.Factor(row, j), t.Number(row, j)
	})
}

// DependentOf returns the cells of a new row, NaN where missing.
func (t *Table) DependentOf(values []float64) *Dependent {
	return t.dependent(func(j int) (Factor, float64) {
		if c := t.Columns[j]; c != nil {
			return c.Factor(-1, values[j]), math.NaN()
		}
		return nil, values[j]
	})
}

func (t *Table) dependent(cell func(column int) (Factor, float64)) *Dependent {
	r := &Dependent{sizes: t.Width()}
	var numbers, dense, others, missing []way
	for j := range t.Columns {
		low, high := t.Of(j)
		f, number := cell(j)
		if !math.IsNaN(number) {
			f = &Point{Value: number}
		}
		switch f := f.(type) {
		case nil:
			for a := low; a < high; a++ {
				missing = append(missing, way{at: a})
			}
		case *Point:
			if f.Variance == 0 {
				numbers = append(numbers, way{at: low, cell: f})
			} else {
				dense = append(dense, way{at: low, cell: f})
			}
		case *far:
			dense = append(dense, way{at: low, cell: f})
		case Several:
			for _, along := range f.Cone() {
				others = append(others, way{at: low, along: along, cell: yes})
			}
			others[len(others)-1].last = f
		default:
			others = append(others, way{at: low, cell: f})
		}
	}
	r.points = len(numbers)
	numbers = append(numbers, dense...)
	r.ways, r.dense, r.known = append(append(numbers, others...), missing...), len(numbers), len(numbers)+len(others)
	order := make([]byte, 0, 4*len(r.ways))
	for _, w := range r.ways {
		order = strconv.AppendInt(order, int64(w.at), 10)
		if w.last != nil {
			order = append(order, '/')
			order = strconv.AppendInt(order, int64(w.last.Level()), 10)
		}
		order = append(order, ' ')
	}
	r.Order = string(order)
	return r
}

// Root returns the lower triangular root of the covariance along the directions, row by row, of the covariance S of
// the latent numbers, row by row. It reports false where rounding leaves none.
func (r *Dependent) Root(s []float64) (root []float64, ok bool) {
	n, d := len(r.ways), r.sizes
	root = make([]float64, n*n)
	var half []float64
	for i, w := range r.ways {
		half = w.times(s, d, half)
		for k, v := range r.ways[:i+1] {
			root[i*n+k] = v.of(half)
		}
	}
	if !cholesky.Factor(root, n, n) {
		return nil, false
	}
	return root, true
}

// times returns the covariances of a direction with all latent numbers.
func (w way) times(s []float64, d int, to []float64) []float64 {
	if w.along == nil {
		return append(to[:0], s[w.at*d:(w.at+1)*d]...)
	}
	to = append(to[:0], make([]float64, d)...)
	for a, h := range w.along {
		for k, v := range s[(w.at+a)*d : (w.at+a+1)*d] {
			to[k] += h * v
		}
	}
	return to
}

// of returns the direction of latent numbers.
func (w way) of(u []float64) (sum float64) {
	if w.along == nil {
		return u[w.at]
	}
	for a, h := range w.along {
		sum += h * u[w.at+a]
	}
	return sum
}

// Draw draws the latent numbers u of the row, N(m, S) before its cells, and returns the log probability of the cells
// along the way. With keep it leaves u, in which all numbers are known and all cells hold, as they are.
func (r *Dependent) Draw(m, root []float64, keep bool, rng *rand.Rand, u []float64) (log float64) {
	return r.draw(m, root, 1, math.Inf(-1), nil, keep, rng, u)
}

// Once is [Dependent.Draw] of a root times a scale. Where the log is below least and nothing but probabilities is left
// it returns −∞ at once.
func (r *Dependent) Once(m, root []float64, scale, least float64, rng *rand.Rand, u []float64) float64 {
	return r.draw(m, root, scale, least, nil, false, rng, u)
}

// draw goes along the way from where the numbers z, in units of the root times the scale, have led.
func (r *Dependent) draw(m, root []float64, scale, least float64, z []float64, keep bool, rng *rand.Rand,
	u []float64) (log float64) {
	n := len(r.ways)
	var room [32]float64
	if z == nil {
		z = room[:0]
	}
	if n > cap(z) {
		z = append(make([]float64, 0, n), z...)
	}
	var cone []float64
	var mean, w, x, rest [1]float64
	for i := len(z); i < n; i++ {
		if i >= r.dense && log < least {
			return math.Inf(-1)
		}
		way, row := r.ways[i], root[i*n:(i+1)*n]
		mean[0] = way.of(m)
		for k, v := range z {
			mean[0] += scale * row[k] * v
		}
		s := scale * row[i]
		w[0] = s * s
		if way.cell != nil {
			log += way.cell.Moments(mean[:], w[:], x[:], rest[:])
		}
		switch {
		case keep:
			x[0] = way.of(u)
		case way.cell != nil:
			way.cell.Draw(mean[:], w[:], rng, x[:])
		default:
			x[0] = mean[0] + s*rng.NormFloat64()
		}
		z = append(z, (x[0]-mean[0])/s)
		switch {
		case keep:
		case way.along == nil:
			u[way.at] = x[0]
		default:
			if cone = append(cone, x[0]); way.last != nil {
				way.last.Apart(cone, u[way.at:way.at+len(cone)])
				cone = cone[:0]
			}
		}
	}
	return log
}

// DrawStudent draws the latent numbers u as [Dependent.Draw] does where they have a Student distribution of f degrees
// of freedom around m: N(m, S/λ) with λ ~ Ga(f/2, f/2). It returns 1/√λ too, which is drawn given the numbers, or, with
// keep, given u.
func (r *Dependent) DrawStudent(m, root []float64, f float64, keep bool, rng *rand.Rand,
	u []float64) (log, scale float64) {
	n, p := len(r.ways), float64(r.points)
	z := make([]float64, 0, n)
	for _, w := range r.ways[:r.points] {
		u[w.at] = w.cell.(*Point).Value
	}
	z = r.standard(m, root, u, r.points, z)
	q := floats.Dot(z, z)
	log = special.LogGamma((f+p)/2) - special.LogGamma(f/2) - p/2*math.Log(f*math.Pi) - (f+p)/2*math.Log1p(q/f)
	for i := range z {
		log -= math.Log(root[i*n+i])
	}
	freedom := f + p
	if keep {
		all := r.standard(m, root, u, n, nil)
		freedom, q = f+float64(n), floats.Dot(all, all)
	}
	scale = 1 / math.Sqrt(distuv.Gamma{Alpha: freedom / 2, Beta: (f + q) / 2, Src: rng}.Rand())
	floats.Scale(1/scale, z)
	return log + r.draw(m, root, scale, math.Inf(-1), z, keep, rng, u), scale
}

// standard appends to z the latent numbers u along the first directions in units of the root.
func (r *Dependent) standard(m, root, u []float64, first int, z []float64) []float64 {
	n := len(r.ways)
	for i, w := range r.ways[:first] {
		row := root[i*n : (i+1)*n]
		z = append(z, (w.of(u)-w.of(m)-floats.Dot(row[:i], z))/row[i])
	}
	return z
}

// Missing returns the mean and the covariance, under N(m, S), of the latent numbers from low to high−1, given the
// numbers u of the cells that are there. The cell of those from low to high−1 is missing; others may be too.
func (r *Dependent) Missing(m, root, u []float64, low, high int) (mean []float64, spread *mat.SymDense) {
	n := len(r.ways)
	z := r.standard(m, root, u, r.known, nil)
	first := r.known
	for r.ways[first].at != low {
		first++
	}
	spread = mat.NewSymDense(high-low, nil)
	for a := range high - low {
		row := root[(first+a)*n : (first+a+1)*n]
		mean = append(mean, m[low+a]+floats.Dot(row[:r.known], z))
		for b := range a + 1 {
			spread.SetSym(a, b, floats.Dot(row[r.known:], root[(first+b)*n+r.known:(first+b+1)*n]))
		}
	}
	return mean, spread
}
