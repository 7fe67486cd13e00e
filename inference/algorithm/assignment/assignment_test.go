package assignment

import (
	"math"
	"math/rand/v2"
	"testing"
)

// least finds the least sum by trying every way to pair.
func least(cost [][]float64, row, skips int, used []bool) float64 {
	if row == len(cost) {
		return 0
	}
	best := math.Inf(1)
	if skips > 0 {
		best = least(cost, row+1, skips-1, used)
	}
	for j, c := range cost[row] {
		if !used[j] {
			used[j] = true
			best = min(best, c+least(cost, row+1, skips, used))
			used[j] = false
		}
	}
	return best
}

func TestSolveIsBestOfAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		rows, columns := 1+rng.IntN(5), 1+rng.IntN(5)
		cost := make([][]float64, rows)
		for i := range cost {
			for range columns {
				c := rng.NormFloat64()
				if rng.IntN(2) == 0 {
					c = math.Round(c) // ties
				}
				cost[i] = append(cost[i], c)
			}
		}
		sum, pairs, used := 0.0, 0, make([]bool, columns)
		for i, j := range Solve(cost) {
			if j < 0 {
				continue
			}
			if used[j] {
				t.Fatalf("column %d twice for %v", j, cost)
			}
			used[j] = true
			sum += cost[i][j]
			pairs++
		}
		if pairs != min(rows, columns) {
			t.Fatalf("%d pairs of %d×%d", pairs, rows, columns)
		}
		if want := least(cost, 0, max(0, rows-columns), make([]bool, columns)); !(math.Abs(sum-want) <= 1e-9) {
			t.Fatalf("the sum is %v, not %v, for %v", sum, want, cost)
		}
	}
}

func TestSolveWithNothing(t *testing.T) {
	if Solve(nil) != nil {
		t.Error("pairs of nothing")
	}
	if p := Solve([][]float64{{}, {}}); len(p) != 2 || p[0] != -1 || p[1] != -1 {
		t.Errorf("pairs %v without columns", p)
	}
}
