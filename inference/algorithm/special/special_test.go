package special

import (
	"math"
	"testing"
)

func TestLogAdd(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ a, b, want float64 }{
		{math.Log(2), math.Log(3), math.Log(5)},
		{math.Log(3), math.Log(2), math.Log(5)},
		{-1000, -1000, -1000 + math.Ln2},
		{1000, 0, 1000},
		{-inf, -3, -3},
		{-3, -inf, -3},
		{-inf, -inf, -inf},
		{inf, 0, inf},
	} {
		if got := LogAdd(c.a, c.b); got != c.want && !(math.Abs(got-c.want) <= 1e-13*math.Abs(c.want)) {
			t.Errorf("LogAdd(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if got := LogAdd(math.NaN(), 0); !math.IsNaN(got) {
		t.Errorf("LogAdd(NaN, 0) = %v", got)
	}
}
