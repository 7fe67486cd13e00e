package graphs

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/spanning"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/network"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// AllTheTrees is the stage of the matrix-tree theorem.
func AllTheTrees() stage.Stage {
	return stage.Stage{
		Name:  "all-trees",
		Title: "All the trees at once",
		Summary: "Every rooted tree of five nodes is counted one by one; a single determinant gives the same sum at " +
			"once.",
		Text: "In a rooted tree, each node except the root has one parent, and there are no cycles. T nodes have T " +
			"to the power T − 1 such trees: five nodes have 625. The weight of a tree is the product of the weights " +
			"of its edges. The stage goes through all trees and adds their weights. The dashed line is the same sum " +
			"from a determinant, which takes about T³ operations; for a hundred nodes, counting would never end. The " +
			"derivatives of the determinant give the probability of every edge: the dots approach the diagonal as " +
			"the count proceeds. With a large gap, most edges stay within two groups.",
		Formula: []string{
			`\sum_{\text{trees}} w_{\text{root}} \prod_u β_{u,pa(u)} = \text{det } L_w, \quad T^{T-1} \text{ trees}`,
			`P(v → u) = β_{uv} \frac{∂ \text{log } Z}{∂ β_{uv}}, \quad Z = \text{det } L_w`,
		},
		Try: []string{
			"Equal weights: every tree counts 1, and every edge has probability 1/T. --set gap=0 --set spread=0",
			"Two groups that hardly mix: a few trees have nearly all the weight. --set gap=5",
			"Four nodes: only 64 trees. --set nodes=4",
		},
		More: []string{
			"Tutte (1948), The dissection of equilateral triangles into equilateral triangles",
			"Jebara (2008), Bayesian out-trees, UAI, section 3",
		},
		Ask: stage.Question{Text: "How many trees are there?", Counter: "trees", Part: "tree", High: 2000, Whole: true},
		Controls: []inference.Parameter{
			{Name: "nodes", Title: "Nodes", Type: inference.Integer, Default: "5", Min: 3, Max: 5, Help: "T. Three, " +
				"four or five nodes have 9, 64 or 625 rooted trees."},
			{Name: "gap", Title: "Gap, nats", Type: inference.Real, Default: "1.5", Min: 0, Max: 6, Help: "How much " +
				"lower the log weight of an edge between the two groups is."},
			{Name: "spread", Title: "Spread, nats", Type: inference.Real, Default: "0.7", Min: 0, Max: 2,
				Help: "Standard deviation of the log weights."},
		},
		Pace:    5,
		Preview: 18,
		New: stage.Rules[*treesPlay]{
			Start: func(o stage.Options) (*treesPlay, error) {
				return newTrees(o.Settings.Int("nodes"), o.Settings.Real("gap"), o.Settings.Real("spread"), o.Seed), nil
			},
			Steps: func(*treesPlay) int { return treesSteps }, Step: (*treesPlay).step,
			Figure: (*treesPlay).figure, Counters: (*treesPlay).counters, Summary: (*treesPlay).summary,
		}.New,
	}
}

// treesSteps is in how many steps all trees are counted.
const treesSteps = 25

// A treesPlay counts trees.
type treesPlay struct {
	*treesPlan
	done  int
	seen  int       // trees
	sum   []float64 // of their weights, after each step
	edges []float64 // T×T by child, weights of the trees with the edge
}

type treesPlan struct {
	weights spanning.Weights
	parents [][]int // of every tree
	total   float64 // log of the sum, by elimination
	exact   float64 // log of the sum, by a determinant
	shares  []float64
	names   []string
	x, y    []float64
}

func newTrees(nodes int, gap, spread float64, seed uint64) *treesPlay {
	rng := stage.NewRandom(seed, 0)
	p := &treesPlan{weights: spanning.Weights{T: nodes, Edge: make([]float64, nodes*nodes), Root: make([]float64, nodes)}}
	for u := range nodes {
		p.names = append(p.names, string(rune('A'+u)))
		sin, cos := math.Sincos(math.Pi/2 - 2*math.Pi*float64(u)/float64(nodes))
		p.x, p.y = append(p.x, cos), append(p.y, sin)
		for v := range nodes {
			if u == v {
				continue
			}
			w := spread * rng.NormFloat64()
			if (u < (nodes+1)/2) != (v < (nodes+1)/2) {
				w -= gap
			}
			p.weights.Edge[u*nodes+v] = w
		}
	}
	p.parents = rootedTrees(nodes)
	rng.Shuffle(len(p.parents), func(i, j int) { p.parents[i], p.parents[j] = p.parents[j], p.parents[i] })
	s := spanning.Of(p.weights, true)
	p.total = s.Log()
	for u := range nodes {
		p.shares = append(p.shares, s.Edges(u)...)
	}
	p.exact = logDeterminant(p.weights)
	return &treesPlay{treesPlan: p, edges: make([]float64, nodes*nodes)}
}

// rootedTrees lists the parents of the nodes in every rooted tree, −1 for the root.
func rootedTrees(n int) (all [][]int) {
	parent := make([]int, n)
	var choose func(u, roots int)
	choose = func(u, roots int) {
		if u == n {
			if roots == 1 && endsAtRoot(parent) {
				all = append(all, append([]int(nil), parent...))
			}
			return
		}
		for v := -1; v < n; v++ {
			if parent[u] = v; v != u {
				more := 0
				if v < 0 {
					more = 1
				}
				choose(u+1, roots+more)
			}
		}
	}
	choose(0, 0)
	return all
}

// endsAtRoot reports whether every path of parents ends.
func endsAtRoot(parent []int) bool {
	for u := range parent {
		v := u
		for range parent {
			if v >= 0 {
				v = parent[v]
			}
		}
		if v >= 0 {
			return false
		}
	}
	return true
}

// logDeterminant is the log of the sum over the rooted trees: the determinant of the Laplacian with
// the weights of the roots in its first column.
func logDeterminant(w spanning.Weights) float64 {
	n := w.T
	l := mat.NewDense(n, n, nil)
	for u := range n {
		for v := range n {
			if u != v {
				b := math.Exp(w.Edge[u*n+v])
				l.Set(u, u, l.At(u, u)+b)
				l.Set(u, v, l.At(u, v)-b)
			}
		}
	}
	for u := range n {
		l.Set(u, 0, math.Exp(w.Root[u]))
	}
	log, _ := mat.LogDet(l)
	return log
}

func (p *treesPlay) step() {
	p.done++
	to := len(p.parents) * p.done / treesSteps
	sum := 0.0
	if len(p.sum) > 0 {
		sum = p.sum[len(p.sum)-1]
	}
	p.edges = append([]float64(nil), p.edges...)
	for ; p.seen < to; p.seen++ {
		w := math.Exp(p.weights.Log(p.parents[p.seen]) - p.exact)
		sum += w
		for u, v := range p.parents[p.seen] {
			if v >= 0 {
				p.edges[u*p.weights.T+v] += w
			}
		}
	}
	p.sum = append(p.sum[:len(p.sum):len(p.sum)], sum)
}

// counted is the share of the determinant that has been counted.
func (p *treesPlay) counted() float64 {
	if len(p.sum) == 0 {
		return 0
	}
	return p.sum[len(p.sum)-1]
}

func (p *treesPlay) counters() []stage.Counter {
	nan := math.NaN()
	t, all := float64(p.weights.T), nan
	if p.done == treesSteps {
		all = math.Pow(t, t-1)
	}
	return []stage.Counter{
		{Name: "trees", Drawn: float64(p.seen), Expected: all, Spread: nan, Exact: true},
		{Name: "log sum by elimination", Drawn: p.total, Expected: p.exact, Spread: nan, Exact: true},
		{Name: "share counted", Drawn: p.counted(), Expected: float64(p.seen) / float64(len(p.parents)), Spread: nan},
	}
}

func (p *treesPlay) summary() string {
	return fmt.Sprintf("%s of %s trees of %d nodes have been counted; their sum is %s of the determinant, whose "+
		"logarithm is %s.",
		plotting.FormatCount(p.seen), plotting.FormatCount(len(p.parents)), p.weights.T, plotting.FormatPercent(p.counted()),
		plotting.FormatDigits(p.exact, 4))
}

func (p *treesPlay) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("tree", p.tree(), 0, 0.5, 0, 0.55), chart.At("probabilities", p.probabilities(), 0.5, 1, 0, 0.55),
		chart.At("sum", p.running(), 0, 1, 0.55, 1),
	}}
}

// tree is the one that was counted last.
func (p *treesPlay) tree() *network.Network {
	what := "no tree yet"
	f := picture(what, p.names, p.x, p.y)
	f.Directed, f.Outward = true, true
	if p.seen > 0 {
		parents := p.parents[p.seen-1]
		w := p.weights.Log(parents)
		f.Subtitle = "tree " + strconv.Itoa(p.seen) + " of " + strconv.Itoa(len(p.parents)) + ", weight " +
			plotting.FormatDigits(math.Exp(w), 2)
		for u, v := range parents {
			if v < 0 {
				f.Roots = []int{u}
			} else {
				f.Edges = append(f.Edges, network.Edge{From: v, To: u, Strength: 0.8, Best: true})
			}
		}
	}
	return f
}

// probabilities compares those of the edges with the counts.
func (p *treesPlay) probabilities() *chart.Chart {
	f := &chart.Chart{Subtitle: "probability of each edge: by counting, and by the determinant",
		Square: true, Narrow: true, Style: plotting.Light,
		X: chart.Axis{Name: "by the determinant", Low: 0, High: 1}, Y: chart.Axis{Name: "counted so far", Low: 0, High: 1}}
	dots := chart.Layer{Kind: chart.Points, Ink: chart.CategoryInk(0), Radius: 3.25, Opacity: 0.8}
	for u := range p.weights.T {
		for v := range p.weights.T {
			if u != v {
				dots.X, dots.Y = append(dots.X, p.shares[u*p.weights.T+v]), append(dots.Y, p.edges[u*p.weights.T+v])
				dots.Text = append(dots.Text, p.names[v]+" → "+p.names[u])
			}
		}
	}
	f.Layers = []chart.Layer{{X: []float64{0, 1}, Y: []float64{0, 1}, Ink: chart.MutedInk, Dashed: true}, dots}
	return f
}

// running is the sum so far.
func (p *treesPlay) running() *chart.Chart {
	n := float64(len(p.parents))
	f := &chart.Chart{Subtitle: "sum of the weights so far, as a fraction of the determinant", Style: plotting.Light,
		X: chart.Axis{Name: "trees counted", Low: 0, High: n, Whole: true}, Y: chart.Axis{Name: "share", Low: 0, High: 1.05}}
	l := chart.Layer{Name: "counted", Ink: chart.CategoryInk(0), Stroke: 2.25, X: []float64{0}, Y: []float64{0}}
	for k, v := range p.sum {
		l.X, l.Y = append(l.X, float64(len(p.parents)*(k+1)/treesSteps)), append(l.Y, v)
	}
	f.Layers = []chart.Layer{{Name: "determinant", X: []float64{0, n}, Y: []float64{1, 1}, Dashed: true}, l}
	return f
}
