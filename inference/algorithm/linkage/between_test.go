package linkage

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The squared height of a join is 2ab/(a+b)‖m_a − m_b‖²; what is above a limit may be cut short, but not below it.
func TestBetweenMeans(t *testing.T) {
	for _, d := range []int{1, leading, leading + 1, 5*leading + 3} {
		rng := rand.New(rand.NewPCG(uint64(d), 2))
		const n = 6
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, rng.NormFloat64())
			}
		}
		points := newMetricDistances(x, false, Euclidean)
		unit := points.scale
		w := newMeans(Ward, points)
		for a := range n {
			w.size[a] = float64(1 + a)
		}
		for a := range n {
			for b := range a {
				want := 0.0
				for j := range d {
					e := x.At(a, j) - x.At(b, j)
					want += e * e
				}
				want *= 2 * w.size[a] * w.size[b] / (w.size[a] + w.size[b]) / (unit * unit)
				for _, limit := range []float64{math.Inf(1), want * (1 + 1e-9)} {
					if got := w.between(a, b, limit); !(math.Abs(got-want) <= 1e-12*want) {
						t.Errorf("%d columns: %v, want %v", d, got, want)
					}
				}
				if got := w.between(a, b, want/3); !(got > want/3) || got > want*(1+1e-12) {
					t.Errorf("%d columns: %v beyond a limit of %v, want at most %v", d, got, want/3, want)
				}
			}
		}
	}
}
