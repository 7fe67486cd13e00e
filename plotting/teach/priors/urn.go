package priors

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// Urn is the stage of Polya's urn and of the stick.
func Urn() stage.Stage {
	return stage.Stage{
		Name:  "urn",
		Title: "An urn and a stick",
		Summary: "Balls are put back with another of their colour, and the shares of the colours become a broken " +
			"stick.",
		Text: "Draw a ball from an urn, put it back, and add another of its colour. With a weight θ a ball of a new " +
			"colour is added instead. Run many such urns beside one another. In each, the share of the first colour " +
			"settles, and in each at another value: chance at the beginning decides, and is never undone. Over all " +
			"urns these values have a law: that of the first piece broken from a stick of length 1, Beta(1, θ). " +
			"What is left of the stick is broken again for the second colour. So the urn, the restaurant and the " +
			"stick are three views of one prior.",
		Formula: []string{
			`P(\text{colour } k) = \frac{n_k}{n + θ}, \quad P(\text{new}) = \frac{θ}{n + θ}`,
			`\text{shares} → v_1, \, v_2 (1 - v_1), \, …, \quad v_k ~ Beta(1, θ)`,
		},
		Signs: map[string]string{"n": "urn", "θ": "law", "v": "shares"},
		Try: []string{
			"Colours seldom come: the first has nearly all. --set concentration=0.3",
			"They come often: no colour has much. --set concentration=8",
			"Longer runs: the shares settle. --set balls=400",
		},
		More: []string{
			"Blackwell and MacQueen (1973), Ferguson distributions via Pólya urn schemes, Annals of Statistics 1",
			"Sethuraman (1994), A constructive definition of Dirichlet priors, Statistica Sinica 4",
			"Murphy (2012), Machine Learning, section 25.2.2, figures 25.3 and 25.4",
		},
		Ask: stage.Question{Text: "What is the share of the first colour, on average over {urns} urns?",
			Counter: "first colour, mean share", Part: "urn", High: 1},
		Controls: []inference.Parameter{
			{Name: "concentration", Title: "θ, weight of new colours", Type: inference.Real, Default: "1.5", Min: 0.1,
				Max:  20,
				Help: "How readily a new colour comes."},
			{Name: "balls", Title: "Balls", Type: inference.Integer, Default: "150", Min: 10, Max: 400,
				Help: "Balls added to each urn."},
			{Name: "urns", Title: "Urns", Type: inference.Integer, Default: "60", Min: 5, Max: 200,
				Help: "Number of urns."},
		},
		Pace: 12,
		New: stage.Rules[*urns]{
			Start: newUrns,
			Steps: func(u *urns) int { return u.balls }, Step: (*urns).step,
			Copy: func(u *urns) {
				u.rng = u.rng.Clone()
				u.all = slices.Clone(u.all)
				for i := range u.all {
					u.all[i] = u.all[i].Clone()
				}
			},
			Figure: (*urns).figure, Counters: (*urns).counters, Summary: (*urns).summary,
		}.New,
	}
}

// An urns is many urns that get a ball each step.
type urns struct {
	theta float64
	balls int
	all   []*crp.Process
	rng   stage.Random
	shown []int       // colours of the balls of the first urn, in order
	first [][]float64 // share of the first colour of some urns, after each ball
	stick []float64   // pieces of a stick broken apart from the urns
}

// traced is the number of urns whose course is drawn.
const traced = 12

func newUrns(o stage.Options) (*urns, error) {
	law := crp.Parameters{Concentration: o.Settings.Real("concentration")}
	u := &urns{theta: law.Concentration, balls: o.Settings.Int("balls"), rng: stage.NewRandom(o.Seed, 0)}
	for range o.Settings.Int("urns") {
		u.all = append(u.all, &crp.Process{Parameters: law})
	}
	u.first = make([][]float64, min(traced, len(u.all)))
	stick, left := stage.NewRandom(o.Seed, 1), 1.0
	for k := 1; left > 0.01 && k < 30; k++ {
		v := law.Break(k, stick.Rand) * left
		u.stick, left = append(u.stick, v), left-v
	}
	return u, nil
}

func (u *urns) step() {
	u.first = slices.Clone(u.first)
	for i, p := range u.all {
		k := p.Seat(u.rng.Rand)
		if i == 0 {
			u.shown = append(u.shown[:len(u.shown):len(u.shown)], k)
		}
		if i < len(u.first) {
			u.first[i] = append(u.first[i][:len(u.first[i]):len(u.first[i])], share(p))
		}
	}
}

// share is that of the first colour.
func share(p *crp.Process) float64 { return float64(p.Sizes()[0]) / float64(p.Customers()) }

// expected returns mean and standard deviation of the share of the first colour after n balls: the others are a draw of
// a beta-binomial of n − 1 balls.
func (u *urns) expected(n int) (mean, deviation float64) {
	m, t := float64(n-1), u.theta
	mean = (1 + m/(1+t)) / float64(n)
	variance := m * t * (1 + t + m) / ((1 + t) * (1 + t) * (2 + t))
	return mean, math.Sqrt(variance) / float64(n)
}

func (u *urns) counters() []stage.Counter {
	n := len(u.shown)
	first := stage.Unknown("first colour, mean share", math.NaN())
	spread := stage.Unknown("its spread over urns", math.NaN())
	colours := stage.Unknown("colours, mean", math.NaN())
	piece := stage.Counter{Name: "stick, first piece", Drawn: u.stick[0], Expected: 1 / (1 + u.theta),
		Spread: math.Sqrt(u.theta/(2+u.theta)) / (1 + u.theta)}
	if n > 0 {
		many := float64(len(u.all))
		sum, square, count := 0.0, 0.0, 0.0
		for _, p := range u.all {
			s := share(p)
			sum, square, count = sum+s/many, square+s*s/many, count+float64(p.Tables())/many
		}
		mean, deviation := u.expected(n)
		first.Drawn, first.Expected, first.Spread = sum, mean, deviation/math.Sqrt(many)
		spread.Drawn = math.Sqrt(max(square-sum*sum, 0))
		table := crp.TableCount{Parameters: crp.Parameters{Concentration: u.theta}}
		for range n {
			table.Advance()
		}
		m, d := table.Moments()
		colours.Drawn, colours.Expected, colours.Spread = count, m, d/math.Sqrt(many)
	}
	return []stage.Counter{first, spread, colours, piece}
}

func (u *urns) summary() string {
	n := len(u.shown)
	if n == 0 {
		return fmt.Sprintf("%d urns are empty; the first ball of each has the first colour.", len(u.all))
	}
	mean, _ := u.expected(n)
	c := u.counters()
	return fmt.Sprintf("After %s in each of %d urns the first colour has %s of them on average, from 0 to 1; %s "+
		"is expected.",
		plotting.Plural(n, "ball"), len(u.all), plotting.FormatPercent(c[0].Drawn), plotting.FormatPercent(mean))
}

func (u *urns) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("urn", u.urn(), 0, 0.46, 0, 0.5),
		chart.At("shares", u.shares(), 0, 0.46, 0.5, 1),
		chart.At("course", u.course(), 0.46, 1, 0, 0.5),
		chart.At("law", u.law(), 0.46, 1, 0.5, 1),
	}}
}

// urn shows the balls of the first urn, the last in a ring.
func (u *urns) urn() *chart.Chart {
	wide := math.Ceil(math.Sqrt(1.6 * float64(u.balls)))
	deep := math.Ceil(float64(u.balls) / wide)
	f := &chart.Chart{Subtitle: "the balls of the first urn", Style: plotting.Light,
		X: chart.Axis{Low: -0.6, High: wide - 0.4, Labels: []string{}}, Y: chart.Axis{Low: -0.6, High: deep - 0.4,
			Labels: []string{}}}
	l := chart.Layer{Kind: chart.Points, Radius: 4}
	for i, k := range u.shown {
		l.X, l.Y = append(l.X, math.Mod(float64(i), wide)), append(l.Y, deep-1-math.Floor(float64(i)/wide))
		l.Inks = append(l.Inks, chart.CategoryInk(k))
	}
	f.Layers = []chart.Layer{l}
	if len(l.X) == 0 {
		f.Layers = []chart.Layer{{Kind: chart.Text, X: []float64{(wide - 1) / 2}, Y: []float64{(deep - 1) / 2},
			Text: []string{"no ball has come yet"}}}
	}
	if n := len(l.X); n > 0 {
		f.Layers = append(f.Layers, chart.Layer{Kind: chart.Points, Hollow: true, Radius: 6.5, Stroke: 1.5,
			Ink: chart.SelectionInk, X: l.X[n-1:], Y: l.Y[n-1:]}, chart.Layer{Kind: chart.Points, Radius: 4,
			Ink: chart.CategoryInk(u.shown[n-1]), X: l.X[n-1:], Y: l.Y[n-1:]})
	}
	return f
}

// bar adds a row of shares from 0 to 1 at a height.
func bar(f *chart.Chart, y float64, shares []float64) {
	from := 0.0
	for k, s := range shares {
		to := from + s
		f.Layers = append(f.Layers, chart.Layer{Kind: chart.Area, Ink: chart.CategoryInk(k),
			X: []float64{from, to, to, from}, Y: []float64{y - 0.28, y - 0.28, y + 0.28, y + 0.28}},
			chart.Layer{Ink: chart.SurfaceInk, X: []float64{to, to}, Y: []float64{y - 0.28, y + 0.28}})
		from = to
	}
}

// shares are those of the first urn, beside a broken stick and a stick on average.
func (u *urns) shares() *chart.Chart {
	f := &chart.Chart{Subtitle: "shares of the first urn, and sticks", Style: plotting.Light,
		X: chart.Axis{Low: 0, High: 1}, Y: chart.Axis{Low: -0.6, High: 2.6, Labels: []string{"on average", "a stick",
			"the urn"}}}
	if n := len(u.shown); n > 0 {
		var own []float64
		for _, k := range u.all[0].Sizes() {
			own = append(own, float64(k)/float64(n))
		}
		bar(f, 2, own)
	}
	bar(f, 1, u.stick)
	law := crp.Parameters{Concentration: u.theta}
	var mean []float64
	for k := 1; k <= 12; k++ {
		mean = append(mean, law.StickMean(k))
	}
	bar(f, 0, mean)
	return f
}

// course shows the share of the first colour of some urns.
func (u *urns) course() *chart.Chart {
	f := &chart.Chart{Subtitle: "share of the first colour, in " + strconv.Itoa(len(u.first)) + " urns",
		Style: plotting.Light,
		X:     chart.Axis{Name: "balls", High: float64(u.balls), Whole: true}, Y: chart.Axis{High: 1.02}}
	for i, line := range u.first {
		l := chart.Layer{Ink: chart.CategoryInk(0), Opacity: 0.45}
		if i == 0 {
			l.Ink, l.Opacity, l.Stroke, l.Name = chart.SelectionInk, 1, 2.25, "the first urn"
		}
		for t, v := range line {
			l.X, l.Y = append(l.X, float64(t+1)), append(l.Y, v)
		}
		f.Layers = append(f.Layers, l)
	}
	return f
}

// law shows the distribution of the share of the first colour over all urns, beside Beta(1, θ).
func (u *urns) law() *chart.Chart {
	const cells = 12
	f := &chart.Chart{Subtitle: fmt.Sprintf("of all %d urns, and Beta(1, θ)", len(u.all)), Style: plotting.Light,
		X: chart.Axis{Name: "share of the first colour", High: 1}, Y: chart.Axis{Name: "density", High: 1.5}}
	bars := chart.Layer{Name: "urns", Kind: chart.Bars, Width: 0.9 / cells, Ink: chart.CategoryInk(0), Opacity: 0.6}
	count := make([]float64, cells)
	for _, p := range u.all {
		if p.Customers() > 0 {
			count[min(int(share(p)*cells), cells-1)]++
		}
	}
	for k, n := range count {
		y := n / float64(len(u.all)) * cells
		bars.X, bars.Y = append(bars.X, (float64(k)+0.5)/cells), append(bars.Y, y)
	}
	line := chart.Layer{Name: "Beta(1, θ)", Stroke: 2}
	for k := range 101 {
		x := float64(k) / 100
		y := u.theta * math.Pow(1-x, u.theta-1)
		if math.IsInf(y, 0) || y > 12 {
			continue
		}
		line.X, line.Y = append(line.X, x), append(line.Y, y)
		f.Y.High = max(f.Y.High, min(1.1*y, 6))
	}
	f.Y.High = max(f.Y.High, min(slices.Max(bars.Y), 8))
	f.Layers = []chart.Layer{bars, line}
	return f
}
