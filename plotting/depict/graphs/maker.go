package graphs

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/community"
	"example.org/espalier/inference/algorithm/layout"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/outlying"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/directions"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/network"
	"example.org/espalier/plotting/space"
)

// A Maker makes figures of graphs and keeps the last one, so that another selection or a moved node costs nothing. The
// zero value is ready. It is safe for concurrent use.
type Maker struct {
	mu      sync.Mutex
	subject *subject.Subject
	look    Look
	base    *network.Network // without selection and moved nodes

	places arrangement
}

// An arrangement holds the places of the nodes of a graph, and their groups.
type arrangement struct {
	of        *graph.Graph
	least     float64
	shape     string
	arrows    string
	x, y      []float64
	community []int
	via       map[[2]int][][2]float64 // bends of edges, by their ends
	by        []layout.Edge           // edges by which the nodes were placed, where they lie by stress
}

// Figure shows the graph of a result. While a run is live the nodes stay near the places that they
// have; else the same graph has the same places.
func (k *Maker) Figure(s *subject.Subject, st State, selection plotting.Selection, live bool) *network.Network {
	k.mu.Lock()
	defer k.mu.Unlock()
	g := graph.Of(s.Snapshot)
	look := st.Look
	look.Around = 0
	if k.subject != s || k.look != look || k.base == nil {
		k.base = k.make(s, g, State{Look: look}, live)
		k.subject, k.look = s, look
	}
	f := *k.base
	f.Selection = selection
	if len(st.Moved) > 0 {
		f.X, f.Y = slices.Clone(f.X), slices.Clone(f.Y)
		for u, at := range st.Moved {
			if u >= 0 && u < len(f.X) && !math.IsNaN(at[0]+at[1]) && !math.IsInf(at[0], 0) && !math.IsInf(at[1], 0) {
				f.X[u], f.Y[u] = at[0], at[1]
			}
		}
	}
	if far := farFrom(&f, selected(g, selection), st.Around); far != nil {
		f.Hidden = far
	}
	return &f
}

// Communities are the numbers of the communities of the nodes of the figure that was made last.
func (k *Maker) Communities() []int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.places.community
}

// selected are the nodes that are selected.
func selected(g *graph.Graph, selection plotting.Selection) []int {
	if g.Over == graph.Columns {
		return selection.Columns
	}
	return selection.Rows
}

// farFrom marks the nodes that are more than this many steps away from some; nil where none is
// hidden.
func farFrom(f *network.Network, from []int, steps int) []bool {
	if steps <= 0 || len(from) == 0 {
		return nil
	}
	far := make([]bool, len(f.Names))
	for u := range far {
		far[u] = true
	}
	for _, u := range from {
		if u >= 0 && u < len(far) {
			far[u] = false
		}
	}
	for range steps {
		next := slices.Clone(far)
		for _, e := range f.Edges {
			if !far[e.From] || !far[e.To] {
				next[e.From], next[e.To] = false, false
			}
		}
		far = next
	}
	return far
}

// make makes the figure without a selection.
func (k *Maker) make(s *subject.Subject, g *graph.Graph, st State, live bool) *network.Network {
	f := &network.Network{Title: s.Title(0), Names: g.Nodes, Directed: g.Directed, Weight: g.Weighted, Unit: g.Unit(),
		Root: g.Root, Columns: g.Over == graph.Columns, Things: s.Data.Things, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}
	if g.Measure != graph.Chosen {
		f.Strength = g.Measure
	}
	f.Edges, f.All = edgesShown(g, st)
	if f.Wrong = wrongOf(g, st); f.All == 0 {
		f.Empty = noEdges(g, st)
	}
	for _, e := range f.Edges {
		f.Signed = f.Signed || e.Weight < 0 || e.Weight > 0 && g.Weighted == graph.Partial
	}
	if g.Weighted == graph.Linked { // strengths are shares of the greatest weight
		f.Strength, f.Alike = "", oneStrength(f.Edges)
		if !f.Alike {
			f.Told = func(weight float64) string { return plotting.FormatDigits(weight, 2) }
		}
	}
	if g.Measure == graph.Neighbouring {
		f.Rooted, f.Towards = "exemplar", "exemplar to row"
		if g.Weighted == graph.Linked {
			f.Towards = "row to column"
		}
	}
	for u, v := range g.Best {
		if v < 0 {
			f.Roots = append(f.Roots, u)
		}
	}
	k.arrange(s, g, st, live)
	f.X, f.Y, f.Outward = k.places.x, k.places.y, st.Layout == Circle
	if st.Layout == OnPlane {
		overData(f, s, g, st)
	}
	for i, e := range f.Edges {
		f.Edges[i].Via = k.places.via[[2]int{e.From, e.To}]
	}
	f.Hidden = aloneIn(f, st)
	f.Bounds = boundsOf(f)
	f.Subtitle = subject.JoinWords(groupWords(s, st), edgeWords(g, st, f.All, len(f.Edges)), aloneWords(f),
		outlying.Words(s.Data, s.Settings), s.Subtitle(0, ""))
	joined := make([]float64, len(g.Nodes))
	for _, e := range f.Edges {
		joined[e.From] += e.Strength
		joined[e.To] += e.Strength
	}
	f.Strip = k.strip(s, g, st.Colour, st.Scale, joined)
	f.Sizes, f.SizeName = nodeSizes(s, g, st.Size, joined)
	f.Prepare()
	return f
}

// oneStrength reports whether all edges have the same strength.
func oneStrength(edges []network.Edge) bool {
	return !slices.ContainsFunc(edges, func(e network.Edge) bool { return e.Strength != edges[0].Strength })
}

// leastFolded is from how many nodes without an edge on these are not drawn but counted.
const leastFolded = 3

// SomeAlone reports whether a state leaves out nodes without an edge, or would if a person had not asked for them.
func SomeAlone(s *subject.Subject, st State) bool {
	g := graph.Of(s.Snapshot)
	if g == nil {
		return false
	}
	f := &network.Network{Names: g.Nodes, Root: g.Root}
	f.Edges, _ = edgesShown(g, st)
	st.Alone = false
	return aloneIn(f, st) != nil
}

// aloneIn marks the nodes without an edge where they are not drawn: nil where there are few, or no edge, where places
// mean something, or a person wants to see them.
func aloneIn(f *network.Network, st State) []bool {
	if st.Alone || st.Layout == OnPlane || len(f.Edges) == 0 || f.Root != nil {
		return nil
	}
	alone, count := make([]bool, len(f.Names)), len(f.Names)
	for u := range alone {
		alone[u] = true
	}
	for _, e := range f.Edges {
		for _, u := range [2]int{e.From, e.To} {
			if alone[u] {
				alone[u] = false
				count--
			}
		}
	}
	if count < leastFolded {
		return nil
	}
	return alone
}

// aloneWords counts the nodes that are not drawn.
func aloneWords(f *network.Network) string {
	count := 0
	for _, alone := range f.Hidden {
		if alone {
			count++
		}
	}
	if count == 0 {
		return ""
	}
	what := "row"
	if f.Columns {
		what = "column"
	}
	return plotting.Plural(count, what) + " without an edge not drawn"
}

// boundsOf returns the least and greatest places of the nodes that are drawn.
func boundsOf(f *network.Network) (b [4]float64) {
	first := true
	for u := range f.X {
		switch {
		case f.Hidden != nil && f.Hidden[u]:
		case first:
			b, first = [4]float64{f.X[u], f.X[u], f.Y[u], f.Y[u]}, false
		default:
			b = [4]float64{min(b[0], f.X[u]), max(b[1], f.X[u]), min(b[2], f.Y[u]), max(b[3], f.Y[u])}
		}
	}
	return b
}

// edgesShown lists the edges that a state shows, and how many there are: of a Bayesian network also
// those of its class, or of one of its members.
func edgesShown(g *graph.Graph, st State) (edges []network.Edge, all int) {
	if g.Class == nil || st.Arrows == ByProbability {
		return edgesFrom(g, st.Least, st.Thinned)
	}
	bonds := g.Class.Bonds
	if arrows, ok := g.Class.Network(len(g.Nodes)); ok && st.Arrows == OfBest {
		bonds = arrows
	}
	joint := map[[2]int]graph.Edge{}
	for _, e := range g.Joints() {
		joint[[2]int{min(e.From, e.To), max(e.From, e.To)}] = e.Edge
	}
	for _, b := range bonds {
		e := joint[[2]int{min(b.From, b.To), max(b.From, b.To)}] // its strength is that of the pair
		edges = append(edges,
			network.Edge{From: b.From, To: b.To, Strength: e.Strength, Weight: e.Weight, Either: !b.Directed})
	}
	return edges, len(edges)
}

// edgesFrom lists the edges of some strength, and those of the best tree, and how many there are; if they are thinned
// the strongest of them, and of equal ones those that leave every node some.
func edgesFrom(g *graph.Graph, least float64, thinned bool) (edges []network.Edge, all int) {
	for _, e := range g.Joints() {
		best := g.Best != nil && g.Best[e.To] == e.From
		if best || e.Strength >= least {
			edges = append(edges,
				network.Edge{From: e.From, To: e.To, Strength: e.Strength, Weight: e.Weight, Best: best, Either: e.Either})
		}
	}
	all = len(edges)
	if most := mostEach * len(g.Nodes); thinned && all > most {
		edges = strongest(edges, len(g.Nodes), most)
	}
	return edges, all
}

// strongest keeps the strongest edges of n nodes. Among edges of equal strength come first those of nodes with few
// edges so far: each turn through equal edges gives a node at most one that it needs, so that ties leave no node out.
func strongest(edges []network.Edge, n, most int) []network.Edge {
	order := func(a, b network.Edge) int {
		return cmp.Or(-cmp.Compare(rank(a), rank(b)), -cmp.Compare(a.Strength, b.Strength),
			-cmp.Compare(math.Abs(a.Weight), math.Abs(b.Weight)))
	}
	stable.Sort(edges, order)
	type placed struct {
		network.Edge
		turn int
	}
	has := make([]int, n)
	turns := make([]placed, len(edges))
	for i, e := range edges {
		turns[i] = placed{e, min(has[e.From], has[e.To])}
		has[e.From]++
		has[e.To]++
	}
	stable.Sort(turns, func(a, b placed) int {
		return cmp.Or(order(a.Edge, b.Edge), cmp.Compare(a.turn, b.turn))
	})
	for i, t := range turns[:most] {
		edges[i] = t.Edge
	}
	return edges[:most]
}

// rank puts the edges of the best tree before all others.
func rank(e network.Edge) int {
	if e.Best {
		return 1
	}
	return 0
}

// arrange gives the nodes their places where they do not have them.
func (k *Maker) arrange(s *subject.Subject, g *graph.Graph, st State, live bool) {
	was := k.places
	if was.of == g && was.least == st.Arranged && was.shape == st.Layout && was.arrows == st.Arrows {
		return
	}
	n := len(g.Nodes)
	edges, _ := edgesFrom(g, st.Arranged, true)
	if st.Layout == Layered && st.Arrows != ByProbability { // lines have no direction
		with := st
		with.Arrows = OfBest
		edges, _ = edgesShown(g, with)
	}
	p := arrangement{of: g, least: st.Arranged, shape: st.Layout, arrows: st.Arrows}
	var joins []community.Edge
	var arcs []layout.Arc
	for _, e := range edges {
		joins = append(joins, community.Edge{A: e.From, B: e.To, Weight: e.Strength})
		arcs = append(arcs, layout.Arc{From: e.From, To: e.To})
	}
	if of := partition.Of(s.Snapshot); of != nil && g.Measure == graph.Neighbouring {
		p.community = whole(of.Labels)
	} else {
		p.community = community.Of(n, joins)
	}
	switch {
	case st.Layout == OnPlane && g.Measure == graph.Neighbouring: // of many rows
		p.x, p.y = make([]float64, n), make([]float64, n)
	case st.Layout == Layered && g.Best != nil:
		p.x, p.y = layout.Tree(g.Best)
		stretch(p.x, p.y)
	case st.Layout == Layered && g.Directed:
		var via [][][2]float64
		p.x, p.y, via = layout.Layers(n, arcs)
		p.via = map[[2]int][][2]float64{}
		for i, a := range arcs {
			p.via[[2]int{a.From, a.To}] = via[i]
		}
	case st.Layout == Circle:
		p.x, p.y = layout.Circle(n, lengths(g, edges), p.community)
	case st.Layout == Grouped:
		p.x, p.y = layout.Groups(n, lengths(g, edges), together(p.community))
	case live && was.shape == st.Layout && len(was.x) == n:
		p.x, p.y, p.by = was.x, was.y, was.by
		if !alike(lengths(g, edges), was.by) {
			p.by = lengths(g, edges)
			p.x, p.y = layout.From(n, p.by, was.x, was.y)
		}
	default:
		p.by = lengths(g, edges)
		p.x, p.y = layout.Places(n, p.by)
	}
	k.places = p
}

// fewChanged is the share of edges that may come or go before nodes are placed anew: so few are merely longer than
// others.
const fewChanged = 0.1

// alike reports whether few edges of two lists are of one list alone.
func alike(a, b []layout.Edge) bool {
	has := make(map[[2]int]bool, len(b))
	for _, e := range b {
		has[[2]int{e.A, e.B}] = true
	}
	both := 0
	for _, e := range a {
		if has[[2]int{e.A, e.B}] {
			both++
		}
	}
	return float64(len(a)+len(b)-2*both) <= fewChanged*float64(len(b))
}

// A picture of layers is at most layersWidest times as wide as high, unless layers were then more than layersMost times
// as far apart as nodes of a layer.
const (
	layersWidest = 1.5
	layersMost   = 4
)

// stretch parts the layers of a wide, low tree: distances between layers mean nothing.
func stretch(x, y []float64) {
	if len(x) == 0 {
		return
	}
	wide, high := slices.Max(x)-slices.Min(x), slices.Max(y)-slices.Min(y)
	if high <= 0 || wide <= layersWidest*high {
		return
	}
	by := min(wide/(layersWidest*high), layersMost)
	for u := range y {
		y[u] *= by
	}
}

// whole gives each node that is in no group one of its own.
func whole(labels []int) []int {
	out := slices.Clone(labels)
	next := slices.Max(append(labels, -1)) + 1
	for u, k := range out {
		if k < 0 {
			out[u] = next
			next++
		}
	}
	return out
}

// together puts all communities of one node into one group.
func together(label []int) []int {
	size := map[int]int{}
	for _, k := range label {
		size[k]++
	}
	out := make([]int, len(label))
	for u, k := range label {
		if out[u] = k; size[k] == 1 {
			out[u] = len(label)
		}
	}
	return out
}

// overData puts the nodes over two directions of the data: rows at their values, columns at their
// weights.
func overData(f *network.Network, s *subject.Subject, g *graph.Graph, st State) {
	d, n := directions.Of(s, false), len(Directions(s))
	if n < 2 {
		return
	}
	across, up := min(max(st.Across, 0), n-1), min(max(st.Up, 0), n-1)
	wx, mx := d.Get(across, nil, "")
	wy, my := d.Get(up, nil, "")
	if g.Over == graph.Columns {
		mx.Name, my.Name = "weight on "+mx.Name, "weight on "+my.Name
		mx.Offset, mx.Factor, my.Offset, my.Factor = 0, 1, 0, 1
		f.X, f.Y = wx, wy
	} else {
		points := space.ProjectedPoints(s.Data, wx, wy, mx, my)
		f.X, f.Y = points.X, points.Y
	}
	f.Across, f.Up = &mx, &my
}

// strip returns the annotation that colours the nodes.
func (k *Maker) strip(s *subject.Subject, g *graph.Graph, colour string, scale float64,
	joined []float64) *beside.Strip {
	values := make([]string, len(g.Nodes))
	switch colour {
	case Usual:
		return usualStrip(s, g, scale)
	case None:
		return nil
	case Communities:
		size := map[int]int{}
		for _, c := range k.places.community {
			size[c]++
		}
		for u, c := range k.places.community {
			if size[c] > 1 {
				values[u] = strconv.Itoa(c + 1)
			}
		}
		a := inference.NewAnnotation("community", values)
		a.Numeric = len(a.Levels) <= ink.MaxLevels // in their order; of many, names and no scale
		return &beside.Strip{Annotation: a, Without: "in no community"}
	case Joined:
		for u, v := range joined {
			values[u] = short(v)
		}
		return &beside.Strip{Annotation: inference.NewAnnotation("sum of edges", values)}
	}
	if a, ok := nodeAnnotation(s.Data, g, colour); ok {
		return &beside.Strip{Annotation: a}
	}
	return usualStrip(s, g, scale)
}

// nodeSizes returns the sizes of nodes from 0 to 1, and their name; nil where all are alike.
func nodeSizes(s *subject.Subject, g *graph.Graph, size string, joined []float64) ([]float64, string) {
	values, what := slices.Clone(joined), "sum of edges"
	if size != Joined {
		a, ok := inference.Annotation{}, false
		if size != None {
			a, ok = nodeAnnotation(s.Data, g, size)
		}
		if !ok || !a.Numeric {
			return nil, ""
		}
		what = a.Name
		for i, text := range a.Values {
			v, err := strconv.ParseFloat(text, 64)
			if values[i] = v; err != nil {
				values[i] = math.NaN()
			}
		}
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v == v {
			low, high = min(low, v), max(high, v)
		}
	}
	for i, v := range values {
		if values[i] = (v - low) / (high - low); !(high > low) || v != v {
			values[i] = 0
		}
	}
	return values, what + ", " + plotting.FormatNumber(low) + " to " + plotting.FormatNumber(high)
}

// lengths are those of the edges in the picture: about 1, and longer between nodes that lie apart.
// Where there is a best tree it holds the picture, and other edges pull less the weaker they are.
func lengths(g *graph.Graph, edges []network.Edge) []layout.Edge {
	var distances []float64
	if g.Weighted == graph.Distance {
		for _, e := range edges {
			distances = append(distances, e.Weight)
		}
		slices.Sort(distances)
	}
	middle := 0.0
	if len(distances) > 0 {
		middle = distances[len(distances)/2]
	}
	var out []layout.Edge
	for _, e := range edges {
		if g.Best != nil && !e.Best {
			continue
		}
		length := 1.0
		if middle > 0 {
			length = min(max(e.Weight/middle, 0.6), 2.5)
		}
		out = append(out, layout.Edge{A: e.From, B: e.To, Length: length})
	}
	return out
}

// Hubs are the nodes of a network with more than their share of edges: those whose strengths add up
// to more than two standard deviations above the mean, the first of all at least where there is an
// edge.
func Hubs(f *network.Network) (list []int) {
	joined := make([]float64, len(f.Names))
	for _, e := range f.Edges {
		joined[e.From] += e.Strength
		joined[e.To] += e.Strength
	}
	mean, square, top := 0.0, 0.0, -1
	for u, v := range joined {
		mean, square = mean+v/float64(len(joined)), square+v*v/float64(len(joined))
		if v > 0 && (top < 0 || v > joined[top]) {
			top = u
		}
	}
	limit := mean + 2*math.Sqrt(max(square-mean*mean, 0))
	for u, v := range joined {
		if u == top || v > limit {
			list = append(list, u)
		}
	}
	return list
}
