package scores

import (
	"math"

	"example.org/espalier/inference/algorithm/stable"
)

// contingency counts the items of two labellings. It sums in a fixed order, so equal labellings
// give equal bits.
type contingency struct {
	total          float64
	rows, columns  []float64 // items of each label
	cells          []float64 // counts above 0, row by row
	cellRow, cellC []int
}

// newContingency panics when a and b differ in length.
func newContingency(a, b []int) contingency {
	if len(a) != len(b) {
		panic("scores: the two labellings have different lengths")
	}
	var c contingency
	numberA, numberB := map[int]int{}, map[int]int{}
	type pair struct{ a, b int }
	pairs := make([]pair, 0, len(a))
	number := func(m map[int]int, sums *[]float64, label int) int {
		k, ok := m[label]
		if !ok {
			k = len(m)
			m[label] = k
			*sums = append(*sums, 0)
		}
		(*sums)[k]++
		return k
	}
	for i := range a {
		if a[i] == -1 || b[i] == -1 {
			continue
		}
		pairs = append(pairs, pair{number(numberA, &c.rows, a[i]), number(numberB, &c.columns, b[i])})
	}
	c.total = float64(len(pairs))
	stable.SortFunc(pairs, func(x, y pair) int {
		if x.a != y.a {
			return x.a - y.a
		}
		return x.b - y.b
	})
	for i, p := range pairs {
		if i == 0 || p != pairs[i-1] {
			c.cells = append(c.cells, 0)
			c.cellRow = append(c.cellRow, p.a)
			c.cellC = append(c.cellC, p.b)
		}
		c.cells[len(c.cells)-1]++
	}
	return c
}

func choose2(counts []float64) float64 {
	s := 0.0
	for _, n := range counts {
		s += n * (n - 1) / 2
	}
	return s
}

// AdjustedRand returns the Rand index corrected for chance (Hubert and Arabie 1985): 1 for equal
// partitions, 0 on average for random ones. It is 1 if both partitions are one group, or both all
// singletons, and NaN for fewer than two items.
func AdjustedRand(a, b []int) float64 {
	c := newContingency(a, b)
	m := c.total * (c.total - 1) / 2
	s, sa, sb := choose2(c.cells), choose2(c.rows), choose2(c.columns)
	if m == 0 || c.total == 0 {
		return math.NaN()
	}
	expected := sa * sb / m
	if sa == sb && (sa == 0 || sa == m) {
		return 1
	}
	return (s - expected) / ((sa+sb)/2 - expected)
}

// entropies returns the entropies of both labellings and their mutual
// information, in nats.
func (c contingency) entropies() (ha, hb, mutual float64) {
	entropy := func(counts []float64) float64 {
		h := 0.0
		for _, n := range counts {
			h -= n / c.total * math.Log(n/c.total)
		}
		return h
	}
	for k, n := range c.cells {
		mutual += n / c.total * math.Log(n*c.total/(c.rows[c.cellRow[k]]*c.columns[c.cellC[k]]))
	}
	return entropy(c.rows), entropy(c.columns), max(0, mutual)
}

// NormalizedMutualInformation returns I(a;b)/½(H(a)+H(b)), in [0,1]. It is 1 if both labellings are
// one group, and NaN without items.
func NormalizedMutualInformation(a, b []int) float64 {
	c := newContingency(a, b)
	if c.total == 0 {
		return math.NaN()
	}
	ha, hb, mutual := c.entropies()
	if ha+hb == 0 {
		return 1
	}
	return min(1, mutual/((ha+hb)/2))
}

// VariationOfInformation returns H(a)+H(b)−2I(a;b) in nats (Meilă 2003): 0 for
// equal partitions, at most the logarithm of the number of items. NaN without items.
func VariationOfInformation(a, b []int) float64 {
	c := newContingency(a, b)
	if c.total == 0 {
		return math.NaN()
	}
	ha, hb, mutual := c.entropies()
	return max(0, ha+hb-2*mutual)
}

// Purity returns the share of items that have the most common label of their cluster, in (0,1]. NaN
// without items.
func Purity(clusters, labels []int) float64 {
	c := newContingency(clusters, labels)
	most := make([]float64, len(c.rows))
	for k, n := range c.cells {
		most[c.cellRow[k]] = max(most[c.cellRow[k]], n)
	}
	s := 0.0
	for _, n := range most {
		s += n
	}
	return s / c.total
}
