package trees

import (
	"math"

	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
)

// cutHolds reports whether a cut of a tree gives the groups of a state. Another tree, such as that
// of a later iteration, may give other groups. Then the groups stay as sets of rows, and the line
// disappears.
func cutHolds(t *tree.Tree, s State) bool {
	if s.CutTime <= 0 {
		return false
	}
	if study.SameGroups(s.Groups, t.CutAt(tree.LogTimeOf(s.CutTime))) {
		return true
	}
	// A cut into a number of groups is at a branch point, on the one or the other side of it.
	groups, logTime := t.CutInto(len(s.Groups))
	return TimeOfCut(logTime) == s.CutTime && study.SameGroups(s.Groups, groups)
}

// TimeOfCut returns the diffusion time of a cut.
func TimeOfCut(logTime float64) float64 { return -math.Expm1(-logTime) }
