// Package chains runs several independent chains of one model side by side, as one
// [inference.Stepper].
package chains

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/unit"

	"gonum.org/v1/gonum/mat"
)

// From prepares n chains of a fit, beginning with number first (counted from 0), each with its own
// streams of the seed. An iteration consists of one iteration of every chain; a Report holds the
// scalars of all chains, one chain after the other. At most threads goroutines work at once. The
// result does not depend on that number, and chain i does not depend on the number of chains. With n
// = 1 it is the model's own Stepper.
func From(m inference.Model, data *inference.Dataset, s inference.Settings, seed uint64, first, n,
	threads int) (inference.Stepper, error) {
	fits := unit.In(m, data, s)
	if n <= 1 {
		return fits.New(inference.Streams{Seed: seed, Chain: uint64(first)}, threads)
	}
	threads = max(1, threads)
	g := &group{waiting: make([][]float64, n), last: make([]inference.Report, n), threads: min(threads, n), turn: turn}
	for i := range n {
		c, err := fits.New(inference.Streams{Seed: seed, Chain: uint64(first + i)}, max(1, threads/n))
		if err != nil {
			return nil, err
		}
		g.chains = append(g.chains, c)
	}
	if _, ok := g.chains[0].(inference.Saver); !ok {
		return g, nil
	}
	_, rows := g.chains[0].(inference.Predictor)
	_, cells := g.chains[0].(inference.CellPredictor)
	switch {
	case rows && cells:
		return fullGroup{predictingGroup{savedGroup{g}}}, nil
	case rows:
		return predictingGroup{savedGroup{g}}, nil
	case cells:
		return cellGroup{savedGroup{g}}, nil
	}
	return savedGroup{g}, nil
}

// A group steps its chains until each has completed an iteration.
type group struct {
	chains  []inference.Stepper
	waiting [][]float64 // scalars of the chains that have completed the iteration
	last    []inference.Report
	threads int
	turn    time.Duration // the constant of that name, except in tests
}

// Step implements inference.Stepper.
func (g *group) Step(ctx context.Context) (inference.Report, error) {
	var open []int
	for i, w := range g.waiting {
		if w == nil {
			open = append(open, i)
		}
	}
	changed, err := g.advance(ctx, open)
	r := g.last[0]
	r.Scalars, r.Changed, r.Done, r.Fraction, r.Share = nil, changed, false, 0, 0
	for _, l := range g.last {
		r.Fraction += l.Fraction / float64(len(g.last))
		r.Share += l.Share / float64(len(g.last))
		r.Done = r.Done || l.Done
	}
	if err != nil {
		return r, err
	}
	for i, w := range g.waiting {
		if w == nil {
			r.Phase = g.last[i].Phase
			return r, nil
		}
	}
	for i, w := range g.waiting {
		r.Scalars = append(r.Scalars, w...)
		g.waiting[i] = nil
	}
	return r, nil
}

// turn is how long a goroutine works before it waits for the others. It is long enough that steps of
// different lengths leave threads idle only briefly.
const turn = 25 * time.Millisecond

// advance takes steps of open chains, each of which has a goroutine until it completes the iteration; then the
// goroutine continues with the next one. Chains that have completed it wait.
func (g *group) advance(ctx context.Context, open []int) (changed bool, err error) {
	begun := time.Now()
	errs, changes := make([]error, len(open)), make([]bool, len(open))
	var next atomic.Int64
	var failed atomic.Bool
	threads := min(g.threads, len(open))
	parallel.Do(threads, threads, func(int) {
		for k := int(next.Add(1)) - 1; k < len(open); k = int(next.Add(1)) - 1 {
			i := open[k]
			for {
				g.last[i], errs[k] = g.chains[i].Step(ctx)
				g.waiting[i] = g.last[i].Scalars
				changes[k] = changes[k] || g.last[i].Changed
				if errs[k] != nil {
					failed.Store(true)
				}
				if failed.Load() || time.Since(begun) >= g.turn {
					return
				}
				if g.waiting[i] != nil || g.last[i].Done {
					break
				}
			}
		}
	})
	for k := range open {
		changed = changed || changes[k]
		if errs[k] != nil && err == nil {
			err = errs[k]
		}
	}
	return changed, err
}

// Snapshot implements inference.Stepper.
func (g *group) Snapshot() *inference.Snapshot {
	all := make([]*inference.Snapshot, len(g.chains))
	for i, c := range g.chains {
		if p, can := c.(inference.Pooled); can {
			all[i] = p.SnapshotToPool()
		} else {
			all[i] = c.Snapshot()
		}
	}
	return Pool(all)
}

// Present implements inference.Presenter: the state is that of the first chain.
func (g *group) Present() []inference.Part {
	if p, ok := g.chains[0].(inference.Presenter); ok {
		return p.Present()
	}
	return nil
}

// Pool combines the snapshots of several chains, at least one, into one: that of the first, with the
// parts and scalars of all chains pooled. It modifies none of them.
func Pool(all []*inference.Snapshot) *inference.Snapshot {
	one := *all[0]
	s := &one
	parts := [][]inference.Part{s.Parts}
	for i, o := range all[1:] {
		parts = append(parts, o.Parts)
		s.Scalars = pool(s.Scalars, o.Scalars, i+1)
	}
	s.Parts = inference.PoolParts(parts)
	return s
}

// pool joins the moments of n chains with those of one more.
func pool(all, one []inference.Scalar, n int) []inference.Scalar {
	if len(all) != len(one) {
		return all
	}
	out := make([]inference.Scalar, len(all))
	for i, a := range all {
		b := one[i]
		w := 1 / float64(n+1)
		mean := a.Mean + w*(b.Mean-a.Mean)
		square := (1-w)*(a.StandardDeviation*a.StandardDeviation+a.Mean*a.Mean) +
			w*(b.StandardDeviation*b.StandardDeviation+b.Mean*b.Mean)
		out[i] = inference.Scalar{Name: a.Name, Mean: mean, StandardDeviation: math.Sqrt(math.Max(0, square-mean*mean))}
	}
	return out
}

// logDensity averages the densities of the chains.
func (g *group) logDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	var all [][]float64
	for _, c := range g.chains {
		y, err := c.(inference.Predictor).LogDensity(ctx, x)
		if err != nil {
			return nil, err
		}
		all = append(all, y)
	}
	return LogMeans(all), nil
}

// logCells averages the densities and the predictions of the chains.
func (g *group) logCells(cells []inference.Cell, value []float64) (density, mean []float64, err error) {
	all := make([][]float64, len(g.chains))
	mean = make([]float64, len(cells))
	for i, c := range g.chains {
		var m []float64
		if all[i], m, err = c.(inference.CellPredictor).LogCells(cells, value); err != nil {
			return nil, nil, err
		}
		for j, x := range m {
			mean[j] += x / float64(len(g.chains))
		}
	}
	return LogMeans(all), mean, nil
}

// Believe implements inference.Believer: the beliefs of all chains, with equal shares.
func (g *group) Believe(ctx context.Context, cells []inference.Cell, draws int) ([]inference.Belief, error) {
	all := make([]inference.Belief, len(cells))
	for _, c := range g.chains {
		b, able := c.(inference.Believer)
		if !able {
			return nil, nil
		}
		beliefs, err := b.Believe(ctx, cells, max(1, draws/len(g.chains)))
		if err != nil || beliefs == nil {
			return nil, err
		}
		for i, one := range beliefs {
			var total special.LogSum
			for _, s := range one.LogShares {
				total.Add(s)
			}
			all[i].Join(one, -total.Value())
		}
	}
	return all, nil
}

// LogMeans returns, for each place, the log of the mean density, given log densities.
func LogMeans(all [][]float64) []float64 {
	out := make([]float64, len(all[0]))
	for i := range out {
		most := math.Inf(-1)
		for _, y := range all {
			most = math.Max(most, y[i])
		}
		if math.IsInf(most, 0) {
			out[i] = most
			continue
		}
		sum := 0.0
		for _, y := range all {
			sum += math.Exp(y[i]-most) / float64(len(all))
		}
		out[i] = most + math.Log(sum)
	}
	return out
}
