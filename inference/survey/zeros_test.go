package survey

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/recipe"

	"gonum.org/v1/gonum/mat"
)

// TestZerosAreMended: the doubt about zeros that stand apart offers the step that makes them missing, and after it
// there is none.
func TestZerosAreMended(t *testing.T) {
	const n = 40
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.Set(i, 0, 60+float64(i%17)+0.5)
		x.Set(i, 1, float64(i))
		if i%13 == 5 {
			x.Set(i, 0, 0)
		}
	}
	table := &inference.Table{X: x, Rows: make([]string, n), Columns: []string{"pressure; mm", "b"},
		Kind: inference.Continuous}
	for _, step := range []recipe.Text{"", `missing:0:pressure\; mm`} {
		d, err := table.Prepare(inference.Preprocessing{Recipe: step})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, doubt := range Doubts(d, false) {
			if strings.HasPrefix(doubt.Text, "0 stands in 3 cells of 1 column") {
				found = doubt.Cure == AddSteps && doubt.Steps == `missing:0:pressure\; mm` &&
					strings.Contains(doubt.Remedy, "--prepare")
			}
		}
		if found != (step == "") || math.IsNaN(d.Input(5, 0)) == found {
			t.Errorf("%q: found %v, cell %v", step, found, d.Input(5, 0))
		}
	}
}
