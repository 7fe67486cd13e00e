package outtree

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/lloyd"
)

// rounds is how often the centres of the blocks move.
const rounds = 10

// cut puts the rows into about count blocks, by k-means; a block of more than twice its share is cut in two in the
// middle of its widest column, until none is. It returns the block of each row, from 0, and how many there are.
func cut(t *table, count int, rng *rand.Rand) (block []int, blocks int) {
	d := lloyd.Rows{N: t.t, P: t.d, Y: t.x}
	c := lloyd.New(d, lloyd.Seeds(d, count, rng), count)
	for range rounds {
		if c.Advance(t.t * t.d * count) {
			break
		}
	}
	members := make([][]int, count)
	for u, b := range c.Nearest {
		members[b] = append(members[b], u)
	}
	members = slices.DeleteFunc(members, func(m []int) bool { return len(m) == 0 })
	most := (2*t.t + count - 1) / count
	if len(members) == 1 { // all rows are equal
		most = t.t - 1
	}
	block = make([]int, t.t)
	for len(members) > 0 {
		m := members[0]
		members = members[1:]
		if len(m) > most {
			sortByWidest(t, m)
			members = append([][]int{m[:len(m)/2], m[len(m)/2:]}, members...)
			continue
		}
		for _, u := range m {
			block[u] = blocks
		}
		blocks++
	}
	return block, blocks
}

// sortByWidest orders rows by the column in which they differ most; equal ones by their number.
func sortByWidest(t *table, rows []int) {
	widest, most := 0, math.Inf(-1)
	for j := range t.d {
		low, high := math.Inf(1), math.Inf(-1)
		for _, u := range rows {
			low, high = min(low, t.x[u*t.d+j]), max(high, t.x[u*t.d+j])
		}
		if high-low > most {
			widest, most = j, high-low
		}
	}
	slices.SortFunc(rows, func(u, v int) int {
		switch x, y := t.x[u*t.d+widest], t.x[v*t.d+widest]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return u - v
	})
}
