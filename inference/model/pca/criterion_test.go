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
