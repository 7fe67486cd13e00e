package graph_test

import (
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
)

// directed is a graph of rows with all that one of trees has.
func directed() *graph.Graph {
	return &graph.Graph{Over: graph.Rows, Nodes: []string{"a", "b", "c"}, Directed: true,
		Measure: graph.Probability, Weighted: "distance",
		Edges:   []graph.Edge{{From: 1, To: 0, Strength: 0.75, Weight: -2}, {From: 0, To: 2, Strength: 0.5, Weight: 3}},
		Omitted: 0.25, Root: []float64{0.25, 0.5, 0.125}, Best: []int{1, -1, 0}, Draws: [][]int{{-1, 0, 1}, {2, 2, -1}},
		Path: []graph.Point{{Penalty: 0.5, Edges: 2, Criterion: -3, Chosen: true, Joined: [][2]int{{0, 1}, {1, 2}}},
			{Penalty: 0.25, Edges: 5, Criterion: 7}},
		Class: &graph.Class{Log: -4.5, Bonds: []graph.Bond{{From: 2, To: 0, Directed: true}, {From: 0, To: 1}}}}
}

func full() inferencetest.KindValue  { return directed() }
func empty() inferencetest.KindValue { return new(graph.Graph) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion3(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/graph3.bin") }

// What versions 1 and 2 wrote is read: the same graph without the edges of the points, and in version
// 1 without a class.
func TestEarlierVersions(t *testing.T) {
	for version, file := range map[int]string{1: "testdata/graph1.bin", 2: "testdata/graph2.bin"} {
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g := new(graph.Graph)
		if err := g.UnmarshalBinary(old); err != nil {
			t.Fatal(err)
		}
		want := directed()
		want.Path[0].Edges, want.Path[0].Joined = 4, nil
		if version == 1 {
			want.Class = nil
		}
		if !reflect.DeepEqual(g, want) {
			t.Errorf("%+v, want %+v", g, want)
		}
	}
}

func FuzzGraph(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestCheck(t *testing.T) {
	data := &inference.Dataset{Rows: []string{"a", "b", "c"}}
	for name, c := range map[string]struct {
		change func(g *graph.Graph)
		want   string
	}{
		"nothing":          {func(*graph.Graph) {}, ""},
		"over":             {func(g *graph.Graph) { g.Over = "cells" }, `over "cells"`},
		"columns":          {func(g *graph.Graph) { g.Over = graph.Columns }, "not the columns"},
		"names":            {func(g *graph.Graph) { g.Nodes[1] = "x" }, "not the rows"},
		"measure":          {func(g *graph.Graph) { g.Measure = "luck" }, `are "luck"`},
		"omitted":          {func(g *graph.Graph) { g.Omitted = -1 }, "strength -1"},
		"node":             {func(g *graph.Graph) { g.Edges[0].From = 3 }, "from node 4"},
		"loop":             {func(g *graph.Graph) { g.Edges[0].From = 0 }, "from node 1 to 1"},
		"order":            {func(g *graph.Graph) { g.Edges[1].To = 0; g.Edges[1].From = 1 }, "out of order"},
		"strength":         {func(g *graph.Graph) { g.Edges[1].Strength = 1.5 }, "strength 1.5"},
		"weight":           {func(g *graph.Graph) { g.Edges[1].Weight = math.NaN() }, "weight NaN"},
		"weight of none":   {func(g *graph.Graph) { g.Weighted = "" }, "weight -2"},
		"roots":            {func(g *graph.Graph) { g.Root = g.Root[:2] }, "2 probabilities"},
		"root":             {func(g *graph.Graph) { g.Root[2] = -1 }, "with probability -1"},
		"best":             {func(g *graph.Graph) { g.Best[1] = 0 }, "own ancestor"},
		"draw":             {func(g *graph.Graph) { g.Draws[1][2] = 7 }, "draw 2: node 3 has the parent 8"},
		"draw length":      {func(g *graph.Graph) { g.Draws[1] = g.Draws[1][:1] }, "1 parents for 3"},
		"path":             {func(g *graph.Graph) { g.Path[0].Criterion = math.NaN() }, "point 1"},
		"edges of a point": {func(g *graph.Graph) { g.Path[0].Edges = 3 }, "has 3 edges and lists 2"},
		"edge of a point":  {func(g *graph.Graph) { g.Path[0].Joined[1] = [2]int{2, 1} }, "point 1 of the path: edge 2"},
		"class score":      {func(g *graph.Graph) { g.Class.Log = math.NaN() }, "score NaN"},
		"bond":             {func(g *graph.Graph) { g.Class.Bonds[1].To = 0 }, "bond 2 of the class joins node 1 to 1"},
		"bond of a line": {func(g *graph.Graph) { g.Class.Bonds[0].Directed = false },
			"bond 1 of the class joins node 3 to 1"},
		"order of bonds": {func(g *graph.Graph) {
			g.Class.Bonds[1].From, g.Class.Bonds[1].To, g.Class.Bonds[1].Directed = 2, 0, true
		}, "out of order"},
		"no directions":   {func(g *graph.Graph) { g.Directed = false }, "back to 1"},
		"undirected root": {func(g *graph.Graph) { g.Directed, g.Edges = false, nil }, "probabilities for 3 roots"},
		"undirected tree": {func(g *graph.Graph) { g.Directed, g.Edges, g.Root = false, nil, nil }, "undirected graph"},
	} {
		g := directed()
		c.change(g)
		err := g.Check(data)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Several chains say the mean of what each says, about every edge that one of them lists.
func TestPool(t *testing.T) {
	a, b := directed(), directed()
	a.Root, a.Best, a.Draws, b.Root, b.Best, b.Draws = nil, nil, nil, nil, nil, nil
	b.Edges = []graph.Edge{{From: 0, To: 2, Strength: 0.25, Weight: 1}, {From: 1, To: 2, Strength: 0.5, Weight: -1}}
	b.Omitted, b.Class = 0.75, &graph.Class{Log: -3}
	g := a.Pool([]inference.Part{a, nil, b}).(*graph.Graph)
	want := []graph.Edge{{From: 1, To: 0, Strength: 0.375, Weight: -2}, {From: 0, To: 2, Strength: 0.375, Weight: 7.0 / 3},
		{From: 1, To: 2, Strength: 0.25, Weight: -1}}
	if len(g.Edges) != len(want) {
		t.Fatalf("%+v", g.Edges)
	}
	for k, e := range g.Edges {
		if w := want[k]; e.From != w.From || e.To != w.To || e.Strength != w.Strength ||
			!(math.Abs(e.Weight-w.Weight) <= 1e-12) {
			t.Errorf("%+v, want %+v", e, w)
		}
	}
	if g.Omitted != 0.5 || g.Class.Log != -3 || a.Edges[0].Strength != 0.75 {
		t.Errorf("%+v", g)
	}
	if err := g.Check(nil); err != nil {
		t.Error(err)
	}
}

// The two directions of a pair are one edge where they belong to a class, and it points where one is much
// more probable.
func TestJoints(t *testing.T) {
	g := &graph.Graph{Nodes: []string{"a", "b", "c"}, Directed: true, Measure: graph.Probability, Edges: []graph.Edge{
		{From: 1, To: 0, Strength: 0.5, Weight: -1}, {From: 2, To: 0, Strength: 0.1},
		{From: 0, To: 1, Strength: 0.25, Weight: -1}, {From: 0, To: 2, Strength: 0.7}, {From: 1, To: 2, Strength: 0.3}}}
	if all := g.Joints(); len(all) != 5 || all[0].Edge != g.Edges[0] || all[0].Either {
		t.Errorf("%+v", all)
	}
	g.Class = &graph.Class{}
	want := []graph.Joint{{graph.Edge{From: 1, To: 0, Strength: 0.75, Weight: -1}, true},
		{graph.Edge{From: 0, To: 2, Strength: 0.7 + 0.1}, false}, {graph.Edge{From: 1, To: 2, Strength: 0.3}, false}}
	got := g.Joints()
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for k := range want {
		if got[k].From != want[k].From || got[k].To != want[k].To || got[k].Either != want[k].Either ||
			!(math.Abs(got[k].Strength-want[k].Strength) <= 1e-12) {
			t.Errorf("%+v, want %+v", got[k], want[k])
		}
	}
	if edges, wrong := g.Above(0.5); len(edges) != 2 || !(math.Abs(wrong-0.45) <= 1e-12) {
		t.Errorf("%v, %v wrong", edges, wrong)
	}
	g.Edges = []graph.Edge{{From: 1, To: 0, Strength: 0.4}, {From: 0, To: 1, Strength: 0.4}}
	if all := g.Joints(); len(all) != 1 || all[0].From != 0 || !all[0].Either {
		t.Errorf("equal ways: %+v", all)
	}
}

func TestAbove(t *testing.T) {
	g := directed()
	if e, wrong := g.Above(0.5); len(e) != 2 || wrong != 0.75 {
		t.Errorf("%v, %v wrong", e, wrong)
	}
	if e, wrong := g.Above(0.6); len(e) != 2 || wrong != 0.75 { // one is of the best tree, and shown
		t.Errorf("%v, %v wrong", e, wrong)
	}
	g.Measure, g.Best = graph.Significance, nil
	if e, wrong := g.Above(0.6); len(e) != 1 || wrong != 0.25 {
		t.Errorf("%v, %v wrong", e, wrong)
	}
	g.Measure = graph.Stability
	if e, wrong := g.Above(0.6); len(e) != 1 || wrong >= 0 {
		t.Errorf("%v, %v wrong", e, wrong)
	}
}
