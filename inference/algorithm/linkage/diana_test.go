package linkage

import (
	"math"
	"slices"
	"testing"
)

// splitByDefinition returns who leaves a cluster, all means from the distances themselves.
func splitByDefinition(d [][]float64, cluster []int) (stay, gone []int) {
	stay = slices.Clone(cluster)
	mean := func(i int, of []int) float64 {
		sum, n := 0.0, 0.0
		for _, j := range of {
			if j != i {
				sum += d[i][j]
				n++
			}
		}
		return sum / n
	}
	for len(stay) > 1 {
		best, gain := -1, 0.0
		for k, i := range stay {
			g := mean(i, stay)
			if len(gone) > 0 {
				g -= mean(i, gone)
			}
			if g > gain {
				best, gain = k, g
			}
		}
		if best < 0 {
			break
		}
		gone = append(gone, stay[best])
		stay = slices.Delete(stay, best, best+1)
	}
	slices.Sort(gone)
	return stay, gone
}

// Every branch point is the split of its cluster by the definition, at its diameter.
func TestDiana(t *testing.T) {
	for seed := range uint64(5) {
		n := 25
		x := gaussian(n, 3, seed)
		d := allDistances(x)
		merges := Cluster(x, Diana)
		rows := make([][]int, n, 2*n)
		for i := range n {
			rows[i] = []int{i}
		}
		height := 0.0
		for _, m := range merges {
			all := slices.Sorted(slices.Values(slices.Concat(rows[m.A], rows[m.B])))
			stay, gone := splitByDefinition(d, all)
			a, b := rows[m.A], rows[m.B]
			if !(slices.Equal(a, stay) && slices.Equal(b, gone) || slices.Equal(a, gone) && slices.Equal(b, stay)) {
				t.Fatalf("seed %d: %v is split into %v and %v, not %v and %v", seed, all, a, b, stay, gone)
			}
			diameter := 0.0
			for _, i := range all {
				for _, j := range all {
					diameter = math.Max(diameter, d[i][j])
				}
			}
			if !(math.Abs(m.Height-diameter) <= 1e-12) || m.Height < height {
				t.Fatalf("seed %d: height %g after %g, diameter %g", seed, m.Height, height, diameter)
			}
			height = m.Height
			rows = append(rows, all)
		}
	}
}
