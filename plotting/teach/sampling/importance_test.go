package sampling

import (
	"math"
	"testing"

	"example.org/espalier/plotting/teach/stage"
	"example.org/espalier/plotting/teach/stage/stagetest"
)

// sumOver integrates f by the trapezoidal rule.
func sumOver(from, to float64, cells int, f func(x float64) float64) float64 {
	sum := 0.0
	step := (to - from) / float64(cells)
	for i := range cells + 1 {
		w := step
		if i == 0 || i == cells {
			w /= 2
		}
		sum += w * f(from+float64(i)*step)
	}
	return sum
}

// normalDensity and studentDensity are written out here again, the latter from the definition by gamma functions.
func normalDensity(x, precision float64) float64 {
	return math.Sqrt(precision/(2*math.Pi)) * math.Exp(-precision*x*x/2)
}

func studentDensity(x, precision, freedom float64) float64 {
	return math.Gamma((freedom+1)/2) / math.Gamma(freedom/2) * math.Sqrt(precision/(freedom*math.Pi)) *
		math.Pow(1+precision*x*x/freedom, -(freedom+1)/2)
}

// Densities are those of the textbook, and ∫ p²/q is that of a sum over a grid; it is infinite from twice the precision.
func TestProposals(t *testing.T) {
	for _, precision := range []float64{0.3, 1, 1.7, 1.95, 3} {
		for _, student := range []bool{false, true} {
			q := proposal{precision, student}
			density := func(x float64) float64 { return normalDensity(x, precision) }
			if student {
				density = func(x float64) float64 { return studentDensity(x, precision, 3) }
			}
			for _, x := range []float64{0, 0.7, -3} {
				if got := math.Exp(q.logDensity(x)); !near(got, density(x)) {
					t.Errorf("%+v at %v: density %v, want %v", q, x, got, density(x))
				}
			}
			want := math.Inf(1)
			if student || precision < 2 {
				want = sumOver(-30, 30, 60_000, func(x float64) float64 {
					p := normalDensity(x, 1)
					if q := density(x); p > 0 && q > 0 {
						return p * p / q
					}
					return 0
				})
			}
			if got := q.secondMoment(); got != want && !near(got, want) {
				t.Errorf("%+v: second moment %v, want %v", q, got, want)
			}
		}
	}
}

// Draws have the distribution of q: shares within one and three units of dispersion.
func TestProposalDraws(t *testing.T) {
	for _, q := range []proposal{{precision: 2.5}, {precision: 0.4, student: true}} {
		rng := stage.NewRandom(3, 0)
		const n = 40_000
		for _, reach := range []float64{1, 3} {
			inside := 0.0
			for range n {
				if math.Abs(q.draw(rng)) < reach/math.Sqrt(q.precision) {
					inside++
				}
			}
			want := sumOver(-reach, reach, 3000, func(x float64) float64 {
				if q.student {
					return studentDensity(x, 1, 3)
				}
				return normalDensity(x, 1)
			})
			if z := (inside/n - want) / math.Sqrt(want*(1-want)/n); !(math.Abs(z) <= 4) {
				t.Errorf("%+v: share %v within %v, want %v", q, inside/n, reach, want)
			}
		}
	}
}

// A Gaussian that is too narrow is found out by its runs; heavy tails are not.
func TestNarrowProposalsFail(t *testing.T) {
	end := func(set ...string) (low int, shares float64) {
		for seed := range 10 {
			q := stagetest.Played[importancePlay](t, ImportanceFails(), uint64(seed)+1, set...)
			for k := range q.mean {
				if last(q.mean[k]) < 1 {
					low++
				}
			}
			shares += q.greatest() / 10
		}
		return low, shares
	}
	narrow, share := end("precision", "5")
	heavy, small := end("precision", "5", "proposal", "student")
	if narrow < 52 || heavy < 25 || heavy > 55 || !(share > 8*small) {
		t.Errorf("of 80 runs %d of a narrow and %d of a heavy-tailed proposal end below 1; greatest shares %v and %v", narrow, heavy, share, small)
	}
}
