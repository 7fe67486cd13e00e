package loadings

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

// tableOf is a table of the columns, one of noise about two factors for each nil.
func tableOf(n int, rng *rand.Rand, columns ...func(x *mat.Dense, row int) float64) *inference.Dataset {
	x := mat.NewDense(n, len(columns), nil)
	for i := range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		for j, f := range columns {
			if f == nil {
				x.Set(i, j, a*math.Cos(float64(j))+b*math.Sin(float64(j))+0.3*rng.NormFloat64())
			}
		}
		for j, f := range columns {
			if f != nil {
				x.Set(i, j, f(x, i))
			}
		}
	}
	return &inference.Dataset{Name: "test", X: x, Rows: make([]string, n), Columns: make([]string, len(columns))}
}

// byDefault are the options of a model with its defaults.
func byDefault(support Support, slab Slab) Options {
	o := Nonparametric()
	o.support, o.slab, o.factors = support, slab, 4
	return o
}

// run returns the state after some sweeps.
func run(o Options, data *inference.Dataset, sweeps int) *State {
	rng := rand.New(rand.NewPCG(5, 6))
	s := New(o, data, nil, 1)
	s.Begin(rng)
	for range sweeps {
		s.Sweep(rng)
	}
	return s
}

// A chain of a table with columns of one value is that of the table without them, to the last bit.
func TestConstantItemsAreLeftOut(t *testing.T) {
	third := func(*mat.Dense, int) float64 { return 1.0 / 3 }
	none := func(*mat.Dense, int) float64 { return math.NaN() }
	with := tableOf(40, rand.New(rand.NewPCG(1, 2)), third, nil, nil, none, third, nil, nil, third)
	with.X.Set(3, 4, math.Nextafter(1.0/3, 1)) // rounding is no variation
	with.X.Set(5, 0, math.NaN())
	without := &inference.Dataset{Name: "less", X: mat.NewDense(40, 5, nil), Rows: with.Rows, Columns: with.Columns[:5]}
	places := []int{1, 2, 3, 5, 6}
	for i, j := range places {
		without.X.SetCol(i, mat.Col(nil, j, with.X))
	}
	if c, all := Constant(with, inference.OnColumns); c != 3 || all != 8 {
		t.Errorf("%d of %d columns are constant", c, all)
	}
	if c, all := Constant(with, inference.OnRows); c != 0 || all != 40 {
		t.Errorf("%d of %d rows are constant", c, all)
	}
	for name, o := range map[string]Options{"nsfa": byDefault(Buffet, PerFactor), "sfa": byDefault(Finite, PerFactor),
		"fa":  byDefault(Complete, Shared),
		"afa": byDefault(Complete, PerFactor), "fok": byDefault(Complete, PerElement),
		"bfrm": byDefault(Regulars, PerFactor)} {
		a, b := run(o, with, 15), run(o, without, 15)
		if !slices.Equal(a.Scalars(), b.Scalars()) {
			t.Errorf("%s: %v with the columns, %v without", name, a.Scalars(), b.Scalars())
		}
		var f, g Frozen
		a.Freeze(&f)
		b.Freeze(&g)
		if err := f.Fits(a); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		shown, less := a.Published(&f), b.Published(&g)
		for j := range 8 {
			i := slices.Index(places, j)
			for k := range a.Factors() {
				if i < 0 && shown.Loadings.At(j, k) != 0 || i >= 0 && shown.Loadings.At(j, k) != less.Loadings.At(i, k) {
					t.Errorf("%s: column %d has loading %v of factor %d", name, j, shown.Loadings.At(j, k), k)
				}
			}
			if i < 0 {
				inferencetest.Near(t, "noise", shown.Noise[j], a.hyper.bPsi/a.o.noise.shape, 1e-12)
				inferencetest.Near(t, "value", a.Offset(j), 1.0/3, 1e-12)
			} else if shown.Noise[j] != less.Noise[i] {
				t.Errorf("%s: column %d has noise %v, alone %v", name, j, shown.Noise[j], less.Noise[i])
			}
		}
		if sparse := f.Sparse(); (o.support == Complete) != (len(sparse.Items[0]) == 8) {
			t.Errorf("%s: a factor loads on %v", name, sparse.Items[0])
		}
		again := New(o, with, nil, 1)
		again.Thaw(&f)
		if err := again.check(); err != nil || !slices.Equal(again.tau, a.tau) || !slices.Equal(again.each, a.each) {
			t.Errorf("%s: the state is another when it is restored (%v)", name, err)
		}
	}
}

// Columns that are copies or sums of others can be fitted without noise. Precisions and the rate that they share then
// run away, unless it has a limit.
func TestCopiesDoNotRunAway(t *testing.T) {
	copied := func(x *mat.Dense, row int) float64 { return x.At(row, 0) }
	sum := func(x *mat.Dense, row int) float64 { return x.At(row, 1) + x.At(row, 2) }
	data := tableOf(120, rand.New(rand.NewPCG(2, 2)), nil, nil, nil, nil, copied, sum)
	for name, o := range map[string]Options{"nsfa": byDefault(Buffet, PerFactor), "afa": byDefault(Complete, PerFactor),
		"fok": byDefault(Complete, PerElement)} {
		s := run(o, data, 1500)
		if least := leastNoise * 0.5; !(s.hyper.bPsi > least) || !(s.hyper.least > least) { // the variances are about 1
			t.Errorf("%s: rate %v of the noise, at least %v", name, s.hyper.bPsi, s.hyper.least)
		}
		for _, v := range append(s.Scalars(), s.tau...) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s: %v, precisions %v", name, s.Scalars(), s.tau)
				break
			}
		}
		if s.k() > 40 {
			t.Errorf("%s: %d factors of 6 columns", name, s.k())
		}
	}
	given := byDefault(Complete, PerFactor)
	given.powerOfNoise = false
	if s := New(given, data, nil, 1); s.hyper.least != 0 {
		t.Errorf("a rate that is given has the limit %v", s.hyper.least)
	}
}

// Draws above a limit have the moments of quadrature, on either side of the mode.
func TestDrawGammaAbove(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, c := range []struct{ least, shape, rate float64 }{{0, 3, 2}, {0.5, 3, 2}, {2, 3, 2}, {5, 3, 2}, {0.3, 1, 2},
		{1e-6, 65, 3e9}} {
		top := math.Max(c.least, c.shape/c.rate) + 40*math.Sqrt(c.shape)/c.rate
		mass, first, second := 0.0, 0.0, 0.0
		const steps = 200_000
		peak := math.Max(c.least, (c.shape-1)/c.rate)
		for i := range steps {
			x := c.least + (top-c.least)*(float64(i)+0.5)/steps
			w := math.Exp((c.shape-1)*math.Log(x/math.Max(peak, 1e-300)) - c.rate*(x-peak))
			if c.shape == 1 {
				w = math.Exp(-c.rate * (x - peak))
			}
			mass, first, second = mass+w, first+w*x, second+w*x*x
		}
		mean := first / mass
		sd := math.Sqrt(second/mass - mean*mean)
		const draws = 20_000
		sum, squares := 0.0, 0.0
		for range draws {
			v := conjugate.GammaAbove(c.shape, c.rate, c.least, rng)
			if v < c.least {
				t.Fatalf("%v: a draw of %v", c, v)
			}
			sum, squares = sum+v/draws, squares+(v-mean)*(v-mean)/draws
		}
		if z := (sum - mean) / sd * math.Sqrt(draws); !(math.Abs(z) <= 4) {
			t.Errorf("%v: mean %v, want %v (%.1f standard errors)", c, sum, mean, z)
		}
		if r := squares / (sd * sd); !(math.Abs(r-1) <= 0.1) {
			t.Errorf("%v: variance is %v of what it must be", c, r)
		}
	}
}
