package sampling

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/annealing"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// Temperatures is the stage of annealing and tempering.
func Temperatures() stage.Stage {
	return stage.Stage{
		Name:  "tempering",
		Title: "Annealing and tempering",
		Summary: "A chain cannot cross a valley. Two methods help: hotter chains that swap states with it, and slow " +
			"cooling with weights.",
		Text: "A posterior is proportional to prior times likelihood. Raised to a power β below 1, the likelihood " +
			"flattens: at β = 0 only the prior is left, and a chain moves freely. At β = 1, a chain with small steps " +
			"stays in the peak where it started. Parallel tempering runs chains at several β and lets neighbours " +
			"swap, with a probability that leaves every chain's distribution unchanged: states that cross in a hot " +
			"chain reach the cold one. Annealed importance sampling starts walkers from the prior and raises β " +
			"slowly. Each walker collects a weight, and the mean weight estimates the evidence without bias, even if " +
			"most walkers end in the wrong peak.",
		Formula: []string{
			`f_β(x) = p(x) L(x)^β, \quad P(\text{swap}) = \text{min} \{1, (L(x_j)/L(x_i))^{β_i-β_j}\}`,
			`\text{log } w = \sum_j (β_{j+1}-β_j) \text{ log } L(z_j)`,
		},
		Try: []string{
			"A single chain: it hardly ever crosses. --set temperatures=1",
			"Peaks further apart: they need more temperatures. --set gap=3.5 --set temperatures=6",
			"Cool two hundred walkers and weight them. --set method=annealing",
		},
		More: []string{
			"Murphy (2012), Machine Learning, sections 24.6.1 to 24.6.3",
			"Neal (2001), Annealed importance sampling",
			"Geyer (1991), Markov chain Monte Carlo maximum likelihood",
		},
		Ask: stage.Question{Text: "Which share of the swaps is accepted?", Counter: "swaps accepted", Part: "beta1", High: 1},
		Controls: []inference.Parameter{
			{Name: "method", Title: "Method", Type: inference.Choice, Default: "tempering",
				Choices: []string{"tempering", "annealing"}, Help: "tempering: " +
					"chains at several powers swap states; annealing: walkers are cooled and weighted."},
			{Name: "temperatures", Title: "Temperatures", Type: inference.Integer,
				Default: "4", Min: 1, Max: 6, Help: "Number " +
					"of chains in tempering; annealing always cools in 60 steps."},
			{Name: "gap", Title: "Half the distance between peaks", Type: inference.Real, Default: "2.5", Min: 0.5, Max: 4,
				Help: "From the origin to either peak."},
			{Name: "stride", Title: "Step length", Type: inference.Real, Default: "0.4", Min: 0.05, Max: 3,
				Help: "Standard deviation of a chain's proposals."},
		},
		Pace: 8,
		New: func(o stage.Options) (stage.Play, error) {
			if o.Settings.Text("method") == "annealing" {
				return annealingRules.New(o)
			}
			return temperingRules.New(o)
		},
	}
}

const (
	temperingSteps = 150
	temperingMoves = 8 // of each chain a step
	hottest        = 0.01
)

type temperingPlan struct {
	curve  peaks
	stride float64
	at     []occupancy // of each chain, the coldest first
	swaps  []float64   // exact probability of a swap for each pair of neighbours
}

// A temperingPlay moves every chain, then offers swaps to neighbours.
type temperingPlay struct {
	*temperingPlan
	rng    stage.Random
	state  []float64
	who    []int // walker in each chain, which gives its colour
	seen   []histogram
	right  []int // visits right of 0
	visits int
	trace  []float64 // of the coldest chain
	tracer []int     // its walker
	tried  []int     // swaps of each pair
	made   []int
	done   int
	last   []bool // pairs that swapped at the last step
}

var temperingRules = stage.Rules[*temperingPlay]{
	Start: func(o stage.Options) (*temperingPlay, error) {
		s := o.Settings
		return newTempering(peaks{s.Real("gap")}, s.Real("stride"), s.Int("temperatures"), o.Seed), nil
	},
	Steps: func(*temperingPlay) int { return temperingSteps }, Step: (*temperingPlay).step,
	Copy:   func(p *temperingPlay) { p.rng = p.rng.Clone() },
	Figure: (*temperingPlay).figure, Counters: (*temperingPlay).counters, Summary: (*temperingPlay).summary,
}

func newTempering(curve peaks, stride float64, chains int, seed uint64) *temperingPlay {
	plan := &temperingPlan{curve: curve, stride: stride}
	p := &temperingPlay{temperingPlan: plan, rng: stage.NewRandom(seed, 0), seen: make([]histogram, chains),
		right: make([]int, chains), tried: make([]int, chains), made: make([]int, chains), last: make([]bool, chains)}
	for k, power := range annealing.Ladder(chains, hottest) {
		plan.at = append(plan.at, curve.occupy(power))
		if k > 0 {
			plan.swaps = append(plan.swaps, curve.swapRate(plan.at[k-1], plan.at[k]))
		}
		p.state = append(p.state, plan.at[k].draw(p.rng.Rand))
		p.who = append(p.who, k)
	}
	return p
}

func (p *temperingPlay) step() {
	p.state, p.who, p.seen, p.right = slices.Clone(p.state), slices.Clone(p.who),
		slices.Clone(p.seen), slices.Clone(p.right)
	p.tried, p.made, p.last = slices.Clone(p.tried), slices.Clone(p.made), make([]bool, len(p.state))
	for k := range p.state {
		for range temperingMoves {
			p.state[k], _ = p.curve.move(p.state[k], p.at[k].power, p.stride, p.rng.Rand)
			p.seen[k].add(p.state[k], 1)
			if p.state[k] > 0 {
				p.right[k]++
			}
		}
	}
	p.visits += temperingMoves
	for k := p.done % 2; k+1 < len(p.state); k += 2 {
		p.tried[k]++
		a, b := p.curve.logLikelihood(p.state[k]), p.curve.logLikelihood(p.state[k+1])
		if x := annealing.LogSwap(p.at[k].power, p.at[k+1].power, a, b); x >= 0 || p.rng.ExpFloat64() > -x {
			p.made[k]++
			p.last[k] = true
			p.state[k], p.state[k+1] = p.state[k+1], p.state[k]
			p.who[k], p.who[k+1] = p.who[k+1], p.who[k]
		}
	}
	n := len(p.trace)
	p.trace, p.tracer = append(p.trace[:n:n], p.state[0]), append(p.tracer[:n:n], p.who[0])
	p.done++
}

func (p *temperingPlay) counters() []stage.Counter {
	nan, hot := math.NaN(), len(p.state)-1
	list := []stage.Counter{
		{Name: "right of 0, cold", Drawn: nan, Expected: p.at[0].right, Spread: nan},
		{Name: "right of 0, hot", Drawn: nan, Expected: p.at[hot].right, Spread: nan},
		{Name: "swaps accepted", Drawn: nan, Expected: nan, Spread: nan},
	}
	if p.visits > 0 {
		list[0].Drawn = float64(p.right[0]) / float64(p.visits)
		list[1].Drawn = float64(p.right[hot]) / float64(p.visits)
	}
	tried, made, expected := 0, 0, 0.0
	for k, rate := range p.swaps {
		tried += p.tried[k]
		made += p.made[k]
		expected += rate * float64(p.tried[k])
	}
	if tried > 0 {
		list[2].Drawn, list[2].Expected = float64(made)/float64(tried), expected/float64(tried)
	}
	return list
}

// crossings returns how often the coldest chain changed sides.
func (p *temperingPlay) crossings() int {
	n := 0
	for i := 1; i < len(p.trace); i++ {
		if (p.trace[i] > 0) != (p.trace[i-1] > 0) {
			n++
		}
	}
	return n
}

func (p *temperingPlay) summary() string {
	if p.done == 0 {
		return fmt.Sprintf("%s at powers of the likelihood from 1 down, each started from its own distribution.",
			plotting.Plural(len(p.state), "chain"))
	}
	c := p.counters()
	text := fmt.Sprintf("After %s the coldest chain has changed sides %s. The proportion of its time right of 0 is "+
		"%s; exactly, it is %s.",
		plotting.Plural(p.done, "step"), plotting.Plural(p.crossings(), "time"), stage.Short(c[0].Drawn),
		stage.Short(c[0].Expected))
	if len(p.state) > 1 && !math.IsNaN(c[2].Drawn) {
		text += fmt.Sprintf(" The acceptance rate of swaps is %s.", stage.Short(c[2].Drawn))
	}
	return text
}

func (p *temperingPlay) figure() plotting.Figure {
	f := &chart.Panels{Style: plotting.Light}
	n := float64(len(p.state))
	for k := range p.state {
		c := occupancyChart(p.at[k], &p.seen[k], 0)
		c.Y.Name = ""
		note := "β = " + stage.Short(p.at[k].power)
		if k > 0 && p.last[k-1] {
			note += ", swapped with the one above"
		}
		c.Y.High *= 1.25
		high, low := c.Y.High, 0.84*c.Y.High
		c.Layers = append(c.Layers, chart.Layer{Kind: chart.Area, X: []float64{-2.2, 2.2, 2.2, -2.2},
			Y: []float64{low, low, high, high}, Ink: chart.SurfaceInk, Opacity: 0.85},
			chart.Layer{Kind: chart.Text, X: []float64{0}, Y: []float64{0.92 * c.Y.High}, Text: []string{note}})
		if float64(k) < n-1 {
			c.X.Name = ""
		}
		c.Layers = append(c.Layers, chart.Layer{Kind: chart.Points, X: []float64{p.state[k]}, Y: []float64{0},
			Ink: chart.CategoryInk(p.who[k] + 1), Radius: 6, Text: []string{"walker " + strconv.Itoa(p.who[k]+1)}})
		f.Parts = append(f.Parts, chart.Panel{Name: "beta" + strconv.Itoa(k+1), Figure: c, Column: 1,
			Box: plotting.Window{X0: 0, X1: 0.56, Y0: float64(k) / n, Y1: float64(k+1) / n}})
	}
	f.Parts = append(f.Parts,
		chart.Panel{Name: "trace", Figure: p.traceChart(), Box: plotting.Window{X0: 0.56, X1: 1, Y0: 0, Y1: 0.55}},
		chart.Panel{Name: "sides", Figure: p.sides(), Box: plotting.Window{X0: 0.56, X1: 1, Y0: 0.55, Y1: 1}})
	return f
}

// occupancyChart shows the exact density and the positions visited; top is the end of its axis, 0 for
// automatic.
func occupancyChart(o occupancy, h *histogram, top float64) *chart.Chart {
	f := &chart.Chart{Style: plotting.Light, X: chart.Axis{Name: "x", Low: -peaksSeen, High: peaksSeen},
		Y: chart.Axis{Name: "density"}}
	line := chart.Layer{Stroke: 1.75}
	most := 0.0
	for i := 0; i < peaksCells; i += 2 {
		if x := place(i); math.Abs(x) <= peaksSeen {
			line.X, line.Y = append(line.X, x), append(line.Y, o.density(i))
			most = max(most, o.density(i))
		}
	}
	if top == 0 {
		top = 1.5 * most
	}
	f.Y.High = top
	f.Y.Low = -0.08 * top
	x, y := h.bars()
	f.Layers = []chart.Layer{
		{Kind: chart.Bars, X: x, Y: y, Width: 2 * peaksSeen / peaksBars, Ink: chart.CategoryInk(0), Opacity: 0.4}, line}
	return f
}

// traceChart plots the path of the coldest chain, in the colours of its walkers.
func (p *temperingPlay) traceChart() *chart.Chart {
	f := &chart.Chart{Subtitle: "the coldest chain, in the colour of its walker", Style: plotting.Light,
		X: chart.Axis{Name: "step", Low: 0, High: temperingSteps}, Y: chart.Axis{Name: "x", Low: -peaksSeen, High: peaksSeen}}
	line := chart.Layer{Ink: chart.MutedInk, Opacity: 0.6}
	dots := chart.Layer{Kind: chart.Points, Radius: 2.25}
	for i, x := range p.trace {
		line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, x)
		dots.Inks = append(dots.Inks, chart.CategoryInk(p.tracer[i]+1))
	}
	dots.X, dots.Y = line.X, line.Y
	f.Layers = []chart.Layer{
		{X: []float64{0, temperingSteps}, Y: []float64{0, 0}, Ink: chart.MutedInk, Dashed: true}, line, dots}
	return f
}

// sides shows the proportion of time right of 0 of every chain.
func (p *temperingPlay) sides() *chart.Chart {
	f := &chart.Chart{Subtitle: "proportion of time right of 0", Style: plotting.Light,
		X: chart.Axis{Name: "β", Low: -0.6, High: float64(len(p.state)) - 0.4}, Y: chart.Axis{Name: "share", Low: 0, High: 1}}
	drawn := chart.Layer{Name: "drawn", Kind: chart.Bars, Width: 0.55, Ink: chart.CategoryInk(0), Opacity: 0.4}
	exact := chart.Layer{Name: "exact", Kind: chart.Links, Stroke: 2.25}
	for k, o := range p.at {
		x := float64(k)
		f.X.Labels = append(f.X.Labels, stage.Short(o.power))
		exact.X, exact.Y = append(exact.X, x-0.36, x+0.36), append(exact.Y, o.right, o.right)
		if p.visits > 0 {
			drawn.X, drawn.Y = append(drawn.X, x), append(drawn.Y, float64(p.right[k])/float64(p.visits))
		}
	}
	f.Layers = []chart.Layer{drawn, exact}
	return f
}
