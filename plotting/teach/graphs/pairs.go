package graphs

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// PairByPair is the stage of Chow and Liu's tree beside a relevance network.
func PairByPair() stage.Stage {
	return stage.Stage{
		Name:    "pairs",
		Title:   "Pair by pair",
		Summary: "Pairs of columns in the order of their mutual information: one network takes all, one tree the best.",
		Text: "Every pair of columns has a mutual information: how many nats one tells about the other. Go " +
			"through the " +
			"pairs from the greatest down. A relevance network joins each pair that tells more than a threshold. " +
			"Columns at both ends of a chain tell something of one another by way of those between, so that it " +
			"joins them too. Chow and Liu's tree takes a pair only if it closes no circle. The result is the tree " +
			"of the greatest sum, which is the tree of the greatest likelihood. If the truth is a tree, it is found " +
			"from enough rows. A tree cannot show circles, and always joins all columns.",
		Formula: []string{
			`I(i, j) = -\frac{1}{2} \text{ log} (1 - r_{ij}^2)`,
			`\text{log } p(X | T) = N \sum_{(i,j) ∈ T} I(i,j) + \text{what no tree changes}`,
		},
		Signs: map[string]string{"I": "information", "T": "tree"},
		Try: []string{
			"A star: its ends tell of one another through the centre. --set network=star",
			"Few rows: the tree takes some wrong pairs. --set rows=15",
			"A high threshold: few pairs, and the chain falls apart. --set threshold=0.25",
		},
		More: []string{
			"Chow and Liu (1968), Approximating discrete probability distributions with dependence trees",
			"Murphy (2012), Machine Learning, sections 26.2 and 26.3, figures 26.1 and 26.2",
		},
		Ask: stage.Question{Text: "How many pairs does the relevance network join?",
			Counter: "pairs above the threshold", Part: "relevance",
			High: 60, Whole: true},
		Controls: []inference.Parameter{
			{Name: "network", Title: "True network", Type: inference.Choice, Default: "chain",
				Choices: []string{"chain", "star"},
				Help:    "chain: each column is joined to the next; star: all are joined to the first."},
			{Name: "columns", Title: "Columns", Type: inference.Integer, Default: "9", Min: 4, Max: 14,
				Help: "Number of columns."},
			{Name: "rows", Title: "Rows", Type: inference.Integer, Default: "120", Min: 8, Max: 500,
				Help: "Number of rows drawn."},
			{Name: "threshold", Title: "Threshold, nats", Type: inference.Real, Default: "0.05", Min: 0.01, Max: 0.5,
				Help: "A relevance network joins pairs of more mutual information."},
		},
		Pace: 3, Preview: 1000,
		New: stage.Rules[*pairs]{
			Start: newPairs,
			Steps: func(p *pairs) int { return len(p.list) }, Step: func(p *pairs) { p.done++ },
			Figure: (*pairs).figure, Counters: (*pairs).counters, Summary: (*pairs).summary,
		}.New,
	}
}

// linked is the correlation of two columns that are joined.
const linked = 0.65

// A pairs goes through the pairs.
type pairs struct {
	*pairsPlan
	done int
}

type pairsPlan struct {
	names     []string
	x, y      []float64
	threshold float64
	list      []pair // from the greatest information down
	best      float64
}

// A pair is two columns.
type pair struct {
	i, j        int
	information float64
	taken, true bool // by the tree; joined in the true network
}

func newPairs(o stage.Options) (*pairs, error) {
	d, n := o.Settings.Int("columns"), o.Settings.Int("rows")
	star := o.Settings.Text("network") == "star"
	p := &pairsPlan{threshold: o.Settings.Real("threshold")}
	rng := stage.NewRandom(o.Seed, 0)
	rows := mat.NewDense(n, d, nil)
	parent := func(j int) int {
		if star {
			return 0
		}
		return j - 1
	}
	for i := range n {
		for j := range d {
			v := rng.NormFloat64()
			if j > 0 {
				v = linked*rows.At(i, parent(j)) + math.Sqrt(1-linked*linked)*v
			}
			rows.Set(i, j, v)
		}
	}
	for j := range d {
		p.names = append(p.names, strconv.Itoa(j+1))
		sin, cos := math.Sincos(math.Pi/2 - 2*math.Pi*float64(j)/float64(d))
		if star && j == 0 {
			sin, cos = 0, 0
		}
		p.x, p.y = append(p.x, cos), append(p.y, sin)
	}
	s := correlations(rows)
	for j := range d {
		for i := range j {
			r := s[i*d+j]
			p.list = append(p.list, pair{i: i, j: j, information: -math.Log1p(-r*r) / 2, true: parent(j) == i})
		}
	}
	stable.Sort(p.list, func(a, b pair) int {
		switch {
		case a.information > b.information:
			return -1
		case a.information < b.information:
			return 1
		}
		return 0
	})
	part := inference.UpTo(d) // of the forest so far
	for k := range p.list {
		q := &p.list[k]
		a, b := part[q.i], part[q.j]
		if a == b {
			continue
		}
		q.taken = true
		p.best += q.information
		for j := range part {
			if part[j] == b {
				part[j] = a
			}
		}
	}
	return &pairs{pairsPlan: p}, nil
}

func (p *pairs) counters() []stage.Counter {
	nan := math.NaN()
	above, wrong, right, sum, edges := 0.0, 0.0, 0.0, 0.0, 0
	for _, q := range p.list[:p.done] {
		if q.information > p.threshold {
			above++
			if !q.true {
				wrong++
			}
		}
		if q.taken {
			sum += q.information
			edges++
			if q.true {
				right++
			}
		}
	}
	total := stage.Counter{Name: "information of the tree", Drawn: sum, Expected: nan, Spread: nan, Exact: true}
	if edges == len(p.names)-1 {
		total.Expected = p.prim()
	}
	return []stage.Counter{{Name: "pairs above the threshold", Drawn: above, Expected: nan, Spread: nan},
		{Name: "not joined in truth", Drawn: wrong, Expected: nan, Spread: nan}, total,
		{Name: "true pairs in the tree", Drawn: right, Expected: nan, Spread: nan}}
}

// prim is the information of the best tree, grown from the first column.
func (p *pairs) prim() (sum float64) {
	in := map[int]bool{0: true}
	for len(in) < len(p.names) {
		for _, q := range p.list {
			if in[q.i] != in[q.j] {
				in[q.i], in[q.j] = true, true
				sum += q.information
				break
			}
		}
	}
	return sum
}

func (p *pairs) summary() string {
	c := p.counters()
	if p.done == 0 {
		return fmt.Sprintf("%d pairs of %d columns wait, in the order of their mutual information.", len(p.list),
			len(p.names))
	}
	q := p.list[p.done-1]
	what := "closes a circle and is left out of the tree"
	if q.taken {
		what = "comes into the tree"
	}
	return fmt.Sprintf("Pair %d of %d, %s and %s with %s nats, %s. The relevance network has %.0f pairs, %.0f of "+
		"them not joined in truth.",
		p.done, len(p.list), p.names[q.i], p.names[q.j], plotting.FormatDigits(q.information, 2), what, c[0].Drawn,
		c[1].Drawn)
}

func (p *pairs) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("tree", p.network("Chow and Liu's tree; true pairs green", func(q pair) bool { return q.taken }), 0,
			0.5, 0, 0.58),
		chart.At("relevance", p.network("relevance network; true pairs green",
			func(q pair) bool { return q.information > p.threshold }), 0.5, 1, 0, 0.58),
		chart.At("information", p.bars(), 0, 1, 0.58, 1),
	}}
}

// network draws the pairs of those so far that a network takes.
func (p *pairs) network(what string, takes func(q pair) bool) *chart.Chart {
	f := &chart.Chart{Subtitle: what, Square: true, Style: plotting.Light, X: chart.Axis{Low: -1.25, High: 1.25,
		Labels: []string{}},
		Y: chart.Axis{Low: -1.25, High: 1.25, Labels: []string{}}}
	for k, q := range p.list[:p.done] {
		if !takes(q) {
			continue
		}
		l := chart.Layer{Ink: chart.CategoryInk(5), X: []float64{p.x[q.i], p.x[q.j]}, Y: []float64{p.y[q.i],
			p.y[q.j]}, Stroke: 2}
		if q.true {
			l.Ink, l.Stroke = chart.CategoryInk(2), 3
		}
		if k == p.done-1 {
			l.Ink = chart.SelectionInk
		}
		f.Layers = append(f.Layers, l)
	}
	f.Layers = append(f.Layers, chart.Layer{Kind: chart.Points, Radius: 9, Ink: chart.SurfaceInk, X: p.x, Y: p.y},
		chart.Layer{Kind: chart.Text, X: p.x, Y: p.y, Text: p.names})
	return f
}

// bars show the information of each pair.
func (p *pairs) bars() *chart.Chart {
	n := float64(len(p.list))
	f := &chart.Chart{Subtitle: "mutual information of the pairs, from the greatest down: true ones green",
		Style: plotting.Light,
		X:     chart.Axis{Name: "pair", Low: 0, High: n + 1, Whole: true}, Y: chart.Axis{Name: "nats",
			High: 1.1 * p.list[0].information}}
	come := chart.Layer{Kind: chart.Bars, Width: 0.8}
	wait := chart.Layer{Kind: chart.Bars, Width: 0.8, Ink: chart.MutedInk, Opacity: 0.3}
	for k, q := range p.list {
		if k >= p.done {
			wait.X, wait.Y = append(wait.X, float64(k+1)), append(wait.Y, q.information)
			continue
		}
		hue := chart.CategoryInk(5)
		if q.true {
			hue = chart.CategoryInk(2)
		}
		come.X, come.Y, come.Inks = append(come.X, float64(k+1)), append(come.Y, q.information), append(come.Inks, hue)
	}
	line := chart.Layer{Name: "threshold", Dashed: true, Ink: chart.MutedInk, X: []float64{0, n + 1},
		Y: []float64{p.threshold, p.threshold}}
	f.Layers = []chart.Layer{wait, come, line}
	return f
}
