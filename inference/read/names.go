package read

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"example.org/espalier/inference"
	"example.org/espalier/inference/words"
)

// cleanName makes a name a single line: it replaces runs of blanks, line ends and control
// characters by one space. Letters with accents are one character each (NFC), however the file composes them.
func cleanName(s string) string {
	s = norm.NFC.String(s)
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }),
		" ")
}

// uniqueNames cleans names, fills in empty ones and numbers repeated ones: a, a_2, a_3.
func uniqueNames(names []string, fill func(i int) string) (unique, filled, numbered []string) {
	unique = make([]string, len(names))
	taken := make(map[string]bool, len(names))
	count := make(map[string]int, len(names))
	for i, s := range names {
		unique[i] = cleanName(s)
		taken[unique[i]] = true
	}
	for i, s := range unique {
		if s == "" {
			s = fill(i)
			for taken[s] {
				s += "_"
			}
			taken[s] = true
			unique[i] = s
			filled = append(filled, s)
			count[s]++
			continue
		}
		count[s]++
		if count[s] == 1 {
			continue
		}
		base := s
		for taken[s] {
			s = base + "_" + strconv.Itoa(count[base])
			count[base]++
		}
		count[base]--
		taken[s] = true
		unique[i] = s
		numbered = append(numbered, s)
	}
	return unique, filled, numbered
}

// notesOnNames describes the names that uniqueNames made.
func notesOnNames(what string, filled, numbered []string) (notes []string) {
	if len(filled) > 0 {
		notes = append(notes, fmt.Sprintf("%s without a name %s called %s.", inference.Plural(len(filled), what),
			words.Were(len(filled)), words.QuoteSome(filled, 3)))
	}
	if len(numbered) > 0 {
		notes = append(notes, fmt.Sprintf("%s already in use %s numbered: %s.",
			inference.Plural(len(numbered), what+" name"), words.Were(len(numbered)), words.QuoteSome(numbered, 3)))
	}
	return notes
}
