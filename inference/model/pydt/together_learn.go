package pydt

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

const (
	fillSweeps = 50 // over the missing cells, at most
	fillPasses = 3  // of filling cells and learning Σ
)

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

// fillDraws is how often the missing cells are drawn, row by row, before a search.
const fillDraws = 5

// draw draws the missing cells for a search, given a tree. At their means they would lie on the
// tree, and the times and noise learnt would be too small.
func (l *law) draw(t *tree.Tree, noise float64, blanks *covary.Blanks, rng *rand.Rand) {
	if blanks == nil {
		return
	}
	l.drawn = mat.DenseCopyOf(l.filled)
	c := covary.NewConditioner(blanks, l.sigma.Map())
	p := covary.NewPasser(t, l.drawn, noise)
	for range fillDraws {
		c.Draw(p, rng)
	}
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
	open     []string  // the forms that may replace independence while the form is open
	scores   []float64 // of independence, covariance and factors where the form is or was open
	counting *covary.Counting
	factored *covary.Factoring
	rows     *covary.Contrasts
	extra    *mat.Dense
	brancher *brancher           // learns a tree over the columns; nil for other forms
	pooled   []*covary.Contrasts // of the trees drawn by a pilot, from which Σ is then learnt; nil for none
	err      error
}

// newLawLearner begins with a law that says how to fill missing cells. Its form is learnt
// where it is undecided.
func newLawLearner(t *tree.Tree, noise float64, centre *covary.Sigma, blanks *covary.Blanks, from law) *lawLearner {
	return &lawLearner{tree: t, noise: noise, centre: centre, blanks: blanks, law: from}
}

// advance does one round and reports whether Σ is learnt.
func (l *lawLearner) advance() bool {
	switch {
	case l.pooled != nil:
		rows := covary.Pool(l.pooled)
		l.law.prior = covary.FitWishart(rows, l.centre, learnsOf(rows))
		l.law.sigma = l.law.prior.Posterior(rows, nil).Sigma
		l.fill()
		return true
	case l.rows == nil:
		l.fill()
	case l.law.form == undecided && l.scores == nil:
		l.scores = []float64{covary.CrossIndependent(l.rows, ones(l.centre.Columns())), negative, negative}
		if slices.Contains(l.open, covariance) {
			l.scores[1] = covary.CrossWishart(l.rows, l.centre, learnsOf(l.rows))
		}
	case l.law.form == undecided, l.law.form == factorial:
		return l.factor()
	case l.law.form == branching:
		return l.branch()
	default:
		l.law.prior = covary.FitWishart(l.rows, l.centre, learnsOf(l.rows))
		l.law.sigma = l.law.prior.Posterior(l.rows, l.extra).Sigma
		return l.endPass()
	}
	return false
}

// negative is the score of a form that is impossible.
const negative = -1e300

func ones(d int) *covary.Sigma {
	psi := make([]float64, d)
	for j := range psi {
		psi[j] = 1
	}
	return covary.Diagonal(psi)
}

// learnsOf says what is learnt of the prior: ν₀ too if there are few rows.
func learnsOf(c *covary.Contrasts) covary.Learn {
	n, d := c.Dims()
	return covary.Learn{G: true, Nu: n <= 10*d}
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

// factor continues fitting the factors, and decides the form if it is open.
func (l *lawLearner) factor() bool {
	_, d := l.rows.Dims()
	switch {
	case l.law.form == undecided && (d < 3 || !slices.Contains(l.open, factorial)):
		l.decide()
		return false
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
		var value float64
		l.law.factors, value = l.counting.Factors()
		if l.law.form == undecided {
			l.scores[2] = value
			if l.decide(); l.law.form != factorial {
				l.law.factors = 0
				return l.law.form == independent
			}
		}
		l.law.sigma = l.counting.Sigma()
	}
	l.factored = nil
	if l.endPass() {
		l.law.prior = haloOf(l.rows, l.law.sigma)
		return true
	}
	return false
}

// haloOf returns the prior around fitted factors under which the contrasts are most probable.
func haloOf(c *covary.Contrasts, s *covary.Sigma) covary.Wishart {
	if n, d := c.Dims(); min(n, d) > mostTogether {
		return covary.Wishart{Centre: s} // none
	}
	return covary.FitWishart(c, s, covary.Learn{Nu: true})
}

// decide chooses the form that predicts left-out rows best, the simplest of equals. It never
// chooses a form whose densities are not finite.
func (l *lawLearner) decide() {
	best := 0
	for i, v := range l.scores {
		if v > l.scores[best] && !math.IsInf(v, 0) {
			best = i
		}
	}
	l.law.form = []string{independent, covariance, factorial}[best]
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
