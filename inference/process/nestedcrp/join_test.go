package nestedcrp

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A customer joins a table with probability (n_k − α)/(m − αK), where α is the discount.
func TestJoin(t *testing.T) {
	const draws, alpha = 40_000, 0.4
	p := New(Parameters{Levels: 3, C: 1, Multifurcating: true, Theta: 1, Alpha: alpha})
	sizes := []int{1, 5, 1}
	r := restaurant{customers: 7}
	for i, n := range sizes {
		p.all = append(p.all, restaurant{customers: n})
		r.tables = append(r.tables, int32(i))
	}
	rng := rand.New(rand.NewPCG(5, 2))
	counts := make([]float64, 3)
	for range draws {
		counts[p.join(&r, 7, rng)]++
	}
	for i, n := range sizes {
		want := (float64(n) - alpha) / (7 - 3*alpha)
		if z := (counts[i]/draws - want) / math.Sqrt(want*(1-want)/draws); !(math.Abs(z) <= 4) {
			t.Errorf("table %d of %d customers: %.4f, want %.4f", i, n, counts[i]/draws, want)
		}
	}
}

// In the plain construction a table is opened with probability a/(m+a), where a = c/((1−t)S).
func TestOpenInThePlainConstruction(t *testing.T) {
	p := Parameters{Levels: 4, C: 1}
	for _, c := range []struct {
		level, m, tables int
		want             float64
	}{{3, 2, 1, 0.5 / 2.5}, {1, 1, 1, 0.25 / 1.25}, {4, 3, 2, 1. / 4}} {
		if got := p.Open(c.level, c.m, c.tables); !(math.Abs(got-c.want) <= 1e-12) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// On one level the first two part with probability c/(1+c), at time 0, and otherwise never, which counts as 1.
func TestPartingOnOneLevel(t *testing.T) {
	mean, deviation := Parameters{Levels: 1, C: 3}.Parting()
	if !(math.Abs(mean-0.25) <= 1e-12) || !(math.Abs(deviation-math.Sqrt(0.25*0.75)) <= 1e-12) {
		t.Errorf("parting at %v ± %v", mean, deviation)
	}
}
