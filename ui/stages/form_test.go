package stages

import "testing"

// Numbers drawn fit their column.
func TestDrawnFits(t *testing.T) {
	for v, want := range map[float64]string{0.0858: "0.0858", -804: "−804", 2.5527e-16: "3e−16", -1.92e-12: "−2e−12", 1234: "1,234"} {
		if got := drawn(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
