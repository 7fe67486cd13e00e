package geweke

import (
	"math"
	"testing"
)

func TestNamesOfSquares(t *testing.T) {
	names := []string{"factors", "Σ tanh G²", "log α", "factors²"}
	for i, want := range []string{"factors", "factors²", "Σ tanh G²", "(Σ tanh G²)²", "log α", "(log α)²", "factors²", "(factors²)²"} {
		if got := scoreName(names, i); got != want {
			t.Errorf("score %d is called %q, not %q", i, got, want)
		}
	}
}

// The squared standard error of a mean is the sum of squared deviations over n(n−1).
func TestMomentsAreThoseOfTheirDefinition(t *testing.T) {
	m := newMoments(1)
	for _, v := range []float64{7, 4, 10, 3} {
		m.add([]float64{v})
	}
	// The deviations from 6 are 1, −2, 4 and −3.
	if !(math.Abs(m.mean[0]-6) <= 1e-12) || !(math.Abs(m.errorOf(0)-30.0/(4*3)) <= 1e-12) {
		t.Errorf("mean %v with squared error %v", m.mean[0], m.errorOf(0))
	}
}

// A score is the mean difference in its standard errors, of a statistic and of its square.
func TestScores(t *testing.T) {
	p := NewPairs([]string{"a"})
	for _, c := range [][2]float64{{0, 1}, {1, 2}, {2, 5}} {
		p.Add([]float64{c[0]}, []float64{c[1]})
	}
	// The differences are 1, 1 and 3 with mean 5/3, and 1, 3 and 21 with mean 25/3.
	scores := p.Scores()
	for i, want := range []float64{5. / 3 / math.Sqrt(8./3/6), 25. / 3 / math.Sqrt(728./3/6)} {
		if !(math.Abs(scores[i].Z-want) <= 1e-9) {
			t.Errorf("%s: z %v, not %v", scores[i].Name, scores[i].Z, want)
		}
	}
}
