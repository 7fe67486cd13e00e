package cells

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting/beside"

	"gonum.org/v1/gonum/mat"
)

// FactorBlock returns the loadings of some items of a summary of factors as the one block of a
// [Hinton]. Each factor is a column, headed by how consistently it recurs from draw to draw, with
// the variance that it explains below.
func FactorBlock(s *factors.Summary, items []int) HintonBlock {
	var b HintonBlock
	if s.Count() == 0 {
		return b
	}
	b.Values = rowsOfMatrix(s.Factors.Loadings, items)
	if !s.Factors.Binary {
		b.Probability = rowsOfMatrix(s.Factors.Inclusion, items)
	}
	b.Low, b.High = rowsOfMatrix(s.Low, items), rowsOfMatrix(s.High, items)
	for j := range s.Count() {
		b.Columns = append(b.Columns,
			HintonColumn{Name: s.Name(j), Head: strconv.Itoa(s.Number(j) + 1), Note: beside.ShortPercent(s.Explained[j].Mean),
				Quality: beside.MatchQuality(s.Matches[j]), Lines: beside.FactorLines(s, j)})
	}
	return b
}

// rowsOfMatrix returns some rows of a matrix; nil of nil.
func rowsOfMatrix(x *mat.Dense, rows []int) *mat.Dense {
	if x == nil || len(rows) == 0 {
		return nil
	}
	_, k := x.Dims()
	out := mat.NewDense(len(rows), k, nil)
	for i, r := range rows {
		out.SetRow(i, x.RawRowView(r))
	}
	return out
}

// An ItemOrder is the order of items in a figure of loadings.
type ItemOrder string

// The orders of items.
const (
	ByFactor  ItemOrder = "by factor" // with the items that the same factor explains best, from its greatest loading down
	ByCluster ItemOrder = "clustered" // beside items with similar loadings; at most MaxClusteredColumns
	InFile    ItemOrder = "file order"
)

// FactorItems returns items of a summary in an order: all of them, or, if there are more than most
// > 0, the leading ones of each factor, equally many from each. It takes O(K D log D), and for
// ByCluster at worst the cube of the number of items returned.
func FactorItems(s *factors.Summary, order ItemOrder, most int) []int {
	if s.Count() == 0 {
		return nil
	}
	unit := factors.UnitLoadings(s.Factors)
	n, _ := unit.Dims()
	items := inference.UpTo(n)
	if most > 0 && n > most {
		items = leading(unit, most)
	}
	switch {
	case order == ByFactor:
		byFactor(unit, items)
	case order == ByCluster && len(items) > 2 && len(items) <= beside.MaxClusteredColumns:
		x := rowsOfMatrix(unit, items)
		place := linkage.OptimalOrder(x, linkage.Cluster(x, linkage.Average))
		sorted := make([]int, len(items))
		for i, p := range place {
			sorted[i] = items[p]
		}
		items = sorted
	}
	return items
}

// leading returns most items, ascending: the first of each factor, then the second of each, and so
// on.
func leading(unit *mat.Dense, most int) []int {
	n, k := unit.Dims()
	lists := make([][]int, k)
	for j := range lists {
		for i := range n {
			if unit.At(i, j) != 0 {
				lists[j] = append(lists[j], i)
			}
		}
		stable.Sort(lists[j], func(a, b int) int {
			return cmp.Compare(math.Abs(unit.At(b, j)), math.Abs(unit.At(a, j)))
		})
	}
	in := make([]bool, n)
	var items []int
	for rank := 0; len(items) < most; rank++ {
		any := false
		for _, l := range lists {
			if rank < len(l) {
				any = true
				if i := l[rank]; !in[i] && len(items) < most {
					in[i] = true
					items = append(items, i)
				}
			}
		}
		if !any {
			break
		}
	}
	slices.Sort(items)
	return items
}

// byFactor sorts items by the factor that explains most of them, and within a factor from the most
// positive loading to the most negative. Items without loadings come last.
func byFactor(unit *mat.Dense, items []int) {
	n, k := unit.Dims()
	first := make([]int, n)
	for _, i := range items {
		first[i] = k
		best := 0.0
		for j, v := range unit.RawRowView(i) {
			if math.Abs(v) > best {
				first[i], best = j, math.Abs(v)
			}
		}
	}
	stable.Sort(items, func(a, b int) int {
		if c := cmp.Compare(first[a], first[b]); c != 0 || first[a] == k {
			return c
		}
		return cmp.Compare(unit.At(b, first[b]), unit.At(a, first[a]))
	})
}
