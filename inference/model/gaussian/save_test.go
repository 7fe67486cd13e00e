package gaussian

import (
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// A saved posterior is of as many columns and of more than two degrees of freedom.
func TestSavedFreedom(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(4, 2, []float64{1, 2, 3, 5, 0, 1, 4, 4}))
	for freedom, fine := range map[float64]bool{2: false, 1: false, 2.01: true, 2.7: true, 9: true} {
		of := inferencetest.Begin(t, Model{}, data, nil).(*fit)
		for !of.Finished {
			of.advance()
		}
		of.prior.SetFreedom(freedom)
		saved, err := of.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		f := inferencetest.Begin(t, Model{}, data, nil).(*fit)
		if err := f.UnmarshalBinary(saved); (err == nil) != fine || err == nil && f.prior.Freedom != freedom {
			t.Errorf("%v degrees of freedom: %v", freedom, err)
		}
		other := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(mat.NewDense(4, 1, []float64{1, 2, 3, 5})),
			nil).(*fit)
		if other.UnmarshalBinary(saved) == nil {
			t.Error("the posterior of two columns is taken for one")
		}
	}
}
