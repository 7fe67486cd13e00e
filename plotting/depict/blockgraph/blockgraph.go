// Package blockgraph makes the figure of the groups of a graph's nodes: a node for each group, by its size, and an edge
// for each two that are linked, by how much a pair of their nodes is.
package blockgraph

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/layout"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/network"
)

const (
	mostGroups = 200 // groups of a figure
	mostEdges  = 400 // edges of a figure, the strongest
)

// Has reports whether a result has groups of the nodes of a graph of rows, of which at least two have members.
func Has(s *subject.Subject) bool {
	g, p := graph.Of(s.Snapshot), partition.Of(s.Snapshot)
	if g == nil || p == nil || g.Over != graph.Rows || g.Measure != graph.Neighbouring || g.Best != nil ||
		g.Weighted == graph.Distance || len(p.Labels) != len(g.Nodes) {
		return false
	}
	most := slices.Max(p.Labels)
	return most > 0 && most < mostGroups
}

// A Rates is how much the groups of a graph are linked.
type Rates struct {
	Members  [][]int     // nodes of each group
	Rate     [][]float64 // from each group to each: the sum of the links over the number of pairs of nodes
	Directed bool
}

// RatesOf returns those of a graph whose nodes have labels, negative for nodes in no group.
func RatesOf(g *graph.Graph, label []int) *Rates {
	r := &Rates{Members: make([][]int, slices.Max(label)+1), Directed: g.Directed}
	for u, k := range label {
		if k >= 0 {
			r.Members[k] = append(r.Members[k], u)
		}
	}
	for range r.Members {
		r.Rate = append(r.Rate, make([]float64, len(r.Members)))
	}
	for _, e := range g.Edges {
		a, b := label[e.From], label[e.To]
		if a < 0 || b < 0 {
			continue
		}
		w := e.Weight
		if g.Weighted == "" {
			w = e.Strength
		}
		r.Rate[a][b] += w
		if !g.Directed && a != b {
			r.Rate[b][a] += w
		}
	}
	for a := range r.Rate {
		for b := range r.Rate {
			pairs := float64(len(r.Members[a]) * len(r.Members[b]))
			if n := float64(len(r.Members[a])); a == b {
				if pairs = n * (n - 1); !g.Directed {
					pairs /= 2
				}
			}
			if pairs > 0 {
				r.Rate[a][b] /= pairs
			}
		}
	}
	return r
}

type key struct{}

// Of returns the rates of a result, for which [Has] holds.
func Of(s *subject.Subject) *Rates {
	return subject.Once(s, key{}, func() *Rates {
		return RatesOf(graph.Of(s.Snapshot), partition.Of(s.Snapshot).Labels)
	})
}

// shareLinked names the rate of two groups where links are there or not.
const shareLinked = "share of pairs linked"

// measured names the rate of two groups.
func measured(s *subject.Subject) string {
	switch {
	case graph.Of(s.Snapshot).Weighted != graph.Linked:
		return "weight per pair of rows"
	case s.Data.Kind == inference.Binary:
		return shareLinked
	}
	return "links per pair of nodes"
}

// Figure shows the groups of a result; rows are the rows that are selected. A group is selected if all its members are.
func Figure(s *subject.Subject, rows []int) *network.Network {
	f := &network.Network{Title: subject.JoinTitle(s.Title(0), "block graph"), Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light, Wrong: -1, Empty: "No two groups are linked."}
	if !Has(s) {
		return f
	}
	r, p := Of(s), partition.Of(s.Snapshot)
	f.Directed, f.Towards, f.Weight, f.SizeName = r.Directed, "rows to columns", measured(s), "members"
	f.Told = plotting.FormatNumber
	if f.Weight == shareLinked {
		f.Told = plotting.FormatPercent
	}
	largest := 0
	for _, m := range r.Members {
		largest = max(largest, len(m))
	}
	values := make([]string, len(r.Members))
	for k, m := range r.Members {
		values[k] = fmt.Sprint(p.Name, " ", k+1)
		name := fmt.Sprintf("%d: %s", k+1, plotting.Plural(len(m), "member"))
		f.Brief = append(f.Brief, name)
		if len(m) > 1 {
			name += ", " + f.Told(r.Rate[k][k]) + " within"
		}
		f.Names = append(f.Names, name)
		f.Sizes = append(f.Sizes, float64(len(m))/float64(largest))
	}
	f.Strip = &beside.Strip{Annotation: inference.NewAnnotation(p.Name, values)}
	greatest := 0.0
	var ends []layout.Edge
	for a := range r.Rate {
		for b := range r.Rate {
			if a == b || !r.Directed && b < a || r.Rate[a][b] == 0 {
				continue
			}
			f.Edges = append(f.Edges, network.Edge{From: a, To: b, Weight: r.Rate[a][b]})
			greatest = max(greatest, abs(r.Rate[a][b]))
			f.Signed = f.Signed || r.Rate[a][b] < 0
		}
	}
	f.All = len(f.Edges)
	stable.Sort(f.Edges, func(a, b network.Edge) int { return cmp.Compare(abs(a.Weight), abs(b.Weight)) })
	f.Edges = f.Edges[max(0, len(f.Edges)-mostEdges):]
	for k := range f.Edges {
		e := &f.Edges[k]
		e.Strength = abs(e.Weight) / greatest
		ends = append(ends, layout.Edge{A: e.From, B: e.To, Length: 2 - e.Strength})
	}
	f.X, f.Y = layout.Places(len(r.Members), ends)
	f.Subtitle = subject.JoinWords(fmt.Sprintf("%s of %s", plotting.Plural(len(r.Members), "group"),
		plotting.Plural(len(p.Labels), "node")), "edges by "+f.Weight, s.Subtitle(0, ""))
	f.Selection.Rows = r.selected(rows)
	return f
}

func abs(x float64) float64 { return max(x, -x) }

// selected are the groups all of whose members are among some rows.
func (r *Rates) selected(rows []int) (groups []int) {
	for k, m := range r.Members {
		if len(m) > 0 && !slices.ContainsFunc(m, func(i int) bool { return !slices.Contains(rows, i) }) {
			groups = append(groups, k)
		}
	}
	return groups
}

// Rows are the members of groups.
func (r *Rates) Rows(groups []int) (rows []int) {
	for _, k := range groups {
		rows = append(rows, r.Members[k]...)
	}
	return rows
}
