package gaussian

import (
	"context"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

const (
	rounds    = 200  // at most, of filling missing cells
	tolerance = 1e-7 // of the bound, per round, relative
)

// fit is one fit in progress. Each round computes the expectations of the missing cells, then mean,
// scatter and δ. Complete tables need one round.
type fit struct {
	atonce.Fit
	prior  *conjugate.Prior
	full   *conjugate.Full
	rows   [][]float64 // missing cells filled with their expectations
	gaps   [][]float64 // original rows with missing cells; nil for complete rows
	filled int         // rows whose missing cells this round has filled
	fixed  bool

	mean, scatter []float64          // expected, of the rows
	excess        []float64          // sum of covariances of missing cells
	entropy       float64            // of the missing cells
	search        *linesearch.Search // for log(δ−2); nil until the moments are known
	bound         float64
	round         int
}

func newFit(x *mat.Dense, freedom, kappa float64, fixed bool) (*fit, error) {
	mean, v, _ := conjugate.Moments(x)
	d := len(mean)
	shape := make([]float64, d*d)
	for j := range v {
		shape[j*d+j] = v[j]
	}
	prior, err := conjugate.NewFullPrior(mean, shape, kappa, freedom, 1)
	if err != nil {
		return nil, err
	}
	f := &fit{Fit: atonce.Fit{Model: Model{}.Info().Name, Phase: "learning the covariance", Learnt: "freedom"},
		prior: prior, full: conjugate.NewFull(prior), fixed: fixed, bound: math.Inf(-1),
		mean: make([]float64, d), scatter: make([]float64, d*d), excess: make([]float64, d*d)}
	given, _ := conjugate.Rows(x)
	for _, r := range given {
		if conjugate.Incomplete(r) {
			f.gaps = append(f.gaps, r)
			r = append([]float64(nil), r...)
			for j, v := range r {
				if math.IsNaN(v) {
					r[j] = mean[j]
				}
			}
		} else {
			f.gaps = append(f.gaps, nil)
		}
		f.rows = append(f.rows, r)
	}
	f.filled = len(f.rows) // the first round uses the means of the columns
	return f, nil
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	return f.Work(ctx, f.advance, f.fraction, func() []float64 { return []float64{f.bound, f.prior.Freedom} })
}

func (f *fit) fraction() float64 {
	return min(0.99, float64(f.round)/20+float64(f.filled)/float64(len(f.rows))/20)
}

// advance does one unit of work: a row's missing cells, the moments, or one evaluation of the
// evidence.
func (f *fit) advance() {
	switch {
	case f.filled < len(f.rows):
		i := f.filled
		f.filled++
		if f.gaps[i] != nil {
			copy(f.rows[i], f.gaps[i])
			k := float64(missing(f.gaps[i]))
			f.entropy += 0.5 * (f.full.Expect(f.rows[i], f.excess) + k*(1+math.Log(2*math.Pi)))
		}
	case f.search == nil:
		f.moments()
		f.search = f.newSearch()
	case !f.fixed && !f.search.Done():
		f.search.Tell(f.evidence(2 + math.Exp(f.search.Ask())))
	case f.fixed:
		f.endRound(f.evidence(f.prior.Freedom))
	default:
		at, _ := f.search.Best()
		f.endRound(f.evidence(2 + math.Exp(at)))
	}
}

// newSearch starts a search over log(δ−2), from nearly no shrinkage to no correlations, or near the
// result of the round before.
func (f *fit) newSearch() *linesearch.Search {
	if f.round == 0 {
		return linesearch.New(-7, 14, 15, 1e-3)
	}
	at := math.Log(f.prior.Freedom - 2)
	return linesearch.New(at-0.5, at+0.5, 3, 1e-3)
}

// endRound decides whether another round is needed.
func (f *fit) endRound(bound float64) {
	complete := true
	for _, g := range f.gaps {
		complete = complete && g == nil
	}
	f.round++
	before := f.bound
	f.bound = bound
	// The first round has no covariances of missing cells, so its value is not a bound.
	settled := f.round > 2 && bound-before < tolerance*(1+math.Abs(bound))
	if complete || settled || f.round == rounds {
		f.Finished = true
		return
	}
	f.search = nil
	f.filled, f.entropy = 0, 0
	clear(f.excess)
}

// moments computes mean and scatter of the rows. N·D²/2 multiply-adds.
func (f *fit) moments() {
	d := len(f.mean)
	clear(f.mean)
	copy(f.scatter, f.excess)
	for _, r := range f.rows {
		for j, v := range r {
			f.mean[j] += v / float64(len(f.rows))
		}
	}
	e := make([]float64, d)
	for _, r := range f.rows {
		for j, v := range r {
			e[j] = v - f.mean[j]
		}
		for j, v := range e {
			row := f.scatter[j*d : (j+1)*d]
			for k := j; k < d; k++ {
				row[k] += v * e[k]
			}
		}
	}
}

// evidence sets δ and returns the log evidence, or its bound.
func (f *fit) evidence(freedom float64) float64 {
	f.prior.SetFreedom(freedom)
	if !f.full.FillMoments(len(f.rows), f.mean, f.scatter) {
		return math.Inf(-1)
	}
	return f.full.LogMarginal() + f.entropy
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot { return f.Show(f.prior.Freedom) }

// LogDensity implements inference.Predictor.
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	return atonce.LogDensities(ctx, x, f.full.LogPredictive)
}

func missing(x []float64) int {
	k := 0
	for _, v := range x {
		if math.IsNaN(v) {
			k++
		}
	}
	return k
}
