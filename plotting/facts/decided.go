package facts

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/decision"
)

// Decided says in sentences what a fit decided where its settings left a choice to the data.
func Decided(s *inference.Snapshot) []string { return decision.Of(s).Sentences() }
