package pydt

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// mostPredicting is the number of draws that predictions are averaged over.
const mostPredicting = 50

// LogDensity implements inference.Predictor: the mean over draws after burn-in of the
// predictive density given each draw's tree and hyperparameters.
func (c *chain) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if c.live == nil {
		return nil, fmt.Errorf("%s: there is no draw yet to predict from", c.model)
	}
	if _, d := x.Dims(); d != c.problem.d {
		return nil, fmt.Errorf("%s: new rows have %d columns, the trees were learnt from %d", c.model, d, c.problem.d)
	}
	if c.predict == nil {
		draws := c.kept.afterBurnIn()
		e := &ensemble{problem: c.problem}
		if c.latent != nil {
			e.problem = c.latent.problem
		}
		count := min(len(draws), mostPredicting)
		for i := range count {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			e.predictors = append(e.predictors, newPredictor(c.stateOf(e.problem, &draws[(2*i+1)*len(draws)/(2*count)])))
			e.logWeights = append(e.logWeights, -math.Log(float64(count)))
		}
		c.predict = e
	}
	return c.predict.logDensity(ctx, x)
}

// stateOf returns a kept draw with its messages. Of zeros and ones they are those of
// expectation propagation, which stand for the latent numbers integrated out.
func (c *chain) stateOf(p *problem, d *draw) *state {
	h := c.begin
	h.sigma2, h.noise = d.Sigma2, d.Noise
	h.setC(d.C)
	h.setStructure(d.Theta, d.Alpha)
	s := newState(p, h)
	s.adopt(d.tree)
	s.settle()
	return s
}
