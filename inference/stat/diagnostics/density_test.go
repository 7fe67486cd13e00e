package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
)

// area is that under a density, by the trapezium rule.
func area(x, y []float64) (sum float64) {
	for i := 1; i < len(x); i++ {
		sum += (x[i] - x[i-1]) * (y[i] + y[i-1]) / 2
	}
	return sum
}

// at returns the density at a place, between those of the grid.
func at(d *Density, x float64) float64 {
	step := d.X[1] - d.X[0]
	i := int((x - d.X[0]) / step)
	f := (x - d.X[i]) / step
	return (1-f)*d.Pooled[i] + f*d.Pooled[i+1]
}

func TestDensityOfANormal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	chains := several(3, func(int) []float64 { return autoregression(r, 4000, 0) })
	d := Densities(chains, Everywhere, 0)
	if a := area(d.X, d.Pooled); !(math.Abs(a-1) <= 0.005) {
		t.Errorf("the area is %v", a)
	}
	for _, x := range []float64{-2, -1, 0, 0.5, 1.5} {
		if want := math.Exp(-x*x/2) / math.Sqrt(2*math.Pi); !(math.Abs(at(d, x)-want) <= 0.02) {
			t.Errorf("density %v at %v, want %v", at(d, x), x, want)
		}
	}
	for i := range d.Pooled {
		if mean := (d.Chains[0][i] + d.Chains[1][i] + d.Chains[2][i]) / 3; !(math.Abs(mean-d.Pooled[i]) <= 1e-12) {
			t.Fatalf("the pooled density at %v is not the mean of the chains", d.X[i])
		}
	}
	// Every kernel placed by itself.
	x, sum := d.X[180], 0.0
	for _, c := range chains {
		for _, v := range c {
			z := (x - v) / d.Bandwidth
			sum += math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / d.Bandwidth / 12_000
		}
	}
	if !(math.Abs(sum-d.Pooled[180]) <= 0.002) {
		t.Errorf("density %v at %v, and %v from kernel by kernel", d.Pooled[180], x, sum)
	}
}

// Without reflection a density that ends at a bound is half there.
func TestDensityAtBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	waiting, uniform := make([]float64, 20_000), make([]float64, 20_000)
	for i := range waiting {
		waiting[i], uniform[i] = r.ExpFloat64(), r.Float64()
	}
	d := Densities([][]float64{waiting}, Range{0, math.Inf(1)}, 0)
	if d.X[0] != 0 || !(math.Abs(d.Pooled[0]-1) <= 0.12) {
		t.Errorf("exponential: %v at %v", d.Pooled[0], d.X[0])
	}
	if plain := Densities([][]float64{waiting}, Everywhere, 0); at(plain, 0) > 0.7 {
		t.Errorf("without bounds %v at 0", at(plain, 0))
	}
	d = Densities([][]float64{uniform}, Range{0, 1}, 0)
	last := len(d.X) - 1
	if d.X[0] != 0 || !(math.Abs(d.X[last]-1) <= 1e-12) || !(math.Abs(area(d.X, d.Pooled)-1) <= 0.005) {
		t.Errorf("uniform from %v to %v, area %v", d.X[0], d.X[last], area(d.X, d.Pooled))
	}
	for _, i := range []int{0, 1, last / 2, last - 1, last} {
		if !(math.Abs(d.Pooled[i]-1) <= 0.12) {
			t.Errorf("uniform: %v at %v", d.Pooled[i], d.X[i])
		}
	}
}

// A draw far away must not squeeze the rest into a few places of the grid.
func TestDensityWithHeavyTails(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	x := make([]float64, 5000)
	for i := range x {
		x[i] = math.Tan(math.Pi * (r.Float64() - 0.5))
	}
	x[17] = 1e9
	d := Densities([][]float64{x}, Everywhere, 0)
	if d.X[len(d.X)-1] > 500 || !(math.Abs(at(d, 0)-1/math.Pi) <= 0.05) {
		t.Errorf("up to %v, %v at 0", d.X[len(d.X)-1], at(d, 0))
	}
}

func TestDensityOfCounts(t *testing.T) {
	d := Densities([][]float64{{3, 3, 4, 6}, {4, 4, 4, 4}}, Everywhere, 0)
	if !d.Steps || len(d.X) != 4 || d.X[0] != 3 || d.Pooled[1] != 5.0/8 || d.Chains[0][0] != 0.5 || d.Chains[1][3] != 0 {
		t.Errorf("%+v", d)
	}
	for _, none := range [][][]float64{nil, {{}}, {{1}}, {{2, 2}, {2, 2}}, {{1, math.NaN()}}, {{1, math.Inf(1)}}} {
		if Densities(none, Everywhere, 0) != nil {
			t.Errorf("a density of %v", none)
		}
	}
}

func TestBounds(t *testing.T) {
	b := Bounds(inference.Info{Parameters: []inference.Parameter{{Name: "c", Type: inference.Real, Max: 9},
		{Name: "alpha", Type: inference.Real, Min: -10, Max: 1}, {Name: "method", Type: inference.Choice}}})
	if b["c"] != (Range{0, 9}) || b["alpha"] != (Range{0, 1}) || b["method"] != (Range{}) {
		t.Error(b)
	}
	// What no parameter is: shares, and a depth.
	if b["acceptance"] != (Range{0, 1}) || b["first_branch"] != (Range{0, 1}) || b["depth"] != (Range{0, math.Inf(1)}) {
		t.Error(b)
	}
	// A bound that draws are beyond is none.
	if d := Densities([][]float64{{-0.5, -0.2, 0.1, 0.3, 0.35, 0.2}}, b["alpha"], 0); d.X[0] >= -0.5 {
		t.Errorf("from %v", d.X[0])
	}
}

// Where no draw is far out, the grid reaches from the least to the greatest.
func TestDensityReachesAllDraws(t *testing.T) {
	chains := several(2, func(int) []float64 { return autoregression(rand.New(rand.NewPCG(4, 2)), 3000, 0) })
	d := Densities(chains, Everywhere, 0)
	low, high := slices.Min(chains[0]), slices.Max(chains[0])
	if d.X[0] > low || d.X[len(d.X)-1] < high {
		t.Errorf("the grid is from %v to %v, the draws from %v to %v", d.X[0], d.X[len(d.X)-1], low, high)
	}
}
