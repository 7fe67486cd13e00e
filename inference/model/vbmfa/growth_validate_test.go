//go:build validate

package vbmfa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// TestValidateMixturesGrowth measures a cycle that looks at all rows for all components, the least
// processor time of several, against the product of rows, columns and components. The part that
// does not grow with the rows, a solve for each column, is there from the start.
func TestValidateMixturesGrowth(t *testing.T) {
	const cycles, repeats = 8, 12
	sizes := []struct{ n, p, s int }{{1000, 16, 8}, {2000, 16, 8}, {4000, 16, 8}, {8000, 16, 8}, {1000, 32, 8},
		{1000, 64, 8}, {1000, 16, 16}, {1000, 16, 32}}
	least := make([]float64, len(sizes))
	for i := range least {
		least[i] = math.Inf(1)
	}
	mixtures := make([]*mixture, len(sizes))
	for i, z := range sizes {
		rng := rand.New(rand.NewPCG(1, 1))
		mixtures[i] = startMixture(newRows(blobs(z.n, z.p, 0, rng)), z.s, 4, rng)
	}
	for range repeats { // all sizes in turn, so that others who use the machine disturb them alike
		for i, m := range mixtures {
			y := cycle{Wide: true}
			y.begin(math.NaN())
			began := inferencetest.ProcessorTime().Seconds()
			for range cycles {
				for y.Stage < complete {
					if err := y.advance(m); err != nil {
						t.Fatal(err)
					}
				}
				y.begin(y.Before)
			}
			least[i] = min(least[i], 1e3*(inferencetest.ProcessorTime().Seconds()-began)/cycles)
		}
	}
	var rows strings.Builder
	rows.WriteString(
		"\n| rows | columns | components | size against the first | processor time of a cycle, ms | against the first |\n|---|---|---|---|---|---|\n")
	for i, z := range sizes {
		ratio, size := least[i]/least[0], float64(z.n*z.p*z.s)/float64(sizes[0].n*sizes[0].p*sizes[0].s)
		fmt.Fprintf(&rows, "| %d | %d | %d | %g | %.2f | %.1f |\n", z.n, z.p, z.s, size, least[i], ratio)
		if ratio > 1.5*size {
			t.Errorf("%d × %d with %d components: %.1f times the time for %g times the size", z.n, z.p, z.s, ratio, size)
		}
	}
	write(t, "mixtures-growth", rows.String())
}
