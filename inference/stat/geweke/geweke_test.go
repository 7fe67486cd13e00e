package geweke

import (
	"math"
	"testing"
)

func TestNamesOfSquares(t *testing.T) {
	names := []string{"factors", "Σ tanh G²", "log α", "factors²"}
	for i, want := range []string{"factors", "factors²", "Σ tanh G²", "(Σ tanh G²)²", "log α", "(log α)²", "factors²",
		"(factors²)²"} {
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

// Draws are compared with a chain by the mean of each and its square, the chain's error from means of √n batches.
func TestChainsByHand(t *testing.T) {
	drawn := [][]float64{{1}, {3}, {2}, {6}, {90}} // the last is beyond the whole batches
	chain := [][]float64{{2}, {4}, {5}, {9}, {70}}
	scores := Chains([]string{"a"}, drawn, chain)
	// Draws: mean 3, squared deviations 4, 0, 1 and 9. Batches: 3 and 7. Of the squares: 1, 9, 4 and 36 with mean 12.5,
	// and batches of 10 and 53.
	for i, want := range []float64{(3.0 - 5) / math.Sqrt(14.0/3/4+8.0/1/2),
		(12.5 - 31.5) / math.Sqrt((11.5*11.5+3.5*3.5+8.5*8.5+23.5*23.5)/3/4+2*21.5*21.5/1/2)} {
		if !(math.Abs(scores[i].Z-want) <= 1e-9) {
			t.Errorf("%s: z %v, want %v", scores[i].Name, scores[i].Z, want)
		}
	}
	if got := Greatest([]Score{{"a", 1}, {"b", -3}, {"c", 2}}); got != 3 {
		t.Errorf("the greatest score is %v, want 3", got)
	}
	if got := Greatest([]Score{{"a", 1}, {"b", math.NaN()}}); !math.IsInf(got, 1) {
		t.Errorf("the greatest score with no number is %v", got)
	}
	if z := zScore(0, 0); z != 0 {
		t.Errorf("a constant has the score %v", z)
	}
}
