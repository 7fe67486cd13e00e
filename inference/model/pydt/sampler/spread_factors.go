package sampler

import (
	"math"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/pydt/factors"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// addMoments counts the present draw.
func (z *spread) addMoments(iteration int) {
	switch _, d := z.x.Dims(); {
	case z.branches != nil:
		if d <= factors.MostMoments {
			z.moments.Add(iteration, z.branches.sigma().Dense(), 0)
		}
	case z.factors == nil:
		n, _ := z.x.Dims()
		z.moments.Add(iteration, z.sigma, z.prior.Nu+float64(n))
	case d <= factors.MostMoments:
		z.moments.Add(iteration, z.factors.Sigma().Dense(), 0)
	}
}

// FactorScalars name the number of sparse factors, and of those of two columns or more.
var FactorScalars = []string{"features", "common_factors"}

func (z *spread) scalars() []string {
	if z.factors != nil { // whose number is drawn
		return FactorScalars
	}
	return nil
}

func (z *spread) level(h *hyper.Hyper) (sigma2, noise, logPrior float64) {
	sigma2 = z.meanVariance()
	return sigma2, h.Noise * sigma2, z.logPrior()
}

func (z *spread) assess(l *live, iteration int, s *standing) {
	s.likelihood += float64(l.N) * z.w.LogDet
	sigma2, noise, prior := z.level(&l.hyper)
	s.sigma2, s.noise = sigma2, noise
	if z.sigma != nil {
		s.rest += prior + z.log - s.likelihood // Σ integrated out
	} else {
		s.rest += prior
	}
	z.addMoments(iteration)
	if z.factors != nil {
		features, common := z.factors.State.Features()
		s.more = []float64{float64(features), float64(common)}
	}
}

func (z *spread) capture(l *live, d *kept.Draw) {
	if d.G, d.Nu = z.prior.G, z.prior.Nu; z.blanks != nil {
		d.Cells = z.blanks.Values(z.x)
	}
	if z.hidden != nil {
		d.Latent = append([]float64(nil), z.x.RawMatrix().Data...)
		d.Base = append([]float64(nil), z.hidden.base...)
	}
	if z.factors != nil && z.factors.Begun {
		d.Factors = z.factors.Sparse(d.Tree(), l.hyper.Noise)
	}
	if z.branches != nil && z.branches.chain.Live != nil {
		d.Columns = z.branches.captured(d.Iteration)
	}
}

func (z *spread) shown(k *kept.List, iteration int) []inference.Part {
	list := []inference.Part{z.covariancePart(k, iteration)}
	if z.factors != nil {
		list = append(list, z.factorsPart(k))
	}
	return list
}

// covariancePart returns the mean of the draws of Σ after burn-in, or where columns are many
// the Σ of the best draw.
func (z *spread) covariancePart(k *kept.List, iteration int) *kind.Covariance {
	columns := z.apart.Of(z.data).Columns
	_, d := z.x.Dims()
	if !z.moments.Any() {
		out := &kind.Covariance{Columns: columns, Estimate: kind.OneDraw}
		z.drawnCovariance(out, k)
		return z.apart.Complete(out, z.data.Columns)
	}
	b := z.moments.After(inference.BurnIn * float64(iteration))
	n := float64(b.Count)
	out := &kind.Covariance{Columns: columns, Form: kind.Free, Estimate: kind.MeanOfDraws,
		Draws: b.Count, Freedom: b.Freedom / n,
		Dense: mat.NewDense(d, d, nil), Correlation: mat.NewDense(d, d, nil), Deviation: mat.NewDense(d, d, nil)}
	at := 0
	for i := range d {
		for j := range i + 1 {
			mean := b.Correlation[at] / n
			deviation := math.Sqrt(math.Max(0, b.Squares[at]/n-mean*mean))
			for _, cell := range [][2]int{{i, j}, {j, i}} {
				out.Dense.Set(cell[0], cell[1], b.Sigma[at]/n)
				out.Correlation.Set(cell[0], cell[1], math.Max(-1, math.Min(1, mean)))
				out.Deviation.Set(cell[0], cell[1], deviation)
			}
			at++
		}
	}
	if z.hidden != nil {
		return z.hidden.ofColumns(out, columns)
	}
	z.drawnCovariance(out, k)
	return z.apart.Complete(out, z.data.Columns)
}

// drawnCovariance completes what is said of Σ by what the best draw has of it.
func (z *spread) drawnCovariance(out *kind.Covariance, k *kept.List) {
	switch {
	case z.factors != nil:
		factorCovariance(out, &k.Best)
	case z.branches != nil:
		treeCovariance(out, &k.Best)
		out.Tree = z.branches.withSupport(out.Tree, k.AfterBurnIn())
	}
}

// drawFactors draws the factors given the contrasts. It draws the activities first, because those
// of the sweep before belong to other contrasts.
func (z *spread) drawFactors(c *current, rows *covary.Contrasts) {
	f := z.factors
	f.State.SetCases(rows.U)
	if !f.Begun {
		f.State.Begin(c.rng)
		f.Begun = true
	}
	if !z.keepScores {
		f.State.DrawActivities(c.rng)
	}
	n, d := rows.Dims()
	for i := range factors.Sweeps {
		if i == 0 || n*d <= factors.SmallTable {
			f.State.Sweep(c.rng)
		}
	}
	z.w = f.Sigma().Cooled(c.Live.Power).Map()
}

// refresh draws the activities of factors for the present tree: those there are belong to the contrasts at the
// beginning of the sweep.
func (z *spread) refresh(c *current) {
	if z.factors == nil {
		return
	}
	s := z.factors.State
	s.SetCases(covary.NewContrasts(z.tree(c.Live), z.x, c.Live.hyper.Noise).U)
	s.DrawActivities(c.rng)
}

// factorsPart returns the factors of the best draw, whose tree is shown, and of all draws.
func (z *spread) factorsPart(k *kept.List) *factor.Factors {
	a := z.apart
	out := &factor.Factors{State: factors.StateOf(k.Best.FactorsShown(a))}
	for i := range k.Draws {
		d := &k.Draws[i]
		out.Draws = append(out.Draws, factor.Draw{Iteration: d.Iteration, Objective: d.Objective, State: d.FactorsShown(a)})
	}
	return out
}

// factorCovariance completes what is said of Σ by the factors of a draw.
func factorCovariance(out *kind.Covariance, d *kept.Draw) {
	sigma := factors.SigmaOf(d.Factors)
	out.Form, out.Factors, out.Choice, out.Freedom = kind.Factors, sigma.Rank(), "drawn", 0
	out.Loadings, out.Specific = sigma.Lambda, sigma.Psi
	if sigma.Rank() > 0 {
		out.Changes = covary.Changes(d.Tree(), factors.StateOf(d.Factors).Activities, d.Noise)
	}
}
