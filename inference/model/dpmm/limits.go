package dpmm

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// A cell of which only limits are known has a number between them that is drawn with the clusters: given the mean and
// the variance of its cluster, which are drawn from their posterior for that alone, it is normal between the limits.

// A limited is such a cell.
type limited struct {
	row, at int // its place among the numbers of a row, as clusters take it
	between observation.Interval
}

// columnsOf returns the columns of data with columns that are no numbers, or with limits; nil for others.
func columnsOf(data *inference.Dataset) (*block.Columns, error) {
	k, err := block.ColumnsOf(data)
	if err != nil || k != nil || len(data.Limits) == 0 {
		return k, err
	}
	n, d := data.Dims()
	return block.NewColumns(inference.UpTo(d), nil, nil, nil, n), nil
}

// limitsOf returns the limited cells by column and row.
func limitsOf(data *inference.Dataset, k *block.Columns) (list []limited) {
	for cell, l := range data.Limits {
		if at := slices.Index(k.Numbers, cell.Column); at >= 0 {
			list = append(list, limited{cell.Row, at, observation.Interval(l)})
		}
	}
	stable.SortFunc(list, func(a, b limited) int { return cmp.Or(a.at-b.at, a.row-b.row) })
	return list
}

// begin sets the numbers of limited cells to where a chain begins: their mean under the whole column.
func begin(list []limited, rows [][]float64, mean, variance []float64) {
	var m, v [1]float64
	for _, l := range list {
		l.between.Moments(mean[l.at:l.at+1], variance[l.at:l.at+1], m[:], v[:])
		rows[l.row][l.at] = m[0]
	}
}

// momentsOf returns the means and the variances of numbers, of those with limited cells by greatest likelihood.
func momentsOf(x *mat.Dense, list []limited) (mean, variance []float64) {
	mean, variance, _ = conjugate.Moments(x)
	for from := 0; from < len(list); {
		at, to := list[from].at, from
		var cells []column.Interval
		for ; to < len(list) && list[to].at == at; to++ {
			cells = append(cells, column.Interval(list[to].between))
		}
		n, _ := x.Dims()
		for i := range n {
			if v := x.At(i, at); v == v {
				cells = append(cells, column.Interval{Low: v, High: v})
			}
		}
		m, deviation := column.MeanDeviation(cells)
		if mean[at] = m; deviation > 0 {
			variance[at] = deviation * deviation
		}
		from = to
	}
	return mean, variance
}

// drawLimited draws the numbers of limited cells given the clusters, which must then be filled again.
func (s *state) drawLimited(rng *rand.Rand) {
	p := s.prior
	shape := p.Shape()
	for from := 0; from < len(s.limits); {
		at, to := s.limits[from].at, from
		for to < len(s.limits) && s.limits[to].at == at {
			to++
		}
		law := block.NewNumbers(p.Mean[at], p.Kappa, p.Freedom/2, p.Scale*(p.Freedom-2)*shape[at]/2)
		mean, variance := make([]float64, len(s.Active)), make([]float64, len(s.Active))
		for place, k := range s.Active {
			stats := make([]float64, law.Width())
			for i, z := range s.z {
				if z == k {
					law.Add(stats, s.rows[i][at], 1)
				}
			}
			mean[place], variance[place] = law.DrawParameters(stats, rng)
		}
		for _, l := range s.limits[from:to] {
			k := s.Place(s.z[l.row])
			l.between.Draw(mean[k:k+1], variance[k:k+1], rng, s.rows[l.row][at:at+1])
		}
		from = to
	}
}

// drawnOf returns the numbers of limited cells, in their order, and the hidden numbers.
func (s *state) drawnOf() (cells []float64) {
	if s.hidden != nil {
		return s.hidden.of(s.rows)
	}
	for _, l := range s.limits {
		cells = append(cells, s.rows[l.row][l.at])
	}
	return cells
}

// takeDrawn sets them.
func (s *state) takeDrawn(cells []float64) {
	if s.hidden != nil {
		s.hidden.take(cells, s.rows, s.holes)
		return
	}
	for i, v := range cells {
		l := s.limits[i]
		s.rows[l.row][l.at] = v
	}
}
