package dpmm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

// Splits and merges alone visit the partitions as often as enumeration says; a Gibbs sweep between them would hide a
// wrong proposal.
func TestSplitMergeAlone(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{-1.1, -0.2, 0.3, 1.4})
	s := settingsWith(t, map[string]string{"covariance": "diagonal", "concentration": "0.8", "scale": "0.3",
		"kappa": "0.4"}, "concentration", "scale", "kappa")
	p, err := base(x, false, 0.4, 3, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := conjugate.Rows(x)
	want, total := map[string]float64{}, 0.0
	eachPartition(4, func(z []int) {
		w := 1.0
		for _, m := range labels.Members(z) {
			var in [][]float64
			for _, i := range m {
				in = append(in, rows[i])
			}
			w *= 0.8 * math.Gamma(float64(len(m))) * marginal(p, false, in)
		}
		want[fmt.Sprint(z)] = w
		total += w
	})
	c := newSampler(x, s, inference.Streams{Seed: 3}, 1)
	for c.iteration < 0 {
		c.advance()
	}
	rng := rand.New(rand.NewPCG(4, 9))
	const batches, moves = 40, 3000
	got := map[string]*[batches]float64{}
	for b := range batches {
		for range moves {
			c.state.splitMerge(rng)
			z, number := make([]int, 4), map[int]int{}
			for i, k := range c.state.z {
				if _, met := number[k]; !met {
					number[k] = len(number)
				}
				z[i] = number[k]
			}
			key := fmt.Sprint(z)
			if got[key] == nil {
				got[key] = new([batches]float64)
			}
			got[key][b] += 1.0 / moves
		}
	}
	for key, w := range want {
		mean, square := 0.0, 0.0
		if got[key] != nil {
			for _, v := range got[key] {
				mean += v / batches
				square += v * v / batches
			}
		}
		se := math.Sqrt(max(0, square-mean*mean)/(batches-1)) + 1e-4
		if !(math.Abs(mean-w/total) <= 4*se) {
			t.Errorf("%s: %.4f ± %.4f, by enumeration %.4f", key, mean, se, w/total)
		}
	}
}
