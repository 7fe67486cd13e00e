//go:build validate

package pydt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
)

// TestValidateFirstNoise draws small tables with noise and asks whether the 90 % interval of a chain holds it. It fails
// where the intervals of one share of noise hold it in less than 8 of 10 tables, or those of all in less than 8.5. The
// ends of an interval from few draws are uncertain themselves: of chains of 300 sweeps 5 and 20 % are held in 8 of 10.
func TestValidateFirstNoise(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "first-noise", b)
	b.WriteString(
		"\nTables drawn from `ddt` at c = σ² = 1, centred and scaled as a whole: share whose noise lies in the 90 % interval of a chain of\n" +
			"1,200 sweeps, whose first third is left out, ten tables of each size. Without noise: whose\n" +
			"interval begins below 0.005.\n\n" +
			"| noise | 24 × 6 | 60 × 6 | 120 × 6 | 24 × 30 | 60 × 20 | all |\n|---|---|---|---|---|---|---|\n")
	const tables = 10
	whole := 0
	for _, share := range []float64{0, 0.02, 0.05, 0.2} {
		fmt.Fprintf(b, "| %.0f %% |", 100*share)
		all := 0
		for _, size := range [][2]int{{24, 6}, {60, 6}, {120, 6}, {24, 30}, {60, 20}} {
			in, n, d := 0, size[0], size[1]
			for seed := range uint64(tables) {
				h := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1, Sigma2: 1, Noise: share / (1 - share)}
				x := hyper.SamplePrior(n, d, make([]string, n), h, rand.New(rand.NewPCG(seed, 500))).X
				total := 0.0
				for j := range d {
					m := 0.0
					for i := range n {
						m += x.At(i, j) / float64(n)
					}
					for i := range n {
						x.Set(i, j, x.At(i, j)-m)
						total += x.At(i, j) * x.At(i, j) / float64((n-1)*d)
					}
				}
				x.Scale(1/math.Sqrt(total), x)
				c := runChain(t, DDT{}, pydttest.DatasetOf(x),
					mcmcSettings(t, DDT{}, map[string]string{"columns": correlated.Independent}), seed, 1200)
				var v []float64
				for _, k := range c.Kept.Draws[len(c.Kept.Draws)/3:] {
					v = append(v, k.Noise)
				}
				sort.Float64s(v)
				low, high, truth := v[len(v)*5/100], v[len(v)*95/100], h.Noise/total
				if share == 0 && low < 0.005 || low <= truth && truth <= high {
					in++
				}
			}
			fmt.Fprintf(b, " %.1f |", float64(in)/tables)
			all += in
		}
		fmt.Fprintf(b, " %.2f |\n", float64(all)/(5*tables))
		if all < 40 {
			t.Errorf("noise %g: %d of 50 intervals hold it", share, all)
		}
		whole += all
	}
	if whole < 170 {
		t.Errorf("%d of 200 intervals hold the noise", whole)
	}
}
