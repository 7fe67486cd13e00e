package classtree

import (
	"context"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// lookOf returns how the classes of a draw look at rows of a table with the columns of the data.
func (c *chain) lookOf(d *draw, t *table) *look {
	noise := make([]float64, t.width)
	for a, g := range c.state.group {
		noise[a] = d.Noise[g]
	}
	return newLook(t, d.Mu, noise, d.Share)
}

// jacobian is 0 for densities.
func (c *chain) jacobian(j int, u float64) float64 {
	if c.state.t.masses {
		return -c.data.LogJacobianAt(j, u)
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
	some, err := c.Predicting()
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
		logDensity[i] += c.jacobian(cell.Column, value[i])
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
	log := make([]float64, c.state.k)
	return c.Rows(ctx, x, c.jacobian, func(d *draw) func(i int) float64 {
		l := c.lookOf(d, t)
		return func(i int) float64 {
			common, sum := l.row(i, log), math.Inf(-1)
			for _, v := range log {
				sum = special.LogAdd(sum, v)
			}
			return common + sum
		}
	})
}
