package plotting

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestFormatNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", 0.30999999: "0.31", -0.5: "−0.5", 12.44: "12.4", 123.4: "123", 1240: "1,240", 1234567: "1,234,567",
		1240.3: "1,240", -98765.4321: "−98,765", 9.996: "10", 999.7: "1,000", 0.00123: "0.00123", 0.000123: "1.23e−4",
		3.1e-12: "3.1e−12", 2e7: "2e7", 1.5e300: "1.5e300", 0.1: "0.1", 100: "100", math.Inf(1): "∞", math.Inf(-1): "−∞",
	} {
		if got := FormatNumber(x); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
	if got := FormatNumber(math.NaN()); got != "–" {
		t.Errorf("NaN: %q", got)
	}
	if got := FormatDigits(-12345.678, 7); got != "−12,345.68" {
		t.Errorf("%q", got)
	}
}

func TestFormatRows(t *testing.T) {
	for x, want := range map[float64]string{0: "0 rows", 1: "1 row", 1.0004: "1 row", 2: "2 rows", 93.12: "93.1 rows",
		0.5: "0.5 rows", 1240: "1,240 rows"} {
		if got := FormatRows(x); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
}

func TestFormatCountAndPercent(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -12345: "−12,345",
		math.MinInt64: "−9,223,372,036,854,775,808"} {
		if got := FormatCount(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for p, want := range map[float64]string{0: "0 %", 1: "100 %", 0.98: "98 %", 0.5: "50 %", 0.0004: "< 0.1 %",
		0.004: "0.4 %", 0.994: "99.4 %", 0.99999: "> 99.9 %"} {
		if got := FormatPercent(p); got != want {
			t.Errorf("%v: %q, want %q", p, got, want)
		}
	}
}

// The texts of the parts of a whole add up to 100 with what is below 1 %; what is no whole is rounded one by one.
func TestFormatShares(t *testing.T) {
	for _, c := range []struct {
		parts []float64
		want  string
	}{
		{[]float64{0.8641, 0.1354, 0.0005}, "86 %, 14 %, < 0.1 %"},
		{[]float64{0.334, 0.333, 0.333}, "34 %, 33 %, 33 %"},
		{[]float64{0.255, 0.255, 0.49}, "26 %, 25 %, 49 %"},
		{[]float64{0.995, 0.004, 0.001}, "99.5 %, 0.4 %, 0.1 %"},
		{[]float64{0.286, 0.286, 0.286}, "29 %, 29 %, 29 %"},
		{[]float64{0.7, 0, 0.3}, "70 %, 0 %, 30 %"},
		{[]float64{0.7, 0.3, math.NaN()}, "70 %, 30 %, –"},
		{nil, ""},
	} {
		if got := strings.Join(FormatShares(c.parts), ", "); got != c.want {
			t.Errorf("%v: %q, want %q", c.parts, got, c.want)
		}
	}
}

func TestFormatDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "less than a second", 3400 * time.Millisecond: "about 3 s", 41 * time.Second: "about 40 s",
		58 * time.Second:  "about 1 min",
		200 * time.Second: "about 3 min", 44 * time.Minute: "about 45 min", 58 * time.Minute: "about 1 h",
		5 * time.Hour:   "about 5 h",
		100 * time.Hour: "about 4 days", -time.Second: "less than a second",
	} {
		if got := FormatDuration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		0: "0.0 s", 400 * time.Millisecond: "0.4 s", 12 * time.Second: "12 s", 59600 * time.Millisecond: "1:00 min",
		185 * time.Second: "3:05 min", 127 * time.Minute: "2:07 h",
	} {
		if got := FormatElapsed(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestPWords(t *testing.T) {
	for p, want := range map[float64]string{0.00009: "p < 0.0001", 0.0001: "p = 0.0001", 0.00083: "p = 0.00083",
		0.0456: "p = 0.046", 0.05: "p = 0.05", 0.0996: "p = 0.10", 0.364: "p = 0.36", 1: "p = 1.00"} {
		if got := PWords(p); got != want {
			t.Errorf("%v: %q, want %q", p, got, want)
		}
	}
}

func TestWithMinus(t *testing.T) {
	for text, want := range map[string]string{"": "", "-1": "−1", "index -0.001, 1e-5": "index −0.001, 1e-5", "(-.5)": "(−.5)",
		"x=-2": "x=−2", "t-test of 2020-01-31": "t-test of 2020-01-31", "a -": "a -", "k-means -k": "k-means -k"} {
		if got := WithMinus(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
