package lasso

import (
	"math"
	"testing"
)

// The lassos of an independent program: columns 1 on 2, 3, 4 and 3 on 1, 2, 4 of the small table at
// λ = 0.2; and the optimality of every column of a larger one.
func TestRegressions(t *testing.T) {
	x := []float64{
		.5, 1.2, -.3, .8, -1.1, -.6, .4, -.9, .9, .3, 1.1, .2, -.2, -1.4, .6, -1,
		1.6, 1.1, -.8, 1.3, -.7, .2, -1.2, .1, .1, .7, .5, -.4, -1.3, -.9, .2, -.6}
	r := NewRegressions(4, covarianceOf(8, 4, x))
	for j, want := range map[int][]float64{0: {0, .0986263519, 0, .5221942717}, 2: {0, 0, 0, -.1771306439}} {
		beta, _ := r.Solve(j, 0.2)
		for k := range want {
			if !(math.Abs(beta[k]-want[k]) <= 1e-8) {
				t.Errorf("column %d on %d: %v, want %v", j+1, k+1, beta[k], want[k])
			}
		}
	}
	s := simulated(60, 20, 3)
	r = NewRegressions(20, s)
	for j := range 20 {
		if beta, _ := r.Solve(j, r.Largest(j)*1.0001); anyOf(beta) {
			t.Errorf("column %d has coefficients above the largest penalty", j)
		}
		beta, residual := r.Solve(j, 0.3*r.Largest(j))
		if !anyOf(beta) {
			t.Errorf("column %d has none below it", j)
		}
		square := s[j*20+j]
		for k, b := range beta {
			gradient := s[k*20+j]
			square -= 2 * b * s[k*20+j]
			for l, c := range beta {
				gradient -= s[k*20+l] * c
				square += b * s[k*20+l] * c
			}
			lambda := 0.3 * r.Largest(j)
			switch {
			case k == j && b != 0:
				t.Errorf("column %d on itself", j)
			case k == j:
			case b != 0 && !(math.Abs(gradient-math.Copysign(lambda, b)) <= 1e-8),
				b == 0 && !(math.Abs(gradient) <= lambda+1e-8):
				t.Errorf("column %d on %d: coefficient %v, gradient %v at λ = %v", j, k, b, gradient, lambda)
			}
		}
		if !(math.Abs(residual-square) <= 1e-8) {
			t.Errorf("column %d: residual %v, want %v", j, residual, square)
		}
	}
}

func anyOf(beta []float64) bool {
	for _, b := range beta {
		if b != 0 {
			return true
		}
	}
	return false
}
