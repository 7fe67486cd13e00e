package sampling

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/annealing"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

const (
	annealingSteps   = 60
	annealingWalkers = 200
	annealingMoves   = 4 // of each walker at each power
)

type annealingPlan struct {
	curve  peaks
	stride float64
	powers []float64
	at     []occupancy // at each power
}

// An annealingPlay raises the power of the likelihood by a step and moves all walkers.
type annealingPlay struct {
	*annealingPlan
	rng     stage.Random
	walkers []float64
	paths   []annealing.Path
	guess   []float64 // mean weight after each step
	done    int
}

var annealingRules = stage.Rules[*annealingPlay]{
	Start: func(o stage.Options) (*annealingPlay, error) {
		return newAnnealing(peaks{o.Settings.Real("gap")}, o.Settings.Real("stride"), o.Seed), nil
	},
	Steps: func(*annealingPlay) int { return annealingSteps }, Step: (*annealingPlay).step,
	Copy:   func(p *annealingPlay) { p.rng = p.rng.Clone() },
	Figure: (*annealingPlay).figure, Counters: (*annealingPlay).counters, Summary: (*annealingPlay).summary,
}

func newAnnealing(curve peaks, stride float64, seed uint64) *annealingPlay {
	plan := &annealingPlan{curve: curve, stride: stride, powers: annealing.Powers(annealingSteps)}
	for _, power := range plan.powers {
		plan.at = append(plan.at, curve.occupy(power))
	}
	p := &annealingPlay{annealingPlan: plan, rng: stage.NewRandom(seed, 0), guess: []float64{1}}
	for range annealingWalkers {
		p.walkers = append(p.walkers, plan.at[0].draw(p.rng.Rand))
		p.paths = append(p.paths, annealing.NewPath(plan.powers))
	}
	return p
}

func (p *annealingPlay) step() {
	p.walkers, p.paths = slices.Clone(p.walkers), slices.Clone(p.paths)
	for i := range p.walkers {
		power, _ := p.paths[i].Advance(p.curve.logLikelihood(p.walkers[i]))
		for range annealingMoves {
			p.walkers[i], _ = p.curve.move(p.walkers[i], power, p.stride, p.rng.Rand)
		}
	}
	p.done++
	w := p.weights()
	p.guess = append(p.guess[:len(p.guess):len(p.guess)], math.Exp(w.LogMean()))
}

// weights returns the weights of the walkers so far.
func (p *annealingPlay) weights() *annealing.Weights {
	w := &annealing.Weights{}
	for i := range p.paths {
		w.Add(p.paths[i].LogWeight())
	}
	return w
}

// sides returns the share of the walkers right of 0, and the mean of their weights there.
func (p *annealingPlay) sides() (plain, weighted float64) {
	for i, x := range p.walkers {
		if x > 0 {
			plain += 1.0 / annealingWalkers
			weighted += math.Exp(p.paths[i].LogWeight()) / annealingWalkers
		}
	}
	return plain, weighted
}

func (p *annealingPlay) counters() []stage.Counter {
	o := p.at[p.done]
	_, weighted := p.sides()
	nan := math.NaN()
	return []stage.Counter{
		{Name: "mean weight", Drawn: p.guess[p.done], Expected: o.evidence, Spread: nan},
		{Name: "weight right of 0", Drawn: weighted, Expected: o.evidence * o.right, Spread: nan},
		{Name: "effective walkers", Drawn: p.weights().Effective(), Expected: nan, Spread: nan},
	}
}

func (p *annealingPlay) summary() string {
	o, w := p.at[p.done], p.weights()
	plain, weighted := p.sides()
	return fmt.Sprintf("At β = %s, the proportion of the %[3]d walkers right of 0 is %[2]s, or %[4]s when weighted; "+
		"exactly, it is %[5]s. Their mean weight is %[6]s, the evidence is %[7]s, and the effective number of "+
		"walkers is %.0[8]f.",
		stage.Short(o.power), stage.Short(plain), annealingWalkers, stage.Short(weighted/p.guess[p.done]),
		stage.Short(o.right), stage.Short(p.guess[p.done]), stage.Short(o.evidence), w.Effective())
}

func (p *annealingPlay) figure() plotting.Figure {
	var plain, weighted histogram
	most := 0.0
	for i := range p.paths {
		most = max(most, p.paths[i].LogWeight())
	}
	for i, x := range p.walkers {
		plain.add(x, 1)
		weighted.add(x, math.Exp(p.paths[i].LogWeight()-most))
	}
	o := p.at[p.done]
	top := 0.0
	for i := range peaksCells {
		top = max(top, 1.6*o.density(i))
	}
	f := &chart.Panels{Style: plotting.Light}
	for k, h := range []*histogram{&plain, &weighted} {
		c := occupancyChart(o, h, top)
		c.Subtitle = fmt.Sprintf("β = %s: %s", stage.Short(o.power), []string{"the unweighted walkers, and the exact " +
			"density", "each with its weight"}[k])
		if k == 0 {
			dots := chart.Layer{Kind: chart.Points, Ink: chart.CategoryInk(1), Opacity: 0.6, Radius: 2}
			for _, x := range p.walkers {
				dots.X, dots.Y = append(dots.X, x), append(dots.Y, -0.04*top)
			}
			c.Layers = append(c.Layers, dots)
		}
		f.Parts = append(f.Parts, chart.Panel{Name: []string{"walkers", "weighted"}[k], Figure: c, Column: 1,
			Box: plotting.Window{X0: 0, X1: 0.56, Y0: float64(k) / 2, Y1: float64(k+1) / 2}})
	}
	f.Parts = append(f.Parts,
		chart.Panel{Name: "evidence", Figure: p.evidence(), Column: 2,
			Box: plotting.Window{X0: 0.56, X1: 1, Y0: 0, Y1: 0.55}},
		chart.Panel{Name: "powers", Figure: p.schedule(), Column: 2, Box: plotting.Window{X0: 0.56, X1: 1, Y0: 0.55, Y1: 1}})
	return f
}

// evidence is the mean weight against the exact evidence at each power.
func (p *annealingPlay) evidence() *chart.Chart {
	f := &chart.Chart{Subtitle: "the mean weight estimates the evidence", Style: plotting.Light,
		X: chart.Axis{Name: "step", Low: 0, High: annealingSteps}, Y: chart.Axis{Name: "evidence at β", Low: 0, High: 1.05}}
	exact := chart.Layer{Name: "exact", Stroke: 1.75}
	drawn := chart.Layer{Name: "mean weight", Kind: chart.Points, Ink: chart.CategoryInk(0), Radius: 2.75}
	for k, o := range p.at {
		exact.X, exact.Y = append(exact.X, float64(k)), append(exact.Y, o.evidence)
		if k <= p.done {
			drawn.X, drawn.Y = append(drawn.X, float64(k)), append(drawn.Y, p.guess[k])
		}
	}
	f.Layers = []chart.Layer{exact, drawn}
	return f
}

// schedule is the power at each step.
func (p *annealingPlay) schedule() *chart.Chart {
	f := &chart.Chart{Subtitle: "power of the likelihood, 0 to 1", Style: plotting.Light,
		X: chart.Axis{Name: "step", Low: 0, High: annealingSteps}, Y: chart.Axis{Name: "β", Low: 0, High: 1}}
	line := chart.Layer{Stroke: 1.75}
	for k, power := range p.powers {
		line.X, line.Y = append(line.X, float64(k)), append(line.Y, power)
	}
	now := chart.Layer{Kind: chart.Points, X: []float64{float64(p.done)}, Y: []float64{p.powers[p.done]},
		Ink: chart.SelectionInk, Radius: 4.5}
	f.Layers = []chart.Layer{line, now}
	return f
}
