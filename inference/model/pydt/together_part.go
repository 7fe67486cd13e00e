package pydt

import (
	"math"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/correlated"

	"gonum.org/v1/gonum/mat"
)

// addMoments counts the present draw.
func (z *spread) addMoments(iteration int) {
	switch _, d := z.x.Dims(); {
	case z.branches != nil:
		if d <= correlated.MostMoments {
			z.moments.Add(iteration, z.branches.sigma().Dense(), 0)
		}
	case z.factors == nil:
		n, _ := z.x.Dims()
		z.moments.Add(iteration, z.sigma, z.prior.Nu+float64(n))
	case d <= correlated.MostMoments:
		z.moments.Add(iteration, z.factors.Sigma().Dense(), 0)
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
