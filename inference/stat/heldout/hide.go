// Package heldout hides part of a table from a model that is then asked to predict it: cells from
// factor models, rows from models of a density of rows.
package heldout

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// hiding is the random stream that chooses what to hide; models use small numbers.
const hiding = 1 << 40

// Fewest is the least number of values that each row and column keeps when cells are hidden.
const Fewest = 2

// Cells returns a copy of a table with a share of its cells, chosen by the seed, missing. Every row
// and column keeps at least two values if it had them, and exposures of counts keep all.
func Cells(t *inference.Table, share float64, seed uint64) *inference.Table {
	n, d := t.Dims()
	x := mat.DenseCopyOf(t.X)
	rows, columns := make([]int, n), make([]int, d)
	cells := make([]int, 0, n*d) // those with a value that may be hidden, row by row
	across, downwards := exposures(t.RowKinds, t.Rows), exposures(t.Kinds, t.Columns)
	for i := range n {
		for j := range d {
			if !math.IsNaN(x.At(i, j)) && !across[i] && !downwards[j] {
				cells = append(cells, i*d+j)
				rows[i]++
				columns[j]++
			}
		}
	}
	rng := inference.Streams{Seed: seed}.Task(hiding)
	rng.Shuffle(len(cells), func(a, b int) { cells[a], cells[b] = cells[b], cells[a] })
	for _, c := range cells[:min(len(cells), max(1, int(math.Round(share*float64(len(cells))))))] {
		if i, j := c/d, c%d; rows[i] > Fewest && columns[j] > Fewest {
			x.Set(i, j, math.NaN())
			rows[i]--
			columns[j]--
		}
	}
	u := *t
	u.X = x
	return &u
}

// exposures are the places of the names that counts are per.
func exposures(kinds []column.Kind, names []string) map[int]bool {
	places := map[int]bool{}
	for _, k := range kinds {
		if k.Sort == column.Count && k.Exposure != "" {
			places[slices.Index(names, k.Exposure)] = true
		}
	}
	return places
}

// Rows returns the rows to learn from and a share of n rows to hold out, ascending, chosen by the
// seed. It refuses to leave fewer than two to learn from.
func Rows(n int, share float64, seed uint64) (learn, hidden []int, err error) {
	k := max(1, int(math.Round(share*float64(n))))
	if n-k < 2 {
		return nil, nil, fmt.Errorf("holding out %v of %d rows leaves fewer than two to learn from; hold out fewer", share, n)
	}
	order := inference.Streams{Seed: seed}.Task(hiding).Perm(n)
	hidden, learn = order[:k], order[k:]
	slices.Sort(hidden)
	slices.Sort(learn)
	return learn, hidden, nil
}

// Missing lists the cells that are missing in the data but present in full, with their values in
// working units. Cells of which the data know limits are not missing. Row i of the data is row place[i] of full; a negative place means none.
func Missing(data *inference.Dataset, full *inference.Table, place []int) (cells []inference.Cell, values []float64,
	err error) {
	x, err := data.Map(full)
	if err != nil {
		return nil, nil, err
	}
	n, d := data.Dims()
	for i := range n {
		if place[i] < 0 {
			continue
		}
		for j := range d {
			cell := inference.Cell{Row: i, Column: j}
			_, limited := data.Limits[cell]
			if v := x.At(place[i], j); math.IsNaN(data.X.At(i, j)) && !math.IsNaN(v) && !limited {
				cells, values = append(cells, cell), append(values, v)
			}
		}
	}
	return cells, values, nil
}
