package lineargaussian

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Two features p and q may appear as three: rows with both have a third one, r, instead, whose
// values are the sum of theirs. Rows cannot leave it one by one without a loss. absorb proposes to
// give the rows of r to p and q and to drop r; extract is the reverse. All values are integrated
// out.
//
// As a set of columns distinguished by their values, Z has the density LogMarked. absorb picks r
// and the pair {p, q}, one of K·C(K−1, 2); extract, from K−1 features, picks the pair, one of
// C(K−1, 2). Hence the factor K.

// joinOrPart does one of the two moves, each with probability one half. O(NK² + K³ + K²D).
func (s *state) joinOrPart(rng *rand.Rand) {
	if rng.IntN(2) == 0 {
		s.absorb(rng)
	} else {
		s.extract(rng)
	}
}

// pick returns the given number of distinct features.
func (s *state) pick(n int, rng *rand.Rand) []int {
	order := rng.Perm(s.features())[:n]
	for i := range order {
		order[i] += s.first()
	}
	return order
}

func (s *state) absorb(rng *rand.Rand) {
	if s.features() < 3 {
		return
	}
	c := s.pick(3, rng)
	r, p, q := c[0], c[1], c[2]
	for i := range s.x { // extract makes three features that share no row
		if s.z[r][i] && (s.z[p][i] || s.z[q][i]) || s.z[p][i] && s.z[q][i] {
			return
		}
	}
	z := s.changed(p, q, func(i int) (bool, bool) { return s.z[p][i] || s.z[r][i], s.z[q][i] || s.z[r][i] })
	z = slices.Delete(z, r, r+1)
	if !(math.Log(rng.Float64()) < s.logTarget(z)-s.logTarget(s.z)+math.Log(float64(s.features()))) {
		return
	}
	m := s.count[r]
	s.count[p], s.count[q] = s.count[p]+m, s.count[q]+m
	s.count, s.ids = slices.Delete(s.count, r, r+1), slices.Delete(s.ids, r, r+1)
	s.z = z
	s.refresh(-1)
}

func (s *state) extract(rng *rand.Rand) {
	if s.features() < 2 {
		return
	}
	c := s.pick(2, rng)
	p, q := c[0], c[1]
	both := make([]bool, len(s.x))
	m := 0
	for i := range both {
		if both[i] = s.z[p][i] && s.z[q][i]; both[i] {
			m++
		}
	}
	if m == 0 || m == s.count[p] || m == s.count[q] {
		return
	}
	z := s.changed(p, q, func(i int) (bool, bool) { return s.z[p][i] && !both[i], s.z[q][i] && !both[i] })
	z = append(z, both)
	if !(math.Log(rng.Float64()) < s.logTarget(z)-s.logTarget(s.z)-math.Log(float64(s.features()+1))) {
		return
	}
	s.count[p], s.count[q] = s.count[p]-m, s.count[q]-m
	s.count, s.ids = append(s.count, m), append(s.ids, s.next)
	s.next++
	s.z = z
	s.refresh(-1)
}

// changed returns the columns with two of them replaced.
func (s *state) changed(p, q int, by func(i int) (p, q bool)) [][]bool {
	z := slices.Clone(s.z)
	z[p], z[q] = make([]bool, len(s.x)), make([]bool, len(s.x))
	for i := range s.x {
		z[p][i], z[q][i] = by(i)
	}
	return z
}

// logTarget returns the log density of Z and of the table with its missing cells as filled, values
// integrated out, up to terms that do not depend on Z. With P the posterior's precision and M its
// mean it is −D/2·log|P|·Π v_k + ½ tr(MᵀPM) + LogMarked.
func (s *state) logTarget(z [][]bool) float64 {
	k, d := len(z), len(s.mean)
	marked := s.prior().LogMarked(matrixOf(z[s.first():], len(s.x)))
	if k == 0 {
		return marked
	}
	variances := s.variances(k)
	precision, sums := information(z, variances, s.x, func(int) bool { return false }, s.hyper.noise)
	logs := 0.0
	for _, v := range variances {
		logs += math.Log(v)
	}
	var c mat.Cholesky
	if !c.Factorize(precision) {
		panic("lineargaussian: a precision is not positive definite")
	}
	var mean mat.Dense
	if err := c.SolveTo(&mean, sums); err != nil {
		panic("lineargaussian: " + err.Error())
	}
	explained := 0.0
	for f := range k {
		for j, v := range mean.RawRowView(f) {
			explained += v * sums.At(f, j)
		}
	}
	return marked - 0.5*float64(d)*(c.LogDet()+logs) + 0.5*explained
}
