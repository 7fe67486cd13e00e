package teach

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/teach/stage"
)

// pitmanYorBalance is stage 4, balance against α.
func pitmanYorBalance() Stage {
	return Stage{
		Name:    "pydt-balance",
		Title:   "Even and uneven trees",
		Summary: "With θ = −2α every tree is binary, and α alone decides how evenly branch points divide.",
		Text: "If θ = −2α, a third branch has probability 0: every tree is binary, and α decides how evenly branch " +
			"points divide the paths. At α = −1 all sizes of the two branches are equally probable; at α = 0, the " +
			"Dirichlet diffusion tree, uneven divisions are already more probable. Near α = 1, single leaves split " +
			"off one by one; at large negative α the two halves are nearly equal. At α = ½ all labelled trees are " +
			"equally probable. Two indices measure imbalance: Colless's index sums the differences between the two " +
			"branches, Rogers's index counts the branch points with unequal branches. The curves are exact; each " +
			"step draws a tree.",
		Formula: []string{
			`I = \frac{2}{(n-1)(n-2)} \sum_v |l_v - r_v|, \quad J = \frac{1}{n-2} \sum_v [l_v ≠ r_v]`,
			`p_v ~ Beta(1-α, 1-α)`,
		},
		Try: []string{
			"All trees equally probable: α = 0.5. --set alpha=0.5",
			"A comb: α = 0.9. --set alpha=0.9",
			"Halves: α = −4. --set alpha=-4",
		},
		More: []string{
			"Knowles (2012), section 4.4.2, equations 4.19 and 4.20, figure 4.4",
			"Aldous (1996), Probability distributions on cladograms",
		},
		Ask: Question{Text: "What is Colless's index of a tree, on average?",
			Counter: "Colless, mean", Part: "tree", High: 1},
		Controls: []inference.Parameter{
			{Name: "alpha", Title: "α, discount", Type: inference.Real, Default: "0", Min: -4, Max: 0.95, Help: "Large " +
				"values make uneven trees; θ is −2α."},
			{Name: "leaves", Title: "Leaves", Type: inference.Integer, Default: "100", Min: 5, Max: 120,
				Help: "Number of leaves of the trees."},
		},
		Pace: 4,
		New: stage.Rules[*balancePlay]{
			Start: newBalance,
			Steps: func(*balancePlay) int { return balanceSteps }, Step: (*balancePlay).step,
			Copy:   func(p *balancePlay) { p.rng = p.rng.Clone() },
			Figure: (*balancePlay).figure, Counters: (*balancePlay).counters, Summary: (*balancePlay).summary,
		}.New,
	}
}

const balanceSteps = 60 // one tree each

type balancePlan struct {
	prior           *pitmanyor.Prior
	leaves          int
	names           []string
	colless, rogers pitmanyor.Moment
	curves          [2]chart.Layer // of the means against α
	bands           [2]chart.Layer // ± one standard deviation
}

// A balancePlay draws a tree a step.
type balancePlay struct {
	*balancePlan
	rng   random
	tree  *tree.Tree // the last one; nil before
	index [2][]float64
}

func newBalance(o Options) (*balancePlay, error) {
	alpha, n := o.Settings.Real("alpha"), o.Settings.Int("leaves")
	plan := &balancePlan{prior: pitmanyor.NewPrior(-2*alpha, alpha, n), leaves: n}
	for i := range n {
		plan.names = append(plan.names, strconv.Itoa(i+1))
	}
	plan.colless, plan.rogers = pitmanyor.ExpectedImbalance(n, alpha)
	for k := range plan.curves {
		plan.curves[k] = chart.Layer{Name: "exact mean", Ink: chart.CategoryInk(0), Stroke: 1.75}
		plan.bands[k] = chart.Layer{Name: "± 1 s.d. of a tree", Kind: chart.Band, Ink: chart.CategoryInk(0), Opacity: 0.15}
	}
	for _, a := range []float64{-4, -3, -2, -1.5, -1, -0.5, -0.25, 0, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.87, 0.92, 0.95} {
		var m [2]pitmanyor.Moment
		m[0], m[1] = pitmanyor.ExpectedImbalance(n, a)
		for k := range m {
			c, b := &plan.curves[k], &plan.bands[k]
			c.X, c.Y = append(c.X, a), append(c.Y, m[k].Mean)
			b.X, b.Low, b.High = append(b.X, a), append(b.Low, m[k].Mean-m[k].Deviation),
				append(b.High, m[k].Mean+m[k].Deviation)
		}
	}
	return &balancePlay{balancePlan: plan, rng: newRandom(o.Seed, 0)}, nil
}

func (p *balancePlay) step() {
	process := pitmanyor.NewProcess(p.prior, 1/p.prior.Rate(1), p.leaves)
	for range p.leaves {
		process.Add(p.rng.Rand)
	}
	p.tree, _ = process.Tree(p.names)
	colless, rogers := pitmanyor.Imbalance(p.tree)
	for k, x := range [2]float64{colless, rogers} {
		p.index[k] = append(p.index[k][:len(p.index[k]):len(p.index[k])], x)
	}
}

// mean returns the mean of an index over the trees so far.
func (p *balancePlay) mean(k int) float64 {
	sum := 0.0
	for _, x := range p.index[k] {
		sum += x
	}
	return sum / float64(len(p.index[k]))
}

func (p *balancePlay) counters() []Counter {
	n := float64(len(p.index[0]))
	widest := Counter{Name: "widest branch point", Drawn: math.NaN(), Expected: 2, Spread: 0, Exact: true}
	if p.tree != nil {
		widest.Drawn = 0
		for _, children := range p.tree.Children {
			widest.Drawn = max(widest.Drawn, float64(len(children)))
		}
	}
	list := []Counter{
		{Name: "Colless, mean", Drawn: p.mean(0), Expected: p.colless.Mean, Spread: p.colless.Deviation / math.Sqrt(n)},
		{Name: "Rogers, mean", Drawn: p.mean(1), Expected: p.rogers.Mean, Spread: p.rogers.Deviation / math.Sqrt(n)},
		widest,
	}
	if n == 0 {
		return undrawn(list)
	}
	return list
}

func (p *balancePlay) summary() string {
	if p.tree == nil {
		return fmt.Sprintf("Two indices of imbalance against α; at α = %s their expected values are %s and %s.",
			short(p.prior.Alpha), short(p.colless.Mean), short(p.rogers.Mean))
	}
	n := len(p.index[0])
	sizes, top := p.tree.LeafCounts(), p.tree.Children[p.tree.Top]
	return fmt.Sprintf("Tree %d divides its %d leaves into %d and %d at the top. Over %s, Colless's index averages "+
		"%s; %s is expected.",
		n, p.leaves, sizes[top[0]], sizes[top[1]], plotting.Plural(n, "tree"), short(p.mean(0)), short(p.colless.Mean))
}

func (p *balancePlay) figure() plotting.Figure {
	var figure plotting.Figure = nothing("no tree yet")
	if p.tree != nil {
		drawn := dendro.NewDendrogram(p.tree.Ladderize())
		drawn.ShowLabels = false
		figure = drawn
		drawn.Subtitle = fmt.Sprintf("tree %d: Colless %s, Rogers %s", len(p.index[0]), short(p.index[0][len(p.index[0])-1]),
			short(p.index[1][len(p.index[1])-1]))
	}
	f := &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		{Name: "tree", Figure: figure, Box: plotting.Window{X0: 0, X1: 0.5, Y0: 0, Y1: 1}},
	}}
	for k, name := range []string{"Colless's index", "Rogers's index"} {
		f.Parts = append(f.Parts, chart.Panel{Name: "curve", Figure: p.chart(k, name), Column: 1,
			Box: plotting.Window{X0: 0.5, X1: 1, Y0: float64(k) / 2, Y1: float64(k+1) / 2}})
	}
	f.Parts[1].Name, f.Parts[2].Name = "colless", "rogers"
	return f
}

// chart shows an index against α.
func (p *balancePlay) chart(k int, name string) *chart.Chart {
	f := &chart.Chart{Subtitle: fmt.Sprintf("%s at %d leaves", name, p.leaves), Style: plotting.Light,
		X: chart.Axis{Name: "α", Low: -4.2, High: 1}, Y: chart.Axis{Name: name, Low: 0, High: 1},
		Layers: []chart.Layer{p.bands[k], p.curves[k]}}
	alpha := p.prior.Alpha
	trees := chart.Layer{Kind: chart.Points, Ink: chart.MutedInk, Opacity: 0.3, Radius: 2}
	for _, x := range p.index[k] {
		trees.X, trees.Y = append(trees.X, alpha), append(trees.Y, x)
	}
	f.Layers = append(f.Layers, trees)
	if n := len(p.index[k]); n > 0 {
		f.Layers = append(f.Layers, chart.Layer{Name: plotting.Plural(n, "tree") + " on average", Kind: chart.Points,
			X: []float64{alpha}, Y: []float64{p.mean(k)}, Ink: chart.SelectionInk, Radius: 4.5})
	}
	return f
}
