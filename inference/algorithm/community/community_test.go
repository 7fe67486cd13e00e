package community

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Two cliques with one bridge are two communities; a node without an edge is one of its own.
func TestCliques(t *testing.T) {
	var edges []Edge
	for b := range 5 {
		for a := range b {
			edges = append(edges, Edge{a, b, 1})
			if b < 4 {
				edges = append(edges, Edge{5 + a, 5 + b, 1})
			}
		}
	}
	edges = append(edges, Edge{0, 5, 1}, Edge{3, 9, 0}, Edge{2, 2, 4})
	want := []int{0, 0, 0, 0, 0, 1, 1, 1, 1, 2}
	if got := Of(10, edges); !slices.Equal(got, want) {
		t.Errorf("communities %v, want %v", got, want)
	}
	if got := Of(3, nil); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("without edges %v", got)
	}
	if got := Of(0, nil); len(got) != 0 {
		t.Errorf("without nodes %v", got)
	}
}

// The same graph gives the same communities, each time.
func TestSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var edges []Edge
	for range 900 {
		a := rng.IntN(90)
		b := a/30*30 + rng.IntN(30)
		if rng.IntN(5) == 0 {
			b = rng.IntN(90)
		}
		edges = append(edges, Edge{a, b, 0.1 + rng.Float64()})
	}
	first := Of(90, edges)
	for range 10 {
		if got := Of(90, edges); !slices.Equal(got, first) {
			t.Fatalf("%v and %v", first, got)
		}
	}
	same := 0
	for u := range 90 {
		for v := range u {
			if u/30 == v/30 && first[u] == first[v] {
				same++
			}
		}
	}
	if same < 1200 {
		t.Errorf("%d of 1,305 pairs within a group are within a community", same)
	}
}
