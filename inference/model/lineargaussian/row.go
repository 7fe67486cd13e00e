package lineargaussian

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/categorical"
)

// updateRow draws the features of row i given those of the others, and its missing cells.
func (s *state) updateRow(i int, rng *rand.Rand) {
	own := s.take(i)
	s.draw(i, own, rng)
}

// take removes a row from the posterior of A and drops the features that only this row had. It
// returns their ids.
func (s *state) take(i int) (own []int) {
	s.resize()
	for k, c := range s.z {
		s.owns[k] = c[i]
	}
	v := s.posterior.predict(s.owns, s.mean, s.covariance)
	ok := s.posterior.remove(s.x[i], s.mean, s.covariance, v, s.hyper.noise)
	for k := len(s.z) - 1; k >= s.first(); k-- {
		if s.z[k][i] && s.count[k] == 1 {
			own = append(own, s.ids[k])
			s.drop(k)
		}
	}
	if !ok {
		s.refresh(i)
	}
	return own
}

// join adds a row for the first time, without features.
func (s *state) join(i int, rng *rand.Rand) {
	s.draw(i, nil, rng)
	s.present = i + 1
}

// draw draws the features of a row that is not in the posterior of A, and adds the row. own are the
// ids of the features that only it had; new features reuse them first.
func (s *state) draw(i int, own []int, rng *rand.Rand) {
	s.resize()
	for k, c := range s.z {
		s.owns[k] = c[i]
	}
	rows := max(s.present, i+1)
	s.look(i)
	kappa := len(own)
	variance := s.posterior.predict(s.owns, s.mean, s.covariance) + s.hyper.noise
	s.residuals(i)
	squares := 0.0
	for _, e := range s.residual {
		squares += e * e
	}
	// The order of the columns depends on the state; the next update must not depend on it.
	s.order = s.order[:0]
	for k := s.first(); k < len(s.z); k++ {
		s.order = append(s.order, k)
	}
	rng.Shuffle(len(s.order), func(a, b int) { s.order[a], s.order[b] = s.order[b], s.order[a] })
	for _, k := range s.order {
		squares, variance = s.drawEntry(i, k, rows, kappa, squares, variance, rng)
	}
	for range s.order {
		squares, variance = s.exchange(i, rows, kappa, squares, variance, rng)
	}
	kappa = s.drawOwn(s.seen[i], rows, squares, variance, rng)
	total := variance + float64(kappa)*s.hyper.variance
	sd := math.Sqrt(total)
	for _, j := range s.missing[i] {
		s.x[i][j] = s.mean[j] + sd*rng.NormFloat64()
	}
	for n := range kappa {
		id := s.next
		if n < len(own) {
			id = own[n]
		} else {
			s.next++
		}
		s.open(id)
		k := len(s.z) - 1
		s.z[k][i], s.count[k] = true, 1
	}
	s.resize()
	for k, c := range s.z {
		s.owns[k] = c[i]
	}
	v := s.posterior.predict(s.owns, s.mean, s.covariance)
	s.posterior.add(s.x[i], s.mean, s.covariance, v, s.hyper.noise)
}

// look records which cells of a row count.
func (s *state) look(i int) {
	s.observed = nil
	if len(s.missing[i]) == 0 {
		return
	}
	s.observed = make([]bool, len(s.mean))
	for j := range s.observed {
		s.observed[j] = true
	}
	for _, j := range s.missing[i] {
		s.observed[j] = false
	}
}

// residuals computes the row less the mean of the sum of its features; 0 where a cell is missing.
func (s *state) residuals(i int) {
	for j, v := range s.x[i] {
		s.residual[j] = v - s.mean[j]
	}
	for _, j := range s.missing[i] {
		s.residual[j] = 0
	}
}

// drawEntry draws whether row i has feature k, given the κ features that only it has. squares and
// variance are those of the row's residuals; the variance leaves out the κ features. O(D+K).
func (s *state) drawEntry(i, k, rows, kappa int, squares, variance float64, rng *rand.Rand) (float64, float64) {
	others, sign := s.count[k], 1.0 // sign of the change
	if s.owns[k] {
		others, sign = others-1, -1
	}
	dot, norm := 0.0, 0.0
	value := s.posterior.mean[k]
	if s.observed == nil {
		for j, v := range value {
			dot += v * s.residual[j]
			norm += v * v
		}
	} else {
		for j, v := range value {
			if s.observed[j] {
				dot += v * s.residual[j]
				norm += v * v
			}
		}
	}
	changed := max(squares-2*sign*dot+norm, 0)
	changedVariance := variance + 2*sign*s.covariance[k] + s.posterior.covariance[k][k]
	extra := float64(kappa) * s.hyper.variance
	n := s.seen[i]
	odds := sign*s.prior().LogOdds(others, rows) + logNormal(n, changed, changedVariance+extra) -
		logNormal(n, squares, variance+extra)
	if !(rng.Float64() < 1/(1+math.Exp(-odds))) {
		return squares, variance
	}
	s.flip(i, k)
	return changed, changedVariance
}

// flip gives feature k to row i, or removes it. O(D+K).
func (s *state) flip(i, k int) {
	s.owns[k] = !s.owns[k]
	s.z[k][i] = s.owns[k]
	sign := 1.0
	if !s.owns[k] {
		sign = -1
	}
	s.count[k] += int(sign)
	for j, v := range s.posterior.mean[k] {
		s.mean[j] += sign * v
		s.residual[j] -= sign * v
	}
	for _, j := range s.missing[i] {
		s.residual[j] = 0
	}
	for g, v := range s.posterior.covariance[k] {
		s.covariance[g] += sign * v
	}
}

// exchange proposes that row i gives up one feature for another. Otherwise two similar features
// would keep their rows, because a row would have to pass through having both or neither. There are
// as many such pairs after an exchange as before. O(D+K).
func (s *state) exchange(i, rows, kappa int, squares, variance float64, rng *rand.Rand) (float64, float64) {
	from, to := s.order[rng.IntN(len(s.order))], s.order[rng.IntN(len(s.order))]
	u := rng.Float64()
	if !s.owns[from] || s.owns[to] {
		return squares, variance
	}
	changed := 0.0
	a, b := s.posterior.mean[from], s.posterior.mean[to]
	for j, r := range s.residual {
		if s.observed == nil || s.observed[j] {
			e := r + a[j] - b[j]
			changed += e * e
		}
	}
	cov := s.posterior.covariance
	changedVariance := variance + 2*(s.covariance[to]-s.covariance[from]) + cov[from][from] + cov[to][to] - 2*cov[from][to]
	extra := float64(kappa) * s.hyper.variance
	n := s.seen[i]
	odds := s.prior().LogOdds(s.count[to], rows) - s.prior().LogOdds(s.count[from]-1, rows) +
		logNormal(n, changed, changedVariance+extra) - logNormal(n, squares, variance+extra)
	if !(math.Log(u) < odds) {
		return squares, variance
	}
	s.flip(i, from)
	s.flip(i, to)
	return changed, changedVariance
}

// drawOwn draws how many features only this row has. Their values are integrated out: κ of them add
// κσ²_A to the variance of each cell. The sum over κ stops once the remainder is below 10⁻¹⁵ of it.
func (s *state) drawOwn(cells, rows int, squares, variance float64, rng *rand.Rand) int {
	rate := s.prior().Singletons(rows)
	// No other variance gives the residuals a greater density.
	widest := variance
	if squares > 0 && cells > 0 {
		widest = max(variance, squares/float64(cells))
	}
	best := logNormal(cells, squares, widest)
	var logs []float64
	most := math.Inf(-1)
	for kappa := 0; ; kappa++ {
		prior := float64(kappa)*math.Log(rate) - special.LogFactorial(kappa)
		l := prior + logNormal(cells, squares, variance+float64(kappa)*s.hyper.variance)
		logs = append(logs, l)
		most = max(most, l)
		// From κ ≥ 2·rate, each term of the prior is at most half the one before.
		if float64(kappa) >= 2*rate && prior+best < most-36 {
			break
		}
	}
	return categorical.DrawLogs(logs, rng)
}
