package dpmm

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/column"
)

// A column of a sample has mean 0 and the variance ρ within a cluster, whose mean has the variance ρ/κ₀. With many
// degrees of freedom tails are light enough to see it: the standard error is 2 %.
func TestVarianceOfSamples(t *testing.T) {
	for _, form := range []string{"diagonal", "full"} {
		s := settingsWith(t, map[string]string{"covariance": form, "scale": "0.5", "kappa": "0.25", "freedom": "60"})
		rng := rand.New(rand.NewPCG(5, 1))
		const draws = 2500
		sum, square := 0.0, 0.0
		for range draws {
			d, err := Model{}.Sample(1, 2, s, rng)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range d.X.RawRowView(0) {
				sum, square = sum+v/(2*draws), square+v*v/(2*draws)
			}
		}
		const want = 0.5 * (1 + 1/0.25)
		if !(math.Abs(square-want) <= 0.08*want) || !(math.Abs(sum) <= 0.1) {
			t.Errorf("%s: mean %.3f, mean square %.3f, want 0 and %v", form, sum, square, want)
		}
	}
}

// Two rows of a sample share a cluster with the probability 1/(1+α). Then both are yes with ½·(3/2)/2, of the same of
// three levels with (3/2)/(5/2), and both counts are 0 with 1/3, as a rate of Ga(1, 1) says; else they are independent.
// Under full covariances the hidden numbers of a cluster have the correlation 1/(1+κ).
func TestSampledKinds(t *testing.T) {
	kinds := []column.Kind{{Sort: column.YesNo}, {Sort: column.Category, Levels: []string{"a", "b", "c"}},
		{Sort: column.Count}, {}}
	const draws, share, kappa = 6000, 1 / (1 + 1.5), 0.5
	for form, want := range map[string][]float64{
		"diagonal": {share*0.375 + (1-share)*0.25, share*0.6 + (1-share)/3, share/3 + (1-share)/4},
		"full":     {0.25 + share*math.Asin(1/(1+kappa))/(2*math.Pi)},
	} {
		s := settingsWith(t, map[string]string{"covariance": form, "concentration": "1.5", "kappa": "0.5"})
		rng := rand.New(rand.NewPCG(6, 37))
		var seen [3]float64
		for range draws {
			d, err := Model{}.SampleKinds(2, kinds, s, rng)
			if err != nil {
				t.Fatal(err)
			}
			x, y := d.X.RawRowView(0), d.X.RawRowView(1)
			for k, is := range []bool{x[0] == 1 && y[0] == 1, x[1] == y[1], x[2] == 0 && y[2] == 0} {
				if is {
					seen[k]++
				}
			}
			if x[2] != math.Trunc(x[2]) || x[2] < 0 || x[1] < 0 || x[1] > 2 {
				t.Fatalf("%s: cells %v", form, x)
			}
		}
		for k, p := range want {
			if !(math.Abs(seen[k]/draws-p) <= 4*math.Sqrt(p*(1-p)/draws)) {
				t.Errorf("%s, kind %d: a share of %.3f, want %.3f", form, k, seen[k]/draws, p)
			}
		}
	}
}
