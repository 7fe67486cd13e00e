package clustering

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/exemplar"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// Messages is the stage of affinity propagation.
func Messages() stage.Stage {
	return stage.Stage{
		Name:    "messages",
		Title:   "Messages choose exemplars",
		Summary: "Points tell one another how well they would stand for them, until some of them are agreed upon.",
		Text: "Every point looks for another that stands for it: an exemplar. Two messages go back and forth between " +
			"each pair. The responsibility says how well k would stand for i, against the next best. The " +
			"availability says how many others already want k. They are updated in turn, damped so that they do " +
			"not swing, until the choice stays. Nobody sets the number of exemplars: the preference, which each " +
			"point has for itself, does. A high one makes many. The net similarity is what is to be made large. " +
			"The messages need not find the greatest; the dashed line is the best known.",
		Formula: []string{
			`r(i,k) = s(i,k) - \text{max}_{k' ≠ k} { a(i,k') + s(i,k') }`,
			`a(i,k) = \text{min} { 0, r(k,k) + \sum_{i' ≠ i,k} \text{max}(0, r(i',k)) }`,
		},
		Signs: map[string]string{"s": "points", "r": "exemplars", "a": "exemplars"},
		Try: []string{
			"A preference four times as low: fewer exemplars. --set preference=4",
			"Hardly damped: the messages swing. --set damping=0.5 --set preference=0.3",
			"Spirals: an exemplar stands for a round group, whatever the shape. --set data=spirals",
		},
		More: []string{
			"Frey and Dueck (2007), Clustering by passing messages between data points, Science 315",
			"Murphy (2012), Machine Learning, section 25.4, figure 25.7",
		},
		Ask: stage.Question{Text: "How many exemplars will be agreed upon?", Counter: "exemplars", Part: "points",
			High: 20, Whole: true},
		Controls: []inference.Parameter{
			{Name: "preference", Title: "Preference", Type: inference.Real, Default: "1", Min: 0.05, Max: 20,
				Help: "As " +
					"a multiple of the median similarity, which is negative: a larger value is a lower preference."},
			{Name: "damping", Title: "λ, damping", Type: inference.Real, Default: "0.8", Min: 0.5, Max: 0.95,
				Help: "The share of the old message in the new one."},
			{Name: "data", Title: "Points", Type: inference.Choice, Default: "groups",
				Choices: []string{"groups", "rings", "spirals"}, Help: "Three round groups, a ring about a group, " +
					"or two spirals."},
			{Name: "points", Title: "Number of points", Type: inference.Integer, Default: "40", Min: 6, Max: 120,
				Help: "Number of points."},
		},
		Pace: 6, Movable: true,
		New: stage.Rules[*messages]{
			Start: newMessages,
			Steps: func(*messages) int { return rounds }, Step: func(m *messages) { m.done++ },
			Figure: (*messages).figure, Counters: (*messages).counters, Summary: (*messages).summary,
			Points: func(m *messages) []stage.Point { return m.points() },
		}.New,
	}
}

// rounds is the number of rounds of messages shown.
const rounds = 60

// A messages shows one more round a step.
type messages struct {
	*messagesPlan
	done int
}

type messagesPlan struct {
	sample
	s    *mat.Dense
	at   [][]int // the exemplars after each round
	net  []float64
	best float64 // the greatest net similarity that is known
	mark int
}

func newMessages(o stage.Options) (*messages, error) {
	p := &messagesPlan{sample: of(o, o.Settings.Text("data"), o.Settings.Int("points")), mark: o.Marked}
	n := len(p.x)
	p.s = mat.NewDense(n, n, nil)
	var all []float64
	for i := range n {
		for k := range i {
			dx, dy := p.x[i]-p.x[k], p.y[i]-p.y[k]
			v := -(dx*dx + dy*dy)
			p.s.Set(i, k, v)
			p.s.Set(k, i, v)
			all = append(all, v)
		}
	}
	slices.Sort(all)
	for k := range n {
		p.s.Set(k, k, o.Settings.Real("preference")*all[len(all)/2])
	}
	m := exemplar.NewMessages(p.s, o.Settings.Real("damping"))
	p.at, p.net = append(p.at, nil), append(p.net, math.NaN())
	for range rounds {
		for !m.Advance() {
		}
		list := m.Exemplars()
		p.at, p.net = append(p.at, list), append(p.net, p.similarity(list))
	}
	p.best = p.bestKnown(p.at[rounds])
	return &messages{messagesPlan: p}, nil
}

// similarity is the net similarity of exemplars, NaN for none.
func (p *messagesPlan) similarity(of []int) float64 {
	if len(of) == 0 {
		return math.NaN()
	}
	return exemplar.NewChoice(p.s, of).Net()
}

// bestKnown is the greatest net similarity that a greedy search finds from the single best exemplar, and from those of
// the messages.
func (p *messagesPlan) bestKnown(last []int) float64 {
	best := math.Inf(-1)
	for _, from := range [][]int{{exemplar.Single(p.s)}, last} {
		if len(from) == 0 {
			continue
		}
		c := exemplar.NewChoice(p.s, from)
		for c.Improve(false) {
		}
		best = max(best, c.Net())
	}
	return best
}

// near is the exemplar of each point, −1 before there is one.
func (m *messages) near() []int {
	list := m.at[m.done]
	near := make([]int, len(m.x))
	for i := range near {
		near[i] = -1
		for _, k := range list {
			if k == i {
				near[i] = i
				break
			}
			if near[i] < 0 || m.s.At(i, k) > m.s.At(i, near[i]) {
				near[i] = k
			}
		}
	}
	return near
}

func (m *messages) counters() []stage.Counter {
	sum := 0.0
	for i, k := range m.near() {
		if k < 0 {
			sum = math.NaN()
			break
		}
		sum += m.s.At(i, k)
	}
	net := stage.Counter{Name: "net similarity", Drawn: m.net[m.done], Expected: sum, Spread: math.NaN(), Exact: true}
	return []stage.Counter{stage.Unknown("exemplars", float64(len(m.at[m.done]))), net,
		stage.Unknown("below the best known by", m.best-m.net[m.done])}
}

func (m *messages) summary() string {
	list := m.at[m.done]
	if len(list) == 0 {
		return fmt.Sprintf("After %s of messages no point has been agreed upon as an exemplar.",
			plotting.Plural(m.done, "round"))
	}
	return fmt.Sprintf("After %s of messages %s stand for %d points, with a net similarity of %s; the best known "+
		"is %s.",
		plotting.Plural(m.done, "round"), plotting.Plural(len(list), "exemplar"), len(m.x),
		plotting.FormatDigits(m.net[m.done], 3), plotting.FormatDigits(m.best, 3))
}

func (m *messages) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("points", m.plane(), 0, 0.58, 0, 1),
		chart.At("similarity", m.course(), 0.58, 1, 0, 0.5),
		chart.At("exemplars", m.numbers(), 0.58, 1, 0.5, 1),
	}}
}

// plane shows the points, each with a line to its exemplar.
func (m *messages) plane() *chart.Chart {
	list := m.at[m.done]
	f := m.chart(plotting.Plural(len(list), "exemplar") + " after " + plotting.Plural(m.done, "round"))
	near := m.near()
	for at, k := range list {
		lines := chart.Layer{Kind: chart.Links, Ink: chart.CategoryInk(at), Opacity: 0.6}
		dots := chart.Layer{Kind: chart.Points, Ink: chart.CategoryInk(at), Radius: 3}
		for i, to := range near {
			if to == k && i != k {
				lines.X, lines.Y = append(lines.X, m.x[i], m.x[k]), append(lines.Y, m.y[i], m.y[k])
				dots.X, dots.Y = append(dots.X, m.x[i]), append(dots.Y, m.y[i])
			}
		}
		if len(lines.X) > 0 {
			f.Layers = append(f.Layers, lines, dots)
		}
		f.Layers = append(f.Layers, chart.Layer{Kind: chart.Points, Ink: chart.CategoryInk(at), Radius: 7,
			X: m.x[k : k+1], Y: m.y[k : k+1]})
	}
	if len(list) == 0 {
		f.Layers = append(f.Layers, chart.Layer{Kind: chart.Points, Radius: 3, X: m.x, Y: m.y})
	}
	f.Layers = append(f.Layers, m.marked(m.mark)...)
	return f
}

// course shows the net similarity, and the best known.
func (m *messages) course() *chart.Chart {
	f := &chart.Chart{Subtitle: "net similarity", Style: plotting.Light, X: chart.Axis{Name: "round", High: rounds,
		Whole: true},
		Y: chart.Axis{Low: m.best, High: m.best}}
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2}
	for t, v := range m.net {
		if math.IsNaN(v) {
			continue
		}
		f.Y.Low, f.Y.High = min(f.Y.Low, v), max(f.Y.High, v)
		if t <= m.done {
			l.X, l.Y = append(l.X, float64(t)), append(l.Y, v)
		}
	}
	pad := 0.06*(f.Y.High-f.Y.Low) + 1e-3
	f.Y.Low, f.Y.High = f.Y.Low-pad, f.Y.High+pad
	f.Layers = []chart.Layer{{Name: "the best known", X: []float64{0, rounds}, Y: []float64{m.best, m.best},
		Dashed: true,
		Ink:    chart.MutedInk}, l}
	return f
}

// numbers shows how many exemplars there are.
func (m *messages) numbers() *chart.Chart {
	f := &chart.Chart{Subtitle: "number of exemplars", Style: plotting.Light, X: chart.Axis{Name: "round", High: rounds,
		Whole: true}, Y: chart.Axis{High: 1, Whole: true}}
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2}
	for t, list := range m.at {
		f.Y.High = max(f.Y.High, 1.1*float64(len(list)))
		if t <= m.done {
			l.X, l.Y = append(l.X, float64(t)), append(l.Y, float64(len(list)))
		}
	}
	f.Layers = []chart.Layer{l}
	return f
}
