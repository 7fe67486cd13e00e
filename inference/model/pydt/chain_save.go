package pydt

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/loadings"
	"example.org/espalier/inference/process/timetree"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// savedChain is all that a chain needs to continue to the same bits. Messages are computed again
// from the tree. Before iteration 0 there is only the seed to save.
type savedChain struct {
	Iteration    int
	Generator    []byte
	Pass, Cursor int
	Order        []int32
	Top          int32
	Nodes        []savedNode
	Free         []int32

	Latent                         saved.Floats // n×d, of a table of zeros and ones
	Sigma2, C, Noise, Theta, Alpha float64

	// Where columns vary together.
	Map, Cells  saved.Floats // W, d×d, and the missing cells
	G, Nu, LogY float64
	Sigma       saved.Floats     // triangle of Σ, row by row
	Factors     *loadings.Frozen // replaces all of these but Cells where Σ is by factors
	Columns     *savedChain      // and this, where Σ is by a tree over the columns
	Moments     covary.SavedMoments

	Second    *savedChain `cbor:",omitempty"` // that finds supports, where it has begun
	Owed      int         `cbor:",omitempty"` // sweeps that it is owed
	Effective float64     `cbor:",omitempty"` // columns of a second chain

	Scalars []float64
	Spacing int
	Draws   []draw
	Best    draw
	First   []float64
	Sums    saved.Table
}

type savedNode struct {
	Parent, First, Next, Size, Kids int32
	Ell, Rem                        float64
}

var (
	_ inference.Stepper   = (*chain)(nil)
	_ inference.Saver     = (*chain)(nil)
	_ inference.Predictor = (*chain)(nil)
)

// MarshalBinary implements inference.Saver.
func (c *chain) MarshalBinary() ([]byte, error) { return c.AppendBinary(nil) }

// AppendBinary implements encoding.BinaryAppender.
func (c *chain) AppendBinary(b []byte) ([]byte, error) {
	f, err := c.save()
	if err != nil {
		return nil, err
	}
	return saved.Append(b, c.model, layout, f)
}

func (c *chain) save() (f savedChain, err error) {
	if c.live != nil {
		generator, err := c.source.MarshalBinary()
		if err != nil {
			return f, fmt.Errorf("%s: saving: %w", c.model, err)
		}
		k := &c.kept
		f = c.saveNodes()
		f.Iteration, f.Generator, f.Pass, f.Cursor, f.Order = c.iteration, generator, c.pass, c.cursor, c.order
		f.Scalars, f.Spacing, f.Draws, f.Best, f.First, f.Sums = c.scalars, k.spacing, k.draws, k.best, k.first, k.sums
	}
	if z := c.spread; c.live != nil && z != nil {
		f.Moments = z.moments.Save()
		if z.blanks != nil {
			f.Cells = z.blanks.Values(z.x)
		}
		switch {
		case z.factors != nil:
			f.Factors = new(loadings.Frozen)
			z.factors.State.Freeze(f.Factors)
		case z.branches != nil:
			f.Columns = z.branches.save()
		default:
			f.Map, f.G, f.Nu, f.LogY = z.w.Dense().RawMatrix().Data, z.prior.G, z.prior.Nu, z.log
			f.Sigma = covary.Triangle(z.sigma)
		}
	}
	if c.live != nil && c.latent != nil {
		f.Latent = c.latentNumbers()
	}
	if f.Owed, f.Effective = c.owed, c.effective; c.second != nil {
		second, err := c.second.save()
		if err != nil {
			return f, err
		}
		if f.Second = &second; c.second.completed != nil {
			f.Second.Cells = c.second.completed.blanks.Values(c.second.completed.x)
		}
	}
	return f, nil
}

// saveNodes saves the live tree and its hyperparameters.
func (c *chain) saveNodes() savedChain {
	l := c.live
	h := &l.hyper
	f := savedChain{Top: l.Top, Free: l.Free, Sigma2: h.Sigma2, C: h.C, Noise: h.Noise, Theta: h.Prior.Theta,
		Alpha: h.Prior.Alpha}
	for _, n := range l.Node {
		f.Nodes = append(f.Nodes, savedNode{n.Parent, n.First, n.Next, n.Size, n.Kids, n.Ell, n.Rem})
	}
	return f
}

// liveOf restores what saveNodes saved, without the messages.
func (c *chain) liveOf(f *savedChain) *live {
	h := c.begin
	h.Sigma2, h.Noise = f.Sigma2, f.Noise
	h.SetC(f.C)
	h.SetStructure(f.Theta, f.Alpha)
	l := newLive(c.problem, h)
	for i, n := range f.Nodes {
		l.Node[i] = timetree.Node{Parent: n.Parent, First: n.First, Next: n.Next, Size: n.Size, Kids: n.Kids, Ell: n.Ell,
			Rem: n.Rem}
	}
	l.Top, l.Free = f.Top, f.Free
	return l
}

// UnmarshalBinary implements inference.Saver.
func (c *chain) UnmarshalBinary(data []byte) error {
	var f savedChain
	if err := saved.Open(c.model, layout, data, &f); err != nil {
		return err
	}
	if f.Nodes == nil {
		return nil
	}
	return c.restore(&f)
}

// restore makes a saved state the present one.
func (c *chain) restore(f *savedChain) error {
	if len(f.Nodes) != 2*c.problem.N-1 {
		return fmt.Errorf("%s: the saved state has %d rows, but the data have %d", c.model, (len(f.Nodes)+1)/2, c.problem.N)
	}
	if err := c.source.UnmarshalBinary(f.Generator); err != nil {
		return fmt.Errorf("%s: the saved random number generator cannot be read: %w", c.model, err)
	}
	c.rng = rand.New(c.source)
	l := c.liveOf(f)
	c.weaken(l)
	if c.latent != nil {
		l.SetLeaves(f.Latent)
	}
	if z := c.spread; z != nil {
		if err := c.loadSpread(f, l); err != nil {
			return fmt.Errorf("%s: %w", c.model, err)
		}
		l.hyper.FixSigma2 = true
		l.SetLeaves(z.w.Rows(z.x).RawMatrix().Data)
	}
	l.Recompute()
	c.live, c.em = l, nil
	c.iteration, c.pass, c.cursor, c.order, c.scalars = f.Iteration, f.Pass, f.Cursor, f.Order, f.Scalars
	k := &c.kept
	if n := len(f.First); 0 < n && n < len(k.names) { // of before the factors were counted
		k.names = k.names[:n]
	}
	k.spacing, k.draws, k.best, k.first, k.sums = f.Spacing, f.Draws, f.Best, f.First, f.Sums
	for i := range k.draws {
		k.draws[i].publish(c.data.Rows)
	}
	if len(k.best.Parent) > 0 { // a hot chain keeps no draws
		k.best.publish(c.data.Rows)
	}
	return c.restoreSecond(f)
}

// restoreSecond restores the second chain, where the saved state has one.
func (c *chain) restoreSecond(f *savedChain) error {
	c.owed, c.second = f.Owed, nil
	if f.Second == nil || !c.seconds {
		c.owed = min(c.owed, 1)
		return nil
	}
	if !(f.Second.Effective >= 1) || f.Second.Effective > float64(c.problem.D) || f.Owed < 0 || f.Owed > 1 {
		return fmt.Errorf("%s: the saved chain of supports has %v effective columns of %d", c.model, f.Second.Effective,
			c.problem.D)
	}
	z := c.emptySecond(c.live.hyper, new(rand.PCG), f.Second.Effective)
	if z.completed != nil {
		if len(f.Second.Cells) != z.completed.blanks.Cells || !correlated.Finite(f.Second.Cells) {
			return fmt.Errorf("%s: the saved cells are not the missing cells of the data", c.model)
		}
		z.completed.blanks.Put(z.completed.x, f.Second.Cells)
	}
	c.second = z
	return z.restore(f.Second)
}

// loadSpread restores how columns vary together.
func (c *chain) loadSpread(f *savedChain, l *live) error {
	z, d := c.spread, c.problem.D
	if z.blanks != nil && len(f.Cells) != z.blanks.Cells || !correlated.Finite(f.Cells) {
		return errors.New("the saved cells are not the missing cells of the data")
	}
	for i := range f.Draws {
		if err := c.checkSpread(&f.Draws[i]); err != nil {
			return err
		}
	}
	if len(f.Best.Parent) > 0 {
		if err := c.checkSpread(&f.Best); err != nil {
			return err
		}
	}
	if z.blanks != nil {
		z.blanks.Put(z.x, f.Cells)
	}
	if (z.factors != nil || z.branches != nil) && len(f.Moments.Blocks) > 0 && !z.moments.Load(f.Moments, d) {
		return errors.New("the saved draws of the covariance belong to other columns than the data")
	}
	if z.factors != nil {
		if f.Factors == nil {
			return errors.New("the saved state has no factors")
		}
		if err := f.Factors.Check(d, c.problem.N); err != nil {
			return err
		}
		z.factors = correlated.NewFactors(c.problem.N, d, z.prior.Centre.MeanVariance())
		z.factors.State.Thaw(f.Factors)
		z.factors.Begun = true
		z.w = z.factors.Sigma().Map()
		return nil
	}
	if z.branches != nil {
		if err := z.branches.load(f.Columns); err != nil {
			return err
		}
		z.w = z.branches.sigma().Map()
		z.branches.contrast(covary.NewContrasts(l.tree(c.data.Rows), z.x, l.hyper.Noise).U)
		return nil
	}
	if len(f.Map) != d*d || !correlated.Finite(f.Map) || f.Nu <= float64(d)+1 || f.G <= 0 {
		return errors.New("the saved covariance belongs to other columns than the data")
	}
	if len(f.Sigma) != d*(d+1)/2 || !correlated.Finite(f.Sigma) || !z.moments.Load(f.Moments, d) {
		return errors.New("the saved draws of the covariance belong to other columns than the data")
	}
	z.w, z.sigma, z.log = covary.NewMap(mat.NewDense(d, d, f.Map)), covary.Symmetric(f.Sigma, d), f.LogY
	z.prior.G, z.prior.Nu = f.G, f.Nu
	return nil
}

// checkSpread returns an error where a saved draw belongs to other columns than the data.
func (c *chain) checkSpread(e *draw) error {
	z, d := c.spread, c.problem.D
	wrong := z.blanks != nil && len(e.Cells) != z.blanks.Cells
	if z.branches != nil {
		if wrong = wrong || e.Columns == nil || len(e.Columns.Parent) < d+1 || !(e.Columns.Sigma2 > 0); !wrong {
			e.Columns.publish(c.data.Columns)
			wrong = e.Columns.tree.Check() != nil
		}
	} else if z.factors == nil {
		wrong = wrong || e.Nu <= float64(d)+1 || e.G <= 0
	} else if wrong = wrong || e.Factors == nil || len(e.Factors.Noise) != d; !wrong {
		one := factor.Factors{Draws: []factor.Draw{{State: e.Factors}}}
		wrong = one.Check(z.apart.Of(c.data)) != nil
	}
	if wrong {
		return errors.New("a saved draw belongs to other columns than the data")
	}
	return nil
}
