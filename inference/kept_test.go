package inference

import (
	"slices"
	"testing"
)

func TestThinAndAfterBurnIn(t *testing.T) {
	all := []int{0, 2, 4, 6, 8, 10, 12}
	self := func(i int) int { return i }
	if got := Thin(all, self, 4); !slices.Equal(got, []int{0, 4, 8, 12}) || all[1] != 2 {
		t.Errorf("thinned to %v of %v", got, all)
	}
	if got := AfterBurnIn(all, self, 12); !slices.Equal(got, []int{4, 6, 8, 10, 12}) {
		t.Errorf("after burn-in %v", got)
	}
	if got := AfterBurnIn(all, self, 0); len(got) != len(all) {
		t.Errorf("without iterations %v", got)
	}
	if got := AfterBurnIn(nil, self, 10); got != nil {
		t.Errorf("of nothing %v", got)
	}
}
