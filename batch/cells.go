package batch

import (
	"errors"
	"fmt"
	"math"

	"espalier/inference"
	"espalier/inference/run"

	"gonum.org/v1/gonum/mat"
)

// hiddenCells are cells missing from the data that a model is given, and their values.
type hiddenCells struct {
	cells []inference.Cell
	value []float64 // working units
}

// predictsCells reports whether a model scores missing cells, as factor models do, and not new
// rows.
func predictsCells(model inference.Model, data *inference.Dataset, s inference.Settings) bool {
	if _, err := model.Check(data, s); err != nil {
		return false // the error is given where the fit begins
	}
	stepper, err := model.New(data, s, inference.Streams{}, 1)
	if err != nil {
		return false
	}
	_, ok := stepper.(inference.CellPredictor)
	return ok
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
		hidden = hide(m.table, *c.Holdout, c.Seed)
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
	values, err := m.data.Map(full)
	if err != nil {
		return err
	}
	place := m.data.RowIndex
	if c.Test != "" {
		place = matchRows(m.data, full)
	}
	m.cells = &hiddenCells{}
	n, d := m.data.Dims()
	for i := range n {
		if place[i] < 0 {
			continue
		}
		for j := range d {
			if v := values.At(place[i], j); math.IsNaN(m.data.X.At(i, j)) && !math.IsNaN(v) {
				m.cells.cells = append(m.cells.cells, inference.Cell{Row: i, Column: j})
				m.cells.value = append(m.cells.value, v)
			}
		}
	}
	if len(m.cells.cells) > 0 {
		return nil
	}
	if c.Test != "" {
		return fmt.Errorf("%s has no value where %s has a missing cell: a factor model is tested on such cells; give the table as it was before they were removed", full.Name, m.table.Name)
	}
	return fmt.Errorf("--holdout %v hides no cell of %s: every row and column keeps %d values at least, and too few have more; give a larger share, or hide cells yourself and score them with --test", *c.Holdout, m.table.Name, fewest)
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

// fewest is how many values each row and column keeps when cells are hidden.
const fewest = 2

// hide returns a copy of a table of which a share of the cells, chosen by the seed, is
// missing. Every row and column keeps two values at least, where it had them.
func hide(t *inference.Table, share float64, seed uint64) *inference.Table {
	n, d := t.Dims()
	x := mat.DenseCopyOf(t.X)
	rows, columns := make([]int, n), make([]int, d)
	var cells []inference.Cell
	for i := range n {
		for j := range d {
			if !math.IsNaN(x.At(i, j)) {
				cells = append(cells, inference.Cell{Row: i, Column: j})
				rows[i]++
				columns[j]++
			}
		}
	}
	rng := inference.Streams{Seed: seed}.Task(holdoutTask)
	rng.Shuffle(len(cells), func(a, b int) { cells[a], cells[b] = cells[b], cells[a] })
	for _, c := range cells[:max(1, int(math.Round(share*float64(len(cells)))))] {
		if rows[c.Row] > fewest && columns[c.Column] > fewest {
			x.Set(c.Row, c.Column, math.NaN())
			rows[c.Row]--
			columns[c.Column]--
		}
	}
	u := *t
	u.X = x
	return &u
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
