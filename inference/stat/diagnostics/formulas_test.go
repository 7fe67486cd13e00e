package diagnostics

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The error of a quantile is half the distance of the order statistics at the ends of the central 68 % of a Beta
// distribution.
func TestQuantileErrorOfFewDraws(t *testing.T) {
	const n = 1000
	order := make([]place, n)
	for i := range order {
		order[i].value = float64(i) * float64(i)
	}
	for _, size := range []float64{3, 12.5, 60, 400} {
		for _, p := range []float64{0.05, 0.3, 0.5, 0.95} {
			b := distuv.Beta{Alpha: size*p + 1, Beta: size*(1-p) + 1}
			low, high := math.Floor(n*b.Quantile(0.158655253931457))-1, math.Floor(n*b.Quantile(1-0.158655253931457))
			low, high = max(low, 0), min(high, n-1)
			if got, want := quantileError(order, p, size), (high*high-low*low)/2; got != want {
				t.Errorf("%v draws, p = %v: %v, want %v", size, p, got, want)
			}
		}
	}
	if got := quantileError(order, 0.5, math.NaN()); !math.IsNaN(got) {
		t.Errorf("of no size %v", got)
	}
}

// A density of few draws is that of their kernels, added up one by one and reflected at bounds; the bandwidth is
// Silverman's.
func TestDensityOfFewDraws(t *testing.T) {
	chains := [][]float64{{0.3, 0.9, 1.4, 2.2, 0.1}, {0.6, 1.1, 0.75}}
	const m = 8
	// In order: .1 .3 .6 .75 .9 1.1 1.4 2.2; the empirical quartiles are .3 and 1.1, so that the spread is the lesser of
	// the standard deviation and 0.8/1.34.
	mean, square := 0.0, 0.0
	for _, c := range chains {
		for _, v := range c {
			mean += v / m
		}
	}
	for _, c := range chains {
		for _, v := range c {
			square += (v - mean) * (v - mean) / (m - 1)
		}
	}
	h := 0.9 * min(math.Sqrt(square), 0.8/1.34) * math.Pow(5, -0.2)
	for _, bounds := range []Range{Everywhere, {0, math.Inf(1)}, {math.Inf(-1), 2.3}, {0, 2.3}} {
		d := Densities(chains, bounds, 5)
		if !(math.Abs(d.Bandwidth-h) <= 1e-12) {
			t.Fatalf("bandwidth %v, want %v", d.Bandwidth, h)
		}
		first, last := -3*h+0.1, 3*h+2.2
		if bounds.Low == 0 {
			first = 0
		}
		if bounds.High == 2.3 {
			last = 2.3
		}
		if !(math.Abs(d.X[0]-first) <= 1e-12) || !(math.Abs(d.X[len(d.X)-1]-last) <= 1e-12) {
			t.Errorf("%v: from %v to %v, want %v to %v", bounds, d.X[0], d.X[len(d.X)-1], first, last)
		}
		for i, x := range d.X {
			want := 0.0
			for _, c := range chains {
				for _, v := range c {
					for _, at := range []float64{v, 2*bounds.Low - v, 2*bounds.High - v} {
						if z := (x - at) / h; !math.IsInf(at, 0) && math.Abs(z) < 10 {
							want += math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / h / m
						}
					}
				}
			}
			if !(math.Abs(d.Pooled[i]-want) <= 2e-3) {
				t.Errorf("%v: %v at %v, want %v", bounds, d.Pooled[i], x, want)
				break
			}
		}
	}
}

// plainESS is the effective size by the paper's equations, in the notation of Vehtari and others (2021), section 3.2.
func plainESS(chains [][]float64) float64 {
	m, n := float64(len(chains)), len(chains[0])
	var means []float64
	covariance := make([]float64, n) // mean over chains
	for _, c := range chains {
		mean := 0.0
		for _, v := range c {
			mean += v / float64(n)
		}
		means = append(means, mean)
		for lag := range n {
			for i := range n - lag {
				covariance[lag] += (c[i] - mean) * (c[i+lag] - mean) / float64(n) / m
			}
		}
	}
	within, all := covariance[0]*float64(n)/float64(n-1), 0.0
	between := 0.0
	for _, v := range means {
		all += v / m
	}
	for _, v := range means {
		between += (v - all) * (v - all) / (m - 1)
	}
	plus := covariance[0] + between
	rho := func(lag int) float64 {
		if lag == 0 {
			return 1
		}
		return 1 - (within-covariance[lag])/plus
	}
	// Pairs P_t = ρ_2t + ρ_2t+1 while they are positive, each at most the one before; and the first even one after them
	// if it is positive.
	tau, before := -1.0, math.Inf(1)
	t := 0
	for {
		p := rho(t) + rho(t+1)
		if !(p > 0) && t > 0 || t >= n-3 {
			if even := rho(t); even > 0 {
				tau += even
			}
			break
		}
		before = min(before, p)
		tau += 2 * before
		t += 2
	}
	s := m * float64(n)
	return s / max(tau, 1/math.Log10(s))
}

func TestEffectiveSizeByPlainSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, rho := range []float64{-0.9, -0.6, -0.3, 0, 0.4, 0.8, 0.95} {
		for _, n := range []int{8, 21, 60} {
			for range 6 {
				chains := several(2, func(int) []float64 { return autoregression(rng, n, rho) })
				if got, want := newEstimator(2, n).ess(chains), plainESS(chains); !(math.Abs(got-want) <= 1e-8*want) {
					t.Errorf("ρ = %v, %d draws: %v, want %v", rho, n, got, want)
				}
			}
		}
	}
}

// The errors of mean and standard deviation are those of means of effective draws: of the values, and of their squares
// about the mean by the delta method. Here the mean is far from 0.
func TestErrorsByPlainSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for _, rho := range []float64{0, 0.6} {
		const n = 80
		chains := several(2, func(int) []float64 {
			c := autoregression(rng, n, rho)
			for i := range c {
				c[i] += 5
			}
			return c
		})
		q := Measure("x", chains)
		mean, count := 0.0, 0.0
		for _, c := range chains {
			for _, v := range c {
				mean += v
				count++
			}
		}
		mean /= count
		variance, fourth := 0.0, 0.0
		var halves, squares [][]float64
		for _, c := range chains {
			for _, half := range [][]float64{c[:n/2], c[n/2:]} {
				halves = append(halves, half)
				e := make([]float64, n/2)
				for i, v := range half {
					e[i] = (v - mean) * (v - mean)
					variance += e[i] / count
					fourth += e[i] * e[i] / count
				}
				squares = append(squares, e)
			}
		}
		if want := math.Sqrt(variance * count / (count - 1) / plainESS(halves)); !(math.Abs(q.MCSE/want-1) <= 1e-8) {
			t.Errorf("ρ = %v: the error of the mean is %v, want %v", rho, q.MCSE, want)
		}
		if want := math.Sqrt((fourth - variance*variance) / plainESS(squares) / variance /
			4); !(math.Abs(q.MCSEStandardDeviation/want-1) <= 1e-8) {
			t.Errorf("ρ = %v: the error of the standard deviation is %v, want %v", rho, q.MCSEStandardDeviation, want)
		}
	}
}
