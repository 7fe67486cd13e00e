package classtree

import (
	"slices"
	"testing"
)

// Classes stand for those with which most rows agree, and each for another one, those without rows too.
func TestMatched(t *testing.T) {
	labels := []int{5, 5, 5, 2, 2, 0}
	others := []int{1, 1, 4, 4, 4, 4}
	to := matched(labels, others, 7)
	if to[5] != 1 || to[2] != 4 {
		t.Errorf("classes stand for %v", to)
	}
	slices.Sort(to)
	if !slices.Equal(to, []int{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("classes stand for %v, not each for another one", to)
	}
}
