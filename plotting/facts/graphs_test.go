package facts

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/places"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/graphs"
)

// A node is described by its edges, two by the edge between them, several by how they hang together.
func TestNodesAreDescribed(t *testing.T) {
	g := &graph.Graph{Over: graph.Rows, Nodes: []string{"a", "b", "c", "d"}, Directed: true, Measure: graph.Probability,
		Weighted: graph.Distance, Edges: []graph.Edge{{From: 1, To: 0, Strength: 0.25, Weight: 2}, {From: 0, To: 1,
			Strength: 0.5, Weight: 2}, {From: 1, To: 2, Strength: 0.9, Weight: 1}}, Root: []float64{0.25, 0.5, 0.1, 0.15}}
	for _, c := range []struct {
		rows  []int
		title string
		want  [][2]string
	}{
		{nil, "", nil},
		{[]int{1}, "b", [][2]string{{"root with probability", "50 %"}, {"edges ≥ 25 %", "3"}, {"expected number", "1.65"},
			{"to c", "90 %, 1"}, {"from a", "50 %, 2"}, {"to a", "25 %, 2"}, {"percentages", "posterior probability"},
			{"weights", "distance"}}},
		{[]int{0, 1}, "a and b", [][2]string{{"b → a", "25 %, 2"}, {"a → b", "50 %, 2"},
			{"percentages", "posterior probability"}, {"weights", "distance"}}},
		{[]int{0, 3}, "a and d", [][2]string{{"edge", "none"}}},
		{[]int{0, 1, 3, 9}, "3 rows",
			[][2]string{{"edges within ≥ 25 %", "2"}, {"expected within", "0.75"}, {"edges out of it ≥ 25 %", "1"}}},
	} {
		title, lines := describeNodes(g, study.Selection{Rows: c.rows})
		if title != c.title || !slices.Equal(lines, c.want) {
			t.Errorf("%v: %q, %v", c.rows, title, lines)
		}
	}
	g.Over, g.Directed, g.Measure, g.Root = graph.Columns, false, graph.Chosen, nil
	g.Edges = g.Edges[1:]
	if title, lines := describeNodes(g, study.Selection{Rows: []int{1}, Columns: []int{0}}); title != "a" ||
		!slices.Equal(lines, [][2]string{{"edges", "1"}, {"with b", "2"}, {"weights", "distance"}}) {
		t.Errorf("a column: %q, %v", title, lines)
	}
	g.Weighted, g.Measure = graph.Information, graph.Significance
	if _, lines := describeNodes(g, study.Selection{Columns: []int{0}}); !slices.Equal(lines,
		[][2]string{{"edges ≥ 95 %", "0"}, {"weaker edges", "1"}, {"with b", "50 %, 2 nats"}, {"percentages", "1 − q-value"},
			{"in nats", "mutual information"}}) {
		t.Errorf("information: %v", lines)
	}
	if _, lines := describeNodes(g, study.Selection{Columns: []int{0, 1}}); !slices.Equal(lines,
		[][2]string{{"edge", "50 %, 2 nats"}, {"percentages", "1 − q-value"}, {"in nats", "mutual information"}}) {
		t.Errorf("information of a pair: %v", lines)
	}
}

// Rows in clusters have them in the table of nodes, and their number is told.
func TestNodesHaveClusters(t *testing.T) {
	labels := []int{1, 0, -1, 0}
	if got, want := sizesOf(labels, "cluster"),
		"2 clusters; rows by cluster: 2, 1; 1 row stands alone; in none: 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	g := &graph.Graph{Over: graph.Rows, Nodes: []string{"a", "b", "c", "d"}, Measure: graph.Chosen}
	sheet := clustered(graphs.Sheets(g)[1], labels)
	lines := [][]string{sheet.Header}
	for line := range sheet.Rows {
		lines = append(lines, line)
	}
	want := [][]string{{"name", "cluster"}, {"a", "2"}, {"b", "1"}, {"c", ""}, {"d", "1"}}
	if !slices.EqualFunc(lines, want, slices.Equal) {
		t.Errorf("%q", lines)
	}
}

// A map is a table of the places of rows.
func TestPlaces(t *testing.T) {
	p := &places.Places{X: []float64{1, 2}, Y: []float64{3, -1}, Near: 1, Trust: 0.9, Continuity: 0.8}
	r := Result{Subject: &depict.Subject{Data: &inference.Dataset{Rows: []string{"a", "b"}},
		Snapshot: &inference.Snapshot{Parts: []inference.Part{p}}}}
	files := placed.Files(r)
	if len(files) != 1 || files[0].Name != "map.csv" {
		t.Fatalf("%+v", files)
	}
	for line := range files[0].Sheet.Rows {
		if !slices.Equal(line, []string{"a", "1", "3"}) {
			t.Errorf("%q", line)
		}
		break
	}
}
