package community

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/nearest"

	"gonum.org/v1/gonum/graph"
	gonum "gonum.org/v1/gonum/graph/community"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/mat"
)

// karate are the friendships in the club that Zachary watched (1977), node by node from 1; each once.
var karate = [][]int{1: {2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 18, 20, 22, 32}, 2: {3, 4, 8, 14, 18, 20, 22, 31},
	3: {4, 8, 9, 10, 14, 28, 29, 33}, 4: {8, 13, 14}, 5: {7, 11}, 6: {7, 11, 17}, 7: {17}, 9: {31, 33, 34}, 10: {34},
	14: {34},
	15: {33, 34}, 16: {33, 34}, 19: {33, 34}, 20: {34}, 21: {33, 34}, 23: {33, 34}, 24: {26, 28, 30, 33, 34},
	25: {26, 28, 32},
	26: {32}, 27: {30, 34}, 28: {34}, 29: {32, 34}, 30: {33, 34}, 31: {33, 34}, 32: {33, 34}, 33: {34}}

func club() *nearest.Graph {
	w := mat.NewSymDense(34, nil)
	for i, list := range karate {
		for _, j := range list {
			w.SetSym(i-1, j-1, 1)
		}
	}
	return sparse(w)
}

func sparse(w *mat.SymDense) *nearest.Graph {
	g := &nearest.Graph{Start: []int{0}}
	for i := range w.SymmetricDim() {
		for j := range w.SymmetricDim() {
			if v := w.At(i, j); v > 0 && i != j {
				g.To, g.Weight = append(g.To, j), append(g.Weight, v)
			}
		}
		g.Start = append(g.Start, len(g.To))
	}
	return g
}

// planted is a graph of groups, with weights.
func planted(n, groups int, in, out float64, rng *rand.Rand) *nearest.Graph {
	w := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i {
			p := out
			if i%groups == j%groups {
				p = in
			}
			if rng.Float64() < p {
				w.SetSym(i, j, 0.5+rng.Float64())
			}
		}
	}
	return sparse(w)
}

// another returns the graph in the form of gonum, and labels as its communities.
func another(g *nearest.Graph, label []int) (graph.Undirected, [][]graph.Node) {
	out := simple.NewWeightedUndirectedGraph(0, 0)
	groups := map[int][]graph.Node{}
	for i := range g.Rows() {
		if out.Node(int64(i)) == nil {
			out.AddNode(simple.Node(i))
		}
		for e := g.Start[i]; e < g.Start[i+1]; e++ {
			if i < g.To[e] {
				out.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(i), T: simple.Node(g.To[e]), W: g.Weight[e]})
			}
		}
		if label != nil {
			groups[label[i]] = append(groups[label[i]], simple.Node(i))
		}
	}
	var list [][]graph.Node
	for _, c := range groups {
		list = append(list, c)
	}
	return out, list
}

// The modularity is that of gonum, at several resolutions, and communities are connected.
func TestLeidenQuality(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	graphs := []*nearest.Graph{club(), planted(120, 4, 0.3, 0.02, rng), planted(60, 1, 0.05, 0, rng)}
	for k, g := range graphs {
		for _, resolution := range []float64{0.3, 1, 2.5} {
			label, q := Leiden(g, resolution, rng)
			all := slices.Clone(label)
			for i, c := range all { // gonum counts a node alone as a community of no weight
				if c < 0 {
					all[i] = 1000 + i
				}
			}
			other, list := another(g, all)
			if want := gonum.Q(other, list, resolution); !(math.Abs(q-want) <= 1e-9) {
				t.Errorf("graph %d, resolution %v: %v, gonum %v", k, resolution, q, want)
			}
			if !slices.Equal(bySize(g, connected(g, all)), label) {
				t.Errorf("graph %d, resolution %v: a community falls into parts", k, resolution)
			}
			louvain := math.Inf(-1)
			for s := range uint64(4) {
				r := gonum.Modularize(other, resolution, rand.NewPCG(5, s))
				louvain = max(louvain, gonum.Q(other, r.Communities(), resolution))
			}
			if !(q >= louvain-0.01) {
				t.Errorf("graph %d, resolution %v: %v, Louvain %v", k, resolution, q, louvain)
			}
		}
	}
}

// The greatest modularity of the club is known: .4198 with four communities (Brandes et al. 2008).
func TestLeidenClub(t *testing.T) {
	best := 0.0
	for s := range uint64(5) {
		label, q := Leiden(club(), 1, rand.New(rand.NewPCG(3, s)))
		best = max(best, q)
		if slices.Max(label) > 3 {
			t.Errorf("start %d: %d communities", s, slices.Max(label)+1)
		}
	}
	if !(math.Abs(best-0.41979) <= 1e-5) {
		t.Errorf("modularity %v", best)
	}
}

// Of graphs of eight nodes the best of a few starts has the greatest modularity of all 4,140 partitions.
func TestLeidenEnumerated(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for k := range 20 {
		g := planted(8, 2, 0.7, 0.25, rng)
		if len(g.To) == 0 {
			continue
		}
		resolution := []float64{0.5, 1, 2}[k%3]
		z, optimum := make([]int, 8), math.Inf(-1)
		var all func(i, groups int)
		all = func(i, groups int) {
			if i == len(z) {
				optimum = max(optimum, byPairs(g, z, resolution))
				return
			}
			for z[i] = 0; z[i] <= groups; z[i]++ {
				all(i+1, max(groups, z[i]+1))
			}
		}
		all(0, 0)
		best := math.Inf(-1)
		for range 6 {
			_, q := Leiden(g, resolution, rng)
			best = max(best, q)
		}
		if !(math.Abs(best-optimum) <= 1e-9) {
			t.Errorf("graph %d: %v, optimum %v", k, best, optimum)
		}
	}
}

// byPairs is the modularity of the definition, over all pairs: Σ_ij {A_ij − γ k_i k_j/2m} [same]/2m.
func byPairs(g *nearest.Graph, z []int, resolution float64) (q float64) {
	n := g.Rows()
	a := mat.NewDense(n, n, nil)
	degree, total := make([]float64, n), 0.0
	for i := range n {
		for e := g.Start[i]; e < g.Start[i+1]; e++ {
			a.Set(i, g.To[e], g.Weight[e])
			degree[i] += g.Weight[e]
			total += g.Weight[e]
		}
	}
	for i := range n {
		for j := range n {
			if z[i] == z[j] {
				q += (a.At(i, j) - resolution*degree[i]*degree[j]/total) / total
			}
		}
	}
	return q
}

// No node gains by moving to another community, or to one of its own.
func TestLeidenSettled(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 5 {
		g := planted(60, 3, 0.4, 0.08, rng)
		label, q := Leiden(g, 1, rng)
		for i, was := range label {
			for c := range slices.Max(label) + 2 {
				label[i] = c
				if other := byPairs(g, label, 1); other > q+1e-9 {
					t.Errorf("node %d gains %v in community %d", i, other-q, c)
				}
			}
			label[i] = was
		}
	}
}

// A graph without edges has no communities.
func TestLeidenNoEdges(t *testing.T) {
	label, q := Leiden(&nearest.Graph{Start: make([]int, 4)}, 1, rand.New(rand.NewPCG(1, 1)))
	if !slices.Equal(label, []int{-1, -1, -1}) || q != 0 {
		t.Errorf("%v, %v", label, q)
	}
}

func BenchmarkLeiden(b *testing.B) {
	g := planted(2000, 10, 0.05, 0.002, rand.New(rand.NewPCG(1, 2)))
	for b.Loop() {
		Leiden(g, 1, rand.New(rand.NewPCG(1, 3)))
	}
}
