package covary

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	leastShare  = 5e-3 // of a column's variance that its specific part keeps
	factorGain  = 1e-3 // nats a row: a smaller gain ends the iterations,
	columnGain  = 1e-5 // or, of many columns, so much a cell
	mostRounds  = 100  // of expectation and maximisation
	folds       = 4
	mostFactors = 64
)

// A Factoring fits Σ = ΛΛᵀ + Ψ to rows that are N(0, Σ) by expectation and maximisation
// (Rubin and Thayer 1982), from their principal directions. One [Factoring.Advance] is one
// round of O(N·D·K).
type Factoring struct {
	u       *mat.Dense
	n       int       // rows that count; those after them add to the squares alone
	square  []float64 // mean square of each column
	sigma   *Sigma
	rounds  int
	last    float64
	settled bool
}

// NewFactoring starts a fit of k factors, 0 ≤ k ≤ min(N, D), to the rows of u. extra, as in
// [Wishart.Posterior], adds to their squares; nil for none.
func NewFactoring(u, extra *mat.Dense, k int) *Factoring {
	n, d := u.Dims()
	if extra != nil {
		var all mat.Dense
		all.Stack(u, extra)
		u = &all
	}
	rows, _ := u.Dims()
	f := &Factoring{u: u, n: n, square: make([]float64, d), last: math.Inf(-1)}
	for i := range rows {
		for j, v := range u.RawRowView(i) {
			f.square[j] += v * v / float64(n)
		}
	}
	mean := 0.0
	for _, v := range f.square {
		mean += v / float64(d)
	}
	psi := make([]float64, d)
	for j := range psi {
		// One row more of the mean variance: a column that does not vary in these may in others.
		f.square[j] = (f.square[j]*float64(n) + math.Max(mean, 1e-300)) / float64(n+1)
		psi[j] = f.square[j]
	}
	f.sigma = Diagonal(psi)
	if k = min(k, n, d); k == 0 {
		f.settled = true
		return f
	}
	// Principal directions of the columns scaled to unit variance.
	t := mat.NewDense(d, rows, nil)
	for j := range d {
		for i := range rows {
			t.Set(j, i, u.At(i, j)/math.Sqrt(f.square[j]*float64(n)))
		}
	}
	e, axes := gramEigen(t)
	if k = min(k, len(e)); k == 0 { // nothing varies
		f.settled = true
		return f
	}
	f.sigma.Lambda = mat.NewDense(d, k, nil)
	for j := range d {
		explained := 0.0
		for i := range k {
			at := len(e) - 1 - i
			v := axes.At(j, at) * math.Sqrt(0.8*e[at])
			f.sigma.Lambda.Set(j, i, v*math.Sqrt(f.square[j]))
			explained += v * v
		}
		psi[j] = f.square[j] * math.Max(1-explained, 0.1)
	}
	return f
}

// Sigma returns Σ as it is.
func (f *Factoring) Sigma() *Sigma { return f.sigma }

// Advance does one round and reports whether the fit is complete.
func (f *Factoring) Advance() bool {
	if f.settled {
		return true
	}
	rows, d := f.u.Dims()
	n := f.n
	k := f.sigma.Rank()
	psi, lambda := f.sigma.Psi, f.sigma.Lambda
	// Scores given Λ, Ψ: mean ZM⁻¹ of a row, covariance M⁻¹, M = I + ΛᵀΨ⁻¹Λ.
	scaled := mat.DenseCopyOf(lambda)
	for j := range d {
		row := scaled.RawRowView(j)
		for i := range row {
			row[i] /= psi[j]
		}
	}
	var gram, z, scores, second, cross, next mat.Dense
	gram.Mul(scaled.T(), lambda)
	m := mat.NewSymDense(k, nil)
	for a := range k {
		for b := a; b < k; b++ {
			m.SetSym(a, b, gram.At(a, b))
		}
		m.SetSym(a, a, 1+m.At(a, a))
	}
	var chol mat.Cholesky
	if !chol.Factorize(m) {
		panic("covary: the precision of the scores is not positive definite")
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil && !isCondition(err) {
		panic("covary: " + err.Error())
	}
	z.Mul(f.u, scaled)
	scores.Mul(&z, &inverse)
	// The likelihood at the parameters as they were, from the same numbers.
	logs, quadratic := chol.LogDet(), 0.0
	for j := range d {
		logs += math.Log(psi[j])
		quadratic += float64(n) * f.square[j] / psi[j]
	}
	for i := range rows {
		a, b := z.RawRowView(i), scores.RawRowView(i)
		for r := range a {
			quadratic -= a[r] * b[r]
		}
	}
	value := -0.5 * (float64(n)*(float64(d)*ln2Pi+logs) + quadratic)
	f.rounds++
	if value-f.last < max(factorGain, columnGain*float64(d))*float64(n) || f.rounds > mostRounds {
		f.settled = true
		return true
	}
	f.last = value
	second.Mul(scores.T(), &scores)
	s := mat.NewSymDense(k, nil)
	for a := range k {
		for b := a; b < k; b++ {
			s.SetSym(a, b, second.At(a, b)+float64(n)*inverse.At(a, b))
		}
	}
	cross.Mul(scores.T(), f.u) // K×D
	var solver mat.Cholesky
	if !solver.Factorize(s) {
		panic("covary: the second moment of the scores is not positive definite")
	}
	if err := solver.SolveTo(&next, &cross); err != nil && !isCondition(err) {
		panic("covary: " + err.Error())
	}
	made := &Sigma{Psi: make([]float64, d), Lambda: mat.NewDense(d, k, nil)}
	for j := range d {
		explained := 0.0
		for i := range k {
			v := next.At(i, j)
			made.Lambda.Set(j, i, v)
			explained += v * cross.At(i, j)
		}
		made.Psi[j] = math.Max(f.square[j]-explained/float64(n), leastShare*f.square[j])
	}
	f.sigma = made
	return false
}

// A Counting finds the number of factors of rows that are N(0, Σ) by cross-validation over the
// rows, which are exchangeable. It tries 1, 2, 3, 5, 7, 10, 14, … factors until the density of the
// rows left out falls twice, and then fits all rows (math 11.6). If a nearby number is known, it
// begins one place below that and goes up, or otherwise down, until the density falls. Of many rows
// it validates on [CountingRows], which tell the number as well. It advances in steps of one round of
// [Factoring].
type Counting struct {
	u, extra *mat.Dense
	some     *mat.Dense // rows of u to validate on
	k        int        // place on the ladder
	first    int        // where it began
	known    bool
	down     bool
	fold     int
	falling  int
	fit      *Factoring
	test     *mat.Dense
	sum      float64
	best     int
	value    float64 // of best, nats a row
	complete bool
}

// CountingRows is the number of rows, at most, by which the number of factors is found.
const CountingRows = 2000

// thinned returns at most this many rows of u, evenly spaced; u itself if it has no more.
func thinned(u *mat.Dense, most int) *mat.Dense {
	n, d := u.Dims()
	if n <= most {
		return u
	}
	some := mat.NewDense(most, d, nil)
	for i := range most {
		some.SetRow(i, u.RawRowView(i*n/most))
	}
	return some
}

// ladder are the numbers of factors that are tried.
var ladder = [...]int{1, 2, 3, 5, 7, 10, 14, 20, 28, 40, 56}

// NewCounting begins with the rows of u, at least four. The fit to all rows uses extra as
// [NewFactoring] does. near is a number of factors close to the expected one, 0 if none is known.
func NewCounting(u, extra *mat.Dense, near int) *Counting {
	c := &Counting{u: u, extra: extra, some: thinned(u, CountingRows), known: near > 0, value: math.Inf(-1)}
	for c.first+1 < len(ladder) && ladder[c.first+1] < near && ladder[c.first+1] <= c.most() {
		c.first++
	}
	c.k = c.first
	return c
}

// most returns the greatest number of factors that is tried: rows and columns cannot identify more.
func (c *Counting) most() int {
	n, d := c.some.Dims()
	return max(1, min(mostFactors, n/2, (d-1)/2))
}

// Advance does one round of a fit and reports whether the fit to all rows is complete.
func (c *Counting) Advance() bool {
	switch {
	case c.complete:
		return c.fit.Advance()
	case c.fit == nil:
		train, test := split(c.some, c.fold)
		c.fit, c.test = NewFactoring(train, nil, ladder[c.k]), test
		return false
	case !c.fit.Advance():
		return false
	}
	for _, v := range logRows(c.fit.Sigma().Map(), c.test) {
		c.sum += v
	}
	c.fit, c.test = nil, nil
	if c.fold++; c.fold < folds {
		return false
	}
	n, _ := c.some.Dims()
	value := c.sum / float64(n)
	c.fold, c.sum = 0, 0
	if value > c.value {
		c.best, c.value, c.falling = ladder[c.k], value, 0
	} else {
		c.falling++
	}
	if !c.climb() {
		c.complete, c.fit = true, NewFactoring(c.u, c.extra, c.best)
	}
	return false
}

// climb goes to the next place on the ladder and reports whether there is one to try.
func (c *Counting) climb() bool {
	if c.down {
		c.k--
		return c.falling == 0 && c.k >= 0
	}
	c.k++
	if c.falling < 2 && !(c.known && c.falling == 1) && c.k < len(ladder) && ladder[c.k] <= c.most() {
		return true
	}
	c.down, c.falling, c.k = true, 0, c.first-1
	return c.first > 0 && c.best == ladder[c.first]
}

// Factors returns the number of factors found so far and the mean log density that it gives
// to a row left out.
func (c *Counting) Factors() (k int, logDensity float64) { return c.best, c.value }

// Sigma returns the fit to all rows; it panics before the count is complete.
func (c *Counting) Sigma() *Sigma { return c.fit.Sigma() }

// split returns the rows to learn from and those left out in one fold: every fourth.
func split(u *mat.Dense, fold int) (train, test *mat.Dense) {
	n, d := u.Dims()
	left := (n - fold + folds - 1) / folds
	in, out := make([]float64, 0, (n-left)*d), make([]float64, 0, left*d)
	for i := range n {
		if i%folds == fold {
			out = append(out, u.RawRowView(i)...)
		} else {
			in = append(in, u.RawRowView(i)...)
		}
	}
	return mat.NewDense(len(in)/d, d, in), mat.NewDense(len(out)/d, d, out)
}
