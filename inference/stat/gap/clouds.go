package gap

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/linkage"

	"gonum.org/v1/gonum/mat"
)

const (
	clouds = 20 // normal clouds with which rows are compared
	rounds = 5  // of k-means after a cut, at most
)

// parts returns into how many parts rows divide, 2 to most: the first number whose gap is not less than the next one's
// less the error of that. The gap of k parts is how much less the logarithm of the squares within them is than within
// those of normal clouds of the same covariance, which Ward's linkage cuts. cut returns k parts of the rows; k-means
// refines all parts. rng is drawn from.
func parts(rows [][]float64, most int, cut func(k int) [][]int, rng *rand.Rand) int {
	s, rest := scores(rows)
	if s == nil {
		return 2
	}
	own := within(s, rest, most, cut)
	n, r := s.Dims()
	deviation := make([]float64, r)
	for j := range r {
		deviation[j] = mat.Norm(s.ColView(j), 2) / math.Sqrt(float64(n-1))
	}
	sum, square := make([]float64, most+1), make([]float64, most+1)
	cloud := mat.NewDense(n, r, nil)
	for range clouds {
		for i := range n {
			row := cloud.RawRowView(i)
			for j, d := range deviation {
				row[j] = d * rng.NormFloat64()
			}
		}
		centre(cloud)
		t := linkage.Tree(linkage.Cluster(cloud, linkage.Ward), make([]string, n))
		for k, v := range within(cloud, rest, most, func(k int) [][]int { groups, _ := t.CutInto(k); return groups }) {
			sum[k] += v / clouds
			square[k] += v * v / clouds
		}
	}
	apart := func(k int) float64 { return sum[k] - own[k] }
	for k := 2; k < most; k++ {
		deviation := math.Sqrt(max(square[k+1]-sum[k+1]*sum[k+1], 0) * (1 + 1.0/clouds))
		if apart(k) >= apart(k+1)-deviation {
			return k
		}
	}
	return most
}

// centre takes the means off the columns.
func centre(x *mat.Dense) {
	n, d := x.Dims()
	for j := range d {
		mean := 0.0
		for i := range n {
			mean += x.At(i, j) / float64(n)
		}
		for i := range n {
			x.Set(i, j, x.At(i, j)-mean)
		}
	}
}

// within returns, for k of 1 to most, the logarithm of the share of the squares of centred rows that is left within k
// parts. rest is the sum of the squares in columns that are left out; cuts reduce it as much as they do by chance.
func within(x *mat.Dense, rest float64, most int, cut func(k int) [][]int) []float64 {
	n, _ := x.Dims()
	total := mat.Norm(x, 2)
	total *= total
	logs := make([]float64, most+1)
	of := make([]int, n)
	for k := 2; k <= most; k++ {
		for g, rows := range cut(k) {
			for _, i := range rows {
				of[i] = g
			}
		}
		left := refined(x, of, k) + rest*float64(n-k)/float64(n-1)
		logs[k] = math.Log(left / (total + rest))
	}
	return logs
}

// refined makes some rounds of k-means, in which parts keep a row, and returns the squares within the parts. of is
// changed.
func refined(x *mat.Dense, of []int, k int) (left float64) {
	n, d := x.Dims()
	means, size := make([]float64, k*d), make([]float64, k)
	for round := 0; ; round++ {
		clear(means)
		clear(size)
		for i, g := range of {
			size[g]++
			mean := means[g*d : g*d+d]
			for j, v := range x.RawRowView(i) {
				mean[j] += v
			}
		}
		for g := range k {
			for j := range d {
				means[g*d+j] /= max(size[g], 1)
			}
		}
		changed := false
		left = 0
		for i := range n {
			row := x.RawRowView(i)
			// distance gives up, with a sum that is no less, where the squares reach `most`.
			distance := func(g int, most float64) (sum float64) {
				for j, v := range means[g*d : g*d+d] {
					if sum += (row[j] - v) * (row[j] - v); sum >= most {
						break
					}
				}
				return sum
			}
			own := distance(of[i], math.Inf(1))
			left += own
			if round == rounds || size[of[i]] < 2 {
				continue
			}
			best := of[i]
			for g := range k {
				if g != of[i] && size[g] > 0 {
					if far := distance(g, own); far < own {
						best, own = g, far
					}
				}
			}
			if best != of[i] {
				size[of[i]]--
				size[best]++
				of[i], changed = best, true
			}
		}
		if !changed {
			return left
		}
	}
}
