package plotting

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"espalier/inference/algorithm/linkage"
	"espalier/inference/stat/factors"

	"gonum.org/v1/gonum/mat"
)

// FactorBlock returns the loadings of some items of a summary of factors as the one block
// of a [Hinton]: a column for each factor, headed by how well it is known again from draw
// to draw, with the variance that it explains below.
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
		b.Columns = append(b.Columns, HintonColumn{Name: factors.Name(j), Head: strconv.Itoa(j + 1), Note: shortPercent(s.Explained[j].Mean),
			Quality: MatchQuality(s.Matches[j]), Lines: FactorLines(s, j)})
	}
	return b
}

// shortPercent is a share as a whole number of percent.
func shortPercent(share float64) string {
	if !finite(share) {
		return ""
	}
	if share > 0 && share < 0.005 {
		return "<1 %"
	}
	return strconv.Itoa(int(math.Round(100*share))) + " %"
}

// MatchQuality is the share of the draws that have a factor times how similar it is in
// them to the mean of all: 1 where all draws agree on it.
func MatchQuality(m factors.Match) float64 {
	return min(max(m.Presence*m.Loadings*m.Activities, 0), 1)
}

// mostChainsListed is how many chains are listed one by one.
const mostChainsListed = 6

// FactorLines says how well a factor of a summary is known and how much it explains, for
// tooltips and captions.
func FactorLines(s *factors.Summary, j int) [][2]string {
	lines := [][2]string{{"variance explained", withInterval(s.Explained[j])}}
	if s.Draws == 0 {
		return lines
	}
	m := s.Matches[j]
	lines = append(lines, [2]string{"in draws", FormatPercent(m.Presence)})
	if s.Chains > 1 {
		least, most := 0, 0
		for c, p := range m.ByChain {
			if p < m.ByChain[least] {
				least = c
			}
			if p > m.ByChain[most] {
				most = c
			}
		}
		if m.ByChain[most]-m.ByChain[least] > 0.1 {
			text := ""
			for c, p := range m.ByChain {
				if c > 0 {
					text += ", "
				}
				text += strconv.Itoa(int(math.Round(100 * p)))
			}
			if len(m.ByChain) > mostChainsListed {
				text = fmt.Sprintf("%.0f to %.0f", 100*m.ByChain[least], 100*m.ByChain[most])
			}
			lines = append(lines, [2]string{"by chain", text + " %"})
		}
	}
	return append(lines, [2]string{"likeness of loadings", FormatDigits(m.Loadings, 2)}, [2]string{"likeness of activities", FormatDigits(m.Activities, 2)})
}

// withInterval writes a share with its interval.
func withInterval(s factors.Spread) string {
	text := FormatPercent(s.Mean)
	if finite(s.Low) {
		text += " (" + FormatPercentRange(s.Low, s.High) + ")"
	}
	return text
}

// rowsOfMatrix returns some rows; nil of nil.
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

// An ItemOrder says in which order items stand in a figure of loadings.
type ItemOrder string

// The orders of items.
const (
	ByFactor  ItemOrder = "by factor" // beside those that the same factor explains most of, its leading ones first
	ByCluster ItemOrder = "clustered" // beside those that load alike; up to MaxClusteredColumns of them
	InFile    ItemOrder = "file order"
)

// FactorItems returns items of a summary in an order: all of them, or, where there are more
// than most > 0, those that lead a factor, as many from each as there is room for. It takes
// O(K D log D), and for ByCluster the cube of the number of items returned at worst.
func FactorItems(s *factors.Summary, order ItemOrder, most int) []int {
	if s.Count() == 0 {
		return nil
	}
	unit := factors.UnitLoadings(s.Factors)
	n, _ := unit.Dims()
	items := make([]int, n)
	for i := range items {
		items[i] = i
	}
	if most > 0 && n > most {
		items = leading(unit, most)
	}
	switch {
	case order == ByFactor:
		byFactor(unit, items)
	case order == ByCluster && len(items) > 2 && len(items) <= MaxClusteredColumns:
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

// leading returns so many items, ascending: the first of each factor, the second of each,
// and so on.
func leading(unit *mat.Dense, most int) []int {
	n, k := unit.Dims()
	lists := make([][]int, k)
	for j := range lists {
		for i := range n {
			if unit.At(i, j) != 0 {
				lists[j] = append(lists[j], i)
			}
		}
		slices.SortStableFunc(lists[j], func(a, b int) int {
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

// byFactor sorts items by the factor that explains most of them and, in each, from the
// most positive loading to the most negative. Items without loadings come last.
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
	slices.SortStableFunc(items, func(a, b int) int {
		if c := cmp.Compare(first[a], first[b]); c != 0 || first[a] == k {
			return c
		}
		return cmp.Compare(unit.At(b, first[b]), unit.At(a, first[a]))
	})
}
