package selected

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Differences are in input units, and a count by hand confirms the p values.
func TestContrasts(t *testing.T) {
	// Working units are centred and halved; the third column is noise, the fourth cannot be tested.
	x := mat.NewDense(8, 4, nil)
	for i := range 8 {
		high := 0.0
		if i < 4 {
			high = 10
		}
		x.SetRow(i, []float64{(high + float64(i) - 5) / 2, (float64(i) - 5 - 2*high) / 2, float64((i * 5) % 8), 1})
	}
	data := &inference.Dataset{Rows: []string{"a", "b", "c", "d", "e", "f", "g", "h"},
		Columns: []string{"up", "down", "none", "constant"}, X: x,
		Centre: []float64{5, 5, 0, 0}, Scale: []float64{2, 2, 1, 1}}
	var m Summary
	var l Contrasts
	if l.Find(data, []int{0, 1, 2, 3}) || !l.Test(func() bool { return false }) {
		t.Fatal("the selection was known, or nothing is tested")
	}
	m.Highest, m.Lowest, m.Compared = l.Highest, l.Lowest, l.Compared
	if m.Compared != 3 || len(m.Highest) == 0 || len(m.Lowest) == 0 || m.Highest[0].Name != "up" ||
		m.Lowest[0].Name != "down" {
		t.Fatalf("%+v", m)
	}
	// The groups do not overlap: 2 of 8!/(4!)² = 70 ways are as far apart, in two of three tests.
	for _, c := range []Contrast{m.Highest[0], m.Lowest[0]} {
		if want := 2.0 / 70 * 3 / 2; !c.Tested || !(math.Abs(c.P-want) <= 1e-12) {
			t.Errorf("%s: p %v, not %v", c.Name, c.P, want)
		}
	}
	// 10 + (0+1+2+3)/4 against (4+5+6+7)/4; the standard deviation of 10 … 13, 4 … 7 is √10.25.
	if got, want := m.Highest[0].numbers(), "+6 · +1.87 s.d. · p = 0.043"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if note := m.TestNote(); !strings.Contains(note, "adjusted for 3 columns") {
		t.Errorf("note %q", note)
	}
}
