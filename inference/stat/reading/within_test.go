package reading

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// long draws two groups, each much longer than they are apart, with missing cells, and the tree that joins rows of a
// group first.
func long(rng *rand.Rand) (x *mat.Dense, groups []int, t *tree.Tree) {
	const n = 60
	x, groups = mat.NewDense(n, 3, nil), make([]int, n)
	round := mat.NewDense(n, 3, nil)
	for i := range n {
		groups[i] = i % 2
		s := 10 * rng.NormFloat64()
		for j, v := range []float64{s + 3*float64(groups[i]), s, 0} {
			x.Set(i, j, v+0.3*rng.NormFloat64())
			round.Set(i, j, 100*float64(groups[i])+v)
		}
	}
	t = linkage.Tree(linkage.Cluster(round, linkage.Ward), make([]string, n))
	x.Set(4, 2, math.NaN())
	return x, groups, t
}

// In units of the covariance within groups a cut finds long groups that lie side by side; plain distances cut them
// across. Rows in any other units that a matrix gives are cut the same way, and the comparison with Ward's tree stays
// that of plain distances.
func TestWithin(t *testing.T) {
	x, groups, tr := long(rand.New(rand.NewPCG(2, 5)))
	index := func(r *Tree) float64 { return scores.AdjustedRand(tree.GroupLabels(r.Groups(2), 60), groups) }
	plain, within := Read(tr, x, false), Read(tr, x, true)
	if a, b := index(plain), index(within); !(a < 0.5) || b != 1 {
		t.Errorf("index %g by plain distances and %g within groups", a, b)
	}
	if !(within.Depth() > plain.Depth()) || within.Number().Groups != 2 {
		t.Errorf("depth %g, by plain distances %g; %d groups", within.Depth(), plain.Depth(), within.Number().Groups)
	}
	if within.Apart() != plain.Apart() {
		t.Errorf("%+v, by plain distances %+v", within.Apart(), plain.Apart())
	}
	var turned mat.Dense
	turned.Mul(x, mat.NewDense(3, 3, []float64{1, 2, 0, 0, 1, 0, 1, 0, 5}))
	turned.Set(4, 0, math.NaN())
	turned.Set(4, 1, math.NaN())
	turned.Set(4, 2, math.NaN())
	if b := index(Within(tr, &turned)); b != 1 {
		t.Errorf("turned: index %g", b)
	}
}

// pieces returns the tree of two long groups in which neighbours of a group part last, four at a time, and all these
// pieces at once.
func pieces(x *mat.Dense, groups []int) *tree.Tree {
	n := len(groups)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(groups[a]-groups[b], cmp.Compare(x.At(a, 1), x.At(b, 1)))
	})
	parent, logTime := make([]int, n), make([]float64, n)
	for k, i := range order {
		parent[i], logTime[i] = n+k/4, math.Inf(1)
	}
	top := n + n/4
	for range n / 4 {
		parent, logTime = append(parent, top), append(logTime, 2)
	}
	t, err := tree.New(make([]string, n), append(parent, -1), append(logTime, 1))
	if err != nil {
		panic(err)
	}
	return t
}

// Where all pieces of two long groups part at once, the covariance within the pieces tells which belong together.
func TestWithinPieces(t *testing.T) {
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 6))
		x, groups := mat.NewDense(80, 4, nil), make([]int, 80)
		for i := range 80 {
			groups[i] = i / 40
			s, w := 12*rng.NormFloat64(), 4*rng.NormFloat64()
			for j, v := range []float64{s + 3*float64(groups[i]), s, w, w} {
				x.Set(i, j, v+0.3*rng.NormFloat64())
			}
		}
		read := Within(pieces(x, groups), x)
		if a := scores.AdjustedRand(tree.GroupLabels(read.Groups(2), 80), groups); a != 1 {
			t.Errorf("seed %d: index %g", seed, a)
		}
		if k := read.Number().Groups; k != 2 {
			t.Errorf("seed %d: %d groups", seed, k)
		}
	}
}
