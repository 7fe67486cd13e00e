// Package assignment pairs the rows of a cost table with its columns, one to one, at the least
// total cost.
package assignment

import "math"

// Solve returns the column that each row of cost is paired with, −1 for none. The pairing has as
// many pairs as the shorter side allows and the least sum of costs. Costs are finite. Solve panics
// unless the rows have the same length.
//
// Each row in turn takes the cheapest chain of exchanges that gives it a free column; prices of
// rows and columns keep reduced costs from being negative (Kuhn 1955; Jonker and Volgenant 1987).
// For r rows and c columns it takes O(min(r,c)² max(r,c)).
func Solve(cost [][]float64) []int {
	rows := len(cost)
	if rows == 0 {
		return nil
	}
	columns := len(cost[0])
	for _, r := range cost {
		if len(r) != columns {
			panic("assignment: rows of different lengths")
		}
	}
	if rows <= columns {
		return solve(rows, columns, func(i, j int) float64 { return cost[i][j] })
	}
	out := make([]int, rows)
	for i := range out {
		out[i] = -1
	}
	for j, i := range solve(columns, rows, func(i, j int) float64 { return cost[j][i] }) {
		out[i] = j
	}
	return out
}

// solve pairs every row; there are at most as many rows as columns.
func solve(rows, columns int, cost func(i, j int) float64) []int {
	rowPrice, columnPrice := make([]float64, rows), make([]float64, columns)
	owner := make([]int, columns) // row of each column
	for j := range owner {
		owner[j] = -1
	}
	slack, from, reached := make([]float64, columns), make([]int, columns), make([]bool, columns)
	for start := range rows {
		for j := range slack {
			slack[j], reached[j] = math.Inf(1), false
		}
		row, last := start, -1 // the chain ends in row, reached through the column last
		var chain []int        // columns reached; their owners are in the chain
		free := -1
		for free < 0 {
			nearest, best := -1, math.Inf(1)
			for j := range columns {
				if reached[j] {
					continue
				}
				if c := cost(row, j) - rowPrice[row] - columnPrice[j]; c < slack[j] {
					slack[j], from[j] = c, last
				}
				if slack[j] < best {
					nearest, best = j, slack[j]
				}
			}
			rowPrice[start] += best
			for _, j := range chain {
				rowPrice[owner[j]] += best
				columnPrice[j] -= best
			}
			for j := range columns {
				if !reached[j] {
					slack[j] -= best
				}
			}
			reached[nearest] = true
			if owner[nearest] < 0 {
				free = nearest
			} else {
				chain = append(chain, nearest)
				row, last = owner[nearest], nearest
			}
		}
		for j := free; ; j = from[j] {
			if from[j] < 0 {
				owner[j] = start
				break
			}
			owner[j] = owner[from[j]]
		}
	}
	out := make([]int, rows)
	for j, i := range owner {
		if i >= 0 {
			out[i] = j
		}
	}
	return out
}
