package inferencetest

import (
	"context"
	"fmt"
	"math"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Planar holds the density p of a fit of three columns along two of them against that of rows whose third
// cell is missing, which the model integrates out; and, of a fit of two columns, that along two directions at
// right angles against that of rows turned back. density is that of rows with such columns.
func Planar(t *testing.T, p inference.Planar, columns int,
	density func(context.Context, *mat.Dense) ([]float64, error)) {
	t.Helper()
	sin, cos := 0.0, 1.0
	across, up := []float64{1, 0, 0}[:columns], []float64{0, 1, 0}[:columns]
	if columns == 2 {
		sin, cos = math.Sincos(0.7)
		across, up = []float64{cos, sin}, []float64{-sin, cos}
	}
	for _, at := range [][2]float64{{0, 0}, {1.5, -2}, {-4, 5}, {12, 3}} {
		a, b := cos*at[0]+sin*at[1], -sin*at[0]+cos*at[1]
		got := 0.0
		for _, k := range p.Along(across, up) {
			det := k.XX*k.YY - k.XY*k.XY
			q := (k.YY*(a-k.X)*(a-k.X) - 2*k.XY*(a-k.X)*(b-k.Y) + k.XX*(b-k.Y)*(b-k.Y)) / det
			shape := math.Exp(-q / 2)
			if k.Freedom > 0 {
				shape = math.Pow(1+q/k.Freedom, -(k.Freedom+2)/2)
			}
			got += k.Weight * shape / (2 * math.Pi * math.Sqrt(det))
		}
		want, err := density(t.Context(), mat.NewDense(1, columns, []float64{at[0], at[1], math.NaN()}[:columns]))
		if err != nil {
			t.Fatal(err)
		}
		Close(t, fmt.Sprintf("%d columns: the log density at %v", columns, at), math.Log(got), want[0], 1e-8)
	}
}
