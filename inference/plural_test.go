package inference

import "testing"

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{-1240: "-1,240", -240: "-240", 0: "0", 999: "999", 1726: "1,726",
		1000000: "1,000,000", 12345678: "12,345,678"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d is written %q", n, got)
		}
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 2: "2 rows", 200000: "200,000 rows"} {
		if got := Plural(n, "row"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
