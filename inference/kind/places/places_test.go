package places_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/places"

	"gonum.org/v1/gonum/mat"
)

func full() inferencetest.KindValue {
	return &places.Places{X: []float64{0, 1.5}, Y: []float64{-2, 3}, Near: 12, Trust: 0.9, Continuity: 0.8,
		Correlation: 0.5,
		Tree:        0.4}
}

func empty() inferencetest.KindValue { return new(places.Places) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/places1.bin") }

func FuzzPlaces(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(x *places.Places){
		"2 and 1 coordinates":        func(x *places.Places) { x.Y = x.Y[:1] },
		"row 2 is at NaN":            func(x *places.Places) { x.X[1] = math.NaN() },
		"continuity of 2":            func(x *places.Places) { x.Continuity = 2 },
		"correlations of 0.5 and 3":  func(x *places.Places) { x.Tree = 3 },
		"correlations of -2 and 0.4": func(x *places.Places) { x.Correlation = -2 },
		"-1 nearest rows":            func(x *places.Places) { x.Near = -1 },
	} {
		x := full().(*places.Places)
		change(x)
		if err := x.Check(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := full().Check(&inference.Dataset{X: mat.NewDense(3, 5, nil)}); err == nil ||
		!strings.Contains(err.Error(), "of 3 rows") {
		t.Errorf("of a table of another size: %v", err)
	}
}
