package facts

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/subject"
)

// networks are results with a graph over the rows or the columns. Its edges and nodes are tables; it is also written
// for other programs, as GraphML, as DOT and as the JSON of Cytoscape.
var networks = Kind{
	Members: func(r Result) List {
		g := graph.Of(r.Snapshot)
		if g == nil {
			return nil
		}
		l := Of("over", g.Over, "directed", g.Directed, "nodes", len(g.Nodes), "edges", len(g.Edges), "measure", g.Measure)
		l.AddSome("weight", g.Weighted)
		l.AddSome("unit", g.Unit())
		l.AddSome("omitted", Number(g.Omitted)) // the sum of the probabilities of edges that are not listed
		l.AddSome("truth", compared(r, g))
		return Of("graph", l)
	},
	Files: func(r Result) []File {
		g := graph.Of(r.Snapshot)
		if g == nil {
			return nil
		}
		sheets := graphs.Sheets(g)
		if labels := partition.LabelsOf(r.Snapshot); g.Over == graph.Rows && len(labels) == len(g.Nodes) {
			sheets[1] = clustered(sheets[1], labels)
		}
		return append(tables("", sheets...), File{Name: "graph.graphml", Write: g.WriteGraphML, Other: true},
			File{Name: "graph.dot", Write: g.WriteDOT, Other: true},
			File{Name: "graph.cyjs", Write: g.WriteCytoscape, Other: true})
	},
	Printed: func(r Result) (lines []string) {
		g := graph.Of(r.Snapshot)
		if labels := partition.LabelsOf(r.Snapshot); g != nil && g.Over == graph.Rows && labels != nil {
			lines = append(lines, sizesOf(labels, "cluster"))
		}
		if known := subject.Told[graphs.Told](r.Subject).Known; known != nil {
			lines = append(lines, known.Say(r.Info.Name, g))
		}
		return lines
	},
	Doubts: func(r Result) []string {
		if g := graph.Of(r.Snapshot); g != nil && g.Doubt() != "" {
			return []string{g.Doubt()}
		}
		return nil
	},
	Describe: func(s Shown, of study.Selection) (string, [][2]string, bool) {
		g := graph.Of(s.Snapshot)
		if g == nil {
			return "", nil, false
		}
		title, lines := describeNodes(g, of)
		return title, lines, true
	},
}

// sizesOf says how many rows each cluster has, how many stand alone in a cluster of their own, and how many are in
// none. noun is the word for a cluster.
func sizesOf(labels []int, noun string) string {
	sizes, none := clusterSizes(labels)
	text := plotting.Plural(len(sizes), noun)
	if len(sizes) > 0 {
		words := make([]string, min(len(sizes), mostListed))
		for k := range words {
			words[k] = plotting.FormatCount(sizes[k])
		}
		text += "; rows by " + noun + ": " + strings.Join(words, ", ")
		if len(sizes) > mostListed {
			text += ", …"
		}
	}
	if alone := single(sizes); alone > 0 {
		text += "; " + partition.StandAlone(alone)
	}
	if none > 0 {
		text += "; in none: " + plotting.FormatCount(none)
	}
	return text
}

// clusterSizes counts the rows of each cluster, and those that are in none.
func clusterSizes(labels []int) (sizes []int, none int) {
	for _, k := range labels {
		if k < 0 {
			none++
			continue
		}
		for k >= len(sizes) {
			sizes = append(sizes, 0)
		}
		sizes[k]++
	}
	return sizes, none
}

// single counts the clusters of one row.
func single(sizes []int) (count int) {
	for _, n := range sizes {
		if n == 1 {
			count++
		}
	}
	return count
}

// clustered adds the cluster of each row to the table of nodes, numbered from 1; it is empty for rows in none.
func clustered(nodes plotting.Sheet, labels []int) plotting.Sheet {
	rows := nodes.Rows
	nodes.Header = append(slices.Clone(nodes.Header), "cluster")
	nodes.Rows = func(yield func([]string) bool) {
		u := 0
		for line := range rows {
			cluster := ""
			if labels[u] >= 0 {
				cluster = strconv.Itoa(labels[u] + 1)
			}
			if u++; !yield(append(line, cluster)) {
				return
			}
		}
	}
	return nodes
}

// compared scores the network with the edges that are known; nil where there are none of its nodes. The threshold is
// the least strength at which an edge is shown. Edges are compared as pairs, whatever their direction; of a directed
// network, pointed is how many right edges have one direction more probable than the other, and forward how many of
// those point as the truth does.
func compared(r Result, g *graph.Graph) List {
	k := subject.Told[graphs.Told](r.Subject).Known
	if k == nil {
		return nil
	}
	s, ok := k.Score(g)
	if !ok {
		return nil
	}
	l := Of("source", k.Source, "edges", s.True, "average_precision", Number(s.AveragePrecision), "threshold",
		Number(s.Least), "shown", s.Shown, "right", s.Right, "precision", Number(s.Precision()), "recall", Number(s.Recall()))
	if g.Directed {
		l.Add("pointed", s.Pointed)
		l.Add("forward", s.Forward)
	}
	return l
}

// mostEdges limits how many edges of a node are listed.
const mostEdges = 8

// describeNodes describes selected nodes of a graph in words and numbers: one node with its
// strongest edges, the edge between two, or how many edges several have within and to others. It
// counts the edges that are drawn before a person moves the threshold, and names that threshold.
func describeNodes(g *graph.Graph, s study.Selection) (title string, lines [][2]string) {
	nodes, what := s.Rows, "row"
	if g.Over == graph.Columns {
		nodes, what = s.Columns, "column"
	}
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(u int) bool { return u < 0 || u >= len(g.Nodes) })
	switch len(nodes) {
	case 0:
		return "", nil
	case 1:
		return g.Nodes[nodes[0]], describeNode(g, nodes[0])
	}
	in := map[int]bool{}
	for _, u := range nodes {
		in[u] = true
	}
	var within []graph.Edge
	sum := 0.0
	for _, e := range g.Edges {
		if in[e.From] && in[e.To] {
			within, sum = append(within, e), sum+e.Strength
		}
	}
	if len(nodes) == 2 {
		title = g.Nodes[nodes[0]] + " and " + g.Nodes[nodes[1]]
		if len(within) == 0 {
			return title, [][2]string{{"edge", "none"}}
		}
		for _, e := range within {
			label := "edge"
			if g.Directed {
				label = g.Nodes[e.From] + " → " + g.Nodes[e.To]
			}
			lines = append(lines, [2]string{label, edgeWords(g, e)})
		}
		return title, append(lines, weightWords(g)...)
	}
	inside, at, _ := drawnEdges(g, func(e graph.Edge) bool { return in[e.From] && in[e.To] })
	out, _, _ := drawnEdges(g, func(e graph.Edge) bool { return in[e.From] != in[e.To] })
	lines = [][2]string{{"edges within" + at, plotting.FormatCount(inside)},
		{"edges out of it" + at, plotting.FormatCount(out)}}
	if g.Measure == graph.Probability {
		lines = slices.Insert(lines, 1, [2]string{"expected within", plotting.FormatDigits(sum, 3)})
	}
	return plotting.Plural(len(nodes), what), lines
}

// describeNode says how likely a node is a root, and lists its strongest edges.
func describeNode(g *graph.Graph, u int) (lines [][2]string) {
	if g.Root != nil {
		lines = append(lines, [2]string{"root with probability", plotting.FormatPercent(g.Root[u])})
	}
	var own []graph.Edge
	sum := 0.0
	for _, e := range g.Edges {
		if e.From == u || e.To == u {
			own, sum = append(own, e), sum+e.Strength
		}
	}
	strong, at, weak := drawnEdges(g, func(e graph.Edge) bool { return e.From == u || e.To == u })
	if lines = append(lines, [2]string{"edges" + at, plotting.FormatCount(strong)}); weak > 0 {
		lines = append(lines, [2]string{"weaker edges", plotting.FormatCount(weak)})
	}
	if g.Measure == graph.Probability {
		lines = append(lines, [2]string{"expected number", plotting.FormatDigits(sum, 3)})
	}
	stable.Sort(own, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)))
	})
	for _, e := range own[:min(len(own), mostEdges)] {
		other, role := e.From, "with "
		if e.From == u {
			other = e.To
		}
		if g.Directed {
			role = map[bool]string{true: "to ", false: "from "}[e.From == u]
		}
		lines = append(lines, [2]string{role + g.Nodes[other], edgeWords(g, e)})
	}
	if len(own) > 0 {
		lines = append(lines, weightWords(g)...)
	}
	return lines
}

// drawnEdges counts the edges of some kind that are drawn at the usual threshold and those that are weaker, and says
// which threshold that is, if there is one. The edges of the best tree are always drawn.
func drawnEdges(g *graph.Graph, kind func(graph.Edge) bool) (strong int, at string, weak int) {
	least := graphs.UsualState(g).Least
	if least > 0 && g.Measure != graph.Chosen {
		at = " ≥ " + plotting.FormatPercent(least)
	}
	for _, e := range g.Joints() {
		switch {
		case !kind(e.Edge):
		case e.Strength >= least || g.Best != nil && g.Best[e.To] == e.From:
			strong++
		default:
			weak++
		}
	}
	return strong, at, weak
}

// weightWords names the numbers of edges, which are shown without names at each edge.
func weightWords(g *graph.Graph) (lines [][2]string) {
	if g.Measure != graph.Chosen {
		lines = append(lines, [2]string{"percentages", g.Measure})
	}
	switch {
	case g.Unit() != "":
		lines = append(lines, [2]string{"in " + g.Unit(), g.Weighted})
	case g.Weighted != "":
		lines = append(lines, [2]string{"weights", g.Weighted})
	}
	return lines
}

// edgeWords gives the strength and the weight of an edge, without their names.
func edgeWords(g *graph.Graph, e graph.Edge) string {
	weight := ""
	switch {
	case g.Unit() != "":
		weight = plotting.WithUnit(e.Weight, g.Unit())
	case g.Weighted != "":
		weight = plotting.FormatNumber(e.Weight)
	}
	if g.Measure == graph.Chosen {
		return cmp.Or(weight, "chosen")
	}
	text := plotting.FormatPercent(e.Strength)
	if weight != "" {
		text += ", " + weight
	}
	return text
}
