package depict

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/glasso"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/network"

	"gonum.org/v1/gonum/mat"
)

func graphSubject(parts ...inference.Part) *Subject {
	x := mat.NewDense(3, 2, []float64{0, 1, 2, 3, 4, 5})
	return &Subject{Info: inference.Info{Name: "outtree", Title: "Out-tree", Iteration: "cycle", Iterations: 10},
		Data:     &inference.Dataset{Name: "table", X: x, Rows: []string{"a", "b", "c"}, Columns: []string{"x", "y"}},
		Table:    &inference.Table{Name: "table", X: x},
		Snapshot: &inference.Snapshot{Model: "outtree", Iteration: 3, Phase: "settled", Parts: parts}}
}

// The best tree is shown whatever its probability, and further edges from a probability on.
func TestNetworkOfTrees(t *testing.T) {
	g := &graph.Graph{Over: graph.Rows, Nodes: []string{"a", "b", "c"}, Directed: true, Measure: graph.Probability,
		Weighted: graph.Distance, Edges: []graph.Edge{{From: 1, To: 0, Strength: 0.1, Weight: 1}, {From: 2, To: 0,
			Strength: 0.2, Weight: 2}, {From: 0, To: 2, Strength: 0.6, Weight: 1}, {From: 1, To: 2, Strength: 0.3, Weight: 1}},
		Root: []float64{0.3, 0.3, 0.4}, Best: []int{1, -1, 0}}
	s := graphSubject(g, &partition.Partition{Name: "tree", Labels: []int{0, 1, 0}})
	e, err := Named(s, "Network")
	if err != nil {
		t.Fatal(err)
	}
	if list := Of(s); list[0].Name != "network" {
		t.Errorf("%s stands for a graph", list[0].Name)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Figure.(*network.Network)
	if len(f.Edges) != 3 || len(f.Roots) != 1 || f.Roots[0] != 1 || f.Strip == nil ||
		len(f.Strip.Annotation.Levels) != 2 || f.Strip.Annotation.Codes[1] != 1 {
		t.Errorf("%+v", f)
	}
	if !strings.Contains(p.Metadata.Description, "best tree") {
		t.Errorf("caption %q", p.Metadata.Description)
	}
}

// Less than half an edge that is expected to be false is not "about 0".
func TestFalseWords(t *testing.T) {
	for wrong, want := range map[float64]string{0: "fewer than 1", 0.49: "fewer than 1", 0.5: "about 1", 12.4: "about 12"} {
		if got := graphs.FalseWords(wrong); got != want {
			t.Errorf("%v edges: %q", wrong, got)
		}
	}
}

// A network without an edge says why, and at which threshold there is one.
func TestNetworkWithoutEdges(t *testing.T) {
	g := &graph.Graph{Over: graph.Rows, Nodes: []string{"a", "b", "c"}, Measure: graph.Probability,
		Edges: []graph.Edge{{From: 0, To: 1, Strength: 0.3}}}
	st := graphs.UsualState(g)
	f := (&graphs.Maker{}).Figure(graphSubject(g), st, plotting.NoSelection, false)
	if len(f.Edges) != 0 ||
		f.Empty != "No edge is as strong as 50 %. The strongest has 30 %: a lower threshold shows it." || f.Wrong != 0 {
		t.Errorf("%d edges, %v false: %q", len(f.Edges), f.Wrong, f.Empty)
	}
	st.Least = 0.2
	if f = (&graphs.Maker{}).Figure(graphSubject(g), st, plotting.NoSelection, false); len(f.Edges) != 1 ||
		f.Empty != "" || !(math.Abs(f.Wrong-0.7) <= 1e-12) {
		t.Errorf("%d edges, %v false: %q", len(f.Edges), f.Wrong, f.Empty)
	}
	g.Edges = nil
	if f = (&graphs.Maker{}).
		Figure(graphSubject(g), st, plotting.NoSelection, false); !strings.HasPrefix(f.Empty, "No two rows are joined: ") {
		t.Errorf("no edge at all: %q", f.Empty)
	}
}

// Of too many edges the strongest are shown, and the caption says of how many and how many are false.
func TestNetworkIsThinned(t *testing.T) {
	g := &graph.Graph{Over: graph.Columns, Measure: graph.Significance, Weighted: graph.Correlation}
	for b := range 20 {
		g.Nodes = append(g.Nodes, string(rune('a'+b)))
		for a := range b {
			g.Edges = append(g.Edges, graph.Edge{From: a, To: b, Strength: 0.99, Weight: float64(a*b) / 400})
		}
	}
	s := graphSubject(g)
	f := (&graphs.Maker{}).Figure(s, graphs.UsualState(g), plotting.NoSelection, false)
	if len(f.Edges) != 60 || f.All != 190 || !f.Columns || f.Signed {
		t.Errorf("%d of %d edges, signed %v", len(f.Edges), f.All, f.Signed)
	}
	for _, e := range f.Edges {
		if e.Weight < 0.2 {
			t.Errorf("%+v is among the strongest", e)
		}
	}
	if words := graphs.Words(s, graphs.UsualState(g), f); words !=
		"the strongest 60 of 190 edges with 1 − q-value of at least 95 %, about 2 of them expected to be false" {
		t.Errorf("caption %q", words)
	}
	g.Weighted = graph.Information
	f = (&graphs.Maker{}).Figure(s, graphs.UsualState(g), plotting.NoSelection, false)
	words := graphs.Words(s, graphs.UsualState(g), f)
	if f.Weight != "mutual information" || f.Unit != "nats" ||
		!strings.HasSuffix(words, "; weights are mutual information in nats") {
		t.Errorf("weights are %q in %q: %q", f.Weight, f.Unit, words)
	}
	if d := (&graphs.MatrixMaker{}).Figure(s).Details(3, 2); len(d) != 1 ||
		d[0] != [2]string{"mutual information", "0.015 nats"} {
		t.Errorf("a cell tells %v", d)
	}
}

// The path has the chosen penalty among at most six, in order, with the nodes in the same places.
func TestGraphPath(t *testing.T) {
	g := &graph.Graph{Over: graph.Columns, Nodes: []string{"x", "y", "z", "u", "v"}, Measure: graph.Chosen,
		Weighted: graph.Partial}
	var joined [][2]int
	for b := range 5 {
		for a := range b {
			g.Path = append(g.Path, graph.Point{Penalty: 1 / float64(len(joined)+1), Edges: len(joined),
				Criterion: float64(len(joined)), Chosen: len(joined) == 8, Joined: slices.Clone(joined)})
			joined = append(joined, [2]int{a, b})
		}
	}
	g.Path = append(g.Path, graph.Point{Penalty: 0.05, Edges: 10}) // too many to be kept
	for _, e := range g.Path[8].Joined {
		g.Edges = append(g.Edges, graph.Edge{From: e[0], To: e[1], Strength: 1, Weight: 0.1})
	}
	s := graphSubject(g)
	s.Data.Columns = g.Nodes
	e, err := Named(s, "path")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Figure.(*chart.Panels)
	last, chosen := 0, 0
	for _, part := range f.Parts[:len(f.Parts)-2] {
		n := part.Figure.(*network.Network)
		if len(n.Edges) <= last || !slices.Equal(n.X, f.Parts[0].Figure.(*network.Network).X) {
			t.Errorf("%d edges after %d", len(n.Edges), last)
		}
		if last = len(n.Edges); strings.HasSuffix(n.Subtitle, ", chosen") {
			chosen = last
		}
	}
	if len(f.Parts) > 8 || chosen != 8 {
		t.Errorf("%d panels, chosen are %d edges", len(f.Parts), chosen)
	}
	if s :=
		graphSubject(&graph.Graph{Over: graph.Columns, Nodes: []string{"x", "y"}, Measure: graph.Chosen}); graphs.HasPath(s) {
		t.Error("a graph without a path has one")
	}
}

// The criterion of a path is that of the settings, even where the least unstable point is chosen.
func TestPathRule(t *testing.T) {
	g := &graph.Graph{Path: []graph.Point{{Penalty: 1, Criterion: 0.01, Chosen: true}, {Penalty: 0.5, Criterion: 0.2}}}
	for criterion, want := range map[string]string{"stars": "instability", "ebic": "extended BIC",
		"holdout": "−2 log density", "": "criterion"} {
		s := graphSubject(g)
		if criterion != "" {
			s.Settings = glasso.Model{}.Info().Defaults()
			if err := s.Settings.Set("criterion", criterion); err != nil {
				t.Fatal(err)
			}
		}
		f := graphs.Path(s)
		if got := f.Parts[len(f.Parts)-2].Figure.(*chart.Chart).Subtitle; !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", criterion, got)
		}
	}
}

// Every layout, colour and size gives each node a finite place; what is moved lies where it was put.
func TestGraphLooks(t *testing.T) {
	g := &graph.Graph{Over: graph.Rows, Nodes: []string{"a", "b", "c"}, Directed: true, Measure: graph.Probability,
		Weighted: graph.Distance, Edges: []graph.Edge{{From: 1, To: 0, Strength: 0.5, Weight: 1}, {From: 0, To: 1,
			Strength: 0.4, Weight: 1}, {From: 0, To: 2, Strength: 0.6, Weight: 1}, {From: 1, To: 2, Strength: 0.3, Weight: 1}}}
	s := graphSubject(g)
	s.Data.Centre, s.Data.Scale = []float64{0, 0}, []float64{1, 1}
	var k graphs.Maker
	for _, l := range graphs.Layouts(g) {
		for _, c := range graphs.Colours(s) {
			for _, size := range graphs.Sizes(s) {
				st := graphs.UsualState(g)
				st.Least, st.Layout, st.Colour, st.Size = 0.2, l, c, size
				f := k.Figure(s, st, plotting.NoSelection, false)
				for u := range f.X {
					if math.IsNaN(f.X[u]+f.Y[u]) || math.IsInf(f.X[u]+f.Y[u], 0) {
						t.Errorf("%s: node %d is at %v, %v", l, u, f.X[u], f.Y[u])
					}
				}
				if (f.Sizes != nil) != (size != graphs.None) || (f.Strip != nil) != (c != graphs.None) {
					t.Errorf("%s, %q, %q: sizes %v, strip %v", l, c, size, f.Sizes, f.Strip)
				}
			}
		}
	}
	st := graphs.UsualState(g)
	st.Moved, st.Around = map[int][2]float64{1: {7, -3}, 2: {math.NaN(), 0}, 9: {1, 1}}, 1
	f := k.Figure(s, st, plotting.Selection{Rows: []int{1}, Node: -1}, false)
	if f.X[1] != 7 || f.Y[1] != -3 || math.IsNaN(f.X[2]) {
		t.Errorf("moved to %v, %v", f.X, f.Y)
	}
	if !slices.Equal(f.Hidden, []bool{false, false, true}) {
		t.Errorf("around the second node hidden are %v", f.Hidden)
	}
	if h := graphs.Hubs(f); !slices.Equal(h, []int{0}) {
		t.Errorf("hubs %v", h)
	}
}

// Nodes without an edge are counted and not drawn where there are several, unless a person wants to see them.
func TestNodesAlone(t *testing.T) {
	g := &graph.Graph{Over: graph.Columns, Measure: graph.Probability, Weighted: graph.Partial}
	for b := range 9 {
		g.Nodes = append(g.Nodes, string(rune('a'+b)))
	}
	g.Edges = []graph.Edge{{From: 0, To: 1, Strength: 0.9, Weight: 0.4}, {From: 1, To: 2, Strength: 0.8, Weight: 0.3},
		{From: 3, To: 4, Strength: 0.2, Weight: 0.1}}
	s, st := graphSubject(g), graphs.UsualState(g)
	f := (&graphs.Maker{}).Figure(s, st, plotting.NoSelection, false)
	if !f.Signed || f.Hidden == nil || f.Hidden[1] || !f.Hidden[3] ||
		!strings.Contains(f.Subtitle, "6 columns without an edge not drawn") {
		t.Errorf("signed %v, hidden %v: %q", f.Signed, f.Hidden, f.Subtitle)
	}
	st.Alone = true
	if f = (&graphs.Maker{}).Figure(s, st, plotting.NoSelection, false); f.Hidden != nil ||
		strings.Contains(f.Subtitle, "not drawn") {
		t.Errorf("hidden %v: %q", f.Hidden, f.Subtitle)
	}
}
