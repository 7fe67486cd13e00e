package sampling

import (
	"math"
	"testing"

	"example.org/espalier/plotting/teach/stage/stagetest"
)

// The evidence is that of a sum over a grid of means and precisions, with the densities written out.
func TestEvidenceOfNormals(t *testing.T) {
	for _, c := range []struct {
		y      []float64
		spread float64
	}{{[]float64{0.4, 1.9}, 1}, {[]float64{1.2, 0.3, 2.2, 0.9, 1.4}, 10}, {[]float64{5, 5.5, 4.8}, 0.5}} {
		most := math.Inf(-1)
		var logs []float64
		const cells = 1200
		for i := range cells {
			mu := -4 + 12*(float64(i)+0.5)/cells
			for j := range cells {
				lambda := 14 * (float64(j) + 0.5) / cells
				log := math.Log(normalDensity(mu, 1/(c.spread*c.spread)) * 4 * lambda * math.Exp(-2*lambda))
				for _, y := range c.y {
					log += math.Log(normalDensity(y-mu, lambda) + 1e-300)
				}
				logs, most = append(logs, log), max(most, log)
			}
		}
		sum := 0.0
		for _, l := range logs {
			sum += math.Exp(l - most)
		}
		want := most + math.Log(sum*12/cells*14/cells)
		if got := normalOf(c.y, c.spread).logEvidence(); !(math.Abs(got-want) <= 2e-3) {
			t.Errorf("%v: log evidence %v, by a grid %v", c.y, got, want)
		}
	}
}

// Two of the three ways are right, from narrow to wide priors; the harmonic mean does not follow the prior.
func TestWaysToTheEvidence(t *testing.T) {
	var harmonic, exact []float64
	for _, spread := range []string{"1", "10", "200"} {
		p := stagetest.Played[evidencePlay](t, WaysToTheEvidence(), 3, "spread", spread)
		for k := range p.found {
			if d := last(p.found[k][1]) - p.exact; !(math.Abs(d) <= 0.1) {
				t.Errorf("spread %s: the candidate is off by %v nats", spread, d)
			}
			if d := last(p.found[k][2]) - p.exact; !(math.Abs(d) <= 1) {
				t.Errorf("spread %s: annealing is off by %v nats", spread, d)
			}
		}
		harmonic, exact = append(harmonic, last(p.found[0][0])), append(exact, p.exact)
	}
	if !(exact[0]-exact[2] > 4) || !(math.Abs(harmonic[1]-harmonic[2]) < 1) || !(harmonic[2]-exact[2] > 3) {
		t.Errorf("the exact values are %v and the harmonic means %v", exact, harmonic)
	}
}
