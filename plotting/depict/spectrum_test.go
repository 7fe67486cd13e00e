package depict_test

import (
	"context"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/spectrum"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/plottingtest"
)

// The line stands at the number that was chosen, the band at the largest gap; a number that is given has no
// modularities.
func TestEigenvalues(t *testing.T) {
	for k, words := range map[string]string{"0": "whose modularity is the greatest", "4": "4 clusters, " +
		"as asked for"} {
		s := fit(t, "iris", "spectral", 3, map[string]string{"k": k})
		e, err := depict.Named(s, "eigenvalues")
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Plate(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		f, of := p.Figure.(*chart.Chart), spectrum.Of(s.Snapshot)
		if gap := f.Layers[0].X[0]; gap != float64(of.Widest()) || f.Layers[1].X[0] != float64(of.Number) {
			t.Errorf("the gap is drawn behind %v, the line at %v: %+v", gap, f.Layers[1].X[0], of)
		}
		if !strings.Contains(f.Subtitle, words) || (len(f.Layers) > 4) != (k == "0") {
			t.Errorf("%q, %d layers", f.Subtitle, len(f.Layers))
		}
		if k == "0" {
			plottingtest.Picture(t, "eigenvalues_iris", f, 500, 300, 1)
		}
	}
}
