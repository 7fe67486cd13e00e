package ibp

import (
	"cmp"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"

	"gonum.org/v1/gonum/mat"
)

// A Matrix is a binary matrix Z, rows × features, stored as the positions of its ones.
type Matrix struct {
	Rows int
	// Columns lists, for each feature, the rows that have it, ascending.
	Columns [][]int
}

// Dense returns the matrix, rows × features; nil if it has no row or no feature.
func (z Matrix) Dense() *mat.Dense {
	if z.Rows == 0 || len(z.Columns) == 0 {
		return nil
	}
	d := mat.NewDense(z.Rows, len(z.Columns), nil)
	for k, c := range z.Columns {
		for _, i := range c {
			d.Set(i, k, 1)
		}
	}
	return d
}

// Features returns K₊, the number of columns with a one.
func (z Matrix) Features() int {
	n := 0
	for _, c := range z.Columns {
		if len(c) > 0 {
			n++
		}
	}
	return n
}

// Entries returns the number of ones.
func (z Matrix) Entries() int {
	n := 0
	for _, c := range z.Columns {
		n += len(c)
	}
	return n
}

// Clone returns a copy that shares nothing with z.
func (z Matrix) Clone() Matrix {
	c := Matrix{Rows: z.Rows, Columns: make([][]int, len(z.Columns))}
	for k, rows := range z.Columns {
		c.Columns[k] = slices.Clone(rows)
	}
	return c
}

// compareHistories orders columns by history, greatest first. The history is the binary number
// whose most significant digit is the first row.
func compareHistories(a, b []int) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return cmp.Compare(a[i], b[i])
		}
	}
	return cmp.Compare(len(b), len(a))
}

// LeftOrder returns the order of columns of the left-ordered form: by history, greatest first. The
// history is the binary number whose most significant digit is the first row. Equal columns keep
// their order; empty ones come last. O(K log K) comparisons.
func (z Matrix) LeftOrder() []int {
	order := inference.UpTo(len(z.Columns))
	stable.Sort(order, func(a, b int) int { return compareHistories(z.Columns[a], z.Columns[b]) })
	return order
}

// LeftOrdered returns the left-ordered form without empty columns. It shares the columns.
func (z Matrix) LeftOrdered() Matrix {
	f := Matrix{Rows: z.Rows}
	for _, k := range z.LeftOrder() {
		if len(z.Columns[k]) > 0 {
			f.Columns = append(f.Columns, z.Columns[k])
		}
	}
	return f
}

// alike returns K_h, the number of columns with history h, for each history that occurs, in the
// left-ordered form. Empty columns do not count.
func (z Matrix) alike() []int {
	var counts []int
	f := z.LeftOrdered()
	for k, c := range f.Columns {
		if k > 0 && slices.Equal(c, f.Columns[k-1]) {
			counts[len(counts)-1]++
		} else {
			counts = append(counts, 1)
		}
	}
	return counts
}

// counts returns m_k, the number of ones of each column.
func (z Matrix) counts() []int {
	m := make([]int, len(z.Columns))
	for k, c := range z.Columns {
		m[k] = len(c)
	}
	return m
}
