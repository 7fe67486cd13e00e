package conjugate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

func priors(t testing.TB, d int) (diagonal, full *Prior) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(d), 5))
	mean, v := make([]float64, d), make([]float64, d)
	for j := range mean {
		mean[j], v[j] = rng.NormFloat64(), 0.5+rng.Float64()
	}
	a := mat.NewDense(d, d+2, nil)
	for i := range d {
		for j := range d + 2 {
			a.Set(i, j, rng.NormFloat64()/2)
		}
	}
	shape := mat.NewDense(d, d, nil)
	shape.Mul(a, a.T())
	if d == 1 {
		v[0] = shape.At(0, 0)
	}
	full, err := NewFullPrior(mean, shape.RawMatrix().Data, 0.7, 3.5, 0.4)
	if err != nil {
		t.Fatal(err)
	}
	return NewDiagonalPrior(mean, v, 0.7, 3.5, 0.4), full
}

func draws(n, d int, rng *rand.Rand) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, d)
		for j := range rows[i] {
			rows[i][j] = 1 + 1.5*rng.NormFloat64()
		}
	}
	return rows
}

func components(t testing.TB, d int) map[string]func() Component {
	diagonal, full := priors(t, d)
	return map[string]func() Component{
		"diagonal": func() Component { return NewDiagonal(diagonal) },
		"gaps":     func() Component { return NewGaps(diagonal) },
		"full":     func() Component { return NewFull(full) },
	}
}

// The density of rows together is the product of each one's given those before it, in
// any order of adding and removing; and that of one row is the Student t written out.
func TestChainRule(t *testing.T) {
	for _, d := range []int{1, 2, 5, 17, 40} {
		for name, make := range components(t, d) {
			rng := rand.New(rand.NewPCG(1, uint64(d)))
			rows := draws(12, d, rng)
			if name == "gaps" {
				for _, x := range rows {
					x[rng.IntN(d)] = math.NaN()
				}
			}
			c, sum := make(), 0.0
			for _, x := range rows {
				sum += c.LogPredictive(x)
				c.Add(x)
			}
			inferencetest.Close(t, name+" marginal", c.LogMarginal(), sum, 1e-10)
			for range 200 { // there and back again
				k := rng.IntN(len(rows))
				if !c.Remove(rows[k]) {
					t.Fatalf("%s: a row cannot be removed", name)
				}
				c.Add(rows[k])
			}
			fresh := make()
			fresh.Fill(rows)
			inferencetest.Close(t, name+" after 200 removals", c.LogMarginal(), fresh.LogMarginal(), 1e-9)
			for _, x := range rows[1:] {
				c.Remove(x)
			}
			inferencetest.Close(t, name+" of one row", c.LogMarginal(), make().LogPredictive(rows[0]), 1e-9)
			c.Remove(rows[0])
			if c.Size() != 0 || !(math.Abs(c.LogMarginal()) <= 1e-12) {
				t.Errorf("%s: without rows the log density is %v", name, c.LogMarginal())
			}
		}
	}
}

func TestOneColumnIsDiagonalAndFull(t *testing.T) {
	all := components(t, 1)
	rows := draws(6, 1, rand.New(rand.NewPCG(3, 1)))
	var values []float64
	for _, name := range []string{"diagonal", "gaps", "full"} {
		c := all[name]()
		c.Fill(rows)
		values = append(values, c.LogPredictive([]float64{2.5}))
	}
	inferencetest.Close(t, "gaps", values[1], values[0], 1e-12)
	inferencetest.Close(t, "full", values[2], values[0], 1e-12)
}

// In one column the predictive density integrates to one.
func TestPredictiveIntegratesToOne(t *testing.T) {
	for name, make := range components(t, 1) {
		c := make()
		c.Fill(draws(4, 1, rand.New(rand.NewPCG(9, 1))))
		sum, h := 0.0, 0.001
		for u := -1 + h/2; u < 1; u += h { // x = u/(1−u²)
			x := u / (1 - u*u)
			sum += h * math.Exp(c.LogPredictive([]float64{x})) * (1 + u*u) / ((1 - u*u) * (1 - u*u))
		}
		inferencetest.Close(t, name, sum, 1, 1e-5)
	}
}

// Cells left out of a row are integrated out: the density is that of a prior and rows of
// the other columns alone.
func TestObservedColumns(t *testing.T) {
	const d = 4
	_, full := priors(t, d)
	rows := draws(7, d, rand.New(rand.NewPCG(8, 1)))
	x := []float64{0.3, math.NaN(), -1, math.NaN()}
	keep := []int{0, 2}
	pick := func(x []float64) []float64 { return []float64{x[0], x[2]} }
	var shape []float64
	for _, i := range keep {
		for _, j := range keep {
			shape = append(shape, full.shape[i*d+j])
		}
	}
	small, err := NewFullPrior(pick(full.Mean), shape, full.Kappa, full.Freedom, full.Scale)
	if err != nil {
		t.Fatal(err)
	}
	a, b := NewFull(full), NewFull(small)
	for _, r := range rows {
		a.Add(r)
		b.Add(pick(r))
	}
	inferencetest.Close(t, "observed columns", a.LogPredictive(x), b.LogPredictive(pick(x)), 1e-10)
	diagonal, _ := priors(t, d)
	c, g := NewDiagonal(diagonal), NewGaps(diagonal)
	c.Fill(rows)
	g.Fill(rows)
	inferencetest.Close(t, "observed columns, diagonal", c.LogPredictive(x), g.LogPredictive(x), 1e-12)
	far := []float64{1e140, 1e140, 1, 1}
	inferencetest.Close(t, "far away", c.LogPredictive(far), g.LogPredictive(far), 1e-12)
}

// Drawn cells have the conditional distribution of the joint density.
func TestImpute(t *testing.T) {
	_, full := priors(t, 2)
	c := NewFull(full)
	c.Fill(draws(5, 2, rand.New(rand.NewPCG(8, 2))))
	mass, h := 0.0, 0.002
	var grid, cumulative []float64
	for v := -60.0; v < 60; v += h {
		mass += h * math.Exp(c.LogPredictive([]float64{1.7, v})-c.LogPredictive([]float64{1.7, math.NaN()}))
		grid, cumulative = append(grid, v), append(cumulative, mass)
	}
	inferencetest.Close(t, "conditional", mass, 1, 1e-4)
	rng := rand.New(rand.NewPCG(8, 3))
	const n = 20_000
	var got []float64
	for range n {
		x := []float64{1.7, math.NaN()}
		c.Impute(x, rng)
		got = append(got, x[1])
	}
	slices.Sort(got)
	worst := 0.0
	for i, v := range got {
		k, _ := slices.BinarySearch(grid, v)
		worst = max(worst, math.Abs(cumulative[min(k, len(grid)-1)]-float64(i)/n))
	}
	if worst > 1.95/math.Sqrt(n) { // Kolmogorov-Smirnov at 0.1 %
		t.Errorf("the draws are %v from their distribution", worst)
	}
}

// Mean and covariance are drawn from their posterior: tr(TΣ⁻¹) and the distance of the
// mean have the expectations of the normal-inverse-Wishart.
func TestDraw(t *testing.T) {
	const d, n = 3, 40_000
	for name, make := range components(t, d) {
		rng := rand.New(rand.NewPCG(4, 4))
		c := make()
		c.Fill(draws(6, d, rng))
		var prior *Prior
		var wantTrace, wantDistance float64
		switch c := c.(type) {
		case *Diagonal:
			prior = c.prior
			for j, b := range c.rate {
				precision := (c.prior.Freedom + 6) / 2 / b
				e := c.mean[j] - c.prior.Mean[j]
				wantTrace += c.prior.shape[j] * precision
				wantDistance += precision*e*e + 1/(c.prior.Kappa+6)
			}
		case *Gaps:
			continue // the same column by column
		case *Full:
			prior = c.prior
			u := mat.NewTriDense(d, mat.Upper, c.factor)
			var inverse, m mat.Dense
			if err := inverse.Solve(u, mat.NewDiagDense(d, []float64{1, 1, 1})); err != nil {
				t.Fatal(err)
			}
			m.Mul(&inverse, inverse.T())
			f := c.prior.Freedom + d - 1 + 6
			for i := range d {
				for j := range d {
					wantTrace += f * c.prior.shape[i*d+j] * m.At(i, j)
					wantDistance += f * (c.mean[i] - c.prior.Mean[i]) * (c.mean[j] - c.prior.Mean[j]) * m.At(i, j)
				}
			}
			wantDistance += d / (c.prior.Kappa + 6)
		}
		var trace, distance float64
		for range n {
			sum := prior.Precision()
			b := c.Draw(rng, sum)
			a := prior.Trace(sum)
			trace += a / n
			distance += b / n
		}
		inferencetest.Close(t, name+" trace", trace, wantTrace, 0.02)
		inferencetest.Close(t, name+" distance", distance, wantDistance, 0.03)
	}
}

// Rows drawn from the prior have, three at a time, the density that LogMarginal says: the mean of
// the ratio to another density is one.
func TestSample(t *testing.T) {
	diagonal, full := priors(t, 2)
	for name, p := range map[string]*Prior{"diagonal": diagonal, "full": full} {
		var c Component = NewFull(full)
		if name == "diagonal" {
			c = NewDiagonal(diagonal)
		}
		rng := rand.New(rand.NewPCG(6, 6))
		const n = 20_000
		sum, square := 0.0, 0.0
		for range n {
			rows := p.Sample(3, rng)
			c.Fill(rows)
			other := 0.0 // heavy in the middle, so that the ratio is bounded
			for _, x := range rows {
				q := 0.0
				for _, v := range x {
					q += v * v
				}
				other -= q/0.5 + math.Log(math.Pi*0.5)
			}
			r := math.Exp(other - c.LogMarginal())
			sum += r / n
			square += r * r / n
		}
		if se := math.Sqrt((square - sum*sum) / n); !(math.Abs(sum-1) <= 4*se) || se > 0.1 {
			t.Errorf("%s: the mean ratio of densities is %v ± %v", name, sum, se)
		}
	}
}

// GammaAbove has the distribution function of a gamma variable beyond a limit: where most of the mass lies above it,
// where the mode does, and where next to none is left.
func TestGammaAbove(t *testing.T) {
	const n = 20_000
	for i, c := range []struct{ shape, rate, low float64 }{{3, 2, 0.2}, {3, 2, 0.9}, {3, 2, 2.5}, {40, 1e4, 0.012},
		{1, 1e3, 0.02}, {200, 1e8, 1e-5}} {
		rng := rand.New(rand.NewPCG(uint64(i), 77))
		x := make([]float64, n)
		for k := range x {
			x[k] = GammaAbove(c.shape, c.rate, c.low, rng)
		}
		slices.Sort(x)
		above := distuv.Gamma{Alpha: c.shape, Beta: c.rate}
		left, far := above.Survival(c.low), 0.0
		if left < 1e-280 { // by Laplace's method to first order: an exponential
			left = 0
		}
		for k, v := range x {
			want := 1 - above.Survival(v)/left
			if left == 0 {
				want = -math.Expm1(-(v - c.low) * (c.rate - (c.shape-1)/c.low))
			}
			far = max(far, math.Abs(want-(float64(k)+0.5)/n))
		}
		if x[0] < c.low || far > 1.95/math.Sqrt(n) { // Kolmogorov: one of a thousand
			t.Errorf("%+v: from %v, apart by %v", c, x[0], far)
		}
	}
}

func BenchmarkLogPredictive(b *testing.B) {
	for _, d := range []int{8, 64, 500} {
		for name, make := range components(b, d) {
			c := make()
			rows := draws(20, d, rand.New(rand.NewPCG(1, 1)))
			c.Fill(rows)
			b.Run(name+"/"+map[int]string{8: "8", 64: "64", 500: "500"}[d], func(b *testing.B) {
				for b.Loop() {
					c.LogPredictive(rows[0])
				}
			})
		}
	}
}

// A copy is the same cluster and a cluster of its own, and Density is LogPredictive.
func TestCopyFrom(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const d = 3
	rows := make([][]float64, 7)
	for i := range rows {
		rows[i] = []float64{rng.NormFloat64(), 2 * rng.NormFloat64(), rng.NormFloat64() - 1}
	}
	full, err := NewFullPrior([]float64{0, 1, 0}, []float64{1, 0.3, 0, 0.3, 2, 0, 0, 0, 1}, 1, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	diagonal := NewDiagonalPrior([]float64{0, 1, 0}, []float64{1, 2, 1}, 1, 5, 1)
	diagonal.Tabulate(len(rows))
	for name, fresh := range map[string]func() Component{
		"full": func() Component { return NewFull(full) }, "diagonal": func() Component { return NewDiagonal(diagonal) },
		"gaps": func() Component { return NewGaps(diagonal) },
	} {
		c, other := fresh(), fresh()
		c.Fill(rows[:6])
		other.Fill(rows[2:4])
		other.CopyFrom(c)
		before, marginal := c.LogPredictive(rows[6]), c.LogMarginal()
		other.Ready()
		if got := other.Density(rows[6], make([]float64, d)); got != before || other.Size() != 6 ||
			other.LogMarginal() != marginal {
			t.Errorf("%s: the copy has density %v, size %d", name, got, other.Size())
		}
		if !other.Remove(rows[0]) {
			t.Errorf("%s: a row cannot be removed", name)
		}
		other.Add(rows[6])
		if got := c.LogPredictive(rows[6]); got != before || c.Size() != 6 || c.LogMarginal() != marginal {
			t.Errorf("%s: a change of the copy changes the original: %v, %v", name, got, before)
		}
		left := fresh()
		left.Fill(append(rows[1:6:6], rows[6]))
		if got, want := other.LogPredictive(rows[0]), left.LogPredictive(rows[0]); !(math.Abs(got-want) <= 1e-10) {
			t.Errorf("%s: %v, filled anew %v", name, got, want)
		}
	}
}
