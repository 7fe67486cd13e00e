package nsfa

import (
	"fmt"
	"math"

	"espalier/inference"
	"espalier/inference/algorithm/special"
	"espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// Snapshot implements inference.Stepper: the factors of the last complete iteration, in the order in which
// they appeared, and the draws.
func (c *chain) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: c.variant.name, Iteration: max(0, c.iteration), Phase: phaseStarting}
	if c.iteration < 0 {
		return s
	}
	s.Phase = phaseSampling
	found := &factor.Factors{State: c.mark.State.factors(c.obs, c.options.side, c.variant.sparse())}
	for _, d := range c.draws.kept {
		found.Draws = append(found.Draws, factor.Draw{Iteration: d.Iteration, Objective: d.Scalars[0], State: d.Factors})
	}
	s.Parts = []inference.Part{found}
	now := c.draws.after(c.iteration)
	for i, name := range c.variant.scalars() {
		if i == 0 {
			continue
		}
		mean, square := 0.0, 0.0
		for _, d := range now {
			mean += d.Scalars[i] / float64(len(now))
			square += d.Scalars[i] * d.Scalars[i] / float64(len(now))
		}
		s.Scalars = append(s.Scalars, inference.Scalar{Name: name, Mean: mean, StandardDeviation: math.Sqrt(math.Max(0, square-mean*mean))})
	}
	return s
}

// factors returns the state in its published form.
func (f *frozen) factors(obs *observed, side inference.Side, sparse bool) *factor.State {
	k := len(f.IDs)
	out := &factor.State{Side: side, IDs: append([]int{}, f.IDs...), Noise: make([]float64, obs.d)}
	for d, t := range f.Tau {
		out.Noise[d] = 1 / t
	}
	for _, v := range obs.offset {
		if v != 0 {
			out.Offset = append([]float64(nil), obs.offset...)
			break
		}
	}
	if k == 0 {
		return out
	}
	out.Loadings, out.Activities = mat.NewDense(obs.d, k, nil), mat.NewDense(obs.n, k, nil)
	if sparse {
		out.Inclusion = mat.NewDense(obs.d, k, nil)
	}
	for j, items := range f.Items {
		for i, d := range items {
			out.Loadings.Set(int(d), j, f.Values[j][i])
			if sparse {
				out.Inclusion.Set(int(d), j, 1)
			}
		}
		for n, v := range f.X[j*obs.n : (j+1)*obs.n] {
			out.Activities.Set(n, j, v)
		}
	}
	return out
}

// LogCells implements inference.CellPredictor: N(value; offset + g·x, ψ) averaged over the kept draws after
// burn-in (Knowles 2012, section 3.3). O(cells·K) a draw.
func (c *chain) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	now := c.draws.after(c.iteration)
	if len(now) == 0 {
		return nil, nil, fmt.Errorf("%s: there is no draw yet; run at least one sweep", c.variant.name)
	}
	if len(cells) != len(value) {
		return nil, nil, fmt.Errorf("%s: %d cells with %d values", c.variant.name, len(cells), len(value))
	}
	items, cases := make([]int, len(cells)), make([]int, len(cells))
	for i, cell := range cells {
		items[i], cases[i] = cell.Column, cell.Row
		if c.options.side == inference.OnRows {
			items[i], cases[i] = cell.Row, cell.Column
		}
		if items[i] < 0 || items[i] >= c.obs.d || cases[i] < 0 || cases[i] >= c.obs.n {
			return nil, nil, fmt.Errorf("%s: the table has no cell in row %d and column %d", c.variant.name, cell.Row+1, cell.Column+1)
		}
	}
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for i := range logDensity {
		logDensity[i] = math.Inf(-1)
	}
	loading, fit := make([]float64, c.obs.d), make([]float64, len(cells))
	share := math.Log(float64(len(now)))
	for _, d := range now {
		predict(d.Factors, items, cases, loading, fit)
		for i, x := range fit {
			x += c.obs.offset[items[i]]
			mean[i] += x / float64(len(now))
			psi := float64(d.Factors.Noise[items[i]])
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
