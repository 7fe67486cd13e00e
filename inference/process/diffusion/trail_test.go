package diffusion

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTrailIsBrownian checks the covariance of places along cut trails: min(s, t)·σ².
func TestTrailIsBrownian(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const draws, variance = 20000, 1.7
	times := []float64{0.13, 0.5, 0.507, 1}
	var sums [4][4]float64
	for range draws {
		p := NewTrail(0, 0, variance, 8, rng)
		a, b := p.Cut(0.13, variance, rng)
		b, c := b.Cut(0.507, variance, rng)
		if b.T[0] != 0.13 || b.X[0] != a.X[len(a.X)-1] || c.X[0] != b.At(0.507) {
			t.Fatal("the parts of a trail do not meet")
		}
		whole := a.Then(b).Then(c)
		var x [4]float64
		for i, u := range times {
			x[i] = whole.At(u)
		}
		for i := range x {
			for j := range x {
				sums[i][j] += x[i] * x[j] / draws
			}
		}
	}
	for i, s := range times {
		for j, u := range times {
			want := variance * min(s, u)
			se := variance * math.Sqrt((s*u+want*want/variance/variance)/draws)
			if !(math.Abs(sums[i][j]-want) <= 4*se) {
				t.Errorf("covariance at %v and %v is %v, not %v ± %v", s, u, sums[i][j], want, se)
			}
		}
	}
}

func TestTrailEnds(t *testing.T) {
	p := Trail{T: []float64{0.2, 0.6, 1}, X: []float64{0, 4, 2}}
	if got := p.Until(0.4); got.T[1] != 0.4 || !(math.Abs(got.X[1]-2) <= 1e-12) || len(got.T) != 2 {
		t.Errorf("until 0.4: %v", got)
	}
	if got := p.Until(2); len(got.T) != 3 {
		t.Errorf("until 2: %v", got)
	}
	if got := p.Until(0.1); len(got.T) != 1 {
		t.Errorf("until 0.1: %v", got)
	}
	if p.At(0) != 0 || p.At(3) != 2 || p.At(0.6) != 4 {
		t.Error("places beyond the ends")
	}
}
