package forecast_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// New rows of latent numbers that do not depend on each other have the probabilities that sums over places give; where
// they do, a number tells of a yes.
func TestTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	s, p := pydttest.RandomState(rng, 6, 5, 0, .3)
	s.Settle()
	table := observation.NewTable(mat.NewDense(1, 4, nil), []observation.Column{nil, observation.YesNo{},
		observation.NewCategories(3), observation.NewOrdered([]float64{-.4, .5})})
	base := []float64{.1, -.3, .2, .4, 0}
	density := func(r *forecast.Together, y []float64) float64 {
		log, err := r.LogDensity(t.Context(), mat.NewDense(1, 4, y))
		if err != nil {
			t.Fatal(err)
		}
		return log[0]
	}
	tree := predict.NewPredictor(s)
	unit := mat.NewSymDense(5, nil)
	for a := range 5 {
		unit.SetSym(a, a, 1)
	}
	rows := forecast.NewTogether(tree, table, p.Columns, base, unit, rng)
	exact := predict.NewKinds(tree, table, p.Columns, base)
	for _, y := range [][]float64{{.4, 1, 2, 0}, {-1, 0, 0, 2}, {math.NaN(), 1, 1, math.NaN()}} {
		sum := 0.
		const rounds = 400
		for range rounds {
			sum += math.Exp(density(rows, y)) / rounds
		}
		if want := exact.Row(0, y); !(math.Abs(math.Log(sum)-want) <= .02) {
			t.Errorf("row %v has log density %v, want %v", y, math.Log(sum), want)
		}
	}
	bent := mat.NewSymDense(5, nil)
	bent.CopySym(unit)
	bent.SetSym(0, 1, .7)
	pair := func(sigma mat.Symmetric, number float64) float64 {
		r, sum := forecast.NewTogether(tree, table, p.Columns, base, sigma, rng), 0.
		for range 100 {
			sum += math.Exp(density(r, []float64{number, 1, math.NaN(), math.NaN()})) / 100
		}
		return sum
	}
	if high, low := pair(bent, 2)/pair(unit, 2), pair(bent, -2)/pair(unit, -2); !(high > 1.1 && low < .9) {
		t.Errorf("a high number makes yes %v times as likely where they vary together, a low one %v times", high, low)
	}
}
