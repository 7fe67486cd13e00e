package sampling

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/ibp"
	"example.org/espalier/inference/process/loadings"
	"example.org/espalier/inference/stat/geweke"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// GettingItRight is the stage of Geweke's test.
func GettingItRight() stage.Stage {
	return stage.Stage{
		Name:  "geweke",
		Title: "Getting it right",
		Summary: "A test that finds wrong samplers. It compares parameters from the prior with those of two chains, " +
			"one of which deletes too early.",
		Text: "A sampler with a small mistake still runs, converges and looks right. Geweke's test finds the " +
			"mistake. There are two ways to draw parameters and data together: draw parameters from the prior, then " +
			"data; or alternate the sampler, given the data, with new data, given the parameters. Both must give the " +
			"same distribution for every statistic, however few the data. Here the statistic is the number of " +
			"factors in a sparse factor analysis. One chain proposes a new set of factors of an item's own against " +
			"the present set. The other first deletes the item's own factors, as published programs did. That looks " +
			"harmless, but it loses factors.",
		Formula: []string{
			`P(Y, θ) = P(θ) P(Y|θ), \quad K \sim \text{Poisson}(α H_D), \quad H_D = \sum_{i=1}^{D} \frac{1}{i}`,
			`z = \frac{\bar{K}_\text{chain} - \bar{K}_\text{prior}}{\sqrt{s^2_\text{chain} + s^2_\text{prior}}}`,
		},
		Try: []string{
			"More data make the fault worse, not better. --set cases=6",
			"A lower strength: most of the time there is no factor to lose. --set strength=0.5",
			"Four items: factors that several items share are never deleted. --set items=4",
		},
		More: []string{
			"Geweke (2004), Getting it right: joint distribution tests of posterior simulators",
			"Knowles (2012), section 3.2.1 and figure 3.3",
		},
		Ask: stage.Question{Text: "How many factors has the sampler that deletes first, on average?",
			Counter: "factors, deletes first", Part: "prior", High: 6},
		Controls: []inference.Parameter{
			{Name: "strength", Title: "Strength α", Type: inference.Real, Default: "2", Min: 0.5, Max: 4,
				Help: "Strength of the Indian buffet process: the mean number of factors is αH."},
			{Name: "items", Title: "Items D", Type: inference.Integer, Default: "2", Min: 2, Max: 4,
				Help: "Number of items, which factors load on."},
			{Name: "cases", Title: "Cases N", Type: inference.Integer, Default: "2", Min: 1, Max: 6,
				Help: "Number of cases in the table that is drawn again after every sweep."},
		},
		Pace: 6,
		New: stage.Rules[*rightPlay]{
			Start: newRight,
			Steps: func(*rightPlay) int { return rightSteps }, Step: (*rightPlay).step,
			Copy:   (*rightPlay).copied,
			Figure: (*rightPlay).figure, Counters: (*rightPlay).counters, Summary: (*rightPlay).summary,
		}.New,
	}
}

const (
	rightSteps = 60
	rightBatch = 100 // draws of each kind a step
	rightBars  = 10  // numbers of factors that have a bar; the last has all above
)

// The ways to draw, in the order of the panels.
const (
	fromPrior = iota
	fromRight
	fromWrong
	rightWays
)

var rightNames = [rightWays]string{"prior", "correct sampler", "deletes first"}

// rightInks are those of the ways to draw.
var rightInks = [rightWays]chart.Ink{chart.MutedInk, chart.CategoryInk(0), chart.CategoryInk(1)}

type rightPlan struct {
	mean float64 // αH_D
	most float64 // end of the axis of frequencies
}

// A rightPlay draws more numbers of factors in each way.
type rightPlay struct {
	*rightPlan
	prior  *loadings.Rehearsal // draws again each time: its state does not matter
	chains [2]*loadings.Rehearsal
	rng    [rightWays]stage.Random
	counts [rightWays][]float64 // number of factors of every draw
	means  [rightWays][]float64 // after each step
	z      [rightWays][]float64 // of the chains after each step
}

func newRight(o stage.Options) (*rightPlay, error) {
	alpha, items, cases := o.Settings.Real("strength"), o.Settings.Int("items"), o.Settings.Int("cases")
	p := &rightPlay{rightPlan: &rightPlan{mean: ibp.Prior{Alpha: alpha, Beta: 1}.ExpectedFeatures(items)}}
	for k := range rightBars {
		p.most = max(p.most, p.probability(k))
	}
	p.most = min(1.7*p.most, 1)
	for k := range p.rng {
		p.rng[k] = stage.NewRandom(o.Seed, uint64(k))
	}
	options := loadings.Thesis(alpha)
	p.prior = loadings.NewRehearsal(options, items, cases, nil, p.rng[fromPrior].Rand)
	for k := range p.chains {
		p.chains[k] = loadings.NewRehearsal(options, items, cases, nil, p.rng[k+1].Rand)
	}
	p.chains[1].DeleteFirst = true
	return p, nil
}

// probability returns that of k factors under the prior; of rightBars−1, that of as many or more.
func (p *rightPlan) probability(k int) float64 {
	if k < rightBars-1 {
		return math.Exp(special.LogPoisson(k, p.mean))
	}
	rest := 1.0
	for j := range k {
		rest -= math.Exp(special.LogPoisson(j, p.mean))
	}
	return max(rest, 0)
}

func (p *rightPlay) step() {
	for k := range p.counts {
		p.counts[k] = slices.Clip(p.counts[k])
		for range rightBatch {
			if k == fromPrior {
				p.prior.Draw()
				p.counts[k] = append(p.counts[k], float64(p.prior.Factors()))
			} else {
				p.chains[k-1].Move()
				p.counts[k] = append(p.counts[k], float64(p.chains[k-1].Factors()))
			}
		}
		p.means[k] = append(slices.Clip(p.means[k]), mean(p.counts[k]))
		if k != fromPrior {
			p.z[k] = append(slices.Clip(p.z[k]), p.score(k))
		}
	}
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// score returns z of a chain's mean against that of the draws from the prior.
func (p *rightPlay) score(way int) float64 {
	rows := func(x []float64) [][]float64 {
		out := make([][]float64, len(x))
		for i := range x {
			out[i] = x[i : i+1]
		}
		return out
	}
	return -geweke.Chains([]string{"K"}, rows(p.counts[fromPrior]), rows(p.counts[way]))[0].Z
}

// copied gives a copy its own generators and processes.
func (p *rightPlay) copied() {
	for k := range p.rng {
		p.rng[k] = p.rng[k].Clone()
	}
	p.prior = p.prior.Clone(p.rng[fromPrior].Rand)
	for k := range p.chains {
		p.chains[k] = p.chains[k].Clone(p.rng[k+1].Rand)
	}
}

// last returns the last of a list, NaN if it is empty.
func last(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	return x[len(x)-1]
}

func (p *rightPlay) counters() []stage.Counter {
	nan := math.NaN()
	spread := nan
	if n := len(p.counts[fromPrior]); n > 0 {
		spread = math.Sqrt(p.mean / float64(n))
	}
	return []stage.Counter{
		{Name: "factors, prior", Drawn: last(p.means[fromPrior]), Expected: p.mean, Spread: spread},
		{Name: "factors, correct", Drawn: last(p.means[fromRight]), Expected: p.mean, Spread: nan},
		{Name: "factors, deletes first", Drawn: last(p.means[fromWrong]), Expected: nan, Spread: nan},
		{Name: "z, correct", Drawn: last(p.z[fromRight]), Expected: 0, Spread: nan},
		{Name: "z, deletes first", Drawn: last(p.z[fromWrong]), Expected: nan, Spread: nan},
	}
}

func (p *rightPlay) summary() string {
	if len(p.means[fromPrior]) == 0 {
		return fmt.Sprintf("Nothing has been drawn yet. Under the prior there are %s factors on average.",
			stage.Short(p.mean))
	}
	verdict := "The test has not found the mistake yet."
	if math.Abs(last(p.z[fromWrong])) > geweke.Limit {
		verdict = "So it is wrong."
	}
	return fmt.Sprintf("After %d draws of each kind, the prior has %s factors on average, the correct sampler %s "+
		"with z = %s, and the one that deletes first %s with z = %s. %s",
		len(p.counts[fromPrior]), plotting.FormatDigits(last(p.means[fromPrior]), 3),
		plotting.FormatDigits(last(p.means[fromRight]), 3), stage.Short(last(p.z[fromRight])),
		plotting.FormatDigits(last(p.means[fromWrong]), 3), stage.Short(last(p.z[fromWrong])), verdict)
}

func (p *rightPlay) figure() plotting.Figure {
	f := &chart.Panels{Style: plotting.Light}
	for k := range rightWays {
		x0 := float64(k) / rightWays
		f.Parts = append(f.Parts, chart.Panel{Name: []string{"prior", "correct", "wrong"}[k], Figure: p.frequencies(k),
			Box: plotting.Window{X0: x0, X1: x0 + 1.0/rightWays, Y0: 0, Y1: 0.52}})
	}
	f.Parts = append(f.Parts,
		chart.Panel{Name: "means", Figure: p.running(), Box: plotting.Window{X0: 0, X1: 0.5, Y0: 0.52, Y1: 1}},
		chart.Panel{Name: "z", Figure: p.scores(), Box: plotting.Window{X0: 0.5, X1: 1, Y0: 0.52, Y1: 1}})
	return f
}

// frequencies shows how often each number of factors was drawn, and the Poisson distribution.
func (p *rightPlay) frequencies(way int) *chart.Chart {
	f := &chart.Chart{Subtitle: "K, " + rightNames[way], Style: plotting.Light,
		X: chart.Axis{Name: "factors K", Low: -0.6, High: rightBars - 0.4}, Y: chart.Axis{Low: 0, High: p.most}}
	if way == fromPrior {
		f.Y.Name = "share of draws"
	}
	drawn := chart.Layer{Name: "drawn", Kind: chart.Bars, Width: 0.7, Ink: rightInks[way], Opacity: 0.55}
	exact := chart.Layer{Name: "Poisson", Kind: chart.Links, Stroke: 2}
	shares := make([]float64, rightBars)
	for _, v := range p.counts[way] {
		shares[min(int(v), rightBars-1)] += 1 / float64(len(p.counts[way]))
	}
	for k := range rightBars {
		name := fmt.Sprint(k)
		if k == rightBars-1 {
			name = "≥" + name
		}
		f.X.Labels = append(f.X.Labels, name)
		at := float64(k)
		exact.X, exact.Y = append(exact.X, at-0.42, at+0.42), append(exact.Y, p.probability(k), p.probability(k))
		drawn.X, drawn.Y = append(drawn.X, at), append(drawn.Y, shares[k])
	}
	f.Layers = []chart.Layer{drawn, exact}
	return f
}

// running shows the mean number of factors as draws come in.
func (p *rightPlay) running() *chart.Chart {
	f := &chart.Chart{Subtitle: "mean of K so far", Style: plotting.Light,
		X: chart.Axis{Name: "draws", Low: 0, High: rightSteps * rightBatch},
		Y: chart.Axis{Name: "mean", Low: 0, High: 1.5 * p.mean}}
	f.Layers = []chart.Layer{
		{Name: "exact", X: []float64{0, rightSteps * rightBatch}, Y: []float64{p.mean, p.mean}, Dashed: true}}
	for k := range rightWays {
		f.Layers = append(f.Layers, history(rightNames[k], p.means[k], rightInks[k]))
	}
	return f
}

func history(name string, y []float64, ink chart.Ink) chart.Layer {
	l := chart.Layer{Name: name, Ink: ink, Stroke: 2, Y: y}
	for i := range y {
		l.X = append(l.X, float64((i+1)*rightBatch))
	}
	return l
}

// scores shows z as draws come in.
func (p *rightPlay) scores() *chart.Chart {
	low, high := -3*geweke.Limit*1.0, 1.6*geweke.Limit
	for k := range rightWays {
		for _, z := range p.z[k] {
			low, high = min(low, 1.1*z), max(high, 1.1*z)
		}
	}
	end := float64(rightSteps * rightBatch)
	f := &chart.Chart{Subtitle: "z, the difference in standard errors", Style: plotting.Light,
		X: chart.Axis{Name: "draws", Low: 0, High: end}, Y: chart.Axis{Name: "z", Low: low, High: high}}
	f.Layers = []chart.Layer{{Name: "|z| below 4", Kind: chart.Band, X: []float64{0, end}, Low: []float64{-geweke.Limit,
		-geweke.Limit}, High: []float64{geweke.Limit, geweke.Limit}, Ink: chart.MutedInk, Opacity: 0.18}}
	for _, k := range []int{fromRight, fromWrong} {
		f.Layers = append(f.Layers, history(rightNames[k], p.z[k], rightInks[k]))
	}
	return f
}
