package reading

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// rows draws four groups in six columns.
func rows(rng *rand.Rand, n int) *mat.Dense {
	x := mat.NewDense(n, 6, nil)
	for i := range n {
		for j := range 6 {
			x.Set(i, j, rng.NormFloat64()+5*float64((i%4)>>(j%2)&1))
		}
	}
	return x
}

// shareBetween is the share of the variance between groups, from its definition.
func shareBetween(x *mat.Dense, groups [][]int) float64 {
	_, d := x.Dims()
	spread := func(g []int) (sum float64) {
		for j := range d {
			mean := 0.0
			for _, i := range g {
				mean += x.At(i, j) / float64(len(g))
			}
			for _, i := range g {
				sum += (x.At(i, j) - mean) * (x.At(i, j) - mean)
			}
		}
		return sum
	}
	var all []int
	within := 0.0
	for _, g := range groups {
		all = append(all, g...)
		within += spread(g)
	}
	return 1 - within/spread(all)
}

// Ward's tree sets the rows apart as well as itself; a tree of other rows does not, and says by how much.
func TestApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := rows(rng, 40)
	ward := linkage.Tree(linkage.Cluster(x, linkage.Ward), make([]string, 40))
	if a := Of(ward, x).Apart(); !(math.Abs(a.Ratio-1) <= 1e-12) || a.Plain() || a.Slight() || a.Sentence() != "" ||
		a.Groups != 4 {
		t.Errorf("Ward's own: %+v", a)
	}
	other := linkage.Tree(linkage.Cluster(rows(rng, 40), linkage.Ward), make([]string, 40))
	order := rng.Perm(40) // the groups of the rows, which both have, in another order
	for v, c := range other.Children {
		for k, leaf := range c {
			if leaf < 40 {
				other.Children[v][k] = order[leaf]
			}
		}
	}
	for v, c := range other.Children {
		for _, leaf := range c {
			other.Parent[leaf] = v
		}
	}
	read := Of(other, x)
	a := read.Apart()
	ratio := 0.0
	for _, k := range []int{2, 4, 8} {
		ratio += shareBetween(x, read.Groups(k)) / shareBetween(x, Of(ward, x).Groups(k)) / 3
	}
	if !(math.Abs(a.Ratio-ratio) <= 1e-9) || !a.Plain() ||
		!strings.Contains(a.Sentence(), "sets the rows apart less than simple clustering") {
		t.Errorf("a tree of others: %+v, ratio %v, %q", a, ratio, a.Sentence())
	}
	if a := Of(starOf(5, 5), x.Slice(0, 5, 0, 6).(*mat.Dense)).Apart(); !math.IsNaN(a.Ratio) || a.Sentence() != "" {
		t.Errorf("five rows: %+v", a)
	}
}

// starOf returns a tree of n leaves, the first of which part at one branch point and the others one by one above it.
func starOf(n, apart int) *tree.Tree {
	parent, logTime := make([]int, n), make([]float64, n)
	for i := range n {
		logTime[i] = math.Inf(1)
		if i < apart {
			parent[i] = n
		}
	}
	for i := apart; i < n; i++ { // branch point n+k holds the one before it and leaf i
		parent[i] = n + i - apart + 1
	}
	for k := range n - apart + 1 {
		parent, logTime = append(parent, n+k+1), append(logTime, 1/float64(k+1))
	}
	parent[len(parent)-1] = -1
	t, err := tree.New(make([]string, n), parent, logTime)
	if err != nil {
		panic(err)
	}
	return t
}

// A star says how many rows it finds no order among; a tree that parts few of its rows at once says nothing.
func TestStar(t *testing.T) {
	x := mat.NewDense(30, 1, nil)
	for _, k := range []struct {
		apart int
		want  string
	}{{30, "Here 30 of 30 rows part at once"}, {10, "Here 10 of 30 rows part at once"}, {9, ""}, {2, ""}} {
		if got := Of(starOf(30, k.apart), x).Star(); !strings.HasPrefix(got, k.want) || (got == "") != (k.want == "") {
			t.Errorf("%d of 30: %q", k.apart, got)
		}
	}
}

// Ties are told for both ways of cutting.
func TestTies(t *testing.T) {
	x := mat.NewDense(5, 1, []float64{1, 1, 1, 2, 2})
	read := Of(linkage.Tree(linkage.Cluster(x, linkage.Ward), make([]string, 5)), x)
	for k, want := range []bool{1: false, false, true, true, false} {
		if k == 0 {
			continue
		}
		if got := read.Ties(k) != ""; got != want {
			t.Errorf("%d groups by branches: %v", k, got)
		}
		if got := read.TimesTied(k) != ""; got != want {
			t.Errorf("%d groups at one time: %v", k, got)
		}
	}
}
