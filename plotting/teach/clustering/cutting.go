package clustering

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// Cutting is the stage of spectral clustering.
func Cutting() stage.Stage {
	return stage.Stage{
		Name:  "cutting",
		Title: "Cutting a graph",
		Summary: "Heat spreads over a graph of neighbours, an eigenvector appears, and its sign cuts two spirals " +
			"apart.",
		Text: "Each point is joined to its nearest neighbours. Give every point a random temperature and let heat " +
			"flow along the edges; take away what is common to all. What lasts longest is the second eigenvector " +
			"of the graph's Laplacian: it is warm on one side of a thin place of the graph and cold on the other, " +
			"because little heat gets through. Its sign cuts the graph in two. The quotient of the vector falls " +
			"to the second eigenvalue, which no normalised cut can be below. So groups may have any shape: only " +
			"who is near whom counts. Clusters by means would cut the spirals across.",
		Formula: []string{
			`L = I - D^{-1/2} W D^{-1/2}, \quad v ← (I - \frac{1}{2} L) v`,
			`λ_2 ≤ \frac{W(A,B)}{vol(A)} + \frac{W(A,B)}{vol(B)}`,
		},
		Signs: map[string]string{"L": "graph", "W": "graph", "v": "vector", "λ": "eigenvalues"},
		Try: []string{
			"Many neighbours: the arms are joined, and the cut goes across. --set neighbours=12",
			"A ring about a group. --set data=rings",
			"Three round groups: the sign of one vector finds two of them. --set data=groups",
		},
		More: []string{
			"von Luxburg (2007), A tutorial on spectral clustering, Statistics and Computing 17",
			"Murphy (2012), Machine Learning, section 25.4, figure 25.8",
		},
		Ask: stage.Question{Text: "Which share of the points does the cut put on the right side?",
			Counter: "on the right side", Part: "graph", High: 1},
		Controls: []inference.Parameter{
			{Name: "neighbours", Title: "Neighbours", Type: inference.Integer, Default: "7", Min: 2, Max: 30,
				Help: "Each point is joined to so many nearest ones."},
			{Name: "data", Title: "Points", Type: inference.Choice, Default: "spirals",
				Choices: []string{"spirals", "rings",
					"groups"}, Help: "Two spirals, a ring about a group, or three groups."},
			{Name: "points", Title: "Number of points", Type: inference.Integer, Default: "120", Min: 12, Max: 150,
				Help: "Number of points."},
		},
		Pace: 5, Movable: true, Preview: flows,
		New: stage.Rules[*cutting]{
			Start: newCutting,
			Steps: func(*cutting) int { return flows }, Step: func(c *cutting) { c.done++ },
			Figure: (*cutting).figure, Counters: (*cutting).counters, Summary: (*cutting).summary,
			Points: func(c *cutting) []stage.Point { return c.points() },
		}.New,
	}
}

// flows is the number of steps; in each heat flows longer than in the one before.
const (
	flows    = 36
	faster   = 1.28 // by which the time of a step grows
	shownEig = 8
)

// A cutting shows heat that has flowed for longer and longer.
type cutting struct {
	*cuttingPlan
	done int
}

type cuttingPlan struct {
	sample
	mark   int
	graph  *nearest.Graph
	parts  int
	degree []float64
	values []float64   // the smallest eigenvalues
	warm   [][]float64 // of each point at each step, in units of the greatest
	rayl   []float64   // the quotient of each step
	cut    []float64   // of the signs
	right  []float64   // share of the points on the right side; NaN where the groups are not two
}

func newCutting(o stage.Options) (*cutting, error) {
	p := &cuttingPlan{sample: of(o, o.Settings.Text("data"), o.Settings.Int("points")), mark: o.Marked}
	n := len(p.x)
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.SetRow(i, []float64{p.x[i], p.y[i]})
	}
	search := nearest.NewSearch(linkage.NewRuler(x, linkage.Euclidean), n, min(o.Settings.Int("neighbours"), n-1))
	for !search.Advance() {
	}
	p.graph = nearest.Join(search.Near, nearest.Binary)
	p.parts, p.degree = p.graph.Parts(), p.graph.Degrees()
	p.eigen()
	p.flow(stage.NewRandom(o.Seed, 1))
	return &cutting{cuttingPlan: p}, nil
}

// times sets out to Lx.
func (p *cuttingPlan) times(x, out []float64) {
	g := p.graph
	for i := range out {
		out[i] = x[i]
		for e := g.Start[i]; e < g.Start[i+1]; e++ {
			out[i] -= g.Weight[e] * x[g.To[e]] / math.Sqrt(p.degree[i]*p.degree[g.To[e]])
		}
	}
}

// eigen finds the smallest eigenvalues, by way of all.
func (p *cuttingPlan) eigen() {
	n := len(p.x)
	l := mat.NewSymDense(n, nil)
	unit, column := make([]float64, n), make([]float64, n)
	for j := range n {
		unit[j] = 1
		p.times(unit, column)
		unit[j] = 0
		for i := range j + 1 {
			l.SetSym(i, j, column[i])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(l, false) {
		panic("clustering: the eigenvalues of a symmetric matrix of finite numbers were not found")
	}
	p.values = e.Values(nil)[:min(shownEig, n)]
}

// flow lets heat flow from random temperatures.
func (p *cuttingPlan) flow(rng stage.Random) {
	n := len(p.x)
	v, next := make([]float64, n), make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	length := 1.0
	for step := range flows + 1 {
		if step > 0 {
			length *= faster
		}
		for range int(length) {
			if step == 0 {
				break
			}
			p.times(v, next)
			for i := range v {
				v[i] -= next[i] / 2
			}
			p.settle(v)
		}
		p.settle(v)
		p.times(v, next)
		quotient := 0.0
		for i := range v {
			quotient += v[i] * next[i]
		}
		p.rayl = append(p.rayl, quotient)
		p.keep(v)
	}
}

// settle subtracts the component that all points share, which never cools, and brings the vector to length 1.
func (p *cuttingPlan) settle(v []float64) {
	common, size := 0.0, 0.0
	for i, d := range p.degree {
		common += v[i] * math.Sqrt(d)
		size += d
	}
	length := 0.0
	for i, d := range p.degree {
		v[i] -= common / size * math.Sqrt(d)
		length += v[i] * v[i]
	}
	for i := range v {
		v[i] /= math.Sqrt(length)
	}
}

// keep records temperatures and the cut by their signs.
func (p *cuttingPlan) keep(v []float64) {
	warm, labels := make([]float64, len(v)), make([]int, len(v))
	most := 0.0
	for i, d := range p.degree {
		warm[i] = v[i] / math.Sqrt(d)
		most = max(most, math.Abs(warm[i]))
	}
	for i := range warm {
		warm[i] /= most
		if warm[i] > 0 {
			labels[i] = 1
		}
	}
	p.warm = append(p.warm, warm)
	p.cut = append(p.cut, p.graph.Cut(labels, 2))
	right := math.NaN()
	if slices.Min(p.truth) == 0 && slices.Max(p.truth) == 1 {
		same := 0.0
		for i, c := range labels {
			if c == p.truth[i] {
				same++
			}
		}
		right = max(same, float64(len(v))-same) / float64(len(v))
	}
	p.right = append(p.right, right)
}

// labels are the sides of the cut.
func (c *cutting) labels() []int {
	list := make([]int, len(c.x))
	for i, w := range c.warm[c.done] {
		if w > 0 {
			list[i] = 1
		}
	}
	return list
}

func (c *cutting) counters() []stage.Counter {
	// By its definition: over all edges, the differences of temperatures by the roots of the degrees.
	warm, sum, length := c.warm[c.done], 0.0, 0.0
	for i := range warm {
		length += warm[i] * warm[i] * c.degree[i]
		for e := c.graph.Start[i]; e < c.graph.Start[i+1]; e++ {
			d := warm[i] - warm[c.graph.To[e]]
			sum += c.graph.Weight[e] * d * d / 2
		}
	}
	agree := math.NaN()
	if slices.Min(c.truth) >= 0 {
		agree = adjusted(c.labels(), c.truth)
	}
	return []stage.Counter{
		{Name: "quotient of the vector", Drawn: c.rayl[c.done], Expected: sum / length, Spread: math.NaN(),
			Exact: true},
		stage.Unknown("second eigenvalue", c.values[1]), stage.Unknown("normalised cut", c.cut[c.done]),
		stage.Unknown("on the right side", c.right[c.done]), stage.Unknown("agreement (ARI)", agree),
	}
}

func (c *cutting) summary() string {
	text := fmt.Sprintf("The quotient is %s, the second eigenvalue %s; the cut by the sign costs %s.",
		plotting.FormatDigits(c.rayl[c.done], 3), plotting.FormatDigits(max(c.values[1], 0), 3),
		plotting.FormatDigits(c.cut[c.done], 3))
	if c.parts > 1 {
		text += fmt.Sprintf(" The graph falls into %d parts.", c.parts)
	}
	return text
}

func (c *cutting) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("graph", c.plane(), 0, 0.58, 0, 1),
		chart.At("quotient", c.quotient(), 0.58, 1, 0, 0.36),
		chart.At("vector", c.vector(), 0.58, 1, 0.36, 0.7),
		chart.At("eigenvalues", c.eigenvalues(), 0.58, 1, 0.7, 1),
	}}
}

// shades is how many colours temperatures have.
const shades = 12

// plane shows the graph, with points in the colour of their temperature.
func (c *cutting) plane() *chart.Chart {
	f := c.chart("temperature of the points: orange is warm, blue cold")
	edges := chart.Layer{Kind: chart.Links, Ink: chart.MutedInk, Opacity: 0.5}
	between := chart.Layer{Name: "cut", Kind: chart.Links, Ink: chart.SelectionInk, Stroke: 2}
	side := c.labels()
	for i := range c.x {
		for e := c.graph.Start[i]; e < c.graph.Start[i+1]; e++ {
			j := c.graph.To[e]
			if j <= i {
				continue
			}
			l := &edges
			if side[i] != side[j] {
				l = &between
			}
			l.X, l.Y = append(l.X, c.x[i], c.x[j]), append(l.Y, c.y[i], c.y[j])
		}
	}
	f.Layers = append(f.Layers, edges)
	if len(between.X) > 0 && c.done > 0 {
		f.Layers = append(f.Layers, between)
	}
	dots := make([]chart.Layer, shades)
	for i, w := range c.warm[c.done] {
		// The root makes small differences seen.
		k := min(int((math.Copysign(math.Sqrt(math.Abs(w)), w)+1)/2*shades), shades-1)
		dots[k].X, dots[k].Y = append(dots[k].X, c.x[i]), append(dots[k].Y, c.y[i])
	}
	for k, l := range dots {
		if len(l.X) > 0 {
			hue := ink.Signed.At((float64(k) + 0.5) / shades)
			l.Kind, l.Radius, l.Colour = chart.Points, 4.5, color.NRGBA(hue) // it is opaque
			f.Layers = append(f.Layers, l)
		}
	}
	f.Layers = append(f.Layers, c.marked(c.mark)...)
	return f
}

// quotient shows how the quotient falls to the second eigenvalue.
func (c *cutting) quotient() *chart.Chart {
	least := max(min(c.values[1], c.rayl[flows]), 1e-4)
	f := &chart.Chart{Subtitle: "the vector's quotient, and the cut by its sign", Style: plotting.Light,
		X: chart.Axis{Name: "step", High: flows, Whole: true}, Y: chart.Axis{Low: least / 1.5, High: 2.2, Log: true}}
	q := chart.Layer{Name: "quotient", Ink: chart.CategoryInk(0), Stroke: 2}
	cut := chart.Layer{Name: "cut", Ink: chart.CategoryInk(1), Stroke: 2}
	for t := range c.done + 1 {
		q.X, q.Y = append(q.X, float64(t)), append(q.Y, max(c.rayl[t], least/1.5))
		cut.X, cut.Y = append(cut.X, float64(t)), append(cut.Y, max(c.cut[t], least/1.5))
	}
	f.Layers = []chart.Layer{{Name: "λ₂", Dashed: true, Ink: chart.MutedInk, X: []float64{0, flows},
		Y: []float64{least, least}}, q, cut}
	return f
}

// vector shows the temperatures in order.
func (c *cutting) vector() *chart.Chart {
	n := len(c.x)
	f := &chart.Chart{Subtitle: "temperatures in order, in the colours of the groups", Style: plotting.Light,
		X: chart.Axis{Name: "points", Low: -1, High: float64(n), Labels: []string{}}, Y: chart.Axis{Low: -1.05,
			High: 1.05}}
	order := inference.UpTo(n)
	warm := c.warm[c.done]
	stable.Sort(order, func(a, b int) int {
		switch {
		case warm[a] < warm[b]:
			return -1
		case warm[a] > warm[b]:
			return 1
		}
		return 0
	})
	l := chart.Layer{Kind: chart.Points, Radius: 2.5}
	for at, i := range order {
		hue := chart.PlainInk
		if c.truth[i] >= 0 {
			hue = chart.CategoryInk(c.truth[i])
		}
		l.X, l.Y, l.Inks = append(l.X, float64(at)), append(l.Y, warm[i]), append(l.Inks, hue)
	}
	f.Layers = []chart.Layer{{Ink: chart.MutedInk, X: []float64{-1, float64(n)}, Y: []float64{0, 0}}, l}
	return f
}

// eigenvalues are the smallest.
func (c *cutting) eigenvalues() *chart.Chart {
	f := &chart.Chart{Subtitle: "the smallest eigenvalues", Style: plotting.Light,
		X: chart.Axis{Low: 0.5, High: shownEig + 0.5, Whole: true}, Y: chart.Axis{High: 1e-3}}
	l := chart.Layer{Kind: chart.Points, Radius: 4}
	for k, v := range c.values {
		hue := chart.CategoryInk(0)
		if k == 1 {
			hue = chart.SelectionInk
		}
		l.X, l.Y, l.Inks = append(l.X, float64(k+1)), append(l.Y, max(v, 0)), append(l.Inks, hue)
		f.Y.High = max(f.Y.High, 1.1*v)
	}
	f.Layers = []chart.Layer{l}
	return f
}
