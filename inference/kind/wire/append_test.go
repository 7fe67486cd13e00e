package wire

import (
	"bytes"
	"math"
	"testing"
)

// What is appended has the bytes that the library writes, whatever its length.
func TestAppended(t *testing.T) {
	for _, n := range []int{0, 1, 5, 6, 23, 24, 63, 64, 255, 256, 16384, 65535, 65536} {
		singles, ints, list := make(Singles, n), make(Ints, n), make([]int, n)
		for i := range n {
			singles[i], ints[i] = float32(i)/3, i*i%1000
		}
		if n > 3 {
			singles[1], singles[2] = float32(math.NaN()), float32(math.Inf(1))
		}
		check := func(what string, v any, got []byte, err error) {
			want, failed := Marshal(v)
			if err != nil || failed != nil || !bytes.Equal(got, want) {
				t.Errorf("%d %s: %v, %v", n, what, err, failed)
			}
		}
		check("singles", singles, AppendSingles(nil, singles[:n/2], singles[n/2:]), nil)
		got, err := AppendColumn(nil, ints)
		check("ints", ints, got, err)
		check("list", list, append(AppendArray(nil, n), make([]byte, n)...), nil)
	}
	if want, err := Marshal([]*Singles(nil)); err != nil || !bytes.Equal(AppendNil(nil), want) {
		t.Errorf("nil: %v", err)
	}
}
