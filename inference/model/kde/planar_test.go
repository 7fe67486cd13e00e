package kde

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
)

func TestPlanar(t *testing.T) {
	for _, columns := range []int{3, 2, -3, -2} { // with missing cells those below 0
		gaps := columns < 0
		columns = max(columns, -columns)
		x := draws(40, columns, gaps)
		f := fitTo(t, x, "")
		p, err := Model{}.Planar(t.Context(), &inference.Dataset{X: x}, Model{}.Info().Defaults(), f.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Planar(t, p, columns, f.LogDensity)
	}
}

// A saved bandwidth is above 0.
func TestSavedBandwidth(t *testing.T) {
	for _, h := range []float64{0.5, 0, -1} {
		var f fit
		of := &fit{bandwidth: h, score: 2}
		of.Finished = true
		data, err := of.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if err := f.UnmarshalBinary(data); (err == nil) != (h > 0) || err == nil && (f.bandwidth != h || f.score != 2) {
			t.Errorf("a bandwidth of %v: %v, %+v", h, err, f)
		}
	}
}

// Three rows make a fit, two do not.
func TestLeastRowsOfAFit(t *testing.T) {
	for n, fine := range map[int]bool{2: false, 3: true} {
		if _, err := (Model{}).New(&inference.Dataset{X: draws(n, 2, false)}, Model{}.Info().Defaults(), inference.Streams{},
			1); (err == nil) != fine {
			t.Errorf("%d rows: %v", n, err)
		}
	}
}
