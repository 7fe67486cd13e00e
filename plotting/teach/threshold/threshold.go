// Package threshold is the stage of a threshold on a liability that diffuses: how two relatives come to have the same
// of yes and no, or not.
package threshold

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// Liability is the stage.
func Liability() stage.Stage {
	return stage.Stage{
		Name:    "threshold",
		Title:   "A threshold on a diffusing liability",
		Summary: "How numbers that nobody sees make yes and no run in families.",
		Text: "Behind a column of yes and no stands a number that nobody sees: the liability. It diffuses " +
			"along the tree as a measured number does, and where it is above a threshold at time 1, the " +
			"cell says yes. Two lineages share their path until they part; the later they part, the more " +
			"often both end on one side. But the answer keeps little of the number. Lineages that part " +
			"half way have liabilities with correlation ½, and answers with ⅓. A rare yes says least: " +
			"nearly all pairs are alike, related or not. Each step draws a pair; the dot nears the curve.",
		Formula: []string{
			`P(\text{yes}) = Φ(-τ), \quad P(\text{both yes}) = \int φ(z) Φ((\sqrt{s} z - τ) / \sqrt{1-s})^2 dz`,
			`τ = 0: \quad P(\text{alike}) = \frac{1}{2} + \text{arcsin}(s) / π`,
		},
		Signs: map[string]string{"τ": "paths", "s": "alike"},
		Try: []string{
			"Strangers, who part at once: alike by chance alone. --set part=0",
			"Near relatives, who part late. --set part=0.95",
			"A rare answer: nearly all pairs are alike, related or not. --set threshold=2",
		},
		More: []string{
			"Wright (1934), An analysis of variability in number of digits in an inbred strain of guinea pigs, " +
				"Genetics 19",
			"Felsenstein (2012), A comparative method for both discrete and continuous characters using the " +
				"threshold model, American Naturalist 179",
		},
		Ask: stage.Question{Text: "Which share of the pairs are alike?", Counter: "share of pairs alike",
			Part: "paths", High: 1},
		Controls: []inference.Parameter{
			{Name: "part", Title: "s, time of parting", Type: inference.Real, Default: "0.5", Min: 0, Max: 0.98,
				Help: "Until then the two lineages are one; it is the correlation of their liabilities."},
			{Name: "threshold", Title: "τ, threshold", Type: inference.Real, Default: "0", Min: -2.5, Max: 2.5,
				Help: "Liabilities above it make yes: 0 makes half of all so."},
		},
		Pace: 6,
		New: stage.Rules[*play]{
			Start: func(o stage.Options) (*play, error) {
				p := &play{part: o.Settings.Real("part"), threshold: o.Settings.Real("threshold"),
					rng: stage.NewRandom(o.Seed, 0)}
				p.alike = Alike(p.part, p.threshold)
				for k := range places + 1 {
					left := 1 - float64(k)/places // the curve is steep at its end
					s := 1 - left*left
					p.curve[0] = append(p.curve[0], s)
					p.curve[1] = append(p.curve[1], Alike(s, p.threshold))
				}
				return p, nil
			},
			Steps: func(*play) int { return steps }, Step: (*play).step,
			Copy:   func(p *play) { p.rng = p.rng.Clone() },
			Figure: (*play).figure, Counters: (*play).counters, Summary: (*play).summary,
		}.New,
	}
}

// Sizes of a course.
const (
	steps  = 150
	frames = 60 // stored points of a path over its whole time
	kept   = 60 // ends of pairs that stay in the picture
	places = 80 // of a curve
	reach  = 3.6
)

// nodes is how many places of a sum over a standard normal there are, between −8 and 8.
const nodes = 801

// Yes returns the probability of yes.
func Yes(threshold float64) float64 { return math.Erfc(threshold/math.Sqrt2) / 2 }

// Alike returns the probability that two lineages which part at a time from 0 to 1 end on one side of a threshold:
// given where they part they end there independently.
func Alike(part, threshold float64) float64 {
	both, yes := 0.0, Yes(threshold)
	if part >= 1 {
		return 1
	}
	for k := range nodes {
		z := -8 + 16*float64(k)/(nodes-1)
		p := Yes((threshold - math.Sqrt(part)*z) / math.Sqrt(1-part))
		both += math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * p * p * 16 / (nodes - 1)
	}
	return 1 - 2*(yes-both)
}

// A walk is places of a lineage over time.
type walk struct{ t, x []float64 }

// A play draws a pair of lineages a step.
type play struct {
	part, threshold, alike float64
	curve                  [2][]float64
	rng                    stage.Random

	done, same, yes int
	shared          walk
	own             [2]walk
	ends            [2][]float64 // of the pairs before
}

func (p *play) step() {
	if p.done > 0 {
		for k := range p.ends {
			p.ends[k] = append(slices.Clone(p.ends[k]), p.end(k))
			p.ends[k] = p.ends[k][max(len(p.ends[k])-kept, 0):]
		}
	}
	p.shared = p.walk(0, 0, p.part)
	at := p.shared.x[len(p.shared.x)-1]
	for k := range p.own {
		p.own[k] = p.walk(at, p.part, 1)
		if p.end(k) > p.threshold {
			p.yes++
		}
	}
	if (p.end(0) > p.threshold) == (p.end(1) > p.threshold) {
		p.same++
	}
	p.done++
}

// end returns the liability of a lineage at time 1.
func (p *play) end(k int) float64 { return p.own[k].x[len(p.own[k].x)-1] }

// walk draws a path from a place at one time to another.
func (p *play) walk(x, from, to float64) walk {
	w := walk{[]float64{from}, []float64{x}}
	n := max(int(math.Ceil((to-from)*frames)), 1)
	for k := range n {
		step := (to - from) / float64(n)
		x += math.Sqrt(step) * p.rng.NormFloat64()
		w.t, w.x = append(w.t, from+step*float64(k+1)), append(w.x, x)
	}
	return w
}

// Counters implements [stage.Play].
func (p *play) counters() []stage.Counter {
	n, yes := float64(p.done), Yes(p.threshold)
	// Both answers of a pair count, which vary together.
	both := yes - (1-p.alike)/2
	list := []stage.Counter{
		{Name: "share of pairs alike", Expected: p.alike, Spread: math.Sqrt(p.alike * (1 - p.alike) / n),
			Drawn: float64(p.same) / n},
		{Name: "share of yes", Expected: yes, Spread: math.Sqrt((yes*(1-yes) + both - yes*yes) / (2 * n)),
			Drawn: float64(p.yes) / (2 * n)},
		{Name: "correlation of answers", Expected: (both - yes*yes) / (yes * (1 - yes)), Spread: math.NaN(),
			Drawn: math.NaN()},
	}
	if p.done == 0 {
		for i := range list {
			list[i].Drawn, list[i].Spread = math.NaN(), math.NaN()
		}
	}
	return list
}

// Summary implements [stage.Play].
func (p *play) summary() string {
	if p.done == 0 {
		return fmt.Sprintf("Pairs of lineages will part at time %s; above a liability of %s the answer is yes.",
			stage.Short(p.part), stage.Short(p.threshold))
	}
	return fmt.Sprintf("Of %s that parted at time %s, %s of the pairs gave the same answer; %s is expected.",
		plotting.Plural(p.done, "pair"), stage.Short(p.part), plotting.FormatPercent(float64(p.same)/float64(p.done)),
		plotting.FormatPercent(p.alike))
}

// inkOf is the colour of an answer.
func (p *play) inkOf(x float64) chart.Ink {
	if x > p.threshold {
		return chart.CategoryInk(0)
	}
	return chart.CategoryInk(1)
}

// Figure implements [stage.Play].
func (p *play) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		{Name: "paths", Figure: p.paths(), Box: plotting.Window{X0: 0, X1: 0.6, Y0: 0, Y1: 1}},
		{Name: "alike", Figure: p.agreement(), Box: plotting.Window{X0: 0.6, X1: 1, Y0: 0, Y1: 1}},
	}}
}

// paths shows the present pair, and where those before ended.
func (p *play) paths() *chart.Chart {
	f := &chart.Chart{Subtitle: "no pair yet", Style: plotting.Light,
		X: chart.Axis{Name: "diffusion time", Low: 0, High: 1.04},
		Y: chart.Axis{Name: "liability", Low: -reach, High: reach}}
	past := chart.Layer{Kind: chart.Points, Radius: 2, Opacity: 0.35}
	for _, ends := range p.ends {
		for _, x := range ends {
			past.X, past.Y, past.Inks = append(past.X, 1), append(past.Y, x), append(past.Inks, p.inkOf(x))
		}
	}
	line := chart.Layer{Name: "threshold", X: []float64{0, 1.04}, Y: []float64{p.threshold, p.threshold},
		Dashed: true, Ink: chart.MutedInk}
	f.Layers = append(f.Layers, line)
	if len(past.X) > 0 {
		f.Layers = append(f.Layers, past)
	}
	if p.done == 0 {
		return f
	}
	f.Subtitle = "both alike"
	if (p.end(0) > p.threshold) != (p.end(1) > p.threshold) {
		f.Subtitle = "one yes, one no"
	}
	f.Layers = append(f.Layers, chart.Layer{Name: "together", X: p.shared.t, Y: p.shared.x, Stroke: 2})
	for k, name := range []string{"first", "second"} {
		f.Layers = append(f.Layers, chart.Layer{X: p.own[k].t, Y: p.own[k].x, Ink: p.inkOf(p.end(k)), Stroke: 1.5},
			chart.Layer{Kind: chart.Points, X: []float64{1}, Y: []float64{p.end(k)}, Ink: p.inkOf(p.end(k)), Radius: 4,
				Text: []string{name}})
	}
	at := len(p.shared.x) - 1
	f.Layers = append(f.Layers, chart.Layer{Kind: chart.Points, X: p.shared.t[at:], Y: p.shared.x[at:], Radius: 3})
	// The words stand on the side of the threshold that they name.
	for k, word := range []string{"yes", "no"} {
		y := p.threshold + 0.35*float64(1-2*k)
		f.Layers = append(f.Layers, chart.Layer{Kind: chart.Text, X: []float64{0.06},
			Y:    []float64{min(max(y, 0.2-reach), reach-0.2)},
			Text: []string{word}, Ink: chart.CategoryInk(k)})
	}
	return f
}

// agreement shows the probability of the same answer against the time of parting.
func (p *play) agreement() *chart.Chart {
	f := &chart.Chart{Subtitle: "how often a pair is alike", Style: plotting.Light,
		X: chart.Axis{Name: "time of parting", Low: 0, High: 1},
		Y: chart.Axis{Name: "probability of the same answer", Low: 0.4, High: 1.02}}
	yes := Yes(p.threshold)
	chance := yes*yes + (1-yes)*(1-yes)
	f.Layers = []chart.Layer{{Name: "strangers", X: []float64{0, 1}, Y: []float64{chance, chance}, Dashed: true,
		Ink: chart.MutedInk},
		{Name: "expected", X: p.curve[0], Y: p.curve[1], Stroke: 1.75}}
	if p.done == 0 {
		return f
	}
	share, se := float64(p.same)/float64(p.done), math.Sqrt(p.alike*(1-p.alike)/float64(p.done))
	f.Layers = append(f.Layers, chart.Layer{Name: fmt.Sprintf("%d drawn, ± 2 s.e.", p.done),
		Kind: chart.Points, Radius: 4, Ink: chart.SelectionInk, X: []float64{p.part}, Y: []float64{share},
		Low: []float64{max(share-2*se, 0.4)}, High: []float64{min(share+2*se, 1.02)}})
	return f
}
