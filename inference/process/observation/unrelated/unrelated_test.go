package unrelated

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// The mean weight of drawn intercepts is the evidence, and weighted by it they have the mean of the posterior, both
// by quadrature; Laplace's method is near. Columns without intercepts are exact.
func TestIntercepts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	x := mat.NewDense(6, 4, []float64{
		1, 3, 0, .3,
		1, 0, 0, -1,
		1, 9, 1, math.NaN(),
		0, math.NaN(), 2, 2,
		1, 2, 0, .2,
		1, 4, 0, .7})
	table := observation.NewTable(x, []observation.Column{observation.YesNo{}, observation.NewCounts(nil, .5, .8),
		observation.NewCategories(3), nil})
	const v, levelled = .7, 14.
	r := New(table, 6, []float64{1, levelled, 1, 1, 0})
	cdf := func(z float64) float64 { return .5 * math.Erfc(-z/math.Sqrt2) }
	normal := func(z, v float64) float64 { return math.Exp(-z*z/(2*v)) / math.Sqrt(2*math.Pi*v) }
	// Each factor over N(b, v) by sums, with Σ over b.
	var want, mean [3]float64
	const k = 60
	for i := range k {
		z := -7 + 14*(float64(i)+.5)/k
		p := math.Pow(cdf(z/math.Sqrt(v)), 5) * cdf(-z/math.Sqrt(v)) * normal(z, 1) * 14 / k
		want[0] += p
		mean[0] += p * z
		b, q := z*math.Sqrt(levelled), 1.
		for _, y := range []float64{3, 0, 9, 2, 4} {
			sum := 0.
			for l := range k {
				u := -6 + 12*(float64(l)+.5)/k
				log := .5 + .8*(b+u*math.Sqrt(v))
				g, _ := math.Lgamma(y + 1)
				sum += 12. / k * normal(u, 1) * math.Exp(y*log-math.Exp(log)-g)
			}
			q *= sum
		}
		q *= normal(z, 1) * 14 / k
		want[1] += q
		mean[1] += q * b
	}
	// Utilities of variance v about M, whose sum is 0: the first is the greatest in four rows.
	const c = 24
	for i := range c {
		for l := range c {
			b := [2]float64{-6 + 12*(float64(i)+.5)/c, -6 + 12*(float64(l)+.5)/c}
			e, g := b[0]/math.Sqrt2, b[1]/math.Sqrt(6)
			m := []float64{e + g, g - e, -2 * g}
			p := normal(b[0], 1) * normal(b[1], 1) * 144 / (c * c)
			for _, y := range []int{0, 0, 1, 2, 0, 0} {
				sum := 0.
				for h := range k {
					z := -6 + 12*(float64(h)+.5)/k
					f := normal(z, 1) * 12 / k
					for other, e := range m {
						if other != y {
							f *= cdf(z + (m[y]-e)/math.Sqrt(v))
						}
					}
					sum += f
				}
				p *= sum
			}
			want[2] += p
			mean[2] += p * b[0]
		}
	}
	for j := range 3 {
		low, high := table.Of(j)
		near := r.LogEvidence(j, v, make([]float64, high-low))
		if !(math.Abs(near-math.Log(want[j])) <= .1) {
			t.Errorf("column %d: Laplace's method gives %v, want %v", j, near, math.Log(want[j]))
		}
		const draws = 600
		var sum, first float64
		for range draws {
			b := make([]float64, high-low)
			w := math.Exp(r.DrawIntercepts(j, v, rng, b)) / draws
			sum += w
			first += w * b[0]
		}
		if !(math.Abs(sum/want[j]-1) <= .02) {
			t.Errorf("column %d: evidence %v, want %v", j, sum, want[j])
		}
		if e := mean[j] / want[j]; !(math.Abs(first/sum-e) <= .12*(1+math.Abs(e))) {
			t.Errorf("column %d: mean %v, want %v", j, first/sum, e)
		}
	}
	exact := 0.
	for _, y := range []float64{.3, -1, 2, .2, .7} {
		exact += math.Log(normal(y, v))
	}
	if got := r.DrawIntercepts(3, v, rng, []float64{4}); !(math.Abs(got-exact) <= 1e-12) {
		t.Errorf("numbers: %v, want %v", got, exact)
	}
}

// A line has the mass of the density that it follows, peaks included that are narrower than its steps, and draws
// have the density that it says.
func TestLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, spread := range []float64{.05, 1, 30} {
		l := NewLine(-5, 8, .5, func(x float64) float64 { return -.5 * (x - 1.3) * (x - 1.3) / (spread * spread) })
		want := spread * math.Sqrt(math.Pi/2) * (math.Erf(6.7/spread/math.Sqrt2) + math.Erf(6.3/spread/math.Sqrt2))
		if got := math.Exp(l.LogTotal()); !(math.Abs(got/want-1) <= .05) {
			t.Errorf("spread %v: mass %v, want %v", spread, got, want)
		}
		var whole special.LogSum
		const cells = 20000
		for i := range cells {
			whole.Add(l.LogDensity(-5+13*(float64(i)+.5)/cells) + math.Log(13./cells))
		}
		if !(math.Abs(whole.Value()) <= 5e-3) {
			t.Errorf("spread %v: the density has mass e^%v", spread, whole.Value())
		}
		below, expected := 0., 0.
		for range 20000 {
			if l.Draw(rng) < 1 {
				below++
			}
		}
		for i := range cells {
			if x := -5 + 13*(float64(i)+.5)/cells; x < 1 {
				expected += math.Exp(l.LogDensity(x)) * 13 / cells
			}
		}
		if !(math.Abs(below/20000-expected) <= .015) {
			t.Errorf("spread %v: %v of the draws are below 1, want %v", spread, below/20000, expected)
		}
	}
}
