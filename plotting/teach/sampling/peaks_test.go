package sampling

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1, math.Abs(a), math.Abs(b)) }

func TestPeaksOccupancies(t *testing.T) {
	p := peaks{2.5}
	// At power 0 the prior is left; at power 1 the peaks are Gaussians times the prior.
	if o := p.occupy(0); !near(o.evidence, 1) || !near(o.right, 0.5) {
		t.Errorf("at power 0: %v, %v", o.evidence, o.right)
	}
	const prior, width = peaksPrior * peaksPrior, peaksWidth * peaksWidth
	o := p.occupy(1)
	if want := gaussianOverlap(2.5, prior, width); !near(o.evidence, want) {
		t.Errorf("evidence %v, by hand %v", o.evidence, want)
	}
	if d := o.right - (1 - peaksLeft); d > 1e-6 || d < -1e-6 {
		t.Errorf("right of 0 lies %v", o.right)
	}
	// Of two states at the same power every swap is made.
	if r := p.swapRate(o, o); !near(r, 1) {
		t.Errorf("rate of swaps with itself %v", r)
	}
	if r := p.swapRate(o, p.occupy(0.01)); r <= 0 || r >= 0.5 {
		t.Errorf("rate of swaps with the hottest %v", r)
	}
}

// gaussianOverlap is ∫ N(x; 0, a)·exp(−(x−m)²/2b) dx.
func gaussianOverlap(m, a, b float64) float64 {
	return math.Sqrt(b/(a+b)) * math.Exp(-m*m/(2*(a+b)))
}
