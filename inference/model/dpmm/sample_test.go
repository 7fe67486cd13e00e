package dpmm

import (
	"math"
	"math/rand/v2"
	"testing"
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
