package batch

import (
	"errors"
	"fmt"

	"espalier/inference"
	"espalier/inference/run"
	"espalier/inference/stat/heldout"
)

// hiddenCells are cells missing from the data that a model is given, and their values.
type hiddenCells struct {
	cells []inference.Cell
	value []float64 // working units
}

// hideCells completes a material with the cells to be scored: those that --holdout hides, or
// those missing from the data for which --test has values. whole is the data prepared as they
// are.
func (c *fitCommand) hideCells(m *material, whole *inference.Dataset, p inference.Preprocessing) error {
	if len(c.Baselines) > 0 {
		return usage("--baselines: %s scores cells and the baselines score rows; fit pca, spca or fa with the same --seed and --holdout: the same cells are hidden", c.Model)
	}
	full, hidden := m.table, (*inference.Table)(nil)
	m.data = whole
	if c.Holdout != nil {
		m.testFrom = "holdout"
		hidden = heldout.Cells(m.table, *c.Holdout, c.Seed)
		var err error
		if m.data, err = hidden.Prepare(p); err != nil {
			return err
		}
	} else {
		var err error
		if full, err = openTest(c.Test, c.readerFlags, m.data); err != nil {
			return err
		}
		m.testFrom = full.Name
	}
	place := m.data.RowIndex
	if c.Test != "" {
		place = matchRows(m.data, full)
	}
	cells, values, err := heldout.Missing(m.data, full, place)
	if err != nil {
		return err
	}
	m.cells = &hiddenCells{cells, values}
	if len(m.cells.cells) > 0 {
		return nil
	}
	if c.Test != "" {
		return fmt.Errorf("%s has no value where %s has a missing cell: a factor model is tested on such cells; give the table as it was before they were removed", full.Name, m.table.Name)
	}
	return fmt.Errorf("--holdout %v hides no cell of %s: every row and column keeps %d values at least, and too few have more; give a larger share, or hide cells yourself and score them with --test", *c.Holdout, m.table.Name, heldout.Fewest)
}

// matchRows returns for each row of the data its place in the table, by name; −1 for none.
func matchRows(d *inference.Dataset, t *inference.Table) []int {
	names := t.Rows
	if d.Preprocessing.Transpose {
		names = t.Columns
	}
	place := map[string]int{}
	for i, name := range names {
		place[name] = i
	}
	out := make([]int, len(d.Rows))
	for i, name := range d.Rows {
		at, ok := place[name]
		if !ok {
			at = -1
		}
		out[i] = at
	}
	return out
}

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

// scoreCells scores the hidden cells.
func (f *fitted) scoreCells(r *run.Run) error {
	m := f.material
	var density, mean []float64
	err := r.Do(func(s inference.Stepper) {
		density, mean, f.failure = s.(inference.CellPredictor).LogCells(m.cells.cells, m.cells.value)
	})
	if f.failure = errors.Join(err, f.failure); f.failure != nil {
		f.failure = fmt.Errorf("scoring the hidden cells: %w", f.failure)
		return f.failure
	}
	t := &cellTest{Cells: len(density), Source: m.testFrom}
	squares, working := 0.0, 0.0
	for i, c := range m.cells.cells {
		u, v := m.cells.value[i], mean[i]
		density[i] += m.data.LogJacobianAt(c.Column, u)
		y, predicted := m.data.InputAt(c.Column, u), m.data.InputAt(c.Column, v)
		squares += (y - predicted) * (y - predicted) / float64(len(density))
		working += (u - v) * (u - v) / float64(len(density))
		t.Row, t.Column = append(t.Row, m.data.Rows[c.Row]), append(t.Column, m.data.Columns[c.Column])
		t.Value, t.Predicted = append(t.Value, number(y)), append(t.Predicted, number(predicted))
	}
	t.LogDensity, t.SquaredError, t.WorkingError = numbers(density), number(squares), number(working)
	a, b := meanAndError(density)
	t.Mean, t.StandardError = number(a), number(b)
	f.cells = t
	return nil
}
