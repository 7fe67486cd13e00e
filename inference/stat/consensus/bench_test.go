package consensus

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
)

// walked returns draws of which each differs from the one before by some moved leaves,
// as those of a chain do.
func walked(n, draws, moves int) []forest.Draw {
	rng := rand.New(rand.NewPCG(1, 1))
	t := grow(rng, n)
	list := make([]forest.Draw, draws)
	for i := range list {
		for range moves {
			t = moved(rng, t)
		}
		list[i] = forest.Draw{Chain: i % 4, Iteration: i / 4, Tree: t}
	}
	return list
}

// moved returns a copy of t with one leaf beside another.
func moved(rng *rand.Rand, t *tree.Tree) *tree.Tree {
	n := t.Leaves()
	i, j := rng.IntN(n), rng.IntN(n)
	p := t.Parent[i]
	if i == j || t.Parent[j] == p || len(t.Children[p]) != 2 || p == t.Top {
		return t
	}
	parent, logTime := append([]int(nil), t.Parent...), append([]float64(nil), t.LogTime...)
	other := t.Children[p][0] + t.Children[p][1] - i
	parent[other] = parent[p]
	parent[p], parent[i], parent[j] = parent[j], p, p
	logTime[p] = logTime[parent[p]] + 0.3*rng.ExpFloat64()
	if math.IsInf(logTime[p], 1) {
		return t
	}
	x, err := tree.New(t.Names, parent, logTime)
	if err != nil {
		return t
	}
	return x
}

func BenchmarkAdd(b *testing.B) {
	for _, n := range []int{250, 2000} {
		list := walked(n, 200, 20)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s := &Set{}
				for _, d := range list {
					s.Add(d)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(list)), "µs/draw")
		})
	}
}

// BenchmarkUpdate is what a running set costs with each new draw: 4 chains of 250.
func BenchmarkUpdate(b *testing.B) {
	for _, n := range []int{250, 2000} {
		list := walked(n, 1000, 20)
		s := New(list)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s.Update(list)
			}
		})
		b.Run(fmt.Sprint(n, "/trees"), func(b *testing.B) {
			for b.Loop() {
				s.Majority(0.5)
				s.MaximumCladeCredibility()
				s.Medoid()
			}
		})
		b.Run(fmt.Sprint(n, "/shared times of 100"), func(b *testing.B) {
			for b.Loop() {
				s.SharedTimes(100)
			}
		})
		b.Run(fmt.Sprint(n, "/membership"), func(b *testing.B) {
			groups, _ := list[0].Tree.CutInto(8)
			for b.Loop() {
				s.Membership(groups)
			}
		})
	}
}
