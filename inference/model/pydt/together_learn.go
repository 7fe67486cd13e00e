package pydt

import (
	"math/rand/v2"

	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

const (
	fillSweeps = sequel.FillSweeps
	fillPasses = 3 // of filling cells and learning Σ
)

// fillStream is the first of the streams that fill missing cells, one a round.
const fillStream = 1 << 42

// A law is the Σ learnt from a tree, with the table that a search under it maps.
type law struct {
	form    string
	sigma   *covary.Sigma  // Σ̂: its map is that of the search
	prior   covary.Wishart // its posterior predicts; around the factors if the form is factors
	filled  *mat.Dense     // the table, missing cells filled in by their means
	drawn   *mat.Dense     // the same by draws, for the search; nil where none is missing
	factors int
	columns *columnTree // where Σ is that of a tree over the columns
}

// draw draws the missing cells for a search, given a tree. At their means they would lie on the
// tree, and the times and noise learnt would be too small.
func (l *law) draw(t *tree.Tree, noise float64, blanks *covary.Blanks, rng *rand.Rand) {
	if blanks == nil {
		return
	}
	l.drawn = covary.DrawBlanks(t, l.filled, l.sigma, noise, blanks, rng)
}

// searched returns the table that a search maps.
func (l *law) searched() *mat.Dense {
	if l.drawn != nil {
		return l.drawn
	}
	return l.filled
}

// A lawLearner learns Σ from the contrasts of a tree. It can stop after any round of fitting
// factors and continue later.
type lawLearner struct {
	tree     *tree.Tree
	noise    float64 // as a share of Σ
	centre   *covary.Sigma
	blanks   *covary.Blanks
	law      law // Σ to fill cells with, and then what has been learnt
	pass     int
	counting *covary.Counting
	factored *covary.Factoring
	rows     *covary.Contrasts
	extra    *mat.Dense
	brancher *brancher           // learns a tree over the columns; nil for other forms
	pooled   []*covary.Contrasts // of the trees drawn by a pilot, from which Σ is then learnt; nil for none
	err      error
}

// newLawLearner begins with a law that says how to fill missing cells.
func newLawLearner(t *tree.Tree, noise float64, centre *covary.Sigma, blanks *covary.Blanks, from law) *lawLearner {
	return &lawLearner{tree: t, noise: noise, centre: centre, blanks: blanks, law: from}
}

// advance does one round and reports whether Σ is learnt.
func (l *lawLearner) advance() bool {
	switch {
	case l.pooled != nil:
		rows := covary.Pool(l.pooled)
		l.law.prior = covary.FitWishart(rows, l.centre, sequel.LearnsOf(rows))
		l.law.sigma = l.law.prior.Posterior(rows, nil).Sigma
		l.fill()
		return true
	case l.rows == nil:
		l.fill()
	case l.law.form == factorial:
		return l.factor()
	case l.law.form == branching:
		return l.branch()
	default:
		l.law.prior = covary.FitWishart(l.rows, l.centre, sequel.LearnsOf(l.rows))
		l.law.sigma = l.law.prior.Posterior(l.rows, l.extra).Sigma
		return l.endPass()
	}
	return false
}

// fill fills the missing cells and makes the contrasts.
func (l *lawLearner) fill() {
	if l.blanks != nil {
		l.law.filled = mat.DenseCopyOf(l.law.filled)
		c := covary.NewConditioner(l.blanks, l.law.sigma.Map())
		c.Settle(covary.NewPasser(l.tree, l.law.filled, l.noise), fillSweeps)
		l.extra = c.Extra(l.centre.Columns())
	}
	x := l.law.filled
	if l.blanks != nil && l.brancher != nil {
		// The column tree takes its input as observed, so missing cells are drawn.
		drawn := l.law
		drawn.draw(l.tree, l.noise, l.blanks, l.brancher.streams.Task(fillStream))
		x, l.extra = drawn.drawn, nil
	}
	l.rows = covary.NewContrasts(l.tree, x, l.noise)
}

// factor continues fitting the factors.
func (l *lawLearner) factor() bool {
	switch {
	case l.factored != nil:
		if !l.factored.Advance() {
			return false
		}
		l.law.sigma = l.factored.Sigma()
	case l.counting == nil:
		l.counting = covary.NewCounting(l.rows.U, l.extra, l.law.factors)
		return false
	default:
		if !l.counting.Advance() {
			return false
		}
		l.law.factors, _ = l.counting.Factors()
		l.law.sigma = l.counting.Sigma()
	}
	l.factored = nil
	if l.endPass() {
		l.law.prior = sequel.Halo(l.rows, l.law.sigma)
		return true
	}
	return false
}

// endPass fills the cells again under the Σ learnt, as long as that changes much.
func (l *lawLearner) endPass() bool {
	l.pass++
	if l.blanks == nil || l.pass == fillPasses {
		return true
	}
	l.fill()
	if l.law.form == factorial {
		l.factored = covary.NewFactoring(l.rows.U, l.extra, l.law.factors)
	}
	return false
}

// A standing holds the difference between the objective of a search on the mapped table and that of
// the table itself (math 11).
type standing struct {
	constant float64 // to add
	meanVar  float64 // mean of the diagonal of Σ
}

// stand returns the standing of a law for the present tree of a search under it. If cells are
// missing it is a bound.
func (l *law) stand(t *tree.Tree, noise float64, blanks *covary.Blanks) standing {
	n, _ := l.filled.Dims()
	s := standing{constant: float64(n) * l.sigma.Map().LogDet, meanVar: l.sigma.MeanVariance()}
	rows := covary.NewContrasts(t, l.searched(), noise)
	var extra *mat.Dense
	if blanks != nil {
		before := rows.LogLikelihood(l.sigma)
		filled := mat.DenseCopyOf(l.filled)
		c := covary.NewConditioner(blanks, l.sigma.Map())
		variances := c.Settle(covary.NewPasser(t, filled, noise), fillSweeps)
		rows, extra = covary.NewContrasts(t, filled, noise), c.Extra(l.sigma.Columns())
		s.constant += rows.LogLikelihood(l.sigma) + c.Gain(variances) - before
	}
	if l.columns != nil {
		s.constant += l.columns.prior
	}
	if l.form == covariance {
		plain := rows.LogLikelihood(l.sigma)
		if extra != nil {
			plain -= 0.5 * float64(blanks.Cells)
		}
		s.constant += l.prior.Posterior(rows, extra).Log - plain
	}
	return s
}

// part returns the Σ learnt from the tree of the last round: the mean of its posterior, or the
// factors fitted to the contrasts.
func (l *law) part(columns []string) *kind.Covariance {
	n, _ := l.filled.Dims()
	d := len(columns)
	out := &kind.Covariance{Columns: columns, Form: kind.Free, Estimate: kind.PosteriorMean}
	sigma := l.sigma
	if l.prior.Nu > 0 {
		out.Freedom = l.prior.Nu + float64(n)
	}
	switch {
	case l.columns != nil:
		c := l.columns
		out.Form, out.Estimate, out.Tree, out.Scale, out.Noise = kind.ByTree, kind.Likelihood, c.tree, c.scale, c.noise
	case l.form == factorial:
		out.Form, out.Estimate, out.Factors, out.Choice = kind.Factors, kind.Likelihood, l.factors, "cross-validation"
	default:
		sigma = sigma.Scaled(out.Freedom / (out.Freedom - float64(d) - 1))
	}
	if l.form != factorial && d <= kind.MostDense {
		out.Dense = mat.NewDense(d, d, nil)
		out.Dense.Copy(sigma.Dense())
		return out
	}
	out.Specific = append([]float64(nil), sigma.Psi...)
	if sigma.Rank() > 0 {
		out.Loadings = mat.DenseCopyOf(sigma.Lambda)
	}
	return out
}
