package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/parallel"
)

// partCases is how many cases a block has of those that splits and merges look at. The sums of blocks are added in
// their order, so the bits do not depend on the number of threads.
const partCases = 1024

// leastTogether is the multiply-adds, or cells of a split or a merge, below which goroutines are not worth starting.
const leastTogether = 1 << 13

// partThreads returns on how many threads the items of a split or a merge are weighed.
func (pm *partMoves) partThreads() int {
	if len(pm.parting.items)*pm.s.obs.n < leastTogether {
		return 1
	}
	return pm.s.threads
}

// allot assigns the items to halves, the first two to one each: by draws, or as w.first says. It returns the
// log probability of that and the log evidence of the rows, split less merged.
func (pm *partMoves) allot(draw bool, rng *rand.Rand) (probability, evidence float64) {
	w, n, threads, count := &pm.parting, pm.s.obs.n, pm.partThreads(), len(pm.parting.items)
	w.both.reset(n)
	w.half[0].reset(n)
	w.half[1].reset(n)
	blocks := parallel.Count(n, pm.partCases)
	w.together = resize(w.together, blocks*count)
	for h := range w.apart {
		w.apart[h] = resize(w.apart[h], blocks*count)
	}
	switch {
	case draw && blocks == 1:
		w.first = append(w.first[:0], true, false)
		parallel.Do(2, threads, func(i int) {
			if i == 0 {
				probability = pm.divide(1, rng)
			} else {
				pm.weighTogether(0)
			}
		})
	case draw:
		w.first = append(w.first[:0], true, false)
		parallel.Do(blocks, threads, pm.weighTogether)
		probability = pm.divide(threads, rng)
	default:
		parallel.Do(2*blocks, threads, func(i int) {
			if i%2 == 0 {
				pm.weighTogether(i / 2)
			} else {
				pm.weighApart(i / 2)
			}
		})
		for a := 2; a < count; a++ {
			probability += logProbability(total(w.apart[0], a, count)-total(w.apart[1], a, count), w.first[a])
		}
	}
	for a, item := range w.items {
		h := 1 - number(w.first[a])
		w.half[h].items = append(w.half[h].items, item)
		evidence += total(w.apart[h], a, count) - total(w.together, a, count)
	}
	return probability, evidence
}

// total returns the sum for item a over the blocks of cases, each with so many items.
func total(sums []float64, a, items int) float64 {
	sum := 0.0
	for ; a < len(sums); a += items {
		sum += sums[a]
	}
	return sum
}

// part returns the row of the a-th item, the precisions of its cells and its loading, and the cases of block b.
func (pm *partMoves) part(a, b int) (r, t []float64, g float64, low, high int) {
	w, n := &pm.parting, pm.s.obs.n
	return w.r[a*n : (a+1)*n], w.t[a*n : (a+1)*n], w.g[a], b * pm.partCases, min(n, (b+1)*pm.partCases)
}

// weighTogether puts all items into one factor, for the cases of block b.
func (pm *partMoves) weighTogether(b int) {
	w := &pm.parting
	for a := range w.items {
		r, t, g, low, high := pm.part(a, b)
		w.together[b*len(w.items)+a] = w.both.logPredictive(r, t, g, low, high)
		w.both.add(r, t, g, low, high)
	}
}

// weighApart puts each item into its half, for the cases of block b.
func (pm *partMoves) weighApart(b int) {
	for a := range pm.parting.items {
		pm.weighHalves(a, b)
		pm.enter(a, b)
	}
}

// weighHalves finds the log density of the a-th item in either half, for the cases of block b.
func (pm *partMoves) weighHalves(a, b int) {
	w := &pm.parting
	r, t, g, low, high := pm.part(a, b)
	for h := range w.half {
		w.apart[h][b*len(w.items)+a] = w.half[h].logPredictive(r, t, g, low, high)
	}
}

// enter puts the a-th item into its half, for the cases of block b.
func (pm *partMoves) enter(a, b int) {
	w := &pm.parting
	r, t, g, low, high := pm.part(a, b)
	w.half[1-number(w.first[a])].add(r, t, g, low, high)
}

// divide draws the half of each item after the first two, and returns the log probability of the choices. Each
// needs the sums over all cases.
func (pm *partMoves) divide(threads int, rng *rand.Rand) (probability float64) {
	w, count := &pm.parting, len(pm.parting.items)
	blocks := parallel.Count(pm.s.obs.n, pm.partCases)
	if blocks == 1 {
		threads = 1
	}
	parallel.With(threads, func(crew *parallel.Crew) {
		for a := range count {
			crew.Do(blocks, func(b int) {
				if a > 0 {
					pm.enter(a-1, b)
				}
				pm.weighHalves(a, b)
			})
			if a > 1 {
				odds := total(w.apart[0], a, count) - total(w.apart[1], a, count)
				w.first = append(w.first, rng.Float64() < 1/(1+math.Exp(-odds)))
				probability += logProbability(odds, w.first[a])
			}
		}
		crew.Do(blocks, func(b int) { pm.enter(count-1, b) })
	})
	return probability
}
