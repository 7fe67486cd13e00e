package diagnostics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// congruential is a chain that any language draws alike: an autoregression on the
// uniform numbers of Numerical Recipes' 32-bit generator.
func congruential(seed uint32, n int, rho, shift, scale float64) []float64 {
	out, x := make([]float64, n), 0.0
	for i := range out {
		seed = 1664525*seed + 1013904223
		x = rho*x + float64(seed)/(1<<32) - 0.5
		out[i] = shift + scale*x
	}
	return out
}

// The numbers wanted come from testdata/plain_sums.py, which takes the sums of the paper's
// equations term by term.
func TestAgainstPlainSums(t *testing.T) {
	for _, c := range []struct {
		name                   string
		chains                 [][]float64
		rhat, bulk, tail, mcse float64
	}{
		{"four of odd length, one shifted and one wider",
			[][]float64{congruential(1, 101, 0.7, 0, 1), congruential(2, 101, 0.7, 0, 1),
				congruential(3, 101, 0.7, 0.3, 1), congruential(4, 101, 0.7, 0, 1.5)},
			1.0453769189236477, 71.26718710296309, 116.42957245680385, 0.05528276101329957},
		{"two", [][]float64{congruential(5, 200, 0.2, 0, 1), congruential(6, 200, 0.2, 0, 1)},
			1.0005454981966355, 283.9642789046372, 335.0898589655578, 0.017440115932839596},
		{"one, antithetic", [][]float64{congruential(7, 300, -0.4, 0, 1)},
			0.9996368795805766, 743.1363764158988, 241.857284649721, 0.01208227348280502},
	} {
		q := Measure("x", c.chains)
		for _, v := range []struct {
			name      string
			got, want float64
		}{{"R-hat", q.RHat, c.rhat}, {"bulk", q.BulkESS, c.bulk}, {"tail", q.TailESS, c.tail}, {"error", q.MCSE, c.mcse}} {
			if !(math.Abs(v.got-v.want) <= 1e-9*math.Abs(v.want)) {
				t.Errorf("%s: %s is %v, want %v", c.name, v.name, v.got, v.want)
			}
		}
	}
}

// autoregression has the standard normal distribution and correlation rho^lag.
func autoregression(r *rand.Rand, n int, rho float64) []float64 {
	out, x := make([]float64, n), r.NormFloat64()
	for i := range out {
		out[i] = x
		x = rho*x + math.Sqrt(1-rho*rho)*r.NormFloat64()
	}
	return out
}

func several(chains int, f func(k int) []float64) [][]float64 {
	out := make([][]float64, chains)
	for k := range out {
		out[k] = f(k)
	}
	return out
}

func TestAutoregressionsHaveTheirKnownSize(t *testing.T) {
	const chains, n = 4, 20_000
	r := rand.New(rand.NewPCG(1, 1))
	for _, rho := range []float64{-0.3, 0, 0.5, 0.9} {
		q := Measure("x", several(chains, func(int) []float64 { return autoregression(r, n, rho) }))
		want := chains * n * (1 - rho) / (1 + rho)
		if ratio := q.BulkESS / want; ratio < 0.88 || ratio > 1.12 {
			t.Errorf("rho %v: %v effective draws, want %v", rho, q.BulkESS, want)
		}
		if q.RHat > 1.01 || q.RHat < 0.999 {
			t.Errorf("rho %v: R-hat %v", rho, q.RHat)
		}
	}
}

// plainRHat is the R-hat of whole chains on their own scale, as it was before chains
// were split, ranked and folded.
func plainRHat(chains [][]float64) float64 {
	return newEstimator(len(chains), len(chains[0])).rhat(chains)
}

// Each of these has draws that plain R-hat finds good; ours does not.
func TestWhatPlainRHatMisses(t *testing.T) {
	const n = 1000
	r := rand.New(rand.NewPCG(2, 1))
	normal := func(shift, scale float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = shift + scale*r.NormFloat64()
		}
		return out
	}
	for name, chains := range map[string][][]float64{
		"all drift alike": several(4, func(int) []float64 {
			x := normal(0, 1)
			for i := range x {
				x[i] += 2 * float64(i) / n
			}
			return x
		}),
		"one is wider": several(4, func(k int) []float64 {
			if k == 0 {
				return normal(0, 3)
			}
			return normal(0, 1)
		}),
		"one of a heavy tail is shifted": several(4, func(k int) []float64 {
			x := make([]float64, n)
			for i := range x {
				x[i] = math.Tan(math.Pi * (r.Float64() - 0.5)) // Cauchy
				if k == 0 {
					x[i] += 2
				}
			}
			return x
		}),
	} {
		if plain := plainRHat(chains); plain > 1.01 {
			t.Errorf("%s: plain R-hat %v sees it", name, plain)
		}
		if q := Measure("x", chains); q.RHat < 1.05 {
			t.Errorf("%s: R-hat %v", name, q.RHat)
		}
	}
	good := several(4, func(int) []float64 { return normal(0, 1) })
	if q := Measure("x", good); q.RHat > 1.01 {
		t.Errorf("R-hat %v of independent draws", q.RHat)
	}
	shifted := [][]float64{normal(0, 1), normal(0, 1), normal(0, 1), normal(3, 1)}
	if q := Measure("x", shifted); q.RHat < 1.3 || q.BulkESS > 20 {
		t.Errorf("a shifted chain: R-hat %v, %v effective draws", q.RHat, q.BulkESS)
	}
}

// The scale goes slowly back and forth while the draws are independent given it: the
// middle is known well and the tails are not.
func TestTailsThatMixSlowly(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	chains := several(4, func(int) []float64 {
		scale, out := 1.0, make([]float64, 4000)
		for i := range out {
			if r.Float64() < 0.005 {
				scale = 9 - scale
			}
			out[i] = scale * r.NormFloat64()
		}
		return out
	})
	q := Measure("x", chains)
	if q.BulkESS < 12_000 || q.TailESS > 4000 {
		t.Errorf("bulk %v, tails %v", q.BulkESS, q.TailESS)
	}
}

// What depends on ranks alone is the same after any increasing change of scale.
func TestRanksAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	x := several(3, func(int) []float64 { return autoregression(r, 501, 0.6) })
	y := several(3, func(k int) []float64 {
		out := make([]float64, len(x[k]))
		for i, v := range x[k] {
			out[i] = math.Exp(3 * v)
		}
		return out
	})
	a, b := Measure("x", x), Measure("y", y)
	if !(math.Abs(a.BulkESS-b.BulkESS) <= 1e-6) || !(math.Abs(a.TailESS-b.TailESS) <= 1e-6) {
		t.Errorf("%v and %v", a, b)
	}
	if a.MCSE == b.MCSE {
		t.Error("the error of the mean should change")
	}
}

// The standard errors are those seen when the chains are run again and again.
func TestStandardErrorsAreSeen(t *testing.T) {
	const replicates, n, rho = 400, 500, 0.5
	r := rand.New(rand.NewPCG(5, 1))
	names := []string{"mean", "standard deviation", "5 %", "median", "95 %"}
	values, errors := make([][]float64, len(names)), make([][]float64, len(names))
	for range replicates {
		q := Measure("x", several(2, func(int) []float64 { return autoregression(r, n, rho) }))
		for i, v := range []float64{q.Mean, q.StandardDeviation, q.Q5, q.Median, q.Q95} {
			values[i] = append(values[i], v)
		}
		for i, v := range []float64{q.MCSE, q.MCSEStandardDeviation, q.MCSEQ5, q.MCSEMedian, q.MCSEQ95} {
			errors[i] = append(errors[i], v)
		}
	}
	for i, name := range names {
		seen, said := stat.StdDev(values[i], nil), stat.Mean(errors[i], nil)
		// 400 replicates give the spread to 3.5 %.
		if ratio := said / seen; ratio < 0.85 || ratio > 1.15 {
			t.Errorf("%s: error %v, seen %v", name, said, seen)
		}
	}
}

func TestWhatCannotBeJudged(t *testing.T) {
	ten := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, c := range []struct {
		chains   [][]float64
		reason   string
		constant bool
	}{
		{nil, "there are no draws yet", false},
		{[][]float64{{}, {}}, "there are no draws yet", false},
		{[][]float64{{1, 2, 3}}, "too few draws: each chain has 3 but needs 8", false},
		{[][]float64{{2, 2, 2}, {2, 2, 2}}, "it does not vary", true},
		{[][]float64{ten, {1, 2, 3, math.NaN(), 5, 6, 7, 8, 9, 10}}, "some draws are not finite", false},
		{[][]float64{ten, {1, 2, 3, math.Inf(-1), 5, 6, 7, 8, 9, 10}}, "some draws are not finite", false},
	} {
		q := Measure("x", c.chains)
		if q.Reason != c.reason || q.Constant != c.constant || q.Known() || !math.IsNaN(q.RHat) || !math.IsNaN(q.BulkESS) ||
			!math.IsNaN(q.TailESS) {
			t.Errorf("%v: %+v", c.chains, q)
		}
	}
	// Chains that are stuck at different values are as bad as can be.
	stuck := [][]float64{{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}}
	if q := Measure("x", stuck); !q.Known() || !math.IsInf(q.RHat, 1) || q.BulkESS > 5 {
		t.Errorf("stuck: %+v", q)
	}
	// Two values half and half: all are as far from the median, which says nothing.
	coin := several(2, func(k int) []float64 {
		out := make([]float64, 40)
		for i := range out {
			out[i] = float64(i * (k + 1) / (k + 1) % 2)
		}
		return out
	})
	if q := Measure("x", coin); math.IsNaN(q.RHat) || math.IsNaN(q.BulkESS) {
		t.Errorf("coin: %+v", q)
	}
}

func TestAutocorrelation(t *testing.T) {
	x := congruential(11, 37, 0.6, 5, 2)
	mean, n := stat.Mean(x, nil), len(x)
	got := Autocorrelation(x, 100)
	if len(got) != n {
		t.Fatalf("%d lags", len(got))
	}
	at := func(lag int) (sum float64) {
		for i := range n - lag {
			sum += (x[i] - mean) * (x[i+lag] - mean)
		}
		return sum
	}
	for lag := range n {
		if want := at(lag) / at(0); !(math.Abs(got[lag]-want) <= 1e-12) {
			t.Errorf("lag %d: %v, want %v", lag, got[lag], want)
		}
	}
	if Autocorrelation([]float64{3, 3, 3}, 2) != nil || Autocorrelation(nil, 2) != nil ||
		Autocorrelation([]float64{1, math.NaN()}, 1) != nil {
		t.Error("a correlation of what does not vary")
	}
}

func BenchmarkMeasure(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		r := rand.New(rand.NewPCG(6, 1))
		chains := several(4, func(int) []float64 { return autoregression(r, n, 0.9) })
		b.Run(fmt.Sprintf("draws=4x%d", n), func(b *testing.B) {
			for b.Loop() {
				Measure("x", chains)
			}
		})
	}
}
