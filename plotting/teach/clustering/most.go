package clustering

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// MostComponents is the stage of too many components at the start.
func MostComponents() stage.Stage {
	return stage.Stage{
		Name:  "most",
		Title: "Begin with too many",
		Summary: "A variational mixture begins with more components than there are groups, and the duplicates lose " +
			"their points one by one.",
		Text: "How many components should a mixture begin with? A variational one need not know. Begin with twelve " +
			"where there are three groups: several share a group, and each is paid for by its own prior. The bound " +
			"rises when one of them takes the points of the other, because what is empty costs nothing. So small " +
			"ones shrink, first slowly, then fast, and die. The same from every number at the start: below the " +
			"number of groups the bound is low, above it nearly level. So the limit k of a model should be " +
			"generous. What it costs is time, and sometimes an end on a lower hill.",
		Formula: []string{
			`F = \text{E}_q \text{ log } p(y|θ) - \sum_k \text{KL}(q(θ_k) | p(θ_k)) - …`,
			`\text{empty component:} \quad q(θ_k) = p(θ_k), \quad \text{KL} = 0`,
		},
		Signs: map[string]string{"F": "bound", "θ": "points", "k": "limits"},
		Try: []string{
			"Fewer than there are: nothing dies, and the bound is low. --set k=2",
			"A ring about a group: a ring needs several. --set data=rings",
			"Few points: each component must pay for itself with fewer. --set points=15",
		},
		More: []string{
			"Beal (2003), Variational algorithms for approximate Bayesian inference, section 4.4",
			"Corduneanu and Bishop (2001), Variational Bayesian model selection for mixture distributions, AISTATS",
			"Murphy (2012), Machine Learning, section 21.6.1.6, figure 21.9",
		},
		Ask: stage.Question{Text: "{k} components begin. How many are alive in the end?", Counter: "alive", Part: "points",
			High: mostAtStart, MostOf: "k", Whole: true},
		Controls: []inference.Parameter{
			{Name: "k", Title: "Components at the start", Type: inference.Integer, Default: "12", Min: 1,
				Max:  mostAtStart,
				Help: "Number of components at the start."},
			{Name: "data", Title: "Points", Type: inference.Choice, Default: "groups",
				Choices: []string{"groups", "rings", "spirals"}, Help: "Three round groups, a ring about a group, " +
					"or two spirals."},
			{Name: "points", Title: "Number of points", Type: inference.Integer, Default: "60", Min: 6, Max: 90,
				Help: "Number of points."},
		},
		Pace: 3, Movable: true, Preview: 6, Light: []string{"points=15", "k=4"},
		New: stage.Rules[*most]{
			Start: newMost,
			Steps: func(*most) int { return mostSteps }, Work: (*most).work,
			Figure: (*most).figure, Counters: (*most).counters, Summary: (*most).summary,
			Points: func(m *most) []stage.Point { return m.points() },
		}.New,
	}
}

const (
	mostAtStart = 16
	mostSteps   = 20 // cycles shown; the last one is the end
)

// A most shows a cycle of one fit a step, and the end of another fit.
type most struct {
	*mostPlan
	done int
	ends []mostEnd // by the number at the start, from 1
}

type mostPlan struct {
	sample
	k      int
	seed   uint64
	mark   int
	cycles []*mixture.Mixture // after each cycle, from the first
	bound  []float64
	sizes  [][]float64 // points of each component after each cycle, by the component; 0 where it is dead
}

// A mostEnd is the result of a fit.
type mostEnd struct {
	bound  float64
	alive  int
	cycles int
}

// fit does a fit from so many components.
func (p *mostPlan) fit(ctx context.Context, k int, see func(u vbmfa.Update)) (end mostEnd, err error) {
	fit, err := p.mixtureOf(p.seed, "start", "kmeans", "components", strconv.Itoa(min(k, len(p.x))), "births", "false")
	if err != nil {
		return end, err
	}
	return end, updates(ctx, fit, func(u vbmfa.Update) {
		if u.Turn == vbmfa.Rest {
			end.cycles++
		}
		end.bound, end.alive = u.Bound, len(u.Mixture.Components)
		see(u)
	})
}

func newMost(o stage.Options) (*most, error) {
	p := &mostPlan{sample: of(o, o.Settings.Text("data"), o.Settings.Int("points")), k: o.Settings.Int("k"),
		seed: o.Seed, mark: o.Marked}
	var last vbmfa.Update
	_, err := p.fit(context.Background(), p.k, func(u vbmfa.Update) {
		if last = u; u.Turn == vbmfa.Rest && len(p.cycles) < mostSteps {
			p.cycles, p.bound = append(p.cycles, u.Mixture), append(p.bound, u.Bound)
		}
	})
	if err != nil {
		return nil, err
	}
	for len(p.cycles) < mostSteps { // it was done sooner
		p.cycles, p.bound = append(p.cycles, last.Mixture), append(p.bound, last.Bound)
	}
	p.cycles, p.bound = append(p.cycles, last.Mixture), append(p.bound, last.Bound)
	for t, m := range p.cycles {
		for _, c := range m.Components {
			for len(p.sizes) <= c.ID {
				p.sizes = append(p.sizes, make([]float64, len(p.cycles)))
			}
			p.sizes[c.ID][t] = c.Size
		}
	}
	return &most{mostPlan: p}, nil
}

// work shows a cycle more, and does the fit from one more component.
func (m *most) work(ctx context.Context) error {
	if len(m.ends) < mostAtStart {
		end, err := m.fit(ctx, len(m.ends)+1, func(vbmfa.Update) {})
		if err != nil {
			return err
		}
		m.ends = append(slices.Clip(m.ends), end)
	}
	m.done++
	return nil
}

func (m *most) counters() []stage.Counter {
	sum := 0.0
	for _, c := range m.cycles[m.done].Components {
		sum += c.Size
	}
	return []stage.Counter{stage.Unknown("alive", float64(len(m.cycles[m.done].Components))),
		stage.Unknown("bound F", m.bound[m.done]),
		{Name: "points of all components", Drawn: sum, Expected: float64(len(m.x)), Spread: math.NaN(), Exact: true},
		stage.Unknown("highest F of all starts", m.highest())}
}

// highest is the highest bound of the fits that have ended.
func (m *most) highest() float64 {
	best := math.NaN()
	for _, e := range m.ends {
		if !(best >= e.bound) {
			best = e.bound
		}
	}
	return best
}

func (m *most) summary() string {
	return fmt.Sprintf("After %s, %d of %s are alive, and the bound is %s.", plotting.Plural(m.done+1, "cycle"),
		len(m.cycles[m.done].Components), plotting.Plural(m.k, "component"), plotting.FormatDigits(m.bound[m.done], 3))
}

func (m *most) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("points", m.plane(), 0, 0.5, 0, 1),
		chart.At("sizes", m.lives(), 0.5, 1, 0, 0.36),
		chart.At("bound", m.course(), 0.5, 1, 0.36, 0.66),
		chart.At("limits", m.limits(), 0.5, 1, 0.66, 1),
	}}
}

func (m *most) plane() *chart.Chart {
	text := "after " + plotting.Plural(m.done+1, "cycle")
	if m.done == mostSteps {
		text = "in the end"
	}
	f := m.mixed(fmt.Sprintf("%s %s", plotting.Plural(len(m.cycles[m.done].Components), "component"), text),
		m.cycles[m.done])
	f.Layers = append(f.Layers, m.marked(m.mark)...)
	return f
}

// cycle is the axis of the cycles.
func cycle() chart.Axis { return chart.Axis{Name: "cycle", Low: 1, High: mostSteps, Whole: true} }

// lives shows the points of each component, cycle by cycle.
func (m *most) lives() *chart.Chart {
	var layers []chart.Layer
	high := 1.0
	for id, line := range m.sizes {
		l := chart.Layer{Ink: chart.CategoryInk(id % categories), Stroke: 2}
		for t, v := range line[:min(m.done+1, mostSteps)] {
			l.X, l.Y = append(l.X, float64(t+1)), append(l.Y, v)
			if v == 0 {
				break
			}
		}
		high = max(high, 1.1*slices.Max(line))
		layers = append(layers, l)
	}
	return chart.Plain("points of each component", cycle(), chart.Axis{High: high}, layers...)
}

// course shows the bound.
func (m *most) course() *chart.Chart {
	low, high := slices.Min(m.bound), slices.Max(m.bound)
	pad := 0.06*(high-low) + 1e-3
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2}
	for t, v := range m.bound[:min(m.done+1, mostSteps)] {
		l.X, l.Y = append(l.X, float64(t+1)), append(l.Y, v)
	}
	return chart.Plain("bound F, nats", cycle(), chart.Axis{Low: low - pad, High: high + pad}, l,
		chart.Level("in the end", 1, mostSteps, m.bound[mostSteps]))
}

// limits shows the bound in the end from each number of components at the start.
func (m *most) limits() *chart.Chart {
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2}
	names := chart.Layer{Kind: chart.Text}
	for i, e := range m.ends {
		l.X, l.Y = append(l.X, float64(i+1)), append(l.Y, e.bound)
		names.Text = append(names.Text, strconv.Itoa(e.alive))
	}
	dots := l
	dots.Kind, dots.Radius = chart.Points, 4
	low, high := 0.0, 1.0
	if len(l.Y) > 0 {
		low, high = slices.Min(l.Y), slices.Max(l.Y)+1
	}
	each := high - low
	names.X, names.Ink = l.X, chart.MutedInk
	for _, y := range l.Y {
		names.Y = append(names.Y, y+0.15*each)
	}
	return chart.Plain("F in the end, by the number at the start; numbers are alive",
		chart.Axis{Name: "components at the start", Low: 0.5, High: mostAtStart + 0.5, Whole: true},
		chart.Axis{Low: low - 0.06*each, High: high + 0.3*each}, l, dots, names)
}
