package outtree

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
)

// Sample draws a tree or forest from the prior and n rows of d columns along it, with the random
// walk: roots are N(0, 1) in each column, and τ is 4 where it has no value.
func (Model) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	if n < 1 || d < 1 {
		return inference.Draw{}, fmt.Errorf("outtree: a sample of %d rows and %d columns is empty; ask for at least "+
			"1 of each", n, d)
	}
	if s.Text("conditional") == linear {
		return inference.Draw{}, fmt.Errorf("outtree: samples are drawn only along the random walk; set conditional=%s", walk)
	}
	weight := 0.0
	if s.Text("roots") == any {
		weight = s.Real("root_weight")
	}
	tau := s.Real("tau")
	if tau == 0 {
		tau = 4
	}
	parent := uniform(n, weight, rng)
	g := &graph.Graph{Over: graph.Rows, Directed: true, Measure: graph.Chosen, Best: parent, Root: make([]float64, n)}
	children := make([][]int, n)
	var stack []int
	for u, v := range parent {
		g.Nodes = append(g.Nodes, fmt.Sprint("row ", u+1))
		if v < 0 {
			stack, g.Root[u] = append(stack, u), 1
			continue
		}
		children[v] = append(children[v], u)
		g.Edges = append(g.Edges, graph.Edge{From: v, To: u, Strength: 1})
	}
	x := mat.NewDense(n, d, nil)
	for len(stack) > 0 {
		u := stack[0]
		stack = append(stack[1:], children[u]...)
		for j := range d {
			if v := parent[u]; v < 0 {
				x.Set(u, j, rng.NormFloat64())
			} else {
				x.Set(u, j, x.At(v, j)+rng.NormFloat64()/math.Sqrt(tau))
			}
		}
	}
	return inference.Draw{X: x, Parts: []inference.Part{g}}, nil
}

// uniform draws a rooted forest of n nodes with probability proportional to weight^(K−1) of its K
// roots; with weight 0 a tree. It decodes a Prüfer sequence of the tree that a further node, n, makes
// with the roots: each entry is that node with probability weight/(n + weight).
func uniform(n int, weight float64, rng *rand.Rand) []int {
	code := make([]int, n-1)
	left := make([]int, n+1) // how often each node is still to come
	for k := range code {
		code[k] = n
		if x := rng.Float64() * (float64(n) + weight); x < float64(n) {
			code[k] = int(x)
		}
		left[code[k]]++
	}
	adjacent := make([][]int, n+1)
	join := func(a, b int) { adjacent[a], adjacent[b] = append(adjacent[a], b), append(adjacent[b], a) }
	leaf, next := -1, 0
	free := func() int { // the lowest leaf; node n is the last
		for ; left[next] != 0; next++ {
		}
		next++
		return next - 1
	}
	leaf = free()
	for _, c := range code {
		join(leaf, c)
		if left[c]--; left[c] == 0 && c < next {
			leaf = c
		} else {
			leaf = free()
		}
	}
	join(leaf, n)
	parent := make([]int, n+1)
	for u := range parent {
		parent[u] = -2
	}
	stack := []int{n}
	parent[n] = -1
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, v := range adjacent[u] {
			if parent[v] == -2 {
				parent[v] = u
				if u == n {
					parent[v] = -1
				}
				stack = append(stack, v)
			}
		}
	}
	return parent[:n]
}
