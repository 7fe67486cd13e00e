package inference

import "testing"

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1726: "1,726", 1000000: "1,000,000", 12345678: "12,345,678"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d is written %q", n, got)
		}
	}
}
