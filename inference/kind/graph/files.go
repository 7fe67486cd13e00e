package graph

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/graph/formats/cytoscapejs"
)

// WriteGraphML writes nodes and edges with their numbers as GraphML, which Cytoscape, Gephi, yEd
// and igraph read.
func (g *Graph) WriteGraphML(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, xml.Header, `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">`, "\n")
	fmt.Fprintln(b, `  <key id="name" for="node" attr.name="name" attr.type="string"/>`)
	if g.Root != nil {
		fmt.Fprintln(b, `  <key id="root" for="node" attr.name="root_probability" attr.type="double"/>`)
	}
	fmt.Fprint(b, `  <key id="strength" for="edge" attr.name="probability" attr.type="double"><desc>`)
	if err := xml.EscapeText(b, []byte(g.Measure)); err != nil {
		return err
	}
	fmt.Fprintln(b, "</desc></key>")
	if g.Weighted != "" {
		fmt.Fprint(b, `  <key id="weight" for="edge" attr.name="weight" attr.type="double"><desc>`)
		if err := xml.EscapeText(b, []byte(g.WeightName())); err != nil {
			return err
		}
		fmt.Fprintln(b, "</desc></key>")
	}
	direction := "undirected"
	if g.Directed {
		direction = "directed"
	}
	fmt.Fprintf(b, "  <graph edgedefault=%q>\n", direction)
	for u, name := range g.Nodes {
		fmt.Fprintf(b, `    <node id="n%d"><data key="name">`, u)
		if err := xml.EscapeText(b, []byte(name)); err != nil {
			return err
		}
		fmt.Fprint(b, "</data>")
		if g.Root != nil {
			fmt.Fprintf(b, `<data key="root">%s</data>`, number(g.Root[u]))
		}
		fmt.Fprintln(b, "</node>")
	}
	for _, e := range g.Edges {
		fmt.Fprintf(b, `    <edge source="n%d" target="n%d"><data key="strength">%s</data>`, e.From, e.To, number(e.Strength))
		if g.Weighted != "" {
			fmt.Fprintf(b, `<data key="weight">%s</data>`, number(e.Weight))
		}
		fmt.Fprintln(b, "</edge>")
	}
	fmt.Fprint(b, "  </graph>\n</graphml>\n")
	return b.Flush()
}

// WriteDOT writes the graph in the language of Graphviz.
func (g *Graph) WriteDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	kind, joint := "graph", "--"
	if g.Directed {
		kind, joint = "digraph", "->"
	}
	fmt.Fprintln(b, kind, "{")
	if g.Weighted != "" {
		fmt.Fprintf(b, "  // weighting: %s\n", g.WeightName())
	}
	for u, name := range g.Nodes {
		fmt.Fprintf(b, "  n%d [label=%s];\n", u, quoted(name))
	}
	for _, e := range g.Edges {
		fmt.Fprintf(b, "  n%d %s n%d [probability=%s", e.From, joint, e.To, number(e.Strength))
		if g.Weighted != "" {
			fmt.Fprintf(b, ", weighting=%s", number(e.Weight)) // weight itself is a word of Graphviz, and may not be negative
		}
		fmt.Fprintf(b, ", penwidth=%s];\n", number(0.5+2*e.Strength))
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

// quoted is a text in quotation marks as DOT has them: only these are escaped, and backslashes,
// which labels would take for line ends.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// WriteCytoscape writes the graph as the JSON of Cytoscape.js.
func (g *Graph) WriteCytoscape(w io.Writer) error {
	var c cytoscapejs.GraphElem
	for u, name := range g.Nodes {
		data := map[string]any{"name": name}
		if g.Root != nil {
			data["root_probability"] = g.Root[u]
		}
		c.Elements = append(c.Elements, cytoscapejs.Element{Group: "nodes", Data: cytoscapejs.ElemData{ID: fmt.Sprint("n", u), Attributes: data}})
	}
	for k, e := range g.Edges {
		data := map[string]any{"probability": e.Strength}
		if g.Weighted != "" {
			data["weight"], data["weight_name"] = e.Weight, g.WeightName()
		}
		c.Elements = append(c.Elements, cytoscapejs.Element{Group: "edges", Data: cytoscapejs.ElemData{ID: fmt.Sprint("e", k),
			Source: fmt.Sprint("n", e.From), Target: fmt.Sprint("n", e.To), Attributes: data}})
	}
	j := json.NewEncoder(w)
	j.SetIndent("", " ")
	return j.Encode(c)
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
