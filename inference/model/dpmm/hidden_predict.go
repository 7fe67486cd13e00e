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

// eachDraw goes through evenly spaced draws after burn-in, with a stream that belongs to the draw. tell may go on with
// that.
func (c hiddenSampler) eachDraw(ctx context.Context, most int,
	tell func(s *state, share float64, rng *rand.Rand)) error {
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
		tell(s, 1/float64(len(some)), c.streams.Task(predictionTasks+uint64(k.Iteration)))
	}
	return nil
}

// LogDensity implements inference.Predictor: of each draw the clusters that there are, and a new one.
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
	err := c.eachDraw(ctx, mostPredicting, func(s *state, share float64, rng *rand.Rand) {
		of, u := s.places(), make([]float64, len(s.prior.Mean))
		share = math.Log(share / rowProbes / (float64(len(s.z)) + s.hyper.alpha))
		for i, r := range rows {
			for _, p := range of {
				if root := p.root(r); root != nil && ctx.Err() == nil {
					for range rowProbes {
						log, _ := r.DrawStudent(p.centre, root, p.freedom, false, rng, u)
						out[i] = special.LogAdd(out[i], share+math.Log(p.weight)+log)
					}
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
// where its row may be, see [state.seats].
func (c hiddenSampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	rows, t := make([]*observation.Dependent, len(cells)), c.hidden.table
	for k, at := range cells {
		logDensity[k], rows[k] = math.Inf(-1), c.hidden.rows[at.Row]
		if t.Factor(at.Row, at.Column) != nil || !math.IsNaN(t.Number(at.Row, at.Column)) {
			rows[k] = t.Without(at.Row, at.Column)
		}
	}
	err = c.eachDraw(context.Background(), mostPredicting, func(s *state, share float64, rng *rand.Rand) {
		of, row := s.places(), -1
		var seats []seat
		for k, at := range cells {
			r := rows[k]
			if at.Row != row || r != c.hidden.rows[row] {
				row, seats = at.Row, s.seats(at.Row, r, of, rng)
			}
			low, high := t.Of(at.Column)
			for _, seat := range seats {
				m, spread := r.Missing(seat.centre, seat.of, seat.u, low, high)
				spread.ScaleSym(seat.scale*seat.scale, spread)
				log, y := c.told(at, value[k], m, spread, rng)
				logDensity[k] = special.LogAdd(logDensity[k], math.Log(share*seat.share)+log)
				mean[k] += share * seat.share * y
			}
		}
	})
	return logDensity, mean, err
}

// told returns the log density, or probability, of the value of a cell whose hidden numbers are N(m, spread), and its
// mean; spread is their covariance.
func (c hiddenSampler) told(at inference.Cell, value float64, m []float64, spread *mat.SymDense,
	rng *rand.Rand) (log, mean float64) {
	var rest [2]float64
	w := make([]float64, len(m))
	for a := range w {
		w[a] = spread.At(a, a)
	}
	column := c.hidden.table.Columns[at.Column]
	if column == nil {
		y := observation.Point{Value: value}
		return y.Moments(m, w, rest[:1], rest[1:]), m[0]
	}
	factor := column.Factor(at.Row, value)
	if y, several := factor.(observation.Several); several {
		return observation.LogProbability(y, m, spread, rng), column.Predict(at.Row, m, w)
	}
	return factor.Moments(m, w, rest[:1], rest[1:]), column.Predict(at.Row, m, w)
}

// Believe implements inference.Believer: a Gaussian for each place where the row of a cell may be. The hidden numbers
// of a category have their mean variance each.
func (c hiddenSampler) Believe(ctx context.Context, cells []inference.Cell, most int) ([]inference.Belief, error) {
	if len(c.draws.After(c.iteration)) == 0 {
		return nil, nil
	}
	out := make([]inference.Belief, len(cells))
	err := c.eachDraw(ctx, max(1, most), func(s *state, _ float64, rng *rand.Rand) {
		of, row := s.places(), -1
		var seats []seat
		for i, at := range cells {
			if at.Row != row {
				row, seats = at.Row, s.seats(at.Row, c.hidden.rows[at.Row], of, rng)
			}
			low, high := c.hidden.table.Of(at.Column)
			for _, seat := range seats {
				if seat.share < leastShare {
					continue
				}
				if m, w, ok := seat.cavity(low, high); ok {
					mean := floats.Sum(w) / float64(len(w))
					for a := range w {
						w[a] = mean
					}
					out[i].Drawn = true
					out[i].Add(math.Log(seat.share), m, w)
				}
			}
		}
	})
	return out, err
}

const leastShare = 1e-6 // of a place that is not left out
