package sampler

import (
	"errors"
	"math"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/vector"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/columntree"
	"example.org/espalier/inference/model/pydt/factors"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A spreadTree is the Σ of a chain by a tree over the columns (math 11.11). That tree has a chain of
// its own, whose rows are the columns of the table and whose columns are the contrasts of the tree
// over the rows. Both draw from one stream of random numbers.
type spreadTree struct {
	chain *Chain         // its live tree is nil before the first contrasts
	drawn *consensus.Set // of the draws after burn-in, for supports; nil before the first snapshot
}

// mostLinked is by how many contrasts the columns are linked to a first tree, at most.
const mostLinked = 500

// newSpreadTree prepares a tree over the columns of a complete table. Proposals look for near columns
// in this table, because where they look must not change with the tree over the rows.
func newSpreadTree(model string, over hyper.Given, columns []string, x *mat.Dense) *spreadTree {
	data := columntree.DatasetOf(columns, x)
	p := problem.New(data.X)
	c := bareChain(model, data, p, over.Hyper(p), nil)
	c.Begin.Kappa, c.Begin.LeastNoise = 0, 0
	c.passes = passesOf("near", &c.Begin)
	return &spreadTree{chain: c}
}

// sigma returns Σ.
func (b *spreadTree) sigma() *covary.Sigma {
	l := b.chain.Live
	return covary.ColumnTree(l.tree(b.chain.Data.Rows), l.hyper.Sigma2, l.hyper.Noise/l.hyper.Sigma2)
}

// contrast gives the tree over the columns the contrasts of the tree over the rows, and at the beginning
// a first tree, that of Ward's linkage.
func (b *spreadTree) contrast(u *mat.Dense) {
	x := mat.DenseCopyOf(u.T())
	c := b.chain
	if c.Live == nil {
		c.Live = b.first(x)
	}
	c.Live.SetLeaves(x.RawMatrix().Data)
	c.Live.Recompute()
}

func (b *spreadTree) first(x *mat.Dense) *live {
	d, n := x.Dims()
	some := x
	if step := (n + mostLinked - 1) / mostLinked; step > 1 {
		some = mat.NewDense(d, (n+step-1)/step, nil)
		for k := 0; k*step < n; k++ {
			some.SetCol(k, mat.Col(nil, k*step, x))
		}
	}
	h := b.chain.Begin
	p := problem.New(x)
	h.Sigma2, h.Noise = p.MeanVar, math.Max(h.LeastNoise, 0.01*p.MeanVar)
	h.SetC(h.C)
	s := posterior.NewState(p, h)
	s.AdoptShape(linkage.Tree(linkage.Cluster(some, linkage.Ward), b.chain.Data.Rows))
	s.RoughTimes()
	l := newLive(b.chain.Problem, h)
	l.load(s.Capture())
	l.separate()
	return l
}

// treePasses lists the passes of a sweep in which Σ is by a tree over the columns. It can stop and be saved
// between any two visits of that tree too: Σ, which the saved state has only as the tree, is not used
// before the last of them.
func (z *spread) treePasses() []pass { return []pass{{whole: z.contrastTree}, {until: z.visitTree}} }

// contrastTree draws the missing cells given Σ, and the times, the noise and the scale of Σ on one line.
// Then the tree over the columns gets the contrasts.
func (z *spread) contrastTree(c *current) {
	rows := z.contrastsNow(c)
	if z.spoil != nil {
		rows = z.spoil(rows)
	}
	z.branches.contrast(rows.U)
}

// visitTree makes a visit in the tree over the columns. After the last one Σ maps the table again.
func (z *spread) visitTree(c *current) bool {
	inner := z.branches.chain
	inner.rng, inner.logRatio = c.rng, c.logRatio
	if !inner.visit(1) {
		return false
	}
	z.mapByTree(c.Live)
	return true
}

func (z *spread) mapByTree(l *live) {
	z.w = z.branches.sigma().Map()
	z.mapRows(l)
}

// beginTree makes the first tree over the columns.
func (z *spread) beginTree(c *current) {
	z.contrastTree(c)
	z.mapByTree(c.Live)
}

// shift returns the log density along the line on which every ℓ rises by x, log s falls by x and Σ is
// multiplied by eˣ, up to a constant. rem is the time that remains at the topmost node of the
// tree over the rows, power that of the density.
func (b *spreadTree) shift(rows *covary.Contrasts, w *covary.Map, rem, power float64) func(x float64) float64 {
	last := factors.LastContrast(rows, w, rem)
	h := &b.chain.Live.hyper
	return func(x float64) float64 { return power*last(x) + h.LogDilation(x) }
}

// dilate multiplies Σ by eˣ. Messages are left to contrast.
func (b *spreadTree) dilate(x float64) {
	h := &b.chain.Live.hyper
	h.Sigma2 *= math.Exp(x)
	h.Noise *= math.Exp(x)
}

// logPrior returns the log density of the tree over the columns and its hyperparameters.
func (b *spreadTree) logPrior() float64 {
	l := b.chain.Live
	_, _, ell := l.extent()
	return l.logPrior() - ell + l.hyper.LogHyperprior()
}

// captured returns the tree over the columns as a draw.
func (b *spreadTree) captured(iteration int) *kept.Draw {
	d := b.chain.capture(0)
	d.Iteration = iteration
	return &d
}

// columnsOfDraw returns the tree over the columns of a draw, with its scale and its noise as a share of it.
func columnsOfDraw(d *kept.Draw) *columntree.Tree {
	return &columntree.Tree{Tree: d.Columns.Tree(), Scale: d.Columns.Sigma2, Noise: d.Columns.Noise / d.Columns.Sigma2}
}

// withSupport returns a tree over the columns with the share of the draws after burn-in that have each clade.
func (b *spreadTree) withSupport(t *tree.Tree, draws []kept.Draw) *tree.Tree {
	samples := make([]forest.Draw, len(draws))
	for i := range draws {
		samples[i] = forest.Draw{Iteration: draws[i].Iteration, Tree: draws[i].Columns.Tree()}
	}
	if b.drawn == nil {
		b.drawn = consensus.New(samples)
	} else {
		b.drawn.Update(samples)
	}
	return b.drawn.Support(t)
}

// treeCovariance completes what is said of Σ by the tree over the columns of a draw.
func treeCovariance(out *kind.Covariance, d *kept.Draw) {
	one := columnsOfDraw(d)
	out.Form, out.Freedom, out.Scale, out.Noise, out.Tree = kind.ByTree, 0, one.Scale, one.Noise, one.Tree
	if out.Dense != nil {
		return
	}
	if sigma := one.Sigma(); sigma.Columns() <= kind.MostDense {
		out.Dense = mat.NewDense(sigma.Columns(), sigma.Columns(), nil)
		out.Dense.Copy(sigma.Dense())
	} else {
		out.Specific, out.Loadings = sigma.Psi, sigma.Lambda
	}
}

// save saves the tree over the columns, which has no random numbers and no draws of its own.
func (b *spreadTree) save() *savedChain {
	c := b.chain
	f := c.saveNodes()
	f.Pass, f.Cursor, f.Order = c.pass, c.cursor, c.order
	return &f
}

// load restores the tree over the columns. Its leaves are the contrasts of the tree over the rows, which are
// made again where it is in the middle of a sweep.
func (b *spreadTree) load(f *savedChain) error {
	c := b.chain
	if f == nil || len(f.Nodes) != 2*c.Problem.N-1 || f.Pass < 0 || f.Pass > len(c.passes) ||
		!vector.Finite([]float64{f.Sigma2, f.Noise, f.C, f.Theta, f.Alpha}) ||
		!(f.Sigma2 > 0) || !(f.Noise >= 0) {
		return errors.New("the saved tree over the columns belongs to other columns than the data")
	}
	c.Live = c.liveOf(f)
	c.pass, c.cursor, c.order = f.Pass, f.Cursor, f.Order
	return nil
}
