package sampler

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/factors"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A spread is the Σ of a chain whose columns vary together, and the table with its missing
// cells drawn (math 11.7). The live tree's leaves are the rows of the table as mapped by Σ.
type spread struct {
	alone
	data    *inference.Dataset
	streams inference.Streams // of predictions of cells
	prior   covary.Wishart    // g and ν₀ as they are
	learnNu bool
	apart   *aside.Columns // the columns that hardly vary, which x and Σ leave out; nil for none
	blanks  *covary.Blanks
	hidden  *hidden          // the cells of columns of several kinds; nil for numbers alone
	x       *mat.Dense       // n×d, complete
	w       *covary.Map      // of Σ; nil before the first draw
	sigma   *mat.SymDense    // Σ; nil where it is by factors or a tree
	moments covary.Moments   // of the draws of Σ; none where there are many columns
	factors *factors.Factors // where Σ is by factors; nil otherwise
	// branches is a tree over the columns, where Σ is by one; nil otherwise
	branches *spreadTree
	log      float64 // of the table given the tree, the noise and the prior, Σ integrated out

	spoil func(*covary.Contrasts) *covary.Contrasts // set by tests to a wrong one; nil otherwise
	// keepScores is set by tests: it wrongly keeps the activities of the contrasts before.
	keepScores bool
}

var _ part = (*spread)(nil)

// Ln(ν₀−D−1) has a normal prior of mean 0 and this deviation where ν₀ is learnt; g has an
// exponential prior of mean 1 above a millionth, below which columns of which one follows from
// the others would leave it no proper posterior.
const nuDeviation = 2

var leastLogG = math.Log(1e-6)

// greatestLogNu bounds ln(ν₀−D−1), at twelve standard deviations.
const greatestLogNu = 25

// newSpread prepares Σ and returns the problem of a complete table.
func newSpread(data *inference.Dataset, form string, streams inference.Streams) (*problem.Problem, *spread) {
	z := &spread{data: data, streams: streams, apart: correlated.ApartFor(data, form)}
	data = z.apart.Of(data)
	z.blanks = covary.NewBlanks(data.X)
	z.x = z.blanks.WithZeros(data.X)
	n, d := z.x.Dims()
	z.prior = covary.Wishart{Centre: covary.Centre(data.X), G: 1, Nu: float64(d) + 2}
	z.learnNu = n <= 10*d
	if form == correlated.ByFactors {
		z.factors = factors.New(n, d, z.prior.Centre.MeanVariance())
	}
	return problem.New(z.x), z
}

func (z *spread) passes(*hyper.Hyper) []pass {
	if z.branches != nil {
		return z.treePasses()
	}
	return []pass{{whole: z.draw}}
}

// begin brings σ² and the noise of a first tree to where Σ carries the scale, fills the table in and draws Σ.
func (z *spread) begin(c *current, begin *hyper.Hyper) {
	h := &c.Live.hyper
	if z.hidden != nil && h.FixNoise && !begin.FixNoise {
		h.FixNoise = false // the first tree has numbers without a scale, whose noise is the unit
	}
	if h.LeastNoise = begin.LeastNoise; !h.FixNoise {
		h.Noise = math.Max(h.Noise/h.Sigma2, h.LeastNoise)
	}
	if z.blanks != nil {
		psi := make([]float64, c.Problem.D)
		for j := range psi {
			psi[j] = h.Sigma2
		}
		covary.NewConditioner(z.blanks, covary.Diagonal(psi).Map()).Settle(covary.NewPasser(z.tree(c.Live), z.x,
			h.Noise), sequel.FillSweeps)
	}
	h.Sigma2, h.FixSigma2 = 1, true
	if z.branches != nil {
		z.beginTree(c)
		return
	}
	z.draw(c)
}

// tree returns the tree over the rows.
func (z *spread) tree(l *live) *tree.Tree { return l.tree(z.data.Rows) }

// mapRows gives the leaves the rows of the table as mapped by Σ.
func (z *spread) mapRows(l *live) {
	l.SetLeaves(z.w.Rows(z.x).RawMatrix().Data)
	l.Recompute()
}

// draw draws the missing cells given Σ; then, with Σ integrated out, all times and
// the noise on one line, g and ν₀; and Σ last, which maps the table again: O(N·D² + D³). Of
// factors, the times, the noise and Σ move on one line, and then the factors are drawn.
func (z *spread) draw(c *current) {
	rows := z.contrastsNow(c)
	if z.factors != nil {
		z.drawFactors(c, rows)
	} else {
		z.drawHyper(rows, c.rng)
		z.contrast(c, rows)
	}
	if z.hidden != nil {
		z.drawIntercepts(c)
	}
	z.mapRows(c.Live)
}

// contrastsNow draws the missing cells given Σ, then the times, the noise and Σ on one line, and returns the
// contrasts.
func (z *spread) contrastsNow(c *current) *covary.Contrasts {
	l := c.Live
	if z.blanks != nil && z.w != nil {
		covary.NewConditioner(z.blanks, z.w).Draw(covary.NewPasser(z.tree(l), z.x, l.hyper.Noise), c.rng)
	}
	if z.hidden != nil && z.w != nil {
		z.drawHidden(c)
	}
	rows := z.contrasts(l)
	if z.shift(c, rows) {
		rows = z.contrasts(l)
	}
	return rows
}

// contrast draws Σ given the contrasts. A test puts others in their place.
func (z *spread) contrast(c *current, rows *covary.Contrasts) {
	if z.spoil != nil {
		rows = z.spoil(rows)
	}
	z.w, z.sigma = z.prior.Draw(rows, c.rng)
}

// columnsNow returns the Σ of factors or of a tree over the columns, nil if it is free.
func (z *spread) columnsNow() *covary.Sigma {
	switch {
	case z.factors != nil:
		return z.factors.Sigma()
	case z.branches != nil:
		return z.branches.sigma()
	}
	return nil
}

// meanVariance returns the mean of the diagonal of Σ.
func (z *spread) meanVariance() float64 {
	if sigma := z.columnsNow(); sigma != nil {
		return sigma.MeanVariance()
	}
	return mat.Trace(z.sigma) / float64(z.sigma.SymmetricDim())
}

// drawHyper draws g, and ν₀ where it is learnt, with Σ integrated out.
func (z *spread) drawHyper(rows *covary.Contrasts, rng *rand.Rand) {
	value := covary.Marginals(rows, z.prior.Centre)
	inG := func(x float64) float64 {
		if x < leastLogG {
			return math.Inf(-1)
		}
		return value(math.Exp(x), z.prior.Nu) + x - math.Exp(x)
	}
	x := math.Max(math.Log(z.prior.G), leastLogG)
	z.prior.G = math.Exp(slicing.Out(rng, x, inG(x), 1, inG))
	if z.learnNu {
		d := float64(z.prior.Centre.Columns())
		inNu := func(x float64) float64 {
			if x > greatestLogNu {
				return math.Inf(-1)
			}
			return value(z.prior.G, d+1+math.Exp(x)) - x*x/(2*nuDeviation*nuDeviation)
		}
		x := math.Log(z.prior.Nu - d - 1)
		z.prior.Nu = d + 1 + math.Exp(slicing.Out(rng, x, inNu(x), 1, inNu))
	}
	z.log = value(z.prior.G, z.prior.Nu)
}

// drawHyperprior draws g, and ν₀ where it is learnt, from their priors.
func (z *spread) drawHyperprior(rng *rand.Rand) {
	z.prior.G = math.Exp(leastLogG) + rng.ExpFloat64()
	if z.learnNu {
		z.prior.Nu = float64(z.prior.Centre.Columns()) + 1 + math.Exp(math.Min(nuDeviation*rng.NormFloat64(), greatestLogNu))
	}
}

// logPrior returns the log density of Σ by factors or a tree and of what is learnt of its prior; of an
// inverse Wishart that of g, and of ν₀ where it is learnt, up to a constant.
func (z *spread) logPrior() float64 {
	switch {
	case z.factors != nil:
		return z.factors.State.LogPrior()
	case z.branches != nil:
		return z.branches.logPrior()
	}
	f := -z.prior.G
	if z.learnNu {
		x := math.Log(z.prior.Nu - float64(z.prior.Centre.Columns()) - 1)
		f -= x * x / (2 * nuDeviation * nuDeviation)
	}
	return f
}

// shift draws x, by which every ℓ rises and log s falls, and reports whether it did.
// Σ is integrated out; of factors it is multiplied by eˣ, as are the rates of their priors.
// It is what [current.shift] is where σ² is learnt.
func (z *spread) shift(c *current, rows *covary.Contrasts) bool {
	l := c.Live
	h, top := &l.hyper, &l.Node[l.Top]
	if l.IsLeaf(l.Top) || h.FixNoise && h.Noise > 0 {
		return false
	}
	last := 0.0
	for v := l.N; v < len(l.Node); v++ {
		if l.InUse(int32(v)) {
			last = math.Max(last, l.Node[v].Ell)
		}
	}
	var marginal func(x float64) float64
	switch {
	case z.factors != nil && !z.factors.Begun || z.branches != nil && z.branches.chain.Live == nil:
		return false
	case z.factors != nil:
		marginal = z.factors.Shift(rows, z.w, top.Rem, l.Power)
	case z.branches != nil:
		marginal = z.branches.shift(rows, z.w, top.Rem, l.Power)
	default:
		marginal = z.prior.Shift(rows, top.Rem)
	}
	rate, now := h.C*h.Prior.Harmonic(int(top.Size)-1), h.Noise
	value := func(x float64) float64 {
		if top.Ell+x <= 0 || last+x > latestEll || !h.FixNoise && now*math.Exp(-x) < h.LeastNoise {
			return math.Inf(-1)
		}
		f := marginal(x) - rate*x
		if !h.FixNoise { // a density in log s
			f += noise.Log(math.Log(now) - x)
		}
		return f
	}
	x := slicing.Out(c.rng, 0, value(0), 0.5, value)
	for v := l.N; v < len(l.Node); v++ {
		if l.InUse(int32(v)) {
			l.SetEll(int32(v), l.Node[v].Ell+x)
		}
	}
	h.Noise *= math.Exp(-x)
	switch {
	case z.factors != nil:
		z.factors.State.Dilate(x)
	case z.branches != nil:
		z.branches.dilate(x)
	}
	return true
}

// predictor returns what predicts from a kept draw: Σ is integrated out again, given its tree
// and its missing cells; factors are those of the draw.
func (z *spread) predictor(d *kept.Draw, p *problem.Problem, h hyper.Hyper) predictor {
	if z.hidden != nil {
		return z.rowsOfKinds(d, p, h)
	}
	h.Sigma2, h.Noise, h.FixC = 1, d.Noise, true
	h.SetC(d.C)
	h.SetStructure(d.Theta, d.Alpha)
	x := z.x
	if z.blanks != nil {
		x = mat.DenseCopyOf(z.x)
		z.blanks.Put(x, d.Cells)
	}
	s := posterior.NewState(&problem.Problem{N: p.N}, h)
	s.AdoptShape(d.Tree())
	k := s.Capture()
	l := correlated.Law{Form: correlated.AnyCovariance, Sigma: z.prior.Centre, Filled: x,
		Prior: covary.Wishart{Centre: z.prior.Centre, G: d.G, Nu: d.Nu}}
	switch { // Σ is known
	case z.factors != nil:
		l = correlated.Law{Form: correlated.ByFactors, Sigma: factors.SigmaOf(d.Factors), Filled: x,
			Factors: len(d.Factors.Items)}
	case z.branches != nil:
		l = correlated.Law{Form: correlated.ByTree, Sigma: columnsOfDraw(d).Sigma(), Filled: x}
	}
	return &forecast.Forecast{Law: l, Apart: z.apart, Names: z.data.Rows, Hyper: h, Trees: []*posterior.Sketch{k}}
}
