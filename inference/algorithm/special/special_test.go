package special

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestLogAdd(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ a, b, want float64 }{
		{math.Log(2), math.Log(3), math.Log(5)},
		{math.Log(3), math.Log(2), math.Log(5)},
		{-1000, -1000, -1000 + math.Ln2},
		{1000, 0, 1000},
		{-inf, -3, -3},
		{-3, -inf, -3},
		{-inf, -inf, -inf},
		{inf, 0, inf},
	} {
		if got := LogAdd(c.a, c.b); got != c.want && !(math.Abs(got-c.want) <= 1e-13*math.Abs(c.want)) {
			t.Errorf("LogAdd(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if got := LogAdd(math.NaN(), 0); !math.IsNaN(got) {
		t.Errorf("LogAdd(NaN, 0) = %v", got)
	}
}

// Probabilities of Poisson numbers sum to one, with the mean that was given; at the rate 0 all is at 0.
func TestLogPoisson(t *testing.T) {
	sum, mean := 0.0, 0.0
	for k := range 60 {
		p := math.Exp(LogPoisson(k, 3.7))
		sum, mean = sum+p, mean+float64(k)*p
	}
	if !(math.Abs(sum-1) <= 1e-12) || !(math.Abs(mean-3.7) <= 1e-12) {
		t.Errorf("probabilities sum to %v, mean %v", sum, mean)
	}
	if LogPoisson(0, 0) != 0 || !math.IsInf(LogPoisson(1, 0), -1) || !math.IsInf(LogPoisson(-1, 2), -1) {
		t.Errorf("at the rate 0: %v, %v; of −1: %v", LogPoisson(0, 0), LogPoisson(1, 0), LogPoisson(-1, 2))
	}
}

// Draws at shape a have mean a, variance a, and mean logarithm ψ(a): three moments within five
// standard errors.
func TestGammaDraw(t *testing.T) {
	const euler, n = 0.5772156649015329, 200_000
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ shape, digamma, trigamma float64 }{
		{0.5, -euler - 2*math.Ln2, math.Pi * math.Pi / 2},
		{1, -euler, math.Pi * math.Pi / 6},
		{2, 1 - euler, math.Pi*math.Pi/6 - 1},
	} {
		mean, square, log := 0.0, 0.0, 0.0
		for range n {
			x := GammaDraw(rng, c.shape)
			mean += x / n
			square += (x - c.shape) * (x - c.shape) / n
			log += math.Log(x) / n
		}
		a := c.shape
		for _, m := range []struct {
			name                string
			got, want, variance float64
		}{
			{"mean", mean, a, a},
			{"variance", square, a, 2*a*a + 6*a}, // the fourth central moment is 3a² + 6a
			{"mean logarithm", log, c.digamma, c.trigamma},
		} {
			if z := (m.got - m.want) / math.Sqrt(m.variance/n); !(math.Abs(z) <= 5) {
				t.Errorf("shape %v: %s %v, want %v (z = %.1f)", a, m.name, m.got, m.want, z)
			}
		}
	}
}

// counting counts the numbers that a source gives.
type counting struct {
	rand.Source
	n int
}

func (c *counting) Uint64() uint64 { c.n++; return c.Source.Uint64() }

// The method of Marsaglia and Tsang refuses few draws: at most one in twenty at a shape of 1, fewer at greater ones. A
// draw takes a normal and an exponential number, each of little more than one of the source.
func TestGammaDrawRefusesFew(t *testing.T) {
	for _, shape := range []float64{1, 3, 30} {
		source := &counting{Source: rand.NewPCG(1, 4)}
		rng := rand.New(source)
		const draws = 4000
		for range draws {
			GammaDraw(rng, shape)
		}
		if each := float64(source.n) / draws; each > 2*1.06/0.95 {
			t.Errorf("shape %v: %.3f numbers of the source for each draw", shape, each)
		}
	}
}

// Sums of logs agree with the sum itself, also where the numbers are too large or too small to be held.
func TestSumAndMeanOfLogs(t *testing.T) {
	none := math.Inf(-1)
	for _, c := range []struct {
		x         []float64
		sum, mean float64
	}{
		{nil, none, none}, {[]float64{none, none}, none, none},
		{[]float64{math.Log(3), math.Log(5), none}, math.Log(8), math.Log(8.0 / 3)},
		{[]float64{-2000, -2000}, -2000 + math.Ln2, -2000}, {[]float64{900, 100}, 900, 900 - math.Ln2},
	} {
		sum, mean := SumLogs(c.x), MeanLogs(c.x)
		near := func(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-12 }
		if !near(sum, c.sum) || !near(mean, c.mean) {
			t.Errorf("%v: %v and %v, want %v and %v", c.x, sum, mean, c.sum, c.mean)
		}
	}
}
