package graphs

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"example.org/espalier/inference/algorithm/community"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/outlying"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
)

// mostEdgeNodes is how many nodes a matrix of edges shows at most: those with most edges.
const mostEdgeNodes = 1200

// An MatrixMaker makes matrices of edges and keeps the one that it made last. The zero value is
// ready. It is safe for concurrent use.
type MatrixMaker struct {
	mu      sync.Mutex
	subject *subject.Subject
	made    matrix.Matrix
}

// Figure shows the strength of each edge of a result as a cell, nodes of a community beside each
// other. Of directed edges the row is the child. Where models only choose edges, cells are their
// weights.
func (k *MatrixMaker) Figure(s *subject.Subject) matrix.Matrix {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.subject != s {
		k.subject, k.made = s, edgeMatrix(s)
	}
	return k.made
}

func edgeMatrix(s *subject.Subject) matrix.Matrix {
	g := graph.Of(s.Snapshot)
	m := matrix.Matrix{Title: subject.JoinTitle(s.Title(0), "edges"), Symmetric: true, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}
	if len(g.Nodes) < 2 {
		m.Empty = "A single node has no edges."
		return m
	}
	order, groups, all := edgeOrder(g)
	m.Subtitle = subject.JoinWords(edgeMatrixWords(g, len(order), all),
		outlying.Words(s.Data, s.Settings), s.Subtitle(0, ""))
	n := len(g.Nodes)
	place := make([]int, n)
	for u := range place {
		place[u] = -1
	}
	for _, u := range order {
		place[u] = u
	}
	x := mat.NewDense(n, n, nil)
	limit := 0.0
	for _, e := range g.Edges {
		if place[e.From] < 0 || place[e.To] < 0 {
			continue
		}
		value := e.Strength
		if g.Measure == graph.Chosen && g.Weighted != "" {
			value = e.Weight
		}
		limit = max(limit, value, -value)
		x.Set(e.To, e.From, value)
		if !g.Directed {
			x.Set(e.From, e.To, value)
		}
	}
	what, scale := g.Measure, ink.Scale{Map: ink.Ink, Low: 0, High: 1}
	if g.Measure == graph.Chosen && g.Weighted != "" {
		what, scale = g.WeightName(), ink.Scale{Map: ink.Signed, Low: -max(limit, 1e-9), High: max(limit, 1e-9)}
	}
	m.Heat = &beside.Heat{X: x, Columns: g.Nodes, Order: order, Title: what, Scale: scale}
	m.Rows, m.Order, m.Groups = g.Nodes, order, groups
	weights := map[[2]int]float64{}
	if g.Weighted != "" && g.Measure != graph.Chosen {
		for _, e := range g.Edges {
			weights[[2]int{e.To, e.From}] = e.Weight
			if !g.Directed {
				weights[[2]int{e.From, e.To}] = e.Weight
			}
		}
		m.Details = func(row, column int) [][2]string {
			if w, ok := weights[[2]int{row, column}]; ok {
				return [][2]string{{g.Weighted, plotting.WithUnit(w, g.Unit())}}
			}
			return nil
		}
	}
	return m
}

// edgeOrder lists the nodes with an edge by their communities, the largest first, and in them by
// the sum of their strengths, and the communities as groups. all is how many nodes have an edge.
func edgeOrder(g *graph.Graph) (order []int, groups []beside.Group, all int) {
	joined := make([]float64, len(g.Nodes))
	var joins []community.Edge
	for _, e := range g.Edges {
		joined[e.From] += e.Strength
		joined[e.To] += e.Strength
		joins = append(joins, community.Edge{A: e.From, B: e.To, Weight: e.Strength})
	}
	for u := range joined {
		order = append(order, u)
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(joined[b], joined[a]) })
	if all = len(order); all > mostEdgeNodes {
		order = order[:mostEdgeNodes]
	}
	label := community.Of(len(g.Nodes), joins)
	stable.Sort(order, func(a, b int) int { return cmp.Compare(label[a], label[b]) })
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && label[order[j]] == label[order[i]] {
			j++
		}
		if k := len(groups); j-i > 1 {
			groups = append(groups,
				beside.Group{Name: fmt.Sprint("community ", k+1), Colour: ink.ClusterInk(k), Rows: slices.Clone(order[i:j])})
		}
		i = j
	}
	return order, groups, all
}

// edgeMatrixWords describes the cells.
func edgeMatrixWords(g *graph.Graph, shown, all int) string {
	text := g.Measure + " of each edge"
	if g.Measure == graph.Chosen {
		text = g.WeightName() + " of each edge"
	}
	if g.Directed {
		text += ", parents across and children down"
	}
	text += ", ordered by communities"
	if shown < all {
		text += "; the " + plotting.FormatCount(shown) + " of " + plotting.FormatCount(all) + " nodes with the most edges"
	}
	return text
}
