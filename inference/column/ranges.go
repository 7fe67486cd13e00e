package column

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// ranged orders levels that are ranges of numbers one after the other: 25-34, 35-44, 75+; 0-9g/day, 10-19, 30+;
// (0,10], (10,20]. Some have two ends, and none overlaps another.
func ranged(levels []string) ([]string, bool) {
	of := make(map[string]Interval, len(levels))
	both := false
	for _, l := range levels {
		i, ok := rangeOf(l)
		if !ok {
			return nil, false
		}
		of[l] = i
		both = both || !i.Exact() && !math.IsInf(i.Low, 0) && !math.IsInf(i.High, 0)
	}
	if !both {
		return nil, false
	}
	ordered := slices.Clone(levels)
	slices.SortFunc(ordered, func(a, b string) int {
		return cmp.Or(cmp.Compare(of[a].Low, of[b].Low), cmp.Compare(of[a].High, of[b].High))
	})
	for k := 1; k < len(ordered); k++ {
		if a, b := of[ordered[k-1]], of[ordered[k]]; a.High > b.Low || a == b {
			return nil, false
		}
	}
	return ordered, true
}

// rangeOf reads a range with or without brackets and a unit behind it.
func rangeOf(level string) (Interval, bool) {
	s := strings.TrimRightFunc(strings.TrimSpace(level), func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsSpace(r) || r == '/' || r == '%'
	})
	if inner := strings.Trim(s, "[]()"); inner != s {
		s = strings.Replace(inner, ",", "–", 1)
	}
	if least, open := strings.CutSuffix(s, "+"); open {
		s = ">" + least
	}
	i, ok := ParseInterval(strings.ReplaceAll(s, " ", ""))
	return i, ok && i.Low <= i.High
}
