package board

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"

	"gonum.org/v1/gonum/stat/distuv"
)

// confidence is the level of intervals.
const confidence = 0.95

// A Mean is the mean of values with its uncertainty. NaN means unknown.
type Mean struct {
	Mean, Error float64 // and its standard error
	Low, High   float64 // ends of the 95 % interval, by Student's t
}

// meanOf returns the mean of values. Values of one cluster, such as the cells of one row, may
// depend on each other; clusters do not. The standard error is that of the mean of clustered
// values (Liang and Zeger 1986), with the factor G/(G−1) for G clusters: where each cluster holds
// one value it is the usual one.
func meanOf(values []float64, cluster []string) Mean {
	n := float64(len(values))
	m := Mean{0, math.NaN(), math.NaN(), math.NaN()}
	for _, v := range values {
		m.Mean += v / n
	}
	if n == 0 || math.IsInf(m.Mean, 0) || math.IsNaN(m.Mean) {
		if n == 0 {
			m.Mean = math.NaN()
		}
		return m
	}
	sums := sums{at: map[string]int{}}
	for i, v := range values {
		sums.add(cluster[i], v-m.Mean)
	}
	m.spread(sums.of, n)
	return m
}

// sums are those of clusters, in the order in which these first occur, so that the order of addition is fixed.
type sums struct {
	of []float64
	at map[string]int
}

func (s *sums) add(cluster string, v float64) {
	k, met := s.at[cluster]
	if !met {
		k = len(s.of)
		s.at[cluster], s.of = k, append(s.of, 0)
	}
	s.of[k] += v
}

// spread gives the mean of n values its uncertainty, from the sum over each cluster of their differences from the mean.
// With fewer than two clusters it stays unknown.
func (m *Mean) spread(sums []float64, n float64) {
	g, squares := float64(len(sums)), 0.0
	if g < 2 {
		return
	}
	for _, s := range sums {
		squares += s * s
	}
	m.Error = math.Sqrt(g/(g-1)*squares) / n
	reach := m.Error * distuv.StudentsT{Sigma: 1, Nu: g - 1}.Quantile((1+confidence)/2)
	m.Low, m.High = m.Mean-reach, m.Mean+reach
}

// pooled joins the predictions of a line over several splits: the mean log density of each hidden row or cell.
type pooled struct {
	row     []string // that each belongs to
	sort    []string // sort of each cell, "" for rows
	density []float64
}

// pool combines splits. A row or cell that several splits hid counts once, with its mean over them.
func pool(splits []*hidden) pooled {
	var p pooled
	var times []float64
	place := map[string]int{}
	for _, h := range splits {
		for i, item := range h.item {
			k, ok := place[item]
			if !ok {
				k = len(times)
				place[item] = k
				p.row, p.density, times = append(p.row, h.row[i]), append(p.density, 0), append(times, 0)
				sort := ""
				if h.sort != nil {
					sort = h.sort[i]
				}
				p.sort = append(p.sort, sort)
			}
			p.density[k] += h.density[i]
			times[k]++
		}
	}
	for k, n := range times {
		p.density[k] /= n
	}
	return p
}

// A Share is the mean score of the hidden cells of one sort, in nats.
type Share struct {
	Sort    string // "yes/no", "levels", "counts" or "numbers"
	N       int
	Density float64
}

// shares returns the mean of each sort of cells, nil where there is one sort only.
func (p pooled) shares() (list []Share) {
	for i, sort := range p.sort {
		k := slices.IndexFunc(list, func(s Share) bool { return s.Sort == sort })
		if k < 0 {
			k, list = len(list), append(list, Share{Sort: sort})
		}
		list[k].N++
		list[k].Density += p.density[i]
	}
	if len(list) < 2 {
		return nil
	}
	for k := range list {
		list[k].Density /= float64(list[k].N)
	}
	stable.SortFunc(list, func(a, b Share) int { return cmp.Compare(a.Sort, b.Sort) })
	return list
}

// less returns p − q for each row or cell; both cover the same ones. If both are −∞ neither is
// better, and the difference is 0.
func (p pooled) less(q pooled) []float64 {
	d := make([]float64, len(p.density))
	for i, v := range p.density {
		if v != q.density[i] {
			d[i] = v - q.density[i]
		}
	}
	return d
}
