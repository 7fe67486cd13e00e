package pitmanyor

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// Counts hold everything of a tree that equation 2a depends on, so that θ and α can be tried
// without visiting the tree again and without tables.
type Counts struct {
	clades  []float64 // by size: children of branch points of that size
	totals  []float64 // by size: branch points
	waiting []float64 // by size m: Σ (ℓ_v − ℓ_pa) over branch points of m leaves
	further []float64 // by k ≥ 3: branch points with at least k children
	joints  float64   // Σ (K−1)
}

// NewCounts returns the counts of no branch point, for a tree of up to n leaves.
func NewCounts(n int) *Counts {
	return &Counts{clades: make([]float64, n+1), totals: make([]float64, n+1), waiting: make([]float64, n+1),
		further: make([]float64, n+2)}
}

// BranchPoint counts a branch point of that many children and m leaves, whose −log(1−t) is waiting
// above that of its parent, or above 0 at the top. Its children are counted one by one.
func (g *Counts) BranchPoint(children, m int, waiting float64) {
	g.totals[m]++
	g.waiting[m] += waiting
	g.joints += float64(children - 1)
}

// Child counts the k-th child of a branch point, a clade of n leaves.
func (g *Counts) Child(k, n int) {
	g.clades[n]++
	if k >= 3 {
		g.further[k]++
	}
}

// Sums returns Σ_v S_v and Σ_v H_{m_v−1}(ℓ_v−ℓ_pa) at a θ and an α. Equation 2a, as a density in
// ℓ, is the first less c times the second, and log c for every branch point. O(N).
func (g *Counts) Sums(theta, alpha float64) (structure, exposure float64) {
	structure = -g.joints * special.LogGamma(1-alpha)
	harmonic, rate := 0.0, math.Exp(special.LogGamma(1-alpha)-special.LogGamma(2+theta)) // H_{m−1} and h_m
	for m := 1; m < len(g.totals); m++ {
		if g.clades[m] > 0 {
			structure += g.clades[m] * special.LogGamma(float64(m)-alpha)
		}
		if g.totals[m] > 0 {
			structure -= g.totals[m] * special.LogGamma(float64(m)+theta)
			exposure += g.waiting[m] * harmonic
		}
		harmonic += rate
		rate *= (float64(m) - alpha) / (float64(m) + 1 + theta)
	}
	for k := 3; k < len(g.further); k++ {
		if g.further[k] == 0 {
			break
		}
		structure += g.further[k] * math.Log(theta+float64(k-1)*alpha)
	}
	return structure, exposure
}
