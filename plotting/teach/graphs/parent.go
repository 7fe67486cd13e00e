package graphs

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/spanning"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/network"
	"example.org/espalier/plotting/teach/stage"
)

// WhichParent is the stage of the out-tree's posterior.
func WhichParent() stage.Stage {
	return stage.Stage{
		Name:    "which-parent",
		Title:   "Which parent?",
		Summary: "Points that arose from one another, and the probability of every parent as the assumed noise grows.",
		Text: "Each point arose from another, its parent, by a step of Gaussian noise. Which point is its parent? A " +
			"sum over all trees gives the probability of every pair. The answer depends on σ, the assumed length of " +
			"a step. With a small σ only the nearest points can be parents, and almost all the probability is on one " +
			"tree. Near the true σ several parents are possible, and the log probability of the points is highest. " +
			"With a large σ positions no longer matter: every row is the parent of every other with probability near " +
			"1/T. The model outtree learns σ.",
		Formula: []string{
			`x_u ~ N(x_{pa(u)}, σ^2 I), \quad P(v → u | X) = β_{uv} \frac{∂ \text{log } Z}{∂ β_{uv}}`,
			`σ → ∞: \quad P(v → u | X) → \frac{1 - q_u + q_v}{T}, \quad q \text{ of roots}`,
		},
		Signs: map[string]string{"x": "tree", "P": "parents", "σ": "entropy", "Z": "density"},
		Try: []string{
			"More rows: each has more possible parents. --set points=24",
			"Fewer rows, and the parents of another row. --set points=8 --set row=5",
			"Longer steps: the best σ grows with them. --set step=1.2",
		},
		More: []string{"Jebara (2008), Bayesian out-trees, UAI, sections 2 and 4"},
		Ask: stage.Question{Text: "How many bits of doubt about a parent are left?",
			Counter: "bits of a parent", Part: "tree", High: 5},
		Controls: []inference.Parameter{
			{Name: "points", Title: "Points", Type: inference.Integer, Default: "14", Min: 4, Max: 30,
				Help: "T, the number of points."},
			{Name: "step", Title: "True σ", Type: inference.Real, Default: "0.5", Min: 0.1, Max: 2,
				Help: "Standard deviation of a step from parent to child, along each axis."},
			{Name: "row", Title: "Row looked at", Type: inference.Integer, Default: "3", Min: 1, Max: 30, Help: "The " +
				"row whose parents are shown as bars; the last row if there are fewer."},
		},
		Pace:    4,
		Preview: 16,
		New: stage.Rules[*parentPlay]{
			Start: func(o stage.Options) (*parentPlay, error) {
				s := o.Settings
				return newParents(s.Int("points"), s.Int("row")-1, s.Real("step"), o.Seed), nil
			},
			Steps: func(*parentPlay) int { return parentSteps }, Step: func(p *parentPlay) { p.done++ },
			Figure: (*parentPlay).figure, Counters: (*parentPlay).counters, Summary: (*parentPlay).summary,
		}.New,
	}
}

const (
	parentSteps  = 40
	parentLeast  = 0.05 // σ at first and at last
	parentMost   = 20.0
	parentSpread = 2.0 // standard deviation of the root
	parentShown  = 0.08
)

// A parentPlay goes through values of σ.
type parentPlay struct {
	*parentPlan
	done int
}

// A parentPlan has the posterior at every σ.
type parentPlan struct {
	x, y  []float64
	names []string
	truth []int
	row   int
	step  float64
	at    []parents
}

// parents are the posterior at one σ.
type parents struct {
	sigma   float64
	log     float64   // of the density of the points
	edge    []float64 // T×T by child
	root    []float64
	best    []int
	top     float64 // probability of the best tree
	entropy float64 // of the parent of a row, in bits, on average
}

func newParents(points, row int, step float64, seed uint64) *parentPlay {
	rng := stage.NewRandom(seed, 0)
	p := &parentPlan{row: min(row, points-1), step: step}
	for u := range points {
		x, y, parent := parentSpread*rng.NormFloat64(), parentSpread*rng.NormFloat64(), -1
		if u > 0 {
			parent = rng.IntN(u)
			x, y = p.x[parent]+step*rng.NormFloat64(), p.y[parent]+step*rng.NormFloat64()
		}
		p.x, p.y, p.truth = append(p.x, x), append(p.y, y), append(p.truth, parent)
		p.names = append(p.names, strconv.Itoa(u+1))
	}
	for k := range parentSteps + 1 {
		p.at = append(p.at, p.posterior(parentLeast*math.Pow(parentMost/parentLeast, float64(k)/parentSteps)))
	}
	return &parentPlay{parentPlan: p}
}

// normal2 is the log density of two coordinates about a mean.
func normal2(dx, dy, sigma float64) float64 {
	return -math.Log(2*math.Pi*sigma*sigma) - (dx*dx+dy*dy)/(2*sigma*sigma)
}

// posterior sums over all trees at one σ.
func (p *parentPlan) posterior(sigma float64) parents {
	n := len(p.x)
	w := spanning.Weights{T: n, Edge: make([]float64, n*n), Root: make([]float64, n)}
	for u := range n {
		w.Root[u] = normal2(p.x[u], p.y[u], parentSpread)
		for v := range n {
			if v != u {
				w.Edge[u*n+v] = normal2(p.x[u]-p.x[v], p.y[u]-p.y[v], sigma)
			}
		}
	}
	s := spanning.Of(w, true)
	q := parents{sigma: sigma, log: s.Log() - float64(n-1)*math.Log(float64(n))}
	for u := range n {
		q.edge, q.root = append(q.edge, s.Edges(u)...), append(q.root, s.Root(u))
		for v, e := range s.Edges(u) {
			if v != u && e > 0 {
				q.entropy -= e * math.Log2(e) / float64(n)
			}
		}
		if r := s.Root(u); r > 0 {
			q.entropy -= r * math.Log2(r) / float64(n)
		}
	}
	var log float64
	q.best, log = spanning.Best(w)
	q.top = math.Exp(log - s.Log())
	return q
}

// now is the posterior shown.
func (p *parentPlay) now() parents { return p.at[p.done] }

func (p *parentPlay) counters() []stage.Counter {
	nan, q, n := math.NaN(), p.now(), len(p.x)
	sum := q.root[p.row]
	for v := range n {
		if v != p.row {
			sum += q.edge[p.row*n+v]
		}
	}
	return []stage.Counter{
		{Name: "parents of the row, sum", Drawn: sum, Expected: 1, Spread: nan, Exact: true},
		{Name: "probability, best tree", Drawn: q.top, Expected: nan, Spread: nan},
		{Name: "bits of a parent", Drawn: q.entropy, Expected: nan, Spread: nan},
		{Name: "log density of the points", Drawn: q.log, Expected: nan, Spread: nan},
	}
}

func (p *parentPlay) summary() string {
	q := p.now()
	return fmt.Sprintf("At σ = %s the best tree has probability %s, and the uncertainty of a parent is %s bits; "+
		"without information it would be %s.",
		plotting.FormatDigits(q.sigma, 2), plotting.FormatPercent(q.top), stage.Short(q.entropy),
		stage.Short(math.Log2(float64(len(p.x)))))
}

func (p *parentPlay) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("tree", p.tree(), 0, 0.56, 0, 1),
		chart.At("parents", p.bars(), 0.56, 1, 0, 0.36),
		chart.At("entropy", p.curve("uncertainty of a parent", "bits",
			func(q parents) float64 { return q.entropy }), 0.56, 1, 0.36, 0.68),
		chart.At("density", p.curve("log density of the points", "nats",
			func(q parents) float64 { return q.log }), 0.56, 1, 0.68, 1),
	}}
}

// tree shows the edges over the plane.
func (p *parentPlay) tree() *network.Network {
	q, n := p.now(), len(p.x)
	f := picture("σ = "+plotting.FormatDigits(q.sigma, 2)+
		"; edges of probability 8 % or more, from parent to child", p.names, p.x, p.y)
	f.Directed, f.Root, f.Strength = true, q.root, "posterior probability"
	f.Selection.Rows = []int{p.row}
	for u := range n {
		for v := range n {
			best := q.best[u] == v
			if e := q.edge[u*n+v]; u != v && (e >= parentShown || best) {
				f.Edges = append(f.Edges, network.Edge{From: v, To: u, Strength: e, Best: best})
			}
		}
		if q.best[u] < 0 {
			f.Roots = []int{u}
		}
	}
	return f
}

// bars are the parents of the row looked at.
func (p *parentPlay) bars() *chart.Chart {
	q, n := p.now(), len(p.x)
	f := &chart.Chart{Subtitle: "parents of " + p.names[p.row] + " (0: it is the root)", Style: plotting.Light,
		X: chart.Axis{Name: "parent", Low: -0.7, High: float64(n) + 0.7, Whole: true},
		Y: chart.Axis{Name: "probability", Low: 0, High: 1}}
	l := chart.Layer{Kind: chart.Bars, Width: 0.8, X: []float64{0}, Y: []float64{q.root[p.row]},
		Inks: []chart.Ink{chart.CategoryInk(0)}}
	if p.truth[p.row] < 0 {
		l.Inks[0] = chart.CategoryInk(2)
	}
	for v := range n {
		hue := chart.CategoryInk(0)
		if p.truth[p.row] == v {
			hue = chart.CategoryInk(2)
		}
		e := 0.0
		if v != p.row {
			e = q.edge[p.row*n+v]
		}
		l.X, l.Y, l.Inks = append(l.X, float64(v+1)), append(l.Y, e), append(l.Inks, hue)
	}
	even := 1 / float64(n)
	f.Layers = []chart.Layer{l, {Name: "1/T", X: []float64{f.X.Low, f.X.High}, Y: []float64{even, even},
		Ink: chart.MutedInk, Dashed: true}, {Name: "the true one", Kind: chart.Points, X: []float64{math.NaN()},
		Y: []float64{math.NaN()}, Ink: chart.CategoryInk(2), Radius: 4}}
	return f
}

// curve shows a number of the posterior at every σ, and where the stage is.
func (p *parentPlay) curve(what, unit string, of func(q parents) float64) *chart.Chart {
	f := &chart.Chart{Subtitle: what, Style: plotting.Light,
		X: chart.Axis{Name: "σ", Low: parentLeast / 1.15, High: 1.15 * parentMost, Log: true},
		Y: chart.Axis{Name: unit, Low: math.Inf(1), High: math.Inf(-1)}}
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2}
	most := math.Inf(-1)
	for _, q := range p.at {
		most = max(most, of(q))
	}
	for _, q := range p.at {
		v := of(q)
		l.X, l.Y = append(l.X, q.sigma), append(l.Y, v)
		f.Y.Low, f.Y.High = min(f.Y.Low, max(v, most-60)), max(f.Y.High, v) // far below the best nothing is to be seen
	}
	pad := 0.06 * (f.Y.High - f.Y.Low)
	f.Y.Low, f.Y.High = f.Y.Low-pad, f.Y.High+pad
	for i := range l.Y {
		if l.Y[i] < f.Y.Low {
			l.Y[i] = math.NaN()
		}
	}
	here := chart.Layer{Kind: chart.Points, X: []float64{p.now().sigma}, Y: []float64{max(of(p.now()), f.Y.Low)},
		Ink: chart.SelectionInk, Radius: 4.5}
	truth := chart.Layer{Name: "true σ", X: []float64{p.step, p.step}, Y: []float64{f.Y.Low, f.Y.High},
		Ink: chart.CategoryInk(2), Dashed: true}
	f.Layers = []chart.Layer{truth, l, here}
	return f
}
