//go:build validate

package search

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference/model/pydt/pydttest"
)

// TestValidateQualityHeldOut holds the density of hidden rows against that under the generating tree.
func TestValidateQualityHeldOut(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "quality-held-out", b)
	b.WriteString(
		"\nHeld-out log density a point less that under the generating tree and its hyperparameters: 200 rows and 22 unseen ones\n" +
			"from the prior, D = 5, σ² = c = 1, ten seeds (mean ± standard error). Wanted: at least −0.3, and −0.17 of\n" +
			"θ = 1.\n\n" +
			"| fitted | data from | difference, nats |\n|---|---|---|\n")
	for _, c := range []struct {
		model        searched
		theta, alpha float64
	}{{ddt, 0, 0}, {pydt, 0, 0}, {pydt, 1, 0.2}} {
		var x []float64
		for seed := range uint64(10) {
			x = append(x, heldOutDifference(t, c.model, c.theta, c.alpha, nil, seed))
		}
		mean, se := pydttest.MeanAndError(x)
		fmt.Fprintf(b, "| %s | θ = %g, α = %g | %.3f ± %.3f |\n", c.model.Info().Name, c.theta, c.alpha, mean, se)
		limit := -0.3
		if c.theta > 0 { // half of what was missing before there was a pilot
			limit = -0.17
		}
		if !(mean >= limit) {
			t.Errorf("%s, θ = %g: %.3f ± %.3f nats a point", c.model.Info().Name, c.theta, mean, se)
		}
	}
}

// TestValidateQualityClusters fits four clusters of which none is nearer to another.
func TestValidateQualityClusters(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "quality-clusters", b)
	fourWay, more, denser := 0, 0, 0
	var gain, gap []float64
	for seed := range uint64(10) {
		p, d := fitClusters(t, pydt, seed), fitClusters(t, ddt, seed)
		if p.fourWay {
			fourWay++
		}
		if p.evidence > d.evidence {
			more++
		}
		if p.density > d.density {
			denser++
		}
		gain, gap = append(gain, p.evidence-d.evidence), append(gap, p.density-d.density)
	}
	evidence, evidenceError := pydttest.MeanAndError(gain)
	density, densityError := pydttest.MeanAndError(gap)
	fmt.Fprintf(b,
		"\nFour equidistant clusters of ten points in three dimensions, ten seeds: the best Pitman-Yor tree has one branch point of\n"+
			"four children, with the four clusters, on %d; its Laplace evidence is above that of the best Dirichlet tree on %d (by\n"+
			"%.2f ± %.2f nats), its held-out density on %d (by %.3f ± %.3f nats a point).\n", fourWay, more, evidence,
		evidenceError, denser, density, densityError)
	// Each evidence is at the hyperparameters that a run of the sampler has learnt, whose chance moves it by some nats.
	if fourWay < 8 || more < 6 || density < -0.1 {
		t.Errorf("four-way %d, more evidence %d of 10, density %.3f", fourWay, more, density)
	}
}
