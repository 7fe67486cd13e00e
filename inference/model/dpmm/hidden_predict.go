package dpmm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A hiddenSampler is a chain whose clusters are of hidden numbers. It also predicts cells.
type hiddenSampler struct{ *sampler }

var (
	_ inference.Saver         = hiddenSampler{}
	_ inference.Predictor     = hiddenSampler{}
	_ inference.CellPredictor = hiddenSampler{}
	_ inference.Believer      = hiddenSampler{}
)

const (
	rowProbes       = 4       // for each cluster of each draw; see observation.Dependent
	predictionTasks = 1 << 41 // streams of predictions are beyond those of chains
)

// eachDraw goes through evenly spaced draws after burn-in, with the mean and the covariance of each cluster drawn from
// a stream that belongs to the draw. tell may go on with that.
func (c hiddenSampler) eachDraw(ctx context.Context, most int,
	tell func(s *state, of []*gaussian, share float64, rng *rand.Rand)) error {
	all := c.draws.After(c.iteration)
	if len(all) == 0 {
		return errors.New("dpmm: there is no draw yet")
	}
	rows, gaps := c.rows()
	some := inference.Spaced(all, most)
	for _, k := range some {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, err := c.stateOf(k, rows, gaps)
		if err != nil {
			return err
		}
		rng := c.streams.Task(predictionTasks + uint64(k.Iteration))
		tell(s, s.gaussians(rng), 1/float64(len(some)), rng)
	}
	return nil
}

// LogDensity implements inference.Predictor: of each draw the clusters that there are, and one from the prior.
func (c hiddenSampler) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	for _, column := range c.hidden.table.Columns {
		if counts, is := column.(*observation.Counts); is && counts.Exposed() {
			return nil, observation.ErrExposed
		}
	}
	n, _ := x.Dims()
	rows, out := make([]*observation.Dependent, n), make([]float64, n)
	for i := range rows {
		rows[i], out[i] = c.hidden.table.DependentOf(x.RawRowView(i)), math.Inf(-1)
	}
	err := c.eachDraw(ctx, mostPredicting, func(s *state, of []*gaussian, share float64, rng *rand.Rand) {
		weights := make([]float64, 0, len(of)+1)
		for _, k := range s.Active {
			weights = append(weights, float64(s.Clusters[k].Size()))
		}
		of, weights = append(of, gaussianOf(s.empty, rng)), append(weights, s.hyper.alpha)
		total := float64(len(s.z)) + s.hyper.alpha
		for i, r := range rows {
			for k, g := range of {
				if root := g.root(r); root != nil && ctx.Err() == nil {
					out[i] = special.LogAdd(out[i], math.Log(weights[k]/total*share)+r.Log(g.Mean, root, rowProbes, rng))
				}
			}
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// LogCells implements inference.CellPredictor: the mean over draws of the density, or probability, of the cell given
// the cluster of its row and the hidden numbers of the others.
func (c hiddenSampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for k := range cells {
		logDensity[k] = math.Inf(-1)
	}
	var rest [2]float64
	err = c.eachDraw(context.Background(), mostPredicting, func(s *state, of []*gaussian, share float64, rng *rand.Rand) {
		for k, at := range cells {
			m, w, spread, ok := s.cavity(at, of)
			if !ok {
				continue
			}
			switch column := c.hidden.table.Columns[at.Column]; {
			case column == nil:
				y := observation.Point{Value: value[k]}
				logDensity[k] = special.LogAdd(logDensity[k], math.Log(share)+y.Moments(m, w, rest[:1], rest[1:]))
				mean[k] += share * m[0]
			case len(m) == 1:
				log := column.Factor(at.Row, value[k]).Moments(m, w, rest[:1], rest[1:])
				logDensity[k] = special.LogAdd(logDensity[k], math.Log(share)+log)
				mean[k] += share * column.Predict(at.Row, m, w)
			default:
				y := column.Factor(at.Row, value[k]).(observation.Several)
				logDensity[k] = special.LogAdd(logDensity[k], math.Log(share)+observation.LogProbability(y, m, spread, rng))
				mean[k] += share * column.Predict(at.Row, m, w)
			}
		}
	})
	return logDensity, mean, err
}

// Believe implements inference.Believer. The hidden numbers of a category have their mean variance each.
func (c hiddenSampler) Believe(ctx context.Context, cells []inference.Cell, most int) ([]inference.Belief, error) {
	if len(c.draws.After(c.iteration)) == 0 {
		return nil, nil
	}
	out := make([]inference.Belief, len(cells))
	err := c.eachDraw(ctx, max(1, most), func(s *state, of []*gaussian, _ float64, _ *rand.Rand) {
		for i, at := range cells {
			if m, w, _, ok := s.cavity(at, of); ok {
				mean := floats.Sum(w) / float64(len(w))
				for a := range w {
					w[a] = mean
				}
				out[i].Drawn = true
				out[i].Add(0, m, w)
			}
		}
	})
	return out, err
}

// cavity returns the mean, the variances and the covariance of the hidden numbers of a cell given the others of its row
// and its cluster.
func (s *state) cavity(at inference.Cell, of []*gaussian) (m, w []float64, spread *mat.SymDense, ok bool) {
	x, g := s.rows[at.Row], of[s.Place(s.z[at.Row])]
	low, high := s.hidden.table.Of(at.Column)
	d, k := len(x), high-low
	own, pull := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	for a := range k {
		row, sum := g.Precision[(low+a)*d:(low+a+1)*d], 0.0
		for b, p := range row {
			sum += p * (x[b] - g.Mean[b])
		}
		pull.SetVec(a, sum)
		for b := range a + 1 {
			own.SetSym(a, b, row[low+b])
		}
	}
	var root mat.Cholesky
	var step mat.VecDense
	spread = mat.NewSymDense(k, nil)
	if !root.Factorize(own) || root.SolveVecTo(&step, pull) != nil || root.InverseTo(spread) != nil {
		return nil, nil, nil, false
	}
	for a := range k {
		m, w = append(m, x[low+a]-step.AtVec(a)), append(w, spread.At(a, a))
	}
	return m, w, spread, true
}
