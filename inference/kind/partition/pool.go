package partition

import (
	"cmp"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/grouping"

	"gonum.org/v1/gonum/mat"
)

// Pool implements inference.Pooler: Together is the mean over the chains. Where the chains tell their draws, the labels
// are those that all their draws give together, see [Drawn]. Else they are those of the chain nearest to Together or,
// without that, of the first chain.
func (p *Partition) Pool(chains []inference.Part) inference.Part {
	var all []*Partition
	for _, c := range chains {
		if one, ok := c.(*Partition); ok && (len(all) == 0 || len(one.Labels) == len(all[0].Labels)) {
			all = append(all, one)
		}
	}
	return pooled(cmp.Or(append(all, p)...), all, meanTogether(all))
}

// pooled returns the partition of all chains together, where there are any, with the mean of the shares of pairs.
func pooled(first *Partition, all []*Partition, together *mat.Dense) *Partition {
	var draws [][]int
	for _, one := range all {
		if len(one.Draws) == 0 || len(one.Number) == 0 {
			draws = nil
			break
		}
		draws = append(draws, inference.Spaced(one.Draws, max(1, grouping.Draws(len(one.Labels))/len(all)))...)
	}
	switch {
	case len(draws) > 0 && len(all) > 1:
		pooled := Drawn(first.Name, draws, together, meanNumber(all), first.Least)
		for _, one := range all {
			pooled.Agreement = append(pooled.Agreement, grouping.Agreement(one.Labels, pooled.Labels))
		}
		return pooled
	case together == nil || len(all) < 2:
		return first
	}
	best := nearest(together, all)
	return &Partition{Name: best.Name, Labels: best.Labels, Together: together}
}

// counted is the partition of a chain that is to be pooled with those of others, without Together.
type counted struct {
	*Partition
	pairs counts
}

// Pool implements inference.Pooler; see [Partition.Pool]. The parts are of chains of one fit.
func (p *counted) Pool(chains []inference.Part) inference.Part {
	var all []*Partition
	var pairs []counts
	for _, c := range chains {
		if one, has := c.(*counted); has {
			all, pairs = append(all, one.Partition), append(pairs, one.pairs)
		}
	}
	if len(all) < 2 {
		one := *p.Partition
		one.Together = p.pairs.matrix()
		return &one
	}
	return pooled(p.Partition, all, meanCounted(pairs))
}

// meanCounted is the mean of the shares of pairs, bit by bit what [meanTogether] makes of their matrices.
func meanCounted(chains []counts) *mat.Dense {
	n := chains[0].rows
	mean := make([]float64, n*n)
	shares := make([][]float64, len(chains))
	for c := range chains {
		shares[c] = chains[c].shares()
	}
	for i := range n {
		row := mean[i*n+i:][:n-i]
		row[0] = 1
		for c := range chains {
			for j, k := range chains[c].row(i) {
				row[j+1] += (shares[c][k] - row[j+1]) / float64(c+1)
			}
		}
	}
	return mirrored(mean, n)
}

// meanTogether is the mean over those that have Together; nil where the first has none.
func meanTogether(all []*Partition) *mat.Dense {
	if len(all) == 0 || all[0].Together == nil {
		return nil
	}
	sum, n := mat.DenseCopyOf(all[0].Together), 1.0
	values := sum.RawMatrix().Data
	for _, o := range all[1:] {
		if o.Together == nil {
			continue
		}
		n++
		for i, v := range o.Together.RawMatrix().Data {
			values[i] += (v - values[i]) / n
		}
	}
	return sum
}

func meanNumber(all []*Partition) []float64 {
	var mean []float64
	for _, one := range all {
		for k, v := range one.Number {
			for len(mean) <= k {
				mean = append(mean, 0)
			}
			mean[k] += v / float64(len(all))
		}
	}
	return mean
}

// nearest returns the partition of the rows with the least squared distance from the co-clustering
// probabilities p, N×N: the least Σ over its pairs of 1−2p (Dahl 2006).
func nearest(p *mat.Dense, partitions []*Partition) *Partition {
	var best *Partition
	least := 0.0
	for _, z := range partitions {
		sum := 0.0
		for i, a := range z.Labels {
			row := p.RawRowView(i)
			for j, b := range z.Labels[:i] {
				if a == b {
					sum += 1 - 2*row[j]
				}
			}
		}
		if best == nil || sum < least {
			best, least = z, sum
		}
	}
	return best
}
