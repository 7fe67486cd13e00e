package profiles

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// Columns stand by how much they tell the classes apart, with the shares of their levels and their means.
func TestOf(t *testing.T) {
	nan := math.NaN()
	d := inferencetest.DatasetOf(mat.NewDense(6, 4, []float64{
		0, 1, 2, 0, 0, 1, 0, 4, 1, 0, 1, 2, 1, 0, nan, 2, nan, 0, 1, 4, 1, 1, 1, 0}))
	d.Columns = []string{"sure", "safe", "kind", "seeds"}
	d.Kinds = []column.Kind{{Sort: column.YesNo, Levels: []string{"no", "yes"}},
		{Sort: column.YesNo, Levels: []string{"no", "yes"}},
		{Sort: column.Category, Levels: []string{"a", "b", "c"}}, {Sort: column.Count}}
	got := Of(d, []int{0, 0, 1, 1, 1, -1})
	var names []string
	for _, r := range got.Rows {
		names = append(names, r.Cells[0].Text+" "+r.Cells[1].Text)
	}
	want := []string{"sure yes", "safe yes", "kind a", "kind b", "kind c", "seeds mean count"}
	for i := range want {
		if i >= len(names) || names[i] != want[i] {
			t.Fatalf("lines %q, want %q", names, want)
		}
	}
	// Of class 1 one of two rows each is a and c, of class 2 both that are known are b: half of the variance of the
	// levels is that of a and c within class 1, Σ p(1 − p) = 5/8, within 1/4.
	inferencetest.Near(t, "between", got.Rows[2].Cells[2].Value, 1-(0.5*0.5)/(0.25*0.75*2+0.5*0.5), 1e-12)
	inferencetest.Near(t, "b in class 2", got.Rows[3].Cells[5].Value, 1, 0)
	inferencetest.Near(t, "c in class 1", got.Rows[4].Cells[4].Value, 0.5, 0)
	if got.Rows[5].Cells[5].Text != "2.67" {
		t.Errorf("mean count %q", got.Rows[5].Cells[5].Text)
	}
	if s := got.Sheets(); len(s) != 1 || len(s[0].Header) != 6 {
		t.Errorf("sheets %+v", s)
	}
}

// Numbers known between limits have medians, which may be limits, and a limit counts as beyond all that was measured.
func TestLimits(t *testing.T) {
	nan := math.NaN()
	d := inferencetest.DatasetOf(mat.NewDense(7, 1, []float64{nan, nan, 1, 2, 3, nan, nan}))
	d.Kinds = []column.Kind{{Sort: column.Censored}}
	below, above := column.Interval{Low: math.Inf(-1), High: 0.5}, column.Interval{Low: 9, High: math.Inf(1)}
	d.Limits = inference.Limits{{Row: 0}: below, {Row: 1}: below, {Row: 5}: above}
	row := Of(d, []int{0, 0, 0, 1, 1, 1, 1}).Rows[0]
	for k, want := range []string{"c1", "median", "", "1", "<0.5", "3"} {
		if got := row.Cells[k].Text; want != "" && got != want {
			t.Errorf("cell %d is %q, not %q", k, got, want)
		}
	}
	// The ranks 1.5, 1.5, 3 and 4, 5, 6 have the means 2 and 5: 6·1.5² of Σ(rank − 3.5)² = 17.
	inferencetest.Near(t, "between", row.Cells[2].Value, 6*1.5*1.5/17, 1e-12)
}
