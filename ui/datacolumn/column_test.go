package datacolumn

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"
)

// The form of preparation folds into one line once a table has results, shows when asked for, and folds again with
// the next table.
func TestFormFoldsWithResults(t *testing.T) {
	s := viewstest.NewStage(t)
	laid := 0
	c := New(Wishes{Resized: func() { laid++ }})
	s.Show(controls.Stack(0, c.Object), 300, 700)
	table := func(name string) Subject {
		t := &inference.Table{Name: name, X: mat.NewDense(1, 1, nil), Rows: []string{"r"}, Columns: []string{"c"}}
		return Subject{Table: t, Annotated: t, Data: &inference.Dataset{X: mat.NewDense(1, 1, nil), Rows: t.Rows, Columns: t.Columns}}
	}
	check := func(when string, form, line bool) {
		t.Helper()
		if c.rows.Visible() != form || c.folded.Visible() != line {
			t.Errorf("%s: the form is shown: %v, its line: %v", when, c.rows.Visible(), c.folded.Visible())
		}
	}
	check("without a table", false, false)
	c.Refresh(table("a"))
	check("without results", true, false)
	high := c.Object.MinSize().Height
	c.SetFitted(true)
	check("with results", false, true)
	if low := c.Object.MinSize().Height; low > high-150 || laid != 1 {
		t.Errorf("folded it is %v high, before %v; laid out %d times", low, high, laid)
	}
	test.Tap(c.Fold)
	check("asked for", true, true)
	c.Refresh(c.of)
	check("refreshed", true, true)
	test.Tap(c.Fold)
	check("hidden again", false, true)
	test.Tap(c.Fold)
	c.Refresh(table("b"))
	check("with another table", false, true)
	c.SetFitted(false)
	check("whose results are gone", true, false)
}
