package heldout

import (
	"math"

	"example.org/espalier/inference"
)

// Links are the relations between the rows of a table.
type links struct {
	columns [][]int // of each relation, in the order of the rows
	of, at  []int   // of each column: its relation, −1 for none, and its row
	same    []bool  // of each relation: it is the same both ways
	apart   []bool  // and no row is linked with itself
}

// linksOf finds the relations of a table.
func linksOf(t *inference.Table) (l links) {
	n, d := t.Dims()
	l.of, l.at = make([]int, d), make([]int, d)
	for j := range d {
		l.of[j] = -1
	}
	for r, columns := range relations(t) {
		same, apart := true, true
		for i, j := range columns {
			l.of[j], l.at[j] = r, i
			if x := t.X.At(i, j); x != 0 && !math.IsNaN(x) {
				apart = false
			}
			for k := range n {
				a, b := t.X.At(k, j), t.X.At(i, columns[k])
				same = same && (a == b || math.IsNaN(a) || math.IsNaN(b))
			}
		}
		l.columns, l.same, l.apart = append(l.columns, columns), append(l.same, same), append(l.apart, apart)
	}
	return l
}

// relations returns the columns of each relation of a table. One without names is a network if it looks like one.
func relations(t *inference.Table) (list [][]int) {
	found, _ := (&inference.Dataset{Rows: t.Rows, Columns: t.Columns, ColumnAnnotations: t.ColumnAnnotations}).Relations()
	for _, r := range found {
		list = append(list, r.Columns)
	}
	if list == nil {
		if _, is := t.Network(); is {
			list = [][]int{inference.UpTo(len(t.Rows))}
		}
	}
	return list
}

// mate returns the other cell of a pair of rows whose link has no direction.
func (l links) mate(i, j int) (k, m int, is bool) {
	if l.of == nil || l.of[j] < 0 || !l.same[l.of[j]] || l.at[j] == i {
		return 0, 0, false
	}
	return l.at[j], l.columns[l.of[j]][i], true
}

// second reports whether a cell is not one to choose: its pair has another, or all rows have zero with themselves.
func (l links) second(i, j int) bool {
	if l.of == nil || l.of[j] < 0 {
		return false
	}
	r := l.of[j]
	return l.same[r] && i > l.at[j] || l.apart[r] && i == l.at[j]
}
