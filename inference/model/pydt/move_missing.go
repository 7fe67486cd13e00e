package pydt

import (
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// A completed is the table of a chain whose few missing cells are drawn once a sweep, so that all columns share the
// variances of their messages. The chain's stationary distribution is the same; a sweep takes a fraction of the time.
type completed struct {
	blanks *covary.Blanks
	x      *mat.Dense // n×d
}

// mostDrawn is the share of cells that may be missing, at most, where a pilot draws them: drawn cells hold the
// tree where it is.
const mostDrawn = 0.1

// drawsMissing reports whether a pilot draws the missing cells of a table.
func drawsMissing(p *posterior.Problem) bool {
	return p.Columnwise && !p.Binary && float64(p.N*p.D-p.Cells) <= mostDrawn*float64(p.N*p.D)
}

// newCompleted returns the problem of a completed table, its missing cells 0 until they are drawn.
func newCompleted(x *mat.Dense) (*posterior.Problem, *completed) {
	c := &completed{blanks: covary.NewBlanks(x)}
	c.x = withZeros(x, c.blanks)
	return posterior.NewProblem(c.x), c
}

// drawMissing draws the missing cells: O(N·D).
func (c *chain) drawMissing() {
	l := c.live
	h := &l.hyper
	c.completed.blanks.DrawAlone(covary.NewPasser(l.tree(c.data.Rows), c.completed.x, h.Noise/h.Sigma2), h.Sigma2, c.rng)
	l.SetLeaves(c.completed.x.RawMatrix().Data)
	l.Recompute()
}

// completedPasses lists the pass that a completed table needs.
func (c *chain) completedPasses() []pass {
	if c.completed == nil {
		return nil
	}
	return []pass{{whole: (*chain).drawMissing}}
}
