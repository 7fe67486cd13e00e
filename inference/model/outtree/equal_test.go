package outtree

import (
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// The estimate is of sums in logarithms where the rows are of few kinds for their number, and of plain ones elsewhere:
// of 1,000 rows and 4 columns, two and five kinds took 14 and 5 s a cycle, ten and a thousand some 1 s.
func TestFewKindsTakeLonger(t *testing.T) {
	estimate := func(n, kinds int) float64 {
		data := &inference.Dataset{X: mat.NewDense(n, 4, nil)}
		for i := range n {
			data.X.SetRow(i, []float64{float64(i % kinds), 1, 2, 3})
		}
		if _, err := (Model{}).Check(data, Model{}.Info().Defaults()); err != nil {
			t.Fatal(err)
		}
		return Model{}.Estimate(data, Model{}.Info().Defaults()).Iteration.Seconds()
	}
	plain := estimate(1000, 1000)
	for kinds, longer := range map[int]bool{1: true, 2: true, 5: true, 10: false, 500: false} {
		if got := estimate(1000, kinds); longer && got < 5*plain || !longer && got != plain {
			t.Errorf("%d kinds: %v s a cycle, %v s where all rows differ", kinds, got, plain)
		}
	}
	if got, plain := estimate(250, 2), estimate(250, 250); got != plain {
		t.Errorf("two kinds of 250 rows: %v s a cycle, %v s where all rows differ", got, plain)
	}
}
