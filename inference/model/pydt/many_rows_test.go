package pydt

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// A table of many rows for its columns is told that a tree under their covariance may part its groups better, and what
// to do; one of fewer rows, or with the columns chosen, is not.
func TestManyRowsAreTold(t *testing.T) {
	told := func(n int, columns string) bool {
		rng := rand.New(rand.NewPCG(1, 1))
		x := mat.NewDense(n, 3, nil)
		data := &inference.Dataset{X: x, Rows: make([]string, n), Columns: []string{"a", "b", "c"}}
		for i := range n {
			for j := range 3 {
				x.Set(i, j, rng.NormFloat64())
			}
		}
		s := DDT{}.Info().Defaults()
		if err := s.Set("columns", columns); err != nil {
			t.Fatal(err)
		}
		notes, err := DDT{}.Check(data, s)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(strings.Join(notes, " "), "columns=covariance")
	}
	if !told(24, "auto") || told(23, "auto") || told(24, "covariance") || told(24, "independent") {
		t.Error("the note on many rows does not follow the number of rows and the choice of columns")
	}
}
