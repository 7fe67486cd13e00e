package partition

import "gonum.org/v1/gonum/mat"

// A Tally makes the partition that shows the draws of a chain, again and again while it runs. It remembers which pairs
// of rows were together, so that a draw that comes or goes costs O(Σn²) for groups of n rows. The zero value is ready.
type Tally struct {
	iterations []int // of the draws that together counts
	labels     [][]int
	together   []uint16 // number of them with rows i < j in one group
}

// Drawn returns [Drawn] of some draws with the shares of pairs, where the rows are not too many, and of numbers of
// groups. iterations are those of the draws, ascending; draws are never changed.
func (t *Tally) Drawn(name string, iterations []int, draws [][]int, least int) *Partition {
	var together *mat.Dense
	n := len(draws[0])
	if n <= MostTogether {
		t.count(n, iterations, draws)
		together = t.shares(n)
	}
	return Drawn(name, draws, together, numbers(draws), least)
}

// count updates together to the given draws.
func (t *Tally) count(n int, iterations []int, draws [][]int) {
	if t.together == nil {
		t.together = make([]uint16, n*n)
	}
	i, j := 0, 0
	for i < len(t.iterations) || j < len(iterations) {
		switch {
		case j == len(iterations) || i < len(t.iterations) && t.iterations[i] < iterations[j]:
			t.add(n, t.labels[i], ^uint16(0))
			i++
		case i == len(t.iterations) || iterations[j] < t.iterations[i]:
			t.add(n, draws[j], 1)
			j++
		default:
			i++
			j++
		}
	}
	t.iterations, t.labels = append(t.iterations[:0:0], iterations...), append(t.labels[:0:0], draws...)
}

// add adds one to each pair of a draw; the complement of one subtracts.
func (t *Tally) add(n int, z []int, one uint16) {
	var members [][]int
	for i, k := range z {
		for len(members) <= k {
			members = append(members, nil)
		}
		members[k] = append(members[k], i)
	}
	for _, m := range members {
		for a, i := range m {
			row := t.together[i*n : (i+1)*n]
			for _, j := range m[a+1:] {
				row[j] += one
			}
		}
	}
}

// shares returns the share of the draws in which each pair of rows is in one group, 1 on the diagonal.
func (t *Tally) shares(n int) *mat.Dense {
	share := make([]float64, len(t.labels)+1) // of each number of draws
	for k := range share {
		share[k] = float64(k) / float64(len(t.labels))
	}
	x := make([]float64, n*n)
	const tile = 64 // rows and columns that stay in the cache while both halves are written
	for from := 0; from < n; from += tile {
		for begin := from; begin < n; begin += tile {
			for i := from; i < min(from+tile, n); i++ {
				for j := max(i+1, begin); j < min(begin+tile, n); j++ {
					v := share[t.together[i*n+j]]
					x[i*n+j], x[j*n+i] = v, v
				}
			}
		}
	}
	for i := range n {
		x[i*n+i] = 1
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
