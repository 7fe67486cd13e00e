package graphs

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/network"

	"gonum.org/v1/gonum/mat"
)

// A document keeps known edges under the names of their nodes, whatever these hold; edges of nodes that the data do not
// have are not compared with.
func TestKnownEdgesAreKept(t *testing.T) {
	rows, columns := []string{"r"}, []string{`a,"x`, "b\nc", "d"}
	known, err := ReadKnown("k", []byte("source,weight,target\n\"a,\"\"x\",3,d\n\"b\nc\",1,d\n"), rows, columns)
	if err != nil {
		t.Fatal(err)
	}
	data := &inference.Dataset{Rows: rows, Columns: columns}
	again := KnownOf(study.Panes{KnownPane: known.List()}, data)
	if again == nil || again.Source != "k" || !slices.Equal(again.truth.Edges, [][2]int{{0, 2}, {1, 2}}) ||
		again.List() != known.List() {
		t.Errorf("%+v", again)
	}
	data.Columns = columns[:2]
	for _, p := range []study.Panes{nil, {KnownPane: 3}, {KnownPane: KnownList{}}, {KnownPane: known.List()},
		{KnownPane: KnownList{"k", "source"}}} {
		if k := KnownOf(p, data); k != nil {
			t.Errorf("%v: %+v", p, k)
		}
	}
}

// Layers of a wide, low tree are parted, at most fourfold; those of a narrow one stay.
func TestStretch(t *testing.T) {
	for _, c := range []struct{ wide, want float64 }{{30, 20}, {1000, 40}, {12, 10}, {0, 10}} {
		y := []float64{0, -10}
		stretch([]float64{0, c.wide}, y)
		if y[0] != 0 || y[1] != -c.want {
			t.Errorf("layers %v wide and 10 high: %v, want %v", c.wide, y, c.want)
		}
	}
}

// Of equal edges, more than are drawn, every node that has some keeps some; of unequal ones the strongest stay.
func TestTiesLeaveNoNodeOut(t *testing.T) {
	const n = 40
	var edges []network.Edge
	for u := range n {
		for v := u + 1; v < n; v++ {
			edges = append(edges, network.Edge{From: u, To: v, Strength: 1})
		}
	}
	strong := network.Edge{From: n - 2, To: n - 1, Strength: 2}
	kept := strongest(append(edges, strong), n, mostEach*n)
	joined := make([]int, n)
	for _, e := range kept {
		joined[e.From]++
		joined[e.To]++
	}
	if len(kept) != mostEach*n || kept[0].Strength != 2 || slices.Min(joined) < mostEach {
		t.Errorf("%d edges, the first of strength %v, edges of a node: %v", len(kept), kept[0].Strength, joined)
	}
}

// Links that are there or not are slim lines without a legend; links with weights have these in it, not shares of the
// greatest.
func TestLinksByWeight(t *testing.T) {
	for _, c := range []struct {
		weights []float64 // of the links of rows 0, 1, 2 in a circle
		alike   bool
	}{{[]float64{1, 1, 1}, true}, {[]float64{1, 3, 9}, false}} {
		w := c.weights
		g := graph.OfNeighbours([]string{"a", "b", "c"}, []int{0, 2, 4, 6}, []int{1, 2, 0, 2, 0, 1},
			[]float64{w[0], w[1], w[0], w[2], w[1], w[2]}, true)
		s := &subject.Subject{Data: &inference.Dataset{Rows: g.Nodes, Columns: g.Nodes, X: mat.NewDense(3, 3, nil)},
			Snapshot: &inference.Snapshot{Parts: []inference.Part{g}}}
		f := new(Maker).make(s, g, State{}, false)
		if f.Alike != c.alike || f.Strength != "" || (f.Told == nil) != c.alike || len(f.Edges) != 3 {
			t.Errorf("%v: %+v", w, f)
		}
		if f.Told != nil && f.Told(9) != "9" {
			t.Errorf("a weight of 9 is %s", f.Told(9))
		}
	}
}

// Where the criterion chose three times as many edges as are stable, and not a few, it is said.
func TestCriteriaThatDisagree(t *testing.T) {
	for _, c := range []struct {
		chosen, stable int
		measure        string
		said           bool
	}{{48, 6, graph.Stability, true}, {48, 17, graph.Stability, false}, {8, 0, graph.Stability, false},
		{9, 0, graph.Stability, true}, {48, 6, graph.Probability, false}} {
		g := &graph.Graph{Over: graph.Columns, Measure: c.measure, Path: []graph.Point{{Edges: 3}, {Edges: c.chosen,
			Chosen: true}}}
		for k := range c.chosen {
			e := graph.Edge{From: k, To: k + 1, Strength: 0.5}
			if k < c.stable {
				e.Strength = 0.9
			}
			g.Edges = append(g.Edges, e)
		}
		g.Nodes = make([]string, c.chosen+1)
		if text := unstableWords(g); (text != "") != c.said {
			t.Errorf("%d chosen and %d stable: %q", c.chosen, c.stable, text)
		}
	}
}
