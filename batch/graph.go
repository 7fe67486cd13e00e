package batch

import (
	"io"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting"
)

// graphFacts say how large a graph is; its edges are in edges.csv.
type graphFacts struct {
	Over     string `json:"over"` // what the nodes are: rows or columns
	Directed bool   `json:"directed"`
	Nodes    int    `json:"nodes"`
	Edges    int    `json:"edges"`             // that are listed
	Measure  string `json:"measure"`           // what the probability of an edge is
	Weight   string `json:"weight,omitempty"`  // what its weight is
	Unit     string `json:"unit,omitempty"`    // of the weight
	Omitted  number `json:"omitted,omitempty"` // sum of the probabilities of edges that are not listed
	// Truth compares it with the edges of --truth.
	Truth *truthFacts `json:"truth,omitempty"`
}

// graphFacts returns nil for results without a graph.
func (f *fitted) graphFacts() *graphFacts {
	g := graph.Of(f.snapshot)
	if g == nil {
		return nil
	}
	return &graphFacts{Over: g.Over, Directed: g.Directed, Nodes: len(g.Nodes), Edges: len(g.Edges), Measure: g.Measure, Weight: g.Weighted, Unit: g.Unit(), Omitted: number(g.Omitted), Truth: f.compared()}
}

// writeGraph writes the edges and nodes of a graph as tables, and the graph for other programs:
// GraphML, DOT and the JSON of Cytoscape.
func (f *fitted) writeGraph(out *folder) error {
	g := graph.Of(f.snapshot)
	if g == nil {
		return nil
	}
	sheets := graphSheets(g)
	if c := f.propagated(); c != nil {
		sheets = append(sheets, labelSheet(c, f.material.Data.Rows))
	}
	for _, sheet := range sheets {
		if err := out.writeSheet(sheet.Name+".csv", sheet); err != nil {
			return err
		}
	}
	if _, together := f.grove(); together != nil {
		if err := out.writeSheet("matrices/together.csv", togetherSheet(together, f.material.Data.Rows)); err != nil {
			return err
		}
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{{"graph.graphml", g.WriteGraphML}, {"graph.dot", g.WriteDOT}, {"graph.cyjs", g.WriteCytoscape}} {
		if err := out.stream(file.name, file.write); err != nil {
			return err
		}
	}
	return nil
}

// graphSheets returns the edges, with the parent as the source if they are directed, and the nodes.
func graphSheets(g *graph.Graph) []plotting.Sheet {
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
