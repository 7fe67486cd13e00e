package clustering

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/layout"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/blockmodel"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/fitted"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// Network is the stage of the blocks of a network.
func Network() stage.Stage {
	return stage.Stage{
		Name:    "network-blocks",
		Title:   "A network's blocks",
		Summary: "Who is linked to whom sorts the nodes into blocks, above a limit and not below it.",
		Text: "Nodes sit down in a Chinese restaurant; a link between two nodes depends on their tables alone. Sort " +
			"the table of links by the clusters and blocks appear: full ones on the diagonal, if like is linked to " +
			"like. Blocks need not be communities. If links go between groups and not within them, they are found " +
			"as well. But chance links hide weak blocks. Below a limit no method finds the groups, however long it " +
			"works, though they are there: what counts is the difference of the numbers of links within and " +
			"between, against their mean. The signal is 1 at the limit for many nodes.",
		Formula: []string{
			`z ~ CRP(α), \quad y_{ij} ~ Bernoulli(θ_{z_i z_j})`,
			`\text{signal} = \frac{(c_\text{within} - c_\text{between})^2}{K (c_\text{within} + (K - 1) c_\text{between})} > 1`,
		},
		Signs: map[string]string{"z": "sorted", "y": "network", "θ": "truth"},
		Try: []string{
			"Hardly above chance: the groups are there, and are not found. --set within=0.2 --set between=0.12",
			"Links between groups alone. --set within=0.02 --set between=0.3",
			"Five groups. --set groups=5 --set within=0.7",
		},
		More: []string{
			"Nowicki and Snijders (2001), Estimation and prediction for stochastic blockstructures, JASA 96",
			"Decelle, Krzakala, Moore and Zdeborová (2011), Physical Review Letters 107, 065701: the limit",
		},
		Ask: stage.Question{Text: "How many clusters are found among the {nodes} nodes?", Counter: "clusters found",
			Part: "network", High: 12, MostOf: "nodes", Whole: true},
		Controls: []inference.Parameter{
			{Name: "within", Title: "Links within groups", Type: inference.Real, Default: "0.6", Min: 0.01, Max: 0.95,
				Help: "Probability of a link between two nodes of a group."},
			{Name: "between", Title: "Links between groups", Type: inference.Real, Default: "0.08", Min: 0.01,
				Max:  0.95,
				Help: "Probability of a link between nodes of two groups."},
			{Name: "groups", Title: "K, groups", Type: inference.Integer, Default: "3", Min: 1, Max: 6,
				Help: "Number of groups of equal size."},
			{Name: "nodes", Title: "Nodes", Type: inference.Integer, Default: "45", Min: 9, Max: 90,
				Help: "Number of nodes."},
		},
		Pace: 4, Preview: blockSweeps, Light: []string{"nodes=14"},
		New: stage.Rules[*network]{
			Start: newNetwork,
			Steps: func(*network) int { return blockSweeps }, Work: (*network).work,
			Copy:   func(w *network) { w.fit.Kept() },
			Figure: (*network).figure, Counters: (*network).counters, Summary: (*network).summary,
		}.New,
	}
}

// A network is the clusters of its nodes after some sweeps.
type network struct {
	*networkPlan
	fit  fitted.Fit
	done int
	now  []int
}

type networkPlan struct {
	y               *mat.Dense
	truth           []int
	px, py          []float64
	within, between share
	signal          float64
}

// A share is a number of links among pairs, of which each is one with a probability.
type share struct{ links, pairs, probability float64 }

func newNetwork(o stage.Options) (*network, error) {
	rng := stage.NewRandom(o.Seed, 0)
	n, k := o.Settings.Int("nodes"), o.Settings.Int("groups")
	p := &networkPlan{y: mat.NewDense(n, n, nil), within: share{probability: o.Settings.Real("within")},
		between: share{probability: o.Settings.Real("between")}}
	for i := range n {
		p.truth = append(p.truth, i%k)
	}
	rng.Shuffle(n, func(i, j int) { p.truth[i], p.truth[j] = p.truth[j], p.truth[i] })
	var edges []layout.Edge
	for i := range n {
		for j := range i {
			of := &p.between
			if p.truth[i] == p.truth[j] {
				of = &p.within
			}
			of.pairs++
			if rng.Float64() < of.probability {
				of.links++
				p.y.Set(i, j, 1)
				p.y.Set(j, i, 1)
				edges = append(edges, layout.Edge{A: i, B: j, Length: 1})
			}
		}
	}
	in, out, groups := p.within.probability*float64(n), p.between.probability*float64(n), float64(k)
	p.signal = (in - out) * (in - out) / (groups * (in + (groups-1)*out))
	p.px, p.py = layout.Places(n, edges)
	w := &network{networkPlan: p, now: make([]int, n), fit: fitted.Fit{Model: blockmodel.Model{}, Data: yesNo(p.y, "r"),
		Settings: blockmodel.Model{}.Info().Defaults(), Seed: o.Seed}}
	return w, w.fit.Settings.Set("start", "together")
}

func (w *network) work(ctx context.Context) error {
	s, err := w.fit.Sweep(ctx)
	if err != nil {
		return err
	}
	w.now = last(partition.Of(s), len(w.truth))
	w.done++
	return nil
}

// counter compares the links with their probability.
func (s share) counter(name string) stage.Counter {
	c := stage.Counter{Name: name, Drawn: math.NaN(), Expected: s.probability, Spread: math.NaN()}
	if s.pairs > 0 {
		c.Drawn, c.Spread = s.links/s.pairs, math.Sqrt(s.probability*(1-s.probability)/s.pairs)
	}
	return c
}

func (w *network) counters() []stage.Counter {
	agree := math.NaN()
	if w.done > 0 {
		agree = adjusted(w.now, w.truth)
	}
	return []stage.Counter{w.within.counter("linked within groups"), w.between.counter("linked between groups"),
		stage.Unknown("clusters found", float64(slices.Max(w.now)+1)), stage.Unknown("agreement (ARI)", agree),
		stage.Unknown("signal; 1 is the limit", w.signal)}
}

func (w *network) summary() string {
	return fmt.Sprintf("%s and %s; after %s there are %s, where the true groups are %d. The signal is %s, the limit 1.",
		plotting.Plural(len(w.truth), "node"), plotting.Plural(int(w.within.links+w.between.links), "link"),
		plotting.Plural(w.done, "sweep"), plotting.Plural(slices.Max(w.now)+1, "cluster"), slices.Max(w.truth)+1,
		plotting.FormatDigits(w.signal, 2))
}

func (w *network) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("network", w.drawn(), 0, 0.5, 0, 0.62),
		chart.At("sorted", sorted{w.y, w.now, w.now}.chart("links, sorted by "+
			plotting.Plural(slices.Max(w.now)+1, "cluster")), 0.5, 1, 0, 0.62),
		chart.At("joint", joint(w.fit.Values, blockSweeps), 0, 0.5, 0.62, 1),
		chart.At("truth", sorted{w.y, w.truth, w.truth}.chart("the true groups"), 0.5, 1, 0.62, 1),
	}}
}

// drawn shows nodes and links, nodes in the colours of their clusters.
func (w *network) drawn() *chart.Chart {
	all := sample{x: w.px, y: w.py}
	f := all.chart("nodes in the colours of their clusters")
	f.X.Labels, f.Y.Labels = []string{}, []string{}
	links := chart.Layer{Kind: chart.Links, Ink: chart.MutedInk, Opacity: 0.45}
	dots := chart.Layer{Kind: chart.Points, Radius: 5}
	for i := range w.truth {
		for j := range i {
			if w.y.At(i, j) == 1 {
				links.X, links.Y = append(links.X, w.px[i], w.px[j]), append(links.Y, w.py[i], w.py[j])
			}
		}
		dots.X, dots.Y = append(dots.X, w.px[i]), append(dots.Y, w.py[i])
		dots.Inks = append(dots.Inks, chart.CategoryInk(w.now[i]))
	}
	f.Layers = []chart.Layer{links, dots}
	return f
}
