package scree_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/scree"

	"gonum.org/v1/gonum/mat"
)

func full() inferencetest.KindValue {
	return &scree.Scree{Values: []float64{2.5, 1, 0.5}, Band: []float64{1.5, 1.25, 1}, Number: 1, Shown: 2}
}

func empty() inferencetest.KindValue { return new(scree.Scree) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/scree1.bin") }

func FuzzScree(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestShares(t *testing.T) {
	values, band := full().(*scree.Scree).Shares()
	if values[0] != 0.625 || band[2] != 0.25 {
		t.Errorf("shares %v, band %v", values, band)
	}
	if values, _ := (&scree.Scree{Values: []float64{0}, Band: []float64{0}}).Shares(); values != nil {
		t.Errorf("shares %v of no variance", values)
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(x *scree.Scree){
		"a band of 2 points":     func(x *scree.Scree) { x.Band = x.Band[:2] },
		"an eigenvalue of NaN":   func(x *scree.Scree) { x.Values[1] = math.NaN() },
		"an eigenvalue of -1":    func(x *scree.Scree) { x.Band[1] = -1 },
		"the eigenvalues do not": func(x *scree.Scree) { x.Values[2] = 2 },
		"4 components stand out": func(x *scree.Scree) { x.Number = 4 },
		"and -1 are shown":       func(x *scree.Scree) { x.Shown = -1 },
	} {
		x := full().(*scree.Scree)
		change(x)
		if err := x.Check(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := full().Check(&inference.Dataset{X: mat.NewDense(2, 5, nil)}); err == nil ||
		!strings.Contains(err.Error(), "2 × 5") {
		t.Errorf("of a table of another size: %v", err)
	}
}
