package sampler

import (
	"context"
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// A kindPredictor has what a draw predicts of cells of a table of kinds.
type kindPredictor struct {
	*predict.Predictor
	table *observation.Table
	base  []float64 // of each latent column, in the order of the table, as all that follows
	place []int     // of each latent column in the problem
	class []int
	room  []float64
	order []int // columns, those of densities first
}

func (t *kinded) predictorOf(d *Draw, p *posterior.Problem, begin posterior.Hyper) *kindPredictor {
	q := *p
	q.X = d.Latent
	k := &kindPredictor{Predictor: predict.NewPredictor(d.State(&q, begin)), table: t.table, base: make([]float64, p.D),
		place: make([]int, p.D), class: make([]int, p.D), room: make([]float64, 4*p.D)}
	for c, cl := range p.Classes {
		for j := cl.Low; j < cl.High; j++ {
			a := p.Columns[j]
			k.base[a], k.place[a], k.class[a] = d.Base[j], j, c
		}
	}
	k.order = densitiesFirst(t.table.Columns)
	return k
}

// predictor implements part.
func (t *kinded) predictor(d *Draw, p *posterior.Problem, begin posterior.Hyper) predictor {
	return t.predictorOf(d, p, begin)
}

// cell returns the log density or probability of a value in a column, and the value expected, where the a-th latent
// number of the column has the mean and variance of at(a).
func (k *kindPredictor) cell(row, column int, value float64, at func(latent int) (mean, variance float64)) (log, expected float64) {
	low, high := k.table.Of(column)
	n := high - low
	m, w := k.room[:n], k.room[n:2*n]
	for a := range n {
		mean, variance := at(low + a)
		m[a], w[a] = mean+k.base[low+a], variance
	}
	c := k.table.Columns[column]
	if c == nil {
		return predict.NormalLog(value-m[0], w[0]), m[0]
	}
	return c.Factor(row, value).Moments(m, w, k.room[2*n:3*n], k.room[3*n:4*n]), c.Predict(row, m, w)
}

// LogDensity returns the log density of new rows (math 8): each place where a row may hang gives the product over columns
// of what the cells have there.
func (k *kindPredictor) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	for _, c := range k.table.Columns {
		if counts, is := c.(*observation.Counts); is && counts.Exposed() {
			return nil, observation.ErrExposed
		}
	}
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = k.row(x.RawRowView(i))
	}
	return out, nil
}

// density reports whether a known cell of a column has a density, not a probability.
func density(c observation.Column) bool {
	_, censored := c.(*observation.Censored)
	return c == nil || censored
}

// densitiesFirst returns the places of columns, those of probabilities at the end.
func densitiesFirst(columns []observation.Column) (places []int) {
	for _, dense := range []bool{true, false} {
		for j, c := range columns {
			if density(c) == dense {
				places = append(places, j)
			}
		}
	}
	return places
}

// row returns the log density of a new row.
func (k *kindPredictor) row(y []float64) float64 {
	s := k.S
	c := len(s.Classes)
	var sum special.LogSum
	for _, part := range k.Components {
		v := int(part.Node)
		up, down := s.Hyper.Sigma2*(s.ParentRem(part.Node)-part.Rem), s.Hyper.Sigma2*(part.Rem-s.Rem[v])
		rest := s.Hyper.Sigma2*part.Rem + s.Hyper.Noise
		mu, m := s.CavMeanOf(part.Node), s.MeanOf(part.Node)
		at := func(latent int) (mean, variance float64) {
			j, class := k.place[latent], k.class[latent]
			mean, variance = mu[j], s.CavVari[v*c+class]+up
			if w := s.Vari[v*c+class] + down; !math.IsInf(w, 1) {
				share := variance / (variance + w)
				mean -= share * (mean - m[j])
				variance = w * share
			}
			return mean, variance + rest
		}
		log := part.LogMass
		for _, j := range k.order {
			if math.IsNaN(y[j]) {
				continue
			}
			cell, _ := k.cell(0, j, y[j], at)
			log += cell
			if !density(k.table.Columns[j]) && sum.Any && log < sum.Largest-predict.Negligible {
				break // what is left are probabilities
			}
		}
		sum.Add(log)
	}
	return sum.Value()
}
