package dag

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/marginal"

	"gonum.org/v1/gonum/mat"
)

// A row with missing cells, against all 543 graphs: zeros and ones filled in in every way, numbers on a grid. Networks
// drawn from the exact sum give the same, and have the edges that the sum gives, over graphs and over orders.
func TestRowWithMissingCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	binary := inARow(rng)
	zeros := inferencetest.DatasetOf(binary)
	zeros.Kind = inference.Binary
	all := networks(4)
	for _, discrete := range []bool{true, false} {
		data, scorer := inferencetest.DatasetOf(eight()), marginal.Scorer(marginal.Usual(eight()))
		row, fill, weight := []float64{.4, math.NaN(), -.2, .3}, []float64(nil), []float64(nil)
		for u := -4.0; u < 4; u += 0.1 {
			fill, weight = append(fill, math.Sinh(u)), append(weight, 0.1*math.Cosh(u))
		}
		if discrete {
			data, scorer = zeros, marginal.NewDiscrete(codesFor(binary), []int{2, 2, 2, 2}, 1)
			row, fill, weight = []float64{1, math.NaN(), 0, 1}, []float64{0, 1}, []float64{1, 1}
		}
		for _, over := range []string{"graphs", "orders"} {
			f := fitted(t, data, map[string]string{"over": over})
			old, with := 0.0, 0.0
			score := func(s marginal.Scorer) (sum float64) {
				family := [4][16]float64{}
				for j := range family {
					for set := range family[j] {
						if set>>j&1 == 0 {
							g := network{0, 0, 0, 0}
							g[j] = set
							family[j][set] = marginal.Family(s, j, g.parents()[j])
						}
					}
				}
				for _, g := range all {
					log, times := 0.0, 1.0
					if over == "orders" {
						times = float64(g.orders(0))
					}
					for j, set := range g {
						log += family[j][set]
					}
					sum += times * math.Exp(log)
				}
				return sum
			}
			old = score(scorer)
			full := append([]float64(nil), row...)
			for k, x := range fill {
				full[1] = x
				with += weight[k] * score(scorer.With(full))
			}
			want := math.Log(with / old)
			got, err := f.LogDensity(context.Background(), mat.NewDense(1, 4, row))
			if err != nil {
				t.Fatal(err)
			}
			near := 0.1 // five standard errors
			if discrete {
				near = 1e-9
			}
			inferencetest.Near(t, "row", got[0], want, near)

			layers := newLayers(f.families, over == "orders")
			if err := layers.fill(context.Background()); err != nil {
				t.Fatal(err)
			}
			const draws = 2000
			share := make([]float64, 16)
			for range draws {
				parents := layers.draw(rng)
				for j, p := range parents {
					for _, i := range p {
						share[4*i+j] += 1. / draws
					}
				}
			}
			for k, p := range f.state.Found {
				inferencetest.Near(t, "edge", share[k], p, 0.045)
			}
			drawn := marginal.NewDraws(func() *marginal.Network { return marginal.NewNetwork(f.scorer, layers.draw(rng), rng) })
			drawnLog, e, err := drawn.LogMean(marginal.NewPartial(f.scorer, row))
			if err != nil {
				t.Fatal(err)
			}
			inferencetest.Near(t, "row by draws", drawnLog, want, 5*e)
			if !(e > 0 && e <= 0.05) {
				t.Errorf("a standard error of %v", e)
			}
		}
	}
}

// A chain and the exact sum score rows with missing cells alike; without a cell seen the density is 1.
func TestMissingInChains(t *testing.T) {
	holes := eight()
	holes.SetRow(2, []float64{math.NaN(), .3, 1.1, .2})
	rows := mat.NewDense(3, 4, []float64{.4, math.NaN(), -.2, .3, .1, math.NaN(), math.NaN(), .4, math.NaN(), math.NaN(),
		math.NaN(), math.NaN()})
	var logs [2][]float64
	for k, method := range []string{"exact", "partition"} {
		f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(holes), map[string]string{"method": method}).(*fit)
		for f.state.Iteration < 0 || !f.exact && f.state.Iteration < 2000 {
			f.advance()
		}
		var err error
		if logs[k], err = f.LogDensity(context.Background(), rows); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2 {
		inferencetest.Near(t, "row", logs[1][i], logs[0][i], 0.25)
	}
	inferencetest.Near(t, "nothing seen", logs[0][2], 0, 0)
	inferencetest.Near(t, "nothing seen", logs[1][2], 0, 0)
}
