// Package columntree has the covariance of columns that vary together along a tree of their own (math 11.11): a [Tree]
// is what a [Learner] learns from the contrasts of a tree over the rows.
package columntree

import (
	"context"
	"errors"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A Tree is a tree over the columns as it was learnt (math 11.11).
type Tree struct {
	Tree         *tree.Tree
	Scale, Noise float64 // σ² of the tree, and the noise as a share of it
	Prior        float64 // part of its objective besides the density of the table
}

// Sigma returns Σ.
func (c *Tree) Sigma() *covary.Sigma { return covary.ColumnTree(c.Tree, c.Scale, c.Noise) }

// A Learner learns trees over the columns: by a search, with the contrasts of the tree over the
// rows for its columns.
type Learner struct {
	Columns []string
	Streams inference.Streams // of draws of missing cells
	Threads int
	Search  func(*inference.Dataset) (Search, error) // begins one
	data    *inference.Dataset                       // of the search under way
	fit     Search                                   // under way; nil between rounds

	// Of a found tree whose branches its fit did not weigh, because they cannot collapse; nil before.
	supporter *branches.Supporter
}

// Begin starts a search to the transpose of the contrasts.
func (b *Learner) Begin(u *mat.Dense) (err error) {
	b.data = DatasetOf(b.Columns, u)
	b.fit, err = b.Search(b.data)
	return err
}

// DatasetOf returns the transpose of contrasts, or of a table: its rows are the columns.
func DatasetOf(columns []string, u *mat.Dense) *inference.Dataset {
	n, d := u.Dims()
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("contrast ", i+1)
	}
	data := &inference.Dataset{Name: "contrasts", Rows: columns, Columns: names, X: mat.DenseCopyOf(u.T()),
		Centre: make([]float64, n), Scale: make([]float64, n)}
	for i := range n {
		data.Scale[i] = 1
	}
	for j := range d {
		data.RowIndex = append(data.RowIndex, j)
	}
	return data
}

// Busy reports whether a search is under way.
func (b *Learner) Busy() bool { return b.fit != nil }

// Advance works for a while and returns the tree once there is one.
func (b *Learner) Advance() (*Tree, error) {
	f := b.fit
	if b.supporter == nil {
		r, err := f.Step(context.Background())
		if err != nil || r.Scalars == nil {
			return nil, err
		}
		if !f.Weighs() {
			b.supporter = &branches.Supporter{S: f.StateFound(), Rivals: true, Weighing: branches.Weighing{Threads: b.Threads}}
		}
	}
	current, h := f.Found()
	best := *current
	if b.supporter != nil {
		if n, d := b.data.Dims(); !b.supporter.Advance((&problem.Problem{N: n, D: d}).NodesPerUnit()) {
			return nil, nil
		}
		best.Support = b.supporter.Present
	}
	b.fit, b.supporter = nil, nil
	out := &Tree{Tree: best.Publish(b.Columns), Scale: h.Sigma2, Noise: h.Noise / h.Sigma2}
	n := len(b.data.Columns)
	psi := make([]float64, n)
	for i := range psi {
		psi[i] = h.Sigma2
	}
	out.Prior = current.Objective - covary.NewContrasts(out.Tree, b.data.X, out.Noise).LogLikelihood(covary.Diagonal(psi))
	return out, nil
}

// Check returns an error unless a saved tree is over the columns.
func (c *Tree) Check(columns []string) error {
	if err := c.Tree.Check(); err != nil {
		return err
	}
	if len(c.Tree.Names) != len(columns) || !(c.Scale > 0) || !(c.Noise >= 0) ||
		!vector.Finite([]float64{c.Scale, c.Noise, c.Prior}) {
		return errors.New("pydt: the saved tree over the columns belongs to other columns than the data")
	}
	return nil
}

// A Search looks for a tree over columns. It steps as a fit does, until it reports scalars.
type Search interface {
	Step(ctx context.Context) (inference.Report, error)
	Found() (*posterior.Sketch, hyper.Hyper)
	Weighs() bool // the tree that is found has supports
	StateFound() *posterior.State
}
