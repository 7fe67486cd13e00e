package sampler

import (
	"fmt"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/loadings"
	"example.org/espalier/inference/process/timetree"
	"example.org/espalier/inference/saved"
)

// Layout counts the layouts of the saved states of diffusion trees.
const Layout = 1

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

	Latent                         saved.Floats // n×d, of zeros and ones or columns of kinds
	Base                           saved.Floats `cbor:",omitempty"` // intercepts, of columns of kinds
	Parameters                     saved.Floats `cbor:",omitempty"` // and the cut points and rates, where they are drawn
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
	Draws   []kept.Draw
	Best    kept.Draw
	First   []float64
	Sums    saved.Table
}

type savedNode struct {
	Parent, First, Next, Size, Kids int32
	Ell, Rem                        float64
}

var (
	_ inference.Stepper       = (*Chain)(nil)
	_ inference.Saver         = (*Chain)(nil)
	_ inference.Predictor     = (*Chain)(nil)
	_ inference.CellPredictor = (*Chain)(nil)
)

// MarshalBinary implements inference.Saver.
func (c *Chain) MarshalBinary() ([]byte, error) {
	f, err := c.save()
	if err != nil {
		return nil, err
	}
	return saved.Seal(c.Model, Layout, f)
}

func (c *Chain) save() (f savedChain, err error) {
	if c.Live != nil {
		k := &c.Kept
		f = c.saveNodes()
		f.Generator = saved.Generator(c.source)
		f.Iteration, f.Pass, f.Cursor, f.Order = c.Iteration, c.pass, c.cursor, c.order
		f.Scalars, f.Spacing, f.Draws, f.Best, f.First, f.Sums = c.Scalars, k.Spacing, k.Draws, k.Best, k.First, k.Sums
		c.part.save(c.Live, &f)
	}
	if f.Owed, f.Effective = c.owed, c.effective; c.Second != nil {
		second, err := c.Second.save()
		if err != nil {
			return f, err
		}
		f.Second = &second
	}
	return f, nil
}

// saveNodes saves the live tree and its hyperparameters.
func (c *Chain) saveNodes() savedChain {
	l := c.Live
	h := &l.hyper
	f := savedChain{Top: l.Top, Free: l.Free, Sigma2: h.Sigma2, C: h.C, Noise: h.Noise, Theta: h.Prior.Theta,
		Alpha: h.Prior.Alpha}
	for _, n := range l.Node {
		f.Nodes = append(f.Nodes, savedNode{n.Parent, n.First, n.Next, n.Size, n.Kids, n.Ell, n.Rem})
	}
	return f
}

// liveOf restores what saveNodes saved, without the messages.
func (c *Chain) liveOf(f *savedChain) *live {
	h := c.Begin
	h.Sigma2, h.Noise = f.Sigma2, f.Noise
	h.SetC(f.C)
	h.SetStructure(f.Theta, f.Alpha)
	l := newLive(c.Problem, h)
	for i, n := range f.Nodes {
		l.Node[i] = timetree.Node{Parent: n.Parent, First: n.First, Next: n.Next, Size: n.Size, Kids: n.Kids, Ell: n.Ell,
			Rem: n.Rem}
	}
	l.Top, l.Free = f.Top, f.Free
	return l
}

// UnmarshalBinary implements inference.Saver.
func (c *Chain) UnmarshalBinary(data []byte) error {
	var f savedChain
	if err := saved.Open(c.Model, Layout, data, &f); err != nil {
		return err
	}
	if f.Nodes == nil {
		return nil
	}
	return c.restore(&f)
}

// restore makes a saved state the present one.
func (c *Chain) restore(f *savedChain) error {
	if len(f.Nodes) != 2*c.Problem.N-1 {
		return fmt.Errorf("%s: the saved state has %d rows, but the data have %d", c.Model, (len(f.Nodes)+1)/2, c.Problem.N)
	}
	if err := c.source.UnmarshalBinary(f.Generator); err != nil {
		return fmt.Errorf("%s: the saved random number generator cannot be read: %w", c.Model, err)
	}
	c.rng = rand.New(c.source)
	l := c.liveOf(f)
	c.weaken(l)
	if err := c.part.load(f, l); err != nil {
		return fmt.Errorf("%s: %w", c.Model, err)
	}
	l.Recompute()
	c.Live, c.em = l, nil
	c.Iteration, c.pass, c.cursor, c.order, c.Scalars = f.Iteration, f.Pass, f.Cursor, f.Order, f.Scalars
	k := &c.Kept
	if n := len(f.First); 0 < n && n < len(k.Names) { // of before the factors were counted
		k.Names = k.Names[:n]
	}
	k.Spacing, k.Draws, k.Best, k.First, k.Sums = f.Spacing, f.Draws, f.Best, f.First, f.Sums
	for i := range k.Draws {
		k.Draws[i].Publish(c.Data.Rows)
	}
	if len(k.Best.Parent) > 0 { // a hot chain keeps no draws
		k.Best.Publish(c.Data.Rows)
	}
	return c.restoreSecond(f)
}

// restoreSecond restores the second chain, where the saved state has one.
func (c *Chain) restoreSecond(f *savedChain) error {
	c.owed, c.Second = f.Owed, nil
	if f.Second == nil || !c.seconds {
		c.owed = min(c.owed, 1)
		return nil
	}
	if !(f.Second.Effective >= 1) || f.Second.Effective > float64(c.Problem.D) || f.Owed < 0 || f.Owed > 1 {
		return fmt.Errorf("%s: the saved chain of supports has %v effective columns of %d", c.Model, f.Second.Effective,
			c.Problem.D)
	}
	if f.Second.Sigma != nil {
		c.Second = emptyTogether(c.Model, c.Data, c.Problem, c.Live.hyper, new(rand.PCG))
	} else {
		c.Second = emptySecond(c.Model, c.Data, c.Problem, c.Live.hyper, new(rand.PCG), f.Second.Effective)
	}
	return c.Second.restore(f.Second)
}
