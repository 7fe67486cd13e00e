package sampler

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// A Quick is a chain that learns hyperparameters in a short time. It keeps no draws and assesses a sweep only where it
// is asked for a draw.
type Quick struct {
	chain *Chain
	table *mat.Dense // as completed, where the chain draws Σ too; nil otherwise
}

// NewQuick starts a chain from a tree and hyperparameters. data is the problem of the rows as chains see it. mixed is
// the table before the map that made rows of it, where the chain draws Σ too; nil where Σ is held.
func NewQuick(rows *inference.Dataset, data *problem.Problem, mixed *inference.Dataset, k *posterior.Sketch,
	h hyper.Hyper, source *rand.PCG) *Quick {
	h.Kappa = 0
	c := bareChain("pydt", rows, data, h, source)
	c.hot, c.brief = true, mixed == nil // assessing a sweep counts the draw of Σ
	q := &Quick{chain: c}
	switch {
	case data.Binary():
		c.take(newLatent(data))
	case data.Kinds() != nil:
		p, kinds := newKinded(data.Kinds().Table())
		c.take(p, kinds)
	case mixed != nil:
		p, z := newSpread(mixed, correlated.AnyCovariance, inference.Streams{})
		c.take(p, z)
		q.table = z.x
		c.Begin.LeastNoise = covary.RoundingNoise(mixed.X)
	case drawsMissing(data):
		c.take(newCompleted(rows))
	}
	c.passes = append(quickPasses(&h, data.N, data.Leaves != nil), c.part.passes(&c.Begin)...)
	c.startFrom(k, h)
	return q
}

// Advance makes some visits and reports whether a sweep is complete. The noise stays as it is if it is held.
func (q *Quick) Advance(holdNoise bool) bool {
	q.chain.holdNoise = holdNoise
	return q.chain.Advance(q.chain.VisitsPerLook())
}

// Hyper returns the present hyperparameters.
func (q *Quick) Hyper() *hyper.Hyper { return &q.chain.Live.hyper }

// Points returns the number of branch points.
func (q *Quick) Points() float64 { return q.chain.Live.Points() }

// MostKids returns the largest number of children of a branch point.
func (q *Quick) MostKids() (most int) {
	for _, v := range q.chain.Live.Node {
		most = max(most, int(v.Kids))
	}
	return most
}

// Draw returns the present state at the end of a sweep, and the contrasts of the table on its tree where the chain
// draws Σ too. Σ and latent numbers are integrated out again where the draw predicts.
func (q *Quick) Draw(iteration int) (d kept.Draw, rows *covary.Contrasts) {
	if q.chain.brief { // else the end of the sweep did
		q.chain.assess()
	}
	d = q.chain.capture(q.chain.Scalars[0])
	d.Iteration = iteration
	if q.table != nil {
		rows = covary.NewContrasts(d.Tree(), q.table, d.Noise)
	}
	d.G, d.Nu, d.Cells, d.Latent, d.Base = 0, 0, nil, nil, nil
	return d, rows
}

// Now returns the present state as a draw.
func (q *Quick) Now() kept.Draw { return q.chain.capture(0) }

// SetNoise changes the noise to a share of the mean square of the table.
func (q *Quick) SetNoise(share float64) {
	l := q.chain.Live
	l.hyper.Noise = share * l.problem.MeanVar
	l.SetNoise()
	l.Evaluate(l.Preorder())
}
