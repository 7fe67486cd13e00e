//go:build validate

package diagnostics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/stat"
)

// Four chains of 1,000 draws with a known effective sample size, again and again: the
// estimates are near it, and intervals of two standard errors hold what they should.
// Trees that are each repeated have as many effective draws as there are different ones.
func TestValidateDiagnostics(t *testing.T) {
	const chains, n, replicates = 4, 1000, 400
	var b strings.Builder
	fmt.Fprintf(&b, "Autoregressions, %d chains of %d draws, %d times. The known size is n(1−ρ)/(1+ρ).\n\n", chains, n,
		replicates)
	b.WriteString(
		"| ρ | known | bulk: mean, s.d. | tail: mean | mean ± 2 MCSE holds it | 95 % quantile ± 2 MCSE | R-hat above 1.01 | above 1.05 |\n|---|---|---|---|---|---|---|---|\n")
	for i, rho := range []float64{-0.3, 0, 0.5, 0.9, 0.97, 0.99} {
		r := rand.New(rand.NewPCG(uint64(i), 77))
		var bulk, tail []float64
		held, heldTail, over, far := 0, 0, 0, 0
		for range replicates {
			q := Measure("x", several(chains, func(int) []float64 { return autoregression(r, n, rho) }))
			bulk, tail = append(bulk, q.BulkESS), append(tail, q.TailESS)
			held += one(math.Abs(q.Mean) < 2*q.MCSE)
			heldTail += one(math.Abs(q.Q95-1.6448536) < 2*q.MCSEQ95)
			over += one(q.RHat > GoodRHat)
			far += one(q.RHat > 1.05)
		}
		known := chains * n * (1 - rho) / (1 + rho)
		mean, sd := stat.MeanStdDev(bulk, nil)
		share := func(k int) float64 { return 100 * float64(k) / replicates }
		fmt.Fprintf(&b, "| %g | %.0f | %.0f, %.0f | %.0f | %.0f %% | %.0f %% | %.0f %% | %.0f %% |\n", rho, known,
			mean, sd, stat.Mean(tail, nil),
			share(held), share(heldTail), share(over), share(far))
		if ratio := mean / known; rho < 0.95 && (ratio < 0.9 || ratio > 1.1) {
			t.Errorf("rho %v: %v effective draws, known %v", rho, mean, known)
		}
		if rho < 0.95 && (share(held) < 90 || share(heldTail) < 88) {
			t.Errorf("rho %v: intervals hold %v %% and %v %%", rho, share(held), share(heldTail))
		}
	}
	fmt.Fprintf(&b,
		"\nTrees of 20 leaves drawn at random, each repeated in 4 chains of 400: the effective sample size of the topology, %d times.\n\n",
		replicates/10)
	b.WriteString(
		"| repeated | different trees | ESS: mean, s.d. | greatest s.d. of a clade's frequency |\n|---|---|---|---|\n")
	for i, m := range []int{1, 4, 20, 80} {
		r := rand.New(rand.NewPCG(uint64(i), 78))
		var sizes, deviations []float64
		for range replicates / 10 {
			var now *tree.Tree
			top := of(drawn(several2(4, 400, func(_, k int) *tree.Tree {
				if k%m == 0 {
					now = joined(r, 20)
				}
				return now
			})))
			sizes, deviations = append(sizes, top.ESS), append(deviations, top.GreatestDeviation)
		}
		mean, sd := stat.MeanStdDev(sizes, nil)
		fmt.Fprintf(&b, "| %d | %d | %.0f, %.0f | %.2f |\n", m, 1600/m, mean, sd, stat.Mean(deviations, nil))
		if known := 1600 / float64(m); m <= 20 && (mean < 0.75*known || mean > 1.3*known) {
			t.Errorf("repeated %d times: %v effective trees of %v", m, mean, known)
		}
	}
	t.Log("\n" + b.String())
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "diagnostics.md"), []byte("\n"+b.String()+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
