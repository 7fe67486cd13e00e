package batch

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting/facts"
)

// checkSampling refuses flags of samplers for other methods.
func (c *fitCommand) checkSampling(info inference.Info, s inference.Settings) error {
	if c.UntilSettled && !run.Climbs(info) {
		return usage("--until-settled: %s has no objective that settles; give --iterations, --duration or, for a "+
			"sampler, --until-ess", info.Name)
	}
	if info.Samples {
		return nil
	}
	name := info.Name
	if s.Has("method") {
		name += " with method=" + s.Text("method")
	}
	switch {
	case c.Chains > 1:
		return usage("--chains %d: %s does not sample, so there is one chain; compare several --seed instead", c.Chains, name)
	case c.UntilESS != nil:
		return usage("--until-ess %v: %s does not sample; give --iterations or --duration", *c.UntilESS, name)
	}
	return nil
}

// report assesses the draws; nil for methods that do not sample.
func (f *fitted) report() *diagnostics.Report {
	if f.found != nil && f.found.Diagnostics != nil {
		return f.found.Diagnostics // with the warning of hidden cells about a growing number of factors
	}
	// The background does not end, so there is no error.
	r, _ := f.subject().Report(context.Background())
	return r
}

// convergence is the layout of diagnostics in result.json.
type convergence struct {
	Verdict      string     `json:"verdict"`
	Level        string     `json:"level"` // "good", "warn", "bad", "unknown"
	More         []string   `json:"more"`  // further remarks
	Chains       int        `json:"chains"`
	BurnIn       number     `json:"burn_in"`
	Draws        int        `json:"draws"` // of each chain, without burn-in
	RHat         facts.List `json:"rhat"`
	BulkESS      facts.List `json:"ess_bulk"`
	TailESS      facts.List `json:"ess_tail"`
	MCSE         facts.List `json:"mcse"`
	Reasons      facts.List `json:"reasons"` // why a number is null
	TopologyESS  number     `json:"ess_topology"`
	TopologyRHat number     `json:"rhat_topology"`
	Trees        int        `json:"trees"` // of each chain that were kept, without burn-in
	Average      number     `json:"clade_deviation_average"`
	Greatest     number     `json:"clade_deviation_greatest"`
}

// convergence returns the diagnostics, nil for methods that do not sample.
func (f *fitted) convergence() *convergence {
	r := f.report()
	if r == nil {
		return nil
	}
	c := &convergence{Verdict: r.Verdict.Text, Level: r.Verdict.Level.String(),
		More: append([]string{}, r.Verdict.More...), Chains: r.Chains, BurnIn: number(r.Options.BurnIn), Draws: r.Draws,
		RHat: facts.List{}, BulkESS: facts.List{}, TailESS: facts.List{}, MCSE: facts.List{}, Reasons: facts.List{},
		TopologyESS: facts.Unknown, TopologyRHat: facts.Unknown, Average: facts.Unknown, Greatest: facts.Unknown}
	for _, q := range r.Quantities {
		c.RHat.Add(q.Name, q.RHat)
		c.BulkESS.Add(q.Name, q.BulkESS)
		c.TailESS.Add(q.Name, q.TailESS)
		c.MCSE.Add(q.Name, q.MCSE)
		if !q.Known() {
			c.Reasons.Add(q.Name, q.Reason)
		}
	}
	if t := r.Topology; t != nil {
		c.TopologyESS, c.TopologyRHat, c.Trees = number(t.ESS), number(t.RHat), t.Draws
		c.Average, c.Greatest = number(t.AverageDeviation), number(t.GreatestDeviation)
		if !t.Known() {
			c.Reasons.Add("topology", t.Reason)
		}
	}
	return c
}

// moments returns the estimates of the quantities: for a sampler the mean and standard deviation of
// the draws after burn-in, otherwise the model's own.
func (f *fitted) moments() facts.List {
	o, done := facts.List{}, map[string]bool{}
	if r := f.report(); r != nil {
		for _, q := range r.Quantities {
			o.Add(q.Name, moment(q.Mean, number(q.StandardDeviation), facts.Shares(f.view(), q.Name)))
			done[q.Name] = true
		}
	}
	for _, s := range f.snapshot.Scalars {
		if !done[s.Name] {
			deviation := number(s.StandardDeviation)
			if deviation == 0 { // a point estimate
				deviation = facts.Unknown
			}
			o.Add(s.Name, moment(s.Mean, deviation, nil))
		}
	}
	return o
}

// moment lays out the mean and standard deviation of a quantity and, of one of whole numbers, the share of the draws
// with each.
func moment(mean float64, deviation number, shares facts.List) facts.List {
	l := facts.Of("mean", number(mean), "standard_deviation", deviation)
	l.AddSome("distribution", shares)
	return l
}

// traceOf is the layout of a trace.
func traceOf(t inference.Trace) facts.List {
	iterations := make([]int, len(t.Iteration)) // never null
	copy(iterations, t.Iteration)
	o := facts.Of("iteration", iterations, "seconds", facts.Numbers(t.Seconds))
	for i, name := range t.Names {
		o.Add(name, facts.Numbers(t.Values[i]))
	}
	return o
}
