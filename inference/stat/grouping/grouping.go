package grouping

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/linkage"

	"gonum.org/v1/gonum/mat"
)

const (
	// mostDraws is how many draws are candidates, and tell how candidates do where there are many rows. Of very many
	// rows it is fewer: see Draws.
	mostDraws  = 100
	leastDraws = 20
	manyLabels = 100_000 // labels of all draws together, more or less

	mostCuts   = 40 // groups of the cuts of trees
	negligible = 1e-9
)

// FewRows is the number of rows up to which p itself tells how a candidate does; of more rows the draws tell it.
const FewRows = 500

// Draws is how many draws of N rows are worth keeping for [Shown].
func Draws(n int) int { return min(mostDraws, max(leastDraws, manyLabels/max(1, n))) }

// Shown returns the partition of N rows with the least V among one group, the draws, and the cuts into 2 to 40 groups
// of the trees of average and complete linkage on 1 − p. draws are labels of the rows, N each, from 0, at least one of
// them. p, N×N, is the share of draws in which two rows are together, of these draws or of more; it may be nil, then
// trees are not looked at. Groups are numbered by their first rows.
//
// Of more than 500 rows V is computed from the draws, of which the row sums of p are averages: O(S·N) for S draws.
func Shown(draws [][]int, p *mat.Dense) []int {
	if p == nil {
		return shown(draws, newDrawn(draws).variation, nil)
	}
	far := func(d []float64) []float64 { return dissimilarities(p, d) }
	if len(draws[0]) > FewRows {
		return ShownOfMany(draws, far)
	}
	return shown(draws, func(c []int) float64 { return Variation(c, p) }, far)
}

// ShownOfMany is [Shown] of more than [FewRows] rows where p is not held as a matrix: far appends 1 − p to a slice,
// condensed, as [linkage.Join] takes it, and is called once for each tree.
func ShownOfMany(draws [][]int, far func(d []float64) []float64) []int {
	return shown(draws, newDrawn(draws).variation, far)
}

// shown is [Shown] by V and, where trees are looked at, what appends 1 − p to a slice.
func shown(draws [][]int, variation func(c []int) float64, far func(d []float64) []float64) []int {
	n := len(draws[0])
	best := make([]int, n) // one group
	least := variation(best)
	try := func(c []int) {
		if v := variation(c); v < least-negligible {
			best, least = c, v
		}
	}
	for _, d := range draws {
		try(d)
	}
	if far != nil {
		d := make([]float64, 0, n*(n-1)/2)
		for _, m := range []linkage.Method{linkage.Average, linkage.Complete} {
			merges := linkage.Join(n, far(d), m)
			for k := 2; k <= min(n, mostCuts); k++ {
				try(cut(merges, n, k))
			}
		}
	}
	return numbered(best)
}

// Variation returns V(c) in bits, of the labels c of N rows and p, N×N. O(N²).
func Variation(c []int, p *mat.Dense) float64 {
	sum := 0.0
	of := labels.Members(c)
	for _, m := range of {
		size := math.Log2(float64(len(m)))
		for _, i := range m {
			row, inside, all := p.RawRowView(i), 0.0, 0.0
			for _, j := range m {
				inside += row[j]
			}
			for _, v := range row {
				all += v
			}
			sum += size + math.Log2(all) - 2*math.Log2(inside)
		}
	}
	return sum / float64(len(c))
}

// drawn computes V where p is the share of some draws.
type drawn struct {
	draws  [][]int
	all    []float64 // log₂ Σ_j p_ij of each row
	inside []float64 // scratch
	count  []int     // scratch, of each label
}

func newDrawn(draws [][]int) *drawn {
	n := len(draws[0])
	d := &drawn{draws: draws, all: make([]float64, n), inside: make([]float64, n)}
	for _, z := range draws {
		for _, k := range z {
			for len(d.count) <= k {
				d.count = append(d.count, 0)
			}
		}
	}
	for _, z := range draws {
		clear(d.count)
		for _, k := range z {
			d.count[k]++
		}
		for i, k := range z {
			d.all[i] += float64(d.count[k])
		}
	}
	for i, v := range d.all {
		d.all[i] = math.Log2(v / float64(len(draws)))
	}
	clear(d.count)
	return d
}

// variation is V(c). Σ_{j∈c(i)} p_ij is the mean, over the draws, of how many rows of c(i) are with row i.
func (d *drawn) variation(c []int) float64 {
	sum := 0.0
	clear(d.inside)
	for _, m := range labels.Members(c) {
		for _, z := range d.draws {
			for _, i := range m {
				d.count[z[i]]++
			}
			for _, i := range m {
				d.inside[i] += float64(d.count[z[i]])
			}
			for _, i := range m {
				d.count[z[i]] = 0
			}
		}
		size := math.Log2(float64(len(m)))
		for _, i := range m {
			sum += size + d.all[i] - 2*math.Log2(d.inside[i]/float64(len(d.draws)))
		}
	}
	return sum / float64(len(c))
}

// dissimilarities appends 1 − p to d, condensed.
func dissimilarities(p *mat.Dense, d []float64) []float64 {
	n, _ := p.Dims()
	for i := range n {
		for _, v := range p.RawRowView(i)[i+1:] {
			d = append(d, max(0, 1-v))
		}
	}
	return d
}

// cut returns the labels of the k clusters before the last k−1 merges.
func cut(merges []linkage.Merge, n, k int) []int {
	of := make([]int, n+len(merges))
	for v := range of {
		of[v] = v
	}
	for v := n + len(merges) - 1 - (k - 1); v >= n; v-- { // from the top: a cluster's own number is final
		m := merges[v-n]
		of[m.A], of[m.B] = of[v], of[v]
	}
	return numbered(of[:n])
}

// numbered returns the labels with groups numbered by their first rows.
func numbered(c []int) []int {
	out := slices.Clone(c)
	labels.Number(out)
	return out
}

// Agreement says how far a chain's partition agrees with that of all chains: their adjusted Rand index, in which a row
// without a group, −1, is a group of its own. If either has one group only, the index knows nothing but yes and no;
// then it is the share of rows in the greatest group of the other.
func Agreement(a, b []int) float64 {
	a, b = Apart(a), Apart(b)
	greatest := func(of [][]int) (most int) {
		for _, m := range of {
			most = max(most, len(m))
		}
		return most
	}
	ga, gb := labels.Members(a), labels.Members(b)
	if len(ga) == 1 || len(gb) == 1 {
		return float64(min(greatest(ga), greatest(gb))) / float64(len(a))
	}
	return adjustedRand(ga, b)
}

// adjustedRand is the index of Hubert and Arabie (1985) of groups and a truth. Package scores has it too, but stands
// upon the kinds of results in its tests, and kinds stand upon this package.
func adjustedRand(groups [][]int, truth []int) float64 {
	choose2 := func(k int) float64 { return float64(k) * float64(k-1) / 2 }
	both, a, b := 0.0, 0.0, 0.0
	for _, m := range groups {
		a += choose2(len(m))
		count := map[int]int{}
		for _, i := range m {
			count[truth[i]]++
		}
		for _, k := range count { // whole numbers, in any order the same sum
			both += choose2(k)
		}
	}
	for _, m := range labels.Members(truth) {
		b += choose2(len(m))
	}
	all := choose2(len(truth))
	if a == b && (a == 0 || a == all) {
		return 1
	}
	expected := a * b / all
	return (both - expected) / ((a+b)/2 - expected)
}

// Apart returns labels in which each row without a group, −1, has a group of its own.
func Apart(c []int) []int {
	out := make([]int, len(c))
	for i, k := range c {
		if out[i] = k; k < 0 {
			out[i] = len(c) + i
		}
	}
	return numbered(out)
}

// Alone returns labels in which groups of fewer than least rows are no groups: their rows have −1. The others are
// numbered by their first rows.
func Alone(c []int, least int) []int {
	out := make([]int, len(c))
	size := map[int]int{}
	for _, k := range c {
		size[k]++
	}
	for i, k := range c {
		if out[i] = k; size[k] < least {
			out[i] = -1
		}
	}
	labels.Number(out)
	return out
}
