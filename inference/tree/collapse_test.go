package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A worked example: of ((a,b)0.9,((c,d)0.2,e)0.4,f) at ½ stay the first clade and the top.
func TestCollapseBelow(t *testing.T) {
	//  nodes: a b c d e f 0…5, (a,b) 6, (c,d) 7, ((c,d),e) 8, top 9
	inf := math.Inf(1)
	x, err := New([]string{"a", "b", "c", "d", "e", "f"}, []int{6, 6, 7, 7, 8, 9, 9, 8, 9, -1},
		[]float64{inf, inf, inf, inf, inf, inf, 2, 3, 1, 0.5})
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	x.Support = []float64{nan, nan, nan, nan, nan, nan, 0.9, 0.2, 0.4, 0.1}
	for _, c := range []struct {
		least  float64
		clades []string
	}{
		{0, []string{"abcdef", "ab", "cd", "cde"}},
		{0.2, []string{"abcdef", "ab", "cd", "cde"}},
		{0.3, []string{"abcdef", "ab", "cde"}},
		{0.5, []string{"abcdef", "ab"}},
		{1, []string{"abcdef"}},
	} {
		got := x.CollapseBelow(c.least)
		if err := got.Check(); err != nil {
			t.Fatalf("%g: %v", c.least, err)
		}
		var clades []string
		for v := got.Leaves(); v < got.Nodes(); v++ {
			var names []string
			for _, l := range got.LeavesBelow(v) {
				names = append(names, got.Names[l])
			}
			slices.Sort(names)
			clades = append(clades, strings.Join(names, ""))
		}
		slices.Sort(clades)
		slices.Sort(c.clades)
		if !slices.Equal(clades, c.clades) {
			t.Errorf("%g: clades %v, want %v", c.least, clades, c.clades)
		}
	}
	half := x.CollapseBelow(0.5)
	if v := half.CommonAncestor(0, 1); half.LogTime[v] != 2 || half.Support[v] != 0.9 || half.LogTime[half.Top] != 0.5 {
		t.Errorf("times %v, supports %v", half.LogTime, half.Support)
	}
	if !slices.Equal(half.LeafOrder(), x.LeafOrder()) {
		t.Errorf("the leaves are in the order %v, were in %v", half.LeafOrder(), x.LeafOrder())
	}
	x.Support = nil
	if x.CollapseBelow(0.5) != x {
		t.Error("a tree without supports has changed")
	}
}

// Of any tree exactly the branch points of enough support stay, and twice is once.
func TestCollapseBelowKeepsTheRest(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 3))
		x := grow(rng, 2+rng.IntN(40))
		x.Support = make([]float64, x.Nodes())
		stay := 0
		least := rng.Float64()
		for v := range x.Support {
			x.Support[v] = rng.Float64()
			if v >= x.Leaves() && (v == x.Top || x.Support[v] >= least) {
				stay++
			}
		}
		got := x.CollapseBelow(least)
		if err := got.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got.Nodes() != x.Leaves()+stay || !slices.Equal(got.LeafOrder(), x.LeafOrder()) {
			t.Errorf("seed %d: %d nodes, want %d", seed, got.Nodes(), x.Leaves()+stay)
		}
		if got.CollapseBelow(least) != got {
			t.Errorf("seed %d: collapsed twice it changes", seed)
		}
	}
}
