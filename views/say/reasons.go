package say

import (
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/facts"
)

// Decided names the decisions of a run where its settings left a choice to the data, and says whether they are in
// doubt.
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

// Reasoned names the decisions of a run that has ended, and the reason for its result.
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
