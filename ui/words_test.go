package ui

import (
	"math"
	"testing"
	"time"

	"espalier/plotting"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{thousands(7), "7"}, {thousands(1240), "1,240"}, {thousands(-1234567), "−1,234,567"},
		{plotting.Plural(1, "row"), "1 row"}, {plotting.Plural(0, "row"), "0 rows"}, {plotting.Plural(2, "leaf|leaves"), "2 leaves"}, {plotting.Plural(3, "search"), "3 searches"},
		{durationInWords(300 * time.Millisecond), "under a second"}, {durationInWords(3200 * time.Millisecond), "about 4 s"},
		{durationInWords(41 * time.Second), "about 45 s"}, {durationInWords(4 * time.Minute), "about 4 min"},
		{durationInWords(130 * time.Minute), "about 2 h 10 min"}, {durationInWords(72 * time.Hour), "about 3 days"},
		{elapsedInWords(1440 * time.Millisecond), "1.4 s"}, {elapsedInWords(185 * time.Second), "3 min 05 s"}, {elapsedInWords(2*time.Hour + 5*time.Minute), "2 h 05 min"},
		{rateInWords(312.4), "310 per second"}, {rateInWords(2.34), "2.3 per second"}, {rateInWords(0.2), "12 per minute"}, {rateInWords(math.Inf(1)), ""},
		{number(0.3099999), "0.31"}, {number(-2095.93), "−2,095.9"}, {number(-78779.5), "−78,780"}, {number(0), "0"}, {number(1.5e-5), "1.5e−05"}, {number(math.NaN()), "–"}, {number(-0.999), "−0.999"}, {number(140), "140.0"},
		{bytesInWords(620_000_000), "620 MB"}, {bytesInWords(3_400_000_000_000), "3.4 TB"},
		{sentence("parameter alpha is off"), "Parameter alpha is off."}, {sentence("alpha: 2 is outside"), "alpha: 2 is outside."}, {sentence(""), ""},
		{fileName("First tree of penguins"), "first-tree-of-penguins"}, {fileName("…"), "figure"},
		{decimalPoint("1,5"), "1.5"}, {decimalPoint("1,000.5"), "1,000.5"},
	} {
		if c.got != c.want {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}

func TestParseTop(t *testing.T) {
	for text, want := range map[string]int{"": 0, "all": 0, " 60 ": 60, "1,000": 1000} {
		if k, err := parseTop(text); err != nil || k != want {
			t.Errorf("%q gives %d, %v", text, k, err)
		}
	}
	for _, text := range []string{"0", "-3", "2.5", "some"} {
		if _, err := parseTop(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
