package graph_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/formats/cytoscapejs"
	"gonum.org/v1/gonum/graph/simple"
)

// Names that would break a file stand in it whole.
func hostile() *graph.Graph {
	g := directed()
	g.Nodes = []string{`a "quoted" <b> & c`, `back\slash`, "]]> line\nend"}
	return g
}

func TestGraphML(t *testing.T) {
	var b bytes.Buffer
	if err := hostile().WriteGraphML(&b); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Graph struct {
			Default string `xml:"edgedefault,attr"`
			Node    []struct {
				Data []string `xml:"data"`
			} `xml:"node"`
			Edge []struct {
				Source string   `xml:"source,attr"`
				Target string   `xml:"target,attr"`
				Data   []string `xml:"data"`
			} `xml:"edge"`
		} `xml:"graph"`
	}
	if err := xml.Unmarshal(b.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	g := read.Graph
	if g.Default != "directed" || len(g.Node) != 3 || len(g.Edge) != 2 || g.Edge[1].Source != "n0" ||
		g.Edge[1].Target != "n2" ||
		g.Edge[1].Data[0] != "0.5" || g.Edge[1].Data[1] != "3" || g.Node[1].Data[1] != "0.5" {
		t.Errorf("%+v", g)
	}
	for u, name := range hostile().Nodes {
		if g.Node[u].Data[0] != name {
			t.Errorf("node %d is called %q", u, g.Node[u].Data[0])
		}
	}
}

func TestDOT(t *testing.T) {
	var b bytes.Buffer
	if err := hostile().WriteDOT(&b); err != nil {
		t.Fatal(err)
	}
	g := simple.NewDirectedGraph()
	if err := dot.Unmarshal(b.Bytes(), g); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if g.Nodes().Len() != 3 || g.Edges().Len() != 2 {
		t.Errorf("%d nodes and %d edges", g.Nodes().Len(), g.Edges().Len())
	}
	b.Reset()
	u := &graph.Graph{Nodes: []string{"a", "b"}, Edges: []graph.Edge{{From: 0, To: 1, Strength: 1}}}
	if err := u.WriteDOT(&b); err != nil || !strings.Contains(b.String(), "n0 -- n1") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

func TestCytoscape(t *testing.T) {
	var b bytes.Buffer
	if err := hostile().WriteCytoscape(&b); err != nil {
		t.Fatal(err)
	}
	type element struct{ Data map[string]any }
	var read struct {
		Directed bool
		Elements struct{ Nodes, Edges []element }
	}
	if err := json.Unmarshal(b.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	e := read.Elements
	if !read.Directed || len(e.Nodes) != 3 || len(e.Edges) != 2 || e.Nodes[0].Data["name"] != hostile().Nodes[0] ||
		e.Edges[0].Data["source"] != "n1" || e.Edges[1].Data["weight"] != 3.0 {
		t.Errorf("%+v", read)
	}
}

// Another program's reader takes the JSON, with nodes and edges apart; without edges it is whole too.
func TestCytoscapeIsRead(t *testing.T) {
	for edges := range 3 {
		g, b := hostile(), bytes.Buffer{}
		g.Edges = g.Edges[:edges]
		if err := g.WriteCytoscape(&b); err != nil {
			t.Fatal(err)
		}
		var read cytoscapejs.GraphNodeEdge
		if err := json.Unmarshal(b.Bytes(), &read); err != nil || len(read.Elements.Nodes) != 3 ||
			len(read.Elements.Edges) != edges {
			t.Fatalf("%+v, %v", read, err)
		}
		for _, e := range read.Elements.Edges {
			if e.Data.Source == "" || e.Data.Target == "" {
				t.Errorf("edge %+v", e)
			}
		}
		if got := read.Elements.Nodes[0].Data.Attributes["root_probability"]; got != g.Root[0] {
			t.Errorf("root probability %v", got)
		}
	}
}

// counted counts what is written at a time.
type counted struct{ most, all int }

func (c *counted) Write(p []byte) (int, error) {
	c.most, c.all = max(c.most, len(p)), c.all+len(p)
	return len(p), nil
}

// A large graph is written in small pieces.
func TestFilesInPieces(t *testing.T) {
	g := &graph.Graph{Weighted: graph.Distance}
	for u := range 300 {
		g.Nodes = append(g.Nodes, fmt.Sprint("row ", u))
		for v := range u {
			g.Edges = append(g.Edges, graph.Edge{From: v, To: u, Strength: 0.5, Weight: 2})
		}
	}
	for name, write := range map[string]func(io.Writer) error{"GraphML": g.WriteGraphML, "DOT": g.WriteDOT,
		"Cytoscape": g.WriteCytoscape} {
		var c counted
		if err := write(&c); err != nil || c.most > 1<<14 || c.all < 1<<20 {
			t.Errorf("%s: pieces of up to %d bytes of %d, %v", name, c.most, c.all, err)
		}
	}
}

// A full disk is an error in every format.
func TestFilesThatCannotBeWritten(t *testing.T) {
	for name, write := range map[string]func(io.Writer) error{"GraphML": hostile().WriteGraphML, "DOT": hostile().WriteDOT,
		"Cytoscape": hostile().WriteCytoscape} {
		if err := write(noRoom{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// The files say what weights are, with their unit.
func TestWeightNames(t *testing.T) {
	g := directed()
	for weighted, want := range map[string]string{graph.Information: "mutual information, nats",
		graph.Distance: "distance"} {
		g.Weighted = weighted
		for name, write := range map[string]func(io.Writer) error{"GraphML": g.WriteGraphML, "DOT": g.WriteDOT,
			"Cytoscape": g.WriteCytoscape} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s does not say %q:\n%s", name, want, b.String())
			}
		}
	}
	if g.Weighted = ""; g.WeightName() != "" || g.Unit() != "" {
		t.Errorf("no weights are %q in %q", g.WeightName(), g.Unit())
	}
}
