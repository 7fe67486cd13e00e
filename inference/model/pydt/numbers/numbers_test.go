package numbers

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

func table(columns int, values ...float64) *inference.Dataset {
	data := &inference.Dataset{X: mat.NewDense(len(values)/columns, columns, values), Centre: make([]float64, columns),
		Scale: make([]float64, columns)}
	for i := range len(values) / columns {
		data.Rows = append(data.Rows, string(rune('a'+i)))
	}
	for j := range columns {
		data.Scale[j] = 1
	}
	return data
}

// Tables without a tree are refused, each for its reason.
func TestCheck(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		data   *inference.Dataset
		probit bool
		want   string
	}{
		{table(2, 1, -1), false, "at least two rows"},
		{table(1, nan, nan), false, "every cell is missing"},
		{table(1, 0, 0), false, "all numbers are equal"},
		{table(1, 1, 1), true, "all numbers are equal"},
		{table(1, 1, 0), true, ""},
		{table(1, 1, inf), false, `row "b" contains an infinite number`},
		{table(1, 1e200, -1e200), false, "too large to square"},
		{table(1, 1e9, 1e9+1), false, "centre the columns"},
		{table(2, 1, nan, -1, 2), false, ""},
	} {
		err := Check(c.data, c.probit)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, not %q", c.data.X, err, c.want)
		}
	}
}

// Missing cells are counted, but not those of which limits are known.
func TestMissing(t *testing.T) {
	nan := math.NaN()
	data := table(2, 1, nan, -1, 2, nan, -2)
	if notes := Missing(data); len(notes) != 1 || !strings.HasPrefix(notes[0], "2 cells are missing") {
		t.Errorf("%q", notes)
	}
	data.Limits = inference.Limits{{Row: 0, Column: 1}: {Low: math.Inf(-1), High: 0}}
	if notes := Missing(data); len(notes) != 1 || !strings.HasPrefix(notes[0], "1 cell is missing") {
		t.Errorf("%q", notes)
	}
}

// Rows are equal where all cells are, missing ones with missing ones.
func TestEqualRows(t *testing.T) {
	nan := math.NaN()
	for want, data := range map[int]*inference.Dataset{0: table(2, 1, 2, 2, 1), 1: table(2, 1, nan, 2, 1, 1, nan),
		2: table(1, 3, 3, 3)} {
		if got := EqualRows(data); got != want {
			t.Errorf("%v: %d rows are equal, not %d", data.X, got, want)
		}
	}
}

// Zeros and ones are told from other numbers, in the units that were read.
func TestNotBinary(t *testing.T) {
	data := table(2, 0, 1, 1, math.NaN(), 0, 3)
	if i, j := NotBinary(data.X); i != 2 || j != 1 {
		t.Errorf("cell %d, %d", i, j)
	}
	if i, _ := NotBinary(table(1, 0, 1, math.NaN()).X); i >= 0 {
		t.Errorf("row %d", i)
	}
	if i, k := NotBinaryIn(data, 0), NotBinaryIn(data, 1); i >= 0 || k != 2 {
		t.Errorf("rows %d and %d", i, k)
	}
	scaled := table(1, -1, 1)
	scaled.Centre[0], scaled.Scale[0] = 0.5, 0.5
	if i := NotBinaryIn(scaled, 0); i >= 0 {
		t.Errorf("row %d of a scaled column of zeros and ones", i)
	}
}
