package vbmfa

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// With one component and the factors held, q(Λ̃) is that of Bayesian linear regression,
// here solved densely column by column.
func TestLoadingsAreARegression(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	const n, p, k = 30, 3, 2
	m := settledMixture(t, blobs(n, p, 0, rng), 1, k, 3, 1)
	c := m.Components[0]
	for i := range c.X {
		c.X[i] = rng.NormFloat64()
	}
	clear(c.Cov)
	m.regather()
	if !m.updateLoadings(c) {
		t.Fatal("the regression has no solution")
	}
	design := mat.NewDense(n, k+1, nil)
	for i := range n {
		design.SetRow(i, append(append([]float64(nil), c.X[i*k:(i+1)*k]...), 1))
	}
	for q := range p {
		var precision, inverse mat.Dense
		precision.Mul(design.T(), design)
		precision.Scale(1/m.Psi[q], &precision)
		right := make([]float64, k+1)
		for a := range right {
			for i := range n {
				right[a] += design.At(i, a) * m.d.row(i)[q] / m.Psi[q]
			}
			prior := m.PrecOfMeans[q]
			if a < k {
				prior, _ = c.precision(a)
			} else {
				right[a] += prior * m.MeanOfMeans[q]
			}
			precision.Set(a, a, precision.At(a, a)+prior)
		}
		if err := inverse.Inverse(&precision); err != nil {
			t.Fatal(err)
		}
		var mean mat.VecDense
		mean.MulVec(&inverse, mat.NewVecDense(k+1, right))
		for a := range right {
			if got, want := c.loading(q)[a], mean.AtVec(a); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("mean %d of column %d is %v, by regression %v", a, q, got, want)
			}
			if got, want := c.cov(q)[a*(k+1)+a], inverse.At(a, a); math.Abs(got-want) > 1e-9*want {
				t.Errorf("variance %d of column %d is %v, by regression %v", a, q, got, want)
			}
		}
	}
}

// The bound lies below the evidence, found by importance sampling, and not far below
// (math 12.8). One component with one factor; precisions and factors are integrated
// out, so that Λ and μ alone are drawn: from q with its spread widened by half, and the
// loadings of either sign, which the data cannot tell apart.
func TestBoundIsBelowTheEvidence(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for seed := range uint64(3) {
		m := settledMixture(t, blobs(8, 2, 0, rng), 1, 1, 200, seed)
		const draws, widen = 20000, 1.5
		logW := make([]float64, draws)
		most := math.Inf(-1)
		for i := range logW {
			logW[i] = importance(m, widen, rng)
			most = math.Max(most, logW[i])
		}
		sum, squares := 0.0, 0.0
		for _, l := range logW {
			w := math.Exp(l - most)
			sum, squares = sum+w, squares+w*w
		}
		evidence, size := most+math.Log(sum/draws), sum*sum/squares
		se := math.Sqrt(1/size - 1.0/draws)
		f := m.bound().total()
		t.Logf("bound %.3f, evidence %.3f ± %.3f, effective draws %.0f", f, evidence, se, size)
		if size < 1000 {
			t.Errorf("effective draws %.0f of %d", size, draws)
		}
		if f > evidence+3*se || f < evidence-4 {
			t.Errorf("bound %.3f, evidence %.3f ± %.3f", f, evidence, se)
		}
	}
}

// importance draws Λ and μ and returns the log weight.
func importance(m *mixture, widen float64, rng *rand.Rand) float64 {
	c, p := m.Components[0], m.d.p
	load, mean := make([]float64, p), make([]float64, p)
	sign := 1.0
	if rng.IntN(2) == 0 {
		sign = -1
	}
	for q := range p {
		g := c.cov(q)
		a := math.Sqrt(g[0])
		b := g[1] / a
		z0, z1 := widen*rng.NormFloat64(), widen*rng.NormFloat64()
		load[q] = sign * (c.loading(q)[0] + a*z0)
		mean[q] = c.loading(q)[1] + b*z0 + math.Sqrt(g[3]-b*b)*z1
	}
	// Density of the proposal: half for each sign.
	proposal := math.Inf(-1)
	for _, sign := range []float64{1, -1} {
		l := -math.Ln2
		for q := range p {
			g := c.cov(q)
			det := g[0]*g[3] - g[1]*g[1]
			x, y := sign*load[q]-c.loading(q)[0], mean[q]-c.loading(q)[1]
			l -= math.Log(2*math.Pi*widen*widen) + 0.5*math.Log(det) + (g[3]*x*x-2*g[1]*x*y+g[0]*y*y)/(2*det*widen*widen)
		}
		proposal = logAdd(proposal, l)
	}
	norm, prior := 0.0, 0.0
	for q := range p {
		norm += load[q] * load[q]
		e := mean[q] - m.MeanOfMeans[q]
		prior += 0.5 * (math.Log(m.PrecOfMeans[q]/(2*math.Pi)) - m.PrecOfMeans[q]*e*e)
	}
	half := float64(p) / 2
	prior += lnGamma(m.Shape+half) - lnGamma(m.Shape) - half*math.Log(2*math.Pi*m.Rate) - (m.Shape+half)*math.Log1p(norm/(2*m.Rate))
	// Two columns: the covariance of a row is written out.
	s0, s1, s01 := load[0]*load[0]+m.Psi[0], load[1]*load[1]+m.Psi[1], load[0]*load[1]
	det := s0*s1 - s01*s01
	likelihood := 0.0
	for i := range m.d.n {
		x, y := m.d.row(i)[0]-mean[0], m.d.row(i)[1]-mean[1]
		likelihood -= math.Log(2*math.Pi) + 0.5*math.Log(det) + (s1*x*x-2*s01*x*y+s0*y*y)/(2*det)
	}
	return prior + likelihood - proposal
}

// The log likelihood of the rows, found from the parameters alone, never falls from one
// cycle to the next, and lies above the sum that the cycle reports.
func TestLikelihoodNeverFalls(t *testing.T) {
	x := blobs(90, 4, 0.1, rand.New(rand.NewPCG(7, 1)))
	s := Maximum{}.Info().Defaults()
	for k, v := range map[string]string{"start": "many", "components": "4", "k_max": "2", "births": "false"} {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	st, err := Maximum{}.New(dataset(x), s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	f, before, cycles := st.(*fit), math.Inf(-1), 0
	size := len(f.search.Mixture.Components)
	for done := false; !done; {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if done = r.Done; !r.Changed {
			continue
		}
		if now := len(f.search.Mixture.Components); now != size { // a component without rows went, with its share
			before, size = math.Inf(-1), now
		}
		y, err := f.search.Mixture.plugIn().logDensities(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range y {
			sum += v
		}
		if sum < before-1e-8*math.Abs(before) {
			t.Errorf("cycle %d: the log likelihood fell from %.10g to %.10g", cycles, before, sum)
		}
		if r.Scalars[1] > sum+1e-8*math.Abs(sum) {
			t.Errorf("cycle %d: %.10g reported, the log likelihood is %.10g", cycles, r.Scalars[1], sum)
		}
		before = sum
		cycles++
	}
	if cycles < 10 {
		t.Errorf("%d cycles only", cycles)
	}
}

// Schwarz's criterion counts the parameters as Beal 4.88-4.89 does: with p = 5 and 2, 0
// and 3 factors 14 + 5 + 17 of the components, 5 of the noise and 2 of the weights.
func TestCriterionCountsParameters(t *testing.T) {
	d := newRows(blobs(40, 5, 0, rand.New(rand.NewPCG(1, 1))))
	m := &mixture{d: d, maximum: true}
	for i, k := range []int{2, 0, 3} {
		m.Components = append(m.Components, newComponent(d, i, k))
	}
	if got := m.parameters(); got != 43 {
		t.Errorf("%v parameters, want 43", got)
	}
	if got, want := m.objective(-100), -100-0.5*43*math.Log(40); got != want {
		t.Errorf("criterion %v, want %v", got, want)
	}
	m.isotropic = true // one noise variance in the place of five
	if got := m.parameters(); got != 39 {
		t.Errorf("%v parameters with isotropic noise, want 39", got)
	}
}
