package nsfa

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/factor"
)

// Given the factors behind a sample, cells are as often yes, or of the first grade, as the Gaussian says that is left:
// the noise, and of yes/no the intercept. The cells depend on the factors so much as this says.
func TestSampledKinds(t *testing.T) {
	kinds := []column.Kind{{Sort: column.YesNo}, {Sort: column.Ordered, Levels: []string{"a", "b", "c"}}}
	normal := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	rng := rand.New(rand.NewPCG(4, 37))
	var seen, expected, variance, along, alongExpected, alongVariance [2]float64
	for range 2000 {
		d, err := Factor{}.SampleKinds(1, kinds, Factor{}.Info().Defaults(), rng)
		if err != nil {
			t.Fatal(err)
		}
		f := factor.In(d.Parts).State
		for j := range kinds {
			m := 0.0
			for k := range f.Count() {
				m += f.Loadings.At(j, k) * f.Activities.At(0, k)
			}
			p, is := normal(m/math.Sqrt(f.Noise[j]+1)), d.X.At(0, j) == 1
			if j == 1 {
				p, is = normal((-0.4307272992954576-m)/math.Sqrt(f.Noise[j])), d.X.At(0, j) == 0
			}
			weight := math.Tanh(m)
			if is {
				seen[j]++
				along[j] += weight
			}
			expected[j] += p
			alongExpected[j] += weight * p
			variance[j] += p * (1 - p)
			alongVariance[j] += weight * weight * p * (1 - p)
		}
	}
	for j := range kinds {
		z := (seen[j] - expected[j]) / math.Sqrt(variance[j])
		y := (along[j] - alongExpected[j]) / math.Sqrt(alongVariance[j])
		if !(math.Abs(z) < 4) || !(math.Abs(y) < 4) {
			t.Errorf("column %d: %v, %.0f expected; along the factors %.0f, %.0f expected", j, seen[j], expected[j], along[j],
				alongExpected[j])
		}
		if dependence := math.Abs(alongExpected[j]) / math.Sqrt(alongVariance[j]); !(dependence > 5) {
			t.Errorf("column %d hardly depends on the factors", j)
		}
	}
}
