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

// hiding is the random stream that chooses the rows or cells to hide; models use small numbers.
const hiding = 1 << 40

// Fewest is the least number of values that each row and column keeps when cells are hidden.
const Fewest = 2

// A Part hides a share of the rows or cells of a table, in a random order.
type Part struct {
	Share float64
	// Fold is 0 for the first share of the order. Otherwise the order is cut into 1/Share parts, as equal as can be, and
	// this one is hidden, from 1: each row or cell is in one of them.
	Fold int
	Seed uint64 // of the order
}

// Folds returns how many parts of a share there are, and whether they are equal.
func Folds(share float64) (k int, whole bool) {
	k = int(math.Round(1 / share))
	return k, k > 1 && math.Abs(share*float64(k)-1) < 1e-6
}

// of returns which of n places in the order are hidden.
func (p Part) of(n int) (from, to int) {
	if p.Fold == 0 {
		return 0, min(n, max(1, int(math.Round(p.Share*float64(n)))))
	}
	k, _ := Folds(p.Share)
	return (p.Fold - 1) * n / k, p.Fold * n / k
}

// Cells returns a copy of a table with a part of its cells missing, and the table whose values of these cells are asked
// for. Every row and column keeps at least two values if it had them, and exposures of counts keep all.
//
// Folds know links without a direction: of a relation that is the same both ways the two cells of a pair are hidden
// together, and one of them is asked for, since it can be read from the other. Cells of rows with themselves stay where
// all are zero.
func Cells(t *inference.Table, p Part) (left, asked *inference.Table) {
	n, d := t.Dims()
	x, of := mat.DenseCopyOf(t.X), t.X
	rows, columns := make([]int, n), make([]int, d)
	cells := make([]int, 0, n*d) // those with a value that may be hidden, row by row
	across, downwards := exposures(t.RowKinds, t.Rows), exposures(t.Kinds, t.Columns)
	var links links
	if p.Fold > 0 {
		links = linksOf(t)
	}
	for i := range n {
		for j := range d {
			if !math.IsNaN(x.At(i, j)) && !across[i] && !downwards[j] {
				if !links.second(i, j) {
					cells = append(cells, i*d+j)
				}
				rows[i]++
				columns[j]++
			}
		}
	}
	rng := inference.Streams{Seed: p.Seed}.Task(hiding)
	rng.Shuffle(len(cells), func(a, b int) { cells[a], cells[b] = cells[b], cells[a] })
	from, to := p.of(len(cells))
	for _, c := range cells[from:to] {
		i, j := c/d, c%d
		k, l, paired := links.mate(i, j)
		paired = paired && !math.IsNaN(x.At(k, l))
		if rows[i] <= Fewest || columns[j] <= Fewest || paired && (rows[k] <= Fewest || columns[l] <= Fewest) {
			continue
		}
		hide := func(i, j int) {
			x.Set(i, j, math.NaN())
			rows[i]--
			columns[j]--
		}
		hide(i, j)
		if paired {
			hide(k, l)
			if of == t.X {
				of = mat.DenseCopyOf(t.X)
			}
			of.(*mat.Dense).Set(k, l, math.NaN())
		}
	}
	u, v := *t, *t
	u.X, v.X = x, of
	return &u, &v
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

// Rows returns the rows to learn from and a part of n rows to hold out, ascending. It refuses to leave fewer than two
// to learn from, and parts without a row.
func Rows(n int, p Part) (learn, hidden []int, err error) {
	from, to := p.of(n)
	if n-(to-from) < 2 {
		return nil, nil,
			fmt.Errorf("holding out %v of %d rows leaves fewer than two to learn from; hold out fewer", p.Share, n)
	}
	if from == to {
		return nil, nil, fmt.Errorf("part %d of %d rows has no row; make fewer parts", p.Fold, n)
	}
	order := inference.Streams{Seed: p.Seed}.Task(hiding).Perm(n)
	hidden, learn = slices.Clone(order[from:to]), slices.Concat(order[:from], order[to:])
	slices.Sort(hidden)
	slices.Sort(learn)
	return learn, hidden, nil
}

// Missing lists the cells that are missing in the data but present in full, with their values in working units. Cells
// of which the data know limits are not missing. Row i of the data is row place[i] of full; a negative place means
// none.
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
