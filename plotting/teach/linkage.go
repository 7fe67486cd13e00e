package teach

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// bottomUp is stage 10: bottom-up clustering.
func bottomUp() Stage {
	return Stage{
		Name:    "linkage",
		Title:   "Bottom-up clustering",
		Summary: "Points in the plane merge step by step beside their dendrogram, by four definitions of distance.",
		Text: "Every point starts as its own cluster. Each step merges the two nearest clusters, at a height equal " +
			"to their distance. The linkage defines the distance between two clusters: single takes their nearest " +
			"members, complete their farthest, average the mean over all pairs, Ward the increase in the sum of " +
			"squares. Single linkage follows chains: a thin bridge of points joins two groups long before their " +
			"outliers join. Complete linkage and Ward prefer compact clusters and cut crescents into pieces. None of " +
			"them gives the number of clusters; a long stretch without merges suggests it.",
		Formula: []string{
			`d_\text{single} = \text{min}_{ij} d_{ij}, \quad d_\text{complete} = \text{max}_{ij} d_{ij}`,
			`d_\text{average} = \frac{1}{|A||B|} \sum_{i,j} d_{ij}, \quad d_\text{Ward} = \sqrt{\frac{2|A||B|}{|A|+|B|}} |m_A - m_B|`,
		},
		Try: []string{
			"The same bridge with Ward's linkage. --set method=ward",
			"Crescents: only single linkage follows them. --set data=crescents --set method=single",
			"Three round groups: all four linkages nearly agree. --set data=groups --set method=average",
		},
		More: []string{
			"Murphy (2012), Machine Learning, section 25.5.1, figures 25.12 to 25.15",
			"Murtagh and Legendre (2014), Ward's hierarchical agglomerative clustering method",
		},
		Controls: []inference.Parameter{
			{Name: "method", Title: "Linkage", Type: inference.Choice, Default: "single",
				Choices: []string{"single", "complete", "average", "ward"}, Help: "How " +
					"the distance between two clusters is defined."},
			{Name: "data", Title: "Points", Type: inference.Choice, Default: "bridge",
				Choices: []string{"bridge", "groups", "crescents"}, Help: "bridge: " +
					"two groups with a thin chain between them; groups: three round groups; crescents: two interlocking " +
					"crescents."},
			{Name: "points", Title: "Number of points", Type: inference.Integer, Default: "50", Min: 12, Max: 90,
				Help: "Number of points clustered."},
		},
		Pace:    4,
		Movable: true,
		New: stage.Rules[*linkagePlay]{
			Start: newLinkage,
			Steps: func(p *linkagePlay) int { return len(p.merges) }, Step: func(p *linkagePlay) { p.done++ },
			Figure: (*linkagePlay).figure, Counters: (*linkagePlay).counters, Summary: (*linkagePlay).summary,
			Points: (*linkagePlay).points,
		}.New,
	}
}

// A linkagePlay shows one more merge per step, computed by the model's clustering of the whole
// table.
type linkagePlay struct {
	*linkagePlan
	done int
}

type linkagePlan struct {
	method   linkage.Method
	x, y     []float64
	truth    []int // group of each point, −1 for those between; nil for points of the viewer
	marked   int   // a point, −1 for none
	merges   []linkage.Merge
	tree     *tree.Tree
	prepared *beside.PreparedTree
	members  [][]int // of each cluster
	inks     [][]int // colour of each point after each merge, −1 for single points
	spanning []float64
}

func newLinkage(o Options) (*linkagePlay, error) {
	p := &linkagePlan{method: linkage.Method(o.Settings.Text("method")), marked: o.Marked - 1}
	n := o.Settings.Int("points")
	if o.Points == nil {
		p.draw(o.Settings.Text("data"), n, newRandom(o.Seed, 0))
	} else {
		n = len(o.Points)
		for _, at := range o.Points {
			p.x, p.y = append(p.x, at.X), append(p.y, at.Y)
		}
	}
	data := mat.NewDense(n, 2, nil)
	names := make([]string, n)
	for i := range n {
		names[i] = strconv.Itoa(i + 1)
		data.SetRow(i, []float64{p.x[i], p.y[i]})
		p.members = append(p.members, []int{i})
	}
	p.merges = linkage.Cluster(data, p.method)
	for _, g := range p.merges {
		p.members = append(p.members, slices.Concat(p.members[g.A], p.members[g.B]))
	}
	p.tree = linkage.Tree(p.merges, names).OrderByPosition(linkage.OptimalOrder(data, p.merges))
	p.prepared = beside.Prepare(p.tree)
	p.colour(n)
	if p.method == linkage.Single {
		p.spanning = p.spanningTree()
	}
	return &linkagePlay{linkagePlan: p}, nil
}

// draw draws n points of the given kind.
func (p *linkagePlan) draw(kind string, n int, rng random) {
	add := func(x, y float64, group int) {
		p.x, p.y, p.truth = append(p.x, x), append(p.y, y), append(p.truth, group)
	}
	switch kind {
	case "bridge":
		between := max(n/7, 3)
		for i := range n - between {
			side := float64(2*(i%2) - 1)
			add(2.1*side+0.5*rng.NormFloat64(), 0.5*rng.NormFloat64(), i%2)
		}
		for i := range between {
			add(-1.5+3*(float64(i)+0.5)/float64(between), 0.04*rng.NormFloat64(), -1)
		}
	case "groups":
		centres := [3][2]float64{{-2, -0.8}, {2, -0.8}, {0, 2}}
		for i := range n {
			c := centres[i%3]
			add(c[0]+0.55*rng.NormFloat64(), c[1]+0.55*rng.NormFloat64(), i%3)
		}
	default:
		for i := range n {
			side := float64(2*(i%2) - 1)
			turn := math.Pi * (float64(i/2) + 0.5) / math.Ceil(float64(n)/2)
			sin, cos := math.Sincos(turn)
			add(2*cos+0.9*side+0.1*rng.NormFloat64(), side*(0.5-2*sin)+0.1*rng.NormFloat64(), i%2)
		}
	}
}

// greyCategory is the category of the palette that looks uncoloured.
const greyCategory = 6

// colour gives clusters lasting colours: of two that merge, the larger keeps its own.
func (p *linkagePlan) colour(n int) {
	of := map[int]int{} // of clusters of two points or more
	now := make([]int, n)
	for i := range now {
		now[i] = -1
	}
	p.inks = append(p.inks, slices.Clone(now))
	for k, g := range p.merges {
		a, b := g.A, g.B
		if len(p.members[b]) > len(p.members[a]) {
			a, b = b, a
		}
		ink, known := of[a]
		delete(of, a)
		delete(of, b)
		if !known {
			ink = 0
			for ink == greyCategory || slices.Contains(values(of), ink) {
				ink++
			}
		}
		of[n+k] = ink
		for _, i := range p.members[n+k] {
			now[i] = ink
		}
		p.inks = append(p.inks, slices.Clone(now))
	}
}

func values(m map[int]int) []int {
	var list []int
	for _, v := range m {
		list = append(list, v)
	}
	return list
}

// distance returns the distance of two points.
func (p *linkagePlan) distance(i, j int) float64 { return math.Hypot(p.x[i]-p.x[j], p.y[i]-p.y[j]) }

// spanningTree returns the lengths of the edges of the minimum spanning tree, ascending, by
// Kruskal's algorithm.
func (p *linkagePlan) spanningTree() []float64 {
	type edge struct {
		i, j int
		d    float64
	}
	var edges []edge
	group := make([]int, len(p.x))
	for i := range p.x {
		group[i] = i
		for j := range i {
			edges = append(edges, edge{i, j, p.distance(i, j)})
		}
	}
	stable.SortFunc(edges, func(a, b edge) int {
		switch {
		case a.d < b.d:
			return -1
		case a.d > b.d:
			return 1
		}
		return 0
	})
	var lengths []float64
	for _, e := range edges {
		from, to := group[e.i], group[e.j]
		if from == to {
			continue
		}
		for i, g := range group {
			if g == from {
				group[i] = to
			}
		}
		lengths = append(lengths, e.d)
	}
	return lengths
}

// pair returns the members that determine the distance of two clusters, if there are two.
func (p *linkagePlan) pair(a, b []int) (i, j int) {
	i, j = a[0], b[0]
	for _, u := range a {
		for _, v := range b {
			if nearer := p.distance(u, v) < p.distance(i, j); nearer == (p.method == linkage.Single) {
				i, j = u, v
			}
		}
	}
	return i, j
}

// centre returns the mean of some points.
func (p *linkagePlan) centre(rows []int) (x, y float64) {
	for _, i := range rows {
		x += p.x[i] / float64(len(rows))
		y += p.y[i] / float64(len(rows))
	}
	return x, y
}

// defined returns the distance of two clusters by its definition.
func (p *linkagePlan) defined(a, b []int) float64 {
	switch p.method {
	case linkage.Average:
		sum := 0.0
		for _, i := range a {
			for _, j := range b {
				sum += p.distance(i, j)
			}
		}
		return sum / float64(len(a)*len(b))
	case linkage.Ward:
		ax, ay := p.centre(a)
		bx, by := p.centre(b)
		na, nb := float64(len(a)), float64(len(b))
		return math.Sqrt(2*na*nb/(na+nb)) * math.Hypot(ax-bx, ay-by)
	}
	return p.distance(p.pair(a, b))
}

func (p *linkagePlay) points() []Point {
	points := make([]Point, len(p.x))
	for i := range points {
		points[i] = Point{X: p.x[i], Y: p.y[i]}
	}
	return points
}

// clusters returns the present clusters of at least two points, latest last, and the present
// cluster of each point.
func (p *linkagePlay) clusters() (list []int, of []int) {
	n := len(p.x)
	of = inference.UpTo(n)
	used := make([]bool, n+p.done)
	for k, g := range p.merges[:p.done] {
		used[g.A], used[g.B] = true, true
		for _, i := range p.members[n+k] {
			of[i] = n + k
		}
	}
	for k := range p.done {
		if !used[n+k] {
			list = append(list, n+k)
		}
	}
	return list, of
}

func (p *linkagePlay) counters() []Counter {
	nan := math.NaN()
	height := Counter{Name: "height of the merge", Drawn: nan, Expected: nan, Spread: 0, Exact: true}
	sum := Counter{Spread: 0, Exact: true}
	merged, of := p.clusters()
	for k, g := range p.merges[:p.done] {
		height.Drawn, height.Expected = g.Height, p.defined(p.members[g.A], p.members[g.B])
		switch p.method {
		case linkage.Single:
			sum.Drawn += g.Height
			sum.Expected += p.spanning[k]
		case linkage.Ward:
			sum.Drawn += g.Height * g.Height / 2
		default:
			sum.Drawn = g.Height
		}
	}
	switch p.method {
	case linkage.Single:
		sum.Name = "sum of heights"
	case linkage.Ward:
		sum.Name = "squares in clusters"
		for _, c := range merged {
			x, y := p.centre(p.members[c])
			for _, i := range p.members[c] {
				sum.Expected += (p.x[i]-x)*(p.x[i]-x) + (p.y[i]-y)*(p.y[i]-y)
			}
		}
	case linkage.Complete:
		sum.Name = "greatest diameter"
		for _, c := range merged {
			for _, i := range p.members[c] {
				for _, j := range p.members[c] {
					sum.Expected = max(sum.Expected, p.distance(i, j))
				}
			}
		}
	default:
		sum.Name, sum.Expected, sum.Exact = "greatest height", nan, false
	}
	agree := Counter{Name: "agreement (ARI)", Drawn: nan, Expected: nan, Spread: nan}
	if p.truth != nil {
		agree.Drawn = scores.AdjustedRand(of, p.truth)
	}
	return []Counter{height, sum, agree}
}

func (p *linkagePlay) summary() string {
	n := len(p.x)
	if p.done == 0 {
		return fmt.Sprintf("%d points, each its own cluster.", n)
	}
	g := p.merges[p.done-1]
	list, _ := p.clusters()
	largest := 0
	for _, c := range list {
		largest = max(largest, len(p.members[c]))
	}
	return fmt.Sprintf("Merge %d joins clusters of %d and %d points at height %s by %s; %s left, the largest with %s.",
		p.done, len(p.members[g.A]), len(p.members[g.B]), short(g.Height), linkageNames[p.method],
		plotting.Plural(n-p.done, "cluster"), plotting.Plural(largest, "point"))
}

func (p *linkagePlay) figure() plotting.Figure {
	list, _ := p.clusters()
	highest := p.merges[len(p.merges)-1].Height
	d := &dendro.Dendrogram{Tree: p.prepared, Subtitle: "the tree so far", Height: linkage.Headroom * highest,
		AxisTitle: "height", Selection: plotting.NoSelection, Style: plotting.Light, From: 1 - 1e-9}
	if p.done > 0 {
		d.From = p.tree.Time(len(p.x) + p.done - 1)
		d.Selection.Node = len(p.x) + p.done - 1
		d.From -= 1e-12
	}
	if p.done == len(p.merges) {
		d.From, d.Selection.Node = 0, -1
	}
	for _, c := range list {
		d.Groups = append(d.Groups,
			beside.Group{Name: strconv.Itoa(len(p.members[c])), Rows: p.members[c], Colour: p.swatch(c)})
	}
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		{Name: "points", Figure: p.chart(list), Box: plotting.Window{X0: 0, X1: 0.54, Y0: 0, Y1: 1}},
		{Name: "tree", Figure: d, Box: plotting.Window{X0: 0.54, X1: 1, Y0: 0, Y1: 1}},
	}}
}
