package marginal

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Numbers: the mean over draws agrees with the predictions of Student's t for complete rows, integrated over the
// missing cells on a grid. Exact are seen families, and missing cells without a seen one below.
func TestPartialOfNumbers(t *testing.T) {
	g := Usual(eight())
	rng := rand.New(rand.NewPCG(1, 2))
	nan := math.NaN()
	for _, c := range []struct {
		parents [][]int
		row     []float64
		near    float64
	}{
		{[][]int{nil, {0}, {1}, {2}}, []float64{.4, nan, -.2, .3}, 0.03}, // a chain
		{[][]int{{1}, nil, {1}, {1}}, []float64{.4, nan, -.2, .3}, 0.03}, // a fork
		{[][]int{nil, nil, {0, 1}, {0, 1, 2}}, []float64{nan, .3, nan, .5}, 0.03},
		{[][]int{nil, {0}, {1}, {1}}, []float64{.4, .1, nan, .3}, 1e-5}, // a leaf
		{[][]int{nil, {0}, {1}, {2}}, []float64{.4, .1, nan, nan}, 1e-4},
	} {
		var hidden []int
		for j, v := range c.row {
			if math.IsNaN(v) {
				hidden = append(hidden, j)
			}
		}
		row, want := slices.Clone(c.row), 0.0
		var sum func(k int, weight float64)
		sum = func(k int, weight float64) {
			if k == len(hidden) {
				with, log := g.With(row), 0.0
				for j, p := range c.parents {
					log += Family(with, j, p) - Family(g, j, p)
				}
				want += weight * math.Exp(log)
				return
			}
			step := 0.05 * float64(1+2*len(hidden)) // x = sinh u reaches far
			for u := -7.0; u < 7; u += step {
				row[hidden[k]] = math.Sinh(u)
				sum(k+1, weight*step*math.Cosh(u))
			}
		}
		sum(0, 1)
		mean := 0.0
		p := NewPartial(g, c.row)
		for range 2500 {
			log, err := p.Log(NewNetwork(g, c.parents, rng))
			if err != nil {
				t.Fatal(err)
			}
			mean += math.Exp(log) / 2500
		}
		got := math.Log(mean)
		inferencetest.Near(t, "numbers", got, math.Log(want), c.near)
	}
}

// Zeros and ones: the sum over all ways to fill in a row, in networks at random of eight columns.
func TestPartialOfCategories(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	codes, levels := make([][]int32, 8), make([]int, 8)
	for j := range codes {
		levels[j] = 2
		for range 20 {
			codes[j] = append(codes[j], int32(rng.IntN(2)))
		}
	}
	d := NewDiscrete(codes, levels, 1.3)
	for range 20 {
		order, parents, row := rng.Perm(8), make([][]int, 8), make([]float64, 8)
		for at, j := range order {
			for _, i := range order[:at] {
				if rng.IntN(3) == 0 {
					parents[j] = append(parents[j], i)
				}
			}
			if row[j] = float64(rng.IntN(2)); rng.IntN(2) == 0 {
				row[j] = math.NaN()
			}
		}
		want := 0.0
		for fill := range 256 {
			full, same := make([]float64, 8), true
			for j := range full {
				full[j] = float64(fill >> j & 1)
				same = same && (math.IsNaN(row[j]) || row[j] == full[j])
			}
			if !same {
				continue
			}
			with, log := d.With(full), 0.0
			for j, p := range parents {
				log += Family(with, j, p) - Family(d, j, p)
			}
			want += math.Exp(log)
		}
		got, err := NewPartial(d, row).Log(NewNetwork(d, parents, nil))
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Near(t, "zeros and ones", got, math.Log(want), 1e-10)
	}
}
