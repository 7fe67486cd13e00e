package plotting

import (
	"math"
	"strconv"
	"strings"
)

// Years reports whether n numbers look like years: all are whole and from 1000 to 2999. Missing ones, NaN, do not
// count, and there must be others. Values in other units may come back a little off.
func Years(n int, value func(i int) float64) bool {
	seen := false
	for i := range n {
		x := value(i)
		if math.IsNaN(x) {
			continue
		}
		if !(x > 999.5 && x < 2999.5 && math.Abs(x-math.Round(x)) < 1e-6) {
			return false
		}
		seen = true
	}
	return seen
}

// Identifies reports whether a column of that name numbers things, so that its numbers are names.
func Identifies(name string) bool {
	lower := strings.ToLower(strings.TrimSpace(name))
	for _, word := range []string{"id", "identifier", "accession", "barcode", "year"} {
		if rest, ok := strings.CutSuffix(lower, word); ok && (rest == "" || strings.ContainsAny(rest[len(rest)-1:], "_ .-")) {
			return true
		}
	}
	return false
}

// FormatWhole returns a number that is a name, such as a year, rounded and without separators: "2009".
func FormatWhole(x float64) string {
	text := strconv.FormatFloat(math.Abs(math.Round(x)), 'f', 0, 64)
	if math.Round(x) < 0 {
		return minusSign + text
	}
	return text
}
