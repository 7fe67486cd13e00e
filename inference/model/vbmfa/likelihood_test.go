package vbmfa

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"

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
			if got, want := c.loading(q)[a], mean.AtVec(a); !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
				t.Errorf("mean %d of column %d is %v, by regression %v", a, q, got, want)
			}
			if got, want := c.cov(q)[a*(k+1)+a], inverse.At(a, a); !(math.Abs(got-want) <= 1e-9*want) {
				t.Errorf("variance %d of column %d is %v, by regression %v", a, q, got, want)
			}
		}
	}
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
		// at the end factors are left out, which may cost likelihood
		if done = r.Done || f.search.Ending; done || !r.Changed {
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
