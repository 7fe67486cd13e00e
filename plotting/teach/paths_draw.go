package teach

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"
	"example.org/espalier/plotting/teach/stage"
)

// short is [stage.Short].
func short(x float64) string { return stage.Short(x) }

func (p *pathsPlay) figure() plotting.Figure {
	t, node := p.process.Tree(p.names)
	places := make([]int, 0, t.Leaves())
	for _, leaf := range p.order {
		if leaf < t.Leaves() {
			places = append(places, leaf)
		}
	}
	prepared := beside.Prepare(t.OrderByPosition(places))
	trails := make([]diffusion.Trail, t.Nodes())
	for slot, v := range node {
		if v >= 0 {
			trails[v] = p.trails[slot]
		}
	}
	now, path := p.now(), p.path()
	chosen := plotting.NoSelection
	if now == 1 && path > 1 {
		chosen.Rows = []int{path - 1}
	}
	paths := &space.Diffusion{Paths: space.NewTrailPaths(prepared, trails, ink.Measure{Name: "location", Factor: 1}, p.low,
		p.high), Subtitle: p.caption(), Selection: chosen, Style: plotting.Light}
	tree := &dendro.Dendrogram{Tree: prepared, Subtitle: "the tree of the complete paths", ShowLabels: true,
		Selection: chosen, Style: plotting.Light}
	switch {
	case path == 1:
		paths.Until = max(now, 1e-9)
	case now < 1:
		walk := p.route.Until(now)
		paths.Walk = &walk
		tree.CutTime = now
		if e, left := p.event(); !left {
			tree.Selection.Node = node[e.Branch]
		}
	}
	complete := plotting.Figure(tree)
	if p.complete() == 0 {
		complete = &chart.Chart{Subtitle: "no path is complete yet", Style: plotting.Light, Bare: true}
	}
	side := p.rate()
	if p.choosing {
		side = p.choice()
	}
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		{Name: "paths", Figure: paths, Box: plotting.Window{X0: 0, X1: 0.63, Y0: 0, Y1: 0.56}, Column: 1},
		{Name: "tree", Figure: complete, Box: plotting.Window{X0: 0, X1: 0.63, Y0: 0.56, Y1: 1}, Column: 1},
		{Name: "chance", Figure: p.leaving(), Box: plotting.Window{X0: 0.63, X1: 1, Y0: 0, Y1: 0.56}},
		{Name: "side", Figure: side, Box: plotting.Window{X0: 0.63, X1: 1, Y0: 0.56, Y1: 1}},
	}}
}

// caption says where the current path is.
func (p *pathsPlay) caption() string {
	switch e, left := p.event(); {
	case p.done == 0:
		return "the origin, at time 0"
	case p.path() == 1:
		return "path 1 runs alone"
	case p.now() == 1:
		return fmt.Sprintf("path %d has reached time 1", p.path())
	case left:
		return fmt.Sprintf("path %d runs alone", p.path())
	default:
		return fmt.Sprintf("path %d follows %s", p.path(), plotting.Plural(e.Points, "path"))
	}
}

// curveSteps is the number of points of a curve.
const curveSteps = 120

// leaving plots the probability of having left the present branch.
func (p *pathsPlay) leaving() *chart.Chart {
	f := &chart.Chart{Subtitle: "no branch to leave yet", Style: plotting.Light,
		X: chart.Axis{Name: "diffusion time", Low: 0, High: 1},
		Y: chart.Axis{Name: "probability of having left the branch", Low: 0, High: 1}}
	if p.path() == 1 {
		f.Bare = true
		return f
	}
	e, left := p.event()
	now := p.now()
	f.Subtitle = fmt.Sprintf("on a branch of %s, from t = %s", plotting.Plural(e.Points, "path"), short(e.From))
	on := chart.Layer{Name: "along the branch", Ink: chart.CategoryInk(0), Stroke: 1.75}
	beyond := chart.Layer{Name: "if the branch never ended", Ink: chart.CategoryInk(0), Dashed: true}
	for k := range curveSteps + 1 {
		t := e.From + (1-e.From)*float64(k)/curveSteps
		if t <= e.To {
			on.X, on.Y = append(on.X, t), append(on.Y, p.chance(e, t))
		}
		if t >= e.To-1.0/curveSteps && e.To < 1 {
			beyond.X, beyond.Y = append(beyond.X, t), append(beyond.Y, p.chance(e, t))
		}
	}
	f.Layers = append(f.Layers, on)
	if len(beyond.X) > 0 {
		f.Layers = append(f.Layers, beyond,
			chart.Layer{Name: "branch point", X: []float64{e.To, e.To}, Y: []float64{0, 1}, Ink: chart.MutedInk, Dashed: true})
	}
	at := min(now, e.Time)
	name := "path " + strconv.Itoa(p.path()) + " now"
	if left {
		name = "left at t = " + short(e.Time)
		if e.Kind == pitmanyor.Joins {
			name = "reached the branch point"
		}
	}
	name += ": " + plotting.FormatPercent(p.chance(e, at))
	f.Layers = append(f.Layers, chart.Layer{Name: name, Kind: chart.Points, X: []float64{at},
		Y: []float64{p.chance(e, at)}, Ink: chart.SelectionInk, Radius: 4})
	return f
}

// rateEnd is the time at which the curve of A(t) ends, because A(t) has no upper limit.
const rateEnd = 0.98

// rate plots A(t) and its growth along the present branch: from its value at the start of the
// branch to that at the path.
func (p *pathsPlay) rate() *chart.Chart {
	f := &chart.Chart{Subtitle: "A(t), which has no upper limit", Style: plotting.Light,
		X: chart.Axis{Name: "diffusion time", Low: 0, High: 1},
		Y: chart.Axis{Name: "A(t)", Low: 0, High: p.gathered(rateEnd)}}
	curve := chart.Layer{Name: "A(t)", Stroke: 1.5}
	for k := range curveSteps + 1 {
		t := rateEnd * float64(k) / curveSteps
		curve.X, curve.Y = append(curve.X, t), append(curve.Y, p.gathered(t))
	}
	f.Layers = []chart.Layer{curve}
	if p.path() == 1 {
		return f
	}
	e, _ := p.event()
	from, to := e.From, max(e.From, min(p.now(), e.Time))
	low, high := p.gathered(from), p.gathered(to)
	grown := chart.Layer{Name: fmt.Sprintf("grown by %s on this branch", short(high-low)), Kind: chart.Area,
		Ink: chart.SelectionInk, Opacity: 0.3, X: []float64{0}, Y: []float64{low}}
	for k := range curveSteps + 1 {
		t := from + (to-from)*float64(k)/curveSteps
		grown.X, grown.Y = append(grown.X, t), append(grown.Y, p.gathered(t))
	}
	grown.X, grown.Y = append(grown.X, 0), append(grown.Y, high)
	here := chart.Layer{Kind: chart.Points, X: []float64{to}, Y: []float64{high}, Ink: chart.SelectionInk, Radius: 4}
	f.Layers = []chart.Layer{grown, curve, here}
	return f
}

// gathered is A(t).
func (p *pathsPlay) gathered(t float64) float64 { return -p.c * math.Log1p(-t) }

// choice shows the choices of the path at the last branch point that it reached.
func (p *pathsPlay) choice() *chart.Chart {
	f := &chart.Chart{Subtitle: "no branch point reached yet", Style: plotting.Light,
		X: chart.Axis{Name: "paths in the branch", Low: -0.6, High: 1.6}, Y: chart.Axis{Name: "probability", Low: 0, High: 1}}
	var last *pitmanyor.Event
	for i := range p.events {
		if e := &p.events[i]; e.Sizes != nil && e.Time <= p.now() {
			last = e
		}
	}
	if last == nil || p.path() == 1 {
		f.Bare = true
		return f
	}
	f.Subtitle = fmt.Sprintf("at the branch point of t = %s, reached by %d", short(last.Time), last.Points)
	bars := chart.Layer{Kind: chart.Bars, Width: 0.7}
	k := len(last.Sizes)
	for i := range k + 1 {
		chance, name := (p.prior.Theta+p.prior.Alpha*float64(k))/(float64(last.Points)+p.prior.Theta), "new"
		if i < k {
			chance, name = (float64(last.Sizes[i])-p.prior.Alpha)/(float64(last.Points)+p.prior.Theta),
				strconv.Itoa(last.Sizes[i])
		}
		ink := chart.CategoryInk(0)
		if i == last.Choice {
			ink = chart.SelectionInk
		}
		f.X.Labels = append(f.X.Labels, name)
		bars.X, bars.Y, bars.Inks = append(bars.X, float64(i)), append(bars.Y, chance), append(bars.Inks, ink)
	}
	f.X.High = float64(k) + 0.6
	f.Layers = []chart.Layer{bars}
	return f
}
