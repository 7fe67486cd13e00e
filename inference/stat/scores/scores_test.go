package scores

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/tree"
)

// Figure 25.1 of Murphy (2012), Machine learning: three clusters of 17 objects.
func TestMurphy(t *testing.T) {
	clusters := []int{1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3}
	labels := []int{7, 7, 7, 7, 7, 8, 7, 8, 8, 8, 8, 9, 7, 7, 9, 9, 9}
	inferencetest.Near(t, "purity", Purity(clusters, labels), 12.0/17, 1e-12)
	inferencetest.Near(t, "purity", Purity(clusters, labels), 0.7059, 5e-5)
	inferencetest.Near(t, "ARI", AdjustedRand(clusters, labels), 0.2429, 5e-5)
	inferencetest.Near(t, "NMI", NormalizedMutualInformation(clusters, labels), 0.3646, 5e-5)
	inferencetest.Near(t, "VI", VariationOfInformation(clusters, labels), 1.3663, 5e-5)
}

func TestLimits(t *testing.T) {
	one, all := []int{4, 4, 4, 4}, []int{1, 2, 3, 4}
	halves := []int{5, 5, 6, 6}
	for _, c := range []struct {
		name string
		f    func(a, b []int) float64
		a, b []int
		want float64
	}{
		{"ARI", AdjustedRand, one, one, 1},
		{"ARI", AdjustedRand, all, all, 1},
		{"ARI", AdjustedRand, one, all, 0},
		{"ARI", AdjustedRand, halves, []int{1, 1, 0, 0}, 1},
		{"ARI", AdjustedRand, halves, []int{0, 1, 0, 1}, -0.5},
		{"NMI", NormalizedMutualInformation, one, one, 1},
		{"NMI", NormalizedMutualInformation, all, all, 1},
		{"NMI", NormalizedMutualInformation, one, all, 0},
		{"NMI", NormalizedMutualInformation, halves, []int{0, 1, 0, 1}, 0},
		{"VI", VariationOfInformation, one, all, math.Log(4)},
		{"VI", VariationOfInformation, halves, halves, 0},
		{"purity", Purity, all, one, 1},
		{"purity", Purity, one, halves, 0.5},
		{"ARI", AdjustedRand, []int{0, 0, 1, 1, -1, 0}, []int{3, 3, 4, 4, 3, -1}, 1},
	} {
		inferencetest.Near(t, c.name, c.f(c.a, c.b), c.want, 1e-12)
	}
	for name, f := range map[string]func(a, b []int) float64{"ARI": AdjustedRand, "NMI": NormalizedMutualInformation,
		"VI": VariationOfInformation, "purity": Purity} {
		if x := f([]int{-1}, []int{1}); !math.IsNaN(x) {
			t.Errorf("%s of no items is %v, want NaN", name, x)
		}
	}
}

// The adjusted Rand index from pairs of items, counted one by one.
func TestAdjustedRandByPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 50 {
		n := 2 + rng.IntN(30)
		a, b := make([]int, n), make([]int, n)
		for i := range n {
			a[i], b[i] = rng.IntN(4), rng.IntN(5)
		}
		var count [2][2]float64
		for i := range n {
			for j := range i {
				x, y := 0, 0
				if a[i] == a[j] {
					x = 1
				}
				if b[i] == b[j] {
					y = 1
				}
				count[x][y]++
			}
		}
		inA, inB := count[1][0]+count[1][1], count[0][1]+count[1][1]
		all := inA + count[0][0] + count[0][1]
		if (inA == 0 || inA == all) && inA == inB {
			continue // 1 by definition
		}
		want := (count[1][1] - inA*inB/all) / ((inA+inB)/2 - inA*inB/all)
		inferencetest.Near(t, fmt.Sprintf("ARI of %v and %v", a, b), AdjustedRand(a, b), want, 1e-12)
	}
}

// randomTree joins two to four clades at a time.
func randomTree(rng *rand.Rand, n int) *tree.Tree {
	names := make([]string, n)
	parent := make([]int, n, 2*n)
	var open []int
	for i := range n {
		names[i] = strconv.Itoa(i)
		open = append(open, i)
	}
	for len(open) > 1 {
		v := len(parent)
		parent = append(parent, -1)
		for range min(len(open), 2+rng.IntN(3)) {
			k := rng.IntN(len(open))
			parent[open[k]] = v
			open[k] = open[len(open)-1]
			open = open[:len(open)-1]
		}
		open = append(open, v)
	}
	parent[open[0]] = -1
	logTime := make([]float64, len(parent))
	for v := len(parent) - 1; v >= 0; v-- {
		switch {
		case v < n:
			logTime[v] = math.Inf(1)
		case parent[v] < 0:
			logTime[v] = 0.1
		default:
			logTime[v] = logTime[parent[v]] + rng.ExpFloat64()
		}
	}
	t, err := tree.New(names, parent, logTime)
	if err != nil {
		panic(err)
	}
	return t
}

func TestDendrogramPurityBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for range 60 {
		n := 2 + rng.IntN(40)
		r := randomTree(rng, n)
		labels := make([]int, n)
		for i := range labels {
			labels[i] = rng.IntN(5) - 1
		}
		sum, pairs := 0.0, 0.0
		for i := range n {
			for j := range i {
				if labels[i] < 0 || labels[i] != labels[j] {
					continue
				}
				same, all := 0.0, 0.0
				for _, leaf := range r.LeavesBelow(r.CommonAncestor(i, j)) {
					if labels[leaf] >= 0 {
						all++
					}
					if labels[leaf] == labels[i] {
						same++
					}
				}
				sum += same / all
				pairs++
			}
		}
		got := DendrogramPurity(r, labels)
		if pairs == 0 {
			if !math.IsNaN(got) {
				t.Fatalf("purity without pairs is %v", got)
			}
			continue
		}
		inferencetest.Near(t, "dendrogram purity", got, sum/pairs, 1e-12)
	}
}

func TestDendrogramPurityIsOneForClades(t *testing.T) {
	r, err := tree.ParseNewick([]byte("((a:.5,b:.5):.5,((c:.2,d:.2):.3,e:.5):.5,f:1);"))
	if err != nil {
		t.Fatal(err)
	}
	inferencetest.Near(t, "purity", DendrogramPurity(r, []int{0, 0, 1, 1, 1, 2}), 1, 0)
	inferencetest.Near(t, "purity", DendrogramPurity(r, []int{0, 0, 1, 1, 1, 0}), (1+2*0.5+3)/6, 1e-12)
}

func BenchmarkDendrogramPurity(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 1))
	r := randomTree(rng, 20000)
	labels := make([]int, 20000)
	for i := range labels {
		labels[i] = rng.IntN(50)
	}
	for range b.N {
		DendrogramPurity(r, labels)
	}
}
