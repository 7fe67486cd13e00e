package facts

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
)

// Learnt returns the numbers that a run learnt, each with the title of its parameter or quantity, and says which were
// held.
func Learnt(s *depict.Subject) (l List) {
	titles := diagnostics.Titles(s.Info)
	shares := factor.StateOf(s.Snapshot) != nil
	for _, v := range s.Snapshot.Scalars {
		if v.Name == "explained" && shares {
			continue // the factors' shares of the variance say it, and do not add up to the squares that a draw leaves
		}
		text := plotting.FormatDigits(v.Mean, 3)
		if slices.ContainsFunc(s.Info.Parameters,
			func(p inference.Parameter) bool { return p.Name == v.Name && p.Learnt && s.Settings.Fixed(p.Name) }) {
			text += ", held"
		} else if v.StandardDeviation > 0 {
			text = about(v.Mean, v.StandardDeviation, text)
		}
		title, ok := titles[v.Name]
		if !ok {
			title = strings.ReplaceAll(v.Name, "_", " ")
		}
		for _, p := range s.Info.Parameters {
			if p.Name == v.Name && p.Type != inference.Choice && (!ok || chosen(p)) {
				// a choice may share its name with a number
				title = p.Title
				if first, _, _ := strings.Cut(title, ", "); !strings.Contains(first, "*") {
					title = p.Label()
				}
			}
		}
		if v.Name == "explained" {
			text = plotting.FormatPercent(v.Mean)
		}
		l.Say(title, text)
	}
	return l
}

// chosen reports whether a model that is told nothing chooses the value of a parameter. Others may share their names
// with a result of another meaning: the number of components at the start, or of edges that are expected.
func chosen(p inference.Parameter) bool { return !p.Learnt && p.Type == inference.Real && p.Zero != "" }

// about is "5.1 ± 1.4": the deviation has two digits, and the mean has as many decimals. Where either is too large or
// too small for that, alone stands for the mean, with digits of its own.
func about(mean, deviation float64, alone string) string {
	if deviation >= 0.01 && deviation < 1000 && math.Abs(mean) < 1000 {
		return depict.Around(board.Mean{Mean: mean, Error: deviation})
	}
	return alone + " ± " + plotting.FormatDigits(deviation, 2)
}

// Split returns the facts that words name, and those that go by a letter or by a letter with a star.
func (l List) Split() (words, symbols List) {
	for _, f := range l {
		if utf8.RuneCountInString(f.Words) <= 2 ||
			strings.ContainsFunc(f.Words, func(r rune) bool { return r == '*' || unicode.Is(unicode.Greek, r) }) {
			symbols = append(symbols, f)
		} else {
			words = append(words, f)
		}
	}
	return words, symbols
}
