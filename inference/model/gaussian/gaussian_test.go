package gaussian

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

var nan = math.NaN()

func start(t testing.TB, x *mat.Dense, freedom string) *fit {
	t.Helper()
	s := Model{}.Info().Defaults()
	if freedom != "" {
		if err := s.Set("freedom", freedom); err != nil {
			t.Fatal(err)
		}
		if err := s.Fix("freedom", true); err != nil {
			t.Fatal(err)
		}
	}
	st, err := Model{}.New(&inference.Dataset{X: x}, s, inference.Streams{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return st.(*fit)
}

func fitTo(t testing.TB, x *mat.Dense, freedom string) *fit {
	t.Helper()
	f := start(t, x, freedom)
	for {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Done {
			return f
		}
	}
}

// draws returns rows of d columns with correlation r between all of them.
func draws(n, d int, r float64, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, uint64(d)))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		common := math.Sqrt(r) * rng.NormFloat64()
		for j := range d {
			x.Set(i, j, common+math.Sqrt(1-r)*rng.NormFloat64())
		}
	}
	return x
}

func logDensity(t testing.TB, f *fit, x *mat.Dense) []float64 {
	t.Helper()
	y, err := f.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

func TestDensityIntegratesToOne(t *testing.T) {
	f := fitTo(t, draws(12, 1, 0, 1), "")
	sum, h := 0.0, 0.001
	for u := -1 + h/2; u < 1; u += h { // x = u/(1−u²)
		v := u / (1 - u*u)
		sum += h * math.Exp(logDensity(t, f, mat.NewDense(1, 1, []float64{v}))[0]) * (1 + u*u) / ((1 - u*u) * (1 - u*u))
	}
	if !(math.Abs(sum-1) <= 1e-5) {
		t.Errorf("the density integrates to %v", sum)
	}
}

// The freedom chosen has the greatest evidence, and the evidence is the product of each
// row's density given those before it.
func TestEvidence(t *testing.T) {
	x := draws(30, 4, 0.6, 2)
	f := fitTo(t, x, "")
	rows, _ := conjugate.Rows(x)
	at := func(freedom float64) float64 {
		f.prior.SetFreedom(freedom)
		c, sum := conjugate.NewFull(f.prior), 0.0
		for _, r := range rows {
			sum += c.LogPredictive(r)
			c.Add(r)
		}
		return sum
	}
	best := f.prior.Freedom
	if got := at(best); !(math.Abs(got-f.bound) <= 1e-8) {
		t.Errorf("evidence %v, as a product %v", f.bound, got)
	}
	for e := -6.0; e < 10; e += 0.1 {
		if got := at(2 + math.Exp(e)); got > f.bound+1e-5 {
			t.Errorf("δ = %v has evidence %v, the one chosen, %v, has %v", 2+math.Exp(e), got, best, f.bound)
		}
	}
}

// With fewer rows than columns new rows are predicted better than by independent columns
// where these are correlated, and as well where they are not.
func TestMoreColumnsThanRows(t *testing.T) {
	gain := func(r float64) float64 {
		all := draws(40, 60, r, 3)
		train, test := all.Slice(0, 20, 0, 60).(*mat.Dense), mat.DenseCopyOf(all.Slice(20, 40, 0, 60))
		a, b := fitTo(t, train, ""), fitTo(t, train, "1e6")
		sum := 0.0
		for i, v := range logDensity(t, a, test) {
			sum += (v - logDensity(t, b, test)[i]) / 20
		}
		return sum
	}
	if g := gain(0.7); g < 15 {
		t.Errorf("on correlated columns the gain over independence is %v nats a row", g)
	}
	if g := gain(0); g < -1 {
		t.Errorf("on independent columns the loss is %v nats a row", -g)
	}
}

// The bound never falls, and lies below the evidence by quadrature over the missing cell.
func TestMissingCells(t *testing.T) {
	x := draws(15, 2, 0.8, 4)
	x.Set(3, 1, nan)
	f := start(t, x, "5")
	before, rounds := math.Inf(-1), 0
	for !f.Finished {
		f.advance()
		if f.round > rounds {
			if rounds = f.round; rounds > 1 {
				if f.bound < before-1e-9 {
					t.Errorf("round %d: the bound falls from %v to %v", rounds, before, f.bound)
				}
				before = f.bound
			}
		}
	}
	sum, h := 0.0, 0.005
	rows, _ := conjugate.Rows(mat.DenseCopyOf(x))
	for v := -40.0; v < 40; v += h {
		rows[3][1] = v
		c := conjugate.NewFull(f.prior)
		c.Fill(rows)
		sum += h * math.Exp(c.LogMarginal())
	}
	if gap := math.Log(sum) - f.bound; gap < -1e-6 || gap > 0.1 {
		t.Errorf("the bound is %v, the evidence %v", f.bound, math.Log(sum))
	}
	// Where every row is known in part only, densities are nearly those of the whole table.
	whole := draws(300, 3, 0.8, 5)
	holes := mat.DenseCopyOf(whole)
	for i := range 300 {
		holes.Set(i, i%3, nan)
	}
	test := draws(50, 3, 0.8, 6)
	a, b := logDensity(t, fitTo(t, holes, ""), test), logDensity(t, fitTo(t, whole, ""), test)
	loss := 0.0
	for i := range a {
		loss += (b[i] - a[i]) / 50
	}
	if !(math.Abs(loss) <= 0.1) {
		t.Errorf("with a third of the cells missing a row loses %v nats", loss)
	}
}

// With missing cells too no other freedom has a greater bound, given the completed rows: after the first round, which
// looks everywhere, others look near to what was found, also where that is near to its limit of 2.
func TestFreedomWithMissingCells(t *testing.T) {
	for _, r := range []float64{0.99, 0.9, 0.5} {
		x := draws(40, 6, r, 7)
		for i := range 40 {
			x.Set(i, i%6, nan)
		}
		f := start(t, x, "")
		for n := 0; !f.Finished; n++ {
			if f.advance(); n > 100_000 {
				t.Fatalf("correlation %v: no end in round %d", r, f.round)
			}
		}
		best, bound := f.prior.Freedom, f.bound
		if f.round < 2 || r == 0.99 && !(best < 2.9) {
			t.Fatalf("correlation %v: δ is %v after %d rounds; the test needs another table", r, best, f.round)
		}
		for e := -1.0; e <= 1; e += 0.05 {
			other := 2 + (best-2)*math.Exp(e)
			if got := f.evidence(other); !(got <= bound+1e-5) {
				t.Errorf("correlation %v: δ = %v has the bound %v, the one chosen, %v, has %v", r, other, got, best, bound)
			}
		}
	}
}

func BenchmarkFit(b *testing.B) {
	x := draws(200, 100, 0.5, 1)
	for b.Loop() {
		fitTo(b, x, "")
	}
}
