package nearness

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// An index finds rows that are probably near a row without looking at all rows. It holds trees of
// cells: each cell is halved along the line through two of its rows drawn at random, until it has few
// rows. The rows that share a last cell with a row in one of the trees are its candidates. In
// O(N·D·log N) time, and with about 20 numbers a row.
type index struct {
	table   []float64
	columns int
	cells   [indexTrees][][]int32 // of each tree
	cell    [indexTrees][]int32   // of each row in it
	seen    []int32               // scratch: by row, the number of the last search that found it
	count   int32
}

const (
	indexTrees = 10
	indexCell  = 64 // rows of a last cell, at most
)

func newIndex(rows []float64, n int) *index {
	x := &index{table: rows, columns: len(rows) / n, seen: make([]int32, n)}
	all := make([]int32, n)
	at, direction := make([]float64, n), make([]float64, x.columns)
	for k := range x.cells {
		for i := range all {
			all[i] = int32(i)
		}
		x.cell[k] = make([]int32, n)
		x.halve(k, all, at, direction, rand.New(rand.NewPCG(indexTrees, uint64(k))))
		all = make([]int32, n) // the cells keep the old one
	}
	return x
}

// halve makes last cells of the rows, for tree k. at and direction are scratch.
func (x *index) halve(k int, rows []int32, at, direction []float64, rng *rand.Rand) {
	if len(rows) <= indexCell {
		for _, i := range rows {
			x.cell[k][i] = int32(len(x.cells[k]))
		}
		x.cells[k] = append(x.cells[k], rows)
		return
	}
	row := func(i int32) []float64 { return x.table[int(i)*x.columns : int(i)*x.columns+x.columns] }
	a, b := row(rows[rng.IntN(len(rows))]), row(rows[rng.IntN(len(rows))])
	for j := range direction {
		direction[j] = a[j] - b[j]
	}
	for _, i := range rows {
		sum := 0.0
		for j, v := range row(i) {
			sum += direction[j] * v
		}
		at[i] = sum
	}
	slices.SortFunc(rows, func(i, j int32) int { return cmp.Or(cmp.Compare(at[i], at[j]), cmp.Compare(i, j)) })
	half := len(rows) / 2
	x.halve(k, rows[:half:half], at, direction, rng)
	x.halve(k, rows[half:], at, direction, rng)
}

// candidates calls f for each row that is probably near row i, once, and not for i.
func (x *index) candidates(i int32, f func(j int32)) {
	if x.count++; x.count <= 0 { // after 2³¹ searches
		clear(x.seen)
		x.count = 1
	}
	x.seen[i] = x.count
	for k := range x.cells {
		for _, j := range x.cells[k][x.cell[k][i]] {
			if x.seen[j] != x.count {
				x.seen[j] = x.count
				f(j)
			}
		}
	}
}
