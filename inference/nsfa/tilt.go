package nsfa

import (
	"math"
	"math/rand/v2"
)

// A factor whose activities hold a part of another's, x_i + c·x_j, looks like the truth as long as all its
// items have a loading of both; entry by entry there is no way back. tilt moves along that direction: it
// proposes another component of x_i along x_j and, with the loadings integrated out, which of the items of
// i have factor j. The component is proposed from its prior, N(0, 1), so that this cancels.

// tilts proposes some pairs, at the beginning of a sweep, when all products are up to date. Their number
// depends on K and the size of the table alone.
func (s *state) tilts(rng *rand.Rand) {
	for range s.tiltCount() {
		s.tilt(rng)
	}
}

// tiltItems is the number of items up to which each factor is tilted once a sweep; with more it is so many
// divided by theirs, so that the items visited stay a share of all.
const tiltItems = 400

func (s *state) tiltCount() int {
	if !s.o.tilt || s.k() < 2 {
		return 0
	}
	return max(1, s.k()*tiltItems/max(tiltItems, s.obs.d))
}

// tiltWork is what a tilt needs, made once.
type tiltWork struct {
	items []int32
	was   []bool       // the items' entries of factor j
	now   []bool       // proposed
	old   [][2]float64 // log evidence of each row without and with factor j
	moved [][2]float64 // after the tilt

	on            []int32   // factors of a row
	root, mean, x []float64 // on×on, on, on
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
	s.turn(i)
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
func (s *state) rowEvidence(d, j int) (e [2]float64) {
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
	for i, k := range w.on {
		l := w.root[i*n+i]
		add := 0.5*math.Log(s.precision(d, int(k))/(l*l)) + 0.5*w.mean[i]*w.mean[i]
		e[1] += add
		if i < n-1 {
			e[0] += add
		}
	}
	return e
}

// rootOfRow sets root to L, LLᵀ = τXXᵀ + Λ over the factors in on and the cells of item d, and mean
// to L⁻¹τXy.
func (s *state) rootOfRow(d int) {
	w, tau, gap := &s.tilting, s.tau[d], s.obs.items[d]
	n := len(w.on)
	w.root, w.mean, w.x = resize(w.root, n*n), resize(w.mean, n), resize(w.x, n)
	for i, k := range w.on {
		row := w.root[i*n : i*n+i+1]
		if gap.seen {
			clear(row)
		} else {
			for l, m := range w.on[:i+1] {
				row[l] = s.s[int(k)*s.size+int(m)]
			}
		}
		w.mean[i] = tau * s.b[d*s.size+int(k)]
	}
	sign := -1.0
	if gap.seen {
		sign = 1
	}
	for _, c := range gap.at {
		x := s.xt[int(c)*s.size : (int(c)+1)*s.size]
		for i, k := range w.on {
			w.x[i] = x[k]
			v := sign * x[k]
			for l, u := range w.x[:i+1] {
				w.root[i*n+l] += v * u
			}
		}
	}
	for i, k := range w.on {
		for l := range i + 1 {
			w.root[i*n+l] *= tau
		}
		w.root[i*n+i] += s.precision(d, int(k))
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
	w := &s.tilting
	for t, item := range w.items {
		d := int(item)
		s.set(d, j, w.now[t], 0)
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
}
