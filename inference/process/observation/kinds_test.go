package observation_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/observation"
)

// kinds are columns of every kind with the values that cells are tested with.
var kinds = []struct {
	name   string
	column observation.Column
	values []float64
	f      func(value, u float64) float64 // f(y|u) of one latent number; nil for categories
}{
	{"number", observation.Numbers{Variance: .3}, []float64{-2, .4}, func(y, u float64) float64 {
		return math.Exp(-.5*(y-u)*(y-u)/.3) / math.Sqrt(2*math.Pi*.3)
	}},
	{"yes/no", observation.YesNo{}, []float64{0, 1}, func(y, u float64) float64 { return inside(u > 0, y == 1) }},
	{"ordered", observation.NewOrdered([]float64{-1.1, -.9, 1}), []float64{0, 1, 2, 3}, func(y, u float64) float64 {
		cuts := []float64{math.Inf(-1), -1.1, -.9, 1, math.Inf(1)}
		return inside(cuts[int(y)] < u && u < cuts[int(y)+1], true)
	}},
	{"censored", &observation.Censored{Limit: map[int]column.Interval{0: {Low: .5, High: .8}}}, []float64{math.NaN()},
		func(_, u float64) float64 { return inside(.5 < u && u < .8, true) }},
	{"count", observation.NewCounts([]float64{.7}, -.2, .9), []float64{0, 1, 7, 90}, func(y, u float64) float64 {
		eta := .7 - .2 + .9*u
		log, _ := math.Lgamma(y + 1)
		return math.Exp(y*eta - math.Exp(eta) - log)
	}},
	{"two levels", observation.NewCategories(2), []float64{0, 1}, nil},
	{"four levels", observation.NewCategories(4), []float64{0, 1, 2, 3}, nil},
}

func inside(a, b bool) float64 {
	if a == b {
		return 1
	}
	return 0
}

var cavities = []struct{ m, w float64 }{{0, 1}, {-1.3, .2}, {2, 3}, {.4, 1.7}, {-3, .9}}

// TestMoments integrates the density of one latent number on a fine grid.
func TestMoments(t *testing.T) {
	for _, kind := range kinds {
		if kind.f == nil {
			continue
		}
		for _, value := range kind.values {
			cell := kind.column.Factor(0, value)
			for _, c := range cavities {
				s := math.Sqrt(c.w)
				var z, first, second float64
				const n = 1 << 17
				for i := range n {
					u := c.m - 12*s + (24*s+6)*(float64(i)+.5)/n
					p := (24 + 6/s) / n * math.Exp(-.5*(u-c.m)*(u-c.m)/c.w) / math.Sqrt(2*math.Pi) * kind.f(value, u)
					z += p
					first += p * u
					second += p * u * u
				}
				first /= z
				var mean, variance [1]float64
				log := cell.Moments([]float64{c.m}, []float64{c.w}, mean[:], variance[:])
				near(t, kind.name+" log Z", log, math.Log(z), 2e-3*math.Max(1, -math.Log(z)/10))
				near(t, kind.name+" mean", mean[0], first, 2e-4)
				near(t, kind.name+" variance", variance[0], second/z-first*first, 2e-4)
				if !(variance[0] <= c.w) {
					t.Errorf("%s: the variance %g is above that of the cavity, %g", kind.name, variance[0], c.w)
				}
			}
		}
	}
}

// TestSums adds the probabilities of all values of a cell.
func TestSums(t *testing.T) {
	for _, kind := range kinds {
		values, within := kind.values, 1e-9
		switch kind.name {
		case "number", "censored":
			continue
		case "count":
			values, within = nil, 1e-6
			for y := range 3000 {
				values = append(values, float64(y))
			}
		case "four levels":
			within = 1e-8
		}
		n := kind.column.Width()
		for _, c := range cavities {
			if kind.name == "count" && c.w > 2 {
				continue // counts of many thousands
			}
			sum := 0.0
			m, w, mean, variance := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
			for j := range m {
				m[j], w[j] = c.m*float64(1-j), c.w
			}
			for _, v := range values {
				log := kind.column.Factor(0, v).Moments(m, w, mean, variance)
				if alone := observation.LogZ(kind.column.Factor(0, v), m, w, make([]float64, 2*n)); alone != log {
					t.Errorf("%s: log Z is %g, and %g alone", kind.name, log, alone)
				}
				if !(log <= 0) || !(variance[0] <= c.w) {
					t.Errorf("%s: log Z %g, variance %g of %g", kind.name, log, variance[0], c.w)
				}
				sum += math.Exp(log)
			}
			near(t, kind.name, sum, 1, within)
		}
	}
}

// TestTails holds intervals far from the cavity, and narrow ones, against expansions.
func TestTails(t *testing.T) {
	var mean, variance [1]float64
	moments := func(low, high, m, w float64) float64 {
		return (&observation.Interval{Low: low, High: high}).Moments([]float64{m}, []float64{w}, mean[:], variance[:])
	}
	// A narrow interval is a density times its width.
	for _, width := range []float64{1e-3, 1e-6, 1e-9} {
		got := moments(.7, .7+width, -.4, 2) - math.Log(width)
		near(t, "narrow", got, -.5*math.Log(2*math.Pi*2)-.25*(1.1+width/2)*(1.1+width/2), 1e-6)
		near(t, "variance of a narrow one", variance[0]/(width*width/12), 1, 1e-4)
	}
	// Beyond x the excess is nearly exponential with rate x: mean x + 1/x − 2/x³, variance 1/x² − 6/x⁴.
	for _, x := range []float64{100, 1e4} {
		got := moments(x, math.Inf(1), 0, 1)
		near(t, "tail", got, -.5*x*x-.5*math.Log(2*math.Pi)-math.Log(x)-1/(x*x), 1e-6)
		near(t, "its mean", (mean[0]-x)*x, 1-2/(x*x), 1e-5)
		near(t, "its variance", variance[0]*x*x, 1-6/(x*x), 1e-5)
		if other := moments(-x-1, -x, 0, 1); !(math.Abs(other-got) <= 1e-9*x*x) {
			t.Errorf("an interval of width 1 in the tail has %g, want %g", other, got)
		}
		near(t, "variance of an interval in the tail", variance[0]*x*x, 1-6/(x*x), 1e-5)
	}
}

// TestScale multiplies the cavity of threshold kinds, and finds every probability of yes as likely as another.
func TestScale(t *testing.T) {
	for _, kind := range kinds {
		if !kind.column.Threshold() {
			continue
		}
		n := kind.column.Width()
		mean, variance := make([]float64, n), make([]float64, n)
		at := func(s float64) float64 {
			m, w := make([]float64, n), make([]float64, n)
			for j := range m {
				m[j], w[j] = s*(.3-.2*float64(j)), s*s*.8
			}
			return kind.column.Factor(0, kind.values[0]).Moments(m, w, mean, variance)
		}
		near(t, kind.name, at(17), at(1), 1e-12)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var under [10]int
	for range 20000 {
		var mean, variance [1]float64
		p := math.Exp(observation.YesNo{}.Factor(0, 1).Moments([]float64{rng.NormFloat64()}, []float64{1},
			mean[:], variance[:]))
		under[min(9, int(10*p))]++
	}
	for i, n := range under {
		if !(math.Abs(float64(n)-2000) <= 5*math.Sqrt(2000*.9)) {
			t.Errorf("%d of 20000 probabilities in tenth %d", n, i)
		}
	}
}

// TestDraws compares draws with the moments: the draws of any cavity, in a chain.
func TestDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, kind := range kinds {
		n := kind.column.Width()
		for _, value := range kind.values {
			cell := kind.column.Factor(0, value)
			for _, c := range cavities[:3] {
				m, w, mean, variance, u := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n),
					make([]float64, n)
				for j := range m {
					m[j], w[j] = c.m*(1-.6*float64(j)), c.w
				}
				cell.Moments(m, w, mean, variance)
				want, of := mean, variance[0]
				var sums [3]float64
				var spread float64
				const draws = 40000
				for range draws {
					cell.Draw(m, w, rng, u)
					for j, v := range u {
						sums[j] += v / draws
						spread += (v - want[j]) * (v - want[j]) / draws / float64(n)
					}
				}
				error := 5 * math.Sqrt(of/draws)
				for j := range n {
					near(t, kind.name+", mean of draws", sums[j], want[j], error)
				}
				near(t, kind.name+", variance of draws", spread, of, .06*of)
			}
		}
	}
}

// TestUnequal draws a category whose latent numbers differ in variance, and compares with plain rejection.
func TestUnequal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	column := observation.NewCategories(3)
	m, w := []float64{.4, -.3}, []float64{.5, 2}
	// The levels by their utilities, with the same contrasts.
	utilities := func(u []float64) [3]float64 {
		a, b := u[0]/math.Sqrt2, u[1]/math.Sqrt(6)
		return [3]float64{a + b, b - a, -2 * b}
	}
	for level := range 3 {
		var want, got [5]float64
		add := func(to *[5]float64, u []float64) {
			for i, v := range [5]float64{u[0], u[1], u[0] * u[0], u[1] * u[1], u[0] * u[1]} {
				to[i] += v
			}
		}
		kept := 0
		for kept < 60000 {
			u := []float64{m[0] + math.Sqrt(w[0])*rng.NormFloat64(), m[1] + math.Sqrt(w[1])*rng.NormFloat64()}
			v := utilities(u)
			if v[level] >= max(v[0], v[1], v[2]) {
				add(&want, u)
				kept++
			}
		}
		u := []float64{0, 0}
		cell := column.Factor(0, float64(level))
		for range 60000 {
			cell.Draw(m, w, rng, u)
			add(&got, u)
		}
		for i := range want {
			near(t, "category of unequal variances", got[i]/60000, want[i]/60000, .07)
		}
	}
}

// TestStandards checks cut points and rates that are set from the data.
func TestStandards(t *testing.T) {
	cuts := observation.CutPoints([]int{10, 20, 70})
	for i, want := range []float64{10.5 / 101.5, 31 / 101.5} {
		near(t, "cut point", below(cuts[i]), want, 1e-12)
	}
	rng := rand.New(rand.NewPCG(7, 8))
	y, offset := make([]float64, 60000), make([]float64, 60000)
	for i := range y {
		offset[i] = .5 * rng.NormFloat64()
		y[i] = poisson(rng, math.Exp(offset[i]+1.2+.6*rng.NormFloat64()))
	}
	y[7] = math.NaN()
	level, spread := observation.RatesOf(y, offset)
	near(t, "level", level, 1.2, .03)
	near(t, "spread", spread, .6, .03)
}

func poisson(rng *rand.Rand, rate float64) float64 {
	n := -1.0
	for left := rate; left > 0; left -= rng.ExpFloat64() {
		n++
	}
	return math.Max(n, 0)
}
