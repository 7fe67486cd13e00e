package vbmfa

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// slowBound evaluates math 12.4 row by row from the posteriors, sharing nothing with bound.
func slowBound(m *mixture) float64 {
	d := m.d
	f := m.weightTerm(m.logWeights())
	for s, c := range m.Components {
		a, b := m.priorTerms(c)
		f += a + b - 0.5*c.LogDet
		for q := range d.p {
			f += 0.5 * math.Log(mat.Det(mat.NewDense(c.K+1, c.K+1, append([]float64(nil), c.cov(q)...))))
		}
		w, lw := c.K+1, m.logWeights()[s]
		for j, pt := range d.patterns {
			cov := mat.NewDense(max(c.K, 1), max(c.K, 1), nil)
			trace := 0.0
			for a := range c.K {
				for z := range c.K {
					cov.Set(a, z, c.Cov[j*c.K*c.K+a*c.K+z])
				}
				trace += cov.At(a, a)
			}
			logDet := 0.0
			if c.K > 0 {
				logDet = math.Log(mat.Det(cov))
			}
			for i := pt.low; i < pt.high; i++ {
				r := c.R[i]
				if r == 0 {
					continue
				}
				x := append(append([]float64(nil), c.X[i*c.K:(i+1)*c.K]...), 1)
				norm := 0.0
				for _, v := range x[:c.K] {
					norm += v * v
				}
				e := 0.5*logDet + 0.5*float64(c.K) - 0.5*(norm+trace)
				for _, q := range pt.columns {
					row, g := c.loading(q), c.cov(q)
					res := d.row(i)[q] - dot(row, x)
					expected := res*res + quadratic(g, x)
					for a := range c.K {
						for z := range c.K {
							expected += cov.At(a, z) * (row[a]*row[z] + g[a*w+z])
						}
					}
					e -= 0.5*math.Log(2*math.Pi*m.Psi[q]) + 0.5*expected/m.Psi[q]
				}
				f += r * (lw - math.Log(r) + e)
			}
		}
	}
	return f
}

// blobs returns n rows around three centres, a share of the cells missing.
func blobs(n, p int, missing float64, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, p, nil)
	load := make([]float64, p)
	for q := range load {
		load[q] = rng.NormFloat64()
	}
	for i := range n {
		f := rng.NormFloat64()
		for q := range p {
			x.Set(i, q, 3*float64((i%3)*(q%2)-1)+f*load[q]+0.4*rng.NormFloat64())
			if rng.Float64() < missing && q > 0 {
				x.Set(i, q, math.NaN())
			}
		}
	}
	return x
}

// Every single update keeps the bound from falling, the bound found from sums is that
// found row by row, and the expected log densities agree with it.
func TestEveryUpdateRaisesTheBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, missing := range []float64{0, 0.15} {
		m := startMixture(newRows(blobs(90, 4, missing, rng)), 3, 2, rng)
		before := math.Inf(-1)
		after := func(update string) {
			t.Helper()
			b := m.bound().total()
			if s := slowBound(m); math.Abs(b-s) > 1e-9*math.Abs(s) {
				t.Fatalf("missing %g, %s: the bound from sums is %.12g, row by row %.12g", missing, update, b, s)
			}
			if err := check(update, before, b); err != nil {
				t.Fatal(err)
			}
			before = b
		}
		regather := func() {
			for _, c := range m.Components {
				g := newGatherer(m, c)
				g.visit(m, 0, m.d.n)
				g.done(m)
			}
		}
		regather()
		after("the start")
		for range 25 {
			for _, c := range m.Components {
				newExpecter(m, c).visit(m, 0, m.d.n, nil)
			}
			regather()
			after("q(x)")
			m.assign(true)
			regather()
			after("q(s)")
			for _, c := range m.Components {
				m.updateLoadings(c)
				after("q(Λ)")
				m.updatePrecisions(c)
				after("q(ν)")
			}
			m.updateNoise()
			after("Ψ")
			m.updateMeans()
			after("μ* and ν*")
			m.updateShape()
			after("a* and b*")
			m.updateConcentration()
			after("α*")
		}
		t.Logf("missing %g: bound %.3f", missing, before)
	}
}
