package factors

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/selection"
)

const (
	tail  = 0.05 // left out of an interval at each end
	block = 512  // items described together, whose draws stay in the cache
)

// describeLoadings fills in column j of the means, deviations, intervals and shares of the
// loadings. It takes O(D S) for S members.
func (m *matcher) describeLoadings(out *Summary, j int, members []member) {
	next := make([]int, len(members)) // next listed item of each member
	values, listed := make([]float32, block*len(members)), make([]int, block)
	for from := 0; from < m.items; from += block {
		to := min(from+block, m.items)
		clear(values)
		clear(listed)
		for s, b := range members {
			p := m.draws[b.draw][b.factor]
			for ; next[s] < len(p.items) && int(p.items[next[s]]) < to; next[s]++ {
				i := int(p.items[next[s]]) - from
				values[i*len(members)+s] = b.sign * p.values[next[s]]
				listed[i]++
			}
		}
		for i := from; i < to; i++ {
			n := listed[i-from]
			if n == 0 {
				continue
			}
			d := describe(values[(i-from)*len(members):][:len(members)])
			out.Factors.Inclusion.Set(i, j, float64(n)/float64(len(members)))
			out.Factors.Loadings.Set(i, j, d.Mean)
			out.Deviation.Set(i, j, d.StandardDeviation)
			out.Low.Set(i, j, d.Low)
			out.High.Set(i, j, d.High)
		}
	}
}

// describeActivities is describeLoadings for the activities.
func (m *matcher) describeActivities(out *Summary, j int, members []member) {
	values := make([]float32, len(members))
	for n := range m.cases {
		for s, b := range members {
			values[s] = b.sign * m.draws[b.draw][b.factor].activities[n]
		}
		d := describe(values)
		out.Factors.Activities.Set(n, j, d.Mean)
		out.ActivityDeviation.Set(n, j, d.StandardDeviation)
		out.ActivityLow.Set(n, j, d.Low)
		out.ActivityHigh.Set(n, j, d.High)
	}
}

// describe returns mean, standard deviation and interval of draws, whose order it changes.
func describe(v []float32) Spread {
	n := float64(len(v))
	mean, sum := 0.0, 0.0
	for _, x := range v {
		mean += float64(x) / n
	}
	for _, x := range v {
		sum += square(float64(x) - mean)
	}
	out := Spread{Mean: mean, StandardDeviation: math.Sqrt(sum / math.Max(1, n-1))}
	out.Low, out.High = quantile(v, tail), quantile(v, 1-tail)
	return out
}

// spread is describe for few numbers; NaN for none.
func spread(v []float64) Spread {
	if len(v) == 0 {
		return Spread{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	w := make([]float32, len(v))
	for i, x := range v {
		w[i] = float32(x)
	}
	return describe(w)
}

// quantile returns the p-quantile of v, interpolated linearly between the two nearest draws. It
// reorders v, with no draw after a middle one less than it, or leaves it, and takes O(n) on average.
func quantile(v []float32, p float64) float64 {
	place := p * float64(len(v)-1)
	i := int(place)
	between := func(low, high float32) float64 { return float64(low) + (place-float64(i))*float64(high-low) }
	last := len(v) - 1
	switch {
	case i == last:
		return float64(slices.Max(v))
	case i+1 < outermost:
		var least [outermost]float32
		outer(v, least[:i+2], 1)
		return between(least[i], least[i+1])
	case last-i < outermost:
		var greatest [outermost]float32
		outer(v, greatest[:last-i+1], -1)
		return between(-greatest[last-i], -greatest[last-i-1])
	}
	selection.Kth(v, i)
	return between(v[i], slices.Min(v[i+1:]))
}

// outermost is up to how many draws at an end are found by a pass that collects them, which is faster than
// partitioning all draws.
const outermost = 12

// outer fills to with the smallest values of sign times a draw, in ascending order; v has at least
// as many.
func outer(v, to []float32, sign float32) {
	n := len(to)
	for i, x := range v {
		if x *= sign; i >= n {
			if x >= to[n-1] {
				continue
			}
			i = n - 1
		}
		for ; i > 0 && to[i-1] > x; i-- {
			to[i] = to[i-1]
		}
		to[i] = x
	}
}
