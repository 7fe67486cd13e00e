package vbmfa

import (
	"math"
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

// restarts is how often k-means begins anew where there are few rows: a bad end of it leaves clusters joined that a
// search does not part again.
const restarts = 10

// kmeans returns the clusters of k-means: of the best of some starts, by the squares within.
func kmeans(d *rows, count int, rng *rand.Rand) (best []int) {
	table, starts := d.table(), restarts
	if d.n >= few {
		starts = 1
	}
	least := math.Inf(1)
	for range starts {
		c := lloyd.New(table, lloyd.Seeds(table, count, rng), count)
		c.Settle()
		if c.Sum < least {
			best, least = c.Nearest, c.Sum
		}
	}
	return best
}
