package pydt

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/mat"
)

// Check notes what a user should know about a table, and refuses tables that cannot be fitted.
func TestCheckNotes(t *testing.T) {
	s := independent(DDT{})
	data := pydttest.PriorData(30, 3, 4)
	if notes, err := (DDT{}).Check(data, s); err != nil || len(notes) != 0 {
		t.Errorf("%v %v", notes, err)
	}
	far := mat.DenseCopyOf(data.X)
	far.Apply(func(_, _ int, v float64) float64 { return v + 100 }, far)
	if notes, err := (DDT{}).Check(pydttest.DatasetOf(far), s); err != nil || len(notes) != 1 ||
		!strings.Contains(notes[0], "centre them") {
		t.Errorf("far from 0: %v %v", notes, err)
	}
	class := pydttest.DatasetOf(far) // of a table that was centred
	class.Preprocessing.Centre = true
	if notes, err := (DDT{}).Check(class, s); err != nil || len(notes) != 0 {
		t.Errorf("rows of a centred table far from 0: %v %v", notes, err)
	}
	gap := mat.DenseCopyOf(data.X)
	gap.Set(3, 1, math.NaN())
	if notes, err := (DDT{}).Check(pydttest.DatasetOf(gap), s); err != nil || len(notes) != 1 ||
		!strings.Contains(notes[0], "1 cells") && !strings.Contains(notes[0], "1 cell is") {
		t.Errorf("a missing cell: %v %v", notes, err)
	}
	equal := mat.DenseCopyOf(data.X)
	equal.SetRow(5, equal.RawRowView(4))
	if err := s.Fix("noise", true); err != nil {
		t.Fatal(err)
	}
	if notes, err := (DDT{}).Check(pydttest.DatasetOf(equal), s); err != nil || len(notes) != 1 ||
		!strings.Contains(notes[0], "noise") {
		t.Errorf("equal rows: %v %v", notes, err)
	}
	for name, x := range map[string]*mat.Dense{"one row": mat.NewDense(1, 2, []float64{1, 2}),
		"all equal":   mat.NewDense(3, 1, nil),
		"all missing": mat.NewDense(2, 1, []float64{math.NaN(), math.NaN()}),
		"infinite":    mat.NewDense(2, 1, []float64{1, math.Inf(1)})} {
		if _, err := (DDT{}).Check(pydttest.DatasetOf(x), s); err == nil {
			t.Errorf("%s: nothing is said", name)
		}
	}
}
