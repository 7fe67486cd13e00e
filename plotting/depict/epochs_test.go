package depict

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
)

// The trace says of an epoch what it tried, what became of it, and what was born and died.
func TestEpochsInWords(t *testing.T) {
	list := epochsOf(&inference.Snapshot{Parts: []inference.Part{&mixture.Mixture{Epochs: []mixture.Epoch{
		{First: 0, Last: 19, Accepted: true, Parent: -1, Children: [2]int{-1, -1}},
		{First: 20, Last: 39, Parent: 1, Children: [2]int{3, 4}, Deaths: []int{4}, Gain: -10},
		{First: 40, Last: 59, Accepted: true, Parent: 2, Children: [2]int{-1, -1}, Deaths: []int{2, 0}, Gain: 40},
		{First: 60, Last: 79, Open: true, Parent: 1, Children: [2]int{5, 6}, More: []int{7}},
	}}}})
	for i, want := range []struct {
		tried      bool
		born, says string
		died       []string
	}{
		{false, "", "fits the start", nil},
		{true, "components 4 and 5", "splits component 2, rejected", []string{"component 5"}},
		{true, "", "without component 3, accepted", []string{"component 3", "component 1"}},
		{true, "components 6, 7 and 8", "splits component 2, going on", nil},
	} {
		if e := list[i]; e.Tried != want.tried || e.Born != want.born || e.Lines[0][1] != want.says ||
			!slices.Equal(e.Died, want.died) {
			t.Errorf("epoch %d: %+v", i+1, e)
		}
	}
}
