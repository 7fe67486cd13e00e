package loadings

import (
	"math"
	"math/rand/v2"
)

// Two factors rotated against the truth, x_i cos φ + x_j sin φ and so on, fit equally well, at the price of
// loadings of both for every item of either; entry by entry there is no way back. turn proposes to rotate a
// pair by an angle, which preserves the prior of the activities, and, with the loadings integrated out,
// which of the two each of their items has: at least one, which keeps the set of items. Half of the angles
// are uniform; half come from an item, as the one that would leave it a single loading.

// angleWidth is the standard deviation of an angle about that of an item.
const angleWidth = 0.05

// turnWork is scratch space for a turn, allocated once.
type turnWork struct {
	items      []int32
	was, now   []int // the items' entries of both: 1 for i, 2 for j, 3 for both
	pairs      []pair
	old, moved [][4]float64 // log evidence of each row by them, before and after the turn
	angles     []float64
	kept       []float64 // loadings of the items before the move, to restore
}

// turn proposes to rotate a random pair of factors. O(KN + D + items·on³)
func (pm *pairMoves) turn(rng *rand.Rand) {
	i := int(pm.s.live[rng.IntN(pm.s.k())])
	j := int(pm.s.live[rng.IntN(pm.s.k()-1)])
	if j == i {
		j = int(pm.s.live[pm.s.k()-1])
	}
	w := &pm.turning
	w.items, w.was, w.now, w.pairs, w.old, w.moved = w.items[:0], w.was[:0], w.now[:0], w.pairs[:0], w.old[:0], w.moved[:0]
	for d := range pm.s.obs.d {
		if code := number(pm.s.z[d*pm.s.size+i]) + 2*number(pm.s.z[d*pm.s.size+j]); code > 0 {
			w.items, w.was = append(w.items, int32(d)), append(w.was, code)
		}
	}
	if len(w.items) == 0 || pm.s.tooDear(len(w.items), rng) {
		return
	}
	w.pairs = pm.pairsOf(w.items, i, j, w.pairs)
	pm.findAngles(i, j)
	angle := math.Pi * (rng.Float64() - 0.5)
	if rng.Uint64()&1 == 0 {
		angle = w.angles[rng.IntN(len(w.angles))] + angleWidth*rng.NormFloat64()
	}
	angle = wrap(angle)
	there := pm.angleDensity(angle)
	sin, cos := math.Sincos(angle)
	for t, d := range w.items {
		u, v := pm.s.precision(int(d), i), pm.s.precision(int(d), j)
		w.old = append(w.old, w.pairs[t].evidence(u, v))
		w.moved = append(w.moved, w.pairs[t].mixed(cos, sin, -sin, cos).evidence(u, v))
	}
	level := math.Log(1 - rng.Float64())
	ratio := pm.turnRatio(i, j, rng)
	if ratio+math.Log(2/angleWidth) < level { // no angle's density exceeds another's by more than this factor
		return
	}
	pm.rotate(i, j, angle)
	pm.takeTurn(i, j, rng)
	pm.findAngles(i, j)
	if ratio+math.Log(pm.angleDensity(-angle)/there) >= level {
		return
	}
	pm.rotate(i, j, -angle)
	k := pm.s.high
	for t, d := range w.items {
		pm.s.set(int(d), i, w.was[t]&1 > 0, 0)
		pm.s.set(int(d), j, w.was[t]&2 > 0, 0)
		copy(pm.s.g[int(d)*pm.s.size:int(d)*pm.s.size+k], w.kept[t*k:(t+1)*k])
	}
}

// wrap maps an angle to −π/2…π/2: half a turn only changes the signs of both factors.
func wrap(a float64) float64 { return a - math.Pi*math.Round(a/math.Pi) }

// findAngles computes the angles that would leave each item only a loading of factor i.
func (pm *pairMoves) findAngles(i, j int) {
	w := &pm.turning
	w.angles = w.angles[:0]
	for _, d := range w.items {
		gi, gj := pm.s.g[int(d)*pm.s.size+i], pm.s.g[int(d)*pm.s.size+j]
		if gi == 0 {
			w.angles = append(w.angles, math.Pi/2)
		} else {
			w.angles = append(w.angles, math.Atan(gj/gi))
		}
	}
}

// angleDensity returns the density with which an angle is proposed.
func (pm *pairMoves) angleDensity(a float64) float64 {
	angles, sum := pm.turning.angles, 0.0
	for _, b := range angles {
		e := wrap(a-b) / angleWidth
		sum += math.Exp(-0.5*e*e) / (math.Sqrt(2*math.Pi) * angleWidth)
	}
	return 0.5/math.Pi + 0.5*sum/float64(len(angles))
}

// rotate rotates factors i and j, with all products. O(KN + D)
func (pm *pairMoves) rotate(i, j int, angle float64) {
	sin, cos := math.Sincos(angle)
	turn := func(x, y *float64) { *x, *y = cos**x+sin**y, cos**y-sin**x }
	x, y := pm.s.activity(i), pm.s.activity(j)
	for n := range x {
		turn(&x[n], &y[n])
	}
	pm.s.reverse(i)
	pm.s.reverse(j)
	for _, l := range pm.s.live {
		for _, k := range []int{i, j} {
			v := dot(pm.s.activity(k), pm.s.activity(int(l)))
			pm.s.s[k*pm.s.size+int(l)], pm.s.s[int(l)*pm.s.size+k] = v, v
		}
	}
	for d := range pm.s.obs.d {
		turn(&pm.s.b[d*pm.s.size+i], &pm.s.b[d*pm.s.size+j])
	}
}

// turnRatio draws the proposed entries in the order of the items and returns the log acceptance ratio without
// the angle: as tiltRatio, for two factors at once.
func (pm *pairMoves) turnRatio(i, j int, rng *rand.Rand) float64 {
	w := &pm.turning
	pair := [2]int{i, j}
	count := [2]int{pm.s.m[i], pm.s.m[j]}
	begin := count
	ratio := 0.0
	for t := range w.items {
		p := pm.pairOdds(pair, &count, w.was[t], &w.moved[t])
		u, code := rng.Float64(), 1
		for ; code < 3 && u >= p[code]; code++ {
			u -= p[code]
		}
		w.now = append(w.now, code)
		count[0], count[1] = count[0]+code&1, count[1]+code>>1
		ratio += w.moved[t][code] - math.Log(p[code])
	}
	final := count
	for t := range w.items {
		p := pm.pairOdds(pair, &count, w.now[t], &w.old[t])
		code := w.was[t]
		count[0], count[1] = count[0]+code&1, count[1]+code>>1
		ratio -= w.old[t][code] - math.Log(p[code])
	}
	for a, k := range pair {
		ratio += pm.logColumn(k, final[a]) - pm.logColumn(k, begin[a])
	}
	return ratio
}

// pairOdds removes an item with the given entries from the counts and returns the probabilities of its entries
// given the others.
func (pm *pairMoves) pairOdds(pair [2]int, count *[2]int, code int, evidence *[4]float64) (p [4]float64) {
	count[0], count[1] = count[0]-code&1, count[1]-code>>1
	most := math.Inf(-1)
	for c := 1; c < 4; c++ {
		p[c] = evidence[c]
		for a, k := range pair {
			on, odds := c>>a&1 > 0, pm.tiltOdds(k, count[a])
			switch {
			case on && !math.IsInf(odds, 1):
				p[c] += odds
			case !on && math.IsInf(odds, 1):
				p[c] = math.Inf(-1) // nobody else has this factor
			}
		}
		most = max(most, p[c])
	}
	sum := 0.0
	for c := 1; c < 4; c++ {
		p[c] = math.Exp(p[c] - most)
		sum += p[c]
	}
	for c := 1; c < 4; c++ {
		p[c] /= sum
	}
	return p
}

// takeTurn accepts the proposed entries and draws the loadings of the rows; it keeps the previous
// ones.
func (pm *pairMoves) takeTurn(i, j int, rng *rand.Rand) {
	w, k := &pm.turning, pm.s.high
	w.kept = resize(w.kept, len(w.items)*k)
	for t, d := range w.items {
		copy(w.kept[t*k:(t+1)*k], pm.s.g[int(d)*pm.s.size:int(d)*pm.s.size+k])
		pm.s.set(int(d), i, w.now[t]&1 > 0, 0)
		pm.s.set(int(d), j, w.now[t]&2 > 0, 0)
		pm.s.rows.drawLoadingsAnew(int(d), rng)
	}
}
