package sampler

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

const (
	MostPredicting      = 50       // draws over which predictions are averaged
	MostPredictingBytes = 96 << 20 // bytes of draws kept ready to predict from
)

// LogDensity implements inference.Predictor: the mean over draws after burn-in of the
// predictive density given each draw's tree and hyperparameters.
func (c *Chain) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if c.Live == nil {
		return nil, fmt.Errorf("%s: there is no draw to predict from yet", c.Model)
	}
	_, columns := c.Data.Dims()
	if _, d := x.Dims(); d != columns {
		return nil, fmt.Errorf("%s: the new rows have %d columns, but the trees were learnt from %d", c.Model, d, columns)
	}
	draws := c.Predicting(MostPredicting)
	return predict.MeanDensity(x, len(draws), func(i int) ([]float64, error) {
		if i < len(c.predict) {
			return c.predict[i].LogDensity(ctx, x)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := c.part.predictor(draws[i], c.Observed(), c.Begin)
		if i*c.stateBytes() < MostPredictingBytes { // else too large to keep
			c.predict = append(c.predict, p)
		}
		return p.LogDensity(ctx, x)
	})
}

// Predicting lists the draws over which predictions are averaged, at most so many: evenly spaced ones after burn-in.
func (c *Chain) Predicting(most int) (draws []*kept.Draw) {
	list := c.Kept.AfterBurnIn()
	count := min(len(list), most)
	for i := range count {
		draws = append(draws, &list[(2*i+1)*len(list)/(2*count)])
	}
	return draws
}

// Drawn returns the draws kept after burn-in.
func (c *Chain) Drawn() []kept.Draw { return c.Kept.AfterBurnIn() }

// BestTree returns the tree of the draw of highest joint density.
func (c *Chain) BestTree() *tree.Tree { return c.Kept.Best.Tree() }

// Observed returns the problem of the measured cells. For zeros and ones it differs from that of
// the chain.
func (c *Chain) Observed() *problem.Problem { return c.part.observed(c.Problem) }

// stateBytes returns the bytes of the state of one draw.
func (c *Chain) stateBytes() int {
	return 2 * c.Problem.N * (16*(c.Problem.D+2*len(c.Problem.Classes)) + 500)
}

// LogCells implements inference.CellPredictor: the mean over draws after burn-in.
func (c *Chain) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if c.Live == nil {
		return nil, nil, fmt.Errorf("%s: there is no draw to predict from yet", c.Model)
	}
	if err := cellwise.Check(c.Data, cells, value, c.Observed().Binary()); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.Model, err)
	}
	if len(cells) == 0 {
		return nil, nil, nil
	}
	draws := c.Predicting(MostPredicting)
	out, logWeight := cellwise.NewMixture(len(cells)), -math.Log(float64(len(draws)))
	for _, d := range draws {
		c.part.cells(d, c.Observed(), c.Begin, cells, value, logWeight, out)
	}
	logDensity, mean = out.Values()
	return logDensity, mean, nil
}

// Believe implements inference.Believer for tables of several kinds, by draws after burn-in.
func (c *Chain) Believe(ctx context.Context, cells []inference.Cell, most int) ([]inference.Belief, error) {
	together, varying := c.part.(*spread)
	t, kinded := c.part.(*kinded)
	if varying = varying && together.hidden != nil; !kinded && !varying || c.Live == nil {
		return nil, nil
	}
	out := make([]inference.Belief, len(cells))
	for _, d := range c.Predicting(min(most, MostPredicting)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if varying {
			together.believe(d, cells, out)
			continue
		}
		k := t.predictorOf(d, c.Observed(), c.Begin)
		k.Believe(cells, 0, true, out)
		for i, at := range cells {
			if of, can := k.Table().Columns[at.Column].(observation.Learner); can && t.learns != nil {
				out[i].Parameters = append(out[i].Parameters, of.Parameters())
			}
		}
	}
	return out, nil
}

// Believe implements inference.Believer.
func (t *tempered) Believe(ctx context.Context, cells []inference.Cell, most int) ([]inference.Belief, error) {
	return t.chains[0].Believe(ctx, cells, most)
}

// LogCells implements inference.CellPredictor.
func (t *tempered) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	return t.chains[0].LogCells(cells, value)
}
