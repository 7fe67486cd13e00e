package treemixture

import (
	"math"
	"testing"
)

// Saved responsibilities are numbers from 0 to 1, one for each row and component.
func TestResponsible(t *testing.T) {
	f := &mixed{rows: make([][]float64, 2)}
	for name, c := range map[string]struct {
		r    []float64
		want bool
	}{
		"shares": {[]float64{0.5, 0.5, 1, 0}, true}, "too few": {[]float64{1, 0, 1}, false},
		"below 0": {[]float64{-0.1, 1, 0, 1}, false},
		"above 1": {[]float64{1.1, 0, 0, 1}, false}, "no number": {[]float64{0, 1, math.NaN(), 1}, false},
	} {
		if got := f.responsible(c.r, 2); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
