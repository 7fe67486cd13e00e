package nsfa

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/factor"
)

// Snapshot implements inference.Stepper: the factors of the last complete iteration, in the order in which
// they appeared, and the draws.
func (c *chain) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: c.variant.name, Iteration: max(0, c.iteration), Phase: c.phase()}
	if c.iteration < 0 {
		return s
	}
	found := &factor.Factors{State: c.wide.state(c.state.Published(c.mark.State))}
	for _, d := range c.draws.Draws {
		found.Draws = append(found.Draws, factor.Draw{Iteration: d.Iteration, Objective: d.Scalars[0],
			State: c.wide.sparse(d.Factors)})
	}
	s.Parts = []inference.Part{found}
	now := c.draws.After(c.iteration)
	for i, name := range c.names {
		if i == 0 {
			continue
		}
		mean, square := 0.0, 0.0
		for _, d := range now {
			mean += d.Scalars[i] / float64(len(now))
			square += d.Scalars[i] * d.Scalars[i] / float64(len(now))
		}
		s.Scalars = append(s.Scalars, inference.Scalar{Name: name, Mean: mean,
			StandardDeviation: math.Sqrt(math.Max(0, square-mean*mean))})
	}
	return s
}

const logTwoPi = 1.8378770664093454836

// LogCells implements inference.CellPredictor: N(value; offset + g·x, ψ) averaged over the kept draws after
// burn-in (Knowles 2012, section 3.3), or for items that are not numbers the probability of the value where its latent
// number has this distribution. O(cells·K) a draw.
func (c *chain) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	now := c.draws.After(c.iteration)
	if len(now) == 0 {
		return nil, nil, fmt.Errorf("%s: there is no draw yet; run at least one sweep", c.variant.name)
	}
	if len(cells) != len(value) {
		return nil, nil, fmt.Errorf("%s: there are %d cells and %d values; give one value for each cell", c.variant.name,
			len(cells), len(value))
	}
	if c.wide != nil {
		return c.logWide(now, cells, value)
	}
	d, n := c.state.Dims()
	items, cases := make([]int, len(cells)), make([]int, len(cells))
	for i, cell := range cells {
		items[i], cases[i] = cell.Column, cell.Row
		if c.options.Side() == inference.OnRows {
			items[i], cases[i] = cell.Row, cell.Column
		}
		if items[i] < 0 || items[i] >= d || cases[i] < 0 || cases[i] >= n {
			return nil, nil, fmt.Errorf("%s: the table has no cell in row %d and column %d", c.variant.name, cell.Row+1,
				cell.Column+1)
		}
	}
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for i := range logDensity {
		logDensity[i] = math.Inf(-1)
	}
	loading, fit := make([]float64, d), make([]float64, len(cells))
	share := math.Log(float64(len(now)))
	for _, kept := range now {
		predict(kept.Factors, items, cases, loading, fit)
		columns := c.columnsOf(kept)
		for i, x := range fit {
			psi := float64(kept.Factors.Noise[items[i]])
			if columns != nil && columns[items[i]] != nil {
				log, expected := predictKind(columns[items[i]], cases[i], value[i], x+kept.Base[items[i]], psi)
				mean[i] += expected / float64(len(now))
				logDensity[i] = special.LogAdd(logDensity[i], log-share)
				continue
			}
			x += c.state.Offset(items[i])
			mean[i] += x / float64(len(now))
			e := value[i] - x
			logDensity[i] = special.LogAdd(logDensity[i], -0.5*(logTwoPi+math.Log(psi)+e*e/psi)-share)
		}
	}
	return logDensity, mean, nil
}

// predict sets fit to g·x of the cells. loading is scratch space of D zeros.
func predict(f *factor.Sparse, items, cases []int, loading, fit []float64) {
	clear(fit)
	for k, of := range f.Items {
		for i, d := range of {
			loading[d] = float64(f.Values[k][i])
		}
		for i, d := range items {
			fit[i] += loading[d] * float64(f.Activities[k][cases[i]])
		}
		for _, d := range of {
			loading[d] = 0
		}
	}
}
