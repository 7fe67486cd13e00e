package trees

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/teach/stage"
)

// Divergence is the stage of the rate at which paths part.
func Divergence() stage.Stage {
	return stage.Stage{
		Name:    "divergence",
		Title:   "When do branches part?",
		Summary: "One number, the c of the divergence function, says where all branch points of a tree fall.",
		Text: "Two paths run together. In each moment one may leave the other, at rate a(t) = c/(1 − t). The rate " +
			"grows " +
			"without limit, so they part before time 1 for certain. The chance that they are still together at t is " +
			"(1 − t) to the power c. Where m paths run together, the first of them to leave is sooner: the power " +
			"is c times 1 + 1/2 + … + 1/(m − 1). Draw tree after tree. With small c branch points crowd at the end, " +
			"and leaves are clumps that hang together. With large c they crowd at the origin, and rows have " +
			"little in " +
			"common. Models learn c from the table.",
		Formula: []string{
			`a(t) = \frac{c}{1-t}, \quad P(m \text{ paths together at } t) = (1-t)^{c H_{m-1}}`,
			`\text{E } t_\text{first} = \frac{1}{1 + c H_{n-1}}, \quad H_k = 1 + \frac{1}{2} + … + \frac{1}{k}`,
		},
		Signs: map[string]string{"a": "together", "m": "together", "n": "tree", "c": "times"},
		Try: []string{
			"Late: tight clumps. --set c=0.25",
			"Early: rows have little in common. --set c=5",
			"Thirty leaves: the first branch point comes sooner. --set leaves=30",
		},
		More: []string{
			"Neal (2003), Density modeling and clustering using Dirichlet diffusion trees, section 4",
			"Knowles (2012), Bayesian non-parametric models and inference for sparse and hierarchical latent " +
				"structure, section 4.2.1",
		},
		Ask: stage.Question{Text: "At what time is the first branch point, on average over many trees?",
			Counter: "first branch point, mean t", Part: "together", High: 1},
		Controls: []inference.Parameter{
			{Name: "c", Title: "c, smoothness", Type: inference.Real, Default: "1", Min: 0.1, Max: 10,
				Help: "The divergence function is c/(1 − t)."},
			{Name: "leaves", Title: "Leaves", Type: inference.Integer, Default: "10", Min: 2, Max: 30,
				Help: "Number of leaves of each tree."},
		},
		Pace: 6,
		New: stage.Rules[*divergence]{
			Start: newDivergence,
			Steps: func(*divergence) int { return forest }, Step: func(d *divergence) { d.done++ },
			Figure: (*divergence).figure, Counters: (*divergence).counters, Summary: (*divergence).summary,
		}.New,
	}
}

// forest is the number of trees drawn.
const forest = 60

// A divergence shows one more tree a step.
type divergence struct {
	*divergencePlan
	done int
}

type divergencePlan struct {
	n      int
	c      float64
	trees  []*tree.Tree
	times  [][]float64 // of the branch points of each tree
	first  []float64
	apart  []float64 // share of the pairs of leaves that have diverged by half of the time
	theory []float64 // expected number of branch points of a tree by each of the times k/cells
}

// cells is the number of intervals of time in which branch points are counted.
const cells = 20

func newDivergence(o stage.Options) (*divergence, error) {
	p := &divergencePlan{n: o.Settings.Int("leaves"), c: o.Settings.Real("c")}
	rng := stage.NewRandom(o.Seed, 0)
	prior := pitmanyor.NewPrior(0, 0, p.n)
	for range forest {
		process := pitmanyor.NewProcess(prior, p.c, p.n)
		for range p.n {
			process.Add(rng.Rand)
		}
		t, _ := process.Tree(stage.Numbered(p.n))
		var times []float64
		for v := p.n; v < t.Nodes(); v++ {
			times = append(times, t.Time(v))
		}
		parted := 0
		for i := range p.n {
			for j := range i {
				if t.SharedTime(i, j) <= 0.5 {
					parted++
				}
			}
		}
		p.trees, p.times, p.first = append(p.trees, t), append(p.times, times), append(p.first, slices.Min(times))
		p.apart = append(p.apart, float64(parted)/float64(p.n*(p.n-1)/2))
	}
	for k := range cells + 1 {
		p.theory = append(p.theory, expectedPoints(p.n, p.c, float64(k)/cells))
	}
	return &divergence{divergencePlan: p}, nil
}

// expectedPoints is the expected number of branch points by a time. In s = A(t) a clade of m leaves parts at the rate
// H(m−1), into one of l and one of the rest at m/(l(m−l)) for either: the expected numbers of clades of each size
// follow linear equations, solved here in small steps.
func expectedPoints(n int, c, t float64) (points float64) {
	if t >= 1 {
		return float64(n - 1)
	}
	const steps = 800
	h := make([]float64, n+1) // H(m−1)
	for m := 2; m <= n; m++ {
		h[m] = h[m-1] + 1/float64(m-1)
	}
	rates := func(e, to []float64) (part float64) {
		for l := 1; l <= n; l++ {
			to[l] = -h[l] * e[l]
			for m := l + 1; m <= n; m++ {
				to[l] += e[m] * float64(m) / float64(l*(m-l))
			}
			part += h[l] * e[l]
		}
		return part
	}
	e, middle, slope := make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)
	e[n] = 1
	ds := -c * math.Log1p(-t) / steps
	for range steps { // of the midpoint rule
		rates(e, slope)
		for l := range e {
			middle[l] = e[l] + ds/2*slope[l]
		}
		points += ds * rates(middle, slope)
		for l := range e {
			e[l] += ds * slope[l]
		}
	}
	return points
}

// together is the power of 1 − t that is the chance that m paths are together at t.
func (p *divergencePlan) together(m int) (power float64) {
	for k := 1; k < m; k++ {
		power += p.c / float64(k)
	}
	return power
}

func (d *divergence) counters() []stage.Counter {
	nan := math.NaN()
	k, n := d.together(d.n), float64(d.done)
	list := []stage.Counter{
		{Name: "first branch point, mean t", Drawn: nan, Expected: 1 / (1 + k), Spread: math.Sqrt(k/(2+k)) / (1 + k)},
		{Name: "pairs apart by t = ½, share", Drawn: nan, Expected: 1 - math.Pow(0.5, d.c), Spread: nan},
		{Name: "branch points by t = ½, mean", Drawn: nan, Expected: d.theory[cells/2], Spread: nan},
	}
	if d.done == 0 {
		return list
	}
	first, apart, early := 0.0, 0.0, 0.0
	for i := range d.done {
		first, apart = first+d.first[i]/n, apart+d.apart[i]/n
		for _, t := range d.times[i] {
			if t <= 0.5 {
				early += 1 / n
			}
		}
	}
	list[0].Spread /= math.Sqrt(n)
	list[0].Drawn, list[1].Drawn, list[2].Drawn = first, apart, early
	return list
}

func (d *divergence) summary() string {
	c := d.counters()
	if d.done == 0 {
		return fmt.Sprintf("No tree has been drawn yet; the first branch point is expected at t = %s.",
			stage.Short(c[0].Expected))
	}
	return fmt.Sprintf("In %s of %d leaves the first branch point is at t = %s on average, where %s is expected; by "+
		"t = ½, %s of the pairs of leaves have parted.", plotting.Plural(d.done, "tree"), d.n,
		stage.Short(c[0].Drawn), stage.Short(c[0].Expected), plotting.FormatPercent(c[1].Drawn))
}

func (d *divergence) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("tree", d.tree(), 0, 0.48, 0, 1),
		chart.At("together", d.survival(), 0.48, 1, 0, 0.48),
		chart.At("times", d.histogram(), 0.48, 1, 0.48, 1),
	}}
}

// tree is the last one drawn, the first before that.
func (d *divergence) tree() *dendro.Dendrogram {
	f := dendro.NewDendrogram(d.trees[max(d.done-1, 0)])
	f.Subtitle = fmt.Sprintf("tree %d of %d", max(d.done, 1), forest)
	return f
}

// survival shows how probable it is that paths are still together, and when the trees first diverged.
func (d *divergence) survival() *chart.Chart {
	var layers []chart.Layer
	for i, m := range slices.Compact([]int{2, d.n}) {
		l := chart.Layer{Name: strconv.Itoa(m) + " paths", Ink: chart.CategoryInk(2 * i), Stroke: 2.25}
		power := d.together(m)
		for k := range 101 {
			t := float64(k) / 100
			l.X, l.Y = append(l.X, t), append(l.Y, math.Pow(1-t, power))
		}
		layers = append(layers, l)
	}
	drawn := chart.Layer{Name: "drawn", Ink: chart.SelectionInk, Stroke: 1.75, X: []float64{0}, Y: []float64{1}}
	sorted := slices.Sorted(slices.Values(d.first[:d.done]))
	for i, t := range sorted {
		drawn.X = append(drawn.X, t, t)
		drawn.Y = append(drawn.Y, 1-float64(i)/float64(d.done), 1-float64(i+1)/float64(d.done))
	}
	if d.done > 0 {
		layers = append(layers, drawn)
	}
	return chart.Plain("chance that paths are still together", chart.Axis{Name: "time t", High: 1},
		chart.Axis{High: 1.03}, layers...)
}

// histogram counts branch points by time, beside the expected counts.
func (d *divergence) histogram() *chart.Chart {
	bars := chart.Layer{Name: "drawn", Kind: chart.Bars, Width: 0.9 / cells, Ink: chart.CategoryInk(0), Opacity: 0.6}
	expected := chart.Layer{Name: "expected", Stroke: 2}
	heights := make([]float64, cells)
	for i := range d.done {
		for _, t := range d.times[i] {
			heights[min(int(t*cells), cells-1)] += 1 / float64(d.done)
		}
	}
	high := 0.0
	for k, h := range heights {
		at, theory := (float64(k)+0.5)/cells, d.theory[k+1]-d.theory[k]
		bars.X, bars.Y = append(bars.X, at), append(bars.Y, h)
		expected.X, expected.Y = append(expected.X, at), append(expected.Y, theory)
		high = max(high, 1.15*theory, h)
	}
	return chart.Plain("branch points of a tree, by time", chart.Axis{Name: "time t", High: 1},
		chart.Axis{Name: "branch points", High: high}, bars, expected)
}
