package marginal

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// Ten different whole numbers are levels, eleven are not, nor are other numbers; the levels and places are those of the
// input, whatever the working units.
func TestLevels(t *testing.T) {
	nan := math.NaN()
	for most, want := range map[int][]float64{10: {0, 2, 4, 6, 8, 10, 12, 14, 16, 18}, 11: nil} {
		x := mat.NewDense(2*most, 1, nil)
		for i := range 2 * most {
			x.Set(i, 0, float64(2*(i%most)))
		}
		if got := Levels(inferencetest.DatasetOf(x), 0); !slices.Equal(got, want) {
			t.Errorf("%d numbers: levels %v, want %v", most, got, want)
		}
	}
	x := mat.NewDense(5, 2, []float64{3, 0.25, -1, 0.5, nan, 0.25, 3, 1, 7, 0.25})
	data := inferencetest.DatasetOf(x)
	data.Centre, data.Scale = []float64{2.2, 1}, []float64{1.7, 3}
	data.X = mat.NewDense(5, 2, nil)
	for i := range 5 {
		for j := range 2 {
			data.X.Set(i, j, (x.At(i, j)-data.Centre[j])/data.Scale[j])
		}
	}
	levels := Levels(data, 0)
	if !slices.Equal(levels, []float64{-1, 3, 7}) || Levels(data, 1) != nil {
		t.Fatalf("levels %v and %v", levels, Levels(data, 1))
	}
	for i, want := range []int{1, 0, -1, 1, 2} {
		if at, ok := Level(data, 0, levels, data.X.At(i, 0)); at != want || !ok {
			t.Errorf("row %d is at level %d, %v, want %d", i, at, ok, want)
		}
	}
	if _, ok := Level(data, 0, levels, (4-2.2)/1.7); ok {
		t.Error("4 is a level")
	}
	if got := value(data, 1, (0.123456-1)/3); got != 0.123456 {
		t.Errorf("0.123456 comes back as %v", got)
	}
	if got := Missing([]float64{1, nan, nan, 0}); got != 2 {
		t.Errorf("%d cells are missing, want 2", got)
	}
	if c := Complete(data); len(c.Rows) != 4 || c.Rows[2] != "r4" {
		t.Errorf("complete rows %v", c.Rows)
	}
}

// A row of zeros and ones is taken as such in input units, and nothing else is; a density in working units becomes a
// probability by the scale of the cells that are seen.
func TestRow(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(2, 3, []float64{-1, -2, 0, 1, 2, 0}))
	data.Kind, data.Centre, data.Scale = inference.Binary, []float64{0.5, 0.5, 0}, []float64{0.5, 0.25, 1}
	nan := math.NaN()
	got, err := Row(data, []float64{1, nan, 0}, true)
	if err != nil || got[0] != 1 || !math.IsNaN(got[1]) || got[2] != 0 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Row(data, []float64{1, 2, 2}, true); err == nil {
		t.Error("2 is taken as a zero or one")
	}
	if got, err := Row(data, []float64{5, 6, 7}, false); err != nil || !slices.Equal(got, []float64{5, 6, 7}) {
		t.Errorf("numbers %v, %v", got, err)
	}
	// du/dy is 2 and 4: a density of u is one of y times these.
	inferencetest.Near(t, "probability", Probability(data, []float64{1, -2, nan}, -3), -3-math.Log(2)-math.Log(4), 1e-12)
	var seen []string
	if err := Completions([]float64{nan, 1, nan},
		func(row []float64) error { seen = append(seen, fmt.Sprint(row)); return nil }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(seen, []string{"[0 1 0]", "[1 1 0]", "[0 1 1]", "[1 1 1]"}) {
		t.Errorf("completions %v", seen)
	}
}
