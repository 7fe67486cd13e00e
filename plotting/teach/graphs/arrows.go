package graphs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/network"
	"example.org/espalier/plotting/teach/stage"
)

// Arrows is the stage of equivalent directed graphs.
func Arrows() stage.Stage {
	return stage.Stage{
		Name:  "arrows",
		Title: "Arrows and equivalence",
		Summary: "All 25 directed graphs of three columns as rows arrive. Graphs that data cannot tell apart share " +
			"one score.",
		Text: "A → C → B, A ← C ← B and A ← C → B say the same: A and B are independent once C is known. No table " +
			"can tell them apart, so they form one class with one score. A → C ← B says something else: A and B are " +
			"independent until C is known. Only such v-structures fix the direction of arrows. The 25 graphs of " +
			"three columns form 11 classes; each bar is a class, all equal before the rows arrive. The score is the " +
			"marginal likelihood under BDeu. The textbook table has two columns and eight rows: an edge is barely " +
			"more probable than none. An arrow is not a cause.",
		Formula: []string{
			`p(X | G) = \prod_j \frac{m(j, Pa_j)}{m(Pa_j)}`,
			`m(Y) = \frac{Γ(α)}{Γ(α+N)} \prod_c \frac{Γ(N_c + α/C)}{Γ(α/C)}`,
		},
		Try: []string{
			"The eight rows of the textbook: 7.22·10⁻⁶ with an edge, 6.75·10⁻⁶ without. --set table=textbook",
			"A common cause, or a chain: the winning class has three graphs. --set table=chain",
			"Independent columns: the empty graph wins slowly. --set table=independent",
		},
		More: []string{
			"Murphy (2012), Machine learning, section 26.4",
			"Chickering (1995), A transformational characterization of equivalent Bayesian network structures, UAI",
		},
		Ask: stage.Question{Text: "How probable is the best class?", Counter: "best class", Part: "classes", High: 1},
		Controls: []inference.Parameter{
			{Name: "table", Title: "Table", Type: inference.Choice, Default: "meeting",
				Choices: []string{"meeting", "chain", "independent", "textbook"}, Help: "meeting: " +
					"A → C ← B; chain: A → C → B; independent: no arrows; textbook: the eight rows of Murphy's example, " +
					"with two columns."},
			{Name: "rows", Title: "Rows", Type: inference.Integer, Default: "400", Min: 24, Max: 1200, Help: "N, the " +
				"number of rows drawn; the textbook table has eight."},
			{Name: "alpha", Title: "α", Type: inference.Real, Default: "4", Min: 0.25, Max: 32,
				Help: "Equivalent sample size of the prior."},
			{Name: "noise", Title: "Noise", Type: inference.Real, Default: "0.15", Min: 0, Max: 0.5, Help: "Probability " +
				"that a child takes the opposite of the value its parents give it."},
		},
		Pace:    4,
		Preview: 24,
		New: stage.Rules[*arrowsPlay]{
			Start: func(o stage.Options) (*arrowsPlay, error) {
				s := o.Settings
				return newArrows(s.Text("table"), s.Int("rows"), s.Real("alpha"), s.Real("noise"), o.Seed), nil
			},
			Steps: func(*arrowsPlay) int { return arrowSteps }, Step: func(p *arrowsPlay) { p.done++ },
			Figure: (*arrowsPlay).figure, Counters: (*arrowsPlay).counters, Summary: (*arrowsPlay).summary,
		}.New,
	}
}

// arrowSteps is in how many batches the rows arrive.
const arrowSteps = 24

// An arrowsPlay scores all graphs as rows arrive.
type arrowsPlay struct {
	*arrowsPlan
	done int
}

type arrowsPlan struct {
	names   []string
	codes   [][]int32 // by column
	alpha   float64
	graphs  []arrowGraph
	classes []arrowClass
	scores  [][]float64 // of each graph after each batch, log
}

// An arrowGraph is a directed graph without cycles.
type arrowGraph struct {
	parents [][]int
	text    string
}

// An arrowClass holds the graphs with the same pairs joined and the same v-structures.
type arrowClass struct {
	members []int
	fixed   map[[2]int]bool // arrows that all of them share
}

// textbook are the eight rows of Murphy (2012), section 26.4.2.
var textbook = [][]int32{{0, 0, 0, 1, 0, 1, 0, 1}, {0, 1, 0, 1, 0, 0, 0, 1}}

func newArrows(table string, rows int, alpha, noise float64, seed uint64) *arrowsPlay {
	p := &arrowsPlan{names: []string{"A", "B", "C"}, alpha: alpha}
	if p.codes = drawnTable(table, rows, noise, stage.NewRandom(seed, 0)); table == "textbook" {
		p.codes, p.names = textbook, p.names[:2]
	}
	p.graphs, p.classes = allGraphs(p.names)
	for k := range arrowSteps + 1 {
		p.scores = append(p.scores, p.score(len(p.codes[0])*k/arrowSteps))
	}
	return &arrowsPlay{arrowsPlan: p}
}

// drawnTable draws columns A, B and C of zeros and ones.
func drawnTable(table string, rows int, noise float64, rng stage.Random) [][]int32 {
	codes := [][]int32{make([]int32, rows), make([]int32, rows), make([]int32, rows)}
	for i := range rows {
		flip := func(v int32) int32 {
			if rng.Float64() < noise {
				return 1 - v
			}
			return v
		}
		a, b, c := int32(rng.IntN(2)), int32(rng.IntN(2)), int32(rng.IntN(2))
		switch table {
		case "meeting":
			c = flip(max(a, b))
		case "chain":
			c = flip(a)
			b = flip(c)
		}
		codes[0][i], codes[1][i], codes[2][i] = a, b, c
	}
	return codes
}

// allGraphs lists the directed graphs of some nodes without cycles, and their classes, those of
// fewer edges first.
func allGraphs(names []string) (graphs []arrowGraph, classes []arrowClass) {
	n := len(names)
	var pairs [][2]int
	for j := range n {
		for i := range j {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	many := 1
	for range pairs {
		many *= 3
	}
	class := map[string]int{}
	for edges := range len(pairs) + 1 {
		for code := range many {
			g := arrowGraph{parents: make([][]int, n)}
			count, rest := 0, code
			var text []string
			for _, pair := range pairs {
				from, to := pair[0], pair[1]
				way := rest % 3
				rest /= 3
				if way == 0 {
					continue
				}
				if way == 2 {
					from, to = to, from
				}
				count++
				g.parents[to] = append(g.parents[to], from)
				text = append(text, names[from]+"→"+names[to])
			}
			if count != edges || cyclic(g.parents) {
				continue
			}
			if g.text = strings.Join(text, " "); count == 0 {
				g.text = "no edge"
			}
			key := skeleton(g.parents)
			k, known := class[key]
			if !known {
				k = len(classes)
				class[key] = k
				classes = append(classes, arrowClass{})
			}
			classes[k].members = append(classes[k].members, len(graphs))
			graphs = append(graphs, g)
		}
	}
	for k := range classes {
		classes[k].fixed = shared(graphs, classes[k].members)
	}
	return graphs, classes
}

// cyclic reports whether some path of parents returns.
func cyclic(parents [][]int) bool {
	gone := make([]bool, len(parents))
	for range parents {
		for u, list := range parents {
			if !gone[u] && !slices.ContainsFunc(list, func(v int) bool { return !gone[v] }) {
				gone[u] = true
			}
		}
	}
	return slices.Contains(gone, false)
}

// skeleton names the pairs that are joined and the v-structures of a graph.
func skeleton(parents [][]int) string {
	n := len(parents)
	joined := make([]bool, n*n)
	for u, list := range parents {
		for _, v := range list {
			joined[u*n+v], joined[v*n+u] = true, true
		}
	}
	text := fmt.Sprint(joined)
	for u, list := range parents {
		for i, a := range list {
			for _, b := range list[:i] {
				if !joined[a*n+b] {
					text += fmt.Sprint(min(a, b), max(a, b), u, " ")
				}
			}
		}
	}
	return text
}

// shared are the arrows, from and to, that all members of a class have.
func shared(graphs []arrowGraph, members []int) map[[2]int]bool {
	count := map[[2]int]int{}
	for _, m := range members {
		for u, list := range graphs[m].parents {
			for _, v := range list {
				count[[2]int{v, u}]++
			}
		}
	}
	all := map[[2]int]bool{}
	for arrow, c := range count {
		if c == len(members) {
			all[arrow] = true
		}
	}
	return all
}

// score returns the log score of each graph on the first rows.
func (p *arrowsPlan) score(rows int) []float64 {
	codes, levels := make([][]int32, len(p.codes)), make([]int, len(p.codes))
	for j, c := range p.codes {
		codes[j], levels[j] = c[:rows], 2
	}
	d := marginal.NewDiscrete(codes, levels, p.alpha)
	list := make([]float64, len(p.graphs))
	for k, g := range p.graphs {
		for u, parents := range g.parents {
			list[k] += marginal.Family(d, u, parents)
		}
	}
	return list
}

// shares are the probabilities of the classes after a batch, with all classes alike beforehand.
func (p *arrowsPlay) shares(batch int) []float64 {
	scores := p.scores[batch]
	most, sum := slices.Max(scores), 0.0
	list := make([]float64, len(p.classes))
	for k, c := range p.classes {
		list[k] = math.Exp(scores[c.members[0]] - most)
		sum += list[k]
	}
	for k := range list {
		list[k] /= sum
	}
	return list
}

// spread is the greatest difference of scores within a class.
func (p *arrowsPlay) spread() float64 {
	far := 0.0
	for _, c := range p.classes {
		for _, m := range c.members {
			far = max(far, math.Abs(p.scores[p.done][m]-p.scores[p.done][c.members[0]]))
		}
	}
	return far
}

// edge is the probability that A and the last column are joined, directed either way.
func (p *arrowsPlay) edge(shares []float64) float64 {
	sum, last := 0.0, len(p.names)-1
	for k, c := range p.classes {
		g := p.graphs[c.members[0]]
		if slices.Contains(g.parents[0], last) || slices.Contains(g.parents[last], 0) {
			sum += shares[k]
		}
	}
	return sum
}

func (p *arrowsPlay) counters() []stage.Counter {
	nan := math.NaN()
	shares := p.shares(p.done)
	single := p.scores[p.done][0] // without an edge
	one := p.scores[p.done][p.classes[1].members[0]]
	return []stage.Counter{
		{Name: "rows", Drawn: float64(p.rows()), Expected: nan, Spread: nan},
		{Name: "spread within classes", Drawn: p.spread(), Expected: 0, Spread: nan, Exact: true},
		{Name: "log score, no edge", Drawn: single, Expected: nan, Spread: nan},
		{Name: "log score, " + p.graphs[p.classes[1].members[0]].text, Drawn: one, Expected: nan, Spread: nan},
		{Name: "edge against none", Drawn: 1 / (1 + math.Exp(single-one)), Expected: nan, Spread: nan},
		{Name: "best class", Drawn: slices.Max(shares), Expected: nan, Spread: nan},
	}
}

// rows is how many have arrived.
func (p *arrowsPlay) rows() int { return len(p.codes[0]) * p.done / arrowSteps }

// best is the most probable class.
func (p *arrowsPlay) best() int {
	shares := p.shares(p.done)
	return slices.Index(shares, slices.Max(shares))
}

func (p *arrowsPlay) summary() string {
	k := p.best()
	var texts []string
	for _, m := range p.classes[k].members {
		texts = append(texts, p.graphs[m].text)
	}
	return fmt.Sprintf("After %s the class of %s has probability %s; %s and the last column share an edge with "+
		"probability %s.",
		plotting.Plural(p.rows(), "row"), strings.Join(texts, " or "), plotting.FormatPercent(p.shares(p.done)[k]),
		p.names[0], plotting.FormatPercent(p.edge(p.shares(p.done))))
}

func (p *arrowsPlay) figure() plotting.Figure {
	f := &chart.Panels{Style: plotting.Light}
	k := p.best()
	members := p.classes[k].members[:min(len(p.classes[k].members), 6)]
	columns := float64(min(len(members), 3))
	if len(members) == 4 {
		columns = 2
	}
	rows := math.Ceil(float64(len(members)) / columns)
	wide, deep := left/columns, upper/rows
	for i, m := range members {
		x, y := wide*math.Mod(float64(i), columns), deep*math.Floor(float64(i)/columns)
		f.Parts = append(f.Parts, chart.At("graph "+fmt.Sprint(i+1), p.graph(m, i == 0, k), x, x+wide, y, y+deep))
	}
	f.Parts = append(f.Parts, chart.At("course", p.course(), 0, left, upper, 1),
		chart.At("classes", p.bars(), left, 1, 0, 1))
	return f
}

// left and upper are the shares of the graphs: below them is the course, beside them the classes, one below the other
// so that narrow windows have room for their names.
const left, upper = 0.55, 0.5

// graph draws a member of the best class; arrows that all of them share are dark.
func (p *arrowsPlay) graph(m int, first bool, class int) *network.Network {
	what := "or"
	if first {
		what = "best class"
		if p.done == 0 {
			what = "all are equal"
		}
	}
	n := len(p.names)
	x, y := make([]float64, n), make([]float64, n)
	for u := range n {
		sin, cos := math.Sincos(math.Pi*5/6 - 2*math.Pi*float64(u)/3)
		x[u], y[u] = cos, sin
	}
	f := picture(what, p.names, x, y)
	f.Directed, f.Bounds = true, [4]float64{-1.2, 1.2, -1.2, 0.7}
	f.Root = make([]float64, n) // arrows that may be turned are paler
	for u, list := range p.graphs[m].parents {
		for _, v := range list {
			f.Edges = append(f.Edges, network.Edge{From: v, To: u, Strength: 0.8, Best: p.classes[class].fixed[[2]int{v, u}]})
		}
	}
	return f
}

// bars are the probabilities of the classes, one below the other.
func (p *arrowsPlay) bars() *chart.Chart {
	n := len(p.classes)
	f := &chart.Chart{Subtitle: "each class, with the arrows all its graphs share", Style: plotting.Light,
		X: chart.Axis{Low: 0, High: 1.02, Name: "probability"},
		Y: chart.Axis{Low: -0.6, High: float64(n) - 0.4, Labels: make([]string, n)}}
	const half = 0.3 // of a bar
	bars := [2]chart.Layer{{Name: "no arrow is fixed", Kind: chart.Area, Ink: chart.CategoryInk(0)},
		{Name: "fixed arrows", Kind: chart.Area, Ink: chart.CategoryInk(2)}}
	ends := chart.Layer{Kind: chart.Points, Radius: 0.1} // marks for the pointer
	for k, s := range p.shares(p.done) {
		l, row, nan := &bars[0], float64(n-1-k), math.NaN()
		if len(p.classes[k].fixed) > 0 {
			l = &bars[1]
		}
		l.X, l.Y = append(l.X, 0, s, s, 0, nan), append(l.Y, row-half, row-half, row+half, row+half, nan)
		ends.X, ends.Y, ends.Text = append(ends.X, s), append(ends.Y, row), append(ends.Text, p.className(k))
		f.Y.Labels[n-1-k] = p.className(k)
	}
	f.Layers = []chart.Layer{bars[0], bars[1], ends}
	return f
}

// course shows the probabilities as rows arrive.
func (p *arrowsPlay) course() *chart.Chart {
	f := &chart.Chart{Subtitle: "as rows arrive", Style: plotting.Light,
		X: chart.Axis{Name: "rows", Low: 0, High: float64(len(p.codes[0])), Whole: true},
		Y: chart.Axis{Name: "probability", Low: 0, High: 1.02}}
	best := p.best()
	for k := range p.classes {
		l := chart.Layer{Ink: chart.MutedInk, Opacity: 0.6, Stroke: 1}
		if k == best {
			l.Name, l.Ink, l.Opacity, l.Stroke = "the best now", chart.CategoryInk(0), 1, 2.25
		}
		for batch := range p.done + 1 {
			l.X, l.Y = append(l.X, float64(len(p.codes[0])*batch/arrowSteps)), append(l.Y, p.shares(batch)[k])
		}
		f.Layers = append(f.Layers, l)
	}
	return f
}

// className writes a class as a path where it is one, A–C–B or A→C←B, with the arrows that all its graphs share.
func (p *arrowsPlay) className(k int) string {
	c := p.classes[k]
	n := len(p.names)
	link := make([]string, n*n) // from the one node to the other
	count := make([]int, n)
	pairs := 0
	for u, list := range p.graphs[c.members[0]].parents {
		for _, v := range list {
			link[u*n+v], link[v*n+u] = "–", "–"
			if c.fixed[[2]int{v, u}] {
				link[v*n+u], link[u*n+v] = "→", "←"
			}
			count[u], count[v], pairs = count[u]+1, count[v]+1, pairs+1
		}
	}
	switch pairs {
	case 0:
		return "no edge"
	case n * (n - 1) / 2:
		if n > 2 {
			return "all joined"
		}
	}
	at := slices.Index(count, 1) // where the path begins
	text := p.names[at]
	for last := -1; ; {
		next := -1
		for v := range n {
			if v != last && link[at*n+v] != "" {
				next = v
			}
		}
		if next < 0 {
			return text
		}
		text += link[at*n+next] + p.names[next]
		last, at = at, next
	}
}
