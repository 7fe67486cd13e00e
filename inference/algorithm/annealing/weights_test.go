package annealing

import (
	"math"
	"testing"
)

// Of runs with the weights 1 and ½ there are 1.5²/1.25 = 1.8 effective ones, and their mean is ¾.
func TestEffectiveRuns(t *testing.T) {
	w := Weights{}
	w.Add(3)
	w.Add(3 - math.Ln2)
	if got := w.Effective(); !(math.Abs(got-1.8) <= 1e-12) {
		t.Errorf("%v effective runs, want 1.8", got)
	}
	if got := w.LogMean(); !(math.Abs(got-(3+math.Log(0.75))) <= 1e-12) {
		t.Errorf("log mean %v", got)
	}
	if got := w.StandardError(); !math.IsNaN(got) {
		t.Errorf("standard error %v of fewer than two effective runs", got)
	}
}

// Of the weights 1, 1 and ½ there are 2.5²/2.25 effective ones; equal weights have no error.
func TestStandardErrorOfTheMean(t *testing.T) {
	w := Weights{Log: []float64{5, 5, 5 - math.Ln2}}
	if got, want := w.StandardError(), math.Sqrt(2.25/6.25-1.0/3); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("standard error %v, want %v", got, want)
	}
	if got := (&Weights{Log: []float64{-2, -2, -2, -2}}).StandardError(); got != 0 {
		t.Errorf("standard error %v of equal weights", got)
	}
}
