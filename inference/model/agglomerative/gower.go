package agglomerative

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// ofKinds is the distance of rows whose columns are of several kinds (Gower 1971, A general coefficient of similarity
// and some of its properties, Biometrics 27, 857–871): the mean over the columns that are known in both rows of |x−y|
// over the range of the column, of numbers, counts and the ranks of ordered levels, or of 0 where levels are equal and
// 1 where they differ. A number known between limits counts as the limit it states, or the middle of two.
const ofKinds = "gower"

// gowerNote explains the weights of the columns.
const gowerNote = "In Gower's distance a column of two levels that are as frequent weighs about as much as nine columns of normal numbers."

// A gower measures distances, some rows at a time.
type gower struct {
	x      *mat.Dense
	spread []float64 // the range of each column, 0 for levels without an order
	out    *mat.Dense
	row    int
	sum    float64 // of the distances of pairs that have a column in common
	pairs  float64
	apart  [][2]int // pairs that have none
}

func newGower(data *inference.Dataset) *gower {
	n, d := data.Dims()
	g := &gower{x: stated(data), spread: make([]float64, d), out: mat.NewDense(n, n, nil)}
	for j := range d {
		if s := data.KindAt(j).Sort; s == column.YesNo || s == column.Category {
			continue
		}
		low, high := math.Inf(1), math.Inf(-1)
		for i := range n {
			if v := g.x.At(i, j); !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
		if g.spread[j] = high - low; !(g.spread[j] > 0) {
			g.spread[j] = 1 // all are equal
		}
	}
	return g
}

// stated returns the cells with the number that each limit states in its place.
func stated(data *inference.Dataset) *mat.Dense {
	if len(data.Limits) == 0 {
		return data.X
	}
	x := mat.DenseCopyOf(data.X)
	for at, limit := range data.Limits {
		x.Set(at.Row, at.Column, limit.Stated())
	}
	return x
}

// advance measures about so many cells and reports whether all rows are done. Pairs without a common column then get
// the mean distance.
func (g *gower) advance(cells int) bool {
	n, d := g.x.Dims()
	for work := 0; g.row < n && work < cells; g.row++ {
		x := g.x.RawRowView(g.row)
		for i := range g.row {
			sum, common := 0.0, 0.0
			for j, y := range g.x.RawRowView(i) {
				if math.IsNaN(y) || math.IsNaN(x[j]) {
					continue
				}
				common++
				switch {
				case g.spread[j] > 0:
					sum += math.Abs(x[j]-y) / g.spread[j]
				case x[j] != y:
					sum++
				}
			}
			if common == 0 {
				g.apart = append(g.apart, [2]int{g.row, i})
				continue
			}
			g.set(g.row, i, sum/common)
			g.sum += sum / common
			g.pairs++
		}
		work += g.row * d
	}
	if g.row < n {
		return false
	}
	for _, p := range g.apart {
		g.set(p[0], p[1], g.sum/max(g.pairs, 1))
	}
	g.apart = nil
	return true
}

func (g *gower) set(a, b int, v float64) {
	g.out.Set(a, b, v)
	g.out.Set(b, a, v)
}

// pairsWeighed is about how many pairs of rows the weights of columns are estimated from.
const pairsWeighed = 4000

// weights returns the share of each column in the variance, over pairs of rows, of Gower's distances: that of its own
// part of them. Parts of columns that go together are more than that together.
func weights(data *inference.Dataset) []float64 {
	g := newGower(data)
	n, d := g.x.Dims()
	count, sum, squares := make([]float64, d), make([]float64, d), make([]float64, d)
	for gap := 1; gap < n && (gap-1)*n < pairsWeighed; gap++ {
		for i := range n - gap {
			x, y := g.x.RawRowView(i), g.x.RawRowView(i+gap)
			for j := range d {
				e := math.Abs(x[j] - y[j])
				if math.IsNaN(e) {
					continue
				}
				if g.spread[j] > 0 {
					e /= g.spread[j]
				} else {
					e = min(e, 1)
				}
				count[j]++
				sum[j] += e
				squares[j] += e * e
			}
		}
	}
	total := 0.0
	for j, c := range count {
		if sum[j] = max(0, squares[j]-sum[j]*sum[j]/max(c, 1)) / max(c, 1); c > 0 {
			total += sum[j]
		}
	}
	for j := range sum {
		sum[j] /= max(total, 1e-300)
	}
	return sum
}

// mostWeights is how many columns are named with their weights.
const mostWeights = 4

// weightsNote lists the weights of the columns, the heaviest first.
func weightsNote(data *inference.Dataset) string {
	w := weights(data)
	order := inference.UpTo(len(w))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(w[b], w[a]) })
	var parts []string
	left := 1.0
	for _, j := range order[:min(mostWeights, len(order))] {
		parts = append(parts, fmt.Sprintf("%q %.0f %%", data.Columns[j], 100*w[j]))
		left -= w[j]
	}
	text := "Of what varies of these distances from pair to pair, columns have by themselves: " +
		strings.Join(parts, ", ")
	if more := len(order) - len(parts); more > 0 {
		text += fmt.Sprintf(", and the other %s %.1f %% each", words.Plural(more, "column"),
			100*max(0, left)/float64(more))
	}
	return text + "."
}

// hasLevels reports whether some columns have levels, which only Gower's distance takes as such.
func hasLevels(data *inference.Dataset) bool {
	return slices.ContainsFunc(data.Kinds, func(k column.Kind) bool { return k.Sort.HasLevels() })
}
