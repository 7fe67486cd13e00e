package pydt

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"

	"gonum.org/v1/gonum/mat"
)

const (
	mostPredicting      = 50       // draws over which predictions are averaged
	mostPredictingBytes = 96 << 20 // bytes of draws kept ready to predict from
)

// LogDensity implements inference.Predictor: the mean over draws after burn-in of the
// predictive density given each draw's tree and hyperparameters.
func (c *chain) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if c.live == nil {
		return nil, fmt.Errorf("%s: there is no draw to predict from yet", c.model)
	}
	_, columns := c.data.Dims()
	if _, d := x.Dims(); d != columns {
		return nil, fmt.Errorf("%s: the new rows have %d columns, but the trees were learnt from %d", c.model, d, columns)
	}
	if c.spread != nil {
		return c.logDensityTogether(ctx, x)
	}
	draws := c.kept.afterBurnIn()
	count := min(len(draws), mostPredicting)
	if c.predict == nil {
		for i := range count {
			c.predict = append(c.predict, &predict.Ensemble{Problem: c.observed(), LogWeights: []float64{0}})
			if i*c.stateBytes() < mostPredictingBytes {
				c.predict[i].Predictors = []*predict.Predictor{c.predictorOf(draws, i, count)}
			}
			if err := ctx.Err(); err != nil {
				c.predict = nil
				return nil, err
			}
		}
	}
	return meanDensity(x, count, func(i int) ([]float64, error) {
		one := *c.predict[i]
		if one.Predictors == nil { // too large to keep
			one.Predictors = []*predict.Predictor{c.predictorOf(draws, i, count)}
		}
		return one.LogDensity(ctx, x)
	})
}

// meanDensity returns the log of the mean density of each row of x over so many draws; of gives the log densities under
// one.
func meanDensity(x *mat.Dense, count int, of func(i int) ([]float64, error)) ([]float64, error) {
	n, _ := x.Dims()
	sums := make([]special.LogSum, n)
	for i := range count {
		y, err := of(i)
		if err != nil {
			return nil, err
		}
		for k, v := range y {
			sums[k].Add(v - math.Log(float64(count)))
		}
	}
	out := make([]float64, n)
	for k := range out {
		out[k] = sums[k].Value()
	}
	return out, nil
}

// predictorOf prepares the i-th of so many draws to predict from, evenly spaced.
func (c *chain) predictorOf(draws []draw, i, count int) *predict.Predictor {
	return predict.NewPredictor(c.stateOf(c.observed(), &draws[(2*i+1)*len(draws)/(2*count)]))
}

// observed returns the problem of the measured cells. For zeros and ones it differs from that of
// the chain.
func (c *chain) observed() *posterior.Problem {
	if c.latent != nil {
		return c.latent.problem
	}
	return c.problem
}

// stateBytes returns the bytes of the state of one draw.
func (c *chain) stateBytes() int {
	return 2 * c.problem.N * (16*(c.problem.D+2*len(c.problem.Classes)) + 500)
}

// stateOf returns a kept draw with its messages. For zeros and ones they are those of expectation
// propagation, which integrate the latent numbers out.
func (c *chain) stateOf(p *posterior.Problem, d *draw) *posterior.State { return d.State(p, c.begin) }

// State is stateOf; h says which hyperparameters are fixed.
func (d *draw) State(p *posterior.Problem, h posterior.Hyper) *posterior.State {
	h.Sigma2, h.Kappa = d.Sigma2, 0
	h.Noise = d.Noise
	h.SetC(d.C)
	h.SetStructure(d.Theta, d.Alpha)
	s := posterior.NewState(p, h)
	s.Adopt(d.tree)
	s.Settle()
	return s
}

// logDensityTogether is LogDensity where columns vary together.
func (c *chain) logDensityTogether(ctx context.Context, x *mat.Dense) ([]float64, error) {
	draws := c.kept.afterBurnIn()
	count := min(len(draws), mostPredicting)
	return meanDensity(x, count, func(i int) ([]float64, error) {
		if len(c.forecasts) == i {
			c.forecasts = append(c.forecasts, c.forecastOf(&draws[(2*i+1)*len(draws)/(2*count)]))
		}
		return c.forecasts[i].LogDensity(ctx, x)
	})
}

// LogCells implements inference.CellPredictor: the mean over draws after burn-in.
func (c *chain) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if c.live == nil {
		return nil, nil, fmt.Errorf("%s: there is no draw to predict from yet", c.model)
	}
	if err := predict.CheckCells(c.data, cells, value, c.latent != nil); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.model, err)
	}
	if len(cells) == 0 {
		return nil, nil, nil
	}
	draws := c.kept.afterBurnIn()
	count := min(len(draws), mostPredicting)
	out, logWeight := predict.NewCellMixture(len(cells)), -math.Log(float64(count))
	for i := range count {
		if c.spread != nil {
			c.logCellsTogether(&draws[(2*i+1)*len(draws)/(2*count)], cells, value, logWeight, out)
			continue
		}
		s := c.predictorOf(draws, i, count).S
		predict.LogCells(s, c.observed(), cells, value, logWeight, out)
	}
	logDensity, mean = out.Values()
	return logDensity, mean, nil
}

// LogCells implements inference.CellPredictor.
func (t *tempered) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	return t.chains[0].LogCells(cells, value)
}
