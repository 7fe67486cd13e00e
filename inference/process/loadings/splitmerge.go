package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/parallel"
)

// A split divides the items of a factor between two; a merge joins two factors without common items. Loadings
// keep their values; activities are integrated out, then drawn. Items are divided one after the other, starting
// from two in different halves; each goes to the half that predicts its row better: the sequentially allocated
// proposal of Dahl (2003) for factors. Given the loadings, and without common items, the activities of the two
// factors are independent given the rows after all other factors are subtracted.

// splitMerges draws how many of these moves a sweep makes; the number depends only on the size of the
// table.
func (pm *partMoves) splitMerges(rng *rand.Rand) int {
	if !pm.s.o.splitMerge || pm.s.o.support != Buffet || pm.s.obs.d < 2 {
		return 0
	}
	return pm.s.share(2, rng)
}

// A half holds the likelihood of the activities of one factor, by rows.
type half struct {
	items  []int32
	weight []float64 // of each case: 1 + Σ τg² over the items seen there
	value  []float64 // Σ τgr
}

func (h *half) reset(n int) {
	h.items, h.weight, h.value = h.items[:0], resize(h.weight, n), resize(h.value, n)
	for i := range h.weight {
		h.weight[i], h.value[i] = 1, 0
	}
}

// logPredictive returns the log density of the cases low … high−1 of row r of an item with loading g, given the
// rows in h. t holds the precisions of the observed cells, 0 where missing. O(high − low)
func (h *half) logPredictive(r, t []float64, g float64, low, high int) float64 {
	sum, product := 0.0, 1.0
	r, t, value, weight := r[low:high], t[low:high], h.value[low:high], h.weight[low:high]
	for n, v := range r {
		if t[n] == 0 {
			continue
		}
		e := v - g*value[n]/weight[n]
		p := 1/t[n] + g*g/weight[n]
		sum -= 0.5 * e * e / p
		if product *= p; product < 1e-200 || product > 1e200 {
			sum -= 0.5 * math.Log(product)
			product = 1
		}
	}
	return sum - 0.5*math.Log(product)
}

// add adds the cases low … high−1 of row r.
func (h *half) add(r, t []float64, g float64, low, high int) {
	r, t, value, weight := r[low:high], t[low:high], h.value[low:high], h.weight[low:high]
	for n, v := range r {
		weight[n] += t[n] * g * g
		value[n] += t[n] * g * v
	}
}

// draw sets x to activities drawn given the rows in h.
func (h *half) draw(x []float64, rng *rand.Rand) {
	for n, w := range h.weight {
		x[n] = h.value[n]/w + rng.NormFloat64()/math.Sqrt(w)
	}
}

// partMoves propose to split a factor in two or to merge two.
type partMoves struct {
	s         *State
	parting   partWork
	partCases int // the constant of that name, but for tests
}

// partWork is scratch space for a split or a merge, allocated once.
type partWork struct {
	items []int32   // of both factors: the two that start first, then the others in random order
	g     []float64 // their loadings
	r, t  []float64 // their rows without both factors, and the precisions of the cells
	first []bool    // which half each goes to
	both  half
	half  [2]half
	x     [2][]float64
	order []int32
	// Log density of each item given those before it in either half and in one factor, by blocks of cases.
	apart    [2][]float64
	together []float64
}

// splitOrMerge proposes one or the other. O(items·N·(on+1))
func (pm *partMoves) splitOrMerge(rng *rand.Rand) {
	if rng.Uint64()&1 == 0 {
		pm.split(rng)
	} else {
		pm.merge(rng)
	}
}

// lift fills the work with the items of factors i and j (−1 for none) and their rows without these factors,
// with the loadings of j multiplied by sign.
func (pm *partMoves) lift(i, j int, sign float64) {
	w, n := &pm.parting, pm.s.obs.n
	count := len(w.items)
	w.g, w.r, w.t = resize(w.g, count), resize(w.r, count*n), resize(w.t, count*n)
	w.order = w.order[:0]
	for _, l := range pm.s.live {
		if int(l) != i && int(l) != j {
			w.order = append(w.order, l)
		}
	}
	parallel.Do(count, pm.partThreads(), func(a int) {
		d := int(w.items[a])
		w.g[a] = pm.s.g[d*pm.s.size+i]
		if j >= 0 && pm.s.z[d*pm.s.size+j] {
			w.g[a] = sign * pm.s.g[d*pm.s.size+j]
		}
		r, t := w.r[a*n:(a+1)*n], w.t[a*n:(a+1)*n]
		copy(r, pm.s.obs.row(d))
		for _, k := range w.order {
			if v := pm.s.g[d*pm.s.size+int(k)]; v != 0 {
				axpy(r, -v, pm.s.activity(int(k)))
			}
		}
		for c := range t {
			t[c] = pm.s.tau[d]
		}
		pm.s.obs.items[d].erase(t)
	})
}

// split proposes to split a random factor.
func (pm *partMoves) split(rng *rand.Rand) {
	if pm.s.k() == 0 {
		return
	}
	w, n := &pm.parting, pm.s.obs.n
	k := int(pm.s.live[rng.IntN(pm.s.k())])
	if pm.s.m[k] < 2 {
		return
	}
	w.items = w.items[:0]
	for d := range pm.s.obs.d {
		if pm.s.z[d*pm.s.size+k] {
			w.items = append(w.items, int32(d))
		}
	}
	shuffle(w.items, rng)
	pm.lift(k, -1, 1)
	probability, evidence := pm.allot(true, rng)
	lambda := pm.s.hyper.newPrecision(rng)
	for h := range w.x {
		w.x[h] = resize(w.x[h], n)
		w.half[h].draw(w.x[h], rng)
	}
	all := likeness(w.x[0], w.x[1])
	for _, l := range pm.s.live {
		if int(l) != k {
			all += likeness(w.x[0], pm.s.activity(int(l)))
		}
	}
	ratio := evidence + pm.partRatio(pm.s.lambda[k], lambda) - probability +
		pm.choiceRatio(pm.s.k(), likeness(w.x[0], w.x[1])/all, dot(w.x[0], w.x[1]) > 0)
	if math.Log(1-rng.Float64()) >= ratio {
		return
	}
	sign := 1.0
	if rng.Uint64()&1 == 0 {
		sign = -1
	}
	j := pm.s.take()
	pm.s.lambda[j] = lambda
	for a, item := range w.items {
		if !w.first[a] {
			pm.s.set(int(item), k, false, 0)
			pm.s.set(int(item), j, true, sign*w.g[a])
		}
	}
	scale(w.x[1], sign)
	pm.s.place(k, w.x[0])
	pm.s.place(j, w.x[1])
}

// merge proposes to merge a random factor with one that is probably similar.
func (pm *partMoves) merge(rng *rand.Rand) {
	if pm.s.k() < 2 {
		return
	}
	w, n := &pm.parting, pm.s.obs.n
	i := int(pm.s.live[rng.IntN(pm.s.k())])
	all := 0.0
	for _, l := range pm.s.live {
		if int(l) != i {
			all += likeness(pm.s.activity(i), pm.s.activity(int(l)))
		}
	}
	j, u := -1, all*rng.Float64()
	for _, l := range pm.s.live {
		if int(l) != i {
			j = int(l)
			if u -= likeness(pm.s.activity(i), pm.s.activity(j)); u < 0 {
				break
			}
		}
	}
	share := likeness(pm.s.activity(i), pm.s.activity(j)) / all
	alike := dot(pm.s.activity(i), pm.s.activity(j)) > 0
	guessed := rng.Float64() < rightSign
	sign := 1.0
	if alike != guessed {
		sign = -1
	}
	if !pm.listParts(i, j, rng) {
		return
	}
	pm.lift(i, j, sign)
	probability, evidence := pm.allot(false, rng)
	w.x[0] = resize(w.x[0], n)
	w.both.draw(w.x[0], rng)
	ratio := -evidence - pm.partRatio(pm.s.lambda[i], pm.s.lambda[j]) +
		probability - pm.choiceRatio(pm.s.k()-1, share, guessed)
	if math.Log(1-rng.Float64()) >= ratio {
		return
	}
	for a, item := range w.items {
		if !w.first[a] {
			pm.s.set(int(item), j, false, 0)
			pm.s.set(int(item), i, true, w.g[a])
		}
	}
	pm.s.release(j)
	pm.s.place(i, w.x[0])
}

// listParts fills the work with the items of factors i and j: a random one of each first, then the others in
// random order. It reports whether they have none in common.
func (pm *partMoves) listParts(i, j int, rng *rand.Rand) bool {
	w := &pm.parting
	w.items, w.first = w.items[:0], w.first[:0]
	for d := range pm.s.obs.d {
		one, two := pm.s.z[d*pm.s.size+i], pm.s.z[d*pm.s.size+j]
		if one && two {
			return false
		}
		if one || two {
			w.items = append(w.items, int32(d))
		}
	}
	shuffle(w.items, rng)
	for at, k := range []int{i, j} { // the first of each in a random order is a random one
		for a := at; a < len(w.items); a++ {
			if pm.s.z[int(w.items[a])*pm.s.size+k] {
				item := w.items[a]
				copy(w.items[at+1:a+1], w.items[at:a])
				w.items[at] = item
				break
			}
		}
	}
	for _, d := range w.items {
		w.first = append(w.first, pm.s.z[int(d)*pm.s.size+i])
	}
	return true
}

// partRatio returns the log prior of Z and the loadings when split, with the precision second for the
// second half, less that when merged, with first. The prior of second cancels against its proposal.
func (pm *partMoves) partRatio(first, second float64) float64 {
	w := &pm.parting
	one, two := len(w.half[0].items), len(w.half[1].items)
	ratio := math.Log(pm.s.hyper.alpha*pm.s.hyper.weight) - special.LogGamma(float64(pm.s.obs.d)+pm.s.o.beta) +
		pm.s.pairs.logColumn(0, one) + pm.s.pairs.logColumn(0, two) - pm.s.pairs.logColumn(0, one+two)
	sum := 0.0
	for a, g := range w.g {
		if !w.first[a] {
			sum += g * g
		}
	}
	return ratio + 0.5*float64(two)*math.Log(second/first) - 0.5*sum*(second-first)
}

// rightSign is the probability that a merge gives the second factor the sign that its activities suggest.
const rightSign = 0.98

// choiceRatio returns the log ratio of the probability of the choices of a merge of k+1 factors to that of a split
// of one of k, except for the allocation of items: the factors, the two items that start, and the sign.
func (pm *partMoves) choiceRatio(k int, share float64, right bool) float64 {
	w := &pm.parting
	one, two := float64(len(w.half[0].items)), float64(len(w.half[1].items))
	sign := 1 - rightSign
	if right {
		sign = rightSign
	}
	merge := math.Log(share*sign) - math.Log(float64(k+1)*one*two)
	split := math.Log(0.5) - math.Log(float64(k)*(one+two)*(one+two-1))
	return merge - split
}

// likeness is the weight with which a merge chooses a factor with activities y to join one with x.
func likeness(x, y []float64) float64 {
	xy := dot(x, y)
	return 0.01 + xy*xy/(dot(x, x)*dot(y, y))
}
