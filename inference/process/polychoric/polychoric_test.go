package polychoric

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

func run(t *testing.T, x *mat.Dense, kinds ...column.Kind) *Estimate {
	t.Helper()
	data := inferencetest.DatasetOf(x)
	data.Kinds = kinds
	columns, err := observation.Of(data)
	if err != nil {
		t.Fatal(err)
	}
	e := New(observation.NewTable(x, columns))
	for !e.Advance(1000) {
	}
	return e
}

var yesNo = column.Kind{Sort: column.YesNo, Levels: []string{"no", "yes"}}

// below is the probability that two standard normal numbers of correlation rho are below a and b, by a sum over the
// first.
func below(a, b, rho float64) float64 {
	sum, step := 0.0, 1e-2
	for x := -8.0; x < a; x += step {
		z := x + step/2
		sum += step * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * math.Erfc(-(b-rho*z)/math.Sqrt(2*(1-rho*rho))) / 2
	}
	return sum
}

// The correlation of two columns of yes/no is that of greatest likelihood given the four counts and the thresholds of
// the margins, found by a search over sums.
func TestTetrachoric(t *testing.T) {
	for _, counts := range [][4]int{{30, 10, 8, 27}, {45, 15, 10, 5}, {10, 25, 30, 10}} {
		var cells []float64
		n := 0
		for k, c := range counts {
			n += c
			for range c {
				cells = append(cells, float64(k/2), float64(k%2))
			}
		}
		e := run(t, mat.NewDense(n, 2, cells), yesNo, yesNo)
		a := quantile(float64(counts[0]+counts[1]) / float64(n))
		b := quantile(float64(counts[0]+counts[2]) / float64(n))
		best, at := math.Inf(-1), 0.0
		for rho := -0.95; rho <= 0.95; rho += 0.01 {
			p00 := below(a, b, rho)
			p0, p1 := below(a, 9, rho), below(9, b, rho)
			l := float64(counts[0])*math.Log(p00) + float64(counts[1])*math.Log(p0-p00) +
				float64(counts[2])*math.Log(p1-p00) +
				float64(counts[3])*math.Log(1-p0-p1+p00)
			if l > best {
				best, at = l, rho
			}
		}
		// The prior without correlation and the Gaussian sites take a little away.
		if got := e.Sigma().At(0, 1); !(math.Abs(got-at) <= 0.04) {
			t.Errorf("counts %v: %.3f, by greatest likelihood %.3f", counts, got, at)
		}
		inferencetest.Near(t, "variance", e.Sigma().At(0, 0), 1, 1e-12)
	}
}

func quantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// Columns of every kind of latent numbers with one correlation have it, where codes have less of it; cells are
// missing at random.
func TestEveryKind(t *testing.T) {
	const n, rho = 400, 0.7
	rng := rand.New(rand.NewPCG(1, 3))
	x := mat.NewDense(n, 5, nil)
	for i := range n {
		f := math.Sqrt(rho) * rng.NormFloat64()
		u := func() float64 { return f + math.Sqrt(1-rho)*rng.NormFloat64() }
		x.SetRow(i, []float64{u(), 0, 0, 0, 0})
		if u() > 0.4 {
			x.Set(i, 1, 1)
		}
		x.Set(i, 2, math.Floor(min(2.9, max(0, u()+1.5))))
		count, left := -1.0, math.Exp(1+0.8*u())
		for left >= 0 {
			left -= rng.ExpFloat64()
			count++
		}
		x.Set(i, 3, count)
		v, w := u(), rng.NormFloat64()
		if v-w > 0.5 {
			x.Set(i, 4, 1)
		} else if v+w < -1 {
			x.Set(i, 4, 2)
		}
		for j := range 5 {
			if rng.IntN(20) == 0 {
				x.Set(i, j, math.NaN())
			}
		}
	}
	e := run(t, x, column.Kind{}, yesNo, column.Kind{Sort: column.Ordered, Levels: []string{"1", "2", "3"}},
		column.Kind{Sort: column.Count}, column.Kind{Sort: column.Category, Levels: []string{"a", "b", "c"}})
	for q := range 4 {
		for r := range q {
			got := e.Sigma().At(q, r) / math.Sqrt(e.Sigma().At(q, q)*e.Sigma().At(r, r))
			if !(math.Abs(got-rho) <= 0.12) {
				t.Errorf("latent numbers %d and %d: correlation %.3f, drawn with %.3f", q, r, got, rho)
			}
		}
	}
	if c := math.Hypot(e.Sigma().At(0, 4), e.Sigma().At(0, 5)); !(c > 0.4) {
		t.Errorf("a category that depends on the number has correlations of length %.3f", c)
	}
}

// Numbers of which some are limits are correlated as they were drawn, also about another mean; a column of one number
// says nothing.
func TestLimitsAndOneNumber(t *testing.T) {
	const n, rho = 400, 0.7
	rng := rand.New(rand.NewPCG(4, 3))
	x := mat.NewDense(n, 3, nil)
	data := inferencetest.DatasetOf(x)
	data.Kinds = []column.Kind{{}, {Sort: column.Censored}, {}}
	data.Limits = inference.Limits{}
	for i := range n {
		u := rng.NormFloat64()
		v := 2 + rho*u + math.Sqrt(1-rho*rho)*rng.NormFloat64()
		x.SetRow(i, []float64{u, v, 7})
		if v < 1.5 {
			x.Set(i, 1, math.NaN())
			data.Limits[inference.Cell{Row: i, Column: 1}] = column.Interval{Low: math.Inf(-1), High: 1.5}
		}
	}
	columns, err := observation.Of(data)
	if err != nil {
		t.Fatal(err)
	}
	e := New(observation.NewTable(x, columns))
	for !e.Advance(1000) {
	}
	s := e.Sigma()
	inferencetest.Near(t, "correlation", s.At(0, 1)/math.Sqrt(s.At(0, 0)*s.At(1, 1)), rho, 0.1)
	inferencetest.Near(t, "variance", s.At(1, 1), 1, 0.2)
	inferencetest.Near(t, "mean", e.Centre()[1], 2, 0.15)
	for q := range 3 {
		inferencetest.Near(t, "covariance with one number", s.At(q, 2), 0, 0)
		inferencetest.Near(t, "one number", e.Means().At(q, 2), 7, 1e-12)
	}
}
