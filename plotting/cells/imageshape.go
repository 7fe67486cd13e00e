package cells

import (
	"math"
	"strings"
	"unicode"
)

// FeatureValue names the picture that a feature adds to the rows that own it.
const FeatureValue = "value"

// ImageShape guesses the size of the pictures of which columns with these names are the pixels: a
// square, if the names are one word with numbers. It returns 0 for columns that look like no
// picture.
func ImageShape(columns int, names []string) (width, height int) {
	s := int(math.Round(math.Sqrt(float64(columns))))
	if s < 4 || s*s != columns || !numbered(names) {
		return 0, 0
	}
	return s, s
}

// numbered reports whether the names are one word with numbers, like those of pixels.
func numbered(names []string) bool {
	word := func(name string) string {
		return strings.TrimRightFunc(name, func(r rune) bool {
			return unicode.IsDigit(r) ||
				strings.ContainsRune("_ ,x.×-", r)
		})
	}
	for _, n := range names {
		if n == word(n) || word(n) != word(names[0]) {
			return false
		}
	}
	return len(names) > 0
}
