package nsfa

import (
	"math"
	"math/rand/v2"
)

// A factor whose activities hold a part of another's, x_i + c·x_j, looks like the truth as long as all its
// items have a loading of both; entry by entry there is no way back. tilt moves along that direction: it
// proposes another component of x_i along x_j and, with the loadings integrated out, which of the items of
// i have factor j. The component is proposed from its prior, N(0, 1), so that this cancels.

// tiltItems is the number of items up to which a sweep does as many moves of pairs, splits and merges as it may;
// with more it does so many divided by theirs, so that the items visited stay a share of all.
const tiltItems = 400

// pairMoves draws how many pairs are tilted and how many are turned at the beginning of a sweep, when all
// products are up to date: about a quarter of the factors each. It depends on K and the size of the table alone.
func (s *state) pairMoves(rng *rand.Rand) int {
	if !s.o.tilt || s.k() < 2 {
		return 0
	}
	return s.share(float64(s.k())/4, rng)
}

// share rounds so many moves, fewer where the table has many items, up or down by chance.
func (s *state) share(moves float64, rng *rand.Rand) int {
	return int(moves*tiltItems/float64(max(tiltItems, s.obs.d)) + rng.Float64())
}

// tiltWork is what a tilt needs, made once.
type tiltWork struct {
	items []int32
	was   []bool       // the items' entries of factor j
	now   []bool       // proposed
	old   [][2]float64 // log evidence of each row without and with factor j
	moved [][2]float64 // after the tilt

	on            []int32   // factors of a row
	root, mean, x []float64 // on×on, on, on×cells
}

// tilt proposes to change the component of the activities of a random factor along those of another.
// O(KN + D + items·on²)
func (s *state) tilt(rng *rand.Rand) {
	i := int(s.live[rng.IntN(s.k())])
	j := int(s.live[rng.IntN(s.k()-1)])
	if j == i {
		j = int(s.live[s.k()-1])
	}
	length := math.Sqrt(s.s[j*s.size+j])
	step := (rng.NormFloat64() - s.s[i*s.size+j]/length) / length
	w := &s.tilting
	w.items, w.was, w.now, w.old, w.moved = w.items[:0], w.was[:0], w.now[:0], w.old[:0], w.moved[:0]
	for d := range s.obs.d {
		if s.z[d*s.size+i] {
			w.items = append(w.items, int32(d))
			w.was = append(w.was, s.z[d*s.size+j])
			w.old = append(w.old, s.rowEvidence(d, j))
		}
	}
	s.slide(i, j, step)
	for _, d := range w.items {
		w.moved = append(w.moved, s.rowEvidence(int(d), j))
	}
	if math.Log(1-rng.Float64()) < s.tiltRatio(j, rng) {
		s.acceptTilt(j, rng)
		return
	}
	s.slide(i, j, -step)
}

// slide adds step times the activities of factor j to those of i, with all products. O(KN + D)
func (s *state) slide(i, j int, step float64) {
	axpy(s.activity(i), step, s.activity(j))
	s.reverse(i)
	for _, l := range s.live {
		k := int(l)
		v := dot(s.activity(i), s.activity(k))
		s.s[i*s.size+k], s.s[k*s.size+i] = v, v
	}
	for d := range s.obs.d {
		s.b[d*s.size+i] += step * s.b[d*s.size+j]
	}
}

// rowEvidence returns, but for a constant, the log of the density of row d with its loadings integrated
// out, without and with factor j: N(y; 0, ψI + XᵀΛ⁻¹X) by the root of τXXᵀ + Λ. O(on³ + missing·on²)
func (s *state) rowEvidence(d, j int) [2]float64 {
	w := &s.tilting
	w.on = w.on[:0]
	for _, k := range s.live {
		if int(k) != j && s.z[d*s.size+int(k)] {
			w.on = append(w.on, k)
		}
	}
	w.on = append(w.on, int32(j))
	s.rootOfRow(d)
	n := len(w.on)
	return [2]float64{s.rootEvidence(d, n-1), s.rootEvidence(d, n)}
}

// rootEvidence returns the log evidence of row d with the first n of the factors that rootOfRow was
// told, but for a constant.
func (s *state) rootEvidence(d, n int) float64 {
	w := &s.tilting
	stride := len(w.on)
	sum, product := 0.0, 1.0
	for i, k := range w.on[:n] {
		l := w.root[i*stride+i]
		sum += 0.5 * w.mean[i] * w.mean[i]
		if product *= s.precision(d, int(k)) / (l * l); product < 1e-200 {
			sum += 0.5 * math.Log(product)
			product = 1
		}
	}
	return sum + 0.5*math.Log(product)
}

// rootOfRow sets root to L, LLᵀ = τXXᵀ + Λ over the factors in on and the cells of item d, and mean
// to L⁻¹τXy.
func (s *state) rootOfRow(d int) {
	w, tau, gap := &s.tilting, s.tau[d], s.obs.items[d]
	n, cells := len(w.on), len(gap.at)
	w.root, w.mean, w.x = resize(w.root, n*n), resize(w.mean, n), resize(w.x, n*cells)
	sign := -tau
	if gap.seen {
		sign = tau
	}
	for i, k := range w.on {
		x := s.activity(int(k))
		mine := w.x[i*cells : (i+1)*cells]
		for a, c := range gap.at {
			mine[a] = x[c]
		}
		row := w.root[i*n : i*n+i+1]
		for l, m := range w.on[:i+1] {
			sum := 0.0
			for a, v := range w.x[l*cells : (l+1)*cells] {
				sum += v * mine[a]
			}
			row[l] = sign * sum
			if !gap.seen {
				row[l] += tau * s.s[int(k)*s.size+int(m)]
			}
		}
		row[i] += s.precision(d, int(k))
		w.mean[i] = tau * s.b[d*s.size+int(k)]
	}
	firmRoot(w.root, n, n)
	forward(w.root, n, n, w.mean)
}

// tiltRatio draws the entries proposed, in the order of the items and each given those drawn before it and the
// present ones after it, and returns the log acceptance ratio.
func (s *state) tiltRatio(j int, rng *rand.Rand) float64 {
	w := &s.tilting
	m := s.m[j]
	ratio := 0.0
	count := m // of factor j, items before the present one as proposed
	for t := range w.items {
		others := count - number(w.was[t])
		odds := s.tiltOdds(j, others)
		p := odds + w.moved[t][1] - w.moved[t][0]
		on := rng.Float64() < 1/(1+math.Exp(-p))
		w.now = append(w.now, on)
		count = others + number(on)
		ratio += w.moved[t][number(on)] - logProbability(p, on)
	}
	// The way back: items before the present one as they were, those after it as proposed.
	final := count
	for t := range w.items {
		others := count - number(w.now[t])
		p := s.tiltOdds(j, others) + w.old[t][1] - w.old[t][0]
		count = others + number(w.was[t])
		ratio -= w.old[t][number(w.was[t])] - logProbability(p, w.was[t])
	}
	return ratio + s.logColumn(j, final) - s.logColumn(j, m)
}

// tiltOdds returns the log prior odds of an entry in a factor that is to have at least one item.
func (s *state) tiltOdds(k, others int) float64 {
	switch {
	case s.o.support == complete || s.o.support == buffet && others == 0:
		return math.Inf(1)
	}
	return math.Log(s.priorOdds(k, others))
}

// logProbability returns the log of the probability of an outcome with the given log odds.
func logProbability(odds float64, on bool) float64 {
	if on {
		odds = -odds
	}
	if odds > 36 {
		return -odds
	}
	return -math.Log1p(math.Exp(odds))
}

func number(on bool) int {
	if on {
		return 1
	}
	return 0
}

// logColumn returns the part of log p(Z) that depends on the number of items of factor k.
func (s *state) logColumn(k, m int) float64 {
	d, n := float64(s.obs.d), float64(m)
	switch s.o.support {
	case buffet:
		return logGamma(n) + logGamma(d-n+s.o.beta)
	case finite:
		return logGamma(n+s.alpha/float64(s.o.factors)) + logGamma(d-n+1)
	case regulars:
		p := s.o.regularMean * s.rho[k]
		return n*math.Log(p) + (d-n)*math.Log1p(-p)
	}
	return 0
}

// acceptTilt takes the entries proposed over and draws the loadings of the rows.
func (s *state) acceptTilt(j int, rng *rand.Rand) {
	for t, d := range s.tilting.items {
		s.set(int(d), j, s.tilting.now[t], 0)
		s.drawLoadingsAnew(int(d), rng)
	}
}

// drawLoadingsAnew draws the loadings that item d has given its row.
func (s *state) drawLoadingsAnew(d int, rng *rand.Rand) {
	w := &s.tilting
	w.on = w.on[:0]
	for _, k := range s.live {
		if s.z[d*s.size+int(k)] {
			w.on = append(w.on, k)
		}
	}
	s.rootOfRow(d)
	n := len(w.on)
	for i := range w.mean {
		w.mean[i] += rng.NormFloat64()
	}
	backward(w.root, n, n, w.mean)
	for i, k := range w.on {
		s.g[d*s.size+int(k)] = w.mean[i]
	}
}
