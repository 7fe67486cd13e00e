package plottingtest

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/tree"
)

// regrafted returns a copy of t with one clade moved beside another node, and its times
// a little changed, as a draw of a chain differs from the one before.
func regrafted(rng *rand.Rand, t *tree.Tree) *tree.Tree {
	for range 20 {
		v, w := rng.IntN(t.Nodes()), rng.IntN(t.Nodes())
		p := t.Parent[v]
		if p < 0 || p == t.Top || t.Parent[w] < 0 || t.Parent[w] == p || w == p || len(t.Children[p]) != 2 {
			continue
		}
		parent, logTime := slices.Clone(t.Parent), slices.Clone(t.LogTime)
		other := t.Children[p][0] + t.Children[p][1] - v
		parent[other] = parent[p]
		parent[p], parent[w] = parent[w], p
		low, high := logTime[parent[p]], min(logTime[v], logTime[w])
		if high <= low {
			continue
		}
		logTime[p] = low + (min(high, low+2)-low)*(0.3+0.4*rng.Float64())
		if x, err := tree.New(t.Names, parent, logTime); err == nil {
			return x
		}
	}
	return t
}

// Posterior returns draws around a random tree of n leaves: each some moves away from
// it, with times that vary.
func Posterior(n, draws, moves int, seed uint64) *consensus.Set {
	rng := rand.New(rand.NewPCG(seed, 5))
	start := Coalescent(n, rng)
	var list []forest.Draw
	for i := range draws {
		t := start
		for range moves {
			t = regrafted(rng, t)
		}
		t = t.Clone()
		f := math.Exp(0.12 * rng.NormFloat64())
		for v := range t.LogTime {
			t.LogTime[v] *= f
		}
		list = append(list, forest.Draw{Chain: i % 2, Iteration: i, Tree: t})
	}
	return consensus.New(list)
}
