package file

import (
	"slices"
	"strconv"
	"testing"
)

// What is made in parallel arrives in the order of its keys, and a panic reaches the caller, who turns it into an
// error.
func TestInParallel(t *testing.T) {
	var keys []int
	for i := range 100 {
		keys = append(keys, 100-i)
	}
	var got []int
	for k, v := range inParallel(keys, strconv.Itoa) {
		if v != strconv.Itoa(k) {
			t.Errorf("%d gives %s", k, v)
		}
		got = append(got, k)
	}
	if !slices.Equal(got, keys) {
		t.Errorf("the order is %v", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	inParallel(keys, func(k int) int {
		if k == 50 {
			panic("a fault")
		}
		return k
	})
}
