package dpmm

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/narrow"
	"example.org/espalier/inference/process/observation"
)

// leastGroup is how many rows a cluster has that is shown as one: a row by itself stands alone.
const leastGroup = 2

const clusters = "clusters" // name of the groups

// Snapshot implements inference.Stepper. The partition is that of the least variation of information over the kept
// draws, see package grouping.
func (c *sampler) Snapshot() *inference.Snapshot {
	return c.snapshot(func(iterations []int, z [][]int) inference.Part {
		return c.draws.tally.Drawn(clusters, iterations, z, leastGroup)
	})
}

// SnapshotToPool implements inference.Pooled.
func (c *sampler) SnapshotToPool() *inference.Snapshot {
	return c.snapshot(func(iterations []int, z [][]int) inference.Part {
		return c.draws.tally.ToPool(clusters, iterations, z, leastGroup)
	})
}

// snapshot is [sampler.Snapshot]; shown makes the part of some draws.
func (c *sampler) snapshot(shown func(iterations []int, z [][]int) inference.Part) *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(0, c.iteration), Phase: c.phase()}
	now := c.draws.After(c.iteration)
	if c.iteration < 0 || len(now) == 0 {
		return s
	}
	iterations, z := make([]int, len(now)), make([][]int, len(now))
	for t, d := range now {
		iterations[t], z[t] = d.Iteration, d.Z
	}
	s.Parts = []inference.Part{shown(iterations, z)}
	s.Scalars = append(s.Scalars,
		inference.ScalarOf("clusters", now, func(d *draw) float64 { return float64(len(labels.Members(d.Z))) }),
		inference.ScalarOf("concentration", now, func(d *draw) float64 { return d.Alpha }),
		inference.ScalarOf("scale", now, func(d *draw) float64 { return d.Scale }),
		inference.ScalarOf("kappa", now, func(d *draw) float64 { return d.Kappa }))
	return s
}

// Present implements inference.Presenter.
func (c *sampler) Present() []inference.Part {
	if c.iteration < 0 {
		return nil
	}
	return []inference.Part{partition.State(clusters, c.mark.State.Z, leastGroup)}
}

// mostPredicting is the greatest number of draws used for predictions.
const mostPredicting = 100

// LogDensity implements inference.Predictor: it averages densities over evenly spaced kept draws
// after burn-in. Each is Σ_k n_k/(N+α)·p(x | cluster k) + α/(N+α)·p(x).
func (c *sampler) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	all := c.draws.After(c.iteration)
	if len(all) == 0 {
		return nil, errors.New("dpmm: there is no draw yet")
	}
	if c.kinds.Exposed() {
		return nil, observation.ErrExposed
	}
	rows, gaps := c.rows()
	test, _ := conjugate.Rows(x)
	if c.kinds != nil {
		test, _ = c.kinds.Rows(x, false)
	}
	out := make([]float64, len(test))
	for i := range out {
		out[i] = math.Inf(-1)
	}
	var whole []float64
	var seen []narrow.Row
	if c.components != nil {
		whole = c.components.Gram(nil)
		for _, r := range test {
			seen = append(seen, c.components.Row(r, whole))
		}
	}
	count := min(len(all), mostPredicting)
	share := -math.Log(float64(count))
	for t := range count {
		k := all[t*len(all)/count]
		s, err := c.stateOf(k, rows, gaps)
		if err != nil {
			return nil, err
		}
		if c.components != nil {
			if err := addLogDensities(ctx, c.components, s, seen, whole, share, out); err != nil {
				return nil, err
			}
			continue
		}
		for i, r := range test {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			out[i] = special.LogAdd(out[i], s.logPredictive(r)+share)
		}
	}
	return out, nil
}

// stateOf returns a state of a draw.
func (c *sampler) stateOf(k *draw, rows [][]float64, gaps bool) (*state, error) {
	p, shapes, err := c.prior()
	if err != nil {
		return nil, err
	}
	s := newStateOf(c.kinds.Copied(), rows, p, shapes, c.full(), gaps, hyper{})
	s.limits, s.hidden = c.limits, c.hidden
	s.takeHyper(k)
	s.load(k)
	return s, nil
}

// logPredictive returns the log density of a new row.
func (s *state) logPredictive(x []float64) float64 {
	sum := math.Log(s.hyper.alpha) + s.empty.LogPredictive(x)
	for _, k := range s.Active {
		c := s.Clusters[k]
		sum = special.LogAdd(sum, math.Log(float64(c.Size()))+c.LogPredictive(x))
	}
	return sum - math.Log(float64(len(s.z))+s.hyper.alpha)
}

// load restores a kept partition, with missing cells if they are part of it.
func (s *state) load(k *draw) {
	s.fill(k.Filled)
	s.takeDrawn(k.Drawn)
	copy(s.z, k.Z)
	for range labels.Members(k.Z) {
		s.open()
	}
	for _, a := range s.Active {
		s.Clusters[a].Fill(s.members(a))
	}
}

// broaden returns a cluster of scores in the columns of the table. It has the mean and the covariance that the
// cluster has for the scores of another row.
func broaden(c *narrow.Components, full *conjugate.Full, whole []float64, logWeight float64) *narrow.Cluster {
	mean, root := full.Moments()
	cholesky.Firm(root, len(mean), len(mean))
	return c.NewCluster(mean, root, whole, logWeight)
}

// addLogDensities adds to out, on a log scale, the density of rows under a draw, times share. whole is c.Gram(nil).
func addLogDensities(ctx context.Context, c *narrow.Components, s *state, rows []narrow.Row, whole []float64,
	logShare float64, out []float64) error {
	total := math.Log(float64(len(s.z)) + s.hyper.alpha)
	clusters := []*narrow.Cluster{broaden(c, s.empty.(*conjugate.Full), whole, math.Log(s.hyper.alpha)-total)}
	for _, k := range s.Active {
		full := s.Clusters[k].(*conjugate.Full)
		clusters = append(clusters, broaden(c, full, whole, math.Log(float64(full.Size()))-total))
	}
	for i, r := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, k := range clusters {
			out[i] = special.LogAdd(out[i], logShare+k.LogWeight+k.Log(r))
		}
	}
	return nil
}
