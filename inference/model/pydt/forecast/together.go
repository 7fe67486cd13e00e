package forecast

import (
	"context"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// Together has the densities of new rows under a draw of columns of several kinds that vary together. Each place where
// a row may hang gives its latent numbers the law N(b + μ, VΣ), V as in math 8. The probability of its cells there is
// estimated without bias by one draw along them, see observation.Dependent. Σ is drawn given the draw.
type Together struct {
	*predict.Predictor
	table *observation.Table
	base  []float64
	place []int // of each latent number among the columns of the problem
	sigma []float64
	rng   *rand.Rand
}

// NewTogether returns the densities under a tree whose σ² is in units of sigma. columns are the latent numbers in the
// order of the problem; base are their intercepts.
func NewTogether(p *predict.Predictor, table *observation.Table, columns []int, base []float64, sigma mat.Symmetric,
	rng *rand.Rand) *Together {
	d := len(base)
	r := &Together{Predictor: p, table: table, base: base, place: make([]int, d), sigma: make([]float64, 0, d*d), rng: rng}
	for j, a := range columns {
		r.place[a] = j
	}
	for a := range d {
		for b := range d {
			r.sigma = append(r.sigma, sigma.At(a, b))
		}
	}
	return r
}

// LogDensity returns the log densities of new rows.
func (r *Together) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if err := predict.CheckRows(r.table); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = r.row(x.RawRowView(i))
	}
	return out, nil
}

// row returns the log of an estimate of the density of a row. Places far below the best are left out.
func (r *Together) row(y []float64) float64 {
	s, d, scale := r.S, len(r.base), r.S.Hyper.Sigma2
	cells := r.table.DependentOf(y)
	root, ok := cells.Root(r.sigma)
	if !ok {
		return math.NaN()
	}
	m, u := make([]float64, d), make([]float64, d)
	var sum special.LogSum
	for _, part := range r.Components {
		v := int(part.Node)
		variance := s.CavVari[v] + scale*(s.ParentRem(part.Node)-part.Rem)
		mu, message, share := s.CavMeanOf(part.Node), s.MeanOf(part.Node), 0.0
		if w := s.Vari[v] + scale*(part.Rem-s.Rem[v]); !math.IsInf(w, 1) {
			share = variance / (variance + w)
			variance = w * share
		}
		for a := range m {
			j := r.place[a]
			m[a] = r.base[a] + mu[j] - share*(mu[j]-message[j])
		}
		least := math.Inf(-1)
		if sum.Any {
			least = sum.Largest - predict.Negligible - part.LogMass
		}
		sum.Add(part.LogMass + cells.Once(m, root, math.Sqrt(variance+scale*part.Rem+s.Hyper.Noise), least, r.rng, u))
	}
	return sum.Value()
}
