package diffusion

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The components of a long table take room for its columns, not for a square of its rows.
func TestPrincipalOfALongTable(t *testing.T) {
	const n, d = 4000, 5
	r := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.NormFloat64()*float64(1+4*(j%2)))
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	directions, _ := Principal(x, 2)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > n*n {
		t.Errorf("%d bytes for %d rows", used, n)
	}
	for _, v := range directions { // the columns of most variance are the second and the fourth
		if on := math.Hypot(v[1], v[3]); on < 0.99 {
			t.Errorf("a direction is %v", v)
		}
	}
}
