package vbmfa

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// Tables at the limits of what is taken.
func TestSizes(t *testing.T) {
	gap := math.NaN()
	for _, m := range []inference.Model{Model{}, Maximum{}} {
		inferencetest.Sizes(t, m, inferencetest.Size{Rows: 1, Columns: 2, Error: "at least two rows"},
			inferencetest.Size{Rows: 2, Columns: 1})
		for _, c := range []struct {
			x           []float64
			error, note string
		}{
			{[]float64{0, 0, 0, 0}, "all numbers are equal", ""}, {[]float64{0, 0, 0, 1e-9}, "", ""},
			{[]float64{gap, gap, gap, gap}, "every cell is missing", ""}, {[]float64{1e200, 0, 0, 1}, "too large to square", ""},
			{[]float64{1, 2, math.Inf(1), 4}, `row "r2" contains an infinite`, ""},
			{[]float64{1, gap, 3, 4}, "", "1 of 4 cells is missing"}, {[]float64{1, gap, gap, 4}, "", "2 of 4 cells"},
		} {
			notes, err := m.Check(inferencetest.DatasetOf(mat.NewDense(2, 2, c.x)), m.Info().Defaults())
			if (err != nil) != (c.error != "") || err != nil && !strings.Contains(err.Error(), c.error) ||
				!strings.Contains(strings.Join(notes, "\n"), c.note) {
				t.Errorf("%v: %q, %v; want %q, %q", c.x, notes, err, c.note, c.error)
			}
		}
	}
}
