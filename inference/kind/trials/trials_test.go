package trials_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/trials"
)

func full() inferencetest.KindValue {
	return &trials.Trials{Unit: "cell", Share: 0.125, Part: 4, Models: []trials.Model{
		{Name: "nsfa", Fits: []trials.Fit{{Name: "nsfa, seed 1", Seed: 1 << 63, N: 12, LogDensity: -1.5, Squared: 0.25},
			{Name: "nsfa, seed 2", Seed: 3, N: 13, LogDensity: -2.5, Squared: math.NaN()}}},
		{Name: "pca", Fits: []trials.Fit{{Name: "pca, seed 1", Seed: 5, N: 14, LogDensity: math.Inf(-1), Squared: 0.75}}},
	}}
}

func empty() inferencetest.KindValue { return new(trials.Trials) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/trials1.bin") }

func FuzzTrials(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestMean(t *testing.T) {
	if m := full().(*trials.Trials).Models; m[0].Mean() != -2 || !math.IsNaN(trials.Model{}.Mean()) {
		t.Errorf("mean %v", m[0].Mean())
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(x *trials.Trials){
		"neither a cell nor a row": func(x *trials.Trials) { x.Unit = "page" },
		"hidden proportion is 1":   func(x *trials.Trials) { x.Share = 1 },
		"one part in 0":            func(x *trials.Trials) { x.Part = 0 },
		"squared error -1":         func(x *trials.Trials) { x.Models[0].Fits[0].Squared = -1 },
		"of 0 cells":               func(x *trials.Trials) { x.Models[1].Fits[0].N = 0 },
	} {
		x := full().(*trials.Trials)
		change(x)
		if err := x.Check(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
