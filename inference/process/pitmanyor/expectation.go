package pitmanyor

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/tree"
)

// A Moment is a mean with its standard deviation.
type Moment struct{ Mean, Deviation float64 }

// A pair holds a weight, a mean and a mean square, the last two times the weight: w·(1, E x, E x²),
// from the derivatives at 1 of a generating function.
type pair struct{ weight, mean, square float64 }

// times returns the pair of a sum of independent numbers.
func (a pair) times(b pair) pair {
	return pair{a.weight * b.weight, a.mean*b.weight + a.weight*b.mean,
		a.square*b.weight + 2*a.mean*b.mean + a.weight*b.square}
}

// scaled returns a with its weight multiplied.
func (a pair) scaled(w float64) pair { return pair{a.weight * w, a.mean * w, a.square * w} }

func (a pair) plus(b pair) pair {
	return pair{a.weight + b.weight, a.mean + b.mean, a.square + b.square}
}

// shifted returns the pair of the number plus one.
func (a pair) shifted() pair {
	return pair{a.weight, a.mean + a.weight, a.square + 2*a.mean + a.weight}
}

func (a pair) moment() Moment {
	m := a.mean / a.weight
	return Moment{m, math.Sqrt(math.Max(a.square/a.weight-m*m, 0))}
}

// BranchPoints returns the mean and deviation of the number of branch points of a tree of m leaves
// under the prior, for m from 0 to n ≥ 1. The number is one more than those of the clades below the
// top, whose sizes are a partition of weight exp(S_v) (section 2.5). The exponential formula sums over
// the partitions, by size and by number of clades. That takes O(n³), so n should be a few hundred
// at most.
func (p *Prior) BranchPoints(n int) []Moment {
	count := []pair{{}, {weight: 1}} // for trees of m leaves
	for m := 2; m <= n; m++ {
		// rows[k][j] is the weight of k clades of j leaves in total, divided by j!.
		row := make([]pair, m+1)
		row[0] = pair{weight: 1}
		total, more := pair{}, 1.0 // Π of θ+(k−1)α from the third on
		for k := 1; k <= m; k++ {
			next := make([]pair, m+1)
			for j := k; j <= m; j++ {
				for b := 1; b <= j && b < m; b++ {
					if row[j-b].weight > 0 {
						w := float64(b) / float64(j) * math.Exp(p.clade[b]-p.clade[1]-special.LogGamma(float64(b+1)))
						next[j] = next[j].plus(row[j-b].times(count[b]).scaled(w))
					}
				}
			}
			row = next
			if k >= 3 {
				more *= math.Max(p.Theta+float64(k-1)*p.Alpha, 0)
			}
			if k >= 2 {
				total = total.plus(row[m].scaled(more))
			}
		}
		total = total.scaled(1 / total.weight)
		count = append(count, total.shifted())
	}
	moments := make([]Moment, n+1)
	for m := 1; m <= n; m++ {
		moments[m] = count[m].moment()
	}
	return moments
}

// Imbalance returns Colless's and Rogers's indices of a tree of three leaves or more: the sum of
// the differences in size between the two clades of a branch point, and the number of branch points
// where they differ, each divided by its greatest value (section 2.7). Branch points of more than two
// children do not count.
func Imbalance(t *tree.Tree) (colless, rogers float64) {
	sizes, n := t.LeafCounts(), float64(t.Leaves())
	for v, children := range t.Children {
		if len(children) != 2 || t.IsLeaf(v) {
			continue
		}
		d := math.Abs(float64(sizes[children[0]] - sizes[children[1]]))
		colless += d
		rogers += math.Min(d, 1)
	}
	return colless * 2 / ((n - 1) * (n - 2)), rogers / (n - 2)
}

// ExpectedImbalance returns the mean and deviation of [Imbalance] over the binary trees of n ≥ 3
// leaves with θ = −2α (section 2.7). O(n²).
func ExpectedImbalance(n int, alpha float64) (colless, rogers Moment) {
	c := make([]pair, n+1)
	r := make([]pair, n+1)
	c[1], r[1] = pair{weight: 1}, pair{weight: 1}
	logs := make([]float64, n+1)
	for m := 1; m <= n; m++ {
		logs[m] = special.LogGamma(float64(m)-alpha) - special.LogGamma(1-alpha) - special.LogGamma(float64(m+1))
	}
	for m := 2; m <= n; m++ {
		most := math.Inf(-1)
		for l := 1; l < m; l++ {
			most = math.Max(most, logs[l]+logs[m-l])
		}
		for l := 1; l < m; l++ {
			w := math.Exp(logs[l] + logs[m-l] - most)
			d := math.Abs(float64(m - 2*l))
			add := func(to *pair, list []pair, d float64) {
				*to = to.plus(pair{1, d, d * d}.times(list[l]).times(list[m-l]).scaled(w))
			}
			add(&c[m], c, d)
			add(&r[m], r, math.Min(d, 1))
		}
		c[m], r[m] = c[m].scaled(1/c[m].weight), r[m].scaled(1/r[m].weight)
	}
	x := float64(n)
	colless, rogers = c[n].moment(), r[n].moment()
	scale := 2 / ((x - 1) * (x - 2))
	return Moment{colless.Mean * scale, colless.Deviation * scale},
		Moment{rogers.Mean / (x - 2), rogers.Deviation / (x - 2)}
}
