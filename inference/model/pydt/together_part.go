package pydt

import (
	"math"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"

	"gonum.org/v1/gonum/mat"
)

// part returns the Σ learnt from the tree of the last round: the mean of its posterior, or the
// factors fitted to the contrasts.
func (l *law) part(columns []string) *kind.Covariance {
	n, _ := l.filled.Dims()
	d := len(columns)
	out := &kind.Covariance{Columns: columns, Form: kind.Free, Estimate: kind.PosteriorMean}
	sigma := l.sigma
	if l.prior.Nu > 0 {
		out.Freedom = l.prior.Nu + float64(n)
	}
	switch {
	case l.columns != nil:
		c := l.columns
		out.Form, out.Estimate, out.Tree, out.Scale, out.Noise = kind.ByTree, kind.Likelihood, c.tree, c.scale, c.noise
	case l.form == factorial:
		out.Form, out.Estimate, out.Factors, out.Choice = kind.Factors, kind.Likelihood, l.factors, "cross-validation"
	default:
		sigma = sigma.Scaled(out.Freedom / (out.Freedom - float64(d) - 1))
	}
	if l.form != factorial && d <= kind.MostDense {
		out.Dense = mat.NewDense(d, d, nil)
		out.Dense.Copy(sigma.Dense())
		return out
	}
	out.Specific = append([]float64(nil), sigma.Psi...)
	if sigma.Rank() > 0 {
		out.Loadings = mat.DenseCopyOf(sigma.Lambda)
	}
	return out
}

// addMoments counts the present draw.
func (z *spread) addMoments(iteration int) {
	switch _, d := z.x.Dims(); {
	case z.branches != nil:
		if d <= mostMoments {
			z.moments.Add(iteration, z.branches.sigma().Dense(), 0)
		}
	case z.factors == nil:
		n, _ := z.x.Dims()
		z.moments.Add(iteration, z.sigma, z.prior.Nu+float64(n))
	case d <= mostMoments:
		z.moments.Add(iteration, z.factors.sigma().Dense(), 0)
	}
}

// covariancePart returns the mean of the draws of Σ after burn-in, or where columns are many
// the Σ of the best draw.
func (c *chain) covariancePart() *kind.Covariance {
	z := c.spread
	columns := z.apart.Of(c.data).Columns
	d := len(columns)
	if !z.moments.Any() {
		out := &kind.Covariance{Columns: columns, Estimate: kind.OneDraw}
		c.drawnCovariance(out)
		return z.apart.Complete(out, c.data.Columns)
	}
	b := z.moments.After(inference.BurnIn * float64(c.iteration))
	n := float64(b.Count)
	out := &kind.Covariance{Columns: columns, Form: kind.Free, Estimate: kind.MeanOfDraws, Draws: b.Count, Freedom: b.Freedom / n,
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
	c.drawnCovariance(out)
	return z.apart.Complete(out, c.data.Columns)
}

// drawnCovariance completes what is said of Σ by what the best draw has of it.
func (c *chain) drawnCovariance(out *kind.Covariance) {
	switch z := c.spread; {
	case z.factors != nil:
		factorCovariance(out, &c.kept.best)
	case z.branches != nil:
		treeCovariance(out, &c.kept.best)
		out.Tree = z.branches.withSupport(out.Tree, c.kept.afterBurnIn())
	}
}
