package labels

import (
	"slices"
	"testing"
)

func TestNumber(t *testing.T) {
	z := []int{7, 2, 7, -1, 0, 2}
	if n := Number(z); n != 3 || !slices.Equal(z, []int{0, 1, 0, -1, 2, 1}) {
		t.Errorf("%d groups: %v", n, z)
	}
	if n := Number(nil); n != 0 {
		t.Errorf("%d groups of nothing", n)
	}
}

func TestNumbered(t *testing.T) {
	for _, z := range [][]int{nil, {0}, {0, 0, 1, 0, 2}} {
		if !Numbered(z) {
			t.Errorf("%v is numbered", z)
		}
	}
	for _, z := range [][]int{{1}, {0, 2}, {0, -1}, {0, 1, 3, 2}} {
		if Numbered(z) {
			t.Errorf("%v is not numbered", z)
		}
	}
}
