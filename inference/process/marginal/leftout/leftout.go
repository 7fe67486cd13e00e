// Package leftout predicts a cell that is left out, from clusters of rows with independent columns and the laws of
// package block: given the clusters of the other rows, by a mixture over all clusters that the row can be in, weighted
// by its other cells. Draws were made given the value of the cell. To leave it out, each is weighted by one over the
// probability that it gives the value (A. E. Gelfand, D. K. Dey and H. Chang 1992, Model determination using predictive
// distributions, Bayesian Statistics 4), cut at the mean weight times the root of their number (E. L. Ionides 2008,
// Truncated importance sampling, Journal of Computational and Graphical Statistics 17).
package leftout

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/marginal/block"
)

// A Part is a cluster that a row may be in.
type Part struct {
	LogShare float64 // with the cell left out
	Law      block.Law
	Stats    []float64 // of the other rows
}

// A Cell is one that is left out.
type Cell struct {
	inference.Cell
	Value    float64 // as the law takes it; NaN where nothing is known of it
	Exposure float64
	// Centre and Scale bring numbers of the law to working units.
	Centre, Scale float64
}

const (
	leastShare = -12 // on a log scale, of a part that is not left out
	gaussians  = 2   // that stand for a number of a part, each with a variance drawn
)

// Belief returns the prediction of the cell by draws of parts. The same cell has the same belief always.
func (c Cell) Belief(draws [][]Part) (b inference.Belief) {
	rng := rand.New(rand.NewPCG(uint64(c.Row), uint64(c.Column)))
	weights := c.weights(draws)
	var parts []Part
	for t, draw := range draws {
		all := sumOf(draw)
		for _, p := range draw {
			share := p.LogShare - all
			if share < leastShare {
				continue
			}
			share += weights[t]
			numbers, are := p.Law.(*block.Numbers)
			if !are {
				b.LogShares, parts = append(b.LogShares, share), append(parts, p)
				continue
			}
			for range gaussians {
				mean, variance := numbers.DrawParameters(p.Stats, rng)
				b.Add(share, []float64{c.Centre + c.Scale*mean}, []float64{c.Scale * c.Scale * variance})
				parts = append(parts, p)
			}
		}
	}
	logScale := math.Log(c.Scale)
	b.LogValue = func(k int, value float64) float64 {
		return parts[k].Law.LogNext(parts[k].Stats, (value-c.Centre)/c.Scale, c.Exposure) - logScale
	}
	return b
}

// Mix returns the log probability, or density, of a value that the law of the cell takes, and its mean there, where the
// row sits in one of the parts.
func (c Cell) Mix(parts []Part, value float64) (log, mean float64) {
	all := sumOf(parts)
	var sum special.LogSum
	for _, p := range parts {
		share := p.LogShare - all
		sum.Add(share + p.Law.LogNext(p.Stats, value, c.Exposure))
		mean += math.Exp(share) * p.Law.Mean(p.Stats) * c.Exposure
	}
	return sum.Value(), mean
}

// weights returns the log weights of the draws with the value of the cell left out.
func (c Cell) weights(draws [][]Part) []float64 {
	w := make([]float64, len(draws))
	if math.IsNaN(c.Value) {
		return w
	}
	for t, draw := range draws {
		var with special.LogSum
		for _, p := range draw {
			with.Add(p.LogShare + p.Law.LogNext(p.Stats, c.Value, c.Exposure))
		}
		w[t] = sumOf(draw) - with.Value()
	}
	special.Cut(w)
	return w
}

func sumOf(parts []Part) float64 {
	var sum special.LogSum
	for _, p := range parts {
		sum.Add(p.LogShare)
	}
	return sum.Value()
}

// Clusters are those of all rows in some columns, in one draw, with a concentration of a Chinese restaurant.
type Clusters struct {
	Laws  []block.Law // of the columns
	Alpha float64
	z     []int
	sizes []int
	stats [][][]float64 // of each cluster and column
	at    func(row, place int) (value, exposure float64)
}

// NewClusters returns the clusters z of rows; at returns a cell as its law takes it, NaN where it is missing.
func NewClusters(laws []block.Law, alpha float64, z []int,
	at func(row, place int) (value, exposure float64)) *Clusters {
	c := &Clusters{Laws: laws, Alpha: alpha, z: z, at: at}
	for i, k := range z {
		for len(c.sizes) <= k {
			empty := make([][]float64, len(laws))
			for p, l := range laws {
				empty[p] = make([]float64, l.Width())
			}
			c.sizes, c.stats = append(c.sizes, 0), append(c.stats, empty)
		}
		c.sizes[k]++
		for p, l := range laws {
			y, e := at(i, p)
			l.Add(c.stats[k][p], y, e)
		}
	}
	return c
}

// Row returns, for each column, the clusters that a row may be in, a new one among them, its cell there left out.
func (c *Clusters) Row(i int) (parts [][]Part) {
	parts = make([][]Part, len(c.Laws))
	for k := 0; k <= len(c.sizes); k++ {
		size := c.Alpha
		if k < len(c.sizes) {
			size = float64(c.sizes[k])
		}
		if k == c.z[i] {
			size--
		}
		if !(size > 0) {
			continue
		}
		all, first := math.Log(size), len(parts[0])
		for p, l := range c.Laws {
			y, e := c.at(i, p)
			stats := make([]float64, l.Width())
			if k < len(c.sizes) {
				copy(stats, c.stats[k][p])
			}
			if k == c.z[i] {
				l.Remove(stats, y, e)
			}
			log := l.LogNext(stats, y, e)
			all += log
			parts[p] = append(parts[p], Part{LogShare: -log, Law: l, Stats: stats})
		}
		for p := range parts {
			parts[p][first].LogShare += all
		}
	}
	return parts
}
