package teach

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"
	"example.org/espalier/plotting/teach/stage"
)

// pitmanYorPlane is stage 4 in two dimensions: clouds of points.
func pitmanYorPlane() Stage {
	return Stage{
		Name:  "pydt-plane",
		Title: "Clouds from a diffusion tree",
		Summary: "A thousand points from each of four Pitman-Yor diffusion trees, side by side, with the density of " +
			"the next point; or four trees given the points you place.",
		Text: "Each picture shows the ends of paths that diffused in the plane along one tree. Only the parameters " +
			"differ. With θ = 0, the Dirichlet diffusion tree, every branch point has two branches, and the cloud is " +
			"one whole with structure at every scale. As θ grows, more branches leave from one place, and clusters " +
			"of equal rank stand out. A large c makes paths part early and smooths everything. The shade is the " +
			"density of the next point given the tree. Nothing is set by hand: the number, size and nesting of the " +
			"clusters are random. Set Data to points to give all four priors the same points: move one, and the four trees are " +
			"drawn again.",
		Formula: []string{
			`Cov(x_i, x_j) = \frac{σ^2}{1 + c h_1}, \quad h_1 = \frac{Γ(1-α)}{Γ(2+θ)}`,
		},
		Try: []string{
			"Sharpen everything: a quarter of the divergence rate. --set smoothness=0.25",
			"Give all four trees a discount: many small clusters beside large ones. --set alpha=0.5",
			"Fit the four trees to points, and drag one of them far away. --set data=points",
		},
		More: []string{
			"Knowles (2012), section 4.4.2, figure 4.6",
			"Neal (2003), Density modeling and clustering using Dirichlet diffusion trees, figures 2 and 3",
		},
		Controls: []inference.Parameter{
			{Name: "data", Title: "Data", Type: inference.Choice, Default: "prior",
				Choices: []string{"prior", "points"}, Help: "prior: " +
					"points drawn with each tree; points: the same points in all four pictures, which you can move, and trees " +
					"drawn given them."},
			{Name: "points", Title: "Points", Type: inference.Integer, Default: "1000", Min: 50, Max: 1000, Help: "Number " +
				"of points in each picture; at most 40 with data = points."},
			alphaControl,
			{Name: "smoothness", Title: "Smoothness", Type: inference.Real, Default: "1", Min: 0.1, Max: 5, Help: "Multiplies " +
				"c in all four trees."},
		},
		Pace:    2,
		Preview: planeReveals + 4,
		Movable: true,
		New: func(o Options) (Play, error) {
			if o.Settings.Text("data") == "points" {
				return planeFitRules.New(o)
			}
			return planeRules.New(o)
		},
		Light: []string{"points=60"},
	}
}

// planeSettings are c and θ of the four trees (Knowles 2012, figure 4.6).
var planeSettings = [4]struct{ c, theta float64 }{{1, 0}, {1, 0.5}, {1, 1}, {3, 1.5}}

// planeWindow crops most of the space around the points.
var planeWindow = plotting.Window{X0: 0.1, X1: 0.9, Y0: 0.1, Y1: 0.9}

const (
	planeReveals = 8  // steps in which the points appear
	planeCells   = 96 // of the density along each axis
)

// A planePlay reveals the points, ten times as many in four steps, then the densities.
type planePlay struct {
	*planePlan
	clouds *[4]cloud // nil before the first step
	fields [4]*diffusion.Field
	done   int
}

type planePlan struct {
	n      int
	steps  int
	alpha  float64
	c      [4]float64
	priors [4]*pitmanyor.Prior
	seed   uint64
	names  []string
}

// A cloud holds the points of one tree.
type cloud struct {
	places *space.Places
	x, y   []float64
	tops   int // branches at the first branch point
}

var planeRules = stage.Rules[*planePlay]{
	Start: func(o Options) (*planePlay, error) { return &planePlay{planePlan: newPlanePlan(o)}, nil },
	Steps: func(p *planePlay) int { return p.steps }, Work: (*planePlay).step,
	Figure: (*planePlay).figure, Counters: (*planePlay).counters, Summary: (*planePlay).summary,
}

func newPlanePlan(o Options) *planePlan {
	p := &planePlan{n: o.Settings.Int("points"), alpha: o.Settings.Real("alpha"), seed: o.Seed}
	p.steps = planeReveals + len(planeSettings)
	for i := range p.n {
		p.names = append(p.names, strconv.Itoa(i+1))
	}
	for k, s := range planeSettings {
		p.c[k] = s.c * o.Settings.Real("smoothness")
		p.priors[k] = pitmanyor.NewPrior(s.theta, p.alpha, p.n)
	}
	return p
}

// draw draws a tree and the ends of its paths: O(n·depth).
func (p *planePlan) draw(k int) cloud {
	rng := newRandom(p.seed, uint64(k))
	process := pitmanyor.NewProcess(p.priors[k], p.c[k], p.n)
	for range p.n {
		process.Add(rng.Rand)
	}
	t, _ := process.Tree(p.names)
	x := covary.SampleLocations(t, 2, 1, 0, rng.Rand)
	parameters := diffusion.Parameters{Sigma2: 1, C: p.c[k], Theta: planeSettings[k].theta, Alpha: p.alpha}
	d := diffusion.New(t, x, nil, parameters, []float64{1, 0}, []float64{0, 1})
	c := cloud{places: space.NewPlaces(beside.Prepare(t), d, ink.Measure{Factor: 1}, ink.Measure{Factor: 1}),
		tops: len(t.Children[t.Top])}
	for i := range p.n {
		c.x, c.y = append(c.x, x.At(i, 0)), append(c.y, x.At(i, 1))
	}
	return c
}

func (p *planePlay) step(ctx context.Context) error {
	if p.done == 0 {
		var clouds [4]cloud
		for k := range clouds {
			if err := ctx.Err(); err != nil {
				return err
			}
			clouds[k] = p.draw(k)
		}
		p.clouds = &clouds
	}
	if k := p.done - planeReveals; k >= 0 {
		field, err := p.clouds[k].places.Field(ctx, plotting.All, planeCells)
		if err != nil {
			return err
		}
		p.fields[k] = field
	}
	p.done++
	return nil
}

// shown returns how many points of each cloud have appeared.
func (p *planePlay) shown() int {
	if p.done >= planeReveals {
		return p.n
	}
	return int(math.Round(math.Pow(float64(p.n), float64(p.done)/planeReveals)))
}

func (p *planePlay) counters() []Counter {
	var list []Counter
	for k, s := range planeSettings {
		rate := p.c[k] * p.priors[k].Rate(1)
		c := Counter{Name: fmt.Sprintf("distance², θ = %v", s.theta), Drawn: math.NaN(),
			Expected: 4 * rate / (1 + rate), Spread: math.NaN()}
		if m := p.shown(); p.clouds != nil && m > 1 {
			c.Drawn = 2 * (scatter(p.clouds[k].x[:m]) + scatter(p.clouds[k].y[:m])) / float64(m-1)
		}
		list = append(list, c)
	}
	return list
}

// scatter returns the sum of squares about the mean.
func scatter(x []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	return sum
}

func (p *planePlay) summary() string {
	if p.clouds == nil {
		return "Four empty planes, for trees with θ = 0, 0.5, 1 and 1.5."
	}
	text := fmt.Sprintf("%d points of each of four trees; the first branch points have ", p.shown())
	for k, c := range p.clouds {
		switch {
		case k == 3:
			text += " and "
		case k > 0:
			text += ", "
		}
		text += strconv.Itoa(c.tops)
	}
	text += " branches."
	if n := p.done - planeReveals; n > 0 {
		text += fmt.Sprintf(" Behind %s, the density of the next point is shaded.", plotting.Plural(n, "cloud"))
	}
	return text
}

func (p *planePlay) figure() plotting.Figure {
	f := &chart.Panels{Style: plotting.Light}
	for k := range planeSettings {
		title := p.title(k)
		d := &space.Density{Subtitle: title, HideTree: true, HideLegend: true, Square: true, Bold: true, Window: planeWindow,
			Style: plotting.Light, Selection: plotting.NoSelection}
		if p.clouds != nil {
			d.Places, d.Field, d.Rows = p.clouds[k].places, p.fields[k], p.shown()
		}
		var figure plotting.Figure = d
		if p.clouds == nil {
			figure = &chart.Chart{Subtitle: title, Square: true, Narrow: true, Style: plotting.Light,
				X: chart.Axis{Low: -3, High: 3}, Y: chart.Axis{Low: -3, High: 3}}
		}
		f.Parts = append(f.Parts, chart.Panel{Name: fmt.Sprintf("tree%d", k+1), Figure: figure, Box: planeBox(k)})
	}
	return f
}

// title says which parameters picture k has.
func (p *planePlan) title(k int) string {
	return fmt.Sprintf("c = %s, θ = %s, α = %s", short(p.c[k]), short(planeSettings[k].theta), short(p.alpha))
}

// planeBox is where picture k stands, of two by two.
func planeBox(k int) plotting.Window {
	return plotting.Window{X0: float64(k%2) / 2, X1: float64(k%2+1) / 2, Y0: float64(k/2) / 2, Y1: float64(k/2+1) / 2}
}
