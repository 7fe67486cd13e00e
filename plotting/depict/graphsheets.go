package depict

import (
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// GraphSheets returns the edges, with the parent as the source if they are directed, the nodes, and the equivalence class
// of the best network where there is one.
func GraphSheets(g *graph.Graph) []plotting.Sheet {
	edges := plotting.Sheet{Name: "edges", Header: []string{"source", "target", "probability", "weight", "weight_name"}, Rows: func(yield func([]string) bool) {
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
	return plotting.Sheet{Name: "class", Header: []string{"source", "target", "bond"}, Rows: func(yield func([]string) bool) {
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

// LabelSheet lists rows with the probability of each label that was propagated to them; names are those of the rows.
func LabelSheet(c *classes.Classification, names []string) plotting.Sheet {
	header := []string{"row", "label", "known"}
	for _, l := range c.Levels {
		header = append(header, "probability of "+l)
	}
	found := c.Predicted()
	return plotting.Sheet{Name: "labels", Header: header, Rows: func(yield func([]string) bool) {
		for i, name := range names {
			label, known := found[i], "hidden"
			if c.Truth[i] >= 0 {
				label, known = c.Truth[i], "known"
			}
			row := []string{name, c.Levels[label], known}
			for k := range c.Levels {
				row = append(row, plotting.Cell(c.Probabilities.At(i, k)))
			}
			if !yield(row) {
				return
			}
		}
	}}
}

// TogetherSheet is the matrix, rows × rows, of the shares of draws in which two rows are in one tree.
func TogetherSheet(together *mat.Dense, names []string) plotting.Sheet {
	return plotting.Sheet{Name: "together", Header: append([]string{"row"}, names...), Rows: func(yield func([]string) bool) {
		for i, name := range names {
			row := []string{name}
			for _, share := range together.RawRowView(i) {
				row = append(row, plotting.Cell(share))
			}
			if !yield(row) {
				return
			}
		}
	}}
}
