package geweke

import "testing"

func TestNamesOfSquares(t *testing.T) {
	names := []string{"factors", "Σ tanh G²", "log α", "factors²"}
	for i, want := range []string{"factors", "factors²", "Σ tanh G²", "(Σ tanh G²)²", "log α", "(log α)²", "factors²", "(factors²)²"} {
		if got := scoreName(names, i); got != want {
			t.Errorf("score %d is called %q, not %q", i, got, want)
		}
	}
}
