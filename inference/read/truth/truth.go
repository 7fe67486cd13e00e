// Package truth reads words that mean yes or no, and marks that stand where something is so.
package truth

import (
	"math"
	"slices"
	"strings"
)

// Of returns 1 for yes and true, 0 for no and false, in either case, and NaN for anything else.
func Of(s string) float64 {
	switch strings.ToLower(s) {
	case "true", "yes":
		return 1
	case "false", "no":
		return 0
	}
	return math.NaN()
}

// All reports whether all texts are true and false or yes and no, apart from missing ones.
func All(values []string, missing func(string) bool) bool {
	found := false
	for _, v := range values {
		if missing(v) {
			continue
		}
		if math.IsNaN(Of(v)) {
			return false
		}
		found = true
	}
	return found
}

// marks are those that people put into a cell where something is so. A plus has a minus as well.
var marks = []string{"x", "X", "✓", "✔", "✗", "✘", "×", "•", "●", "■", "*", "**", "+"}

// Marked returns the mark that stands in some cells and leaves all others empty; "" for other texts.
func Marked(values []string) string {
	mark, empty := "", false
	for _, v := range values {
		switch {
		case v == "":
			empty = true
		case mark == "":
			mark = v
		case v != mark:
			return ""
		}
	}
	if !empty || !slices.Contains(marks, mark) {
		return ""
	}
	return mark
}
