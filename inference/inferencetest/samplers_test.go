package inferencetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// normal is the toy model μ ~ N(0,1), y ~ N(μ,1), with the Gibbs step
// μ | y ~ N(y/2, ½), whose standard deviation is wrong by a factor.
type normal struct {
	rng    *rand.Rand
	factor float64
	mu, y  float64
}

func newNormal(factor float64) *normal {
	n := &normal{rng: rand.New(rand.NewPCG(11, 1)), factor: factor}
	n.forward()
	return n
}

func (n *normal) forward() []float64 {
	n.mu = n.rng.NormFloat64()
	n.y = n.mu + n.rng.NormFloat64()
	return n.statistics()
}

func (n *normal) gibbs() { n.mu = n.y/2 + n.factor*math.Sqrt(0.5)*n.rng.NormFloat64() }

func (n *normal) chain() []float64 {
	n.gibbs()
	n.y = n.mu + n.rng.NormFloat64()
	return n.statistics()
}

func (n *normal) statistics() []float64 { return []float64{n.mu, n.y, n.mu * n.y} }

var normalNames = []string{"μ", "y", "μy"}

func TestGeweke(t *testing.T) {
	right := newNormal(1)
	scores := Geweke(t, normalNames, newNormal(1).forward, right.chain, 100_000)
	if len(scores) != 6 || scores[3].Name != "y²" {
		t.Errorf("scores are %v", scores)
	}
	r := &Recorder{TB: t}
	wrong := newNormal(1.05)
	scores = Geweke(r, normalNames, newNormal(1).forward, wrong.chain, 100_000)
	if len(r.Failures) != 1 || !strings.Contains(r.Failures[0], "μ² by z = -") || Greatest(scores) < 4 {
		t.Errorf("a standard deviation 5%% too great gives %v, %v", r.Failures, scores)
	}
	GewekeFinds(t, "spread", normalNames, newNormal(1).forward, newNormal(1.05).chain, 100_000)
	r = &Recorder{TB: t}
	if GewekeFinds(r, "nothing", normalNames, newNormal(1).forward, newNormal(1).chain, 100_000); len(r.Failures) != 1 {
		t.Error("a right sampler is found wrong")
	}
	r = &Recorder{TB: t}
	Geweke(r, []string{"x"}, func() []float64 { return []float64{math.NaN()} }, func() []float64 { return []float64{0} },
		100)
	if len(r.Failures) != 1 {
		t.Error("a statistic that is not a number passes")
	}
	r = &Recorder{TB: t}
	Geweke(r, []string{"x"}, func() []float64 { return []float64{1} }, func() []float64 { return []float64{1} }, 100)
	if len(r.Failures) != 0 {
		t.Errorf("a constant fails: %v", r.Failures)
	}
}

func TestReplicates(t *testing.T) {
	pairs := func(factor float64) func() (before, after []float64) {
		n := newNormal(factor)
		return func() (before, after []float64) {
			before = n.forward()
			for range 5 {
				n.gibbs()
			}
			return before, n.statistics()
		}
	}
	Replicates(t, normalNames, pairs(1), 50_000)
	r := &Recorder{TB: t}
	scores := Replicates(r, normalNames, pairs(1.05), 50_000)
	if len(r.Failures) != 1 || Greatest(scores) < 4 {
		t.Errorf("a standard deviation 5%% too great gives %v, %v", r.Failures, scores)
	}
}

// The errors themselves: z of a right sampler has variance 1.
func TestScoresAreStandard(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	sum, count := 0.0, 0.0
	for seed := range uint64(60) {
		f, c := newNormal(1), newNormal(1)
		f.rng, c.rng = rand.New(rand.NewPCG(seed, 2)), rand.New(rand.NewPCG(seed, 3))
		for _, s := range Geweke(&Recorder{TB: t}, normalNames, f.forward, c.chain, 10_000) {
			sum += s.Z * s.Z
			count++
		}
	}
	if v := sum / count; v < 0.7 || v > 1.4 {
		t.Errorf("z has mean square %v, want about 1", v)
	}
}

func ExampleGreatest() {
	fmt.Println(Greatest([]Score{{Name: "μ", Z: 0.4}, {Name: "μ²", Z: -1.7}}))
	// Output: 1.7
}
