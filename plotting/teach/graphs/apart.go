package graphs

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/spanning"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/plot/vg"
)

// Independent is the stage of out-trees in which children inherit less and less.
func Independent() stage.Stage {
	return stage.Stage{
		Name:  "iid",
		Title: "From out-trees to independent rows",
		Summary: "Children inherit less and less of their parents, until the density of a tree of rows is a plain " +
			"product.",
		Text: "In an out-tree each row but the root is made from another row. Here a child keeps the part ρ of its " +
			"parent and adds noise, so that every row alone is standard normal. Nobody knows the tree: the " +
			"density of " +
			"the table is a mean over all of them, found by one determinant. Let ρ go down. Edges between near " +
			"points lose their weight, and at ρ = 0 parents say nothing: every tree has the same weight, all " +
			"parents are " +
			"equally probable, and the mean is the product over independent rows. So the usual model is a limit of " +
			"this one, and the highest point of the curve says whether rows depend on one another.",
		Formula: []string{
			`p(X) = \frac{1}{T^{T-1}} \sum_\text{trees} f(x_r) \prod_{u ≠ r} β(x_u | x_{pa(u)})`,
			`β(x | y) = N(ρ y, \, 1 - ρ^2) → f(x) = N(0, 1) \quad (ρ → 0), \quad p(X) → \prod_u f(x_u)`,
		},
		Signs: map[string]string{"X": "density", "β": "trees", "ρ": "density"},
		Try: []string{
			"Rows that are independent in truth: the curve is highest near 0. --set inherit=0",
			"Rows that inherit nearly all. --set inherit=0.98",
			"More rows say it more clearly. --set rows=40",
		},
		More: []string{
			"Jebara (2008), Bayesian out-trees, UAI",
			"Tutte (1948), The dissection of equilateral triangles into equilateral triangles",
		},
		Ask: stage.Question{Text: "Rows inherit {inherit} of their parents in truth. Which ρ has the highest density?",
			Counter: "best ρ", Part: "trees", High: 1},
		Controls: []inference.Parameter{
			{Name: "inherit", Title: "Inherited in truth", Type: inference.Real, Default: "0.9", Min: 0, Max: 0.99,
				Help: "The part of its parent that a row keeps when the table is drawn."},
			{Name: "rows", Title: "Rows", Type: inference.Integer, Default: "16", Min: 4, Max: 60, Help: "Number " +
				"of rows."},
		},
		Pace: 3, Preview: 4,
		New: stage.Rules[*apart]{
			Start: newApart,
			Steps: func(*apart) int { return pulls }, Step: func(a *apart) { a.done++ },
			Figure: (*apart).figure, Counters: (*apart).counters, Summary: (*apart).summary,
		}.New,
	}
}

// pulls is in how many steps the inherited part goes from mostPull to 0.
const (
	pulls    = 24
	mostPull = 0.98
)

// An apart lets the inherited part go down a step at a time.
type apart struct {
	*apartPlan
	done int
}

type apartPlan struct {
	x, y        []float64
	rho         []float64
	log         []float64 // density of the table at each
	sums        []*spanning.Sum
	independent float64 // log density of independent rows
}

func newApart(o stage.Options) (*apart, error) {
	n, truth := o.Settings.Int("rows"), o.Settings.Real("inherit")
	rng := stage.NewRandom(o.Seed, 0)
	p := &apartPlan{x: make([]float64, n), y: make([]float64, n)}
	parent := make([]int, n)
	spanning.Of(p.weights(0), false).Sample(rng.Rand, parent) // of equal weights, as all points are at 0
	noise := math.Sqrt(1 - truth*truth)
	for made := map[int]bool{}; len(made) < n; {
		for u, v := range parent {
			switch {
			case made[u] || v >= 0 && !made[v]:
				continue
			case v < 0:
				p.x[u], p.y[u] = rng.NormFloat64(), rng.NormFloat64()
			default:
				p.x[u], p.y[u] = truth*p.x[v]+noise*rng.NormFloat64(), truth*p.y[v]+noise*rng.NormFloat64()
			}
			made[u] = true
		}
	}
	for u := range n {
		p.independent += p.given(u, -1, 0)
	}
	for k := range pulls + 1 {
		rho := mostPull * (1 - float64(k)/pulls)
		s := spanning.Of(p.weights(rho), true)
		p.rho, p.sums = append(p.rho, rho), append(p.sums, s)
		p.log = append(p.log, s.Log()-float64(n-1)*math.Log(float64(n)))
	}
	return &apart{apartPlan: p}, nil
}

// given is the log density of a row given its parent, −1 for a root.
func (p *apartPlan) given(u, v int, rho float64) float64 {
	dx, dy, variance := p.x[u], p.y[u], 1.0
	if v >= 0 {
		dx, dy, variance = dx-rho*p.x[v], dy-rho*p.y[v], 1-rho*rho
	}
	return -(dx*dx+dy*dy)/(2*variance) - math.Log(2*math.Pi*variance)
}

func (p *apartPlan) weights(rho float64) spanning.Weights {
	n := len(p.x)
	w := spanning.Weights{T: n, Edge: make([]float64, n*n), Root: make([]float64, n)}
	for u := range n {
		w.Root[u] = p.given(u, -1, rho)
		for v := range n {
			w.Edge[u*n+v] = p.given(u, v, rho)
		}
	}
	return w
}

// best is the step of the highest density so far.
func (a *apart) best() (at int) {
	for k := range a.done + 1 {
		if a.log[k] > a.log[at] {
			at = k
		}
	}
	return at
}

// parents is how many parents a row has to choose from, on average: e to the entropy.
func (a *apart) parents() (mean float64) {
	n := len(a.x)
	for u := range n {
		entropy, rest := 0.0, 1-a.sums[a.done].Root(u)
		for _, q := range a.sums[a.done].Edges(u) {
			if q > 0 && rest > 0 {
				entropy -= q / rest * math.Log(q/rest)
			}
		}
		mean += math.Exp(entropy) / float64(n)
	}
	return mean
}

func (a *apart) counters() []stage.Counter {
	limit := stage.Counter{Name: "log density at ρ = 0", Drawn: math.NaN(), Expected: a.independent,
		Spread: math.NaN(), Exact: true}
	if a.done == pulls {
		limit.Drawn = a.log[pulls]
	}
	return []stage.Counter{stage.Unknown("log density", a.log[a.done]), limit, stage.Unknown("best ρ", a.rho[a.best()]),
		stage.Unknown("parents a row may have", a.parents())}
}

func (a *apart) summary() string {
	return fmt.Sprintf("With ρ = %s the %d rows have a log density of %s; independent rows have %s. A row has "+
		"some %.1f "+
		"parents to choose from.", stage.Short(a.rho[a.done]), len(a.x), plotting.FormatDigits(a.log[a.done], 3),
		plotting.FormatDigits(a.independent, 3), a.parents())
}

func (a *apart) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("trees", a.edges(), 0, 0.54, 0, 1),
		chart.At("density", a.curve(), 0.54, 1, 0, 0.55),
		chart.At("parents", a.ofOne(), 0.54, 1, 0.55, 1),
	}}
}

// edges shows the points, and how probable it is that two are parent and child.
func (a *apart) edges() *chart.Chart {
	const shades = 6
	layers := make([]chart.Layer, shades)
	for u := range a.x {
		for v := range u {
			q := a.sums[a.done].Edge(u, v) + a.sums[a.done].Edge(v, u)
			if k := min(int(math.Round(q*shades)), shades) - 1; k >= 0 {
				layers[k].X, layers[k].Y = append(layers[k].X, a.x[u], a.x[v]), append(layers[k].Y, a.y[u], a.y[v])
			}
		}
	}
	for k := range layers {
		l := &layers[k]
		l.Kind, l.Ink, l.Opacity = chart.Links, chart.CategoryInk(0), float64(k+1)/shades
		l.Stroke = 1 + 2*vg.Length(l.Opacity)
	}
	layers = append(layers, chart.Layer{Kind: chart.Points, Hollow: true, Radius: 7.5, Stroke: 2,
		Ink: chart.SelectionInk,
		X:   a.x[:1], Y: a.y[:1]}, chart.Layer{Kind: chart.Points, Radius: 4, X: a.x, Y: a.y})
	f := chart.Plain(fmt.Sprintf("all trees at ρ = %s: edges by their probability", stage.Short(a.rho[a.done])),
		chart.Axis{}, chart.Axis{}, layers...)
	f.Square = true
	return f
}

// curve shows the density by the inherited part.
func (a *apart) curve() *chart.Chart {
	low, high := a.independent, a.independent
	for _, v := range a.log {
		low, high = min(low, v), max(high, v)
	}
	low = max(low, high-6*(high-a.independent)-10)
	pad := 0.06 * (high - low)
	at := a.best()
	return chart.Plain("log density of the table", chart.Axis{Name: "ρ, inherited", High: 1},
		chart.Axis{Low: low - pad, High: high + pad}, chart.Level("independent rows", 0, 1, a.independent),
		chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2.25, X: a.rho[:a.done+1], Y: a.log[:a.done+1]},
		chart.Layer{Name: "best so far", Kind: chart.Points, Radius: 5, Ink: chart.CategoryInk(0), X: a.rho[at : at+1],
			Y: a.log[at : at+1]},
		chart.Layer{Name: "now", Kind: chart.Points, Hollow: true, Radius: 7, Stroke: 2, Ink: chart.SelectionInk,
			X: a.rho[a.done : a.done+1], Y: a.log[a.done : a.done+1]})
}

// ofOne shows the probabilities of the parents of the first point.
func (a *apart) ofOne() *chart.Chart {
	bars := chart.Layer{Kind: chart.Bars, Width: 0.8, Ink: chart.CategoryInk(0)}
	n := len(a.x)
	for v, q := range a.sums[a.done].Edges(0)[1:] {
		bars.X, bars.Y = append(bars.X, float64(v+2)), append(bars.Y, q)
	}
	return chart.Plain("parents of the point in the ring", chart.Axis{Name: "point", Low: 1.4, High: float64(n) + 0.6,
		Whole: true}, chart.Axis{Name: "probability", High: 1}, bars, chart.Level("1/T", 1.4, float64(n)+0.6,
		1/float64(n)))
}
