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

// The powers are (j/n)⁴, those of a ladder in one ratio; the log weight adds up the steps of the power times the log
// likelihoods before them, or the differences of what is integrated out.
func TestPowersAndPath(t *testing.T) {
	for j, p := range Powers(4) {
		if want := []float64{0, 1.0 / 256, 1.0 / 16, 81.0 / 256, 1}[j]; p != want {
			t.Errorf("power %d is %v, want %v", j, p, want)
		}
	}
	for k, p := range Ladder(4, 0.008) {
		if want := []float64{1, 0.2, 0.04, 0.008}[k]; !(math.Abs(p-want) <= 1e-12) {
			t.Errorf("rung %d is %v, want %v", k, p, want)
		}
	}
	if l := Ladder(1, 0.1); len(l) != 1 || l[0] != 1 {
		t.Errorf("a ladder of one rung is %v", l)
	}
	p, log := NewPath([]float64{0, 0.25, 0.5, 1}), []float64{-8, -3, 5}
	for j, want := range []struct{ power, weight, fraction float64 }{{0.25, -2, 1.0 / 3}, {0.5, -2.75, 2.0 / 3},
		{1, -0.25, 1}} {
		power, more := p.Advance(log[j])
		if power != want.power || p.LogWeight() != want.weight || !(math.Abs(p.Fraction()-want.fraction) <= 1e-12) ||
			more != (j < 2) {
			t.Errorf("step %d: power %v, weight %v, fraction %v, more %v", j, power, p.LogWeight(), p.Fraction(), more)
		}
	}
	q := NewPath([]float64{0, 0.5, 1})
	for range 2 {
		q.AdvanceBy(func(power float64) float64 { return power * power * 8 })
	}
	if q.LogWeight() != 8 {
		t.Errorf("the weight is %v, want 8", q.LogWeight())
	}
	if got := LogSwap(1, 0.25, -4, -2); got != 1.5 { // (−2 − 0.25·4) − (−4 − 0.25·2)
		t.Errorf("the log probability of a swap is %v, want 1.5", got)
	}
}
