package classes_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/classes"

	"gonum.org/v1/gonum/mat"
)

func full() inferencetest.KindValue {
	return &classes.Classification{Class: "species", Levels: []string{"x", "y"}, Truth: []int{1, -1, 0},
		Fitted:        []bool{true, false, false},
		Probabilities: mat.NewDense(3, 2, []float64{0.25, 0.75, math.NaN(), math.NaN(), 0.5, 0.5}), Iteration: 7}
}

func empty() inferencetest.KindValue { return new(classes.Classification) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/classes1.bin") }

func FuzzClasses(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		change func(k *classes.Classification)
		want   string
	}{
		"nothing": {func(*classes.Classification) {}, ""},
		"truth":   {func(k *classes.Classification) { k.Truth[0] = 2 }, "row 1 has class 3 of 2"},
		"rows":    {func(k *classes.Classification) { k.Truth = k.Truth[:2] }, "2 classes and 3 marks for 3 rows"},
		"sum":     {func(k *classes.Classification) { k.Probabilities.Set(0, 0, 0.5) }, "row 1 sum to 1.25"},
		"negative": {func(k *classes.Classification) {
			k.Probabilities.SetRow(0,
				[]float64{-1, 2})
		}, "the probability -1"},
		"half missing":  {func(k *classes.Classification) { k.Probabilities.Set(1, 0, 1) }, "row 2 sum to NaN"},
		"levels":        {func(k *classes.Classification) { k.Levels = k.Levels[:1] }, "3×2 for 3 rows and 1 classes"},
		"iteration":     {func(k *classes.Classification) { k.Iteration = -1 }, "iteration -1"},
		"probabilities": {func(k *classes.Classification) { k.Probabilities = nil }, "and their probabilities"},
	} {
		k := full().(*classes.Classification)
		c.change(k)
		err := k.Check(&inference.Dataset{X: mat.NewDense(3, 1, nil)})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
