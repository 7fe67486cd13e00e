package inference

import (
	"math"
	"testing"
)

func TestEvidenceProposalNames(t *testing.T) {
	for _, name := range []string{"posterior", "t3", "t2.5", "wide1.5"} {
		p, err := ParseEvidenceProposal(name)
		if err != nil || p.String() != name {
			t.Errorf("%s becomes %v, %v", name, p, err)
		}
	}
	for _, name := range []string{"", "t", "t0", "t-1", "wide", "wideNaN", "tInf", "gauss"} {
		if p, err := ParseEvidenceProposal(name); err == nil {
			t.Errorf("%q is taken for %v", name, p)
		}
	}
}

func TestWeights(t *testing.T) {
	var w Weights
	logs := []float64{-1000, -1002, math.Inf(-1), -998, -1001}
	sum, squares := 0.0, 0.0
	for _, l := range logs {
		w.Add(l)
		sum += math.Exp(l + 1000)
		squares += math.Exp(2 * (l + 1000))
	}
	n := float64(len(logs))
	mean := sum / n
	variance := (squares/n - mean*mean) / (n - 1)
	log, se, effective := w.LogMean()
	if !(math.Abs(log-(math.Log(mean)-1000)) <= 1e-12) || !(math.Abs(effective-sum*sum/squares) <= 1e-12) {
		t.Errorf("%v, effective %v", log, effective)
	}
	if effective < 2 {
		if !math.IsNaN(se) {
			t.Errorf("a standard error of %v with %v effective draws", se, effective)
		}
	} else if !(math.Abs(se-math.Sqrt(variance)/mean) <= 1e-12) {
		t.Errorf("standard error %v, want %v", se, math.Sqrt(variance)/mean)
	}
	var even Weights
	for range 10 {
		even.Add(3)
	}
	if log, se, effective := even.LogMean(); !(math.Abs(log-3) <= 1e-15) || se > 1e-7 ||
		!(math.Abs(effective-10) <= 1e-12) {
		t.Errorf("equal weights: %v ± %v, effective %v", log, se, effective)
	}
	var none Weights
	none.Add(math.Inf(-1))
	if log, _, _ := none.LogMean(); !math.IsInf(log, -1) {
		t.Errorf("no weight: %v", log)
	}
}
