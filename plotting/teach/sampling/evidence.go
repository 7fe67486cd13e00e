package sampling

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/annealing"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// WaysToTheEvidence is the stage of estimates of an evidence.
func WaysToTheEvidence() stage.Stage {
	return stage.Stage{
		Name:  "evidence",
		Title: "Three ways to the evidence",
		Summary: "The harmonic mean, the candidate's formula and annealing estimate the same evidence. One of them " +
			"cannot be trusted.",
		Text: "The evidence is the mean likelihood under the prior. Three estimates of it use the same model: " +
			"measurements with unknown mean and precision. The harmonic mean needs only the likelihoods of posterior " +
			"draws. It hardly depends on the prior, although the evidence does: it is decided by draws of tiny " +
			"likelihood, which almost never occur. The candidate's formula divides prior times likelihood at one " +
			"point by the posterior density there, which a Gibbs sampler estimates well. Annealed importance " +
			"sampling goes from prior to posterior in small steps and weights its walkers. Make the prior wider: two " +
			"estimates follow the exact value down, but the harmonic mean does not move.",
		Formula: []string{
			`\frac{1}{\hat{Z}_\text{harmonic}} = \frac{1}{T} \sum_t \frac{1}{L(θ_t)}, \quad \hat{Z}_\text{candidate} = \frac{p(θ^*) L(θ^*)}{\hat{p}(θ^*|y)}`,
			`\hat{Z}_\text{annealing} = \frac{1}{M} \sum_m w_m, \quad y_i \sim N(μ, 1/λ), \quad μ \sim N(0, v^2), \quad λ \sim \text{Ga}(2, 2)`,
		},
		Try: []string{
			"A prior ten times as wide: the harmonic mean does not notice. --set spread=100",
			"A prior as narrow as the posterior: all three agree. --set spread=1 --set observations=3",
			"More data: annealing has further to go. --set observations=60",
		},
		More: []string{
			"Murphy (2012), Machine Learning, section 24.7",
			"Neal (2008), The harmonic mean of the likelihood: worst Monte Carlo method ever",
			"Chib (1995), Marginal likelihood from the Gibbs output",
		},
		Ask: stage.Question{Text: "By how many nats is the harmonic mean too high?",
			Counter: "harmonic, too high by", Part: "harmonic", Low: -2, High: 8},
		Controls: []inference.Parameter{
			{Name: "spread", Title: "Prior spread of μ", Type: inference.Real, Default: "10", Min: 0.5, Max: 200,
				Help: "Standard deviation v of the prior of the mean."},
			{Name: "observations", Title: "Observations", Type: inference.Integer, Default: "12", Min: 2, Max: 60,
				Help: "Number of measurements, drawn with mean 1 and variance 1."},
			{Name: "temperatures", Title: "Powers of annealing", Type: inference.Integer, Default: "30", Min: 2, Max: 100,
				Help: "Number of steps from the prior to the posterior."},
		},
		Pace:  6,
		Light: []string{"temperatures=60"},
		New: stage.Rules[*evidencePlay]{
			Start: func(o stage.Options) (*evidencePlay, error) {
				s := o.Settings
				return newEvidence(s.Real("spread"), s.Int("observations"), s.Int("temperatures"), o.Seed), nil
			},
			Steps: func(*evidencePlay) int { return evidenceSteps }, Step: (*evidencePlay).step,
			Copy:   (*evidencePlay).copied,
			Figure: (*evidencePlay).figure, Counters: (*evidencePlay).counters, Summary: (*evidencePlay).summary,
		}.New,
	}
}

const (
	evidenceSteps   = 60
	evidenceRuns    = 6  // side by side, the first one bold
	evidenceSweeps  = 40 // of Gibbs sampling a step, for harmonic mean and candidate
	evidenceWalkers = 3  // of annealing a step
	precisionShape  = 2.0
	precisionRate   = 2.0
)

// A normal is the model y_i ~ N(μ, 1/λ), μ ~ N(0, v²), λ ~ Ga(2, 2) of given data.
type normal struct {
	v2           float64 // variance of the prior of μ
	n            float64
	sum, squares float64
}

func normalOf(y []float64, spread float64) normal {
	m := normal{v2: spread * spread, n: float64(len(y))}
	for _, v := range y {
		m.sum += v
		m.squares += v * v
	}
	return m
}

// logLikelihood returns log p(y | μ, λ).
func (m normal) logLikelihood(mu, lambda float64) float64 {
	return m.n*(math.Log(lambda)/2-logRootTwoPi) - lambda/2*m.scatter(mu)
}

// scatter returns Σ (y−μ)².
func (m normal) scatter(mu float64) float64 { return m.squares - 2*mu*m.sum + m.n*mu*mu }

// logPrior returns log p(μ, λ).
func (m normal) logPrior(mu, lambda float64) float64 {
	return -mu*mu/(2*m.v2) - math.Log(m.v2)/2 - logRootTwoPi + logGammaDensity(lambda, precisionShape, precisionRate)
}

func logGammaDensity(x, shape, rate float64) float64 {
	return shape*math.Log(rate) - special.LogGamma(shape) + (shape-1)*math.Log(x) - rate*x
}

// conditionalMean returns mean and precision of μ given λ, with the likelihood to a power.
func (m normal) conditionalMean(lambda, power float64) (mean, precision float64) {
	precision = 1/m.v2 + power*m.n*lambda
	return power * lambda * m.sum / precision, precision
}

// conditionalPrecision returns shape and rate of λ given μ, with the likelihood to a power.
func (m normal) conditionalPrecision(mu, power float64) (shape, rate float64) {
	return precisionShape + power*m.n/2, precisionRate + power*m.scatter(mu)/2
}

// sweep draws μ given the precision λ, then λ given μ: one sweep of Gibbs sampling with the likelihood to a power.
func (m normal) sweep(lambda, power float64, rng stage.Random) (mu, drawn float64) {
	mean, precision := m.conditionalMean(lambda, power)
	mu = mean + rng.NormFloat64()/math.Sqrt(precision)
	shape, rate := m.conditionalPrecision(mu, power)
	return mu, conjugate.Gamma(shape, rate, rng.Rand)
}

// logEvidence returns log p(y), with μ integrated out in closed form and log λ by a trapezoidal rule.
func (m normal) logEvidence() float64 {
	const low, high, cells = -16.0, 6.0, 6000
	logs := make([]float64, cells+1)
	most := math.Inf(-1)
	for i := range logs {
		x := low + (high-low)*float64(i)/cells
		lambda := math.Exp(x)
		mean, precision := m.conditionalMean(lambda, 1)
		logs[i] = m.n*(x/2-logRootTwoPi) - lambda*m.squares/2 + precision*mean*mean/2 - math.Log(precision*m.v2)/2 +
			logGammaDensity(lambda, precisionShape, precisionRate) + x
		most = max(most, logs[i])
	}
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - most)
	}
	return most + math.Log(sum*(high-low)/cells)
}

// An evidenceRun is one run of all three estimates.
type evidenceRun struct {
	rng        stage.Random
	mu, lambda float64
	inverse    annealing.Weights // −log likelihood of draws
	height     annealing.Weights // log p(μ* | λ, y) of draws
	paths      annealing.Weights
}

type evidencePlan struct {
	model      normal
	exact      float64
	powers     []float64
	mu, lambda float64 // μ* and λ* of the candidate
}

// An evidencePlay makes more draws and walkers in every run.
type evidencePlay struct {
	*evidencePlan
	runs  [evidenceRuns]evidenceRun
	found [evidenceRuns][3][]float64 // log evidence by each way after each step
	seen  [][2]float64               // draws of the first run
}

// The ways to the evidence, in the order of the panels.
var evidenceWays = [3]string{"harmonic mean", "candidate", "annealing"}

func newEvidence(spread float64, observations, temperatures int, seed uint64) *evidencePlay {
	rng := stage.NewRandom(seed, 0)
	y := make([]float64, observations)
	for i := range y {
		y[i] = 1 + rng.NormFloat64()
	}
	m := normalOf(y, spread)
	p := &evidencePlay{
		evidencePlan: &evidencePlan{model: m, exact: m.logEvidence(), powers: annealing.Powers(temperatures), lambda: 1}}
	// A place near the middle of the posterior: any would do.
	for range 20 {
		p.mu, _ = m.conditionalMean(p.lambda, 1)
		shape, rate := m.conditionalPrecision(p.mu, 1)
		p.lambda = shape / rate
	}
	for k := range p.runs {
		p.runs[k] = evidenceRun{rng: stage.NewRandom(seed, uint64(k+1)), mu: p.mu, lambda: p.lambda}
	}
	return p
}

func (p *evidencePlay) step() {
	m := p.model
	p.seen = slices.Clip(p.seen)
	for k := range p.runs {
		r := &p.runs[k]
		r.inverse.Log, r.height.Log, r.paths.Log = slices.Clip(r.inverse.Log), slices.Clip(r.height.Log),
			slices.Clip(r.paths.Log)
		for range evidenceSweeps {
			r.mu, r.lambda = m.sweep(r.lambda, 1, r.rng)
			r.inverse.Add(-m.logLikelihood(r.mu, r.lambda))
			mean, precision := m.conditionalMean(r.lambda, 1)
			r.height.Add(math.Log(precision)/2 - logRootTwoPi - precision/2*(p.mu-mean)*(p.mu-mean))
			if k == 0 {
				p.seen = append(p.seen, [2]float64{r.mu, r.lambda})
			}
		}
		for range evidenceWalkers {
			r.paths.Add(p.walk(r.rng))
		}
		shape, rate := m.conditionalPrecision(p.mu, 1)
		here := m.logLikelihood(p.mu, p.lambda) + m.logPrior(p.mu, p.lambda)
		for way, log := range [3]float64{-r.inverse.LogMean(),
			here - r.height.LogMean() - logGammaDensity(p.lambda, shape, rate), r.paths.LogMean()} {
			p.found[k][way] = append(slices.Clip(p.found[k][way]), log)
		}
	}
}

// walk returns the log weight of a walker from the prior to the posterior.
func (p *evidencePlay) walk(rng stage.Random) float64 {
	m := p.model
	mu, lambda := math.Sqrt(m.v2)*rng.NormFloat64(), conjugate.Gamma(precisionShape, precisionRate, rng.Rand)
	path := annealing.NewPath(p.powers)
	for {
		power, more := path.Advance(m.logLikelihood(mu, lambda))
		if !more {
			return path.LogWeight()
		}
		mu, lambda = m.sweep(lambda, power, rng)
	}
}

// copied gives a copy its own generators and processes.
func (p *evidencePlay) copied() {
	for k := range p.runs {
		p.runs[k].rng = p.runs[k].rng.Clone()
	}
}

func (p *evidencePlay) counters() []stage.Counter {
	nan := math.NaN()
	of := func(way int) float64 { return last(p.found[0][way]) }
	return []stage.Counter{
		{Name: "harmonic mean, nats", Drawn: of(0), Expected: nan, Spread: nan},
		{Name: "candidate, nats", Drawn: of(1), Expected: p.exact, Spread: nan},
		{Name: "annealing, nats", Drawn: of(2), Expected: p.exact, Spread: nan},
		{Name: "harmonic, too high by", Drawn: of(0) - p.exact, Expected: nan, Spread: nan},
	}
}

func (p *evidencePlay) summary() string {
	nats := func(x float64) string { return plotting.FormatDigits(x, 4) }
	exact := fmt.Sprintf("The log evidence is %s nats.", nats(p.exact))
	if len(p.seen) == 0 {
		return exact + " Nothing has been estimated yet."
	}
	return fmt.Sprintf("%s After %d draws the harmonic mean gives %s and the candidate's formula %s; annealing with "+
		"%d walkers gives %s.",
		exact, len(p.seen), nats(last(p.found[0][0])), nats(last(p.found[0][1])), len(p.runs[0].paths.Log),
		nats(last(p.found[0][2])))
}

func (p *evidencePlay) figure() plotting.Figure {
	f := &chart.Panels{Style: plotting.Light}
	low, high := p.exact-3, p.exact+3
	for k := range p.found {
		for way := range p.found[k] {
			for i, v := range p.found[k][way] {
				if i > 1 {
					low, high = max(min(low, v-0.5), p.exact-15), max(high, v+0.5)
				}
			}
		}
	}
	for way := range evidenceWays {
		f.Parts = append(f.Parts, chart.Panel{Name: []string{"harmonic", "candidate", "annealing"}[way], Figure: p.estimates(
			way, low, high), Column: 1, Box: plotting.Window{X0: 0, X1: 0.58, Y0: float64(way) / 3, Y1: float64(way+1) / 3}})
	}
	f.Parts = append(f.Parts,
		chart.Panel{Name: "draws", Figure: p.draws(), Column: 2, Box: plotting.Window{X0: 0.58, X1: 1, Y0: 0, Y1: 0.56}},
		chart.Panel{Name: "errors", Figure: p.errors(), Column: 2, Box: plotting.Window{X0: 0.58, X1: 1, Y0: 0.56, Y1: 1}})
	return f
}

// estimates shows the estimates by one method in every run.
func (p *evidencePlay) estimates(way int, low, high float64) *chart.Chart {
	f := &chart.Chart{Subtitle: evidenceWays[way] + fmt.Sprintf(": %d runs", evidenceRuns), Style: plotting.Light,
		X: chart.Axis{Low: 0, High: evidenceSteps}, Y: chart.Axis{Name: "log evidence", Low: low, High: high}}
	if way == 2 {
		f.X.Name = "step"
	}
	for k := evidenceRuns - 1; k >= 0; k-- {
		l := chart.Layer{Ink: chart.CategoryInk(way), Opacity: 0.6, Stroke: 1, Y: p.found[k][way]}
		if k == 0 {
			l.Stroke, l.Opacity = 2.25, 1
		}
		for i := range l.Y {
			l.X = append(l.X, float64(i+1))
		}
		f.Layers = append(f.Layers, l)
	}
	f.Layers = append(f.Layers, chart.Layer{X: []float64{0, evidenceSteps}, Y: []float64{p.exact, p.exact}, Dashed: true})
	return f
}

// mostDots limits the draws that are shown.
const mostDots = 600

// draws shows posterior draws, and the one that counts most for the harmonic mean.
func (p *evidencePlay) draws() *chart.Chart {
	mean, precision := p.model.conditionalMean(p.lambda, 1)
	shape, rate := p.model.conditionalPrecision(mean, 1)
	reach := 6 / math.Sqrt(precision)
	f := &chart.Chart{Subtitle: "draws from the posterior", Style: plotting.Light,
		X: chart.Axis{Name: "μ", Low: mean - reach, High: mean + reach},
		Y: chart.Axis{Name: "λ", Low: 0, High: shape/rate + 6*math.Sqrt(shape)/rate}}
	dots := chart.Layer{Kind: chart.Points, Ink: chart.CategoryInk(0), Opacity: 0.6, Radius: 2}
	for _, d := range p.seen[max(0, len(p.seen)-mostDots):] {
		dots.X, dots.Y = append(dots.X, d[0]), append(dots.Y, d[1])
	}
	f.Layers = []chart.Layer{dots}
	if len(p.seen) > 0 {
		worst := 0
		for i, v := range p.runs[0].inverse.Log {
			if v > p.runs[0].inverse.Log[worst] {
				worst = i
			}
		}
		f.Layers = append(f.Layers, chart.Layer{Name: "counts most", Kind: chart.Points, X: []float64{p.seen[worst][0]},
			Y: []float64{p.seen[worst][1]}, Ink: chart.SelectionInk, Radius: 5, Hollow: true})
	}
	f.Layers = append(f.Layers, chart.Layer{Name: "candidate", Kind: chart.Points, X: []float64{p.mu},
		Y: []float64{p.lambda}, Radius: 4, Ink: chart.CategoryInk(1)})
	return f
}

// errors shows how far the runs are from the exact value, way by way.
func (p *evidencePlay) errors() *chart.Chart {
	f := &chart.Chart{Subtitle: "difference from the exact value, nats", Style: plotting.Light,
		X: chart.Axis{Low: -0.6, High: 2.6, Labels: []string{"harmonic", "candidate", "annealing"}},
		Y: chart.Axis{Name: "nats", Low: -1, High: 1}}
	f.Layers = []chart.Layer{{Name: "exact", X: []float64{-0.6, 2.6}, Y: []float64{0, 0}, Dashed: true}}
	dots := chart.Layer{Kind: chart.Points, Radius: 3.5, Opacity: 0.8}
	for k := range p.found {
		for way := range p.found[k] {
			if v := last(p.found[k][way]) - p.exact; !math.IsNaN(v) {
				f.Y.Low, f.Y.High = max(min(f.Y.Low, 1.1*v), -20), max(f.Y.High, 1.1*v)
				dots.X, dots.Y, dots.Inks = append(dots.X, float64(way)+0.08*(float64(k)-2.5)), append(dots.Y, v),
					append(dots.Inks, chart.CategoryInk(way))
			}
		}
	}
	f.Layers = append(f.Layers, dots)
	return f
}
