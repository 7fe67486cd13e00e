// Package words writes lists and numbers of things for sentences. It is below all other packages.
package words

import (
	"slices"
	"strconv"
	"strings"
)

// Some lists texts, at most the given number: "a, b and 1,240 more".
func Some(texts []string, most int) string {
	text := strings.Join(texts[:min(most, len(texts))], ", ")
	if n := len(texts) - most; n > 0 {
		text += " and " + Grouped(n) + " more"
	}
	return text
}

// QuoteSome lists names in quotation marks, at most the given number, long ones shortened.
func QuoteSome(names []string, most int) string {
	quoted := make([]string, len(names))
	for i, name := range names[:min(most, len(names))] {
		quoted[i] = strconv.Quote(Shorten(name))
	}
	return Some(quoted, most)
}

// Unquoted returns the names of a list that QuoteSome has written; nil where one is shortened.
func Unquoted(list string) (names []string) {
	for {
		text, err := strconv.QuotedPrefix(list)
		if err != nil {
			return names
		}
		name, _ := strconv.Unquote(text)
		if strings.HasSuffix(name, "…") {
			return nil
		}
		names = append(names, name)
		list = strings.TrimPrefix(list[len(text):], ", ")
	}
}

// Shorten cuts a text to 40 characters.
func Shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}

// ByNumber returns one for a single thing, else many: ByNumber(n, "is", "are").
func ByNumber(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Were returns "was" for a single thing, else "were".
func Were(n int) string { return ByNumber(n, "was", "were") }

// Plural returns "1 row" or "1,240 rows".
func Plural(n int, word string) string { return Grouped(n) + " " + ByNumber(n, word, word+"s") }

// Grouped returns a whole number with groups of thousands: "1,240".
func Grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Different returns the names of a list once each, in the order in which they come first.
func Different(names []string) (once []string) {
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}
