package dag

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/marginal"

	"gonum.org/v1/gonum/mat"
)

// mostPredicting is the greatest number of networks of a chain that predictions of complete rows average.
const mostPredicting = 300

// mostTerms is the greatest number of terms of the exact sums of a row with missing cells.
const mostTerms = 1 << 22

// LogDensity implements inference.Predictor. The exact sum gives p(x, X)/p(X), a sum over all networks
// for each row; a chain the mean over its draws G of p(x | X, G). With BDeu it is a probability, and
// only for tables of zeros and ones, whose categories are known beforehand.
//
// Of a row with missing cells it is the density of the others. The exact sum of zeros and ones is repeated for
// every way to fill them in, if that takes few terms; else networks are drawn, from the exact posterior too, and
// the cells integrated out of each (marginal.Partial).
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	switch {
	case f.state.Iteration < 0:
		return nil, errors.New("dag: nothing has been fitted yet; run longer and try again")
	case f.discrete && f.data.Kind != inference.Binary:
		return nil, errors.New("dag: bdeu gives a density only for tables of zeros and ones; set score to bge")
	}
	n, d := x.Dims()
	var drawn *marginal.Draws
	out := make([]float64, n)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row, err := marginal.Row(f.data, x.RawRowView(i), f.discrete)
		if err != nil {
			return nil, fmt.Errorf("dag: %w", err)
		}
		missing := marginal.Missing(row)
		switch {
		case missing == d:
			continue
		case missing > 0 && f.exact && f.discrete && math.Pow(2, float64(missing))*math.Pow(3, float64(d)) <= mostTerms:
			out[i] = math.Inf(-1)
			err = marginal.Completions(row, func(row []float64) error {
				log, err := f.logSum(ctx, f.scorer.With(row))
				out[i] = special.LogAdd(out[i], log)
				return err
			})
		case missing > 0:
			if drawn == nil {
				drawn, err = f.networks(ctx)
			}
			if err == nil {
				out[i], _, err = drawn.LogMean(marginal.NewPartial(f.scorer, row))
			}
			if err != nil && ctx.Err() == nil {
				err = fmt.Errorf("dag: %w", err)
			}
		case f.exact:
			out[i], err = f.logSum(ctx, f.scorer.With(row))
		default:
			out[i] = f.logMean(f.scorer.With(row))
		}
		if err != nil {
			return nil, err
		}
		if f.discrete {
			out[i] = marginal.Probability(f.data, x.RawRowView(i), out[i])
		}
	}
	return out, nil
}

// networks are draws from the posterior, with parameters. A chain has only the networks that it kept; each may be
// drawn again with other parameters.
func (f *fit) networks(ctx context.Context) (*marginal.Draws, error) {
	rng := f.streams.Task(1)
	if f.exact {
		families := f.families
		if !f.built { // read from a file
			families = everyone(len(f.families))
			build := newBuilder(f.scorer, families, f.settings.Int("parents"))
			for !build.advance(setsAtOnce) {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
			}
		}
		all := newLayers(families, f.settings.Text("over") == "orders")
		if err := all.fill(ctx); err != nil {
			return nil, err
		}
		return marginal.NewDraws(func() *marginal.Network { return marginal.NewNetwork(f.scorer, all.draw(rng), rng) }), nil
	}
	kept := f.draws()
	count, k := min(len(kept), mostPredicting), -1
	return marginal.NewDraws(func() *marginal.Network {
		k++
		// Each round takes others of the networks kept.
		at := (k%count*len(kept) + k/count%(1+len(kept)/count)*len(kept)/(1+len(kept)/count)) / count
		var parents [][]int
		for j, m := range kept[at].Parents {
			parents = append(parents, f.families[j].set(m))
		}
		return marginal.NewNetwork(f.scorer, parents, rng)
	}), nil
}

// logSum returns the log evidence with one more row minus that without it.
func (f *fit) logSum(ctx context.Context, with marginal.Scorer) (float64, error) {
	families := everyone(len(f.families))
	build := newBuilder(with, families, f.settings.Int("parents"))
	for !build.advance(setsAtOnce) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
	all := newTotal(families, f.settings.Text("over") == "orders")
	for !all.advance(termsAtOnce, false) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
	if f.none == nil {
		empty := everyone(len(families))
		newBuilder(nil, empty, f.settings.Int("parents")).advance(math.MaxInt)
		f.none = newTotal(empty, f.settings.Text("over") == "orders")
		f.none.advance(math.MaxInt, false)
	}
	return all.log() - f.none.log() - f.state.Log, nil
}

// logMean returns the log of the mean density, over draws, of the extra row in with.
func (f *fit) logMean(with marginal.Scorer) float64 {
	all := f.draws()
	count := min(len(all), mostPredicting)
	type family struct {
		node int
		mask uint32
	}
	known := map[family]float64{}
	sum := math.Inf(-1)
	for k := range count {
		log := 0.0
		for j, m := range all[k*len(all)/count].Parents {
			v, ok := known[family{j, m}]
			if !ok {
				v = marginal.Family(with, j, f.families[j].set(m)) - f.families[j].score[m]
				known[family{j, m}] = v
			}
			log += v
		}
		sum = special.LogAdd(sum, log)
	}
	return sum - math.Log(float64(count))
}
