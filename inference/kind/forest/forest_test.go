package forest_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// three returns a tree of three leaves; which pair is together goes with k.
func three(k int) *tree.Tree {
	a, b, c := k%3, (k+1)%3, (k+2)%3
	t := &tree.Tree{Names: []string{"a", "b", "c, d"}, Top: 4, Parent: make([]int, 5), Children: make([][]int, 5),
		LogTime: []float64{math.Inf(1), math.Inf(1), math.Inf(1), 1.5, 0.25 + float64(k)/16},
		Support: []float64{1, 1, 1, 0.5, 0.75}}
	t.Children[4], t.Children[3] = []int{c, 3}, []int{b, a}
	t.Parent[4], t.Parent[3], t.Parent[c], t.Parent[a], t.Parent[b] = -1, 4, 4, 3, 3
	return t
}

func full() inferencetest.KindValue {
	early := three(1)
	early.LogTime[1] = 7 // not all leaves are at time 1
	return &forest.Forest{
		Trees: []forest.Weighted{{Tree: three(0), Objective: -3.5, Weight: 0.75},
			{Tree: early, Objective: math.Inf(-1), Weight: 0.25}},
		Draws: []forest.Draw{{Chain: 1, Iteration: 3, Objective: -7, Tree: three(2)},
			{Chain: 1, Iteration: 5, Objective: -8, Tree: three(1)}, {Chain: 2, Iteration: 1, Objective: -9, Tree: three(0)}},
	}
}

func empty() inferencetest.KindValue { return new(forest.Forest) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

// The bytes of version 1 are read by every version to come.
func TestVersion1(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/forest1.bin") }

func FuzzForest(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

// Trees that are equal are written once, whether they are one value or several, and read as one.
func TestEqualTreesAreOne(t *testing.T) {
	one := three(0)
	same := &forest.Forest{Draws: []forest.Draw{{Iteration: 1, Tree: one}, {Iteration: 2, Tree: one}}}
	equal := &forest.Forest{Draws: []forest.Draw{{Iteration: 1, Tree: three(0)}, {Iteration: 2, Tree: three(0)}}}
	a, err := same.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	b, err := equal.MarshalBinary()
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("%x\n%x, %v", a, b, err)
	}
	var read forest.Forest
	if err := read.UnmarshalBinary(b); err != nil || read.Draws[0].Tree != read.Draws[1].Tree {
		t.Errorf("%+v, %v", read, err)
	}
}

func TestCheck(t *testing.T) {
	data := &inference.Dataset{Rows: three(0).Names, X: mat.NewDense(3, 1, nil)}
	for name, c := range map[string]struct {
		change func(f *forest.Forest)
		want   string
	}{
		"nothing":        {func(*forest.Forest) {}, ""},
		"a broken tree":  {func(f *forest.Forest) { f.Draws[1].Tree.LogTime[3] = -1 }, "draw 1: tree: node 3"},
		"no tree":        {func(f *forest.Forest) { f.Trees[1].Tree = nil }, "tree 1: there is none"},
		"weights":        {func(f *forest.Forest) { f.Trees[0].Weight = 1 }, "sum to 1.25"},
		"a weight below": {func(f *forest.Forest) { f.Trees[0].Weight, f.Trees[1].Weight = -1, 2 }, "has the weight -1"},
		"order":          {func(f *forest.Forest) { f.Draws[1].Iteration = 3 }, "draw 1 is of chain 1, iteration 3, after"},
		"chains":         {func(f *forest.Forest) { f.Draws[2].Chain = 0 }, "draw 2 is of chain 0"},
		"many chains":    {func(f *forest.Forest) { f.Draws[2].Chain = 1 << 40 }, "draw 2 is of chain"},
		"other rows": {func(f *forest.Forest) {
			f.Trees[0].Tree.Names = []string{"a", "b",
				"d"}
		}, "leaves are not the rows"},
	} {
		f := full().(*forest.Forest)
		c.change(f)
		err := f.Check(data)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if err := full().Check(&inference.Dataset{Rows: []string{"a"}, X: mat.NewDense(1, 1, nil)}); err == nil {
		t.Error("a forest of other rows passes")
	}
	if err := full().(*forest.Forest).Fits(data); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(f *forest.Forest){
		"the best": func(f *forest.Forest) { f.Trees[0].Tree.Names = []string{"a", "b", "d"} },
		"a draw":   func(f *forest.Forest) { f.Draws[1].Tree.Names = []string{"a", "b", "d"} },
	} {
		f := full().(*forest.Forest)
		change(f)
		if err := f.Fits(data); err == nil || !strings.Contains(err.Error(), "leaves are not the rows") {
			t.Errorf("%s is of other rows: %v", name, err)
		}
	}
}

// The trees of the chain with the best are offered; draws know their chain.
func TestPool(t *testing.T) {
	one := &forest.Forest{Trees: []forest.Weighted{{Tree: three(0), Objective: -2, Weight: 1}},
		Draws: []forest.Draw{{Iteration: 4, Tree: three(0)}}}
	two := &forest.Forest{Trees: []forest.Weighted{{Tree: three(1), Objective: -1, Weight: 1}},
		Draws: []forest.Draw{{Iteration: 4, Tree: three(1)}}}
	got := one.Pool([]inference.Part{one, nil, two}).(*forest.Forest)
	if len(got.Draws) != 2 || got.Draws[0].Chain != 0 || got.Draws[1].Chain != 2 ||
		got.Trees[0].Tree != two.Trees[0].Tree {
		t.Errorf("%+v", got)
	}
	if two.Draws[0].Chain != 0 {
		t.Error("a draw of a chain was changed")
	}
	s := &inference.Snapshot{Parts: []inference.Part{got}}
	if forest.Best(s) != two.Trees[0].Tree || len(forest.DrawsOf(s)) != 2 || forest.Best(nil) != nil ||
		forest.TreesOf(&inference.Snapshot{}) != nil {
		t.Error("what was pooled is not found")
	}
}

// many returns a forest of draws of binary trees, all different.
func many(draws, leaves int) *forest.Forest {
	rng := rand.New(rand.NewPCG(1, 2))
	names := make([]string, leaves)
	for i := range names {
		names[i] = "leaf " + strconv.Itoa(i)
	}
	f := &forest.Forest{}
	for d := range draws {
		t := &tree.Tree{Names: names, Parent: make([]int, 2*leaves-1), Children: make([][]int, 2*leaves-1),
			LogTime: make([]float64, 2*leaves-1), Top: 2*leaves - 2}
		open := rng.Perm(leaves)
		for v := range names {
			t.LogTime[v] = math.Inf(1)
		}
		for k := range leaves - 1 {
			v := leaves + k
			t.LogTime[v] = float64(leaves-k) * (0.01 + 1e-6*rng.Float64())
			rng.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
			a, b := open[0], open[1]
			t.Children[v], t.Parent[a], t.Parent[b] = []int{a, b}, v, v
			open = append(open[2:], v)
		}
		t.Parent[t.Top] = -1
		f.Draws = append(f.Draws, forest.Draw{Iteration: d, Objective: -rng.ExpFloat64(), Tree: t})
	}
	f.Trees = []forest.Weighted{{Tree: f.Draws[0].Tree, Objective: f.Draws[0].Objective, Weight: 1}}
	return f
}

// BenchmarkForest writes and reads 1,000 draws of 200 leaves.
func BenchmarkForest(b *testing.B) { inferencetest.BenchmarkKind(b, many(1000, 200), empty) }
