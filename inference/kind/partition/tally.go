package partition

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/grouping"

	"gonum.org/v1/gonum/mat"
)

// A Tally makes the partition that shows the draws of a chain, again and again while it runs. It remembers which pairs
// of rows were together, so that a draw that comes or goes costs O(Σn²) for groups of n rows. The zero value is ready.
type Tally struct {
	iterations []int // of the draws that together counts
	labels     [][]int
	together   counts // of them
	lent       bool   // together is part of a snapshot, and is copied before it changes
}

// counts are for each pair of rows i < j the number of draws with both in one group, row by row.
type counts struct {
	rows, draws int
	of          []uint16
}

// row returns the counts of a row with those after it.
func (c *counts) row(i int) []uint16 {
	first := i * (2*c.rows - i - 1) / 2
	return c.of[first : first+c.rows-1-i]
}

// Drawn returns [Drawn] of some draws with the shares of pairs, where the rows are not too many, and of numbers of
// groups. iterations are those of the draws, ascending; draws are never changed.
func (t *Tally) Drawn(name string, iterations []int, draws [][]int, least int) *Partition {
	var together *mat.Dense
	n := len(draws[0])
	if n <= MostTogether {
		t.count(n, iterations, draws)
		together = t.together.matrix()
	}
	return Drawn(name, draws, together, numbers(draws), least)
}

// ToPool returns what [Tally.Drawn] does as a part that is only to be pooled with those of other chains: of many rows
// it holds a quarter of the bytes and takes much less time.
func (t *Tally) ToPool(name string, iterations []int, draws [][]int, least int) inference.Part {
	n := len(draws[0])
	if n <= grouping.FewRows || n > MostTogether {
		return t.Drawn(name, iterations, draws, least)
	}
	t.count(n, iterations, draws)
	t.lent = true
	c := &counted{pairs: t.together}
	c.Partition = drawn(name, draws, func(z [][]int) []int { return grouping.ShownOfMany(z, c.pairs.far) },
		numbers(draws), least)
	return c
}

// count updates together to the given draws.
func (t *Tally) count(n int, iterations []int, draws [][]int) {
	switch {
	case t.together.of == nil:
		t.together = counts{rows: n, of: make([]uint16, n*(n-1)/2)}
	case t.lent && !slices.Equal(t.iterations, iterations):
		t.together.of = slices.Clone(t.together.of)
		t.lent = false
	}
	i, j := 0, 0
	for i < len(t.iterations) || j < len(iterations) {
		switch {
		case j == len(iterations) || i < len(t.iterations) && t.iterations[i] < iterations[j]:
			t.together.add(t.labels[i], ^uint16(0))
			i++
		case i == len(t.iterations) || iterations[j] < t.iterations[i]:
			t.together.add(draws[j], 1)
			j++
		default:
			i++
			j++
		}
	}
	t.iterations, t.labels = append(t.iterations[:0:0], iterations...), append(t.labels[:0:0], draws...)
	t.together.draws = len(draws)
}

// add adds one to each pair of a draw; the complement of one subtracts.
func (c *counts) add(z []int, one uint16) {
	var members [][]int
	for i, k := range z {
		for len(members) <= k {
			members = append(members, nil)
		}
		members[k] = append(members[k], i)
	}
	for _, m := range members {
		for a, i := range m {
			row := c.row(i)
			for _, j := range m[a+1:] {
				row[j-i-1] += one
			}
		}
	}
}

// shares returns the share of all draws that so many are.
func (c *counts) shares() []float64 {
	share := make([]float64, c.draws+1)
	for k := range share {
		share[k] = float64(k) / float64(c.draws)
	}
	return share
}

// far appends 1 less the shares of pairs to d; see [grouping.ShownOfMany].
func (c *counts) far(d []float64) []float64 {
	share := c.shares()
	for k, v := range share {
		share[k] = max(0, 1-v)
	}
	for _, k := range c.of {
		d = append(d, share[k])
	}
	return d
}

// matrix returns the share of the draws in which each pair of rows is in one group, 1 on the diagonal.
func (c *counts) matrix() *mat.Dense {
	x, share := make([]float64, c.rows*c.rows), c.shares()
	for i := range c.rows {
		row := x[i*c.rows+i:][:c.rows-i]
		row[0] = 1
		for j, k := range c.row(i) {
			row[j+1] = share[k]
		}
	}
	return mirrored(x, c.rows)
}

// tile is the number of rows and columns that stay in the cache while both halves of a matrix are written.
const tile = 64

// mirrored returns the symmetric matrix of n rows of which x holds what is on the diagonal and above it.
func mirrored(x []float64, n int) *mat.Dense {
	for from := 0; from < n; from += tile {
		for begin := from; begin < n; begin += tile {
			for i := from; i < min(from+tile, n); i++ {
				for j := max(i+1, begin); j < min(begin+tile, n); j++ {
					x[j*n+i] = x[i*n+j]
				}
			}
		}
	}
	return mat.NewDense(n, n, x)
}

// numbers returns the share of draws with 0, 1, 2, … groups.
func numbers(draws [][]int) (share []float64) {
	for _, z := range draws {
		groups := 0
		for _, k := range z {
			groups = max(groups, k+1)
		}
		for len(share) <= groups {
			share = append(share, 0)
		}
		share[groups] += 1 / float64(len(draws))
	}
	return share
}
