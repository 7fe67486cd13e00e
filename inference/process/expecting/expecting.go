// Package expecting predicts a cell of any kind from the distribution of the hidden numbers behind it: the
// probabilities of levels, intervals of counts and numbers, and the hidden number given the cell.
//
// Draws were made given the value of the cell. To leave it out, each is weighted by one over the probability that it
// gives the value (A. E. Gelfand, D. K. Dey and H. Chang 1992, Model determination using predictive distributions,
// Bayesian Statistics 4); weights are cut at their mean times the root of their number (E. L. Ionides 2008,
// Truncated importance sampling, Journal of Computational and Graphical Statistics 17).
package expecting

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/expected"
	"example.org/espalier/inference/process/observation"
)

// Cell predicts a cell from the distribution at of its hidden numbers. levels counts the levels of the column, 0 for
// none. factor is the likelihood of the hidden numbers given the cell's value, nil where the cell is missing; value is
// that of a known number, else NaN. column is nil for numbers.
func Cell(at inference.Cell, column observation.Column, levels int, factor observation.Factor, value float64,
	b inference.Belief) expected.Cell {
	no := math.NaN()
	c := expected.Cell{Row: at.Row, Column: at.Column, Low: no, Middle: no, High: no, Hidden: no, HiddenLow: no,
		HiddenHigh: no, Log: no}
	if len(b.LogShares) == 0 {
		return c
	}
	b = inColumn(b, column)
	given, mean, variance := withValue(b, at.Row, column, factor, value)
	out, in := b.LogShares, given
	if b.Drawn {
		in = b.LogShares
		out = without(b.LogShares, given)
	}
	if factor != nil || column == nil && !math.IsNaN(value) {
		c.Log = max(logValue(b.LogShares, out, given), leastLog)
	}
	out, in = shares(out), shares(in)
	low, high := (1-expected.Share)/2, (1+expected.Share)/2
	if levels > 0 {
		c.Probabilities = probabilities(at.Row, column, levels, b, out)
	} else if counts, is := column.(*observation.Counts); is && b.Means == nil {
		c.Low, c.Middle, c.High = countsAt(b, out, low, .5, high)
	} else if is {
		m, w := moments(b.Means, b.Variances, out)
		c.Low, c.Middle, c.High = counts.Quantile(at.Row, m, w, low), counts.Quantile(at.Row, m, w, .5),
			counts.Quantile(at.Row, m, w, high)
	} else {
		b, out := spread(b, out, column)
		c.Low, c.Middle, c.High = quantile(b, out, low), quantile(b, out, .5), quantile(b, out, high)
	}
	_, known := factor.(*observation.Point)
	if !known && column != nil && b.Means != nil && len(b.Means[0]) == 1 {
		m, w := moments(mean, variance, in)
		half := math.Sqrt(w) * normalQuantile(high)
		if robust, is := column.(*observation.Robust); is { // of which it is the number without its error
			m, half = robust.Units(m, half)
		}
		c.Hidden, c.HiddenLow, c.HiddenHigh = m, m-half, m+half
	}
	return c
}

// under returns a column with the parameters that it has under a Gaussian.
func under(b inference.Belief, k int, column observation.Column) observation.Column {
	if of, can := column.(observation.Learner); can && b.Parameters != nil {
		if own := of.Learnt(); own.SetParameters(b.Parameters[k]) {
			return own
		}
	}
	return column
}

// inColumn returns a belief of counts with the hidden numbers in the units of the column, in which its level and spread
// give the log rates.
func inColumn(b inference.Belief, column observation.Column) inference.Belief {
	counts, is := column.(*observation.Counts)
	if !is || b.Parameters == nil || b.Means == nil {
		return b
	}
	own := counts.Parameters()
	out := inference.Belief{LogShares: b.LogShares, Drawn: b.Drawn}
	for k, p := range b.Parameters {
		f := p[1] / own[1]
		out.Means = append(out.Means, []float64{(p[0]-own[0])/own[1] + f*b.Means[k][0]})
		out.Variances = append(out.Variances, []float64{f * f * b.Variances[k][0]})
	}
	return out
}

// spread returns a belief of the values of a cell and its shares: values of robust numbers have a larger variance than
// the hidden numbers.
func spread(b inference.Belief, share []float64, column observation.Column) (inference.Belief, []float64) {
	if _, is := column.(*observation.Robust); !is {
		return b, share
	}
	var out inference.Belief
	for k, s := range share {
		under(b, k, column).(*observation.Robust).Spread(b.Means[k][0], b.Variances[k][0], func(part, m, v float64) {
			out.Add(part+math.Log(s), []float64{m}, []float64{v})
		})
	}
	return out, shares(out.LogShares)
}

// withValue returns for each Gaussian its log share given the value of the cell, and the mean and variance of the
// hidden number given it; where there are several of these, means and variances stay those of the Gaussian.
func withValue(b inference.Belief, row int, column observation.Column, factor observation.Factor,
	value float64) (logs []float64, means, variances [][]float64) {
	logs = make([]float64, len(b.LogShares))
	room := roomOf(b)
	for k, share := range b.LogShares {
		if b.Means == nil { // the value alone has a probability
			if logs[k] = share; !math.IsNaN(value) {
				logs[k] += b.LogValue(k, value)
			}
			continue
		}
		m, w := b.Means[k], b.Variances[k]
		mean, variance := append([]float64(nil), m...), append([]float64(nil), w...)
		switch {
		case factor != nil:
			if own := under(b, k, column); own != column {
				factor = own.Factor(row, value)
			}
			if len(m) > 1 {
				share += observation.LogZ(factor, m, w, room)
				break
			}
			share += factor.Moments(m, w, mean, variance)
		case column == nil && b.LogValue != nil && !math.IsNaN(value):
			share += b.LogValue(k, value)
		case column == nil && !math.IsNaN(value):
			e := value - m[0]
			share -= 0.5 * (math.Log(2*math.Pi*w[0]) + e*e/w[0])
		}
		logs[k] = share
		means, variances = append(means, mean), append(variances, variance)
	}
	return logs, means, variances
}

// roomOf returns what [observation.LogZ] needs for the hidden numbers of a belief.
func roomOf(b inference.Belief) []float64 {
	if b.Means == nil {
		return nil
	}
	return make([]float64, 2*len(b.Means[0]))
}

// leastLog stands for the logarithm of probabilities that cannot be told from 0.
const leastLog = -1e6

// logValue returns the log probability of the value under the shares out, given its log probability times the shares
// of the belief.
func logValue(shares, out, given []float64) float64 {
	var with, all special.LogSum
	for k, l := range out {
		with.Add(l + given[k] - shares[k])
		all.Add(l)
	}
	return with.Value() - all.Value()
}

// without returns the log shares of draws with the value of the cell left out, given those times its probability.
func without(shares, given []float64) []float64 {
	weight := make([]float64, len(shares))
	for k, s := range shares {
		weight[k] = s - given[k]
	}
	special.Cut(weight)
	for k, s := range shares {
		weight[k] += s
	}
	return weight
}

// shares returns the exponentials of logs, over their sum.
func shares(logs []float64) []float64 {
	var sum special.LogSum
	for _, l := range logs {
		sum.Add(l)
	}
	out, total := make([]float64, len(logs)), sum.Value()
	for k, l := range logs {
		out[k] = math.Exp(l - total)
	}
	return out
}

// probabilities returns those of the levels; they sum to 1.
func probabilities(row int, column observation.Column, levels int, b inference.Belief, share []float64) []float64 {
	p, room := make([]float64, levels), roomOf(b)
	sum := 0.0
	for k, s := range share {
		if !(s > 0) {
			continue
		}
		if b.Means == nil {
			for l := range p {
				p[l] += s * math.Exp(b.LogValue(k, float64(l)))
			}
			continue
		}
		own := under(b, k, column)
		for l := range p {
			p[l] += s * math.Exp(observation.LogZ(own.Factor(row, float64(l)), b.Means[k], b.Variances[k], room))
		}
	}
	for _, v := range p {
		sum += v
	}
	for l := range p {
		p[l] /= sum
	}
	return p
}

// countsAt returns the quantiles of a count whose parts give each count a probability, at rising p: the least counts
// with as much up to them.
func countsAt(b inference.Belief, share []float64, low, middle, high float64) (atLow, atMiddle, atHigh float64) {
	most, kept, sum := slices.Max(share), 0.0, 0.0
	var parts []int
	for k, s := range share {
		if s > leastPart*most {
			parts, kept = append(parts, k), kept+s
		}
	}
	atLow, atMiddle = math.NaN(), math.NaN()
	for y := 0.0; ; y++ {
		for _, k := range parts {
			sum += share[k] / kept * math.Exp(b.LogValue(k, y))
		}
		if math.IsNaN(atLow) && sum >= low {
			atLow = y
		}
		if math.IsNaN(atMiddle) && sum >= middle {
			atMiddle = y
		}
		if sum >= high || y > mostCounted {
			return min(atLow, y), min(atMiddle, y), y
		}
	}
}

const (
	leastPart   = 1e-3 // of the greatest
	mostCounted = 100_000
)

// moments returns the mean and the variance of the first hidden number.
func moments(means, variances [][]float64, share []float64) (mean, variance float64) {
	for k, s := range share {
		mean += s * means[k][0]
	}
	for k, s := range share {
		e := means[k][0] - mean
		variance += s * (variances[k][0] + e*e)
	}
	return mean, variance
}

// quantile returns that of the first hidden number, by bisection.
func quantile(b inference.Belief, share []float64, p float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for k := range share {
		at := b.Means[k][0] + math.Sqrt(b.Variances[k][0])*normalQuantile(p)
		low, high = min(low, at), max(high, at)
	}
	for range 60 {
		middle, below := (low+high)/2, 0.0
		for k, s := range share {
			below += s * math.Exp(special.LogNormalCDF((middle-b.Means[k][0])/math.Sqrt(b.Variances[k][0])))
		}
		if below < p {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
