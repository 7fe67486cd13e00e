package matrix

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"

	"gonum.org/v1/gonum/mat"
)

// A history is the set of rows that own a feature, as bits; the first row shown is the highest bit.
type history []uint64

func (h history) set(place int) { h[place/64] |= 1 << (63 - place%64) }

// historyOf returns the bits of column k of z over rows in an order; a probability counts as 1 from
// ½.
func historyOf(z mat.Matrix, k int, rows []int) history {
	h := make(history, (len(rows)+63)/64)
	for place, i := range rows {
		if z.At(i, k) >= 0.5 {
			h.set(place)
		}
	}
	return h
}

// leftOrder returns the columns of z in left-ordered form, for rows in the given order: by the
// binary number that the rows write in a column, the first row its highest digit, greatest first
// (Griffiths and Ghahramani 2011, section 4.2). A probability counts as 1 from ½. Equal columns
// keep their order. It takes O(D K) for D rows and K columns.
func leftOrder(z mat.Matrix, rows []int) []int {
	_, n := z.Dims()
	histories := make([]history, n)
	for k := range histories {
		histories[k] = historyOf(z, k, rows)
	}
	order := inference.UpTo(n)
	stable.Sort(order, func(a, b int) int { return slices.Compare(histories[b], histories[a]) })
	return order
}

// groupRows orders the rows of z by the features that they own, read as a binary number over the
// columns in the given order, greatest first. So rows with the same features stand together, and
// rows without any come last. Equal rows are ordered by their loading on the first of their
// features, greatest first. If z is nil, all rows own all features, and they are ordered by the
// feature on which they load most. It takes O(D (K + log D)).
func groupRows(z, loadings *mat.Dense, columns []int) []int {
	if z == nil {
		return rowsByStrongest(loadings)
	}
	d, _ := z.Dims()
	owned := make([]history, d)
	words := (len(columns) + 63) / 64
	bits := make(history, d*words)
	first := make([]float64, d)
	for i := range d {
		h := bits[i*words : (i+1)*words]
		for place, k := range columns {
			if z.At(i, k) >= 0.5 {
				h.set(place)
			}
		}
		owned[i] = h
		if place := h.first(); place >= 0 && loadings != nil && sameDims(z, loadings) {
			first[i] = loadings.At(i, columns[place])
		}
	}
	rows := inference.UpTo(d)
	slices.SortFunc(rows, func(a, b int) int {
		return cmp.Or(slices.Compare(owned[b], owned[a]), cmp.Compare(first[b], first[a]), a-b)
	})
	return rows
}

// bySize orders the columns of z by the number of rows that own them, greatest first.
func bySize(z *mat.Dense) []int {
	d, n := z.Dims()
	sizes := make([]int, n)
	for i := range d {
		for k, v := range z.RawRowView(i) {
			if v >= 0.5 {
				sizes[k]++
			}
		}
	}
	columns := inference.UpTo(n)
	stable.Sort(columns, func(a, b int) int { return sizes[b] - sizes[a] })
	return columns
}

// mostSorts limits how often rows and columns are sorted by each other.
const mostSorts = 30

// doublyOrdered orders rows and columns of z so that the columns are in left-ordered form for the
// rows and the rows are grouped for the columns; Lubiw (1987) calls such orders doubly lexical. It
// sorts one by the other, beginning with the largest features, until neither changes, which takes a
// few rounds of O(D (K + log D)).
func doublyOrdered(z, loadings *mat.Dense) (rows, columns []int) {
	columns = bySize(z)
	for range mostSorts {
		rows = groupRows(z, loadings, columns)
		next := leftOrder(z, rows)
		if slices.Equal(next, columns) {
			break
		}
		columns = next
	}
	return rows, columns
}

// first returns the place of the highest bit, −1 where there is none.
func (h history) first() int {
	for i, w := range h {
		if w != 0 {
			return 64*i + bits.LeadingZeros64(w)
		}
	}
	return -1
}

// rowsByStrongest orders the rows by the column in which their value is greatest relative to the standard deviation of
// the column, and within a column by that value, greatest first.
func rowsByStrongest(x *mat.Dense) []int {
	d, n := x.Dims()
	scale := make([]float64, n)
	for k := range scale {
		if scale[k] = mat.Norm(x.ColView(k), 2); scale[k] == 0 {
			scale[k] = 1
		}
	}
	strongest := make([]int, d)
	for i := range strongest {
		for k := range n {
			if math.Abs(x.At(i, k))/scale[k] > math.Abs(x.At(i, strongest[i]))/scale[strongest[i]] {
				strongest[i] = k
			}
		}
	}
	rows := inference.UpTo(d)
	slices.SortFunc(rows, func(a, b int) int {
		return cmp.Or(strongest[a]-strongest[b], cmp.Compare(x.At(b, strongest[b]), x.At(a, strongest[a])), a-b)
	})
	return rows
}

func sameDims(a, b *mat.Dense) bool {
	r, c := a.Dims()
	n, d := b.Dims()
	return r == n && c == d
}
