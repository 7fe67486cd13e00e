package agglomerative

import (
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/saved"
)

// A saved tree has an order of all its leaves where one was asked for, and is reported only then. TestSavedMerges is
// of its merges.
func TestSavedOrder(t *testing.T) {
	good := func() *state {
		return &state{Merges: []linkage.Merge{{A: 0, B: 2, Height: 1}, {A: 1, B: 3, Height: 1}, {A: 4, B: 5, Height: 2}},
			Leaves: []int{2, 0, 1, 3}}
	}
	if !good().fits(4, true) || good().fits(4, false) || good().fits(3, true) || good().fits(5, true) {
		t.Error("a tree of four rows")
	}
	for name, c := range map[string]struct {
		spoil func(*state)
		fits  bool
	}{
		"height 0":           {func(f *state) { f.Merges[0].Height = 0 }, true},
		"a leaf twice":       {func(f *state) { f.Leaves[0] = 0 }, false},
		"a leaf too few":     {func(f *state) { f.Leaves = []int{0, 1, 2} }, false},
		"without order":      {func(f *state) { f.Leaves = nil }, true},
		"reported":           {func(f *state) { f.Reported = true }, true},
		"reported, no order": {func(f *state) { f.Reported, f.Leaves = true, nil }, false},
		"nothing":            {func(f *state) { f.Merges, f.Leaves = nil, nil }, true},
	} {
		f := good()
		if c.spoil(f); f.fits(4, true) != c.fits {
			t.Errorf("%s: fits is %v", name, !c.fits)
		}
	}
}

// Of the rounds of a distance within the tree those are to come that are left, fewer than all.
func TestSavedRounds(t *testing.T) {
	data := groups(4, 3, 2, 5)
	before := []linkage.Merge{{A: 0, B: 2, Height: 1}, {A: 1, B: 3, Height: 1}, {A: 4, B: 5, Height: 2}}
	for rounds, fine := range map[int]bool{-1: false, 0: true, withinRounds - 1: true, withinRounds: false} {
		text, err := saved.Seal("agglomerative", layout, state{Before: before, Rounds: rounds})
		if err != nil {
			t.Fatal(err)
		}
		s := inferencetest.Begin(t, Model{}, data, map[string]string{"distance": mahalanobis}).(*stepper)
		if err := s.UnmarshalBinary(text); (err == nil) != fine {
			t.Errorf("%d rounds to come: %v", rounds, err)
		}
		if plain := inferencetest.Begin(t, Model{}, data, nil).(*stepper); plain.UnmarshalBinary(text) == nil {
			t.Errorf("%d rounds are taken by a distance that has none", rounds)
		}
	}
}
