package teach

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/tree/shapes"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/teach/stage"
)

// pitmanYorShapes is stage 4, flat against hierarchical.
func pitmanYorShapes() Stage {
	return Stage{
		Name:  "pydt-shapes",
		Title: "Flat or hierarchical",
		Summary: "How the concentration of a Pitman-Yor diffusion tree decides between stars and deep trees, by " +
			"exact probabilities.",
		Text: "With few leaves, all shapes of a tree are quickly listed. The probability of each is a product over " +
			"its branch points and does not depend on times. The curves show these probabilities against θ. At θ = 0 " +
			"and α = 0 only binary trees are possible; as θ grows, points with more branches take over, and finally " +
			"the star, in which all leaves part at once: a flat clustering. So one number moves the prior from " +
			"hierarchies to plain groups, and the data can choose it. The dots are the proportions of shapes among " +
			"trees drawn at the current θ, twenty a step; they converge to the curves.",
		Formula: []string{
			`P(T) = \prod_v \frac{1}{H_{m_v-1}} \frac{\prod_{k=3}^{K_v} (θ+(k-1)α) \prod_k Γ(n_k-α)}{Γ(m_v+θ) Γ(1-α)^{K_v-1}}`,
		},
		Try: []string{
			"Almost always a star: θ = 10. --set theta=10",
			"A discount adds branches too: α = 0.7. --set alpha=0.7 --set theta=0.2",
			"All twelve shapes of five leaves. --set leaves=5",
		},
		More: []string{
			"Knowles (2012), section 4.4.2, figure 4.3",
			"Knowles and Ghahramani (2011), Pitman-Yor diffusion trees, section 4",
		},
		Ask: Question{Text: "Which share of the trees are stars?", Counter: "share of stars", Part: "shapes", High: 1},
		Controls: []inference.Parameter{
			{Name: "theta", Title: "θ, concentration", Type: inference.Real, Default: "1", Min: 0.02, Max: 50,
				Help: "Large values make flat trees."},
			alphaControl,
			{Name: "leaves", Title: "Leaves", Type: inference.Integer, Default: "4", Min: 3, Max: 5,
				Help: "Number of leaves of the trees."},
		},
		Pace: 6,
		New: stage.Rules[*shapesPlay]{
			Start: newShapes,
			Steps: func(*shapesPlay) int { return shapesSteps }, Step: (*shapesPlay).step,
			Copy:   func(p *shapesPlay) { p.rng = p.rng.Clone() },
			Figure: (*shapesPlay).figure, Counters: (*shapesPlay).counters, Summary: (*shapesPlay).summary,
		}.New,
	}
}

const (
	shapesSteps = 50
	shapesBatch = 20 // trees a step
	shapesLow   = 0.01
	shapesHigh  = 100 // ends of the axis of θ
)

type shapesPlan struct {
	prior  *pitmanyor.Prior
	leaves int
	names  []string
	shapes []shapes.Shape
	chance []float64 // at the present θ
	inks   []chart.Ink
	curves *chart.Chart
	points pitmanyor.Moment // branch points
}

// A shapesPlay draws some trees per step and counts their shapes.
type shapesPlay struct {
	*shapesPlan
	rng    random
	counts []int
	points int // branch points of all trees
	drawn  int
	last   int // shape drawn last
}

func newShapes(o Options) (*shapesPlay, error) {
	theta, alpha, n := o.Settings.Real("theta"), o.Settings.Real("alpha"), o.Settings.Int("leaves")
	plan := &shapesPlan{prior: pitmanyor.NewPrior(theta, alpha, n), leaves: n, shapes: shapes.All(n)}
	for i := range n {
		plan.names = append(plan.names, strconv.Itoa(i+1))
	}
	stable.Sort(plan.shapes, func(a, b shapes.Shape) int { return depth(a) - depth(b) })
	plan.points = plan.prior.BranchPoints(n)[n]
	plan.curves = &chart.Chart{Subtitle: fmt.Sprintf("probability of each shape of %d leaves, α = %s", n, short(alpha)),
		Style: plotting.Light, X: chart.Axis{Name: "θ", Low: shapesLow, High: shapesHigh, Log: true},
		Y: chart.Axis{Name: "probability", Low: 0, High: 1}}
	for _, s := range plan.shapes {
		plan.chance = append(plan.chance, math.Exp(plan.prior.LogProbability(s)))
		plan.curves.Layers = append(plan.curves.Layers, chart.Layer{Stroke: 1.75})
	}
	const places = 60
	for i := range places + 1 {
		x := shapesLow * math.Pow(shapesHigh/shapesLow, float64(i)/places)
		prior := pitmanyor.NewPrior(x, alpha, n)
		for k, s := range plan.shapes {
			l := &plan.curves.Layers[k]
			l.X, l.Y = append(l.X, x), append(l.Y, math.Exp(prior.LogProbability(s)))
		}
	}
	plan.colour()
	return &shapesPlay{shapesPlan: plan, rng: newRandom(o.Seed, 0), counts: make([]int, len(plan.shapes)), last: -1}, nil
}

// depth orders shapes, starting with the star.
func depth(s shapes.Shape) int {
	deepest := 0
	for _, c := range s.Children {
		deepest = max(deepest, 1+depth(c))
	}
	return deepest
}

// colour gives a colour to each of the shapes that are most probable somewhere, in their order.
func (p *shapesPlan) colour() {
	rank := inference.UpTo(len(p.shapes))
	most := func(k int) float64 { return slices.Max(p.curves.Layers[k].Y) }
	stable.Sort(rank, func(a, b int) int { return cmp.Compare(most(b), most(a)) })
	rank = rank[:min(len(rank), ink.PlainCategories)]
	slices.Sort(rank)
	p.inks = make([]chart.Ink, len(p.shapes))
	for k := range p.inks {
		p.inks[k] = chart.MutedInk
		if c := slices.Index(rank, k); c >= 0 {
			p.inks[k] = chart.CategoryInk(c)
		}
		p.curves.Layers[k].Ink = p.inks[k]
	}
}

func (p *shapesPlay) step() {
	p.counts = slices.Clone(p.counts)
	for range shapesBatch {
		process := pitmanyor.NewProcess(p.prior, 1/p.prior.Rate(1), p.leaves)
		for range p.leaves {
			process.Add(p.rng.Rand)
		}
		t, _ := process.Tree(p.names)
		name := shapes.Of(t).String()
		p.last = slices.IndexFunc(p.shapes, func(s shapes.Shape) bool { return s.String() == name })
		p.counts[p.last]++
		p.points += t.Nodes() - p.leaves
		p.drawn++
	}
}

// share returns the share of the trees drawn and its standard error about the exact one.
func (p *shapesPlay) share(k int) (drawn, se float64) {
	n := float64(p.drawn)
	return float64(p.counts[k]) / n, math.Sqrt(p.chance[k] * (1 - p.chance[k]) / n)
}

func (p *shapesPlay) counters() []Counter {
	list := []Counter{
		{Name: "share of stars", Expected: p.chance[0]},
		{Name: "share of binary"},
		{Name: "branch points", Drawn: float64(p.points) / float64(p.drawn), Expected: p.shapesPlan.points.Mean,
			Spread: p.shapesPlan.points.Deviation / math.Sqrt(float64(p.drawn))},
	}
	for k, s := range p.shapes {
		if binary(s) {
			list[1].Expected += p.chance[k]
			list[1].Drawn += float64(p.counts[k]) / float64(p.drawn)
		}
	}
	list[0].Drawn = float64(p.counts[0]) / float64(p.drawn)
	for i := range 2 {
		list[i].Spread = math.Sqrt(list[i].Expected * (1 - list[i].Expected) / float64(p.drawn))
	}
	if p.drawn == 0 {
		return undrawn(list)
	}
	return list
}

// undrawn returns counters before anything has been drawn.
func undrawn(list []Counter) []Counter {
	for i := range list {
		list[i].Drawn, list[i].Spread = math.NaN(), math.NaN()
	}
	return list
}

func binary(s shapes.Shape) bool {
	for _, c := range s.Children {
		if !binary(c) {
			return false
		}
	}
	return len(s.Children) == 0 || len(s.Children) == 2
}

func (p *shapesPlay) summary() string {
	most := 0
	for k, c := range p.chance {
		if c > p.chance[most] {
			most = k
		}
	}
	text := fmt.Sprintf("At θ = %s and α = %s the most probable of %d shapes is %s, with probability %s.",
		short(p.prior.Theta), short(p.prior.Alpha), len(p.shapes), shapeName(p.shapes[most]), short(p.chance[most]))
	if p.drawn > 0 {
		share, _ := p.share(most)
		text += fmt.Sprintf(" Of %d trees drawn, the proportion with this shape is %s.", p.drawn, short(share))
	}
	return text
}

// commonName returns the usual name of a shape, "" if it has none.
func commonName(s shapes.Shape) string {
	switch d, top := depth(s), len(s.Children); {
	case d == 1:
		return "star"
	case d == s.Leaves-1:
		return "caterpillar"
	case s.String() == "((oo)(oo))":
		return "balanced"
	case d == 2 && top == s.Leaves-1:
		return "star with a pair"
	case d == 2 && top == 2 && s.Leaves == 4:
		return "star and one apart"
	}
	return ""
}

// shapeName returns the name of a shape in a sentence.
func shapeName(s shapes.Shape) string {
	switch name := commonName(s); {
	case name == "balanced":
		return "the balanced tree"
	case name != "":
		return "the " + name
	}
	return s.String()
}

func (p *shapesPlay) figure() plotting.Figure {
	curves := *p.curves
	curves.Layers = slices.Clone(p.curves.Layers)
	theta := p.prior.Theta
	curves.Layers = append(curves.Layers,
		chart.Layer{Name: "present θ", X: []float64{theta, theta}, Y: []float64{0, 1}, Dashed: true, Ink: chart.MutedInk})
	dots := chart.Layer{Kind: chart.Points, Radius: 4}
	if p.drawn > 0 {
		dots.Name = fmt.Sprintf("%d trees drawn, ± 2 standard errors", p.drawn)
	}
	for k := range p.shapes {
		if p.drawn == 0 {
			break
		}
		share, se := p.share(k)
		dots.X, dots.Y, dots.Inks = append(dots.X, theta), append(dots.Y, share), append(dots.Inks, p.inks[k])
		dots.Low, dots.High = append(dots.Low, share-2*se), append(dots.High, share+2*se)
		dots.Text = append(dots.Text, shapeName(p.shapes[k]))
	}
	curves.Layers = append(curves.Layers, dots)
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		{Name: "curves", Figure: &curves, Box: plotting.Window{X0: 0, X1: 0.62, Y0: 0, Y1: 1}},
		{Name: "shapes", Figure: p.gallery(), Box: plotting.Window{X0: 0.62, X1: 1, Y0: 0, Y1: 1}},
	}}
}

// gallery draws the shapes below one another, each with its probability and share once trees are drawn.
func (p *shapesPlay) gallery() *chart.Chart {
	n := len(p.shapes)
	f := &chart.Chart{Subtitle: "the shapes; the latest draw is shaded", Bare: true, Style: plotting.Light,
		X: chart.Axis{Low: 0, High: 2.9}, Y: chart.Axis{Low: 0, High: float64(n) + 0.3}}
	top := float64(n) + 0.15
	exact := chart.Layer{Kind: chart.Text, X: []float64{1.7}, Y: []float64{top}, Text: []string{"exact"}}
	drawn := chart.Layer{Kind: chart.Text, X: []float64{2.5}, Y: []float64{top},
		Text: []string{"drawn"}, Ink: chart.MutedInk}
	names := chart.Layer{Kind: chart.Text}
	for k, s := range p.shapes {
		low, y := float64(n-1-k), float64(n-1-k)+0.42
		glyph := chart.Layer{Kind: chart.Links, Ink: p.inks[k], Stroke: 1.75, Name: ""}
		p.sketch(&glyph, s, low)
		if k == p.last {
			f.Layers = append(f.Layers, chart.Layer{Kind: chart.Area, X: []float64{0, 2.9, 2.9, 0},
				Y: []float64{low + 0.02, low + 0.02, low + 0.98, low + 0.98}, Ink: chart.SelectionInk, Opacity: 0.14})
		}
		f.Layers = append(f.Layers, glyph)
		if name := commonName(s); name != "" {
			names.X, names.Y, names.Text = append(names.X, 2.1), append(names.Y, low+0.78), append(names.Text, name)
		}
		if p.drawn > 0 {
			share, _ := p.share(k)
			exact.X, exact.Y, exact.Text = append(exact.X, 1.7), append(exact.Y, y),
				append(exact.Text, plotting.FormatDigits(p.chance[k], 3))
			drawn.X, drawn.Y, drawn.Text = append(drawn.X, 2.5), append(drawn.Y, y),
				append(drawn.Text, plotting.FormatDigits(share, 3))
		}
	}
	if p.drawn > 0 {
		f.Layers = append(f.Layers, exact, drawn)
	}
	f.Layers = append(f.Layers, names)
	return f
}

// sketch draws a shape in the unit cell above low: the root at the left.
func (p *shapesPlay) sketch(l *chart.Layer, s shapes.Shape, low float64) {
	leaf := 0
	levels := float64(p.leaves)
	var draw func(s shapes.Shape, from, level float64) float64
	line := func(x0, y0, x1, y1 float64) {
		l.X, l.Y = append(l.X, x0, x1), append(l.Y, y0, y1)
	}
	draw = func(s shapes.Shape, from, level float64) float64 {
		const wide = 1.15
		if s.Children == nil {
			leaf++
			y := low + 0.92 - 0.84*(float64(leaf)-0.5)/levels
			line(0.08+wide*from/levels, y, 0.08+wide, y)
			return y
		}
		first, last := 0.0, 0.0
		for i, c := range s.Children {
			y := draw(c, level+1, level+1)
			if i == 0 {
				first = y
			}
			last = y
		}
		x := 0.08 + wide*(level+1)/levels
		line(x, first, x, last)
		line(0.08+wide*from/levels, (first+last)/2, x, (first+last)/2)
		return (first + last) / 2
	}
	draw(s, 0, 0)
}
