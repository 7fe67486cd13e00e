package graphs

import (
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting"
)

// Sheets returns the edges, with the parent as the source if they are directed, the nodes, and the equivalence class
// of the best network where there is one.
func Sheets(g *graph.Graph) []plotting.Sheet {
	edges := plotting.Sheet{Name: "edges", Header: []string{"source", "target", "probability", "weight", "weight_name"},
		Rows: func(yield func([]string) bool) {
			for _, e := range g.Edges {
				weight := ""
				if g.Weighted != "" {
					weight = plotting.Cell(e.Weight)
				}
				if !yield([]string{g.Nodes[e.From], g.Nodes[e.To], plotting.Cell(e.Strength), weight, g.WeightName()}) {
					return
				}
			}
		}}
	nodes := plotting.Sheet{Name: "nodes", Header: []string{"name"}}
	if g.Root != nil {
		nodes.Header = append(nodes.Header, "root_probability")
	}
	nodes.Rows = func(yield func([]string) bool) {
		for u, name := range g.Nodes {
			row := []string{name}
			if g.Root != nil {
				row = append(row, plotting.Cell(g.Root[u]))
			}
			if !yield(row) {
				return
			}
		}
	}
	sheets := []plotting.Sheet{edges, nodes}
	if g.Class != nil {
		sheets = append(sheets, classSheet(g))
	}
	return sheets
}

// classSheet lists the bonds of the equivalence class of the best network.
func classSheet(g *graph.Graph) plotting.Sheet {
	return plotting.Sheet{Name: "class", Header: []string{"source", "target", "bond"},
		Rows: func(yield func([]string) bool) {
			for _, b := range g.Class.Bonds {
				bond := "line"
				if b.Directed {
					bond = "arrow"
				}
				if !yield([]string{g.Nodes[b.From], g.Nodes[b.To], bond}) {
					return
				}
			}
		}}
}
