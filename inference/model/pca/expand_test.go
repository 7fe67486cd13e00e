package pca

import (
	"math"
	"testing"
)

// Components with the moments that the cases have are the same model as those with mean 0 and covariance I: the mean
// b + G·mean of every item stays, and so does the covariance G·cov·Gᵀ of any two.
func TestExpandKeepsTheModel(t *testing.T) {
	const n = 4.0 // cases
	p := &parameters{k: 2, g: []float64{1, 2, -3, 0.5, 0.25, -1}, offset: []float64{10, 20, 30}, psi: 1}
	mean, cov := [2]float64{0.5, -2}, [2][2]float64{{2, 0.6}, {0.6, 1.5}}
	s := &sums{all: make([]float64, 9)}
	for a := range 2 {
		s.all[a*3+2] = n * mean[a]
		for b := range 2 {
			s.all[a*3+b] = n * (cov[a][b] + mean[a]*mean[b])
		}
	}
	old := p.clone()
	p.expand(s, n)
	for d := range 3 {
		if want := old.offset[d] + old.g[2*d]*mean[0] + old.g[2*d+1]*mean[1]; !(math.Abs(p.offset[d]-want) <= 1e-12) {
			t.Errorf("offset %d is %v, want %v", d, p.offset[d], want)
		}
		for e := range 3 {
			want := 0.0
			for a := range 2 {
				for b := range 2 {
					want += old.g[2*d+a] * cov[a][b] * old.g[2*e+b]
				}
			}
			if got := p.g[2*d]*p.g[2*e] + p.g[2*d+1]*p.g[2*e+1]; !(math.Abs(got-want) <= 1e-12) {
				t.Errorf("items %d and %d vary together by %v, want %v", d, e, got, want)
			}
		}
	}
}

// The penalties of the path grow.
func TestPathGrows(t *testing.T) {
	for k := 1; k < len(steps); k++ {
		if !(steps[k] > steps[k-1]) || steps[k] > 2*steps[k-1] {
			t.Errorf("after %v comes %v", steps[k-1], steps[k])
		}
	}
}
