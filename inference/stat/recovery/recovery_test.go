package recovery

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/graph"
)

var nodes = []string{"a", "b", "c", "d"}

func TestRead(t *testing.T) {
	truth, err := Read(strings.NewReader("\ufeffTarget,p, Source\nb,0.5,a\nc,1,d\na,,b\n"), nodes)
	if err != nil {
		t.Fatal(err)
	}
	if len(truth.Edges) != 2 || truth.Edges[0] != [2]int{0, 1} || truth.Edges[1] != [2]int{3, 2} || truth.T != 4 {
		t.Errorf("%+v", truth)
	}
	for text, want := range map[string]string{
		"": "empty", "from,to\na,b\n": "source and target",
		"source,target\na,x\n":      `line 2 of the list of edges: there is no node "x"`,
		"source,target\na,b\nc,c\n": `line 3 of the list of edges joins "c"`, "source,target\na\n": "wrong number of fields",
	} {
		if _, err := Read(strings.NewReader(text), nodes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("source,target\na,b\n")
	f.Fuzz(func(t *testing.T, text string) {
		if truth, err := Read(strings.NewReader(text), nodes); err == nil {
			for _, e := range truth.Edges {
				if e[0] == e[1] || min(e[0], e[1]) < 0 || max(e[0], e[1]) > 3 {
					t.Errorf("%v", e)
				}
			}
		}
	})
}

// Of six pairs three are true: the first and third of the list, and one of the three that it lacks.
func TestOf(t *testing.T) {
	g := &graph.Graph{Nodes: nodes, Directed: true, Edges: []graph.Edge{
		{From: 0, To: 1, Strength: 0.6}, {From: 1, To: 0, Strength: 0.3}, {From: 0, To: 2, Strength: 0.8},
		{From: 3, To: 2, Strength: 0.5}}}
	truth := &Truth{T: 4, Edges: [][2]int{{0, 1}, {2, 3}, {1, 3}}}
	s := Of(g, truth, 0.7)
	want := 1./3*1 + 1./3*2/3 + 1./3*3/6
	if !(math.Abs(s.AveragePrecision-want) <= 1e-12) || s.Shown != 2 || s.Right != 1 || s.Precision() != 0.5 ||
		s.Recall() != 1./3 {
		t.Errorf("%+v, want %v", s, want)
	}
	if s.Pointed != 1 || s.Forward != 1 {
		t.Errorf("%+v", s)
	}
	if s = Of(g, truth, 0.4); s.Pointed != 2 || s.Forward != 1 || s.Shown != 3 {
		t.Errorf("%+v", s)
	}
	// equal strengths are ordered by weights
	g = &graph.Graph{Nodes: nodes, Edges: []graph.Edge{{From: 0, To: 1, Strength: 1, Weight: -0.2},
		{From: 0, To: 2, Strength: 1, Weight: 0.1}}}
	if s = Of(g, &Truth{T: 4, Edges: [][2]int{{1, 0}}}, 0.5); s.AveragePrecision != 1 || s.Pointed != 0 {
		t.Errorf("%+v", s)
	}
	if s = Of(g, &Truth{T: 4}, 0.5); !math.IsNaN(s.AveragePrecision) {
		t.Errorf("%+v", s)
	}
	// a graph that knows nothing has the share of true pairs
	if s = Of(&graph.Graph{Nodes: nodes}, truth, 0.5); s.AveragePrecision != 0.5 || !math.IsNaN(s.Precision()) {
		t.Errorf("%+v", s)
	}
}

// Of six pairs three are true. The two listed with equal strength and weight are taken together, and those that are not
// listed last; both directions of a pair are one.
func TestCurve(t *testing.T) {
	g := &graph.Graph{Nodes: nodes, Directed: true, Edges: []graph.Edge{
		{From: 0, To: 1, Strength: 0.5}, {From: 1, To: 0, Strength: 0.25}, {From: 0, To: 2, Strength: 0.5},
		{From: 3, To: 2, Strength: 0.5}}}
	_, got := Curve(g, &Truth{T: 4, Edges: [][2]int{{0, 1}, {2, 3}, {1, 3}}}, 0.5)
	want := []Point{{0.75, 1, 1, true}, {0.5, 3, 2, true}, {0, 6, 3, false}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The two directions of an edge together are no more certain than an edge can be, so that a heavier edge of certainty
// goes before.
func TestBothDirectionsAreOnePair(t *testing.T) {
	g := &graph.Graph{Nodes: nodes, Directed: true, Edges: []graph.Edge{
		{From: 0, To: 1, Strength: 0.7, Weight: 1}, {From: 1, To: 0, Strength: 0.7, Weight: 1},
		{From: 2, To: 3, Strength: 1, Weight: 2}}}
	r := rank(g, &Truth{T: 4, Edges: [][2]int{{2, 3}}})
	if a, b := r.pairs[0], r.pairs[1]; a.strength != 1 || b.strength != 1 || a.weight != 2 || b.there != 0.7 ||
		b.back != 0.7 {
		t.Errorf("%+v before %+v", a, b)
	}
	if s := Of(g, &Truth{T: 4, Edges: [][2]int{{2, 3}}}, 0.5); s.AveragePrecision != 1 {
		t.Errorf("average precision %v", s.AveragePrecision)
	}
}
