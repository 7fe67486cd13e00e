package sampling

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/stat/geweke"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// CheckName is the name of the stage that checks a model.
const CheckName = "check"

// CheckAModel is the stage that runs Geweke's test of a model of the catalog.
func CheckAModel() stage.Stage {
	var names []string
	for _, m := range catalog.Models() {
		if _, ok := m.(inference.Jointly); ok {
			names = append(names, m.Info().Name)
		}
	}
	return stage.Stage{
		Name:    CheckName,
		Title:   "Check a model",
		Summary: "Geweke's test of a model's sampler, live on a tiny table: does it draw from the right posterior?",
		Text: "Parameters and a tiny table are drawn from the model, again and again. Each time, the model's sampler " +
			"then moves the parameters a few times, with a new table before each further move. If model and sampler " +
			"agree, the moves do not change the distribution of the parameters: each quantile lies on the diagonal, " +
			"and z, the difference of means in standard errors, stays between −4 and 4. A sampler with a mistake " +
			"drifts away, further with more pairs. The test says nothing about your data, only whether the sampler " +
			"is right for the model. Settings are the defaults, or those of the form, with method mcmc where there is a " +
			"choice, and priors narrow enough for means to exist.",
		Formula: []string{
			`θ \sim P(θ), \quad Y \sim P(Y|θ), \quad θ' \sim Q(θ'|θ, Y) \quad \text{so} \quad θ' \sim P(θ)`,
			`z = \frac{\text{mean} (f(θ') - f(θ))}{s/\sqrt{n}}`,
		},
		Try: []string{
			"A mixture with any number of clusters. --set model=dpmm",
			"Trees whose branch points have any number of children. --set model=pydt",
			"One move per pair: mistakes show less, but there are more pairs. --set moves=1 --set pairs=10000",
		},
		More: []string{
			"Geweke (2004), Getting it right: joint distribution tests of posterior simulators",
			"Knowles (2012), section 3.2.1",
		},
		Controls: []inference.Parameter{
			{Name: "model", Title: "Model", Type: inference.Choice, Default: "nsfa", Choices: names, Help: "The " +
				"models whose inference draws from a posterior."},
			{Name: "moves", Title: "Moves a pair", Type: inference.Integer, Default: "5", Min: 1, Max: 20,
				Help: "Sweeps of the sampler in each pair, each given a new table."},
			{Name: "pairs", Title: "Pairs", Type: inference.Integer, Default: "3000", Min: 400, Max: 10000,
				Help: "Number of pairs in the whole course."},
		},
		Pace:  6,
		Inner: "model",
		Light: []string{"pairs=400", "moves=2"},
		New: stage.Rules[*checkPlay]{
			Start: newCheck,
			Steps: func(*checkPlay) int { return checkSteps }, Work: (*checkPlay).step,
			Figure: (*checkPlay).figure, Counters: (*checkPlay).counters, Summary: (*checkPlay).summary,
		}.New,
	}
}

const checkSteps = 60

type checkPlan struct {
	title string
	model inference.Jointly
	set   inference.Settings
	names []string
	pairs int
	moves int
	seed  uint64
}

// A checkPlay makes more pairs. Those of a step have a generator of their own.
type checkPlay struct {
	*checkPlan
	before, after [][]float64 // one row of statistics a pair
	greatest      []float64   // |z| after each step
	scores        []geweke.Score
}

func newCheck(o stage.Options) (*checkPlay, error) {
	m, err := catalog.Find(o.Settings.Text("model"))
	if err != nil {
		return nil, err
	}
	j, ok := m.(inference.Jointly)
	if !ok {
		return nil,
			fmt.Errorf("%s does not draw from a posterior, so there is nothing to check; choose another model", m.Info().Name)
	}
	set, title, err := checkedSettings(m.Info(), o.Inner)
	if err != nil {
		return nil, err
	}
	p := &checkPlan{title: title, model: j, set: set, pairs: o.Settings.Int("pairs"),
		moves: o.Settings.Int("moves"), seed: o.Seed}
	joint, err := j.Joint(set, stage.NewRandom(o.Seed, 0).Rand)
	if err != nil {
		return nil, err
	}
	p.names = joint.Names()
	return &checkPlay{checkPlan: p}, nil
}

// mostNamed is how many settings the title of a check names.
const mostNamed = 3

// checkedSettings are the defaults of a model with method mcmc, where it has methods, and the settings given as
// "NAME=TEXT" or "fix=NAME"; title names them.
func checkedSettings(info inference.Info, given []string) (set inference.Settings, title string, err error) {
	set = info.Defaults()
	if set.Has("method") {
		if err := set.Set("method", "mcmc"); err != nil {
			return set, "", err
		}
	}
	var changed []string
	for _, g := range given {
		name, text, _ := strings.Cut(g, "=")
		if name == "fix" {
			name, text = text, "held"
			err = set.Fix(name, true)
		} else {
			err = set.Set(name, text)
		}
		if err != nil {
			return set, "", fmt.Errorf("%s: %w", info.Name, err)
		}
		if name != "method" {
			changed = append(changed, name+" "+text)
		}
	}
	switch n := len(changed); {
	case n == 0:
		title = info.Title + " with default settings"
	case n <= mostNamed:
		title = info.Title + " with " + strings.Join(changed, ", ")
	default:
		title = fmt.Sprintf("%s with %s and %d more settings", info.Title,
			strings.Join(changed[:mostNamed], ", "), n-mostNamed)
	}
	if set.Has("method") && set.Text("method") == "mcmc" {
		title += " and method mcmc"
	}
	return set, title, nil
}

func (p *checkPlay) step(ctx context.Context) error {
	done := len(p.greatest) + 1
	joint, err := p.model.Joint(p.set, stage.NewRandom(p.seed, uint64(done)).Rand)
	if err != nil {
		return err
	}
	before, after := slices.Clip(p.before), slices.Clip(p.after)
	for range p.pairs*done/checkSteps - len(p.before) {
		if err := ctx.Err(); err != nil {
			return err
		}
		before = append(before, slices.Clone(joint.Draw()))
		var now []float64
		for range p.moves {
			now = joint.Move()
		}
		after = append(after, slices.Clone(now))
	}
	p.before, p.after = before, after
	pairs := geweke.NewPairs(p.names)
	for i := range before {
		pairs.Add(before[i], after[i])
	}
	p.scores = pairs.Scores()
	p.greatest = append(slices.Clip(p.greatest), geweke.Greatest(p.scores))
	return nil
}

// worst returns the score with the greatest |z|.
func (p *checkPlay) worst() geweke.Score {
	return slices.MaxFunc(p.scores, func(a, b geweke.Score) int {
		switch x, y := math.Abs(a.Z), math.Abs(b.Z); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// varying returns the scores of statistics that are not constant.
func (p *checkPlay) varying() (list []geweke.Score) {
	for _, s := range p.scores {
		if s.Z != 0 {
			list = append(list, s)
		}
	}
	return list
}

// usual is the probability that a standard normal lies within ±2.
var usual = math.Erf(math.Sqrt2)

func (p *checkPlay) counters() []stage.Counter {
	nan := math.NaN()
	list := []stage.Counter{
		{Name: "pairs", Drawn: float64(len(p.before)), Expected: nan, Spread: nan},
		{Name: "greatest |z|", Drawn: last(p.greatest), Expected: nan, Spread: nan},
		{Name: "z within ±2", Drawn: nan, Expected: usual, Spread: nan},
	}
	if scores := p.varying(); len(scores) > 0 {
		within := 0
		for _, s := range scores {
			if math.Abs(s.Z) < 2 {
				within++
			}
		}
		list[2].Drawn = float64(within) / float64(len(scores))
	}
	return list
}

func (p *checkPlay) summary() string {
	if len(p.greatest) == 0 {
		return fmt.Sprintf("%s: %s will be compared before and after its sampler has moved.", p.title,
			plotting.Plural(len(p.names), "statistic"))
	}
	w := p.worst()
	text := fmt.Sprintf("%s: after %d pairs, the largest of %d z values is %s, for %s.", p.title, len(p.before),
		len(p.varying()), stage.Short(w.Z), w.Name)
	if math.Abs(w.Z) <= geweke.Limit {
		// Two tails of a normal, for each of the scores.
		once := 1 / (math.Erfc(geweke.Limit/math.Sqrt2) * float64(len(p.varying())))
		round := math.Pow(10, math.Floor(math.Log10(once)))
		return text + fmt.Sprintf(" The test finds no mistake: a correct sampler exceeds ±%d about once in %s tests.",
			geweke.Limit, plotting.FormatNumber(math.Round(once/round)*round))
	}
	return text + " Sampler and model disagree: one of them has a mistake. Please report it, with the command for " +
		"this picture."
}

func (p *checkPlay) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		{Name: "quantiles", Figure: p.quantiles(), Box: plotting.Window{X0: 0, X1: 0.5, Y0: 0, Y1: 0.62}},
		{Name: "greatest", Figure: p.history(), Box: plotting.Window{X0: 0, X1: 0.5, Y0: 0.62, Y1: 1}},
		{Name: "z", Figure: p.values(), Box: plotting.Window{X0: 0.5, X1: 1, Y0: 0, Y1: 1}},
	}}
}

const checkBins = 20 // equal parts of the sorted values

// inkOf is the colour of a statistic.
func inkOf(k int) chart.Ink { return chart.CategoryInk(k % 8) }

// quantiles shows the sorted values after the moves against those before, as means of twentieths, each statistic in
// units of its own standard deviation. Single quantiles of a statistic with few values would jump.
func (p *checkPlay) quantiles() *chart.Chart {
	f := &chart.Chart{Subtitle: "quantiles (means of twentieths), in standard deviations",
		Square: true, Style: plotting.Light, X: chart.Axis{Name: "drawn from the model", Low: -3, High: 3},
		Y:      chart.Axis{Name: "after the sampler's moves", Low: -3, High: 3},
		Layers: []chart.Layer{{X: []float64{-3, 3}, Y: []float64{-3, 3}, Ink: chart.MutedInk, Dashed: true}}}
	if len(p.before) < 2 {
		return f
	}
	column := func(rows [][]float64, k int) []float64 {
		x := make([]float64, len(rows))
		for i, r := range rows {
			x[i] = r[k]
		}
		slices.Sort(x)
		return x
	}
	for k, name := range p.names {
		before, after := column(p.before, k), column(p.after, k)
		m := mean(before)
		sd := 0.0
		for _, v := range before {
			sd += (v - m) * (v - m) / float64(len(before)-1)
		}
		if sd = math.Sqrt(sd); sd == 0 {
			continue
		}
		dots := chart.Layer{Kind: chart.Points, Ink: inkOf(k), Opacity: 0.85, Radius: 2.5}
		for q := range checkBins {
			from, to := q*len(before)/checkBins, (q+1)*len(before)/checkBins
			if from == to {
				continue // fewer pairs than parts
			}
			dots.X, dots.Y = append(dots.X, (mean(before[from:to])-m)/sd), append(dots.Y, (mean(after[from:to])-m)/sd)
			dots.Text = append(dots.Text, fmt.Sprintf("%s, %d to %d %%", name, 100*q/checkBins, 100*(q+1)/checkBins))
		}
		f.Layers = append(f.Layers, dots)
	}
	return f
}

// history shows the greatest |z| as pairs come in.
func (p *checkPlay) history() *chart.Chart {
	end := float64(p.pairs)
	f := &chart.Chart{Subtitle: "greatest |z|", Style: plotting.Light, X: chart.Axis{Name: "pairs", Low: 0, High: end},
		Y: chart.Axis{Name: "|z|", Low: 0, High: 1.5 * geweke.Limit}}
	switch n := len(p.greatest); {
	case n == 0:
	case p.greatest[n-1] <= geweke.Limit:
		f.Subtitle += "; no mistake found"
	default:
		f.Subtitle += "; sampler and model disagree"
	}
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2.25, Y: p.greatest}
	for i, z := range p.greatest {
		l.X = append(l.X, float64(p.pairs*(i+1)/checkSteps))
		f.Y.High = max(f.Y.High, min(1.1*z, 100))
	}
	f.Layers = []chart.Layer{
		{Name: "limit", X: []float64{0, end}, Y: []float64{geweke.Limit, geweke.Limit}, Dashed: true}, l}
	return f
}

// values shows z of both moments of every statistic.
func (p *checkPlay) values() *chart.Chart {
	n := float64(len(p.names))
	f := &chart.Chart{Subtitle: "z of each statistic", Style: plotting.Light,
		X: chart.Axis{Name: "z, difference in standard errors", Low: -1.5 * geweke.Limit, High: 1.5 * geweke.Limit},
		Y: chart.Axis{Low: -0.7, High: n - 0.3}}
	const limit = geweke.Limit
	f.Layers = []chart.Layer{
		{Kind: chart.Area, X: []float64{-limit, limit, limit, -limit}, Y: []float64{-0.7, -0.7, n - 0.3, n - 0.3},
			Ink: chart.MutedInk, Opacity: 0.15},
		{X: []float64{0, 0}, Y: []float64{-0.7, n - 0.3}, Ink: chart.MutedInk, Dashed: true},
	}
	first, second := chart.Layer{Name: "mean", Kind: chart.Points, Radius: 4.5},
		chart.Layer{Name: "mean of squares", Kind: chart.Points, Radius: 4.5, Hollow: true}
	for k := range p.names {
		f.Y.Labels = append(f.Y.Labels, p.names[len(p.names)-1-k]) // the first one on top
	}
	for i, s := range p.scores {
		y := float64(len(p.names) - 1 - i/2)
		to := &first
		if i%2 == 1 {
			to, y = &second, y-0.16
		}
		f.X.Low, f.X.High = min(f.X.Low, 1.1*max(s.Z, -100)), max(f.X.High, 1.1*min(s.Z, 100))
		to.X, to.Y, to.Inks, to.Text = append(to.X, min(max(s.Z, -100), 100)), append(to.Y, y),
			append(to.Inks, inkOf(i/2)), append(to.Text, s.Name)
	}
	f.Layers = append(f.Layers, second, first)
	return f
}
