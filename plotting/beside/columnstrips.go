package beside

import "example.org/espalier/inference"

// mostColumnStrips is how many annotations of the columns are strips.
const mostColumnStrips = 3

// columnStrips returns the first annotations that have more than one level and not nearly one for
// each column.
func columnStrips(annotations []inference.Annotation) (list []Strip) {
	for _, a := range annotations {
		if k := len(a.Levels); k > 1 && 2*k <= len(a.Values) && len(list) < mostColumnStrips {
			list = append(list, Strip{Annotation: a})
		}
	}
	return list
}

// ColumnCode returns the level of column j of X: the most frequent one of the columns of the data that
// it shows, −1 if most have none.
func (h *Heat) ColumnCode(s *Strip, j int) int {
	columns := h.DataColumns(j)
	if len(columns) == 1 {
		return s.Code(columns[0])
	}
	votes := make([]int, len(s.Annotation.Levels)+1)
	for _, c := range columns {
		votes[s.Code(c)+1]++
	}
	return mostVotes(votes)
}

// mostVotes returns the level of most votes, where the first are for none.
func mostVotes(votes []int) int {
	best := 0
	for i, n := range votes {
		if n > votes[best] {
			best = i
		}
	}
	return best - 1
}

// ColumnRuns returns the cells of a strip of the columns, by their places from the left. step columns
// share a cell, which shows their most frequent level. With join, equal neighbours are joined.
func (h *Heat) ColumnRuns(s *Strip, step int, join bool) (runs []StripRun) {
	votes := make([]int, len(s.Annotation.Levels)+1)
	for from := 0; from < len(h.Order); from += step {
		to := min(from+step, len(h.Order))
		clear(votes)
		for _, j := range h.Order[from:to] {
			votes[h.ColumnCode(s, j)+1]++
		}
		code := mostVotes(votes)
		if n := len(runs); join && n > 0 && runs[n-1].Code == code {
			runs[n-1].To = float64(to)
			continue
		}
		runs = append(runs, StripRun{code, float64(from), float64(to)})
	}
	return runs
}
