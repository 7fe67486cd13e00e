package sampler

import (
	"math"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/observation"
)

// latent makes the zeros and ones of a table the signs of numbers u ~ N(x, 1), x the leaf's
// location: given u, the chain is the one for numbers with noise 1 (Albert and Chib 1993; math
// 4.2). Here u is drawn with the locations integrated out, one leaf given all others: with (m, V)
// the cavity at the leaf, u ~ N(m, V+1) on its side of zero.
type latent struct {
	alone
	leafwise
	problem *problem.Problem // of the zeros and ones, for predictions
	signs   []float64        // n×d in sorted order: 1, −1, 0 where missing
}

// newLatent returns the problem of the latent numbers, each a sign at first, and the latent that
// draws them.
func newLatent(p *problem.Problem) (numbers *problem.Problem, kept *latent) {
	q, whole := *p, *p
	q.Leaves = nil
	whole.SeparateColumns()
	return &q, &latent{problem: &whole, signs: p.X}
}

// latentRepeats is how often a sweep draws the latent numbers and their scale, which mix more
// slowly than the rest. On the sample of animals three times gave more effective draws of σ² a
// second than one or eight.
const latentRepeats = 3

func (t *latent) passes(begin *hyper.Hyper) (list []pass) {
	for range latentRepeats {
		list = append(list, pass{whole: t.draw})
		if !begin.FixSigma2 {
			list = append(list, pass{whole: t.scale})
		}
	}
	return list
}

func (t *latent) begin(c *current, _ *hyper.Hyper) { t.draw(c) }

func (t *latent) observed(*problem.Problem) *problem.Problem { return t.problem }

func (t *latent) save(l *live, f *savedChain) { f.Latent = l.leaves() }

func (t *latent) load(f *savedChain, l *live) error {
	l.SetLeaves(f.Latent)
	return nil
}

// draw draws all latent numbers, leaf by leaf, depth first: O(N·D).
func (t *latent) draw(c *current) { t.visit(c, t.drawLeaf) }

// drawLeaf draws the latent numbers of a leaf.
func (t *latent) drawLeaf(c *current, v int32, above []float64) {
	l := c.Live
	u, signs := l.Mean(v), t.signs[int(v)*l.D:(int(v)+1)*l.D]
	for k, cl := range l.Classes {
		deviation := math.Sqrt((1/above[k] + l.hyper.Noise) / l.Power)
		for j := cl.Low; j < cl.High; j++ {
			if y := signs[j]; y != 0 {
				m := above[l.C+j] / above[k]
				u[j] = m + y*deviation*observation.DrawTail(c.rng, -y*m/deviation)
			}
		}
	}
}

// scale draws σ² while all u/σ stay.
func (*latent) scale(c *current) { c.scaleLeaves(0, 0) }

// scaleLeaves draws σ² by slice sampling while all u/σ stay, and returns by what the u were multiplied. It moves σ²
// further than a draw given u: cells that say nothing of the scale of u have no say in σ². The Jacobian σ^cells turns
// the density of u/σ into that of u. Besides u it multiplies so many intercepts, whose squares over the variance of
// their prior have this sum.
func (c *current) scaleLeaves(intercepts, squares float64) float64 {
	l := c.Live
	h := &l.hyper
	was, noise, order := h.Sigma2, h.Noise, l.Preorder()
	here := math.Log(was)
	// All variances over f², with f = σ/σ now, leave the numbers as they are; the likelihood is then that times f^−cells.
	known := l.known()
	value := func(x float64) float64 {
		sigma2 := math.Exp(x)
		if sigma2 < 1e-300 || sigma2 > 1e300 {
			return math.Inf(-1)
		}
		h.Noise = noise * was / sigma2
		l.SetNoise()
		f := l.Power*(l.Evaluate(order)-known*(x-here)/2) + x/2*float64(l.problem.Cells) - priors.Tau.Shape*x -
			priors.Tau.Rate*math.Exp(-x)
		if intercepts > 0 {
			f += intercepts*x/2 - squares/2*math.Exp(x-here)
		}
		return f
	}
	x := slicing.Out(c.rng, here, value(here), 0.5, value)
	h.Sigma2, h.Noise = math.Exp(x), noise
	f := math.Sqrt(h.Sigma2 / was)
	for v := range l.N {
		vector.Scaled(l.Mean(int32(v)), l.Mean(int32(v)), f)
	}
	l.SetNoise()
	l.Recompute()
	return f
}

// known returns the number of cells that are not missing.
func (l *live) known() (cells float64) {
	for _, cl := range l.Classes {
		for v := range l.N {
			if cl.Observed == nil || cl.Observed[v] {
				cells += cl.Weight
			}
		}
	}
	return cells
}

// leaves returns the leaves' values, n×d.
func (l *live) leaves() []float64 {
	u := make([]float64, 0, l.N*l.D)
	for v := range l.N {
		u = append(u, l.Mean(int32(v))...)
	}
	return u
}
