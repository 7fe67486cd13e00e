package pca

import (
	"math"
	"slices"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// A table holds the data as a factor model sees them: D items, N cases.
type table struct {
	side inference.Side
	d, n int
	y    []float64 // N×D, by case; 0 where missing
	gaps [][]int32 // missing items of each case
	seen []int     // number of observed cells of each item
	mean []float64 // mean of the observed cells of each item
	all  int       // number of observed cells
}

func newTable(x *mat.Dense, s inference.Settings) *table {
	rows, columns := x.Dims()
	t := &table{d: columns, n: rows}
	at := x.At
	if s.Text("features") == "rows" {
		t.side, t.d, t.n = inference.OnRows, rows, columns
		at = func(n, d int) float64 { return x.At(d, n) }
	}
	t.y, t.gaps = make([]float64, t.n*t.d), make([][]int32, t.n)
	t.seen, t.mean = make([]int, t.d), make([]float64, t.d)
	for n := range t.n {
		for d := range t.d {
			v := at(n, d)
			if math.IsNaN(v) {
				t.gaps[n] = append(t.gaps[n], int32(d))
				continue
			}
			t.y[n*t.d+d] = v
			t.seen[d]++
			t.mean[d] += v
			t.all++
		}
	}
	for d, k := range t.seen {
		t.mean[d] /= float64(max(k, 1))
	}
	return t
}

// cells returns the table, N×D, with NaN where cells are missing.
func (t *table) cells() *mat.Dense {
	x := mat.NewDense(t.n, t.d, slices.Clone(t.y))
	for n, gaps := range t.gaps {
		for _, d := range gaps {
			x.Set(n, int(d), math.NaN())
		}
	}
	return x
}

func (t *table) row(n int) []float64 { return t.y[n*t.d : (n+1)*t.d] }

func (t *table) complete() bool { return t.all == t.n*t.d }

// spread returns the mean variance over the items.
func (t *table) spread() float64 {
	sum := 0.0
	for n := range t.n {
		for d, v := range t.row(n) {
			e := v - t.mean[d]
			sum += e * e
		}
		for _, d := range t.gaps[n] {
			sum -= t.mean[d] * t.mean[d]
		}
	}
	return max(sum, 0) / float64(max(t.all, 1))
}

// most returns the greatest number of components that leaves some noise.
func (t *table) most() int { return max(1, min(t.d-1, t.n-2)) }

// items and cases return the words for them.
func (t *table) items() string {
	if t.side == inference.OnRows {
		return "rows"
	}
	return "columns"
}

func (t *table) cases() string {
	if t.side == inference.OnRows {
		return "columns"
	}
	return "rows"
}

// cell converts a place in the data set into case and item.
func (t *table) cell(c inference.Cell) (n, d int) {
	if t.side == inference.OnRows {
		return c.Column, c.Row
	}
	return c.Row, c.Column
}
