package graphs

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/network"
)

// pathPanels is how many points of a path are drawn.
const pathPanels = 6

// HasPath reports whether the result is a graph that depends on a penalty, with the edges of some
// penalties kept.
func HasPath(s *subject.Subject) bool {
	g := graph.Of(s.Snapshot)
	return g != nil && len(pathPoints(g)) > 1
}

// pathPoints lists the points that are drawn: of those whose edges are kept, about evenly by the
// number of edges, the chosen one among them.
func pathPoints(g *graph.Graph) (list []int) {
	var kept []int
	for k, p := range g.Path {
		if p.Edges > 0 && p.Joined != nil && (len(kept) == 0 || p.Edges != g.Path[kept[len(kept)-1]].Edges || p.Chosen) {
			kept = append(kept, k)
		}
	}
	if len(kept) <= pathPanels {
		return kept
	}
	least, most := g.Path[kept[0]].Edges, 0
	for _, k := range kept {
		least, most = min(least, g.Path[k].Edges), max(most, g.Path[k].Edges)
	}
	for i := range pathPanels {
		want := float64(least) + float64(most-least)*float64(i)/(pathPanels-1)
		best := kept[0]
		for _, k := range kept {
			if math.Abs(float64(g.Path[k].Edges)-want) < math.Abs(float64(g.Path[best].Edges)-want) {
				best = k
			}
		}
		if !slices.Contains(list, best) {
			list = append(list, best)
		}
	}
	for _, k := range kept { // the chosen one in place of its nearest
		if g.Path[k].Chosen && !slices.Contains(list, k) {
			near := 0
			for i, other := range list {
				if abs(other-k) < abs(list[near]-k) {
					near = i
				}
			}
			list[near] = k
		}
	}
	slices.Sort(list)
	return list
}

func abs(x int) int { return max(x, -x) }

// Path shows the graph at several penalties, with its nodes in the same places, and the
// criterion that chooses among the penalties.
func Path(s *subject.Subject) *chart.Panels {
	g := graph.Of(s.Snapshot)
	var maker Maker
	base := maker.Figure(s, UsualState(g), plotting.NoSelection, false)
	chosen := map[[2]int]bool{}
	for _, p := range g.Path {
		for _, e := range p.Joined {
			chosen[e] = chosen[e] || p.Chosen
		}
	}
	f := &chart.Panels{Title: subject.JoinTitle(s.Title(0), "path"), Style: plotting.Light,
		Subtitle: subject.JoinWords("the graph at several penalties, edges of the chosen one thick", s.Subtitle(0, ""))}
	const head, top, across = 0.02, 0.68, 3
	for i, k := range pathPoints(g) {
		p := g.Path[k]
		n := *base
		n.Title, n.Edges, n.Plain, n.Signed, n.Root, n.Roots, n.Directed = "", nil, true, false, nil, nil, false
		n.Subtitle = fmt.Sprintf("penalty %s: %s", plotting.FormatDigits(p.Penalty, 2), plotting.Plural(p.Edges, "edge"))
		if p.Chosen {
			n.Subtitle += ", chosen"
		}
		for _, e := range p.Joined {
			edge := network.Edge{From: e[0], To: e[1], Strength: 0.1}
			if chosen[e] {
				edge.Strength = 0.8
			}
			n.Edges = append(n.Edges, edge)
		}
		n.Prepare()
		x, y := float64(i%across)/across, head+(top-head)/2*float64(i/across)
		f.Parts = append(f.Parts, chart.Panel{Name: fmt.Sprint("graph", i+1), Figure: &n,
			Box: plotting.Window{X0: x, X1: x + 1.0/across, Y0: y, Y1: y + (top-head)/2}})
	}
	f.Parts = append(f.Parts,
		chart.Panel{Name: "criterion",
			Figure: pathCurve(g, pathRule(s, g), "criterion", func(p graph.Point) float64 { return p.Criterion }),
			Box:    plotting.Window{X0: 0, X1: 0.5, Y0: top, Y1: 1}},
		chart.Panel{Name: "edges",
			Figure: pathCurve(g, "edges", "edges", func(p graph.Point) float64 { return float64(p.Edges) }),
			Box:    plotting.Window{X0: 0.5, X1: 1, Y0: top, Y1: 1}})
	return f
}

// pathRule says which point of a path is chosen, by the criterion among the settings: the least, or of instability the
// last that is small enough. Where the settings do not tell, a chosen point that is not the least tells instability.
func pathRule(s *subject.Subject, g *graph.Graph) string {
	const unstable = "instability over subsamples: the last below 0.05 is chosen"
	for _, p := range s.Settings.Parameters() {
		if p.Name != "criterion" {
			continue
		}
		switch s.Settings.Text(p.Name) {
		case "stars":
			return unstable
		case "ebic":
			return "extended BIC: the lowest is chosen"
		case "holdout":
			return "−2 log density of rows left out: the lowest is chosen"
		}
	}
	least, chosen := math.Inf(1), math.Inf(1)
	for _, p := range g.Path {
		least = min(least, p.Criterion)
		if p.Chosen {
			chosen = p.Criterion
		}
	}
	if chosen > least {
		return unstable
	}
	return "criterion: the lowest is chosen"
}

// pathCurve shows a number at each penalty, and where the chosen one is. Points at which the model has
// no density are left out.
func pathCurve(g *graph.Graph, what, name string, of func(p graph.Point) float64) *chart.Chart {
	f := &chart.Chart{Subtitle: what, Style: plotting.Light, X: chart.Axis{Name: "penalty", Log: true, Low: math.Inf(1)},
		Y: chart.Axis{Name: name, Low: math.Inf(1), High: math.Inf(-1)}}
	l, best := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2},
		chart.Layer{Name: "chosen", Kind: chart.Points, Ink: chart.CategoryInk(2), Radius: 4.5}
	for _, p := range g.Path {
		v := of(p)
		if !(p.Penalty > 0) || v >= math.MaxFloat64/2 {
			continue
		}
		l.X, l.Y = append(l.X, p.Penalty), append(l.Y, v)
		f.X.Low, f.X.High = min(f.X.Low, p.Penalty), max(f.X.High, p.Penalty)
		f.Y.Low, f.Y.High = min(f.Y.Low, v), max(f.Y.High, v)
		if p.Chosen {
			best.X, best.Y = append(best.X, p.Penalty), append(best.Y, v)
		}
	}
	if len(l.X) == 0 {
		f.X, f.Y, f.Bare = chart.Axis{High: 1}, chart.Axis{High: 1}, true
		return f
	}
	pad := 0.06*(f.Y.High-f.Y.Low) + 1e-9
	f.Y.Low, f.Y.High = f.Y.Low-pad, f.Y.High+pad
	f.X.Low, f.X.High = f.X.Low/1.06, f.X.High*1.06
	f.Layers = []chart.Layer{l, best}
	return f
}
