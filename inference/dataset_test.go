package inference

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A zero of a centred column is a zero again.
func TestInputOfZero(t *testing.T) {
	y := []float64{0, 0.7, 1.9, 3.3}
	d := &Dataset{Centre: []float64{1.475}, Scale: []float64{0.73}, X: mat.NewDense(len(y), 1, nil)}
	for i, v := range y {
		d.X.Set(i, 0, (v-d.Centre[0])/d.Scale[0])
	}
	d.X.Set(0, 0, math.Nextafter(d.X.At(0, 0), 0)) // as arithmetic may leave it
	if got := d.Input(0, 0); got != 0 {
		t.Errorf("0 became %v", got)
	}
	if got := d.Input(1, 0); !(math.Abs(got-0.7) <= 1e-12) {
		t.Errorf("0.7 became %v", got)
	}
}
