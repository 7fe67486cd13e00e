package ensemble

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/parallel"

	"gonum.org/v1/gonum/mat"
)

const (
	DrawnShare      = 0.75 // share of a pilot's draws in predictions, by weight
	LeastWeight     = 1e-3 // trees of less weight are left out of predictions
	calibrationRows = 100
	calibrationWork = 3e9 // multiply-adds; larger problems calibrate on fewer rows
	kindsWork       = 1e10
)

// An Ensemble predicts by the trees that a search kept, weighted by their objective, and
// the draws of a pilot, which have three quarters of the weight.
type Ensemble struct {
	From       []posterior.Scored // the trees of a search that it was made from
	Problem    *problem.Problem
	Predictors []*predict.Predictor
	LogWeights []float64

	late int // number of trees of the search whose rate of divergence is not learnt anew yet
}

// New prepares predictions: O(N·D) a tree, and the calibration of c where it is learnt. For columns of several
// kinds this waits for the first density of a row: what is believed of cells does not depend on c.
func New(ctx context.Context, p *problem.Problem, h hyper.Hyper, list []*posterior.Sketch) (*Ensemble,
	error) {
	e := &Ensemble{From: posterior.ScoredOf(list), Problem: p}
	var total special.LogSum
	for i, k := range list {
		w := math.Min(k.Objective-list[0].Objective, 0)
		if i > 0 && w < math.Log(LeastWeight) {
			continue
		}
		s := posterior.NewState(p, h)
		s.Load(k)
		s.Recompute()
		s.Settle()
		if i == 0 && !h.FixC {
			if rows := rowsOf(p); rows >= 10 && p.Kinds() == nil {
				h.C = bestRate(s, rows, func() bool { return ctx.Err() != nil })
			}
			s.Hyper.C = h.C
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.Predictors = append(e.Predictors, predict.NewPredictor(s))
		e.LogWeights = append(e.LogWeights, w)
		total.Add(w)
	}
	for i := range e.LogWeights {
		e.LogWeights[i] -= total.Value()
	}
	if p.Kinds() != nil && !h.FixC {
		e.late = len(e.Predictors)
	}
	return e, nil
}

// calibrate learns c anew where that was put off.
func (e *Ensemble) calibrate(ctx context.Context) error {
	if rows := rowsOf(e.Problem); e.late > 0 && rows >= 10 {
		c := bestRate(e.Predictors[0].S, rows, func() bool { return ctx.Err() != nil })
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, p := range e.Predictors[:e.late] {
			p.S.Hyper.C = c
			p.Prepare()
		}
	}
	e.late = 0
	return nil
}

// rowsOf returns of how many rows the rate of divergence can be learnt anew in some seconds.
func rowsOf(p *problem.Problem) int {
	work, most := rowWork(p.N, p.D), float64(calibrationWork)
	switch {
	case p.Kinds() != nil: // eight rates, nine places on each of 2N branches
		work, most = 8*9*2*float64(p.N)*predict.Cost(p.Kinds().Table()), kindsWork
	case p.Leaves != nil:
		work *= 10
	}
	return min(calibrationRows, int(most/work))
}

// rowWork returns the multiply-adds to take one of n rows of d columns out of a tree and predict it.
func rowWork(n, d int) float64 { return 30 * float64(n) * float64(d+40) }

// CalibrationRows returns of how many of n rows of d numbers the rate of divergence can be learnt anew in some seconds.
func CalibrationRows(n, d int) int { return min(calibrationRows, int(calibrationWork/rowWork(n, d))) }

// Include adds the trees of so many draws, each with its own hyperparameters. At most threads goroutines prepare them
// at once and call state.
func (e *Ensemble) Include(ctx context.Context, draws, threads int, state func(i int) *posterior.State) error {
	if draws == 0 {
		return nil
	}
	drawn := make([]*predict.Predictor, draws)
	parallel.Do(draws, threads, func(i int) {
		if ctx.Err() == nil {
			drawn[i] = predict.NewPredictor(state(i))
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	for i := range e.LogWeights {
		e.LogWeights[i] += math.Log(1 - DrawnShare)
	}
	for _, p := range drawn {
		e.Predictors = append(e.Predictors, p)
		e.LogWeights = append(e.LogWeights, math.Log(DrawnShare/float64(draws)))
	}
	return nil
}

func (e *Ensemble) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	n, d := x.Dims()
	if kinds := e.Problem.Kinds(); kinds != nil {
		if err := predict.CheckRows(kinds.Table()); err != nil {
			return nil, err
		}
		if err := e.calibrate(ctx); err != nil {
			return nil, err
		}
		return e.mixed(ctx, n, func(i int) ([]float64, []bool) { return x.RawRowView(i), nil })
	}
	rows := e.Problem.Sorted(x)
	if e.Problem.Binary() {
		if i, j := numbers.NotBinary(x); i >= 0 {
			return nil, fmt.Errorf("row %d contains %g in column %d, but the tree was learnt from zeros and ones by "+
				"probit", i+1, x.At(i, j), j+1)
		}
		for i := range rows {
			rows[i] = 2*rows[i] - 1
		}
	}
	return e.mixed(ctx, n, func(i int) (y []float64, observed []bool) {
		for j, column := range e.Problem.Columns {
			if math.IsNaN(x.At(i, column)) {
				if observed == nil {
					observed = make([]bool, d)
					for k := range observed {
						observed[k] = true
					}
				}
				observed[j] = false
			}
		}
		return rows[i*d : (i+1)*d], observed
	})
}

// mixed returns the log densities of so many rows; of gives one as [Predictor.LogDensity] takes it.
func (e *Ensemble) mixed(ctx context.Context, n int,
	of func(i int) (y []float64, observed []bool)) ([]float64, error) {
	out := make([]float64, n)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		y, observed := of(i)
		var sum special.LogSum
		for k, p := range e.Predictors {
			sum.Add(e.LogWeights[k] + p.LogDensity(y, observed))
		}
		out[i] = sum.Value()
	}
	return out, nil
}
