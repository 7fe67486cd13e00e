package sampler

import (
	"math"
	"testing"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// mapTo makes a map whose W Wᵀ is the inverse of a covariance, and maps the table again.
func (c *Chain) mapTo(sigma *mat.SymDense) {
	var whole mat.Cholesky
	if !whole.Factorize(sigma) {
		panic("Σ is not positive definite")
	}
	var precision mat.SymDense
	if err := whole.InverseTo(&precision); err != nil {
		panic(err)
	}
	var root mat.Cholesky
	if !root.Factorize(&precision) {
		panic("Σ⁻¹ is not positive definite")
	}
	var l mat.TriDense
	root.LTo(&l)
	z := spreadOf(c)
	z.w = covary.NewMap(mat.DenseCopyOf(&l))
	c.Live.SetLeaves(z.w.Rows(z.x).RawMatrix().Data)
	c.Live.Recompute()
}

// drawCells draws the missing cells of two columns, row by row, by the formula of two normal numbers. The
// variance factor of a row is v; a broken copy takes 1 for it.
func (c *Chain) drawCells(factor func(v float64) float64) {
	z := spreadOf(c)
	sigma := z.sigma
	covary.NewPasser(c.Live.tree(c.Data.Rows), z.x, c.Live.hyper.Noise).Sweep(func(leaf int, mean []float64, v float64,
		row []float64) bool {
		holes, v := 0, factor(v)
		for j := range 2 {
			if math.IsNaN(c.Data.X.At(leaf, j)) {
				holes++
			}
		}
		switch {
		case holes == 2:
			row[0] = mean[0] + math.Sqrt(v*sigma.At(0, 0))*c.rng.NormFloat64()
			fallthrough
		case holes == 1 && math.IsNaN(c.Data.X.At(leaf, 1)):
			slope := sigma.At(0, 1) / sigma.At(0, 0)
			row[1] = mean[1] + slope*(row[0]-mean[0]) + math.Sqrt(v*(sigma.At(1, 1)-slope*sigma.At(0, 1)))*c.rng.NormFloat64()
		case holes == 1:
			slope := sigma.At(0, 1) / sigma.At(1, 1)
			row[0] = mean[0] + slope*(row[1]-mean[1]) + math.Sqrt(v*(sigma.At(0, 0)-slope*sigma.At(0, 1)))*c.rng.NormFloat64()
		}
		return holes > 0
	})
	c.mapTo(sigma)
}

// drawSpread draws ln g with Σ integrated out. jacobian is the derivative's logarithm of g in ln g.
func (c *Chain) drawSpread(jacobian func(logG float64) float64) {
	z := spreadOf(c)
	value := covary.Marginals(covary.NewContrasts(c.Live.tree(c.Data.Rows), z.x, c.Live.hyper.Noise), z.prior.Centre)
	target := func(x float64) float64 {
		if x < leastLogG {
			return math.Inf(-1)
		}
		return value(math.Exp(x), z.prior.Nu) - math.Exp(x) + jacobian(x)
	}
	for range 3 {
		x := math.Log(z.prior.G)
		z.prior.G = math.Exp(slicing.Out(c.rng, x, target(x), 1, target))
	}
	// Σ was of the g before.
	z.w, z.sigma = z.prior.Draw(covary.NewContrasts(c.Live.tree(c.Data.Rows), z.x, c.Live.hyper.Noise), c.rng)
	c.mapTo(z.sigma)
}

// Each part of a sweep under Σ is written once more, by other means, and added to the sweep. Written right
// it keeps the joint distribution. With one error it does not: Σ⁻¹ in the place of Σ, no Jacobian where ln g is
// drawn, missing cells without the variance factor v of their row.
func TestGewekeTogetherTwins(t *testing.T) {
	inverse := func(s *mat.SymDense) *mat.SymDense {
		var chol mat.Cholesky
		if !chol.Factorize(s) {
			t.Fatal("Σ is not positive definite")
		}
		var out mat.SymDense
		if err := chol.InverseTo(&out); err != nil {
			t.Fatal(err)
		}
		return &out
	}
	for _, c := range []struct {
		name          string
		pairs         int
		noise         float64 // fixed there; 0 learns it. With little noise rows near others have a small v.
		right, broken func(c *Chain)
	}{
		{"Σ⁻¹ for Σ", 700, 0,
			func(c *Chain) { c.mapTo(spreadOf(c).sigma) },
			func(c *Chain) { c.mapTo(inverse(spreadOf(c).sigma)) }},
		{"no Jacobian", 700, 0,
			func(c *Chain) { c.drawSpread(func(logG float64) float64 { return logG }) },
			func(c *Chain) { c.drawSpread(func(float64) float64 { return 0 }) }},
		{"no v", 700, 0.01,
			func(c *Chain) { c.drawCells(func(v float64) float64 { return v }) },
			func(c *Chain) { c.drawCells(func(float64) float64 { return 1 }) }},
	} {
		run := func(t testing.TB, added func(c *Chain)) float64 {
			h := spreadHyper(5)
			if c.noise > 0 {
				h.Noise, h.FixNoise = c.noise, true
			}
			draw := togetherChains(h, 5, 2, 0.3, 4)
			return spreadReplicates(t, togetherNames, h, func() *Chain {
				c := draw()
				c.passes = []pass{{whole: func(*current) { added(c) }}}
				return c
			}, (*Chain).togetherStatistics, c.pairs)
		}
		t.Run(c.name, func(t *testing.T) {
			run(t, c.right)
			z := run(&inferencetest.Recorder{TB: t}, c.broken)
			t.Logf("broken: |z| ≤ %.1f", z)
			if !(z >= 6) {
				t.Errorf("the broken copy passes with |z| ≤ %.1f", z)
			}
		})
	}
}
