package pca

import (
	"math"
	"testing"
)

// A further component is worth its parameters, for half of log N each: from one to two these are D − 1, a
// direction that is orthogonal to the first one and its length, from two to three D − 2. The eigenvalue at
// which it pays is found here from the likelihood of Tipping and Bishop (1999), with the terms that do not
// change left out.
func TestCriterionCountsParameters(t *testing.T) {
	for _, size := range []struct{ d, n int }{{6, 40}, {12, 300}, {20, 25}} {
		d, n := float64(size.d), float64(size.n)
		// worth is what the k-th component of eigenvalue v gains, where all beyond it are 1.
		worth := func(k int, v float64) float64 {
			left := d - float64(k)
			without := (left + 1) * math.Log((v+left)/(left+1))
			return n / 2 * (without - math.Log(v))
		}
		for k := 2; k <= 3; k++ {
			cost := (d - float64(k) + 1) / 2 * math.Log(n)
			low, high := 1.0, 1e6
			for range 200 {
				if mid := (low + high) / 2; worth(k, mid) < cost {
					low = mid
				} else {
					high = mid
				}
			}
			for _, c := range []struct {
				share float64
				want  int
			}{{0.99, k - 1}, {1.01, k}} {
				s := &spectrum{values: make([]float64, size.d)}
				for i := range s.values {
					s.values[i] = 1
					if i < k-1 {
						s.values[i] = 1e9
					}
				}
				s.values[k-1] = c.share * low
				if got := s.choose(size.d-1, size.d, size.n); got != c.want {
					t.Errorf("D = %d, N = %d, component %d of %.3f where %.3f pays: %d chosen, want %d", size.d, size.n, k, c.share*low, low, got, c.want)
				}
			}
		}
	}
}

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

// The criterion chooses as many components as are allowed where all of them count.
func TestChooseTheMost(t *testing.T) {
	s := &spectrum{values: []float64{90, 70, 50, 1.1, 1, 0.9}}
	for most, want := range map[int]int{1: 1, 2: 2, 3: 3, 5: 3} {
		if got := s.choose(most, 6, 500); got != want {
			t.Errorf("%d of at most %d components", got, most)
		}
	}
}
