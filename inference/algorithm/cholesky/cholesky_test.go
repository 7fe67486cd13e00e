package cholesky

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// L Lᵀ is the matrix, within a wider one that is left as it was, and L and Lᵀ are solved.
func TestFactor(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, k := range []int{1, 2, 5, Few + 3, 40} {
		stride := k + 2
		b, a := make([]float64, k*k), make([]float64, k*stride)
		for i := range b {
			b[i] = rng.NormFloat64()
		}
		for i := range k {
			for j := range stride {
				a[i*stride+j] = 7
				if j < k {
					a[i*stride+j] = inner(b[i*k:(i+1)*k], b[j*k:(j+1)*k])
				}
			}
			a[i*stride+i] += 0.1
		}
		was, firm := append([]float64(nil), a...), append([]float64(nil), a...)
		if !Factor(a, k, stride) {
			t.Fatalf("%d: not positive definite", k)
		}
		Firm(firm, k, stride)
		for i := range k {
			for j := range stride {
				at := i*stride + j
				if j > i {
					if a[at] != was[at] {
						t.Errorf("%d: above the diagonal %v became %v", k, was[at], a[at])
					}
					continue
				}
				if got := inner(a[i*stride:i*stride+j+1], a[j*stride:j*stride+j+1]); !(math.Abs(got-was[at]) <= 1e-10*float64(k)) {
					t.Errorf("%d: %v for %v", k, got, was[at])
				}
				if a[at] != firm[at] {
					t.Errorf("%d: %v, firm %v", k, a[at], firm[at])
				}
			}
		}
		x, want := make([]float64, k), make([]float64, k)
		for i := range want {
			want[i] = rng.NormFloat64()
		}
		for i := range k {
			x[i] = inner(a[i*stride:i*stride+i+1], want[:i+1])
		}
		Forward(a, k, stride, x)
		near(t, x, want)
		for i := range k {
			x[i] = 0
			for j := i; j < k; j++ {
				x[i] += a[j*stride+i] * want[j]
			}
		}
		Backward(a, k, stride, x)
		near(t, x, want)
	}
}

func near(t *testing.T, got, want []float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-8) {
			t.Errorf("%d: %v, want %v", i, got[i], want[i])
		}
	}
}

// A matrix that is not positive definite is refused, or made so where it is wanted firm.
func TestNotDefinite(t *testing.T) {
	a := []float64{4, 0, 2, 1}
	if Factor(append([]float64(nil), a...), 2, 2) {
		t.Error("a singular matrix has a factor")
	}
	Firm(a, 2, 2)
	if a[0] != 2 || a[2] != 1 || !(math.Abs(a[3]-1e-7) <= 1e-12) {
		t.Errorf("firm it is %v", a)
	}
}

// A matrix that has lost its definiteness to rounding has a factor, which is that of a matrix no further away than
// rounding; one that is positive definite has its own, and one without a diagonal none.
func TestFirmly(t *testing.T) {
	for _, c := range [][]float64{
		{2, 1, 1, 3},
		{1, 1, 1, 1},
		{1e-20, 1e-4, 1e-4, 1e12},
		{1, 1 + 1e-15, 1 + 1e-15, 1},
	} {
		a := mat.NewSymDense(2, c)
		chol, ok := Firmly(a)
		if !ok {
			t.Errorf("%v has no factor", c)
			continue
		}
		var back mat.SymDense
		chol.ToSym(&back)
		for i := range 2 {
			for j := range 2 {
				if d := back.At(i, j) - a.At(i, j); !(math.Abs(d) <= 1e-13*math.Sqrt(a.At(i, i)*a.At(j, j))) {
					t.Errorf("%v: cell %d, %d is off by %g", c, i, j, d)
				}
			}
		}
		var inverse mat.SymDense
		if err := chol.InverseTo(&inverse); err != nil {
			if _, ok := err.(mat.Condition); !ok {
				t.Error(err)
			}
		}
		if v := inverse.At(0, 0); !(v > 0 && v < math.Inf(1)) {
			t.Errorf("%v: the inverse has %g", c, v)
		}
	}
	for _, c := range [][]float64{{0, 0, 0, 1}, {math.NaN(), 0, 0, 1}, {-1, 0, 0, 1}, {1, math.NaN(), math.NaN(), 1}} {
		if _, ok := Firmly(mat.NewSymDense(2, c)); ok {
			t.Errorf("%v has a factor", c)
		}
	}
}
