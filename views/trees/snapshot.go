package trees

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
)

// Show shows the trees and draws of a snapshot in a view; nil shows none.
func Show(v *View, s *inference.Snapshot) {
	if s == nil {
		v.SetSamples(nil, inference.BurnIn)
		v.SetTrees(nil)
		return
	}
	v.SetTrees(forest.TreesOf(s))
	v.SetSamples(forest.DrawsOf(s), inference.BurnIn)
}
