package lineargaussian

import (
	"errors"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Snapshot implements inference.Stepper. Factors are the state of the last complete sweep, with
// features in the order in which they appeared.
func (c *sampler) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(0, c.iteration), Phase: c.phase()}
	now := c.now
	if now == nil {
		return s
	}
	n, d := c.data.Dims()
	found := &factor.Factors{State: now.full(n, d)}
	for _, k := range c.kept.all {
		found.Draws = append(found.Draws, factor.Draw{Iteration: k.Iteration, Objective: k.LogJoint, State: k.factors})
	}
	s.Parts = []inference.Part{found}
	after := c.kept.after(c.iteration)
	s.Scalars = append(s.Scalars,
		inference.ScalarOf("features", after, func(d *draw) float64 { return float64(len(d.IDs)) }),
		inference.ScalarOf("alpha", after, func(d *draw) float64 { return d.Alpha }),
		inference.ScalarOf("noise", after, func(d *draw) float64 { return d.Noise }),
		inference.ScalarOf("feature_variance", after, func(d *draw) float64 { return d.Variance }))
	return s
}

// full returns the draw as matrices.
func (d *draw) full(rows, columns int) *factor.State {
	f := &factor.State{IDs: d.IDs, Binary: true, Noise: slices.Repeat([]float64{d.Noise}, columns),
		Offset: make([]float64, columns)}
	for j, b := range d.Base {
		f.Offset[j] = float64(b)
	}
	if len(d.IDs) == 0 {
		return f
	}
	f.Loadings, f.Inclusion = mat.NewDense(columns, len(d.IDs), nil), mat.NewDense(rows, len(d.IDs), nil)
	for k := range d.IDs {
		for j, v := range d.Values[k] {
			f.Loadings.Set(j, k, float64(v))
		}
		for _, i := range d.Owners[k] {
			f.Inclusion.Set(int(i), k, 1)
		}
	}
	f.Activities = f.Inclusion
	return f
}

// LogCells implements inference.CellPredictor: it averages the densities N(x; b_d + Σ Z_nk A_kd,
// σ²), or the probabilities Φ(±(b_d + Σ Z_nk A_kd)) of a 1 or 0, over the draws after burn-in.
func (c *sampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	after := c.kept.after(c.iteration)
	if len(after) == 0 {
		return nil, nil, errors.New("ibp: there is no draw yet")
	}
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	each := make([]float64, len(after))
	for i, cell := range cells {
		for t, d := range after {
			m := float64(d.Base[cell.Column])
			for k, a := range d.factors.Activities {
				m += float64(a[cell.Row] * d.Values[k][cell.Column])
			}
			if c.state != nil && c.state.latent != nil {
				mean[i] += math.Exp(logSign(1, m)) / float64(len(after))
				each[t] = logSign(value[i], m)
				continue
			}
			mean[i] += m / float64(len(after))
			e := value[i] - m
			each[t] = logNormal(1, e*e, d.Noise)
		}
		logDensity[i] = floats.LogSumExp(each) - math.Log(float64(len(after)))
	}
	return logDensity, mean, nil
}
