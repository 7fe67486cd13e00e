package heldout

import (
	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Predicts says whether a model predicts new rows of data under settings, and whether it
// predicts missing cells, without fitting.
func Predicts(m inference.Model, data *inference.Dataset, s inference.Settings) (rows, cells bool) {
	if _, err := inference.Check(m, data, s); err != nil {
		return false, false
	}
	stepper, err := m.New(data, s, inference.Streams{}, 1)
	if err != nil {
		return false, false
	}
	_, rows = stepper.(inference.Predictor)
	_, cells = stepper.(inference.CellPredictor)
	return rows, cells
}

// PredictsRows reports whether a model, with its default settings, gives the density of new rows. It asks it about a
// few made-up ones.
func PredictsRows(m inference.Model) bool {
	x := mat.NewDense(6, 2, []float64{0, 1, 1, 0, 0.5, 0.2, 0.9, 0.4, 0.3, 0.8, 0.1, 0.6})
	t := &inference.Table{Name: "rows", Rows: []string{"a", "b", "c", "d", "e", "f"}, Columns: []string{"x", "y"}, X: x,
		Kind: inference.KindOf(x)}
	data, err := t.Prepare(inference.Preprocessing{})
	if err != nil {
		return false
	}
	rows, _ := Predicts(m, data, m.Info().Defaults())
	return rows
}
