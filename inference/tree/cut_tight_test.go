package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// spreadOf is the sum of squares within groups, straight from its definition.
func spreadOf(groups [][]int, x [][]float64) float64 {
	total := 0.0
	for _, g := range groups {
		for j := range x[0] {
			mean, n := 0.0, 0.0
			for _, i := range g {
				if !math.IsNaN(x[i][j]) {
					mean += x[i][j]
					n++
				}
			}
			for _, i := range g {
				if !math.IsNaN(x[i][j]) {
					total += (x[i][j] - mean/n) * (x[i][j] - mean/n)
				}
			}
		}
	}
	return total
}

// divisions lists all ways to divide the leaves below v into clades.
func divisions(t *Tree, v int) [][][]int {
	all := [][][]int{{t.LeavesBelow(v)}}
	if t.IsLeaf(v) {
		return all
	}
	parts := [][][]int{{}}
	for _, c := range t.Children[v] {
		var longer [][][]int
		for _, p := range parts {
			for _, d := range divisions(t, c) {
				longer = append(longer, append(slices.Clone(p), d...))
			}
		}
		parts = longer
	}
	return append(all, parts...)
}

func TestTightestIsBestOfAllDivisions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		tr := grow(rng, rapid.IntRange(1, 11).Draw(t, "leaves"))
		x := make([][]float64, tr.Leaves())
		for i := range x {
			x[i] = []float64{rng.NormFloat64(), 100 + rng.NormFloat64(), rng.NormFloat64()}
			if rng.IntN(5) == 0 {
				x[i][rng.IntN(3)] = math.NaN()
			}
		}
		k := rapid.IntRange(1, 12).Draw(t, "k")
		got := tr.CutTightest(k, func(i int) []float64 { return x[i] })
		var rows []int
		for _, g := range got {
			rows = append(rows, g...)
			if _, ok := tr.FindClade(g); !ok {
				t.Fatalf("%v is no clade", g)
			}
		}
		if !slices.Equal(rows, tr.LeafOrder()) {
			t.Fatalf("rows %v of %v", rows, tr.LeafOrder())
		}
		most, least := 0, math.Inf(1)
		for _, d := range divisions(tr, tr.Top) {
			if len(d) > k || len(d) < most {
				continue
			}
			if s := spreadOf(d, x); len(d) > most || s < least {
				most, least = len(d), s
			}
		}
		if len(got) != most || spreadOf(got, x) > least+1e-9 {
			t.Fatalf("%d groups of spread %v, want %d of %v", len(got), spreadOf(got, x), most, least)
		}
	})
}

func TestTightestLeavesOutliersInTheirClade(t *testing.T) {
	// Two pairs of clusters; an outlier of the first parts from it before anything else does.
	tr, err := ParseNewick([]byte("(((a:0.2,b:0.2):0.7,o:0.9):0.1,((c:0.1,d:0.1):0.3,(e:0.1,f:0.1):0.3):0.6);"))
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]float64{"a": 0, "b": 0.1, "o": 0.6, "c": 5, "d": 5.1, "e": 7, "f": 7.1}
	row := func(i int) []float64 { return []float64{at[tr.Names[i]]} }
	if got := tr.CutTightest(3, row); len(got) != 3 || len(got[0]) != 3 {
		t.Errorf("groups %v", got)
	}
}

func BenchmarkCutTightest(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	tr := grow(rng, 2000)
	x := make([]float64, 500)
	for j := range x {
		x[j] = rng.NormFloat64()
	}
	for b.Loop() {
		tr.CutTightest(20, func(int) []float64 { return x })
	}
}

// A cut into tightest clades is arbitrary exactly where another division into as many clades is as tight.
func TestTiedTightest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		tr := grow(rng, rapid.IntRange(1, 9).Draw(t, "leaves"))
		x := make([][]float64, tr.Leaves())
		for i := range x {
			x[i] = []float64{float64(rng.IntN(4))} // many are equal
		}
		k := rapid.IntRange(1, 9).Draw(t, "k")
		row := func(i int) []float64 { return x[i] }
		groups := tr.CutTightest(k, row)
		best, ways := spreadOf(groups, x), 0
		for _, d := range divisions(tr, tr.Top) {
			if len(d) == len(groups) && math.Abs(spreadOf(d, x)-best) < 1e-9 {
				ways++
			}
		}
		if got := tr.TiedTightest(k, row); got != (ways > 1) {
			t.Fatalf("tied: %v, but %d divisions into %d are best", got, ways, len(groups))
		}
	})
}
