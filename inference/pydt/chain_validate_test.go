//go:build validate

package pydt

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"espalier/inference"
	"espalier/inference/diagnostics"

	"gonum.org/v1/gonum/mat"
)

// heldOutChain returns a chain at a random pairing of 200 rows from the Dirichlet
// prior, hyperparameters fixed at the truth, and 22 rows to predict.
func heldOutChain(seed uint64) (*chain, [][]float64) {
	const n, train, d = 222, 200, 5
	rng := rand.New(rand.NewPCG(seed, 51))
	truth := samplePrior(n, d, make([]string, n), hyper{prior: NewPrior(0, 0, n), c: 1, sigma2: 1}, rng)
	x := mat.DenseCopyOf(truth.X.Slice(0, train, 0, d))
	h := hyper{prior: NewPrior(0, 0, train), c: 1, sigma2: 1, fixC: true, fixSigma2: true, fixTheta: true, fixAlpha: true, fixNoise: true, largest: train}
	h.setC(1)
	p := newProblem(x)
	c := &chain{model: "ddt", data: datasetOf(x), problem: p, begin: h, rng: rng, judge: ratio.log, near: newNear(p)}
	c.startFrom(randomPairing(train, rng), h)
	var test [][]float64
	for r := train; r < n; r++ {
		test = append(test, truth.X.RawRowView(r))
	}
	return c, test
}

// density is the mean log density of the test rows given the present tree.
func (c *chain) density(test [][]float64) float64 {
	p, sum := newPredictor(c.live.state()), 0.0
	for _, y := range test {
		sum += p.logDensity(y, nil)
	}
	return sum / float64(len(test))
}

// TestValidatePlateau measures how soon chains from random pairings predict as well as in the long run.
func TestValidatePlateau(t *testing.T) {
	var b strings.Builder
	defer writeTable(t, "mcmc-plateau", &b)
	const seeds, long = 10, 120
	b.WriteString("\nHeld-out log density of the present tree from a random pairing: ten data sets from the prior (N = 200, D = 5,\n" +
		"σ² = c = 1 fixed), mean over the sets. The plateau is reached when it stays, averaged over three sweeps, within\n" +
		"0.1 nats a point of the long-run value (sweeps 40–120 of `near`).\n\n" +
		"| moves | sweeps | processor time, ms | a sweep, ms | a visit, µs | held-out then |\n|---|---|---|---|---|---|\n")
	plateau := math.NaN()
	for _, m := range []struct {
		name   string
		sweeps int
		passes []pass
	}{
		{"near", long, []pass{{visit: (*chain).moveNear}}},
		{"near and times", 20, []pass{{visit: (*chain).moveNear}, {whole: (*chain).moveTimes}}},
		{"path", 100, []pass{{visit: (*chain).movePath}}},
		{"slide", 100, []pass{{visit: (*chain).moveSlide}}},
	} {
		density, used := make([]float64, m.sweeps+1), make([]time.Duration, m.sweeps+1)
		for seed := range uint64(seeds) {
			c, test := heldOutChain(seed)
			density[0] += c.density(test) / seeds
			total := time.Duration(0)
			for s := 1; s <= m.sweeps; s++ {
				began := processorTime()
				c.sweepOnce(m.passes)
				total += processorTime() - began
				density[s] += c.density(test) / seeds
				used[s] += total / seeds
			}
		}
		if m.name == "near" {
			plateau, _ = meanAndError(density[40:])
			fmt.Fprintf(&b, "| long run | – | – | – | – | %.3f |\n", plateau)
		}
		at := -1
		for s := 2; s <= m.sweeps && at < 0; s++ {
			if (density[s-2]+density[s-1]+density[s])/3 >= plateau-0.1 {
				at = s
			}
		}
		each := float64(used[m.sweeps].Microseconds()) / float64(m.sweeps)
		reached, when, then := "not in "+fmt.Sprint(m.sweeps), "–", density[m.sweeps]
		if at > 0 {
			reached, when, then = fmt.Sprint(at), fmt.Sprintf("%.1f", float64(used[at].Microseconds())/1000), density[at]
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %.2f | %.1f | %.3f |\n", m.name, reached, when, each/1000, each/398, then)
		if m.name == "near" && (at < 0 || used[at] > 40*time.Millisecond) {
			t.Errorf("the plateau takes %s sweeps and %s ms", reached, when)
		}
	}
}

// mixingRun runs one chain of a fresh prior data set for a share of processor time and
// returns its diagnostics.
func mixingRun(t *testing.T, m inference.Model, passes func(h *hyper) []pass, seed uint64, budget time.Duration) (*diagnostics.Report, float64, int) {
	data := priorData(100, 5, seed)
	s := m.Info().Defaults()
	for _, v := range [][2]string{{"method", "mcmc"}, {"initial", "em"}} {
		if err := s.Set(v[0], v[1]); err != nil {
			t.Fatal(err)
		}
	}
	st, err := m.New(data, s, inference.Streams{Seed: seed}, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := st.(*chain)
	c.passes = passes(&c.begin)
	for c.live == nil {
		if _, err := c.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	trace := inference.Trace{Names: c.kept.names, Values: make([][]float64, len(c.kept.names))}
	began := processorTime()
	for processorTime()-began < budget {
		for !c.advance(1 << 20) {
		}
		trace.Iteration = append(trace.Iteration, c.iteration)
		for i, v := range c.scalars {
			trace.Values[i] = append(trace.Values[i], v)
		}
	}
	used := (processorTime() - began).Seconds()
	snap := c.Snapshot()
	snap.Chains = []inference.Trace{trace}
	r, err := diagnostics.NewMonitor(diagnostics.Options{BurnIn: inference.BurnIn}).Report(context.Background(), snap)
	if err != nil {
		t.Fatal(err)
	}
	return r, used * (1 - inference.BurnIn), c.iteration
}

// TestValidateMixing compares sets of moves by effective samples per second of processor time.
func TestValidateMixing(t *testing.T) {
	var b strings.Builder
	defer writeTable(t, "mcmc-mixing", &b)
	const seeds = 10
	budget := 300 * time.Millisecond
	quantities := []string{"log_joint", "branch_points", "depth", "first_branch", "c", "sigma2", "noise", "theta", "alpha"}
	fmt.Fprintf(&b, "\nEffective samples (bulk) per second of processor time, from the tree of `em`: 100 rows of the prior, D = 5,\n"+
		"everything learnt, %v a chain, ten seeds, mean ± standard error.\n\n| model, moves | sweeps/s | topology", budget)
	for _, q := range quantities {
		b.WriteString(" | " + q)
	}
	b.WriteString(" |\n|---|---|---" + strings.Repeat("|---", len(quantities)) + "|\n")
	near, slide := pass{visit: (*chain).moveNear}, pass{visit: (*chain).moveSlide}
	sets := []struct {
		name   string
		passes func(h *hyper) []pass
	}{
		{"near", func(h *hyper) []pass { return passesOf("near", h) }},
		{"near, slide", func(h *hyper) []pass { return append([]pass{slide, near}, passesOf("near", h)[1:]...) }},
		{"slide", func(h *hyper) []pass { return passesOf("slide", h) }},
		{"path", func(h *hyper) []pass { return passesOf("path", h) }},
		{"regraft", func(h *hyper) []pass { return passesOf("regraft", h) }},
	}
	for _, m := range []inference.Model{DDT{}, Model{}} {
		for _, set := range sets {
			rates := map[string][]float64{}
			for seed := range uint64(seeds) {
				r, seconds, sweeps := mixingRun(t, m, set.passes, seed, budget)
				rates["sweeps"] = append(rates["sweeps"], float64(sweeps)*(1-inference.BurnIn)/seconds)
				if r.Topology.Known() {
					rates["topology"] = append(rates["topology"], r.Topology.ESS/seconds)
				}
				for _, name := range quantities {
					if q, ok := r.Quantity(name); ok && q.Known() && !q.Constant {
						rates[name] = append(rates[name], q.BulkESS/seconds)
					}
				}
			}
			fmt.Fprintf(&b, "| %s, %s", m.Info().Name, set.name)
			for _, name := range append([]string{"sweeps", "topology"}, quantities...) {
				if len(rates[name]) < 2 {
					b.WriteString(" | –")
					continue
				}
				mean, se := meanAndError(rates[name])
				fmt.Fprintf(&b, " | %.0f ± %.0f", mean, se)
			}
			b.WriteString(" |\n")
		}
	}
}
