package board

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A star says nothing of its rows. With its children grouped it scores as Ward's tree does, and is cut as that is.
func TestStarScoresAsWard(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for round := range 20 {
		n := 3 + rng.IntN(40)
		x, codes := mat.NewDense(n, 4, nil), make([]int, n)
		star := &tree.Tree{Names: make([]string, n), Top: n, Parent: make([]int, n+1), Children: make([][]int, n+1),
			LogTime: make([]float64, n+1)}
		for i := range n {
			codes[i] = rng.IntN(3)
			for j := range 4 {
				x.Set(i, j, rng.NormFloat64()+float64(codes[i]*(j%2)))
			}
			star.Parent[i], star.LogTime[i] = n, math.Inf(1)
			star.Children[n] = append(star.Children[n], i)
		}
		star.Parent[n], star.LogTime[n] = -1, 0.5
		ward := linkage.Tree(linkage.Cluster(x, linkage.Ward), star.Names)
		want := scores.DendrogramPurity(ward, codes)
		resolved := star.Resolved(x.RawRowView)
		a, _ := AgreeTree(star, resolved, codes, func(k int) [][]int {
			return resolved.CutBranches(k,
				x.RawRowView).Groups(k)
		})
		if a == nil {
			continue
		}
		if !(math.Abs(a.ResolvedPurity-want) <= 1e-12) || a.DendrogramPurity > want { // sums in another order
			t.Errorf("round %d: purity %v, with groups %v, of Ward's tree %v", round, a.DendrogramPurity, a.ResolvedPurity, want)
		}
		b, _ := AgreeTree(ward, ward, codes, func(k int) [][]int { return ward.CutBranches(k, x.RawRowView).Groups(k) })
		if !(math.Abs(a.AdjustedRand-b.AdjustedRand) <= 1e-12) {
			t.Errorf("round %d: index %v, of Ward's tree %v", round, a.AdjustedRand, b.AdjustedRand)
		}
	}
}
