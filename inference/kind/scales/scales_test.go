package scales_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/scales"

	"gonum.org/v1/gonum/mat"
)

func full() inferencetest.KindValue {
	return &scales.Scales{Name: "resolution", Of: "community", Measure: "modularity", Asked: 1,
		At:     []float64{0.5, 1, 4},
		Labels: [][]int{{0, 0, 0}, {0, 0, 1}, {0, 1, -1}}, Quality: []float64{0.5, 0.25, -0.5}}
}

func empty() inferencetest.KindValue { return new(scales.Scales) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/scales1.bin") }

func FuzzScales(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestNearest(t *testing.T) {
	s := full().(*scales.Scales)
	for wanted, at := range map[float64]int{0.1: 0, 0.7: 0, 0.8: 1, 1.9: 1, 2.1: 2, 100: 2} {
		if got := s.Nearest(wanted); got != at {
			t.Errorf("%v is nearest to scale %d, not %d", wanted, got, at)
		}
	}
	if s.Groups(0) != 1 || s.Groups(2) != 2 {
		t.Errorf("%d and %d groups", s.Groups(0), s.Groups(2))
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(x *scales.Scales){
		"3 scales, 2 partitions": func(x *scales.Scales) { x.Labels = x.Labels[:2] },
		"2 qualities":            func(x *scales.Scales) { x.Quality = x.Quality[:2] },
		"a scale of 0":           func(x *scales.Scales) { x.At[0] = 0 },
		"2 was asked for":        func(x *scales.Scales) { x.Asked = 2 },
		"do not rise":            func(x *scales.Scales) { x.At[2] = 1 },
		"quality NaN":            func(x *scales.Scales) { x.Quality[1] = math.NaN() },
		"of no rows":             func(x *scales.Scales) { x.Labels[0] = nil },
		"2 labels for 3 rows":    func(x *scales.Scales) { x.Labels[1] = []int{0, 0} },
		"row 2 is in group -1":   func(x *scales.Scales) { x.Labels[1] = []int{0, -2, 0} },
	} {
		x := full().(*scales.Scales)
		change(x)
		if err := x.Check(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := full().Check(&inference.Dataset{X: mat.NewDense(2, 5, nil)}); err == nil ||
		!strings.Contains(err.Error(), "3 labels for 2 rows") {
		t.Errorf("of a table of another size: %v", err)
	}
}
