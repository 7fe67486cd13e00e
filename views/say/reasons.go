package say

import (
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/facts"
)

// Decided says what a run decided where its settings left a choice to the data, and whether that is in doubt.
func Decided(s *inference.Snapshot) (text string) {
	if s == nil {
		return ""
	}
	for _, sentence := range facts.Decided(s) {
		text += " " + Sentence(sentence)
	}
	if doubt := graphs.Doubt(s); doubt != "" {
		text += " " + Sentence(doubt)
	}
	return text
}

// Reasoned says what a run that has ended decided, and why its result is as it is.
func Reasoned(s *inference.Snapshot) string {
	if why := s.Reason(); why != "" {
		return Decided(s) + " " + why
	}
	return Decided(s)
}

// SameNumber reports whether two texts are the same number.
func SameNumber(a, b string) bool {
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err1 == nil && err2 == nil && x == y
}
