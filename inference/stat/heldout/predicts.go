package heldout

import "example.org/espalier/inference"

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
