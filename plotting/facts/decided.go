package facts

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/forest"
)

// Decided lists in sentences the decisions of a fit where its settings left a choice to the data.
func Decided(s *inference.Snapshot) []string { return decision.Of(s).Sentences() }

// DecidedBy returns the numbers by which a fit decided.
func DecidedBy(s *inference.Snapshot) map[string]string { return decision.Of(s).Numbers() }

// BestTree returns the objective of the best tree of a snapshot; false without trees.
func BestTree(s *inference.Snapshot) (float64, bool) {
	if trees := forest.TreesOf(s); len(trees) > 0 {
		return trees[0].Objective, true
	}
	return 0, false
}
