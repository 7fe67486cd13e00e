package vbmfa

import (
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/lloyd"
)

// table returns the rows in the form of package lloyd; missing cells are 0.
func (d *rows) table() lloyd.Rows {
	r := lloyd.Rows{N: d.n, P: d.p, Y: d.y, Seen: make([][]int, d.n)}
	for _, pt := range d.patterns {
		if len(pt.columns) == d.p {
			continue
		}
		for i := pt.low; i < pt.high; i++ {
			r.Seen[i] = append([]int{}, pt.columns...)
		}
	}
	return r
}

// seeds assigns each row to the nearest of count distant rows.
func seeds(d *rows, count int, rng *rand.Rand) []int { return lloyd.Seeds(d.table(), count, rng) }

// kmeans improves an assignment of the rows to clusters until it no longer changes.
func kmeans(d *rows, nearest []int, count int) []int {
	c := lloyd.New(d.table(), nearest, count)
	c.Settle()
	return c.Nearest
}
