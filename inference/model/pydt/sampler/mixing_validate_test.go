//go:build validate

package sampler

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/stat/diagnostics"
)

// mixingRun runs one chain of a fresh prior data set for a share of processor time and
// returns its diagnostics.
func mixingRun(t *testing.T, model string, passes func(h *hyper.Hyper) []pass, seed uint64,
	budget time.Duration) (*diagnostics.Report, float64, int) {
	data := pydttest.PriorData(100, 5, seed)
	plan := askedOf(correlated.Independent)
	plan.Model, plan.Given = model, usualOf(model)
	first, err := NewChain(data, plan, inference.Streams{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	for first.Iteration < 200 {
		if _, err := first.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	c, err := NewChain(data, plan, inference.Streams{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	c.passes = passes(&c.Begin)
	d := first.capture(0)
	c.startFrom(d.State(c.Problem, c.Begin).Capture(), first.Live.hyper)
	trace := inference.Trace{Names: c.Kept.Names, Values: make([][]float64, len(c.Kept.Names))}
	began := inferencetest.ProcessorTime()
	for inferencetest.ProcessorTime()-began < budget {
		for !c.Advance(1 << 20) {
		}
		trace.Iteration = append(trace.Iteration, c.Iteration)
		for i, v := range c.Scalars {
			trace.Values[i] = append(trace.Values[i], v)
		}
	}
	used := (inferencetest.ProcessorTime() - began).Seconds()
	snap := c.Snapshot()
	snap.Chains = []inference.Trace{trace}
	r, err := diagnostics.NewMonitor(diagnostics.Options{BurnIn: inference.BurnIn}).Report(context.Background(), snap)
	if err != nil {
		t.Fatal(err)
	}
	return r, used * (1 - inference.BurnIn), c.Iteration
}

// TestValidateMixing compares sets of moves by effective samples per second of processor time.
func TestValidateMixing(t *testing.T) {
	var b strings.Builder
	defer pydttest.WriteTable(t, "mcmc-mixing", &b)
	const seeds = 10
	budget := 500 * time.Millisecond
	quantities := []string{"log_joint", "branch_points", "depth", "first_branch", "c", "sigma2", "noise", "theta", "alpha"}
	fmt.Fprintf(&b,
		"\nEffective samples (bulk) per second of processor time, from the tree after 200 sweeps: 100 rows of the prior, D = 5,\n"+
			"everything learnt, %v a chain, ten seeds, mean ± standard error.\n\n| model, moves | sweeps/s | topology", budget)
	for _, q := range quantities {
		b.WriteString(" | " + q)
	}
	b.WriteString(" |\n|---|---|---" + strings.Repeat("|---", len(quantities)) + "|\n")
	near, slide := pass{visit: (*current).moveNear}, pass{visit: (*current).moveSlide}
	sets := []struct {
		name   string
		passes func(h *hyper.Hyper) []pass
	}{
		{"near", func(h *hyper.Hyper) []pass { return passesOf("near", h) }},
		{"near, slide", func(h *hyper.Hyper) []pass { return append([]pass{slide, near}, passesOf("near", h)[1:]...) }},
		{"slide", func(h *hyper.Hyper) []pass { return passesOf("slide", h) }},
		{"path", func(h *hyper.Hyper) []pass { return passesOf("path", h) }},
		{"regraft", func(h *hyper.Hyper) []pass { return passesOf("regraft", h) }},
	}
	for _, m := range []string{"ddt", "pydt"} {
		trees := map[string]float64{} // effective trees a second of each set
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
			fmt.Fprintf(&b, "| %s, %s", m, set.name)
			for _, name := range append([]string{"sweeps", "topology"}, quantities...) {
				if len(rates[name]) < 2 {
					b.WriteString(" | –")
					continue
				}
				mean, se := pydttest.MeanAndError(rates[name])
				fmt.Fprintf(&b, " | %.0f ± %.0f", mean, se)
				if name == "topology" {
					trees[set.name] = mean
				}
				if set.name == "near" && mean < 10 {
					t.Errorf("%s: the default has %.1f effective samples of %s a second", m, mean, name)
				}
			}
			b.WriteString(" |\n")
		}
		if others := max(trees["slide"], trees["path"], trees["regraft"]); !(trees["near"] > 0.8*others) {
			t.Errorf("%s: the default has %.0f effective trees a second, another set of moves %.0f", m,
				trees["near"], others)
		}
	}
}
