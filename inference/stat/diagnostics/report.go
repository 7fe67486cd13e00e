package diagnostics

import (
	"context"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/consensus"
)

// Enough is the default effective sample size that makes draws enough: the mean is then known to 7
// % of a standard deviation.
const Enough = 200

// Options set how draws are assessed. The zero value leaves nothing out and uses Enough.
type Options struct {
	// BurnIn is the share of the iterations of each chain that is left out, in [0,1);
	// [inference.BurnIn] is the default for users.
	BurnIn float64
	// Enough is the effective sample size required of every quantity and of the topology; 0 means
	// [Enough].
	Enough float64
	// Titles maps the names of quantities in the trace to words; see [Titles].
	Titles map[string]string
	// Iteration is the name of one iteration: "sweep".
	Iteration string
	// Growing says what to do if the number of features still grows; see [inference.Info].
	Growing string
	// Trade says what the model gives up for readability or for prediction; see [inference.Info].
	Trade string
}

// Titles returns the names of a model's scalars in words: the symbol of a parameter ("σ²"), "log
// joint", "branch points".
func Titles(info inference.Info) map[string]string {
	titles := map[string]string{}
	for _, name := range info.Scalars {
		titles[name] = strings.ReplaceAll(name, "_", " ")
		if name == "explained" {
			titles[name] = "variance explained"
		}
	}
	// which says that rows have features
	if info.Family == inference.FamilyFactors && !slices.Contains(info.Scalars, "entries") {
		titles[features] = "factors"
		if slices.Contains(info.Scalars, commonFactors) {
			titles[commonFactors], titles[features] = "factors", "factors of any size"
		}
	}
	for _, p := range info.Parameters {
		if _, ok := titles[p.Name]; ok && p.Learnt { // a setting may share its name with a result
			titles[p.Name], _, _ = strings.Cut(p.Title, ", ")
		}
	}
	return titles
}

// A Report assesses the draws of a run.
type Report struct {
	Chains     int
	Iterations int // of each chain, including the start
	First      int // index of the first iteration that counts
	Draws      int // of each chain that count
	Quantities []Quantity
	Topology   *Topology // nil if no trees are kept
	// Groups says how far the groups of each chain agree with those shown, see [grouping.Agreement]; nil if chains find
	// none.
	Groups []float64
	// Factors says in which share of the draws of each chain each factor is; nil for none, or where it is not known.
	Factors [][]float64
	Verdict Verdict
	Options Options

	growth growth // of the number of features
	grown  growth // the same where it still grows
}

// Quantity returns the quantity with a name, and whether there is one.
func (r *Report) Quantity(name string) (Quantity, bool) {
	for _, q := range r.Quantities {
		if q.Name == name {
			return q, true
		}
	}
	return Quantity{}, false
}

// Draws returns the draws of a quantity that count, one slice per chain, without the share burnIn
// of the iterations. The slices share memory with the traces. It is nil if a trace lacks the
// quantity.
func Draws(chains []inference.Trace, name string, burnIn float64) [][]float64 {
	n := length(chains)
	var out [][]float64
	for _, t := range chains {
		v := t.Column(name)
		if len(v) < n {
			return nil
		}
		out = append(out, v[FirstDraw(n, burnIn):n])
	}
	return out
}

// FirstDraw returns the index of the first of n iterations that counts.
func FirstDraw(n int, burnIn float64) int { return min(int(burnIn*float64(n)), n) }

// length returns the number of iterations that all chains have done.
func length(chains []inference.Trace) int {
	if len(chains) == 0 {
		return 0
	}
	n := len(chains[0].Iteration)
	for _, t := range chains {
		n = min(n, len(t.Iteration))
	}
	return n
}

// A Monitor makes reports on the snapshots of one run. It remembers the trees from one report to
// the next, and reads each tree only once. It is used by one goroutine at a time.
type Monitor struct {
	options Options
	trees   consensus.Set
}

// NewMonitor returns a monitor.
func NewMonitor(o Options) *Monitor {
	if o.Enough == 0 {
		o.Enough = Enough
	}
	if o.Iteration == "" {
		o.Iteration = "iteration"
	}
	return &Monitor{options: o}
}

// Report assesses the chains of a snapshot and the trees that they drew. The error is that of a context that ends
// meanwhile. It takes O(S log S) for each quantity of S draws.
func (m *Monitor) Report(ctx context.Context, s *inference.Snapshot) (*Report, error) {
	n := length(s.Chains)
	r := &Report{Chains: len(s.Chains), Iterations: n, First: FirstDraw(n, m.options.BurnIn), Options: m.options}
	r.Draws = n - r.First
	if len(s.Chains) > 0 {
		for _, name := range s.Chains[0].Names {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if draws := Draws(s.Chains, name, m.options.BurnIn); draws != nil {
				q := Measure(name, draws)
				q.Title = m.options.title(name)
				r.Quantities = append(r.Quantities, q)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.Topology = m.topology(s)
	if p := partition.Of(s); p != nil {
		r.Groups = p.Agreement
	}
	r.growth = growthOf(Draws(s.Chains, features, m.options.BurnIn))
	r.Verdict = r.judge(r.growth)
	return r, nil
}

func (m *Monitor) topology(s *inference.Snapshot) *Topology {
	last := length(s.Chains) - 1
	all := forest.DrawsOf(s)
	for _, d := range all {
		last = max(last, d.Iteration)
	}
	draws, chains, n := kept(all, m.options.BurnIn, last)
	m.trees.Update(draws)
	if len(draws) == 0 {
		return nil
	}
	return topology(&m.trees, chains, n)
}

func (o Options) title(name string) string {
	if t := o.Titles[name]; t != "" {
		return t
	}
	return strings.ReplaceAll(name, "_", " ")
}
