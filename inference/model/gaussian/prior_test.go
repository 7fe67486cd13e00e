package gaussian

import (
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// The prior has what it is given, each where it belongs.
func TestPriorOfAFit(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 0, 2, 1, 0, 3, -1, 2})
	f, err := newFit(x, 7, 0.25, true)
	if err != nil {
		t.Fatal(err)
	}
	if p := f.prior; p.Freedom != 7 || p.Kappa != 0.25 || p.Scale != 1 {
		t.Errorf("δ = %v, κ = %v, ρ = %v", p.Freedom, p.Kappa, p.Scale)
	}
	s := Model{}.Info().Defaults()
	for name, v := range map[string]string{"freedom": "9", "kappa": "0.5"} {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	stepper, err := Model{}.New(&inference.Dataset{X: x}, s, inference.Streams{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if p := stepper.(*fit).prior; p.Freedom != 9 || p.Kappa != 0.5 {
		t.Errorf("δ = %v, κ = %v", p.Freedom, p.Kappa)
	}
}
