package classtree

import (
	"context"
	"errors"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// mostPredicting is the greatest number of draws used for predictions.
const mostPredicting = 100

// predicting returns the draws that predict, evenly spaced among those after burn-in.
func (c *chain) predicting() ([]*draw, error) {
	all := c.draws.After(c.iteration)
	if len(all) == 0 {
		return nil, errors.New("classtree: there is no draw yet")
	}
	some := make([]*draw, min(len(all), mostPredicting))
	for t := range some {
		some[t] = all[t*len(all)/len(some)]
	}
	return some, nil
}

// lookOf returns how the classes of a draw look at rows of a table with the columns of the data.
func (c *chain) lookOf(d *draw, t *table) *look {
	noise := make([]float64, t.width)
	for a, g := range c.state.group {
		noise[a] = d.Noise[g]
	}
	return newLook(t, d.Mu, noise, d.Share)
}

// jacobian returns what the log probability of a cell of column j lacks of a log density in working units, at u.
func (c *chain) jacobian(j int, u float64) float64 {
	if c.state.t.masses {
		return c.data.LogJacobianAt(j, u)
	}
	return 0
}

// cell returns the value of a cell as the table has it.
func (c *chain) cell(j int, u float64) float64 {
	if c.state.t.masses && !math.IsNaN(u) {
		return math.Round(c.data.InputAt(j, u))
	}
	return u
}

// LogCells implements inference.CellPredictor: the mean over draws of Σ_k P(z_i = k | the row's seen cells)
// p(y | class k).
func (c *chain) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	some, err := c.predicting()
	if err != nil {
		return nil, nil, err
	}
	t := c.state.t
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for i := range cells {
		logDensity[i] = math.Inf(-1)
	}
	weight, log := make([]float64, c.state.k), make([]float64, c.state.k)
	for _, d := range some {
		l := c.lookOf(d, t)
		for i, cell := range cells {
			l.row(cell.Row, weight)
			total := math.Inf(-1)
			for _, v := range weight {
				total = special.LogAdd(total, v)
			}
			col := &t.columns[cell.Column]
			l.value(col, cell.Row, c.cell(cell.Column, value[i]), log)
			p, expected := math.Inf(-1), 0.0
			for k := range weight {
				p = special.LogAdd(p, weight[k]-total+log[k])
				m, w := l.mu[k*t.width+col.low:k*t.width+col.high], l.noise[col.low:col.high]
				expected += math.Exp(weight[k]-total) * predicted(col, cell.Row, m, w)
			}
			logDensity[i] = special.LogAdd(logDensity[i], p-math.Log(float64(len(some))))
			if t.masses {
				expected = (expected - c.data.Centre[cell.Column]) / c.data.Scale[cell.Column]
			}
			mean[i] += expected / float64(len(some))
		}
	}
	for i, cell := range cells {
		logDensity[i] -= c.jacobian(cell.Column, value[i])
	}
	return logDensity, mean, nil
}

func predicted(c *feature, row int, m, w []float64) float64 {
	if c.is == nil {
		return m[0]
	}
	return c.is.Predict(row, m, w)
}

// value sets the log density of a value of a row's cell in each class, 0 where it is NaN.
func (l *look) value(c *feature, row int, y float64, log []float64) {
	clear(log)
	var f observation.Factor
	if c.is != nil {
		f = c.is.Factor(row, y)
	} else if !math.IsNaN(y) {
		f = &observation.Point{Value: y}
	}
	if f != nil {
		l.factor(c, f, log)
	}
}

// LogDensity implements inference.Predictor: the mean over draws of Σ_k π_k p(row | class k).
func (c *chain) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	some, err := c.predicting()
	if err != nil {
		return nil, err
	}
	if c.state.t.exposed {
		return nil, observation.ErrExposed
	}
	m, _ := x.Dims()
	// Rows become a table with the same columns, so that cells that are alike are looked at once.
	y := mat.NewDense(m, len(c.state.t.columns), nil)
	kinds := make([]observation.Column, len(c.state.t.columns))
	for j := range kinds {
		kinds[j] = c.state.t.columns[j].is
		for i := range m {
			y.Set(i, j, c.cell(j, x.At(i, j)))
		}
	}
	for j, is := range kinds { // limits are those of rows fitted
		if censored, ok := is.(*observation.Censored); ok {
			kinds[j] = &observation.Censored{Numbers: censored.Numbers}
		}
	}
	t := tableOf(y, kinds)
	out, log := make([]float64, m), make([]float64, c.state.k)
	for i := range out {
		out[i] = math.Inf(-1)
	}
	for _, d := range some {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l := c.lookOf(d, t)
		for i := range m {
			common, sum := l.row(i, log), math.Inf(-1)
			for _, v := range log {
				sum = special.LogAdd(sum, v)
			}
			out[i] = special.LogAdd(out[i], common+sum-math.Log(float64(len(some))))
		}
	}
	for i := range out {
		for j, u := range x.RawRowView(i) {
			if !math.IsNaN(u) {
				out[i] -= c.jacobian(j, u)
			}
		}
	}
	return out, nil
}
