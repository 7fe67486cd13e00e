package plottingtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Coalescent returns a random tree of n leaves: nodes join at random, back in time,
// three or more at once now and then.
func Coalescent(n int, rng *rand.Rand) *tree.Tree {
	t := &tree.Tree{Names: make([]string, n)}
	live := make([]int, n)
	for i := range n {
		t.Names[i] = fmt.Sprintf("leaf %03d", i)
		t.Parent = append(t.Parent, -1)
		t.Children = append(t.Children, nil)
		t.LogTime = append(t.LogTime, math.Inf(1))
		live[i] = i
	}
	rng.Shuffle(n, func(i, j int) { live[i], live[j] = live[j], live[i] })
	log := 3.0 + rng.Float64()
	for len(live) > 1 {
		k := 2
		for k < len(live) && rng.Float64() < 0.15 {
			k++
		}
		log *= 1 - rng.ExpFloat64()/float64(len(live)+1)*0.9
		if !(log > 0.02) {
			log = 0.02
		}
		v := len(t.Parent)
		var children []int
		for range k {
			i := rng.IntN(len(live))
			children = append(children, live[i])
			t.Parent[live[i]] = v
			live = slices.Delete(live, i, i+1)
		}
		t.Parent, t.Children, t.LogTime = append(t.Parent, -1), append(t.Children, children), append(t.LogTime, log)
		live = append(live, v)
	}
	t.Top = live[0]
	return t
}

// Diffused returns values that diffused down a tree: near leaves are alike.
func Diffused(t *tree.Tree, columns int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(t.Nodes(), columns, nil)
	for _, v := range preorder(t) {
		above, row := 0.0, x.RawRowView(v)
		if u := t.Parent[v]; u >= 0 {
			above = t.Time(u)
			copy(row, x.RawRowView(u))
		}
		s := math.Sqrt(t.Time(v) - above)
		for j := range row {
			row[j] += s * rng.NormFloat64()
		}
	}
	return mat.DenseCopyOf(x.Slice(0, t.Leaves(), 0, columns))
}

// preorder lists the nodes, each before its children, which stand in their order.
func preorder(t *tree.Tree) []int {
	var list []int
	var down func(v int)
	down = func(v int) {
		list = append(list, v)
		for _, c := range t.Children[v] {
			down(c)
		}
	}
	down(t.Top)
	return list
}

// DatasetOf wraps a matrix.
func DatasetOf(x *mat.Dense) *inference.Dataset {
	n, d := x.Dims()
	s := &inference.Dataset{Name: "random", X: x, Kind: inference.Continuous, Centre: make([]float64, d),
		Scale: make([]float64, d)}
	s.Preprocessing.Centre, s.Preprocessing.Scale = true, true
	for i := range n {
		s.Rows = append(s.Rows, fmt.Sprintf("row %d", i+1))
	}
	for j := range d {
		s.Columns = append(s.Columns, fmt.Sprintf("GENE%d", j+1))
		s.Scale[j] = 1
	}
	return s
}

// CladeLabels annotates the leaves by the groups of a cut with at least k groups,
// a few of them wrong.
func CladeLabels(t *tree.Tree, name string, levels []string, rng *rand.Rand) inference.Annotation {
	var order []int // leaves from top to bottom
	for _, v := range preorder(t) {
		if t.IsLeaf(v) {
			order = append(order, v)
		}
	}
	a := inference.Annotation{Name: name, Levels: levels, Codes: make([]int, t.Leaves()),
		Values: make([]string, t.Leaves())}
	for r, leaf := range order {
		code := r * len(levels) / len(order)
		if rng.Float64() < 0.06 {
			code = rng.IntN(len(levels))
		}
		a.Codes[leaf], a.Values[leaf] = code, levels[code]
	}
	return a
}

// Tissues are the levels of an annotation.
var Tissues = []string{"cerebellum", "colon", "endometrium", "hippocampus", "kidney", "liver", "placenta"}

// TestRand returns a generator that a seed decides.
func TestRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// Caterpillar returns the tree in which each branch point has one leaf and the rest.
func Caterpillar(n int) *tree.Tree {
	t := blank(n)
	for v := n; v < 2*n-1; v++ {
		below := v + 1
		if v == 2*n-2 {
			below = n - 1
		}
		t.Parent, t.LogTime = append(t.Parent, v-1), append(t.LogTime, 4*float64(v-n+1)/float64(n))
		t.Children = append(t.Children, []int{v - n, below})
		t.Parent[v-n] = v
	}
	t.Parent[n-1], t.Parent[n], t.Top = 2*n-2, -1, n
	return t
}

// Star returns the tree of one branch point.
func Star(n int) *tree.Tree {
	t := blank(n)
	children := make([]int, n)
	for i := range children {
		children[i] = i
		t.Parent[i] = n
	}
	t.Parent, t.LogTime, t.Children, t.Top = append(t.Parent, -1), append(t.LogTime, 0.3), append(t.Children, children), n
	return t
}

func blank(n int) *tree.Tree {
	t := &tree.Tree{Names: make([]string, n), Parent: make([]int, n), Children: make([][]int, n),
		LogTime: make([]float64, n)}
	for i := range n {
		t.Names[i] = fmt.Sprintf("leaf %d", i)
		t.LogTime[i] = math.Inf(1)
	}
	return t
}
