package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// Rounded numbers have the noise of rounding; numbers that are not rounded have next to none.
func TestRoundingNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 88))
	exact, rounded := mat.NewDense(400, 2, nil), mat.NewDense(400, 2, nil)
	lost := 0.0
	for i := range 400 {
		for j := range 2 {
			v := rng.NormFloat64()
			r := math.Round(v/0.2) * 0.2
			exact.Set(i, j, v)
			rounded.Set(i, j, r)
			lost += (v - r) * (v - r) / 800
		}
	}
	if got := covary.RoundingNoise(rounded); !(math.Abs(got/lost-1) <= 0.15) {
		t.Errorf("the noise of rounding is %.5f, was %.5f", got, lost)
	}
	if got := covary.RoundingNoise(exact); got > 1e-6 {
		t.Errorf("numbers that are not rounded have the noise %g", got)
	}
	rounded.Apply(func(_, _ int, v float64) float64 { return math.Copysign(1, v) }, rounded)
	if got := covary.RoundingNoise(rounded); got != covary.MostRounding {
		t.Errorf("two values have the noise %g", got)
	}
}

// Rows that agree in their rounded observed cells do not predict each other's hidden cells with
// certainty. With a quarter of iris hidden, a cell used to be predicted at -88 nats.
func TestHiddenCellsOfRoundedRows(t *testing.T) {
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	rng := inference.Streams{Seed: 2}.Task(98)
	var cells []inference.Cell
	var values []float64
	n, d := data.Dims()
	holes := *data
	holes.X = mat.DenseCopyOf(data.X)
	for i := range n {
		for j := range d {
			if rng.Float64() < 0.25 {
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, data.X.At(i, j))
				holes.X.Set(i, j, math.NaN())
			}
		}
	}
	f, err := newStepper("ddt", &holes, togetherSettings(t, "columns", correlated.AnyCovariance, "method", "mcmc"),
		inference.Streams{Seed: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for sweeps := 0; sweeps < 250; {
		r, err := f.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			sweeps++
		}
	}
	density, _, err := f.(inference.CellPredictor).LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range density {
		sum += v / float64(len(density))
	}
	t.Logf("%.3f nats a cell, noise %.2g at least", sum, covary.RoundingNoise(holes.X))
	if sum < -1 {
		t.Errorf("cells are predicted by %.3f nats", sum)
	}
}
