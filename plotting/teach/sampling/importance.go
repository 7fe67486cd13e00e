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

// ImportanceFails is the stage of importance weights.
func ImportanceFails() stage.Stage {
	return stage.Stage{
		Name:  "importance",
		Title: "When importance sampling fails",
		Summary: "Draws from one density, weighted to represent another: their mean, their variance, and one weight " +
			"that dominates the others.",
		Text: "Draws from q represent p if each has the weight p/q. The expected weight is 1, and weighted means " +
			"estimate means under p without bias. But the weights must not vary much. If q is a Gaussian more than " +
			"twice as precise as p, their variance is infinite: draws from tails that q hardly visits count " +
			"enormously. The running mean creeps along below 1 and jumps when a rare draw arrives; until then the " +
			"measured variance looks harmless. A Student proposal has heavier tails than any Gaussian and never " +
			"fails in this way. In many dimensions the weights multiply: a mismatch that is mild in one dimension is " +
			"hopeless in twenty.",
		Formula: []string{
			`w = \frac{p(θ)}{q(θ)}, \quad \text{var } w = \frac{ν_p}{\sqrt{ν_q (2ν_p - ν_q)}} - 1 \quad \text{for } ν_q < 2ν_p, \quad \text{else } ∞`,
			`\text{effective draws} = \frac{(\sum w)^2}{\sum w^2}`,
		},
		Try: []string{
			"The same narrow proposal with heavy tails. --set proposal=student",
			"A proposal wider than the target: it is safe. --set precision=0.5",
			"A mild mismatch, in twenty dimensions. --set precision=1.5 --set dimensions=20",
		},
		More: []string{
			"Beal (2003), Variational algorithms for approximate Bayesian inference, section 4.7.3, equation 4.121",
			"MacKay (2003), Information theory, inference, and learning algorithms, section 29.2",
		},
		Ask: stage.Question{Text: "How many draws are the weighted ones worth?", Counter: "effective draws",
			Part: "densities", High: 3000, Whole: true},
		Controls: []inference.Parameter{
			{Name: "proposal", Title: "Proposal q", Type: inference.Choice,
				Default: "gaussian", Choices: []string{"gaussian", "student"}, Help: "gaussian: " +
					"with the precision below; student: a t distribution with 3 degrees of freedom and the same scale, " +
					"which has heavy tails."},
			{Name: "precision", Title: "Precision of q", Type: inference.Real,
				Default: "4", Min: 0.2, Max: 6, Help: "Precision " +
					"of q, as a multiple of that of p. Above 2 a Gaussian fails."},
			{Name: "dimensions", Title: "Dimensions", Type: inference.Integer, Default: "1", Min: 1, Max: 20,
				Help: "Number of independent coordinates, each with the same p and q."},
		},
		Pace:  6,
		Light: []string{"precision=1.25"},
		New: stage.Rules[*importancePlay]{
			Start: func(o stage.Options) (*importancePlay, error) {
				q := proposal{precision: o.Settings.Real("precision"), student: o.Settings.Text("proposal") == "student"}
				return newImportance(q, o.Settings.Int("dimensions"), o.Seed), nil
			},
			Steps: func(*importancePlay) int { return importanceSteps }, Step: (*importancePlay).step,
			Copy:   (*importancePlay).copied,
			Figure: (*importancePlay).figure, Counters: (*importancePlay).counters, Summary: (*importancePlay).summary,
		}.New,
	}
}

const (
	importanceSteps = 60
	importanceBatch = 50 // draws a step
	importanceRuns  = 8  // side by side, with other draws
	importanceSeen  = 4.0
	importanceBars  = 40
	studentFreedom  = 3
)

// A proposal is a density on the line about 0, of which p, the standard normal, is the target.
type proposal struct {
	precision float64 // 1/dispersion²
	student   bool    // Student of studentFreedom degrees; otherwise Gaussian
}

const logRootTwoPi = 0.91893853320467274178

// logTarget returns log p.
func logTarget(x float64) float64 { return -x*x/2 - logRootTwoPi }

// logDensity returns log q.
func (q proposal) logDensity(x float64) float64 {
	u := q.precision * x * x
	if q.student {
		// Γ(2)/Γ(3/2)/√(3π) = 2/(π√3)
		return math.Log(2/(math.Pi*math.Sqrt(studentFreedom))) + math.Log(q.precision)/2 - 2*math.Log1p(u/studentFreedom)
	}
	return math.Log(q.precision)/2 - logRootTwoPi - u/2
}

// draw draws from q.
func (q proposal) draw(rng stage.Random) float64 {
	z := rng.NormFloat64() / math.Sqrt(q.precision)
	if q.student {
		squares := 0.0
		for range studentFreedom {
			v := rng.NormFloat64()
			squares += v * v
		}
		z /= math.Sqrt(squares / studentFreedom)
	}
	return z
}

// secondMoment returns E w² under q in one dimension, ∫ p²/q, +Inf where it does not converge.
func (q proposal) secondMoment() float64 {
	if !q.student {
		if q.precision >= 2 {
			return math.Inf(1)
		}
		return 1 / math.Sqrt(q.precision*(2-q.precision))
	}
	// p²/q is exp(−x²)·(1 + νx²/3)² up to a factor: moments of a Gaussian of variance ½.
	nu := q.precision
	return math.Sqrt(3*math.Pi/nu) / 4 * (1 + nu/3 + nu*nu/12)
}

type importancePlan struct {
	q          proposal
	dimensions int
	variance   float64 // of the weights; +Inf
}

// An importancePlay makes more weighted draws in several runs; the first one is shown.
type importancePlay struct {
	*importancePlan
	rng     [importanceRuns]stage.Random
	first   []float64 // first coordinates of the first run
	weights [importanceRuns]annealing.Weights
	mean    [importanceRuns][]float64 // mean weight after each step
	spread  []float64                 // variance of the weights of the first run after each step
}

func newImportance(q proposal, dimensions int, seed uint64) *importancePlay {
	p := &importancePlay{importancePlan: &importancePlan{q: q, dimensions: dimensions,
		variance: math.Pow(q.secondMoment(), float64(dimensions)) - 1}}
	for k := range p.rng {
		p.rng[k] = stage.NewRandom(seed, uint64(k))
	}
	return p
}

func (p *importancePlay) step() {
	p.first = slices.Clip(p.first)
	for k := range p.weights {
		w := &p.weights[k]
		w.Log = slices.Clip(w.Log)
		for range importanceBatch {
			log := 0.0
			for d := range p.dimensions {
				x := p.q.draw(p.rng[k])
				log += logTarget(x) - p.q.logDensity(x)
				if k == 0 && d == 0 {
					p.first = append(p.first, x)
				}
			}
			w.Add(log)
		}
		p.mean[k] = append(slices.Clip(p.mean[k]), math.Exp(w.LogMean()))
	}
	p.spread = append(slices.Clip(p.spread), p.measured())
}

// measured returns the variance of the weights of the first run.
func (p *importancePlay) measured() float64 {
	w := &p.weights[0]
	m := math.Exp(w.LogMean())
	return m * m * (float64(len(w.Log))/w.Effective() - 1)
}

// copied gives a copy its own generators and processes.
func (p *importancePlay) copied() {
	for k := range p.rng {
		p.rng[k] = p.rng[k].Clone()
	}
}

// greatest returns the share that the greatest weight of the first run has of all.
func (p *importancePlay) greatest() float64 {
	w := &p.weights[0]
	return math.Exp(slices.Max(w.Log)-w.LogMean()) / float64(len(w.Log))
}

func (p *importancePlay) counters() []stage.Counter {
	nan := math.NaN()
	list := []stage.Counter{
		{Name: "mean weight", Drawn: nan, Expected: 1, Spread: nan},
		{Name: "variance of weights", Drawn: nan, Expected: nan, Spread: nan},
		{Name: "effective draws", Drawn: nan, Expected: nan, Spread: nan},
		{Name: "greatest weight's share", Drawn: nan, Expected: nan, Spread: nan},
		{Name: "x² under p", Drawn: nan, Expected: 1, Spread: nan},
	}
	n := len(p.first)
	if n == 0 {
		return list
	}
	w := &p.weights[0]
	list[0].Drawn, list[1].Drawn, list[2].Drawn, list[3].Drawn = last(p.mean[0]), last(p.spread),
		w.Effective(), p.greatest()
	if !math.IsInf(p.variance, 1) {
		list[0].Spread, list[1].Expected = math.Sqrt(p.variance/float64(n)), p.variance*(1-1/float64(n))
	}
	list[4].Drawn = 0
	for i, x := range p.first {
		list[4].Drawn += x * x * math.Exp(w.Log[i]) / float64(n)
	}
	return list
}

func (p *importancePlay) summary() string {
	var exact string
	if math.IsInf(p.variance, 1) {
		exact = "The weights have infinite variance."
	} else {
		exact = fmt.Sprintf("The weights have variance %s.", stage.Short(p.variance))
	}
	if len(p.first) == 0 {
		return exact + " Nothing has been drawn yet."
	}
	below := 0
	for k := range p.mean {
		if last(p.mean[k]) < 1 {
			below++
		}
	}
	return fmt.Sprintf("%s Of %d draws the effective number is %.0f; the largest weight is a fraction %s of the sum, "+
		"and the mean weight is %s. %d of %d runs lie below 1.",
		exact, len(p.first), p.weights[0].Effective(), stage.Short(p.greatest()),
		stage.Short(last(p.mean[0])), below, importanceRuns)
}

func (p *importancePlay) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		{Name: "densities", Figure: p.densities(), Column: 1, Box: plotting.Window{X0: 0, X1: 0.5, Y0: 0, Y1: 0.52}},
		{Name: "weights", Figure: p.eachWeight(), Column: 2, Box: plotting.Window{X0: 0.5, X1: 1, Y0: 0, Y1: 0.52}},
		{Name: "means", Figure: p.runs(), Column: 1, Box: plotting.Window{X0: 0, X1: 0.5, Y0: 0.52, Y1: 1}},
		{Name: "variance", Figure: p.variances(), Column: 2, Box: plotting.Window{X0: 0.5, X1: 1, Y0: 0.52, Y1: 1}},
	}}
}

// densities shows p, q and the weighted draws as a histogram.
func (p *importancePlay) densities() *chart.Chart {
	name := "x"
	if p.dimensions > 1 {
		name = "first of " + strconv.Itoa(p.dimensions) + " coordinates"
	}
	f := &chart.Chart{Subtitle: "p, the proposal q, and the weighted draws", Style: plotting.Light,
		X: chart.Axis{Name: name, Low: -importanceSeen, High: importanceSeen},
		Y: chart.Axis{Name: "density", Low: 0, High: 1.05}}
	const width = 2 * importanceSeen / importanceBars
	bars := chart.Layer{Name: "weighted draws", Kind: chart.Bars, Width: width, Ink: chart.CategoryInk(0), Opacity: 0.4}
	heights := make([]float64, importanceBars)
	for i, x := range p.first {
		if at := int(math.Floor((x + importanceSeen) / width)); at >= 0 && at < importanceBars {
			heights[at] += math.Exp(p.weights[0].Log[i]) / float64(len(p.first)) / width
		}
	}
	for i, h := range heights {
		bars.X, bars.Y = append(bars.X, -importanceSeen+width*(float64(i)+0.5)), append(bars.Y, h)
	}
	target, from := chart.Layer{Name: "p", Stroke: 2}, chart.Layer{Name: "q", Stroke: 2, Ink: chart.CategoryInk(1)}
	for i := range 201 {
		x := importanceSeen * (float64(i)/100 - 1)
		target.X, target.Y = append(target.X, x), append(target.Y, math.Exp(logTarget(x)))
		from.X, from.Y = append(from.X, x), append(from.Y, math.Exp(p.q.logDensity(x)))
	}
	f.Layers = []chart.Layer{bars, from, target}
	return f
}

// eachWeight shows the weights of the first run in the order drawn.
func (p *importancePlay) eachWeight() *chart.Chart {
	f := &chart.Chart{Subtitle: "weight of each draw", Style: plotting.Light,
		X: chart.Axis{Name: "draw", Low: 0, High: importanceSteps * importanceBatch},
		Y: chart.Axis{Name: "w", Log: true, Low: 0.05, High: 20}}
	dots := chart.Layer{Kind: chart.Points, Ink: chart.CategoryInk(0), Opacity: 0.7, Radius: 1.75}
	most := 0
	for i, log := range p.weights[0].Log {
		w := math.Exp(log)
		if log > p.weights[0].Log[most] {
			most = i
		}
		f.Y.Low, f.Y.High = max(min(f.Y.Low, w/1.5), 1e-12), max(f.Y.High, 3*w)
		dots.X, dots.Y = append(dots.X, float64(i+1)), append(dots.Y, max(w, 1e-12))
	}
	f.Layers = []chart.Layer{
		{Name: "1", X: []float64{0, f.X.High}, Y: []float64{1, 1}, Ink: chart.MutedInk, Dashed: true}, dots}
	if len(dots.X) > 0 {
		f.Layers = append(f.Layers, chart.Layer{Name: "the greatest", Kind: chart.Points, X: dots.X[most : most+1],
			Y: dots.Y[most : most+1], Ink: chart.SelectionInk, Radius: 5, Hollow: true})
	}
	return f
}

// runs shows the mean weight of each run.
func (p *importancePlay) runs() *chart.Chart {
	end := float64(importanceSteps * importanceBatch)
	f := &chart.Chart{Subtitle: "mean weight of " + strconv.Itoa(importanceRuns) + " runs; 1 is exact",
		Style: plotting.Light,
		X:     chart.Axis{Name: "draws", Low: 0, High: end}, Y: chart.Axis{Name: "mean weight", Low: 0, High: 2}}
	for k := importanceRuns - 1; k >= 0; k-- {
		l := chart.Layer{Ink: chart.MutedInk, Opacity: 0.7, Stroke: 1, Y: p.mean[k]}
		if k == 1 {
			l.Name = "the others"
		}
		if k == 0 {
			l.Name, l.Ink, l.Stroke, l.Opacity = "the first run", chart.CategoryInk(0), 2.25, 1
		}
		for i, m := range p.mean[k] {
			l.X = append(l.X, float64((i+1)*importanceBatch))
			if i > 2 {
				f.Y.High = max(f.Y.High, min(1.1*m, 8))
			}
		}
		f.Layers = append(f.Layers, l)
	}
	f.Layers = append(f.Layers, chart.Layer{X: []float64{0, end}, Y: []float64{1, 1}, Dashed: true})
	return f
}

// variances shows the measured variance of the weights, and the exact one.
func (p *importancePlay) variances() *chart.Chart {
	end := float64(importanceSteps * importanceBatch)
	f := &chart.Chart{Subtitle: "variance of the first run's weights", Style: plotting.Light,
		X: chart.Axis{Name: "draws", Low: 0, High: end}, Y: chart.Axis{Name: "variance", Low: 0, High: 1}}
	l := chart.Layer{Name: "measured", Ink: chart.CategoryInk(0), Stroke: 2.25, Y: p.spread}
	for i, v := range p.spread {
		l.X = append(l.X, float64((i+1)*importanceBatch))
		f.Y.High = max(f.Y.High, 1.2*v)
	}
	if math.IsInf(p.variance, 1) {
		f.Subtitle += "; exact: ∞"
	} else {
		f.Y.High = max(f.Y.High, min(1.3*p.variance, 50*f.Y.High))
		f.Layers = append(f.Layers,
			chart.Layer{Name: "exact", X: []float64{0, end}, Y: []float64{p.variance, p.variance}, Dashed: true})
	}
	f.Layers = append(f.Layers, l)
	return f
}
