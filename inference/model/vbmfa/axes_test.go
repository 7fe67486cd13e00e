package vbmfa

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// A component starts with the factors of maximum likelihood: in units of the noise the variance along a factor is that
// along its axis less one, which is noise, and nothing where the axis does not stand out. Each precision starts at the
// mean of a gamma distribution for the strength of the factor, or of the noise where that is greater.
func TestFactorsAtTheStart(t *testing.T) {
	const factors = 4
	x := blobs(300, 5, 0, rand.New(rand.NewPCG(8, 2)))
	m := startMixture(newRowsOn(x, 1), 1, factors, rand.New(rand.NewPCG(8, 3)))
	for i := range m.Psi {
		m.Psi[i] = 0.2 + 0.1*float64(i)
	}
	c := m.Components[0]
	a := m.principalOf(c.R, factors, rand.New(rand.NewPCG(8, 4)))
	o := m.endow(c, factors, rand.New(rand.NewPCG(8, 4)))
	noise := 0.0
	for _, v := range m.Psi {
		noise += v
	}
	weak := 0
	for l := range factors {
		sum := 0.0
		for q, psi := range m.Psi {
			sum += o.loading(q)[l] * o.loading(q)[l] / psi
		}
		inferencetest.Near(t, "strength of a factor", sum, math.Max(0, a.values[l]-1), 1e-9)
		if a.values[l] < 1 {
			weak++
		}
		inferencetest.Near(t, "mean precision", o.A/o.B[l], float64(len(m.Psi))/math.Max(o.power(l), noise), 1e-9)
	}
	if weak == 0 || weak == factors {
		t.Errorf("%d of %d axes, variances %v, do not stand out", weak, factors, a.values)
	}
}
