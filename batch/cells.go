package batch

import "example.org/espalier/inference/job"

// cellTest is the layout of test in result.json for models that score cells. Everything is in
// the units of the input table.
type cellTest struct {
	Cells         int      `json:"cells"`
	Source        string   `json:"source"`
	Mean          number   `json:"log_density_mean"`
	StandardError number   `json:"log_density_standard_error"`
	SquaredError  number   `json:"squared_error_mean"`
	WorkingError  number   `json:"squared_error_mean_working_units"`
	LogDensity    []number `json:"log_density"`
	Row           []string `json:"cell_rows"`
	Column        []string `json:"cell_columns"`
	Value         []number `json:"values"`
	Predicted     []number `json:"predicted"`
}

// cellTestOf lays out the scores of hidden cells.
func cellTestOf(c *job.CellScores) *cellTest {
	mean, se := meanAndError(c.LogDensity)
	return &cellTest{Cells: len(c.LogDensity), Source: c.From, Mean: number(mean), StandardError: number(se),
		SquaredError: number(c.SquaredError), WorkingError: number(c.WorkingError), LogDensity: numbers(c.LogDensity),
		Row: c.Row, Column: c.Column, Value: numbers(c.Value), Predicted: numbers(c.Predicted)}
}
