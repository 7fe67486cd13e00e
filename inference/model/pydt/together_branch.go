package pydt

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A columnTree is a tree over the columns as it was learnt (math 11.11).
type columnTree struct {
	tree         *tree.Tree
	scale, noise float64 // σ² of the tree, and the noise as a share of it
	prior        float64 // part of its objective besides the density of the table
}

// sigma returns Σ.
func (c *columnTree) sigma() *covary.Sigma { return covary.ColumnTree(c.tree, c.scale, c.noise) }

// A brancher learns trees over the columns: by a search, with the contrasts of the tree over the
// rows for its columns.
type brancher struct {
	columns []string
	streams inference.Streams // of draws of missing cells
	threads int
	search  func(*inference.Dataset) (treeSearch, error) // begins one
	data    *inference.Dataset                           // of the search under way
	fit     treeSearch                                   // under way; nil between rounds

	// Of a found tree whose branches its fit did not weigh, because they cannot collapse; nil before.
	supporter *branches.Supporter
}

// begin starts a fit to the transpose of the contrasts.
func (b *brancher) begin(u *mat.Dense) (err error) {
	b.data = datasetOfColumns(b.columns, u)
	b.fit, err = b.search(b.data)
	return err
}

// datasetOfColumns returns the transpose of contrasts, or of a table: its rows are the columns.
func datasetOfColumns(columns []string, u *mat.Dense) *inference.Dataset {
	n, d := u.Dims()
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("contrast ", i+1)
	}
	data := &inference.Dataset{Name: "contrasts", Rows: columns, Columns: names, X: mat.DenseCopyOf(u.T()), Centre: make([]float64, n), Scale: make([]float64, n)}
	for i := range n {
		data.Scale[i] = 1
	}
	for j := range d {
		data.RowIndex = append(data.RowIndex, j)
	}
	return data
}

// advance works for a while and returns the tree once there is one.
func (b *brancher) advance() (*columnTree, error) {
	f := b.fit
	if b.supporter == nil {
		r, err := f.Step(context.Background())
		if err != nil || r.Scalars == nil {
			return nil, err
		}
		if !f.Weighs() {
			b.supporter = &branches.Supporter{S: f.StateFound(), Rivals: true, Weighing: branches.Weighing{Threads: b.threads}}
		}
	}
	current, h := f.Found()
	best := *current
	if b.supporter != nil {
		if n, d := b.data.Dims(); !b.supporter.Advance((&posterior.Problem{N: n, D: d}).NodesPerUnit()) {
			return nil, nil
		}
		best.Support = b.supporter.Present
	}
	b.fit, b.supporter = nil, nil
	out := &columnTree{tree: best.Publish(b.columns), scale: h.Sigma2, noise: h.Noise / h.Sigma2}
	n := len(b.data.Columns)
	psi := make([]float64, n)
	for i := range psi {
		psi[i] = h.Sigma2
	}
	out.prior = current.Objective - covary.NewContrasts(out.tree, b.data.X, out.noise).LogLikelihood(covary.Diagonal(psi))
	return out, nil
}

// branch continues the tree over the columns.
func (l *lawLearner) branch() bool {
	if l.brancher.fit == nil {
		l.err = l.brancher.begin(l.rows.U)
		return l.err != nil
	}
	found, err := l.brancher.advance()
	if err != nil {
		l.err = err
		return true
	}
	if found == nil {
		return false
	}
	l.law.columns = found
	l.law.sigma = found.sigma()
	if l.endPass() {
		l.law.prior = sequel.Halo(l.rows, l.law.sigma)
		return true
	}
	return false
}

// check returns an error unless a saved tree is over the columns.
func (c *columnTree) check(columns []string) error {
	if err := c.tree.Check(); err != nil {
		return err
	}
	if len(c.tree.Names) != len(columns) || !(c.scale > 0) || !(c.noise >= 0) || !finite([]float64{c.scale, c.noise, c.prior}) {
		return errors.New("pydt: the saved tree over the columns belongs to other columns than the data")
	}
	return nil
}

// A treeSearch looks for a tree over columns. It steps as a fit does, until it reports scalars.
type treeSearch interface {
	Step(ctx context.Context) (inference.Report, error)
	Found() (*posterior.Sketch, posterior.Hyper)
	Weighs() bool // the tree that is found has supports
	StateFound() *posterior.State
}

// finite reports whether no number is infinite or NaN.
func finite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
