package diffusion

import (
	"math"
	"testing"
)

// A bridge has the variance of a Brownian bridge at every dyadic time, the covariance
// between two of them, and is the same path however closely it is looked at.
func TestBridge(t *testing.T) {
	const n = 20000
	at := map[float64]float64{0.25: 0, 0.5: 0, 0.875: 0}
	cross := 0.0
	for s := range n {
		b := Bridge{T0: 0, T1: 1, X0: 1, X1: 3, Variance: 2, Seed: uint64(s)}
		var early, late float64
		b.Points(func(t0, t1, _ float64) bool { return t1-t0 > 0.125 }, func(t, x float64) {
			if _, in := at[t]; in {
				d := x - (1 + 2*t)
				at[t] += d * d / n
			}
			switch t {
			case 0.25:
				early = x - 1.5
			case 0.875:
				late = x - 2.75
			}
		})
		cross += early * late / n
	}
	for time, got := range at {
		want := 2 * time * (1 - time)
		if se := want * math.Sqrt(2.0/n); !(math.Abs(got-want) <= 4.5*se) {
			t.Errorf("variance at %g is %.4f, want %.4f ± %.4f", time, got, want, se)
		}
	}
	if want := 2 * 0.25 * 0.125; !(math.Abs(cross-want) <= 4.5*0.5/math.Sqrt(n)) {
		t.Errorf("covariance of 0.25 and 0.875 is %.4f, want %.4f", cross, want)
	}
	coarse := map[float64]float64{}
	b := Bridge{T1: 1, Variance: 1, Seed: 9}
	b.Points(func(t0, t1, _ float64) bool { return t1-t0 > 0.1 }, func(t, x float64) { coarse[t] = x })
	matched, other := 0, math.NaN()
	b.Points(func(t0, t1, _ float64) bool { return t1-t0 > 0.001 && t0 >= 0.5 || t1-t0 > 0.5 }, func(at, x float64) {
		if y, in := coarse[at]; in {
			matched++
			if x != y {
				other = at
			}
		}
	})
	if matched < 10 || !math.IsNaN(other) {
		t.Errorf("%d places compared, another path at %g", matched, other)
	}
}
