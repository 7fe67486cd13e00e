package observation

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The density of a robust number, the mean and the variance of the latent number given it, and its draws are those of
// the sum over a fine grid, near the middle and far out, where the mean forgets the number.
func TestRobustAgainstSums(t *testing.T) {
	student := func(x float64) float64 { return 3 / 8. * math.Pow(1+x*x/4, -2.5) } // of four degrees of freedom
	for _, c := range []struct{ centre, scale, tau, m, w, y float64 }{
		{0, 1, .4, 0, 1, .3}, {0, 1, .4, .5, 1, 6}, {2, 3, .1, -1, .2, 40}, {0, 1, 2, 0, .01, -3},
		{0, .5, .05, 0, 1, 100},
	} {
		r := &Robust{c.centre, c.scale, c.tau}
		var z, first, second float64
		const n = 60_000
		s := math.Sqrt(c.w)
		step := 24 * s / n
		for i := range n {
			u := c.m - 12*s + step*(float64(i)+.5)
			e := (u - c.m) / s
			scale := c.scale * c.tau
			p := step / (s * math.Sqrt(2*math.Pi)) * math.Exp(-e*e/2) * student((c.y-c.centre-c.scale*u)/scale) / scale
			z, first, second = z+p, first+p*u, second+p*u*u
		}
		first /= z
		want := [3]float64{math.Log(z), first, second/z - first*first}
		f := r.Factor(0, c.y)
		var mean, variance [1]float64
		got := [3]float64{f.Moments([]float64{c.m}, []float64{c.w}, mean[:], variance[:])}
		got[1], got[2] = mean[0], variance[0]
		for i := range got {
			if !(math.Abs(got[i]-want[i]) < 1e-6*(1+math.Abs(want[i]))) {
				t.Errorf("%+v: %v, want %v", c, got, want)
				break
			}
		}
		rng := rand.New(rand.NewPCG(5, 8))
		var sum, squares float64
		const draws = 20_000
		for range draws {
			var u [1]float64
			f.Draw([]float64{c.m}, []float64{c.w}, rng, u[:])
			sum += u[0] / draws
			squares += (u[0] - want[1]) * (u[0] - want[1]) / draws
		}
		if !(math.Abs(sum-want[1]) < 4*math.Sqrt(want[2]/draws)) || !(math.Abs(squares/want[2]-1) < .1) {
			t.Errorf("%+v: draws have mean %v and variance %v, want %v", c, sum, squares, want[1:])
		}
	}
}

// Centre and scale of robust numbers do not move with outliers.
func TestRobustUnits(t *testing.T) {
	cells := []float64{1, 2, 3, 4, 5, 6, 7, math.NaN()}
	a := NewRobust(cells)
	cells[6] = 1e6
	if b := NewRobust(cells); *a != *b || a.centre != 4 || !(math.Abs(a.scale-2/.6745) <= 1e-9) {
		t.Errorf("%v, with an outlier %v", *a, *b)
	}
	if r := NewRobust([]float64{5, 5, 5, 5, 9}); r.centre != 5 || !(r.scale > 0) {
		t.Errorf("%v of a column that is nearly constant", *r)
	}
}
