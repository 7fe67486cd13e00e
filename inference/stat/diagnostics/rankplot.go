package diagnostics

import (
	"math"
	"slices"
)

// A RankPlot shows where the draws of each chain rank among those of all chains (Vehtari and others 2021, section
// 3.3).
type RankPlot struct {
	// Chains holds, for each chain, how many of its ranks fall into each of equally wide bins, divided by the number
	// expected if chains agree, which is then 1 in every bin.
	Chains [][]float64
	// Band is how far from 1 a bin lies by chance, for about 95 of 100 bins of chains that agree. Dependent draws
	// count as the effective number of independent ones.
	Band float64
}

// Most and least bins of a rank plot, and the independent draws of a chain that each bin should have.
const (
	mostRankBins  = 20
	leastRankBins = 5
	drawsPerBin   = 8
)

// Ranks returns the rank plot of one quantity. Equal values share their ranks evenly. It is nil for fewer than two
// chains, for chains of fewer than LeastDraws draws, and if a value is not finite. It takes O(S log S) for S
// draws.
func Ranks(chains [][]float64) *RankPlot {
	shortest := math.MaxInt
	for _, c := range chains {
		if !finite(c) {
			return nil
		}
		shortest = min(shortest, len(c))
	}
	if len(chains) < 2 || shortest < LeastDraws {
		return nil
	}
	own := independent(chains)
	bins := min(max(int(own/drawsPerBin), leastRankBins), mostRankBins)
	p := &RankPlot{Chains: make([][]float64, len(chains))}
	edges := newRankEdges(ascending(chains), bins)
	for k, c := range chains {
		p.Chains[k] = make([]float64, bins)
		for _, x := range c {
			edges.count(x, p.Chains[k])
		}
	}
	for k, c := range chains {
		for b := range p.Chains[k] {
			p.Chains[k][b] *= float64(bins) / float64(len(c))
		}
	}
	// The share of the chain's m draws in a bin varies as m draws without replacement from all do.
	b, m := float64(bins), float64(len(chains))
	p.Band = 1.96 * math.Sqrt((b-1)*(1-1/m)/own)
	return p
}

// rankEdges finds the bins of values. Only values at the edges of bins, and those equal to them, can lie in several
// bins; any other value lies in the bin of its neighbours.
type rankEdges struct {
	values []float64   // at the left edge of each bin but the first, ascending
	shares [][]float64 // of each bin in such a value; nil for one that repeats the edge before
}

// newRankEdges takes all values in ascending order.
func newRankEdges(all []float64, bins int) rankEdges {
	var e rankEdges
	width := float64(len(all)) / float64(bins) // of a bin, in ranks
	for b := 1; b < bins; b++ {
		v := all[int(float64(b)*width)]
		var share []float64
		if b == 1 || v != e.values[b-2] {
			i, _ := slices.BinarySearch(all, v)
			j, _ := slices.BinarySearch(all, math.Nextafter(v, math.Inf(1)))
			share = make([]float64, bins)
			for k := range share { // the value spreads over the ranks from i to j
				inside := math.Min(float64(j), float64(k+1)*width) - math.Max(float64(i), float64(k)*width)
				share[k] = math.Max(inside, 0) / float64(j-i)
			}
		}
		e.values, e.shares = append(e.values, v), append(e.shares, share)
	}
	return e
}

// count adds a value to the bins.
func (e rankEdges) count(x float64, bins []float64) {
	at, edge := slices.BinarySearch(e.values, x)
	if !edge {
		bins[at]++
		return
	}
	for b, s := range e.shares[at] {
		bins[b] += s
	}
}

// independent returns the effective number of draws of a single chain, as a mean over the chains; it is one for a
// chain that does not move.
func independent(chains [][]float64) (size float64) {
	var e *estimator
	for _, c := range chains {
		half := halves([][]float64{c})
		if e == nil || len(e.rho) != len(half[0]) {
			e = newEstimator(2, len(half[0]))
		}
		own := e.ess(half)
		if math.IsNaN(own) {
			own = 1
		}
		size += own / float64(len(chains))
	}
	return size
}
