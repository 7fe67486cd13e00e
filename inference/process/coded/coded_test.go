package coded

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func mixed() *inference.Dataset {
	nan := math.NaN()
	d := inferencetest.DatasetOf(mat.NewDense(5, 5, []float64{
		0.5, 1, 0, 2, 0,
		-1, 0, 2, 0, 4,
		nan, 1, 2, 1, nan,
		2, 0, nan, 1, 8,
		nan, 0, 0, 2, 1,
	}))
	d.Kinds = []column.Kind{{Sort: column.Censored}, {Sort: column.YesNo, Levels: []string{"n", "y"}},
		{Sort: column.Category, Levels: []string{"a", "b", "c"}},
		{Sort: column.Ordered, Levels: []string{"1", "2", "3"}},
		{Sort: column.Count}}
	d.Limits = inference.Limits{{Row: 2, Column: 0}: {Low: math.Inf(-1), High: -3}}
	return d
}

// Each column has the weight of as many numbers of variance 1 as it says, squared distances of levels are those of the
// chi-squared metric, and the mean of a row alone is the row.
func TestWeights(t *testing.T) {
	d := mixed()
	c := Of(d)
	want := []int{0, 1, 2, 2, 2, 3, 4}
	for k, j := range c.Column() {
		if j != want[k] {
			t.Fatalf("columns %v", c.Column())
		}
	}
	square := make([]float64, 5)
	for k, j := range c.Column() {
		n := 0.0
		for i := range 5 {
			if v := c.X.At(i, k); !math.IsNaN(v) {
				n++
			}
		}
		for i := range 5 {
			if v := c.X.At(i, k); !math.IsNaN(v) && n > 0 {
				square[j] += v * v / n
			}
		}
	}
	for j, want := range []float64{0, 1, 1, 1, 1} { // two of three levels occur
		if j > 0 {
			inferencetest.Near(t, d.Columns[j], square[j], want, 1e-12)
		}
	}
	distance := 0.0
	for k := 2; k < 5; k++ {
		distance += math.Pow(c.X.At(0, k)-c.X.At(1, k), 2)
	}
	inferencetest.Near(t, "levels of half the rows each", distance, 1/0.5+1/0.5, 1e-12)
	inferencetest.Near(t, "a limit", c.X.At(2, 0), -3, 0)
	if !math.IsNaN(c.X.At(4, 0)) || !math.IsNaN(c.X.At(3, 2)) {
		t.Error("a missing cell has a number")
	}
	for i := range 2 {
		back := c.Back(c.X.RawRowView(i))
		for j, v := range back {
			inferencetest.Near(t, "back", v, d.X.At(i, j), 1e-12)
		}
	}
}

// Tables of numbers, and of zeros and ones, are themselves.
func TestNothingToCode(t *testing.T) {
	d := mixed()
	d.Kinds, d.Limits = nil, nil
	if Of(d).X != d.X || Note(d) != "" {
		t.Error("numbers are coded")
	}
	d = inferencetest.DatasetOf(mat.NewDense(2, 1, []float64{0, 1}))
	d.Kind, d.Kinds = inference.Binary, []column.Kind{{Sort: column.YesNo, Levels: []string{"n", "y"}}}
	if Of(d).X != d.X {
		t.Error("zeros and ones are coded")
	}
}

// Columns that say the same are together, whatever the order of the levels; between numbers the distance is that of
// points.
func TestApart(t *testing.T) {
	d := inferencetest.DatasetOf(mat.NewDense(6, 4, []float64{
		0, 2, 1, -1, 0, 2, 1, -1, 1, 0, 0, 0, 1, 0, -0.5, 0, 2, 1, -0.5, 1, 2, 1, -1, 1,
	}))
	category := column.Kind{Sort: column.Category, Levels: []string{"a", "b", "c"}}
	d.Kinds = []column.Kind{category, category, {}, {}}
	far := Apart(d)
	inferencetest.Near(t, "renamed levels", far.At(0, 1), 0, 1e-6)
	a, b := mat.Col(nil, 2, d.X), mat.Col(nil, 3, d.X)
	inferencetest.Near(t, "numbers", far.At(2, 3), math.Sqrt(2*6*(1-stat.Correlation(a, b, nil))), 1e-12)
	d.Kinds = nil
	if Apart(d) != nil {
		t.Error("numbers alone have distances of their own")
	}
}
