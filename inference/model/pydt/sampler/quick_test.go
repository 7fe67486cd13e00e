package sampler

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/pydttest"
)

// A group apart has the evidence and the prior that the messages give, up to a constant for all its times.
func TestPartedGroup(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 78))
	tried := 0
	for range 60 {
		n := 4 + rng.IntN(8)
		c := chainOf(pydttest.RandomData(rng, n, 3, 0), pydttest.TestHyper(1, 0.3, n), rng)
		if c == nil {
			continue
		}
		l := c.Live
		for v := int32(n); int(v) < len(l.Node); v++ {
			w := l.Node[v].Parent
			if w < 0 {
				continue
			}
			cavity := append([]float64(nil), l.cavityOf(w, &c.splitter)...)
			own := l.Node[v].Ell
			var got, want [2]ratio
			for i, ell := range []float64{own, 0.3*l.Node[w].Ell + 0.7*own} {
				c.splitter.quick.usable = false
				want[i] = c.splitRatio(w, v, cavity, ell, 0)
				if l.part(w, v, cavity, &c.splitter); !c.splitter.quick.usable {
					break
				}
				got[i] = c.splitRatio(w, v, cavity, ell, 0)
				pydttest.Close(t, "evidence", got[i].likelihood, want[i].likelihood, 1e-9)
				pydttest.Close(t, "prior", got[i].prior, want[i].prior, 1e-9)
				tried++
			}
			l.SetEll(v, own)
			l.Update(v)
		}
	}
	if tried < 100 {
		t.Errorf("only %d groups were tried", tried)
	}
}
