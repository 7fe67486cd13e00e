package gaussian

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
)

func TestPlanar(t *testing.T) {
	for _, columns := range []int{3, 2} {
		x := draws(40, columns, 0.6, 7)
		f := fitTo(t, x, "")
		p, err := Model{}.Planar(t.Context(), &inference.Dataset{X: x}, Model{}.Info().Defaults(), f.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Planar(t, p, columns, f.LogDensity)
	}
}
