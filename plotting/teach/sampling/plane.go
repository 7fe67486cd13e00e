package sampling

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// StepsInThePlane is the stage of Gibbs and Metropolis steps in the plane.
func StepsInThePlane() stage.Stage {
	return stage.Stage{
		Name:    "plane-steps",
		Title:   "Steps in the plane",
		Summary: "Four chains walk over a narrow ridge, by Gibbs or by Metropolis, until nothing tells them apart.",
		Text: "A normal density in the plane whose coordinates are correlated is a ridge. Four chains start far from " +
			"it. Gibbs draws one coordinate given the other: it moves along the axes, in steps as short as the ridge " +
			"is narrow, and forgets a share ρ² a sweep. Metropolis proposes a step in any direction and refuses some " +
			"that lead down. Short steps are all accepted and lead nowhere; long ones are all refused. R-hat " +
			"compares " +
			"the chains with one another: above 1.01 they still know where they started. It sees only what the " +
			"chains have seen, and a chain that agrees with the others may be wrong with them.",
		Formula: []string{
			`x | y ~ N(ρ y, 1 - ρ^2), \quad E x_t = ρ^{2t} x_0`,
			`P(\text{accept}) = \text{min} \left( 1, \frac{p(x')}{p(x)} \right), \quad \hat{R} = \sqrt{\frac{\text{total variance}}{\text{within chains}}}`,
		},
		Signs: map[string]string{"ρ": "plane", "x": "trace"},
		Try: []string{
			"A narrow ridge: Gibbs takes a hundred sweeps to cross it. --set rho=0.99",
			"Metropolis with long steps: most are refused. --set method=metropolis --set stride=6",
			"Metropolis with short steps: nearly all are accepted, and it hardly moves. --set method=metropolis " +
				"--set stride=0.1",
		},
		More: []string{
			"Murphy (2012), Machine Learning, sections 24.2 to 24.4, figures 24.7, 24.12 and 24.13",
			"Vehtari et al. (2021), Rank-normalization, folding, and localization: an improved R-hat, Bayesian " +
				"Analysis 16",
		},
		Ask: stage.Question{Text: "What will R-hat be after 150 sweeps?", Counter: "R-hat of x",
			Part: "plane", Low: 1, High: 3},
		Controls: []inference.Parameter{
			{Name: "rho", Title: "ρ, correlation", Type: inference.Real, Default: "0.95", Min: 0, Max: 0.995,
				Help: "How narrow the ridge is."},
			{Name: "method", Title: "Steps", Type: inference.Choice, Default: "gibbs", Choices: []string{"gibbs",
				"metropolis"},
				Help: "gibbs: one coordinate given the other; metropolis: a proposal in any direction."},
			{Name: "stride", Title: "Stride of Metropolis", Type: inference.Real, Default: "0.7", Min: 0.05, Max: 10,
				Help: "Standard deviation of a proposal, along each axis."},
		},
		Pace: 8, Light: []string{"rho=0.7"},
		New: stage.Rules[*walkers]{
			Start: newWalkers,
			Steps: func(*walkers) int { return walkSweeps }, Step: (*walkers).step,
			Copy:   func(w *walkers) { w.rng = w.rng.Clone() },
			Figure: (*walkers).figure, Counters: (*walkers).counters, Summary: (*walkers).summary,
		}.New,
	}
}

const (
	walkSweeps = 150
	walkFar    = 4.0 // where chains start, at the corners of a square
	walkReach  = 5.0
	walkChains = 4
)

// A walkers is four chains; a sweep moves both coordinates of each.
type walkers struct {
	rho, stride float64
	gibbs       bool
	rng         stage.Random

	// Places of each chain: after every half sweep for Gibbs, whole for Metropolis.
	px, py   [walkChains][]float64
	sx, sy   [walkChains][]float64 // after each sweep, the start first
	accepted int
	done     int
}

func newWalkers(o stage.Options) (*walkers, error) {
	w := &walkers{rho: o.Settings.Real("rho"), stride: o.Settings.Real("stride"),
		gibbs: o.Settings.Text("method") == "gibbs",
		rng:   stage.NewRandom(o.Seed, 0)}
	for k := range walkChains {
		x, y := walkFar*float64(2*(k%2)-1), walkFar*float64(2*(k/2)-1)
		w.px[k], w.py[k] = []float64{x}, []float64{y}
		w.sx[k], w.sy[k] = []float64{x}, []float64{y}
	}
	return w, nil
}

// logDensity is that of the plane, but for a constant.
func (w *walkers) logDensity(x, y float64) float64 {
	return -(x*x - 2*w.rho*x*y + y*y) / (2 * (1 - w.rho*w.rho))
}

func (w *walkers) step() {
	for k := range walkChains {
		px, py := slices.Clip(w.px[k]), slices.Clip(w.py[k])
		x, y := px[len(px)-1], py[len(py)-1]
		if w.gibbs {
			rest := math.Sqrt(1 - w.rho*w.rho)
			y = w.rho*x + rest*w.rng.NormFloat64()
			px, py = append(px, x), append(py, y)
			x = w.rho*y + rest*w.rng.NormFloat64()
		} else {
			u, v := x+w.stride*w.rng.NormFloat64(), y+w.stride*w.rng.NormFloat64()
			if rise := w.logDensity(u, v) - w.logDensity(x, y); rise >= 0 || w.rng.ExpFloat64() > -rise {
				x, y = u, v
				w.accepted++
			}
		}
		w.px[k], w.py[k] = append(px, x), append(py, y)
		w.sx[k], w.sy[k] = append(slices.Clip(w.sx[k]), x), append(slices.Clip(w.sy[k]), y)
	}
	w.done++
}

// rHat is R-hat of x over the second half of the sweeps; NaN while there are few.
func (w *walkers) rHat(done int) float64 {
	if done/2 < diagnostics.LeastDraws {
		return math.NaN()
	}
	var chains [][]float64
	for k := range walkChains {
		chains = append(chains, w.sx[k][done/2+1:done+1])
	}
	return diagnostics.Measure("x", chains).RHat
}

func (w *walkers) counters() []stage.Counter {
	nan := math.NaN()
	first := stage.Counter{Name: "x of the first chain", Drawn: w.sx[0][w.done], Expected: nan, Spread: nan}
	accept := stage.Counter{Name: "steps accepted", Drawn: nan, Expected: nan, Spread: nan}
	if w.gibbs {
		r := math.Pow(w.rho, 2*float64(w.done))
		first.Expected, first.Spread = -walkFar*r, math.Sqrt(1-r*r)
	} else if w.done > 0 {
		accept.Drawn = float64(w.accepted) / float64(walkChains*w.done)
	}
	return []stage.Counter{first, accept, {Name: "R-hat of x", Drawn: w.rHat(w.done), Expected: nan, Spread: nan}}
}

func (w *walkers) summary() string {
	name := map[bool]string{true: "Gibbs", false: "Metropolis"}[w.gibbs]
	if w.done == 0 {
		return fmt.Sprintf("Four chains start at the corners; %s steps follow over a ridge of correlation %s.", name,
			stage.Short(w.rho))
	}
	text := fmt.Sprintf("After %s of %s the first chain is at (%s, %s).", plotting.Plural(w.done, "sweep"), name,
		stage.Short(w.sx[0][w.done]), stage.Short(w.sy[0][w.done]))
	if r := w.rHat(w.done); !math.IsNaN(r) {
		text += fmt.Sprintf(" R-hat of the last half is %s.", plotting.FormatDigits(r, 3))
	}
	return text
}

func (w *walkers) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("plane", w.plane(), 0, 0.52, 0, 1),
		chart.At("trace", w.trace(), 0.52, 1, 0, 0.5),
		chart.At("rhat", w.agreement(), 0.52, 1, 0.5, 1),
	}}
}

// seen is how many of the last places of a chain are drawn.
const seen = 60

// plane shows the ridge, and the last steps of the chains.
func (w *walkers) plane() *chart.Chart {
	f := &chart.Chart{Subtitle: "the ridge at 1, 2 and 3 s.d., and the chains", Square: true, Style: plotting.Light,
		X: chart.Axis{Name: "x", Low: -walkReach, High: walkReach}, Y: chart.Axis{Name: "y", Low: -walkReach,
			High: walkReach}}
	for r := 1; r <= 3; r++ {
		l := chart.Layer{Ink: chart.MutedInk, Stroke: 1}
		for k := range 121 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 120)
			a, b := float64(r)*math.Sqrt((1+w.rho)/2)*cos, float64(r)*math.Sqrt((1-w.rho)/2)*sin
			l.X, l.Y = append(l.X, a-b), append(l.Y, a+b)
		}
		f.Layers = append(f.Layers, l)
	}
	for k := range walkChains {
		n := len(w.px[k])
		from := max(n-seen, 0)
		f.Layers = append(f.Layers,
			chart.Layer{X: w.px[k][from:], Y: w.py[k][from:], Ink: chart.CategoryInk(k), Opacity: 0.65},
			chart.Layer{Kind: chart.Points, X: w.px[k][n-1:], Y: w.py[k][n-1:], Ink: chart.CategoryInk(k), Radius: 5})
	}
	return f
}

// trace shows x of all chains.
func (w *walkers) trace() *chart.Chart {
	f := &chart.Chart{Subtitle: "x of the four chains", Style: plotting.Light,
		X: chart.Axis{Name: "sweep", High: walkSweeps, Whole: true}, Y: chart.Axis{Low: -walkReach, High: walkReach}}
	for k := range walkChains {
		l := chart.Layer{Ink: chart.CategoryInk(k), Opacity: 0.85}
		for t, x := range w.sx[k] {
			l.X, l.Y = append(l.X, float64(t)), append(l.Y, x)
		}
		f.Layers = append(f.Layers, l)
	}
	return f
}

// agreement shows R-hat of the last half, sweep by sweep.
func (w *walkers) agreement() *chart.Chart {
	f := &chart.Chart{Subtitle: "R-hat of the last half; below 1.01 the chains agree", Style: plotting.Light,
		X: chart.Axis{Name: "sweep", High: walkSweeps, Whole: true}, Y: chart.Axis{Low: 0.95, High: 3}}
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2}
	for t := 0; t <= w.done; t += 2 {
		if r := w.rHat(t); !math.IsNaN(r) {
			l.X, l.Y = append(l.X, float64(t)), append(l.Y, min(r, 3))
		}
	}
	f.Layers = []chart.Layer{{Name: "1.01", Dashed: true, Ink: chart.MutedInk, X: []float64{0, walkSweeps},
		Y: []float64{1.01, 1.01}}, l}
	return f
}
