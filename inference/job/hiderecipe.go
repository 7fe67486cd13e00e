package job

import (
	"errors"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/heldout"

	"gonum.org/v1/gonum/mat"
)

// hideAfterRecipe is hideCells for a preprocessing with a recipe. Cells are hidden in the table that the recipe
// returns: hidden before, they would change the size factor or the log ratios of the rest of their row. So the recipe
// has seen them. Cells of a test table are scored if no step looks at whole rows.
func (m *Material) hideAfterRecipe(whole *inference.Dataset, p inference.Preprocessing) error {
	h := m.Spec.Held
	if h.Test != nil {
		if p.LooksAtRows() {
			return errors.New(
				"the recipe looks at whole rows, which differ in the test table; hold out a proportion of the cells, or rows")
		}
		m.Data, m.Held.From = whole, m.Test.Name
		var err error
		if m.Held.Cells, m.Held.Values, err = heldout.Missing(m.Data, m.Test, matchRows(m.Data, m.Test)); err != nil {
			return err
		}
		return m.hidden(m.Test)
	}
	a, err := m.Table.AfterRecipe(p)
	if err != nil {
		return err
	}
	left, asked := *a.Table, a.Table
	if h.Share > 0 {
		hidden, whole := heldout.Cells(a.Table, h.part())
		left, asked = *hidden, whole
	} else if left.X, err = m.without(a, p.Transpose); err != nil {
		return err
	}
	if m.Data, err = left.Prepare(a.Rest); err != nil {
		return err
	}
	m.Held.From = "holdout"
	m.Held.Cells, m.Held.Values, err = heldout.Missing(m.Data, asked, slices.Clone(m.Data.RowIndex))
	if err != nil {
		return err
	}
	a.Restore(m.Data, p)
	return m.hidden(a.Table)
}

// without returns the numbers after the recipe with the given cells missing.
func (m *Material) without(a inference.AfterRecipe, transposed bool) (*mat.Dense, error) {
	n, d := m.Table.Dims()
	x := mat.DenseCopyOf(a.Table.X)
	for _, c := range m.Spec.Held.Cells {
		if c[0] > n || c[1] > d {
			return nil, fmt.Errorf("cell %d, %d cannot be held out: the table has %d rows and %d columns", c[0], c[1], n, d)
		}
		i, j := c[0]-1, c[1]-1
		if transposed {
			i, j = j, i
		}
		if i, j = slices.Index(a.Rows, i), slices.Index(a.Columns, j); i >= 0 && j >= 0 {
			x.Set(i, j, missing)
		}
	}
	return x, nil
}
