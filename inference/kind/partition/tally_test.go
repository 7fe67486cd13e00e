package partition_test

import (
	"math/rand/v2"
	"testing"

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
