package spectrum_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/spectrum"
)

func full() inferencetest.KindValue {
	return &spectrum.Spectrum{Values: []float64{0, 0.25, 0.75, 1}, Number: 2, Rule: spectrum.Modularity,
		Modularity: []float64{0.25, 0.5, 0.375}}
}

func empty() inferencetest.KindValue { return new(spectrum.Spectrum) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/spectrum1.bin") }

func FuzzSpectrum(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestWidest(t *testing.T) {
	for want, values := range map[int][]float64{1: {0}, 2: {0, 0.25, 0.75, 1}, 3: {0, 0.1, 0.2, 0.9, 1}} {
		if got := (&spectrum.Spectrum{Values: values}).Widest(); got != want {
			t.Errorf("%v: the gap lies behind %d", values, got)
		}
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(x *spectrum.Spectrum){
		"an eigenvalue of NaN": func(x *spectrum.Spectrum) { x.Values[1] = math.NaN() },
		"an eigenvalue of 3":   func(x *spectrum.Spectrum) { x.Values[3] = 3 },
		"do not rise":          func(x *spectrum.Spectrum) { x.Values[1] = 0.9 },
		"of modularity 2":      func(x *spectrum.Spectrum) { x.Modularity[0] = 2 },
		"0 clusters":           func(x *spectrum.Spectrum) { x.Number = 0 },
		"by \"chance\"":        func(x *spectrum.Spectrum) { x.Rule = "chance" },
	} {
		x := full().(*spectrum.Spectrum)
		change(x)
		if err := x.Check(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
