package partition_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"
)

// Draws come and go while a chain runs; the shares of pairs and of numbers are those of the present ones.
func TestTally(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 9
	var iterations []int
	var draws [][]int
	var tally partition.Tally
	for step := range 30 {
		z := make([]int, n)
		for i := range z {
			z[i] = rng.IntN(3)
		}
		iterations, draws = append(iterations, step), append(draws, z)
		if step%4 == 3 {
			k := rng.IntN(len(draws) - 1)
			iterations = append(append([]int(nil), iterations[:k]...), iterations[k+1:]...)
			draws = append(append([][]int(nil), draws[:k]...), draws[k+1:]...)
		}
		p := tally.Drawn("groups", iterations, draws, 1)
		for i := range n {
			for j := range n {
				want := 0.0
				for _, z := range draws {
					if z[i] == z[j] {
						want += 1 / float64(len(draws))
					}
				}
				inferencetest.Near(t, "together", p.Together.At(i, j), want, 1e-12)
			}
		}
		want := make([]float64, 4)
		for _, z := range draws {
			most := 0
			for _, k := range z {
				most = max(most, k+1)
			}
			want[most] += 1 / float64(len(draws))
		}
		for k, v := range p.Number {
			inferencetest.Near(t, "number", v, want[k], 1e-12)
		}
	}
}

// Parts that are only to be pooled give what whole partitions do, to the last bit, and do not change while the chain
// goes on. Few rows, and one chain, have nothing to gain.
func TestToPool(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	for _, n := range []int{9, 510} {
		var tallies, others [3]partition.Tally
		var iterations []int
		var draws [3][][]int
		pool := func(at []int) (of [3]inference.Part) {
			for c := range tallies {
				of[c] = tallies[c].ToPool("groups", at, draws[c][:len(at)], 2)
			}
			return of
		}
		for step := range 7 {
			iterations = append(iterations, step)
			for c := range draws {
				z := make([]int, n)
				for i := range z {
					if z[i] = i * 4 / n; rng.IntN(4) == 0 {
						z[i] = rng.IntN(5)
					}
				}
				draws[c] = append(draws[c], z)
			}
		}
		var wanted [3]inference.Part
		for c := range others {
			wanted[c] = others[c].Drawn("groups", iterations[:5], draws[c][:5], 2)
		}
		early := pool(iterations[:5])
		pool(iterations) // the chain goes on
		for chains := 1; chains <= 3; chains += 2 {
			got, err := early[0].(inference.Pooler).Pool(early[:chains]).MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			want, err := wanted[0].(inference.Pooler).Pool(wanted[:chains]).MarshalBinary()
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d rows, %d chains: not to the last bit (%v)", n, chains, err)
			}
		}
	}
}
