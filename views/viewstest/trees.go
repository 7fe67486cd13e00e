package viewstest

import (
	"math"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
)

// One returns one tree as a list of weighted trees.
func One(tr *tree.Tree) []forest.Weighted {
	return []forest.Weighted{{Tree: tr, Objective: math.NaN(), Weight: 1}}
}
