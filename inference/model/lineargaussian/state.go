package lineargaussian

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/ibp"
)

// hyper are the hyperparameters and which of them are fixed.
type hyper struct {
	alpha, beta, noise, variance          float64
	fixedAlpha, fixedNoise, fixedVariance bool
}

// A state is one state of the chain. Column 0 is the base, if there is one: every row has it, and
// it is not part of Z.
type state struct {
	x       [][]float64 // N×D, the base's prior mean subtracted, missing cells filled
	missing [][]int     // columns missing in each row; nil for none
	seen    []int       // observed cells of each row
	base    bool
	latent  *latent // of zeros and ones; nil for numbers
	spread  float64 // v, the scale of the priors of the variances and of the base
	hyper   hyper

	z       [][]bool // of each column, the rows that have it
	count   []int    // of each column, how many rows have it
	ids     []int    // of each column; 0 for the base, features count from 1
	next    int      // id of the next feature
	present int      // rows included so far; all of them after the start

	posterior posterior
	values    [][]float64 // A as drawn at the end of the last sweep, the base first

	// The row being updated.
	owns                       []bool
	mean, covariance, residual []float64
	observed                   []bool // nil where every cell is
	order                      []int
}

// newState returns a state without features and rows.
func newState(x [][]float64, missing [][]int, base bool, spread float64, h hyper) *state {
	n, d := len(x), len(x[0])
	s := &state{x: x, missing: missing, seen: make([]int, n), base: base, spread: spread, hyper: h, next: 1,
		mean: make([]float64, d), residual: make([]float64, d)}
	for i := range x {
		s.seen[i] = d - len(missing[i])
	}
	if base {
		all := make([]bool, n)
		for i := range all {
			all[i] = true
		}
		s.z, s.count, s.ids = [][]bool{all}, []int{n}, []int{0}
	}
	s.refresh(-1)
	return s
}

// first returns the index of the first feature.
func (s *state) first() int {
	if s.base {
		return 1
	}
	return 0
}

// features returns K.
func (s *state) features() int { return len(s.z) - s.first() }

func (s *state) prior() ibp.Prior { return ibp.Prior{Alpha: s.hyper.alpha, Beta: s.hyper.beta} }

// refresh computes the posterior of A from scratch, without one row (−1 for none).
func (s *state) refresh(without int) {
	s.posterior = newPosterior(s.z, s.variances(len(s.z)), s.x, func(i int) bool { return i >= s.present || i == without },
		s.hyper.noise)
}

// variances returns the prior variances of the values of k columns.
func (s *state) variances(k int) []float64 {
	v := make([]float64, k)
	for i := range v {
		v[i] = s.hyper.variance
	}
	if s.base {
		v[0] = s.spread
	}
	return v
}

// resize adapts the scratch space to the number of columns.
func (s *state) resize() {
	k := len(s.z)
	if cap(s.owns) < k {
		s.owns, s.covariance = make([]bool, k, 2*k), make([]float64, k, 2*k)
	}
	s.owns, s.covariance = s.owns[:k], s.covariance[:k]
}

// drop removes a feature that no row has.
func (s *state) drop(k int) {
	s.z = append(s.z[:k], s.z[k+1:]...)
	s.count = append(s.count[:k], s.count[k+1:]...)
	s.ids = append(s.ids[:k], s.ids[k+1:]...)
	s.posterior.drop(k)
}

// open adds a feature that no row has yet.
func (s *state) open(id int) {
	s.z = append(s.z, make([]bool, len(s.x)))
	s.count = append(s.count, 0)
	s.ids = append(s.ids, id)
	s.posterior.grow(s.hyper.variance, len(s.mean))
}

// matrix returns Z.
func (s *state) matrix() ibp.Matrix { return matrixOf(s.z[s.first():], len(s.x)) }

func matrixOf(columns [][]bool, rows int) ibp.Matrix {
	z := ibp.Matrix{Rows: rows}
	for _, c := range columns {
		var rows []int
		for i, on := range c {
			if on {
				rows = append(rows, i)
			}
		}
		z.Columns = append(z.Columns, rows)
	}
	return z
}

// drawValues draws A and the base, then the variances and α, and the missing cells given all of
// them. The noise variance is drawn from the observed cells alone, jointly with the missing cells
// that follow. O(NKD).
func (s *state) drawValues(rng *rand.Rand) {
	s.values = s.posterior.draw(rng)
	s.turnOver(rng)
	squares, cells := s.squares()
	if !s.hyper.fixedNoise {
		s.hyper.noise = 1 / conjugate.Gamma(1+float64(cells)/2, s.spread+squares/2, rng)
	}
	if !s.hyper.fixedVariance {
		sum := s.valueSquares()
		s.hyper.variance = 1 / conjugate.Gamma(1+float64(s.features()*len(s.mean))/2, s.spread+sum/2, rng)
	}
	if !s.hyper.fixedAlpha {
		s.hyper.alpha = s.prior().DrawAlpha(s.features(), len(s.x), 1, 1, rng)
	}
	sd := math.Sqrt(s.hyper.noise)
	for i, gaps := range s.missing {
		if len(gaps) == 0 {
			continue
		}
		s.sum(i)
		for _, j := range gaps {
			s.x[i][j] = s.mean[j] + sd*rng.NormFloat64()
		}
	}
	s.drawLatent(rng)
}

// turnOver proposes the complement of each feature in turn: the rows that have it lose it and the
// others get it, its values a become −a and the base b becomes b+a. The sums of the rows stay the
// same, so only the priors of Z and of the base decide. O(KD).
func (s *state) turnOver(rng *rand.Rand) {
	if !s.base {
		return
	}
	n := len(s.x)
	for k := 1; k < len(s.z); k++ {
		m := s.count[k]
		if m == n {
			continue
		}
		ratio := s.prior().LogMarked(one(n, n-m)) - s.prior().LogMarked(one(n, m))
		for j, a := range s.values[k] {
			b := s.values[0][j]
			ratio += (b*b - (b+a)*(b+a)) / (2 * s.spread)
		}
		if !(math.Log(rng.Float64()) < ratio) {
			continue
		}
		s.count[k] = n - m
		for i, on := range s.z[k] {
			s.z[k][i] = !on
		}
		for j, a := range s.values[k] {
			s.values[0][j] += a
			s.values[k][j] = -a
		}
	}
}

// one returns a matrix of n rows with one feature that m of them have.
func one(n, m int) ibp.Matrix { return ibp.Matrix{Rows: n, Columns: [][]int{make([]int, m)}} }

// sum puts the sum of the values of row i's features and the base into s.mean.
func (s *state) sum(i int) {
	clear(s.mean)
	for k, c := range s.z {
		if c[i] {
			for j, v := range s.values[k] {
				s.mean[j] += v
			}
		}
	}
}

// squares returns the sum of squared residuals of the observed cells, and their number.
func (s *state) squares() (sum float64, cells int) {
	for i, row := range s.x {
		s.sum(i)
		for j, v := range row {
			e := v - s.mean[j]
			sum += e * e
		}
		for _, j := range s.missing[i] {
			e := row[j] - s.mean[j]
			sum -= e * e
		}
		cells += s.seen[i]
	}
	return max(sum, 0), cells
}

func (s *state) valueSquares() (sum float64) {
	for _, a := range s.values[s.first():] {
		for _, v := range a {
			sum += v * v
		}
	}
	return sum
}

// logJoint returns the log of the joint density of the observed cells, Z as a set of marked
// columns, A, the base and the learnt hyperparameters, in terms of 1/σ², 1/σ²_A and α. Latent numbers are integrated
// out.
func (s *state) logJoint() float64 {
	squares, cells := s.squares()
	d := len(s.mean)
	likelihood := logNormal(cells, squares, s.hyper.noise)
	if s.latent != nil {
		likelihood = s.logSigns()
	}
	sum := likelihood + s.prior().LogMarked(s.matrix()) +
		logNormal(s.features()*d, s.valueSquares(), s.hyper.variance)
	if s.base {
		b := 0.0
		for _, v := range s.values[0] {
			b += v * v
		}
		sum += logNormal(d, b, s.spread)
	}
	if !s.hyper.fixedNoise {
		sum += math.Log(s.spread) - s.spread/s.hyper.noise
	}
	if !s.hyper.fixedVariance {
		sum += math.Log(s.spread) - s.spread/s.hyper.variance
	}
	if !s.hyper.fixedAlpha {
		sum -= s.hyper.alpha
	}
	return sum
}
