package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// A factor whose activities contain a part of another's, x_i + c·x_j, fits like the truth as long as all
// its items have a loading of both; entry by entry there is no way back. tilt moves along that direction:
// it proposes another component of x_i along x_j and, with the loadings integrated out, which of the items
// of i have factor j. The component is proposed from its prior, N(0, 1), which therefore cancels.

// tiltItems is the number of items up to which a sweep makes the full number of pair moves, splits and merges.
// With more items the number falls in inverse proportion, which keeps the share of items visited bounded.
const tiltItems = 400

// pairMoves draws how many pairs are tilted and how many turned at the beginning of a sweep, when all products
// are up to date: about a quarter of the factors each. The number depends only on K and the size of the table.
func (pm *pairMoves) pairMoves(rng *rand.Rand) int {
	if !pm.s.o.tilt || pm.s.k() < 2 {
		return 0
	}
	return pm.s.share(float64(pm.s.k())/4, rng)
}

// share rounds the number of moves up or down at random, after reducing it for tables with many
// items.
func (s *State) share(moves float64, rng *rand.Rand) int {
	return int(moves*tiltItems/float64(max(tiltItems, s.obs.d)) + rng.Float64())
}

// pairItems limits the items that the pairs of a sweep visit, in quarters of all items.
const pairItems = 8

// tooDear decides at random to skip a move of the given number of items: where factors have most of the items,
// pair moves would take longer than the visits. The move changes neither that number nor K.
func (s *State) tooDear(items int, rng *rand.Rand) bool {
	share := pairItems * float64(s.obs.d) / float64(s.k()*items)
	return share < 1 && rng.Float64() >= share
}

// tiltWork is scratch space for a tilt, allocated once.
type tiltWork struct {
	items []int32
	pairs []pair
	was   []bool       // the items' entries of factor j
	now   []bool       // proposed
	old   [][2]float64 // log evidence of each row without and with factor j
	moved [][2]float64 // after the tilt
}

// tilt proposes to change the component of the activities of a random factor along those of another.
// O(KN + D + items·on³)
func (pm *pairMoves) tilt(rng *rand.Rand) {
	i := int(pm.s.live[rng.IntN(pm.s.k())])
	j := int(pm.s.live[rng.IntN(pm.s.k()-1)])
	if j == i {
		j = int(pm.s.live[pm.s.k()-1])
	}
	if pm.s.tooDear(pm.s.m[i], rng) {
		return
	}
	length := math.Sqrt(pm.s.s[j*pm.s.size+j])
	step := (rng.NormFloat64() - pm.s.s[i*pm.s.size+j]/length) / length
	w := &pm.tilting
	w.items, w.was, w.now, w.old, w.moved = w.items[:0], w.was[:0], w.now[:0], w.old[:0], w.moved[:0]
	for d := range pm.s.obs.d {
		if pm.s.z[d*pm.s.size+i] {
			w.items = append(w.items, int32(d))
			w.was = append(w.was, pm.s.z[d*pm.s.size+j])
		}
	}
	w.pairs = pm.pairsOf(w.items, i, j, w.pairs[:0])
	for a, d := range w.items {
		t, u, v := w.pairs[a], pm.s.precision(int(d), i), pm.s.precision(int(d), j)
		e, f := t.evidence(u, v), t.mixed(1, step, 0, 1).evidence(u, v)
		w.old, w.moved = append(w.old, [2]float64{e[1], e[3]}), append(w.moved, [2]float64{f[1], f[3]})
	}
	if math.Log(1-rng.Float64()) < pm.tiltRatio(j, rng) {
		pm.slide(i, j, step)
		pm.acceptTilt(j, rng)
	}
}

// slide adds step times the activities of factor j to those of i, with all products. O(KN + D)
func (pm *pairMoves) slide(i, j int, step float64) {
	axpy(pm.s.activity(i), step, pm.s.activity(j))
	pm.s.reverse(i)
	for _, l := range pm.s.live {
		k := int(l)
		v := dot(pm.s.activity(i), pm.s.activity(k))
		pm.s.s[i*pm.s.size+k], pm.s.s[k*pm.s.size+i] = v, v
	}
	for d := range pm.s.obs.d {
		pm.s.b[d*pm.s.size+i] += step * pm.s.b[d*pm.s.size+j]
	}
}

// tiltRatio draws the proposed entries in the order of the items, each given those drawn before it and the
// present ones after it, and returns the log acceptance ratio.
func (pm *pairMoves) tiltRatio(j int, rng *rand.Rand) float64 {
	w := &pm.tilting
	m := pm.s.m[j]
	ratio := 0.0
	count := m // of factor j, with items before the present one as proposed
	for t := range w.items {
		others := count - number(w.was[t])
		odds := pm.tiltOdds(j, others)
		p := odds + w.moved[t][1] - w.moved[t][0]
		on := rng.Float64() < 1/(1+math.Exp(-p))
		w.now = append(w.now, on)
		count = others + number(on)
		ratio += w.moved[t][number(on)] - logProbability(p, on)
	}
	// The reverse: items before the present one as they were, those after it as proposed.
	final := count
	for t := range w.items {
		others := count - number(w.now[t])
		p := pm.tiltOdds(j, others) + w.old[t][1] - w.old[t][0]
		count = others + number(w.was[t])
		ratio -= w.old[t][number(w.was[t])] - logProbability(p, w.was[t])
	}
	return ratio + pm.logColumn(j, final) - pm.logColumn(j, m)
}

// tiltOdds returns the log prior odds of an entry in a factor that must keep at least one item.
func (pm *pairMoves) tiltOdds(k, others int) float64 {
	switch {
	case pm.s.o.support == Complete || pm.s.o.support == Buffet && others == 0:
		return math.Inf(1)
	}
	return math.Log(pm.s.rows.priorOdds(k, others))
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
func (pm *pairMoves) logColumn(k, m int) float64 {
	d, n := float64(pm.s.obs.d), float64(m)
	switch pm.s.o.support {
	case Buffet:
		return special.LogGamma(n) + special.LogGamma(d-n+pm.s.o.beta)
	case Finite:
		return special.LogGamma(n+pm.s.hyper.alpha/float64(pm.s.o.factors)) + special.LogGamma(d-n+1)
	case Regulars:
		p := pm.s.o.regularMean * pm.s.rho[k]
		return n*math.Log(p) + (d-n)*math.Log1p(-p)
	}
	return 0
}

// acceptTilt accepts the proposed entries and draws the loadings of the rows.
func (pm *pairMoves) acceptTilt(j int, rng *rand.Rand) {
	for t, d := range pm.tilting.items {
		pm.s.set(int(d), j, pm.tilting.now[t], 0)
		pm.s.rows.drawLoadingsAnew(int(d), rng)
	}
}
