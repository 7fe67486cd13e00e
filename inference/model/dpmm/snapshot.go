package dpmm

import (
	"context"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

// Snapshot implements inference.Stepper. The partition is that of the kept draw nearest to their
// co-clustering, or of the draw with the greatest log joint if there are too many rows for that
// matrix.
func (c *sampler) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(0, c.iteration), Phase: phaseStarting}
	now := c.draws.after(c.iteration)
	if c.iteration < 0 || len(now) == 0 {
		return s
	}
	s.Phase = phaseSampling
	best, found := likeliest(now), &partition.Partition{Name: "clusters"}
	if c.draws.n <= partition.MostTogether {
		c.draws.count(now)
		best = c.draws.leastSquares()
		found.Together = c.draws.coClustering()
	}
	found.Labels = append([]int(nil), best.Z...)
	s.Parts = []inference.Part{found}
	s.Scalars = append(s.Scalars,
		inference.ScalarOf("clusters", now, func(d *draw) float64 { return float64(len(members(d.Z))) }),
		inference.ScalarOf("concentration", now, func(d *draw) float64 { return d.Alpha }),
		inference.ScalarOf("scale", now, func(d *draw) float64 { return d.Scale }),
		inference.ScalarOf("kappa", now, func(d *draw) float64 { return d.Kappa }))
	return s
}

// mostPredicting is the greatest number of draws used for predictions.
const mostPredicting = 100

// LogDensity implements inference.Predictor: it averages densities over evenly spaced kept draws
// after burn-in. Each is Σ_k n_k/(N+α)·p(x | cluster k) + α/(N+α)·p(x).
func (c *sampler) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	all := c.draws.after(c.iteration)
	n, d := c.x.Dims()
	p, err := base(c.x, fullOf(n, d, c.settings), 1, c.settings.Real("freedom"), 1)
	if err != nil {
		return nil, err
	}
	rows, gaps := conjugate.Rows(c.x)
	test, _ := conjugate.Rows(x)
	out := make([]float64, len(test))
	for i := range out {
		out[i] = math.Inf(-1)
	}
	count := min(len(all), mostPredicting)
	for t := range count {
		k := all[t*len(all)/count]
		p.Scale, p.Kappa = k.Scale, k.Kappa
		s := newState(rows, p, fullOf(n, d, c.settings), gaps, hyper{alpha: k.Alpha})
		s.load(k)
		for i, r := range test {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			out[i] = special.LogAdd(out[i], s.logPredictive(r)-math.Log(float64(count)))
		}
	}
	return out, nil
}

// logPredictive returns the log density of a new row.
func (s *state) logPredictive(x []float64) float64 {
	sum := math.Log(s.hyper.alpha) + s.empty.LogPredictive(x)
	for _, k := range s.active {
		c := s.slots[k]
		sum = special.LogAdd(sum, math.Log(float64(c.Size()))+c.LogPredictive(x))
	}
	return sum - math.Log(float64(len(s.z))+s.hyper.alpha)
}

// load restores a kept partition, with missing cells if they are part of it.
func (s *state) load(k *draw) {
	s.fill(k.Filled)
	copy(s.z, k.Z)
	for range members(k.Z) {
		s.open()
	}
	for _, a := range s.active {
		s.slots[a].Fill(s.members(a))
	}
}
