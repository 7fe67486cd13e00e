package linkage

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

func gaussian(n, d int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

func names(n int) []string {
	s := make([]string, n)
	for i := range s {
		s[i] = "r" + strconv.Itoa(i+1)
	}
	return s
}

func TestQuick(t *testing.T) {
	x := gaussian(2000, 171, 1)
	for _, m := range Methods() {
		start := time.Now()
		g := Cluster(x, m)
		t.Log(m, time.Since(start), g[len(g)-1])
		if err := Tree(g, names(2000)).Check(); err != nil {
			t.Fatal(err)
		}
	}
}
