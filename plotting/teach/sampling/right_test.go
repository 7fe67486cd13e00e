package sampling

import (
	"math"
	"testing"

	"example.org/espalier/plotting/teach/stage/stagetest"
)

// With two items at α = 2 the number of factors is Poisson(3); the correct chain has it, the other has fewer.
func TestGettingItRight(t *testing.T) {
	p := stagetest.Played[rightPlay](t, GettingItRight(), 2)
	sum := 0.0
	for k := range rightBars {
		sum += p.probability(k)
	}
	if !near(p.probability(0), math.Exp(-3)) || !near(p.probability(2), 4.5*math.Exp(-3)) || !near(sum, 1) {
		t.Errorf("probabilities %v of none, %v of two, %v of all", p.probability(0), p.probability(2), sum)
	}
	c := p.counters()
	if !(math.Abs(c[0].Drawn-3) <= 0.1) || !(math.Abs(c[1].Drawn-3) <= 0.35) || c[2].Drawn > 2.6 ||
		!(math.Abs(c[3].Drawn) <= 4) || c[4].Drawn > -6 {
		t.Errorf("%+v", c)
	}
}
