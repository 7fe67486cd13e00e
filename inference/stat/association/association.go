package association

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Result is the result of a test. All numbers are NaN if there are too few data to test.
type Result struct {
	// Statistic is H of Kruskal and Wallis, corrected for ties, or Spearman's ρ.
	Statistic float64
	P         float64 // probability, without association, of a statistic at least as extreme
	// Effect is ε², the share of the variance of the ranks that lies between the groups, in [0,1];
	// or ρ, in [−1,1].
	Effect float64
	Cases  int // used in the test
	Groups int // with cases; 0 for ρ
	Exact  bool
}

func nothing(cases, groups int) Result {
	nan := math.NaN()
	return Result{Statistic: nan, P: nan, Effect: nan, Cases: cases, Groups: groups}
}

// mostArrangements is the greatest number of arrangements that are enumerated.
const mostArrangements = 50_000

// Ranks returns the ranks of values from 1; ties share their mean rank. It takes O(n log n).
func Ranks(values []float64) []float64 {
	order := inference.UpTo(len(values))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	ranks := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			ranks[at] = float64(i+1+j) / 2
		}
		i = j
	}
	return ranks
}

// KruskalWallis tests whether the groups, numbered from 0, have the same distribution of values. It
// leaves out values of a negative group and NaN (Kruskal and Wallis 1952). With two groups it is
// the Wilcoxon-Mann-Whitney test. It takes O(n log n).
func KruskalWallis(values []float64, group []int) Result {
	var used []float64
	var of []int
	for i, v := range values {
		if group[i] >= 0 && !math.IsNaN(v) {
			used, of = append(used, v), append(of, group[i])
		}
	}
	n := len(used)
	sizes := map[int]int{}
	for _, g := range of {
		sizes[g]++
	}
	ranks := Ranks(used)
	mean, variance := float64(n+1)/2, 0.0
	for _, r := range ranks {
		variance += (r - mean) * (r - mean)
	}
	if len(sizes) < 2 || n < 3 || variance == 0 {
		return nothing(n, len(sizes))
	}
	numbers, count := make(map[int]int, len(sizes)), []int(nil) // of the groups with cases
	for i, g := range of {
		if _, met := numbers[g]; !met {
			numbers[g] = len(count)
			count = append(count, sizes[g])
		}
		of[i] = numbers[g]
	}
	sums := make([]float64, len(count))
	for i, g := range of {
		sums[g] += ranks[i] - mean
	}
	between := 0.0
	for g, s := range sums {
		between += s * s / float64(count[g])
	}
	r := Result{Statistic: float64(n-1) * between / variance, Effect: min(between/variance, 1),
		Cases: n, Groups: len(count)}
	if arrangements(count) <= mostArrangements {
		r.P, r.Exact = exactGroups(ranks, mean, count, between), true
	} else {
		r.P = distuv.ChiSquared{K: float64(len(count) - 1)}.Survival(r.Statistic)
	}
	return r
}

// arrangements returns the number of ways to deal cases to groups of the given sizes.
func arrangements(sizes []int) float64 {
	log, n := 0.0, 0
	for _, s := range sizes {
		n += s
		l, _ := math.Lgamma(float64(s + 1))
		log -= l
	}
	l, _ := math.Lgamma(float64(n + 1))
	return math.Round(math.Exp(log + l))
}

// exactGroups returns the share of all ways to deal the ranks to the groups whose variation between
// groups is at least as large.
func exactGroups(ranks []float64, mean float64, sizes []int, between float64) float64 {
	if len(sizes) == 2 {
		return exactTwo(ranks, mean, min(sizes[0], sizes[1]), between)
	}
	left, sums := slices.Clone(sizes), make([]float64, len(sizes))
	as, all := 0.0, 0.0
	var deal func(i int)
	deal = func(i int) {
		if i == len(ranks) {
			b := 0.0
			for g, s := range sums {
				b += s * s / float64(sizes[g])
			}
			all++
			if b >= between*(1-1e-9) {
				as++
			}
			return
		}
		for g := range left {
			if left[g] > 0 {
				left[g]--
				sums[g] += ranks[i] - mean
				deal(i + 1)
				sums[g] -= ranks[i] - mean
				left[g]++
			}
		}
	}
	deal(0)
	return as / all
}

// exactTwo is exactGroups for two groups, the smaller one with k members: it enumerates the ways to choose
// that one.
func exactTwo(ranks []float64, mean float64, k int, between float64) float64 {
	n := len(ranks)
	share := 1/float64(k) + 1/float64(n-k) // the sums of the two about the mean are opposite
	as, all := 0, 0
	var choose func(from, left int, sum float64)
	choose = func(from, left int, sum float64) {
		if left == 0 {
			all++
			if sum*sum*share >= between*(1-1e-9) {
				as++
			}
			return
		}
		for i := from; i <= n-left; i++ {
			choose(i+1, left-1, sum+ranks[i]-mean)
		}
	}
	choose(0, k, 0)
	return float64(as) / float64(all)
}

// Spearman tests whether x and y rise together, or one rises as the other falls, by the correlation
// of their ranks. Pairs with a NaN are left out. Beyond small samples P comes from Student's t with
// n−2 degrees of freedom. It takes O(n log n).
func Spearman(x, y []float64) Result {
	var a, b []float64
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			a, b = append(a, x[i]), append(b, y[i])
		}
	}
	n := len(a)
	if n < 3 {
		return nothing(n, 0)
	}
	a, b = standardised(Ranks(a)), standardised(Ranks(b))
	if a == nil || b == nil {
		return nothing(n, 0)
	}
	rho := min(max(dot(a, b), -1), 1)
	r := Result{Statistic: rho, Effect: rho, Cases: n}
	if gamma := math.Gamma(float64(n + 1)); gamma <= mostArrangements {
		r.P, r.Exact = exactPairs(a, b, math.Abs(rho)), true
		return r
	}
	nu := float64(n - 2)
	t := math.Abs(rho) * math.Sqrt(nu/((1-rho)*(1+rho)))
	r.P = 2 * distuv.StudentsT{Sigma: 1, Nu: nu}.Survival(t)
	return r
}

// standardised centres the ranks and scales their sum of squares to 1; it returns nil if all ranks
// are equal.
func standardised(ranks []float64) []float64 {
	mean, square := float64(len(ranks)+1)/2, 0.0
	for _, r := range ranks {
		square += (r - mean) * (r - mean)
	}
	if square == 0 {
		return nil
	}
	for i := range ranks {
		ranks[i] = (ranks[i] - mean) / math.Sqrt(square)
	}
	return ranks
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// exactPairs returns the share of all orders of b that correlate with a at least as strongly.
func exactPairs(a, b []float64, rho float64) float64 {
	b = slices.Clone(b)
	as, all := 0.0, 0.0
	var permute func(k int)
	permute = func(k int) {
		if k == len(b) {
			all++
			if math.Abs(dot(a, b)) >= rho-1e-9 {
				as++
			}
			return
		}
		for i := k; i < len(b); i++ {
			b[k], b[i] = b[i], b[k]
			permute(k + 1)
			b[k], b[i] = b[i], b[k]
		}
	}
	permute(0)
	return as / all
}

// Adjust returns the p values of several tests, adjusted for their number: among the tests called
// at some level, at most that share is expected to be false, if the tests are independent or
// positively dependent (Benjamini and Hochberg 1995). NaN stays NaN and does not count as a test.
func Adjust(p []float64) []float64 {
	out := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) }) // greatest first
	least := 1.0
	for k, i := range order {
		least = min(least, p[i]*float64(len(order))/float64(len(order)-k))
		out[i] = least
	}
	return out
}

// AdjustDependent is Adjust for tests that may depend on each other in any way: for n tests, values are
// 1 + 1/2 + … + 1/n times as large, at most 1 (Benjamini and Yekutieli 2001).
func AdjustDependent(p []float64) []float64 {
	out, factor, n := Adjust(p), 0.0, 0
	for _, v := range p {
		if !math.IsNaN(v) {
			n++
			factor += 1 / float64(n)
		}
	}
	for i, q := range out {
		out[i] = min(1, factor*q) // NaN stays
	}
	return out
}

// Strength describes the strength of an association in a word. The bounds are those of Cohen
// (1988): for ε² of groups 0.01, 0.06 and 0.14 of the variance, and for ρ correlations of 0.1, 0.3
// and 0.5. It is "" if the effect is unknown.
func (r Result) Strength() string {
	bounds := [3]float64{0.01, 0.06, 0.14}
	if r.Groups == 0 {
		bounds = [3]float64{0.1, 0.3, 0.5}
	}
	switch e := math.Abs(r.Effect); {
	case math.IsNaN(e):
		return ""
	case e < bounds[0]:
		return "hardly any"
	case e < bounds[1]:
		return "weak"
	case e < bounds[2]:
		return "moderate"
	}
	return "strong"
}
