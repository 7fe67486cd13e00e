package mixture_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/kind/mixture"

	"gonum.org/v1/gonum/mat"
)

func pair(ids [2]int, shares ...float64) *mixture.Mixture {
	return &mixture.Mixture{Components: []mixture.Component{{ID: ids[0], Mean: []float64{float64(ids[0])}},
		{ID: ids[1], Mean: []float64{float64(ids[1])}}},
		Noise: []float64{1}, Responsibilities: mat.NewDense(len(shares)/2, 2, shares), Epochs: []mixture.Epoch{{}}}
}

// Components are followed by their IDs, wherever they stand, and stand where they stand later.
func TestReplayed(t *testing.T) {
	was := pair([2]int{3, 7}, 1, 0, 1, 0, 0, 1, 0, 1)
	turned := pair([2]int{7, 3}, 0, 1, 0, 1, 1, 0, 1, 0)
	moved := pair([2]int{3, 7}, 1, 0, 0.5, 0.5, 0, 1, 0, 1)
	other := pair([2]int{3, 8}, 1, 0, 1, 0, 0, 1, 0, 1)
	if got := turned.Change(was); got != 0 {
		t.Errorf("turned: %v", got)
	}
	if got := moved.Change(was); !(math.Abs(got-0.125) < 1e-12) { // half a row of four
		t.Errorf("half a row moved: %v", got)
	}
	// Of the rows half are in another component; the means 8² + 7² apart of 3² + 3² + 8², the one of 7 being gone.
	if got := other.Change(was); !(math.Abs(got-math.Sqrt(64./82)) < 1e-12) {
		t.Errorf("another component: %v", got)
	}
	to := turned.Toward(was).(*mixture.Mixture)
	if to.Components[0].ID != 3 || to.Components[1].ID != 7 || !mat.Equal(to.Responsibilities, was.Responsibilities) {
		t.Errorf("%+v", to)
	}
	if first := other.Toward(turned).(*mixture.Mixture); first.Components[1].ID != 3 || first.Components[0].ID != 8 ||
		first.Responsibilities.At(0, 1) != 1 {
		t.Errorf("%+v", first)
	}
	if turned.Components[0].ID != 7 || was.Present().(*mixture.Mixture).Epochs != nil || len(was.Epochs) == 0 {
		t.Error("a published mixture was changed")
	}
}
