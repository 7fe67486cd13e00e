package diagnostics

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// LeastDraws is the number of draws of each chain below which there are no diagnostics.
const LeastDraws = 8

// A Quantity is a scalar that chains draw, with its diagnostics. Unknown values are NaN, for the
// Reason given.
type Quantity struct {
	Name  string // as in the trace
	Title string // in words: "log joint", "σ²"

	Mean, StandardDeviation float64
	// MCSE and MCSEStandardDeviation are the Monte Carlo standard errors of the mean and of the
	// standard deviation.
	MCSE, MCSEStandardDeviation float64
	// Q5, Median and Q95 are quantiles of all draws, with their Monte Carlo standard errors.
	Q5, Median, Q95             float64
	MCSEQ5, MCSEMedian, MCSEQ95 float64
	// RHat is rank-normalised split R-hat: the larger of that of the draws and that of their
	// distances from the median.
	RHat float64
	// BulkESS and TailESS are effective sample sizes for the middle of the distribution, and the
	// lesser of those for its 5 % and 95 % quantiles.
	BulkESS, TailESS float64
	// Constant is true if all draws are equal, as those of a fixed parameter are.
	Constant bool
	Reason   string
}

// Known reports whether R-hat and the effective sample sizes are numbers.
func (q Quantity) Known() bool { return q.Reason == "" }

// Measure describes the draws of chains of equal length, in O(S log S) for S draws in all.
func Measure(name string, chains [][]float64) Quantity {
	nan := math.NaN()
	q := Quantity{Name: name, Mean: nan, StandardDeviation: nan, MCSE: nan, MCSEStandardDeviation: nan,
		Q5: nan, Median: nan, Q95: nan, MCSEQ5: nan, MCSEMedian: nan, MCSEQ95: nan, RHat: nan, BulkESS: nan, TailESS: nan}
	if len(chains) == 0 || len(chains[0]) == 0 {
		q.Reason = "there are no draws yet"
		return q
	}
	for _, c := range chains {
		if len(c) != len(chains[0]) {
			panic("diagnostics: chains of different lengths")
		}
		if !finite(c) {
			q.Reason = "some draws are not finite"
			return q
		}
	}
	all, split := alike(halves(chains))
	for k, h := range halves(chains) {
		copy(split[k], h)
	}
	order := sorted(chains)
	q.Q5, q.Median, q.Q95 = quantile(order, 0.05), quantile(order, 0.5), quantile(order, 0.95)
	q.Mean, q.StandardDeviation = moments(chains)
	if order[0].value == order[len(order)-1].value {
		q.Constant, q.StandardDeviation, q.Reason = true, 0, "it does not vary"
		return q
	}
	if n := len(chains[0]); n < LeastDraws {
		q.Reason = fmt.Sprintf("too few draws: each chain has %d but needs %d", n, LeastDraws)
		return q
	}
	q.judge(all, split, order)
	return q
}

// moments returns the mean and the standard deviation of all draws.
func moments(chains [][]float64) (mean, deviation float64) {
	n := float64(len(chains) * len(chains[0]))
	for _, c := range chains {
		mean += floats.Sum(c) / n
	}
	for _, c := range chains {
		for _, v := range c {
			deviation += (v - mean) * (v - mean)
		}
	}
	return mean, math.Sqrt(deviation / (n - 1))
}

// judge computes the diagnostics that depend on the correlation of draws. split holds the halves of
// the chains, all the same numbers in one slice; order is that of the whole chains.
func (q *Quantity) judge(all []float64, split [][]float64, order []place) {
	e := newEstimator(len(split), len(split[0]))
	scores, parts := alike(split)
	byHalves := order
	if len(order) != len(all) { // the middle draw of odd chains is in neither half
		byHalves = sorted(split)
	}
	normalScores(byHalves, scores)
	q.RHat = e.rhat(parts)
	q.BulkESS = e.ess(parts)
	normalScores(folded(byHalves, quantile(byHalves, 0.5)), scores)
	if r := e.rhat(parts); r > q.RHat || math.IsNaN(q.RHat) { // NaN if all are equally far from the median
		q.RHat = r
	}

	below := func(x float64) float64 {
		for i, v := range all {
			scores[i] = 0
			if v <= x {
				scores[i] = 1
			}
		}
		return e.ess(parts)
	}
	low, high := below(q.Q5), below(q.Q95)
	q.TailESS = least(low, high)
	q.MCSEQ5, q.MCSEQ95 = quantileError(order, 0.05, low), quantileError(order, 0.95, high)
	q.MCSEMedian = quantileError(order, 0.5, below(q.Median))

	q.MCSE = q.StandardDeviation / math.Sqrt(e.ess(split))
	for i, v := range all {
		scores[i] = (v - q.Mean) * (v - q.Mean)
	}
	// The delta method: Var(s) ≈ Var(s²)/(4s²).
	size := e.ess(parts)
	second := stat.Mean(scores, nil)
	for i, v := range scores {
		scores[i] = v * v
	}
	q.MCSEStandardDeviation = math.Sqrt((stat.Mean(scores, nil) - second*second) / size / second / 4)
}

// least returns the lesser number, or the other one if one is NaN: a tail beyond which there are no
// draws is ignored.
func least(a, b float64) float64 {
	if math.IsNaN(a) || b < a {
		return b
	}
	return a
}

// quantileError returns the Monte Carlo standard error of the p-quantile with size effective draws:
// half the central 68 % of the order statistics that may be the quantile, by their Beta
// distribution (Vehtari and others 2021, section 4.4).
func quantileError(order []place, p, size float64) float64 {
	if !(size > 0) {
		return math.NaN()
	}
	s := float64(len(order))
	at := func(share float64) int { return int(mathext.InvRegIncBeta(size*p+1, size*(1-p)+1, share) * s) }
	const tail = 0.158655253931457 // Φ(−1)
	low, high := at(tail)-1, at(1-tail)
	return (order[min(high, len(order)-1)].value - order[max(low, 0)].value) / 2
}
