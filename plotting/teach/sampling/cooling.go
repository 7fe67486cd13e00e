package sampling

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// SimulatedAnnealing is the stage of slow cooling on a bumpy surface.
func SimulatedAnnealing() stage.Stage {
	return stage.Stage{
		Name:  "cooling",
		Title: "Simulated annealing",
		Summary: "Walkers on a bumpy surface. Cooled quickly, they freeze where they are; cooled slowly, they find " +
			"the deepest valley.",
		Text: "A search that only goes down ends in the first valley. Simulated annealing also takes upward steps, " +
			"with probability exp(−ΔE/T), and lowers the temperature T. At a fixed T the walkers end up distributed " +
			"as exp(−E/T): spread out when hot, gathered in the deepest valleys when cold. Cooled slowly enough, " +
			"they stay near this equilibrium and end in the global minimum. Cooled too fast, they leave it and " +
			"freeze: compare their mean energy with the dashed line. This is a search, not inference: it has no " +
			"weights and no posterior. Annealed importance sampling adds weights and estimates the evidence.",
		Formula: []string{
			`P(\text{accept}) = \text{min} \{1, e^{-(E(x') - E(x))/T}\}, \quad p_T(x) = \frac{1}{Z_T} e^{-E(x)/T}`,
			`T_k = T_0 (T_n / T_0)^{k/n}`,
		},
		Signs: map[string]string{"E": "surface", "T": "temperature"},
		Try: []string{
			"No heat: every walker stays in its first valley. --set schedule=none",
			"Cool in a tenth of the time. --set schedule=fast",
			"Higher bumps: they need more time than this. --set bumps=5",
		},
		More: []string{
			"Murphy (2012), Machine Learning, section 24.6.1, figures 24.9 and 24.10",
			"Kirkpatrick, Gelatt and Vecchi (1983), Optimization by simulated annealing",
		},
		Ask: stage.Question{Text: "Which share of the walkers ends in the deepest valley?",
			Counter: "in the deepest valley", Part: "surface", High: 1},
		Controls: []inference.Parameter{
			{Name: "schedule", Title: "Cooling", Type: inference.Choice, Default: "slow",
				Choices: []string{"slow", "fast", "constant", "none"}, Help: "slow: " +
					"cools over the whole course; fast: over its first tenth; constant: stays at the first temperature; " +
					"none: takes only downward steps."},
			{Name: "heat", Title: "First temperature", Type: inference.Real,
				Default: "4", Min: 0.3, Max: 8, Help: "Temperature " +
					"T at the start, in units of the energy."},
			{Name: "bumps", Title: "Height of the bumps", Type: inference.Real, Default: "1.5", Min: 0, Max: 8,
				Help: "How far the passes lie above the valleys."},
			{Name: "stride", Title: "Step length", Type: inference.Real, Default: "0.25", Min: 0.05, Max: 2,
				Help: "Standard deviation of a proposal along each axis."},
		},
		Pace:    8,
		Preview: 45,
		Light:   []string{"schedule=constant", "bumps=1"},
		New: stage.Rules[*coolingPlay]{
			Start: func(o stage.Options) (*coolingPlay, error) {
				s := o.Settings
				bumps := surface{s.Real("bumps")}
				return newCooling(bumps, s.Text("schedule"), s.Real("heat"), s.Real("stride"), o.Seed), nil
			},
			Steps: func(*coolingPlay) int { return coolingSteps }, Step: (*coolingPlay).step,
			Copy:   func(p *coolingPlay) { p.rng = p.rng.Clone() },
			Figure: (*coolingPlay).figure, Counters: (*coolingPlay).counters, Summary: (*coolingPlay).summary,
		}.New,
	}
}

const (
	coolingSteps   = 120
	coolingWalkers = 80
	coolingMoves   = 60 // of each walker a step
	coldest        = 0.03
	coolingTail    = 60 // of the path of the first walker
)

type coolingPlan struct {
	surface      surface
	stride       float64
	temperatures []float64 // at each step; 0 is where the course begins
	energy       []float64 // in equilibrium at each step
	share        []float64 // in the deepest valley
	shades       []chart.Layer
}

// A coolingPlay moves all walkers at the temperature of the step.
type coolingPlay struct {
	*coolingPlan
	rng    stage.Random
	at     [][2]float64 // walkers
	path   [][2]float64 // of the first walker
	energy []float64    // mean of the walkers after each step
	done   int
}

func newCooling(s surface, schedule string, heat, stride float64, seed uint64) *coolingPlay {
	plan := &coolingPlan{surface: s, stride: stride}
	p := &coolingPlay{coolingPlan: plan, rng: stage.NewRandom(seed, 0)}
	for k := range coolingSteps + 1 {
		plan.temperatures = append(plan.temperatures, temperature(schedule, heat, float64(k)/coolingSteps))
	}
	for k, t := range plan.temperatures {
		if k > 0 && t == plan.temperatures[k-1] {
			plan.energy, plan.share = append(plan.energy, plan.energy[k-1]), append(plan.share, plan.share[k-1])
			continue
		}
		e, share := s.inEquilibrium(t)
		plan.energy, plan.share = append(plan.energy, e), append(plan.share, share)
	}
	plan.shades = s.shades()
	for range coolingWalkers {
		p.at = append(p.at, [2]float64{surfaceEnd * (2*p.rng.Float64() - 1), surfaceEnd * (2*p.rng.Float64() - 1)})
	}
	p.path = append(p.path, p.at[0])
	p.energy = append(p.energy, p.meanEnergy())
	return p
}

// temperature returns that of a schedule at a share of the course.
func temperature(schedule string, heat, share float64) float64 {
	switch schedule {
	case "none":
		return coldest
	case "constant":
		return heat
	case "fast":
		share = min(10*share, 1)
	}
	return heat * math.Pow(coldest/heat, share)
}

// meanEnergy returns the mean energy of the walkers.
func (p *coolingPlay) meanEnergy() float64 {
	sum := 0.0
	for _, w := range p.at {
		sum += p.surface.energy(w[0], w[1]) / coolingWalkers
	}
	return sum
}

// inDeepest returns the share of the walkers in the deepest valley.
func (p *coolingPlay) inDeepest() float64 {
	n := 0
	for _, w := range p.at {
		if deepest(w[0], w[1]) {
			n++
		}
	}
	return float64(n) / coolingWalkers
}

func (p *coolingPlay) step() {
	p.done++
	p.at, p.path = slices.Clone(p.at), slices.Clip(p.path)
	for i, w := range p.at {
		for range coolingMoves {
			w[0], w[1] = p.surface.move(w[0], w[1], p.temperatures[p.done], p.stride, p.rng.Rand)
			if i == 0 {
				p.path = append(p.path, w)
			}
		}
		p.at[i] = w
	}
	p.energy = append(slices.Clip(p.energy), p.meanEnergy())
}

func (p *coolingPlay) counters() []stage.Counter {
	nan := math.NaN()
	list := []stage.Counter{
		{Name: "temperature", Drawn: p.temperatures[p.done], Expected: nan, Spread: nan},
		{Name: "mean energy", Drawn: nan, Expected: nan, Spread: nan},
		{Name: "in the deepest valley", Drawn: nan, Expected: nan, Spread: nan},
	}
	if p.done > 0 {
		share := p.share[p.done]
		list[1].Drawn, list[1].Expected = p.energy[p.done], p.coolingPlan.energy[p.done]
		list[2].Drawn, list[2].Expected, list[2].Spread = p.inDeepest(), share, math.Sqrt(share*(1-share)/coolingWalkers)
	}
	return list
}

func (p *coolingPlay) summary() string {
	if p.done == 0 {
		return fmt.Sprintf("%d walkers at random places on a bumpy surface, at temperature %s.", coolingWalkers,
			stage.Short(p.temperatures[0]))
	}
	return fmt.Sprintf("At temperature %s, the proportion of the %[3]d walkers in the deepest valley is %[2]s; at "+
		"equilibrium it would be %[4]s. Their mean energy is %[5]s; at equilibrium it would be %[6]s.",
		stage.Short(p.temperatures[p.done]), stage.Short(p.inDeepest()), coolingWalkers, stage.Short(p.share[p.done]),
		stage.Short(p.energy[p.done]), stage.Short(p.coolingPlan.energy[p.done]))
}

func (p *coolingPlay) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		{Name: "surface", Figure: p.places(), Box: plotting.Window{X0: 0, X1: 0.56, Y0: 0, Y1: 1}},
		{Name: "energy", Figure: p.energies(), Column: 2, Box: plotting.Window{X0: 0.56, X1: 1, Y0: 0, Y1: 0.56}},
		{Name: "temperature", Figure: p.schedule(), Column: 2, Box: plotting.Window{X0: 0.56, X1: 1, Y0: 0.56, Y1: 1}},
	}}
}

const (
	shadeCells  = 192 // of the picture of the surface along each axis
	shadeLevels = 12
	shadeTop    = 15.0 // energy from which on all is equally dark
)

// shades returns the surface as areas, the higher the darker. Neighbours in a row that are equally dark are one
// rectangle.
func (s surface) shades() []chart.Layer {
	layers := make([]chart.Layer, shadeLevels)
	for l := range layers {
		layers[l] = chart.Layer{Kind: chart.Area, Ink: chart.PlainInk, Opacity: 0.5 * float64(l+1) / shadeLevels}
	}
	corner := func(i int) float64 { return surfaceEnd * (2*float64(i)/shadeCells - 1) }
	level := func(i, j int) int {
		const half = surfaceEnd / shadeCells
		return min(int(shadeLevels*s.energy(corner(i)+half, corner(j)+half)/shadeTop), shadeLevels-1)
	}
	for j := range shadeCells {
		for i := 0; i < shadeCells; {
			from, l := i, level(i, j)
			for i < shadeCells && level(i, j) == l {
				i++
			}
			if l == 0 {
				continue // as bright as the ground
			}
			a := &layers[l]
			x0, x1, y0, y1 := corner(from), corner(i), corner(j), corner(j+1)
			a.X, a.Y = append(a.X, x0, x1, x1, x0, math.NaN()), append(a.Y, y0, y0, y1, y1, math.NaN())
		}
	}
	return layers
}

// places shows the walkers on the surface.
func (p *coolingPlay) places() *chart.Chart {
	f := &chart.Chart{Subtitle: fmt.Sprintf("T = %s; valleys have the page's colour", stage.Short(p.temperatures[p.done])),
		Square: true, Narrow: true, Style: plotting.Light,
		X: chart.Axis{Low: -surfaceEnd, High: surfaceEnd}, Y: chart.Axis{Low: -surfaceEnd, High: surfaceEnd}}
	f.Layers = append(f.Layers, p.shades...)
	dots := chart.Layer{Name: "walkers", Kind: chart.Points, Ink: chart.CategoryInk(0), Radius: 2.75, Opacity: 0.9}
	for _, w := range p.at[1:] {
		dots.X, dots.Y = append(dots.X, w[0]), append(dots.Y, w[1])
	}
	trail := chart.Layer{Name: "path of one of them", Ink: chart.CategoryInk(1), Stroke: 1.5}
	for _, w := range p.path[max(0, len(p.path)-coolingTail):] {
		trail.X, trail.Y = append(trail.X, w[0]), append(trail.Y, w[1])
	}
	f.Layers = append(f.Layers,
		chart.Layer{Name: "global minimum", Kind: chart.Points, X: []float64{surfaceX}, Y: []float64{surfaceY},
			Ink: chart.SelectionInk, Radius: 9, Hollow: true},
		dots, trail,
		chart.Layer{Kind: chart.Points, X: []float64{p.at[0][0]}, Y: []float64{p.at[0][1]},
			Ink: chart.CategoryInk(1), Radius: 4.5})
	return f
}

// energies shows the mean energy of the walkers and that in equilibrium.
func (p *coolingPlay) energies() *chart.Chart {
	f := &chart.Chart{Subtitle: "mean energy of the walkers", Style: plotting.Light,
		X: chart.Axis{Low: 0, High: coolingSteps + 2}, Y: chart.Axis{Name: "energy", Low: 0}}
	exact := chart.Layer{Name: "in equilibrium at T", Y: p.coolingPlan.energy, Dashed: true, Stroke: 1.5}
	drawn := chart.Layer{Name: "walkers", Ink: chart.CategoryInk(0), Stroke: 2.25, Y: p.energy}
	for k := range p.coolingPlan.energy {
		exact.X = append(exact.X, float64(k))
		f.Y.High = max(f.Y.High, 1.1*p.coolingPlan.energy[k])
	}
	for k, e := range p.energy {
		drawn.X = append(drawn.X, float64(k))
		f.Y.High = max(f.Y.High, 1.1*e)
	}
	f.Layers = []chart.Layer{exact, drawn}
	return f
}

// schedule shows the temperature at each step.
func (p *coolingPlay) schedule() *chart.Chart {
	f := &chart.Chart{Subtitle: "temperature T", Style: plotting.Light,
		X: chart.Axis{Name: "step", Low: 0, High: coolingSteps + 2}, Y: chart.Axis{Name: "T", Log: true, Low: 0.02, High: 10}}
	line := chart.Layer{Stroke: 1.75, Y: p.temperatures}
	for k := range p.temperatures {
		line.X = append(line.X, float64(k))
	}
	f.Layers = []chart.Layer{line, {Kind: chart.Points, X: []float64{float64(p.done)},
		Y: []float64{p.temperatures[p.done]}, Ink: chart.SelectionInk, Radius: 4.5}}
	return f
}
