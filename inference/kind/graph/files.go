package graph

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
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

// WriteCytoscape writes the graph as the JSON of Cytoscape.js with nodes and edges apart, as Cytoscape itself does and
// its other readers expect, an element a line. Elements are encoded one by one: together they would take many times the
// room of the graph.
func (g *Graph) WriteCytoscape(w io.Writer) error {
	type data struct {
		ID         string   `json:"id"`
		Name       *string  `json:"name,omitempty"`
		Root       *float64 `json:"root_probability,omitempty"`
		Source     string   `json:"source,omitempty"`
		Target     string   `json:"target,omitempty"`
		Strength   *float64 `json:"probability,omitempty"`
		Weight     *float64 `json:"weight,omitempty"`
		WeightName string   `json:"weight_name,omitempty"`
	}
	b := bufio.NewWriter(w)
	between := ""
	put := func(d data) error {
		text, err := json.Marshal(struct {
			Data data `json:"data"`
		}{d})
		if err != nil {
			return err
		}
		b.WriteString(between) // an error stays until Flush
		b.Write(text)
		between = ",\n"
		return nil
	}
	measure, err := json.Marshal(g.Measure)
	if err != nil {
		return err
	}
	fmt.Fprintf(b,
		"{\"format_version\":\"1.0\",\"directed\":%v,\"data\":{\"probability\":%s},\n\"elements\":{\"nodes\":[\n", g.Directed,
		measure)
	for u, name := range g.Nodes {
		d := data{ID: fmt.Sprint("n", u), Name: &name}
		if g.Root != nil {
			d.Root = &g.Root[u]
		}
		if err := put(d); err != nil {
			return err
		}
	}
	b.WriteString("\n],\"edges\":[\n")
	between = ""
	for k, e := range g.Edges {
		d := data{ID: fmt.Sprint("e", k), Source: fmt.Sprint("n", e.From), Target: fmt.Sprint("n", e.To),
			Strength: &e.Strength}
		if g.Weighted != "" {
			d.Weight, d.WeightName = &e.Weight, g.WeightName()
		}
		if err := put(d); err != nil {
			return err
		}
	}
	b.WriteString("\n]}}\n")
	return b.Flush()
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
