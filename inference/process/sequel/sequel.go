// Package sequel learns how the columns of a table vary together on trees that were found as if they did not (math
// 11.14).
package sequel

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// The forms of Σ.
const (
	Independent = "independent"
	Covariance  = "covariance"
	Factors     = "factors"
)

// Forms are those that are compared, in the order of their scores.
var Forms = []string{Independent, Covariance, Factors}

// InWords says in a plain sentence that a form was chosen.
func InWords(form string) string {
	const tree = "The tree is that of columns by themselves; "
	switch form {
	case Covariance:
		return tree + "how they vary together is learnt on it."
	case Factors:
		return tree + "how they vary together is learnt on it, by a few factors."
	}
	return tree + "learning how they vary together would predict no better."
}

// A Sequel is a covariance Σ of the columns, learnt on trees that were found with independent columns (math 11.14). Σ
// is needed to predict rows and cells and to say which columns go together. In the search it does not help: the trees
// of independent columns set rows apart at least as well. So the trees stay as they are; for Σ, a power of their times
// and the noise are learnt anew.
type Sequel struct {
	Form   string    // Independent where Σ predicts no better
	Scores []float64 // of Forms: mean log density of a row left out
	Warp   covary.Warp
	// Where the form is another: Σ̂; the prior with which it is integrated out, around the factors if the form is
	// Factors; the table, missing cells filled in by their means; and the number of factors.
	Sigma   *covary.Sigma
	Prior   covary.Wishart
	Filled  *mat.Dense
	Factors int
}

const (
	Draws  = 4  // trees, beside the best one, that Σ is learnt on
	Passes = 6  // of learning Σ and the warp by turns, at most
	Rows   = 50 // left out, at most, to compare forms
	// FillSweeps over the missing cells at most.
	FillSweeps = 50
	// Most is the largest number of rows or columns, whichever are fewer, for a free covariance: its eigenvectors then
	// take half a second.
	Most = 400
	// Impossible is the score of a form that is impossible.
	Impossible = -1e300

	passGain   = 0.1     // nats that a pass must gain
	drawStream = 1 << 42 // the first of the streams that draw missing cells
)

// A Learner learns a sequel. It can stop after any piece of work and continue later.
type Learner struct {
	task     Task
	centre   *covary.Sigma
	open     []string  // the forms, independence first
	alone    []float64 // log densities of hidden rows under independent columns
	found    Sequel
	trial    *Sequel // the form under way; nil between forms
	at       int     // of open
	pass     int
	rows     *covary.Contrasts
	squares  float64 // of the contrasts, and ln|K|, where columns are independent
	logK     float64
	extra    *mat.Dense
	value    float64 // of the last pass
	counting *covary.Counting
	factored *covary.Factoring
	filled   *mat.Dense
	sigma    *covary.Sigma // to fill cells with first
	begin    covary.Warp   // of the next form
}

// A Task holds the table, the trees and the settings that a sequel is learnt from.
type Task struct {
	X      *mat.Dense                  // NaN for missing cells
	Blanks *covary.Blanks              // its missing cells; nil for none
	Trees  []*tree.Tree                // best first
	Noise  float64                     // with which they were found, as a share of σ²; 0 stays 0
	Sigma2 float64                     // σ² with which they were found
	Least  float64                     // noise
	Open   []string                    // the forms beside independence
	Prior  func(noise float64) float64 // log density of ln noise up to a constant
	// log densities of rows left out; of the columns by themselves without a warp for nil
	Judge   func(q *Sequel) []float64
	Streams inference.Streams
}

// New returns a learner.
func New(t Task) *Learner {
	_, d := t.X.Dims()
	filled := t.X
	if t.Blanks != nil {
		filled = mat.DenseCopyOf(t.X)
		t.Blanks.Put(filled, make([]float64, t.Blanks.Cells))
	}
	first := covary.Warp{Power: 1, Noise: t.Noise}
	return &Learner{task: t, begin: first, centre: covary.Centre(t.X), filled: filled,
		sigma: covary.Diagonal(slices.Repeat([]float64{t.Sigma2}, d)),
		open:  append([]string{Independent}, t.Open...)}
}

// Found returns the covariance that has been learnt.
func (l *Learner) Found() *Sequel { return &l.found }

// Share returns the share of the forms that are done.
func (l *Learner) Share() float64 { return float64(l.at) / float64(len(l.open)) }

// Advance does a piece of the work and reports whether it is done.
func (l *Learner) Advance() bool {
	switch {
	case l.found.Scores == nil:
		l.alone = l.task.Judge(nil)
		mean, _ := gain(l.alone, nil)
		l.found = Sequel{Form: Independent, Warp: l.begin, Scores: []float64{mean, Impossible, Impossible}}
	case l.trial == nil && l.at == len(l.open):
		return true
	case l.trial == nil:
		l.trial = &Sequel{Form: l.open[l.at], Warp: l.begin, Filled: l.filled, Sigma: l.sigma}
		l.pass, l.value = 0, math.Inf(-1)
		l.fill()
	case l.trial.Form == Independent:
		l.scale()
	case l.trial.Form == Factors:
		l.factor()
	default:
		l.integrate()
	}
	return false
}

// fill fills the missing cells in the best tree and makes the contrasts, or for independent columns their squares.
func (l *Learner) fill() {
	q := l.trial
	if l.task.Blanks != nil {
		q.Filled = mat.DenseCopyOf(q.Filled)
		c := covary.NewConditioner(l.task.Blanks, q.Sigma.Map())
		c.Settle(covary.NewPasser(q.Warp.Tree(l.task.Trees[0]), q.Filled, q.Warp.Noise), FillSweeps)
		l.extra = c.Extra(q.Sigma.Columns())
	}
	if q.Form == Independent {
		l.squares, l.logK = q.Warp.Squares(l.task.Trees, q.Filled)
		return
	}
	l.rows = q.Warp.Contrasts(l.task.Trees, q.Filled)
}

// scale learns the one variance of independent columns, and then the warp, so that the gain of independent columns by a
// warp is not counted as one of Σ.
func (l *Learner) scale() {
	q := l.trial
	n, d := q.Filled.Dims()
	cells, squares, logK := float64(n*d), l.squares, l.logK
	variance := (squares + extraOf(l.extra)) / cells
	q.Sigma = covary.Diagonal(slices.Repeat([]float64{variance}, d))
	if l.endPass(-0.5 * (cells*math.Log(2*math.Pi*variance) + float64(d)*logK + squares/variance)) {
		l.judged()
	}
}

// integrate learns Σ under an inverse Wishart prior, and then the warp.
func (l *Learner) integrate() {
	q := l.trial
	q.Prior = covary.FitWishart(l.rows, l.centre, LearnsOf(l.rows))
	posterior := q.Prior.Posterior(l.rows, l.extra)
	q.Sigma = posterior.Sigma
	if l.endPass(posterior.Log) {
		l.judged()
	}
}

// factor continues to fit factors, their number chosen first, and then learns the warp.
func (l *Learner) factor() {
	q := l.trial
	switch {
	case l.factored != nil:
		if !l.factored.Advance() {
			return
		}
		q.Sigma = l.factored.Sigma()
	case l.counting == nil:
		l.counting = covary.NewCounting(l.rows.U, l.extra, 0)
		return
	default:
		if !l.counting.Advance() {
			return
		}
		q.Factors, _ = l.counting.Factors()
		q.Sigma = l.counting.Sigma()
		l.counting = nil
	}
	l.factored = nil
	if !l.endPass(l.rows.LogLikelihood(q.Sigma)) {
		l.factored = covary.NewFactoring(l.rows.U, l.extra, q.Factors)
		return
	}
	q.Prior = Halo(l.rows, q.Sigma)
	l.judged()
}

// extraOf returns the sum of squares that S lacks because cells are filled in with their means.
func extraOf(extra *mat.Dense) float64 {
	if extra == nil {
		return 0
	}
	norm := mat.Norm(extra, 2)
	return norm * norm
}

// endPass learns the warp under the Σ of a pass of this value. It reports whether that was the last pass.
func (l *Learner) endPass(value float64) bool {
	q := l.trial
	if l.pass++; l.pass == Passes || !(value-l.value > passGain) {
		return true
	}
	l.value = value
	x := q.Filled
	if l.task.Blanks != nil {
		x = covary.DrawBlanks(q.Warp.Tree(l.task.Trees[0]), x, q.Sigma, q.Warp.Noise, l.task.Blanks,
			l.task.Streams.Task(drawStream+uint64(l.pass)))
	}
	q.Warp = covary.FitWarp(l.task.Trees, q.Sigma.Map().Rows(x), q.Warp, l.task.Least, l.task.Prior)
	l.fill()
	return false
}

// judged decides on a form. It is kept where it predicts rows better than independence by more than the standard error
// of that, and better than the form before it.
func (l *Learner) judged() {
	q := l.trial
	values, scores := l.task.Judge(q), l.found.Scores
	score, _ := gain(values, nil)
	more, deviation := gain(values, l.alone)
	scores[slices.Index(Forms, q.Form)] = score
	best := scores[slices.Index(Forms, l.found.Form)]
	if q.Form == Independent {
		if more > 0 {
			l.alone, scores[0] = values, score
		} else {
			scores[0] = best
		}
	} else if more > deviation && score > best && vector.Finite(values) {
		l.found = *q
		l.found.Scores = scores
	}
	l.begin, l.sigma = q.Warp, q.Sigma
	l.trial, l.extra = nil, nil
	l.at++
}

// gain returns the mean of values less others, which are 0 where nil, and its standard error.
func gain(values, others []float64) (mean, deviation float64) {
	square, n := 0.0, float64(len(values))
	at := func(i int) float64 {
		if others == nil {
			return values[i]
		}
		return values[i] - others[i]
	}
	for i := range values {
		mean += at(i) / n
	}
	for i := range values {
		square += (at(i) - mean) * (at(i) - mean)
	}
	return mean, math.Sqrt(square / (n * math.Max(n-1, 1)))
}

// LearnsOf returns the learnt parameters of the prior of Σ: ν₀ too if there are few rows.
func LearnsOf(c *covary.Contrasts) covary.Learn {
	n, d := c.Dims()
	return covary.Learn{G: true, Nu: n <= 10*d}
}

// Halo returns the prior around fitted factors under which the contrasts are most probable.
func Halo(c *covary.Contrasts, s *covary.Sigma) covary.Wishart {
	if n, d := c.Dims(); min(n, d) > Most {
		return covary.Wishart{Centre: s} // none
	}
	return covary.FitWishart(c, s, covary.Learn{Nu: true})
}
