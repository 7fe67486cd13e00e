//go:build validate

package vbmfa

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

// modules draws n samples of three kinds by p genes: twelve modules of genes rise and fall together, four of them by
// kind.
func modules(n, p int, rng *rand.Rand) (*mat.Dense, []int) {
	const count, marking = 12, 4
	x, labels := mat.NewDense(n, p, nil), make([]int, n)
	var kinds [3][marking]float64
	for k := range kinds {
		for m := range kinds[k] {
			kinds[k][m] = 3 * rng.NormFloat64()
		}
	}
	for i := range n {
		labels[i] = i % 3
		var level [count]float64
		for m := range level {
			level[m] = rng.NormFloat64()
			if m < marking {
				level[m] = kinds[labels[i]][m] + 0.5*level[m]
			}
		}
		for j := range p {
			x.Set(i, j, level[j%count]*float64(1-j%2*2)+1.5*rng.NormFloat64())
		}
	}
	return standardised(x), labels
}

// TestValidateFirstScores fits tables of few rows for their columns with the defaults: groups in columns that nearly
// repeat each other, and in modules of genes, are found, and noise is one component.
func TestValidateFirstScores(t *testing.T) {
	const seeds = 10
	var b strings.Builder
	b.WriteString("\n| table | wanted | by scores, ten seeds | in the columns |\n|---|---|---|---|\n")
	for _, c := range []struct {
		name string
		n, p int
		draw func(n, p int, rng *rand.Rand) (*mat.Dense, []int)
	}{
		{"three groups, columns that nearly repeat each other", 90, 20, repeated},
		{"three kinds of samples, modules of genes", 60, 240, modules},
		{"Gaussian noise", 60, 30, nil},
		{"Gaussian noise", 40, 120, nil},
	} {
		right := map[string]int{}
		for seed := range uint64(seeds) {
			rng := rand.New(rand.NewPCG(seed, 61))
			var x *mat.Dense
			var labels []int
			if c.draw == nil {
				x = normal(c.n, c.p, rng)
			} else {
				x, labels = c.draw(c.n, c.p, rng)
			}
			for _, space := range []string{"auto", ofColumns} {
				f := completeRun(t, Model{}, x, seed, map[string]string{"space": space})
				if labels == nil && len(f.settled().Components) == 1 ||
					labels != nil && index(partition.LabelsOf(f.Snapshot()), labels) > 0.9 {
					right[space]++
				}
			}
		}
		wanted := "adjusted Rand index above .9"
		if c.draw == nil {
			wanted = "one component"
		}
		fmt.Fprintf(&b, "| %s, %d × %d | %s on nine | on %d | on %d |\n", c.name, c.n, c.p, wanted, right["auto"],
			right[ofColumns])
		if right["auto"] < seeds-1 {
			t.Errorf("%s, %d × %d: right on %d of %d", c.name, c.n, c.p, right["auto"], seeds)
		}
	}
	write(t, "first-scores", b.String())
}
