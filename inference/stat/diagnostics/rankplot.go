package diagnostics

import "math"

// RankPlot says where the draws of each chain stand among those of all chains (Vehtari and others 2021, section 3.3).
type RankPlot struct {
	// Chains holds, for each chain, how many of its ranks fall into each of equally wide bins, divided by the number
	// expected where chains agree: 1 in every bin.
	Chains [][]float64
	// Band is how far from 1 a bin goes by chance, for about 95 of 100 bins of chains that agree. Draws that depend on
	// one another count for as many as are independent.
	Band float64
}

// Most and least bins of a rank plot, and the independent draws of a chain that each bin should have.
const (
	mostRankBins  = 20
	leastRankBins = 5
	drawsPerBin   = 8
)

// Ranks returns the rank plot of one quantity. Equal values share their ranks evenly. It is nil for fewer than two
// chains, for chains of fewer than LeastDraws draws, and where a value is not finite. Cost O(S log S) for S draws.
func Ranks(chains [][]float64) *RankPlot {
	n, shortest := 0, math.MaxInt
	for _, c := range chains {
		if !finite(c) {
			return nil
		}
		n, shortest = n+len(c), min(shortest, len(c))
	}
	if len(chains) < 2 || shortest < LeastDraws {
		return nil
	}
	own := independent(chains)
	bins := min(max(int(own/drawsPerBin), leastRankBins), mostRankBins)
	p := &RankPlot{Chains: make([][]float64, len(chains))}
	owner := make([]int, 0, n)
	for k, c := range chains {
		p.Chains[k] = make([]float64, bins)
		for range c {
			owner = append(owner, k)
		}
	}
	order := sorted(chains)
	width := float64(n) / float64(bins) // of a bin, in ranks
	for i := 0; i < n; {
		j := i + 1
		for j < n && order[j].value == order[i].value {
			j++
		}
		for _, tied := range order[i:j] { // each spreads over the ranks from i to j
			counts := p.Chains[owner[tied.at]]
			for b := int(float64(i) / width); b < bins && float64(b)*width < float64(j); b++ {
				inside := math.Min(float64(j), float64(b+1)*width) - math.Max(float64(i), float64(b)*width)
				counts[b] += math.Max(inside, 0) / float64(j-i)
			}
		}
		i = j
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

// independent returns the effective number of draws of a chain by itself, the mean over the chains; one for a chain
// that does not move.
func independent(chains [][]float64) (size float64) {
	for _, c := range chains {
		half := halves([][]float64{c})
		own := newEstimator(2, len(half[0])).ess(half)
		if math.IsNaN(own) {
			own = 1
		}
		size += own / float64(len(chains))
	}
	return size
}
