package pydt

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference/model/pydt/numbers"

	"gonum.org/v1/gonum/mat"
)

const (
	drawnShare      = 0.75 // share of a pilot's draws in predictions, by weight
	leastWeight     = 1e-3 // trees of less weight are left out of predictions
	calibrationRows = 100
	calibrationWork = 3e9 // multiply-adds; larger problems calibrate on fewer rows
)

// An ensemble predicts by the trees that a search kept, weighted by their objective, and
// the draws of a pilot, which have three quarters of the weight.
type ensemble struct {
	from       []scored // the trees of a search that it was made from
	problem    *problem
	predictors []*predictor
	logWeights []float64
}

// newEnsemble prepares predictions: O(N·D) a tree, and the calibration of c where it is learnt.
func newEnsemble(ctx context.Context, p *problem, h hyper, list []*sketch) (*ensemble, error) {
	e := &ensemble{from: scoredOf(list), problem: p}
	var total logSum
	for i, k := range list {
		w := math.Min(k.Objective-list[0].Objective, 0)
		if i > 0 && w < math.Log(leastWeight) {
			continue
		}
		s := newState(p, h)
		s.load(k)
		s.recompute()
		s.settle()
		if i == 0 && !h.fixC {
			work := 30 * float64(p.n) * float64(p.d+40)
			if p.binary {
				work *= 10
			}
			rows := min(calibrationRows, int(calibrationWork/work))
			if rows >= 10 {
				h.c = bestRate(s, rows, func() bool { return ctx.Err() != nil })
			}
			s.hyper.c = h.c
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.predictors = append(e.predictors, newPredictor(s))
		e.logWeights = append(e.logWeights, w)
		total.add(w)
	}
	for i := range e.logWeights {
		e.logWeights[i] -= total.value()
	}
	return e, nil
}

// include adds the trees of so many draws, each with its own hyperparameters.
func (e *ensemble) include(ctx context.Context, draws int, state func(i int) *state) error {
	if draws == 0 {
		return nil
	}
	for i := range e.logWeights {
		e.logWeights[i] += math.Log(1 - drawnShare)
	}
	for i := range draws {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.predictors = append(e.predictors, newPredictor(state(i)))
		e.logWeights = append(e.logWeights, math.Log(drawnShare/float64(draws)))
	}
	return nil
}

func (e *ensemble) logDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	n, d := x.Dims()
	rows := e.problem.sorted(x)
	if e.problem.binary {
		if i, j := numbers.NotBinary(x); i >= 0 {
			return nil, fmt.Errorf("row %d contains %g in column %d, but the tree was learnt from zeros and ones by "+
				"probit", i+1, x.At(i, j), j+1)
		}
		for i := range rows {
			rows[i] = 2*rows[i] - 1
		}
	}
	out := make([]float64, n)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var observed []bool
		for j, column := range e.problem.columns {
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
		var sum logSum
		for k, p := range e.predictors {
			sum.add(e.logWeights[k] + p.logDensity(rows[i*d:(i+1)*d], observed))
		}
		out[i] = sum.value()
	}
	return out, nil
}
