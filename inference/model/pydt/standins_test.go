package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// The stand-ins for zeros and ones give the locations that expectation propagation has in
// the model itself: at rest the mean of z = y·x under the tilted cavity is that of the site.
func TestStandInsAreAtRest(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 4))
	names := []string{"a", "b", "c", "d", "e", "f", "g"}
	tr := pitmanyor.NewPrior(1, 0.2, len(names)).Sample(1, names, rng)
	x := covary.SampleLocations(tr, 3, 4, 1, rng)
	for i := range names {
		for j := range 3 {
			x.Set(i, j, map[bool]float64{true: 1}[x.At(i, j) > 0])
		}
	}
	x.Set(2, 1, math.NaN())
	data := &inference.Dataset{Rows: names, Columns: []string{"p", "q", "r"}, X: x, Kind: inference.Binary,
		Centre: make([]float64, 3), Scale: []float64{1, 1, 1}}
	set := independent(Model{})
	mean, variance, err := Model{}.Latent(data, tr, set, 4)
	if err != nil || mean == nil {
		t.Fatal(mean, err)
	}
	if !math.IsInf(variance.At(2, 1), 1) {
		t.Error("a missing cell stands for something")
	}
	for j := range 3 {
		weights := make([]float64, 3)
		weights[j] = 1
		d := diffusion.New(tr, mean, variance, diffusion.Parameters{Sigma2: 4, C: 1}, weights)
		for i := range names {
			if math.IsNaN(x.At(i, j)) {
				continue
			}
			// The cavity is the posterior with the site taken out; the tilted mean of a
			// probit factor under N(m, V) is m + y·V·φ/(Φ·√(1+V)).
			g := d.At(i)
			v := 1 / (1/g.XX - 1/variance.At(i, j))
			m := v * (g.X/g.XX - mean.At(i, j)/variance.At(i, j))
			y := 2*x.At(i, j) - 1
			_, r, _ := special.NormalRatios(y * m / math.Sqrt(1+v))
			if want := m + y*v*r/math.Sqrt(1+v); !(math.Abs(g.X-want) <= 1e-3) {
				t.Errorf("row %d, column %d: location %.5f, want %.5f", i, j, g.X, want)
			}
		}
	}
	numbers := *data
	numbers.X = mat.NewDense(7, 3, nil)
	numbers.X.Set(0, 0, 2.5)
	numbers.Kind = inference.Continuous
	if mean, _, err := (Model{}).Latent(&numbers, tr, set, 4); mean != nil || err != nil {
		t.Errorf("numbers are taken for signs: %v, %v", mean, err)
	}
}
