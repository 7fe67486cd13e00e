package correlated

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/columntree"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/tree"
)

// FillPasses is how often missing cells are filled and Σ is learnt from them, at most.
const FillPasses = 3

// FillStream is the first of the streams that fill missing cells, one a round.
const FillStream = 1 << 42

// A Law is the Σ learnt from a tree, with the table that a search under it maps.
type Law struct {
	Form    string
	Sigma   *covary.Sigma  // Σ̂: its map is that of the search
	Prior   covary.Wishart // its posterior predicts; around the factors if the form is factors
	Filled  *mat.Dense     // the table, missing cells filled in by their means
	Drawn   *mat.Dense     // the same by draws, for the search; nil where none is missing
	Factors int
	Columns *columntree.Tree // where Σ is that of a tree over the columns
}

// Draw draws the missing cells for a search, given a tree. At their means they would lie on the
// tree, and the times and noise learnt would be too small.
func (l *Law) Draw(t *tree.Tree, noise float64, blanks *covary.Blanks, rng *rand.Rand) {
	if blanks == nil {
		return
	}
	l.Drawn = covary.DrawBlanks(t, l.Filled, l.Sigma, noise, blanks, rng)
}

// Searched returns the table that a search maps.
func (l *Law) Searched() *mat.Dense {
	if l.Drawn != nil {
		return l.Drawn
	}
	return l.Filled
}

// A Learner learns Σ from the contrasts of a tree. It can stop after any round of fitting
// factors and continue later.
type Learner struct {
	Tree     *tree.Tree
	Noise    float64 // as a share of Σ
	centre   *covary.Sigma
	blanks   *covary.Blanks
	Law      Law // Σ to fill cells with, and then what has been learnt
	pass     int
	counting *covary.Counting
	factored *covary.Factoring
	Rows     *covary.Contrasts
	extra    *mat.Dense
	Brancher *columntree.Learner // learns a tree over the columns; nil for other forms
	Pooled   []*covary.Contrasts // of the trees drawn by a pilot, from which Σ is then learnt; nil for none
	Err      error
}

// NewLearner begins with a law that says how to fill missing cells.
func NewLearner(t *tree.Tree, noise float64, centre *covary.Sigma, blanks *covary.Blanks, from Law) *Learner {
	return &Learner{Tree: t, Noise: noise, centre: centre, blanks: blanks, Law: from}
}

// Advance does one round and reports whether Σ is learnt.
func (l *Learner) Advance() bool {
	switch {
	case l.Pooled != nil:
		rows := covary.Pool(l.Pooled)
		l.Law.Prior = covary.FitWishart(rows, l.centre, sequel.LearnsOf(rows))
		l.Law.Sigma = l.Law.Prior.Posterior(rows, nil).Sigma
		l.fill()
		return true
	case l.Rows == nil:
		l.fill()
	case l.Law.Form == ByFactors:
		return l.factor()
	case l.Law.Form == ByTree:
		return l.branch()
	default:
		l.Law.Prior = covary.FitWishart(l.Rows, l.centre, sequel.LearnsOf(l.Rows))
		l.Law.Sigma = l.Law.Prior.Posterior(l.Rows, l.extra).Sigma
		return l.endPass()
	}
	return false
}

// fill fills the missing cells and makes the contrasts.
func (l *Learner) fill() {
	if l.blanks != nil {
		l.Law.Filled = mat.DenseCopyOf(l.Law.Filled)
		c := covary.NewConditioner(l.blanks, l.Law.Sigma.Map())
		c.Settle(covary.NewPasser(l.Tree, l.Law.Filled, l.Noise), sequel.FillSweeps)
		l.extra = c.Extra(l.centre.Columns())
	}
	x := l.Law.Filled
	if l.blanks != nil && l.Brancher != nil {
		// The column tree takes its input as observed, so missing cells are drawn.
		drawn := l.Law
		drawn.Draw(l.Tree, l.Noise, l.blanks, l.Brancher.Streams.Task(FillStream))
		x, l.extra = drawn.Drawn, nil
	}
	l.Rows = covary.NewContrasts(l.Tree, x, l.Noise)
}

// factor continues fitting the factors.
func (l *Learner) factor() bool {
	switch {
	case l.factored != nil:
		if !l.factored.Advance() {
			return false
		}
		l.Law.Sigma = l.factored.Sigma()
	case l.counting == nil:
		l.counting = covary.NewCounting(l.Rows.U, l.extra, l.Law.Factors)
		return false
	default:
		if !l.counting.Advance() {
			return false
		}
		l.Law.Factors, _ = l.counting.Factors()
		l.Law.Sigma = l.counting.Sigma()
	}
	l.factored = nil
	if l.endPass() {
		l.Law.Prior = sequel.Halo(l.Rows, l.Law.Sigma)
		return true
	}
	return false
}

// branch continues the tree over the columns.
func (l *Learner) branch() bool {
	if !l.Brancher.Busy() {
		l.Err = l.Brancher.Begin(l.Rows.U)
		return l.Err != nil
	}
	found, err := l.Brancher.Advance()
	if err != nil {
		l.Err = err
		return true
	}
	if found == nil {
		return false
	}
	l.Law.Columns = found
	l.Law.Sigma = found.Sigma()
	if l.endPass() {
		l.Law.Prior = sequel.Halo(l.Rows, l.Law.Sigma)
		return true
	}
	return false
}

// endPass fills the cells again under the Σ learnt, as long as that changes much.
func (l *Learner) endPass() bool {
	l.pass++
	if l.blanks == nil || l.pass == FillPasses {
		return true
	}
	l.fill()
	if l.Law.Form == ByFactors {
		l.factored = covary.NewFactoring(l.Rows.U, l.extra, l.Law.Factors)
	}
	return false
}

// A Standing holds the difference between the objective of a search on the mapped table and that of
// the table itself (math 11).
type Standing struct {
	Constant float64 // to add
	MeanVar  float64 // mean of the diagonal of Σ
}

// Stand returns the standing of a law for the present tree of a search under it. If cells are
// missing it is a bound.
func (l *Law) Stand(t *tree.Tree, noise float64, blanks *covary.Blanks) Standing {
	n, _ := l.Filled.Dims()
	s := Standing{Constant: float64(n) * l.Sigma.Map().LogDet, MeanVar: l.Sigma.MeanVariance()}
	rows := covary.NewContrasts(t, l.Searched(), noise)
	var extra *mat.Dense
	if blanks != nil {
		before := rows.LogLikelihood(l.Sigma)
		filled := mat.DenseCopyOf(l.Filled)
		c := covary.NewConditioner(blanks, l.Sigma.Map())
		variances := c.Settle(covary.NewPasser(t, filled, noise), sequel.FillSweeps)
		rows, extra = covary.NewContrasts(t, filled, noise), c.Extra(l.Sigma.Columns())
		s.Constant += rows.LogLikelihood(l.Sigma) + c.Gain(variances) - before
	}
	if l.Columns != nil {
		s.Constant += l.Columns.Prior
	}
	if l.Form == AnyCovariance {
		plain := rows.LogLikelihood(l.Sigma)
		if extra != nil {
			plain -= 0.5 * float64(blanks.Cells)
		}
		s.Constant += l.Prior.Posterior(rows, extra).Log - plain
	}
	return s
}

// Part returns the Σ learnt from the tree of the last round: the mean of its posterior, or the
// factors fitted to the contrasts.
func (l *Law) Part(columns []string) *kind.Covariance {
	n, _ := l.Filled.Dims()
	d := len(columns)
	out := &kind.Covariance{Columns: columns, Form: kind.Free, Estimate: kind.PosteriorMean}
	sigma := l.Sigma
	if l.Prior.Nu > 0 {
		out.Freedom = l.Prior.Nu + float64(n)
	}
	switch {
	case l.Columns != nil:
		c := l.Columns
		out.Form, out.Estimate, out.Tree, out.Scale, out.Noise = kind.ByTree, kind.Likelihood, c.Tree, c.Scale, c.Noise
	case l.Form == ByFactors:
		out.Form, out.Estimate, out.Factors, out.Choice = kind.Factors, kind.Likelihood, l.Factors, "cross-validation"
	default:
		sigma = sigma.Scaled(out.Freedom / (out.Freedom - float64(d) - 1))
	}
	if l.Form != ByFactors && d <= kind.MostDense {
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

// The values of the parameter columns.
const (
	Independent   = "independent"
	AnyCovariance = "covariance"
	ByFactors     = "factors"
	ByTree        = "tree"
	Undecided     = "auto"
)
