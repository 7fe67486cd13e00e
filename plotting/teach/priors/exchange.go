package priors

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

// Exchange is the stage of the order of a tree's leaves.
func Exchange() stage.Stage {
	return stage.Stage{
		Name:    "exchange",
		Title:   "Any order of the leaves",
		Summary: "The paths of a tree come in another order, every factor changes, and the product stays.",
		Text: "A tree is drawn by letting one path after another run down it. Read it backwards: which density has " +
			"this tree? Take its leaves in some order. The first path costs nothing. Each later one follows those " +
			"before it, does not leave for some time, chooses branches with the shares of the paths in them, and " +
			"leaves at its own moment. Each bar shows these factors for one order, a colour a leaf. The pieces " +
			"differ, and the height does not. So the process has no first row and no last: rows are exchangeable, " +
			"as they should be if the order of a table means nothing.",
		Formula: []string{
			`p(T) = \prod_m e^{-\int \frac{a(t)}{n(t)} dt} \left( \prod \frac{n_\text{branch}}{n} \right) \frac{a(t_m)}{n(t_m)}`,
			`= \prod_v c (1 - t_v)^{c J_v - 1} \frac{(l_v - 1)! (r_v - 1)!}{(l_v + r_v - 1)!}`,
		},
		Signs: map[string]string{"a": "order", "n": "order", "v": "tree", "T": "tree", "p": "factors"},
		Try: []string{
			"Many leaves: the same height from many more pieces. --set leaves=12",
			"Late branch points: large factors. --set c=0.3",
			"Another tree: another height, again the same for all orders. --seed 2",
		},
		More: []string{
			"Neal (2003), Density modeling and clustering using Dirichlet diffusion trees, section 3",
			"Knowles and Ghahramani (2011), Pitman-Yor diffusion trees, UAI, theorem 1",
		},
		Controls: []inference.Parameter{
			{Name: "leaves", Title: "Leaves", Type: inference.Integer, Default: "6", Min: 3, Max: 16,
				Help: "Number of leaves."},
			{Name: "c", Title: "c, smoothness", Type: inference.Real, Default: "1.5", Min: 0.1, Max: 5, Help: "Rate " +
				"of divergence: with large values paths part early."},
		},
		Pace: 4,
		New: stage.Rules[*exchange]{
			Start: newExchange,
			Steps: func(e *exchange) int { return orders * e.n }, Step: func(e *exchange) { e.done++ },
			Figure: (*exchange).figure, Counters: (*exchange).counters, Summary: (*exchange).summary,
		}.New,
	}
}

// orders is how many orders of the leaves are shown.
const orders = 8

// An exchange adds a leaf a step, in one order after another.
type exchange struct {
	*exchangePlan
	done int
}

type exchangePlan struct {
	n      int
	c      float64
	tree   *tree.Tree
	shared [][]float64 // time at which two leaves part
	order  [orders][]int
	factor [orders][]float64 // log factor of each leaf, in the order
}

func newExchange(o stage.Options) (*exchange, error) {
	n, c := o.Settings.Int("leaves"), o.Settings.Real("c")
	p := &exchangePlan{n: n, c: c}
	rng := stage.NewRandom(o.Seed, 0)
	process := pitmanyor.NewProcess(pitmanyor.NewPrior(0, 0, n), c, n)
	for range n {
		for process.Next(rng.Rand).Kind == pitmanyor.Follows {
		}
		process.Land()
	}
	p.tree, _ = process.Tree(stage.Numbered(n))
	p.shared = make([][]float64, n)
	for i := range n {
		p.shared[i] = make([]float64, n)
		for j := range n {
			if j != i {
				p.shared[i][j] = p.tree.SharedTime(i, j)
			}
		}
	}
	for k := range orders {
		p.order[k] = make([]int, n)
		for i := range n {
			p.order[k][i] = i
		}
		if k > 0 {
			rng.Shuffle(n, func(i, j int) { p.order[k][i], p.order[k][j] = p.order[k][j], p.order[k][i] })
		}
		for m := range n {
			p.factor[k] = append(p.factor[k], p.logFactor(p.order[k][:m], p.order[k][m]))
		}
	}
	return &exchange{exchangePlan: p}, nil
}

// grown is A(t) = −c log(1 − t).
func (p *exchangePlan) grown(t float64) float64 { return -p.c * math.Log1p(-t) }

// logFactor is the log density of the path of a leaf after those of others.
func (p *exchangePlan) logFactor(before []int, leaf int) float64 {
	if len(before) == 0 {
		return 0
	}
	left := 0.0 // the time at which it leaves the last of them
	var turns []float64
	for _, i := range before {
		turns = append(turns, p.shared[leaf][i])
		left = max(left, p.shared[leaf][i])
	}
	slices.Sort(turns)
	sum, from, along := 0.0, 0.0, len(before)
	for at := 0; at < len(turns); {
		t, parted := turns[at], 0
		for ; at < len(turns) && turns[at] == t; at++ {
			parted++
		}
		sum -= (p.grown(t) - p.grown(from)) / float64(along)
		if t < left { // those part from it, and it follows the rest
			sum += math.Log(float64(along-parted) / float64(along))
			along, from = along-parted, t
		}
	}
	return sum + math.Log(p.c/(1-left)/float64(along))
}

// now is the order under way, and how many of its leaves have come.
func (e *exchange) now() (order, come int) {
	if e.done == 0 {
		return 0, 0
	}
	return (e.done - 1) / e.n, (e.done-1)%e.n + 1
}

// total is the log density by an order, of so many leaves.
func (p *exchangePlan) total(order, leaves int) (sum float64) {
	for _, f := range p.factor[order][:leaves] {
		sum += f
	}
	return sum
}

func (e *exchange) counters() []stage.Counter {
	k, come := e.now()
	whole := k // the last order that is complete
	if come < e.n {
		whole = k - 1
	}
	same := stage.Counter{Name: "log density, last order", Drawn: math.NaN(), Expected: e.total(0, e.n),
		Spread: math.NaN(), Exact: true}
	if whole >= 0 {
		same.Drawn = e.total(whole, e.n)
	}
	last := math.NaN()
	if come > 0 {
		last = e.factor[k][come-1]
	}
	return []stage.Counter{same, stage.Unknown("of this order so far", e.total(k, come)),
		stage.Unknown("log factor of the leaf", last),
		stage.Unknown("order", float64(k+1))}
}

func (e *exchange) summary() string {
	k, come := e.now()
	if come == 0 {
		return fmt.Sprintf("A tree of %d leaves; their paths will come in %d orders.", e.n, orders)
	}
	text := fmt.Sprintf("In order %d, %d of %d leaves have come, with a log density of %s.", k+1, come, e.n,
		plotting.FormatDigits(e.total(k, come), 3))
	if k > 0 {
		text += fmt.Sprintf(" All orders before it came to %s.", plotting.FormatDigits(e.total(0, e.n), 3))
	}
	return text
}

func (e *exchange) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("tree", e.grownTree(), 0, 0.48, 0, 0.62),
		chart.At("order", e.list(), 0, 0.48, 0.62, 1),
		chart.At("factors", e.bars(), 0.48, 1, 0, 1),
	}}
}

// grownTree is the tree of the leaves that have come; before there are two, of all.
func (e *exchange) grownTree() *dendro.Dendrogram {
	k, come := e.now()
	t, what := e.tree, "all leaves"
	if come >= 2 && come < e.n {
		t, what = e.tree.Restrict(e.order[k][:come]), plotting.Plural(come, "leaf")
	}
	d := dendro.NewDendrogram(t)
	d.Subtitle = "the tree of " + what
	return d
}

// list writes the order, with the leaves that have come.
func (e *exchange) list() *chart.Chart {
	k, come := e.now()
	f := &chart.Chart{Subtitle: fmt.Sprintf("order %d of %d, and the log factor of each leaf", k+1, orders),
		Style: plotting.Light,
		X:     chart.Axis{Name: "leaf", Low: -0.6, High: float64(e.n) - 0.4}, Y: chart.Axis{Low: 0, High: 0}}
	bars := chart.Layer{Kind: chart.Bars, Width: 0.7}
	for at, leaf := range e.order[k] {
		f.X.Labels = append(f.X.Labels, strconv.Itoa(leaf+1))
		v := e.factor[k][at]
		f.Y.Low, f.Y.High = min(f.Y.Low, v), max(f.Y.High, v)
		if at < come {
			bars.X, bars.Y = append(bars.X, float64(at)), append(bars.Y, v)
			bars.Inks = append(bars.Inks, chart.CategoryInk(leaf%8))
		}
	}
	pad := 0.08*(f.Y.High-f.Y.Low) + 1e-3
	f.Y.Low, f.Y.High = f.Y.Low-pad, f.Y.High+pad
	f.Layers = []chart.Layer{bars}
	return f
}

// bars add the factors of each order from the bottom up: where a factor is above 1 the line goes up, otherwise down.
func (e *exchange) bars() *chart.Chart {
	k, come := e.now()
	all := e.total(0, e.n)
	f := &chart.Chart{Subtitle: "log density, leaf by leaf, in every order", Style: plotting.Light,
		X: chart.Axis{Name: "leaves that have come", Low: 0, High: float64(e.n), Whole: true},
		Y: chart.Axis{Name: "log density, nats", Low: min(0, all), High: max(0, all)}}
	f.Layers = []chart.Layer{{Name: "of the tree", Dashed: true, Ink: chart.MutedInk, X: []float64{0, float64(e.n)},
		Y: []float64{all, all}}}
	for order := range k + 1 {
		l := chart.Layer{X: []float64{0}, Y: []float64{0}, Ink: chart.CategoryInk(0), Opacity: 0.55, Stroke: 1.5}
		until := e.n
		if order == k {
			until = come
			l.Name, l.Ink, l.Opacity, l.Stroke = "this order", chart.SelectionInk, 1, 2.5
		}
		for m := range until {
			v := e.total(order, m+1)
			l.X, l.Y = append(l.X, float64(m+1)), append(l.Y, v)
		}
		f.Layers = append(f.Layers, l)
	}
	for order := range orders { // the room stays the same
		for m := range e.n {
			v := e.total(order, m+1)
			f.Y.Low, f.Y.High = min(f.Y.Low, v), max(f.Y.High, v)
		}
	}
	pad := 0.06*(f.Y.High-f.Y.Low) + 1e-3
	f.Y.Low, f.Y.High = f.Y.Low-pad, f.Y.High+pad
	return f
}
