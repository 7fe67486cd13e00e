package kept

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/timetree"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/tree"
)

// A Draw is one state of a chain that was kept.
type Draw struct {
	Iteration int
	Objective float64
	Top       int32
	Parent    saved.Ints[int32] // by node: leaves 0…n−1, then branch points; −1 for the top one
	Ell       saved.Floats      // of the branch points
	Theta     float64
	Alpha     float64
	C         float64
	Sigma2    float64
	Noise     float64
	G, Nu     float64      // of the prior of Σ, where columns vary together
	Cells     saved.Floats // the missing ones, in that case
	Latent    saved.Floats `cbor:",omitempty"` // of columns of kinds: the latent numbers less the intercepts, n×d in the order of the problem
	Base      saved.Floats `cbor:",omitempty"` // and the intercepts
	// Parameters are the cut points and rates, where they are drawn.
	Parameters saved.Floats   `cbor:",omitempty"`
	Factors    *factor.Sparse // with their activities in the rows, where columns vary together by factors
	Columns    *Draw          // the tree over the columns, where they vary together by one
	tree       *tree.Tree
	shown      *factor.Sparse // Factors as they are published, of all columns; nil before the first time
}

// FactorsShown returns the factors as they are published. They are made once: a chain publishes all of its draws again
// and again.
func (d *Draw) FactorsShown(a *aside.Columns) *factor.Sparse {
	if d.shown == nil {
		d.shown = a.Sparse(d.Factors)
	}
	return d.shown
}

// Publish builds the tree of a draw.
func (d *Draw) Publish(names []string) { d.tree = timetree.Publish(names, d.Top, d.Parent, d.Ell) }

// Tree returns the tree of the draw.
func (d *Draw) Tree() *tree.Tree { return d.tree }

// AbsorbNoise makes what was noise a last stretch of the branches to the leaves; the covariance of the rows stays as it
// was.
func (d *Draw) AbsorbNoise() {
	d.tree = d.tree.Scaled(d.Sigma2 / (d.Sigma2 + d.Noise))
	copy(d.Ell, d.tree.LogTime[d.tree.Leaves():])
	d.Sigma2, d.Noise = d.Sigma2+d.Noise, 0
}

// Bytes estimates the bytes of a draw of a tree of so many nodes.
func Bytes(nodes int) int { return 60*nodes + 300 }

// bytes estimates the bytes of the draw.
func (d *Draw) bytes() int {
	b := Bytes(len(d.Parent)) + 8*(len(d.Cells)+len(d.Latent)+len(d.Base)+len(d.Parameters))
	if f := d.Factors; f != nil {
		b += 4 * len(f.Noise)
		for k, items := range f.Items {
			b += 8*len(items) + 4*len(f.Activities[k]) + 96
		}
	}
	if d.Columns != nil {
		b += d.Columns.bytes()
	}
	return b
}

// State returns a draw with its messages; h says which hyperparameters are fixed. For zeros and ones the messages are
// those of expectation propagation, which integrate the latent numbers out.
func (d *Draw) State(p *problem.Problem, h hyper.Hyper) *posterior.State {
	h.Sigma2, h.Kappa = d.Sigma2, 0
	h.Noise = d.Noise
	h.SetC(d.C)
	h.SetStructure(d.Theta, d.Alpha)
	s := posterior.NewState(p, h)
	s.Adopt(d.tree)
	s.Settle()
	return s
}

// Restore publishes the tree of a draw read from a file, or returns an error that says what is
// wrong with it.
func (d *Draw) Restore(names []string) error {
	n, nodes := len(names), len(d.Parent)
	if nodes < n || nodes > 2*n-1 || len(d.Ell) != nodes-n {
		return fmt.Errorf("it has %d nodes and %d times for %d rows", nodes, len(d.Ell), n)
	}
	if d.Top < 0 || int(d.Top) >= nodes {
		return fmt.Errorf("its top node is %d of %d", d.Top, nodes)
	}
	tops := 0
	for v, p := range d.Parent {
		if p < -1 || int(p) >= nodes || p >= 0 && int(p) < n {
			return fmt.Errorf("node %d hangs from %d", v, p)
		}
		if p < 0 {
			tops++
		}
	}
	if tops != 1 {
		return fmt.Errorf("%d of its nodes hang from none", tops)
	}
	for _, x := range []float64{d.C, d.Sigma2, d.Noise + 1, 1 - d.Alpha, d.Theta + 2*d.Alpha + 1} {
		if !(x > 0) || math.IsInf(x, 1) {
			return errors.New("its hyperparameters are out of range")
		}
	}
	if d.Theta < -2*d.Alpha {
		return errors.New("its hyperparameters are out of range")
	}
	d.Publish(names)
	return d.tree.Check()
}
