package vbmfa

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	found "example.org/espalier/inference/kind/mixture"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
)

// slowBound evaluates math 12.4 as it is defined: the expectation of each logarithm of the model under the
// posteriors, one after the other, and the entropies of these. It shares nothing with bound.
func slowBound(m *mixture) float64 {
	d, f := m.d, 0.0
	log2Pi := math.Log(2 * math.Pi)
	digamma := mathext.Digamma
	lnGamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	entropyOfGaussian := func(cov []float64, w int) float64 {
		if w == 0 {
			return 0
		}
		return 0.5 * (float64(w)*(1+log2Pi) + math.Log(mat.Det(mat.NewDense(w, w, append([]float64(nil), cov...)))))
	}

	// q(π) = Dir(u): ⟨ln p(π)⟩ and its entropy.
	alpha := m.Concentration / float64(len(m.Components))
	u, all := make([]float64, len(m.Components)), 0.0
	for s, c := range m.Components {
		u[s] = alpha
		for _, r := range c.R {
			u[s] += r
		}
		all += u[s]
	}
	logPi := make([]float64, len(u))
	f += lnGamma(m.Concentration) - lnGamma(all)
	for s, v := range u {
		logPi[s] = digamma(v) - digamma(all)
		f += (alpha-1)*logPi[s] - lnGamma(alpha) // ⟨ln p⟩
		f += lnGamma(v) - (v-1)*logPi[s]         // −⟨ln q⟩
	}
	for q := range d.p { // ⟨ln p(ν*)⟩ and the entropy of q(ν*)
		a, b := m.SpreadShape, 0.0
		if a == 0 {
			break
		}
		b = m.SpreadRate[q]
		rate := 0.5 * math.Max(d.variance[q], d.floor[q])
		mean, log := a/b, digamma(a)-math.Log(b)
		f += 0.5*math.Log(rate) - lnGamma(0.5) - 0.5*log - rate*mean
		f += a - math.Log(b) + lnGamma(a) + (1-a)*digamma(a)
	}
	for s, c := range m.Components {
		w := c.K + 1
		precision, logPrecision := make([]float64, c.K), make([]float64, c.K)
		for l, b := range c.B {
			precision[l], logPrecision[l] = c.A/b, digamma(c.A)-math.Log(b)
			f += m.Shape*math.Log(m.Rate) - lnGamma(m.Shape) + (m.Shape-1)*logPrecision[l] - m.Rate*precision[l]
			f += c.A - math.Log(b) + lnGamma(c.A) + (1-c.A)*digamma(c.A)
		}
		for q := range d.p {
			mean, cov := c.M[q*w:(q+1)*w], c.G[q*w*w:(q+1)*w*w]
			for l := range c.K {
				f += 0.5 * (logPrecision[l] - log2Pi - precision[l]*(mean[l]*mean[l]+cov[l*w+l]))
			}
			far := mean[c.K] - m.MeanOfMeans[q]
			precise, logPrecise := m.PrecOfMeans[q], math.Log(m.PrecOfMeans[q])
			if a := m.SpreadShape; a > 0 {
				precise, logPrecise = a/m.SpreadRate[q], digamma(a)-math.Log(m.SpreadRate[q])
			}
			f += 0.5 * (logPrecise - log2Pi - precise*(far*far+cov[w*w-1]))
			f += entropyOfGaussian(cov, w)
		}
		for j, pt := range d.patterns {
			spread := c.Cov[j*c.K*c.K : (j+1)*c.K*c.K]
			for i := pt.low; i < pt.high; i++ {
				r := c.R[i]
				if r == 0 {
					continue
				}
				// ⟨x̃x̃ᵀ⟩, with a 1 for the mean.
				square := make([]float64, w*w)
				x := append(append([]float64(nil), c.X[i*c.K:(i+1)*c.K]...), 1)
				for a, v := range x {
					for b, z := range x {
						square[a*w+b] = v * z
						if a < c.K && b < c.K {
							square[a*w+b] += spread[a*c.K+b]
						}
					}
				}
				e := entropyOfGaussian(spread, c.K)
				for l := range c.K {
					e -= 0.5 * (log2Pi + square[l*w+l])
				}
				for _, q := range pt.columns {
					y := d.y[i*d.p+q]
					expected := y * y
					if at := slotOf(d, q); at >= 0 {
						at += i * len(d.hidden.columns)
						y, expected = c.U[at], c.U[at]*c.U[at]+c.V[at]
						e += truncatedEntropy(y)
					}
					for a := range w {
						expected -= 2 * y * c.M[q*w+a] * x[a]
						for b := range w {
							expected += square[a*w+b] * (c.M[q*w+a]*c.M[q*w+b] + c.G[q*w*w+a*w+b])
						}
					}
					e -= 0.5 * (log2Pi + math.Log(m.Psi[q]) + expected/m.Psi[q])
				}
				f += r * (logPi[s] - math.Log(r) + e)
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

// startMixture returns a mixture of components around rows chosen at random.
func startMixture(d *rows, components, k int, rng *rand.Rand) *mixture {
	m := emptyMixture(d)
	m.populate(seeds(d, components, rng), components, k, rng)
	return m
}

// Every single update keeps the bound from falling, the bound found from sums is that
// found row by row, and the expected log densities agree with it.
func TestEveryUpdateRaisesTheBound(t *testing.T) {
	rng, last := rand.New(rand.NewPCG(1, 2)), -1.0
	for _, missing := range []float64{0, 0.15, 0.15} { // at last with columns of yes/no
		d := newRows(blobs(90, 4, missing, rng))
		if missing == last {
			d = half(blobs(50, 4, missing, rng))
		}
		last = missing
		m := startMixture(d, 3, 2, rng)
		before := math.Inf(-1)
		after := func(update string) {
			t.Helper()
			b := m.bound().total()
			if s := slowBound(m); !(math.Abs(b-s) <= 1e-9*math.Abs(s)) {
				t.Fatalf("missing %g, %s: the bound from sums is %.12g, row by row %.12g", missing, update, b, s)
			}
			if err := check(update, before, b, m.slack()); err != nil {
				t.Fatal(err)
			}
			before = b
		}
		regather := func() {
			for _, c := range m.Components {
				g := newGatherer(m, c)
				g.visit(m, 0, m.d.n, all(m.d.n))
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

// A concentration or a shape outside the range that it is sought in, as components die
// or by the user's wish, does not lower the bound when it is updated.
func TestClippedUpdatesDoNotLowerTheBound(t *testing.T) {
	m := settledMixture(t, blobs(90, 4, 0, rand.New(rand.NewPCG(1, 2))), 3, 2, 30, 2)
	for _, v := range []float64{2 * largestAlpha * 3, leastAlpha} {
		m.Concentration = v
		before := m.bound().total()
		m.updateConcentration()
		if err := check("α*", before, m.bound().total(), m.slack()); err != nil {
			t.Error(err)
		}
	}
	for _, v := range []float64{2 * largestShape, leastShape / 2} {
		m.Shape, m.Rate = v, v
		for _, c := range m.Components {
			m.updatePrecisions(c)
		}
		before := m.bound().total()
		m.updateShape()
		if err := check("a* and b*", before, m.bound().total(), m.slack()); err != nil {
			t.Error(err)
		}
	}
}

// A rotation leaves what the rows see of a component, row by row as in sums, and raises
// the bound with q(ν).
func TestRotationRaisesTheBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	for _, missing := range []float64{0, 0.2} {
		m := settledMixture(t, blobs(90, 5, missing, rng), 2, 3, 3, 1)
		for _, c := range m.Components {
			m.updateLoadings(c)
			m.updatePrecisions(c)
			before, sums := m.bound(), m.content(c, m.spread())
			m.rotate([]*component{c})
			after := m.bound()
			if err := check("rotation", before.total(), after.total(), m.slack()); err != nil {
				t.Error(err)
			}
			if s := slowBound(m); !(math.Abs(after.total()-s) <= 1e-9*math.Abs(s)) {
				t.Errorf("the bound from sums is %.12g, row by row %.12g", after.total(), s)
			}
			if fit := m.content(c, m.spread()).Fit; !(math.Abs(fit-sums.Fit) <= 1e-9*math.Abs(sums.Fit)) {
				t.Errorf("the fit is %.12g, before the rotation %.12g", fit, sums.Fit)
			}
			for l := 1; l < c.K; l++ {
				if c.power(l) > c.power(l-1)*(1+1e-9) {
					t.Errorf("factor %d is stronger than the one before", l)
				}
			}
		}
	}
}

// One noise variance for columns of different spreads and steps never lowers the bound
// either; the run checks each of its updates.
func TestIsotropicNoise(t *testing.T) {
	x := blobs(120, 4, 0.1, rand.New(rand.NewPCG(4, 1)))
	for i := range 120 {
		x.Set(i, 1, 100*x.At(i, 1))
		x.Set(i, 2, math.Round(x.At(i, 2)))
	}
	for _, model := range []inference.Model{Model{}, Maximum{}} {
		m := completeRun(t, model, x, 1, map[string]string{"noise": "isotropic"}).search.Mixture
		for _, v := range m.Psi {
			if v != m.Psi[0] {
				t.Errorf("%s: noise variances %v differ", model.Info().Name, m.Psi)
				break
			}
		}
	}
}

// settledMixture returns a mixture after some cycles, everything up to date.
func settledMixture(t *testing.T, x *mat.Dense, components, k, cycles int, seed uint64) *mixture {
	t.Helper()
	m := startMixture(newRows(x), components, k, rand.New(rand.NewPCG(seed, 9)))
	settle(t, m, cycles)
	return m
}

// settledGiven is settledMixture with the prior of the means that the columns have.
func settledGiven(t *testing.T, x *mat.Dense, components, k, cycles int, seed uint64) *mixture {
	t.Helper()
	m := startMixture(newRows(x), components, k, rand.New(rand.NewPCG(seed, 9)))
	m.SpreadShape, m.fixed.means = 0, true
	settle(t, m, cycles)
	return m
}

// settle puts a mixture through this many cycles.
func settle(t *testing.T, m *mixture, cycles int) {
	t.Helper()
	y := cycle{Wide: true}
	y.begin(math.NaN())
	for range cycles {
		for y.Stage < complete {
			if err := y.advance(m); err != nil {
				t.Fatal(err)
			}
		}
		y.begin(y.Before)
	}
}

// all returns this many rows.
func all(n int) (out []int32) {
	for i := range n {
		out = append(out, int32(i))
	}
	return out
}

func (m *mixture) regather() {
	for _, c := range m.Components {
		g := newGatherer(m, c)
		g.visit(m, 0, m.d.n, all(m.d.n))
		g.done(m)
	}
}

// Wrong updates that were printed or are easily made lower the bound, and are found by it.
func TestWrongUpdatesLowerTheBound(t *testing.T) {
	x := blobs(90, 4, 0, rand.New(rand.NewPCG(4, 4)))
	for _, wrong := range []struct {
		name   string
		mutate func(m *mixture)
	}{
		{"the solve for loadings and mean by diagonal blocks (Beal 4.49, 4.50)", func(m *mixture) {
			for _, c := range m.Components {
				m.updateLoadings(c)
				w := c.K + 1
				for q := range m.d.p {
					g, row := c.cov(q), c.loading(q)
					for l := range c.K {
						g[l*w+c.K], g[c.K*w+l] = 0, 0
					}
					right := make([]float64, w)
					for i := range right {
						right[i] = c.Syx[q*w+i] / m.Psi[q]
					}
					right[c.K] += m.PrecOfMeans[q] * m.MeanOfMeans[q]
					for i := range w {
						row[i] = dot(g[i*w:(i+1)*w], right)
					}
				}
			}
		}},
		{"factors without the correlation of loadings and mean (Beal 4.55)", func(m *mixture) {
			for _, c := range m.Components {
				e := newExpecter(m, c)
				w := c.K + 1
				for l := range c.K {
					for q := range m.d.p {
						e.offset[l] -= c.cov(q)[l*w+c.K] / m.Psi[q]
					}
				}
				e.visit(m, 0, m.d.n, nil)
			}
			m.regather()
		}},
		{"responsibilities without the factors' prior (Beal 4.56)", func(m *mixture) {
			for _, c := range m.Components {
				newExpecter(m, c).visit(m, 0, m.d.n, nil)
				for i := range c.E {
					for _, v := range c.X[i*c.K : (i+1)*c.K] {
						c.E[i] += 0.5 * v * v
					}
				}
			}
			m.assign(true)
			m.regather()
		}},
		{"the noise upside down (Beal 4.59)", func(m *mixture) {
			m.updateNoise()
			for q := range m.Psi {
				m.Psi[q] = 1 / m.Psi[q]
			}
			m.setNoise()
		}},
		{"the spread of the means upside down (Beal 4.71)", func(m *mixture) {
			m.updateMeans()
			for q := range m.PrecOfMeans {
				m.PrecOfMeans[q] = 1 / m.PrecOfMeans[q]
			}
		}},
		{"the spread of the means without their uncertainty", func(m *mixture) {
			for range 20 { // once, it may still be better than what was there before
				m.updateMeans()
				for q := range m.SpreadRate {
					for _, c := range m.Components {
						w := c.K + 1
						m.SpreadRate[q] -= c.cov(q)[w*w-1] / 2
					}
					m.PrecOfMeans[q] = m.SpreadShape / m.SpreadRate[q]
				}
			}
		}},
		{"the spread of the means from one component fewer", func(m *mixture) {
			m.updateMeans()
			m.SpreadShape -= 0.5
			for q := range m.SpreadRate {
				m.PrecOfMeans[q] = m.SpreadShape / m.SpreadRate[q]
			}
		}},
	} {
		lowered := false
		for seed := range uint64(5) {
			m := settledMixture(t, x, 3, 2, 12, seed)
			for _, c := range m.Components { // the right update of the factors
				newExpecter(m, c).visit(m, 0, m.d.n, nil)
			}
			m.regather()
			before := m.bound().total()
			wrong.mutate(m)
			lowered = lowered || check("", before, m.bound().total(), m.slack()) != nil
		}
		if !lowered {
			t.Errorf("%s: the bound does not fall on any of five fits", wrong.name)
		}
	}
}

// The bound does not depend on the order of components or rows, and an empty
// component added and taken away leaves it as it was.
func TestOrderDoesNotMatter(t *testing.T) {
	x := blobs(60, 4, 0.1, rand.New(rand.NewPCG(6, 4)))
	m := settledMixture(t, x, 3, 2, 8, 1)
	want := m.bound().total()
	o := m.clone()
	o.Components[0], o.Components[2] = o.Components[2], o.Components[0]
	if got := o.bound().total(); !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
		t.Errorf("with two components swapped the bound is %.12g, was %.12g", got, want)
	}
	empty := newComponent(m.d, 99, 2)
	empty.A = m.Shape + float64(m.d.p)/2
	empty.B[0], empty.B[1] = m.Rate, m.Rate
	for q := range m.d.p {
		for l := range 3 {
			empty.cov(q)[l*3+l] = 1
		}
	}
	o.Components = append(o.Components, empty)
	if got := o.bound().total(); !(got < want) {
		t.Errorf("an empty component does not cost: %.12g, was %.12g", got, want)
	}
	o.Components = o.Components[:3]
	if got := o.bound().total(); !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
		t.Errorf("without it the bound is %.12g, was %.12g", got, want)
	}
	turned := mat.NewDense(60, 4, nil)
	for i := range 60 {
		turned.SetRow(59-i, x.RawRowView(i))
	}
	d := newRows(turned)
	again := *o
	again.d, again.quad = d, nil
	again.setNoise()
	again.Components = nil
	place := map[int]int{}
	for i, r := range m.d.order {
		place[r] = i
	}
	for _, c := range m.Components {
		n := newComponent(d, c.ID, c.K)
		n.M, n.G, n.A, n.B, n.LogDet = c.M, c.G, c.A, c.B, c.LogDet
		for i, r := range d.order {
			n.R[i] = c.R[place[59-r]]
			copy(n.X[i*c.K:(i+1)*c.K], c.X[place[59-r]*c.K:])
		}
		newExpecter(&again, n).visit(&again, 0, 60, nil)
		n.sumEntropy()
		again.Components = append(again.Components, n)
	}
	again.regather()
	for _, c := range m.Components { // the factors were a cycle behind
		newExpecter(m, c).visit(m, 0, 60, nil)
	}
	m.regather()
	if got, want := again.bound().total(), m.bound().total(); !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
		t.Errorf("with the rows turned round the bound is %.12g, was %.12g", got, want)
	}
}

// Responsibilities and counts sum to what they should.
func TestProbabilitiesSumToOne(t *testing.T) {
	x := blobs(60, 4, 0.1, rand.New(rand.NewPCG(6, 4)))
	m := settledMixture(t, x, 3, 2, 8, 1)
	for i := range m.d.n {
		sum := 0.0
		for _, c := range m.Components {
			sum += c.R[i]
		}
		if !(math.Abs(sum-1) <= 1e-12) {
			t.Fatalf("the responsibilities of row %d sum to %v", i, sum)
		}
	}
	if _, total := m.counts(); !(math.Abs(total-m.Concentration-60) <= 1e-9) {
		t.Errorf("the counts sum to %v, not to %v", total, m.Concentration+60)
	}
}

// What a component that dies had of the rows goes to the others.
func TestRowsOfTheDeadAreInherited(t *testing.T) {
	x := blobs(60, 4, 0.1, rand.New(rand.NewPCG(6, 4)))
	m := settledMixture(t, x, 3, 2, 8, 1)
	dying, heir := m.Components[2], m.Components[0]
	for i, r := range dying.R {
		heir.R[i] += 0.99 * r
		dying.R[i] = 0.01 * r
		heir.Mass += 0.99 * r
	}
	dying.Mass *= 0.01
	s := &search{Mixture: m, Epochs: []epoch{{Open: true}}}
	if !s.bury() || len(m.Components) != 2 || len(s.Epochs[0].Deaths) != 1 {
		t.Fatalf("%d components left, deaths %v", len(m.Components), s.Epochs[0].Deaths)
	}
	mass := 0.0
	for _, c := range m.Components {
		mass += c.Mass
	}
	for i := range m.d.n {
		if sum := m.Components[0].R[i] + m.Components[1].R[i]; !(math.Abs(sum-1) <= 1e-12) {
			t.Fatalf("the responsibilities of row %d sum to %v", i, sum)
		}
	}
	if !(math.Abs(mass-60) <= 1e-9) {
		t.Errorf("sizes sum to %v, not to 60 rows", mass)
	}
}

// What components add to the bound for each of their rows, and what their weights add, is all of it,
// but for what the updates after the last pass over the rows changed.
func TestSharesAddUp(t *testing.T) {
	x := blobs(90, 4, 0.3, rand.New(rand.NewPCG(3, 9)))
	for _, model := range []inference.Model{Model{}, Maximum{}} {
		f := completeRun(t, model, x, 1, nil)
		m := f.search.Mixture
		sum := m.bound().Weights + m.spreadTerm()
		for _, c := range found.Of(f.Snapshot()).Components {
			sum += c.Size * c.Score
		}
		if want := m.bound().total(); !(math.Abs(sum-want) <= 1e-4*math.Abs(want)) {
			t.Errorf("%s: components and weights add %.6f to a bound of %.6f", model.Info().Name, sum, want)
		}
	}
}

// A rotation turns every factor so that the direction from its greatest part is up, whichever way the eigenvectors
// come.
func TestRotationsPointUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	m := settledMixture(t, blobs(90, 6, 0, rng), 1, 4, 3, 1)
	c := m.Components[0]
	for range 20 {
		for q := range m.d.p {
			for l, row := 0, c.loading(q); l < c.K; l++ {
				row[l] = rng.NormFloat64()
			}
		}
		turn, w := m.turnLoadings(c), c.K+1
		for l := range c.K {
			if column := turn[l*w : l*w+c.K]; slices.Max(column) < -slices.Min(column) {
				t.Errorf("factor %d: %v", l, column)
			}
		}
	}
}
