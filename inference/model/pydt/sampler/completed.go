package sampler

import (
	"errors"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// A completed is the table of a chain whose few missing cells are drawn once a sweep, so that all columns share the
// variances of their messages. The chain's stationary distribution is the same; a sweep takes a fraction of the time.
type completed struct {
	alone
	rows   []string
	blanks *covary.Blanks
	x      *mat.Dense // n×d
}

// mostDrawn is the share of cells that may be missing, at most, where a pilot draws them: drawn cells hold the
// tree where it is.
const mostDrawn = 0.1

// drawsMissing reports whether a pilot draws the missing cells of a table.
func drawsMissing(p *problem.Problem) bool {
	return p.Columnwise && !p.Binary() && float64(p.N*p.D-p.Cells) <= mostDrawn*float64(p.N*p.D)
}

// newCompleted returns the problem of a completed table, its missing cells 0 until they are drawn.
func newCompleted(data *inference.Dataset) (*problem.Problem, *completed) {
	t := &completed{rows: data.Rows, blanks: covary.NewBlanks(data.X)}
	t.x = t.blanks.WithZeros(data.X)
	return problem.New(t.x), t
}

func (t *completed) passes(*hyper.Hyper) []pass { return []pass{{whole: t.draw}} }

func (t *completed) begin(c *current, _ *hyper.Hyper) { t.draw(c) }

func (t *completed) save(_ *live, f *savedChain) { f.Cells = t.blanks.Values(t.x) }

func (t *completed) load(f *savedChain, l *live) error {
	if len(f.Cells) != t.blanks.Cells || !vector.Finite(f.Cells) {
		return errOtherCells
	}
	t.blanks.Put(t.x, f.Cells)
	l.SetLeaves(t.x.RawMatrix().Data)
	return nil
}

// errOtherCells says that saved cells are not those of the data.
var errOtherCells = errors.New("the saved cells are not the missing cells of the data")

// draw draws the missing cells: O(N·D).
func (t *completed) draw(c *current) {
	l := c.Live
	h := &l.hyper
	t.blanks.DrawAlone(covary.NewPasser(l.tree(t.rows), t.x, h.Noise/h.Sigma2), h.Sigma2, c.rng)
	l.SetLeaves(t.x.RawMatrix().Data)
	l.Recompute()
}
