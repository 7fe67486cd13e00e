package subject

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
)

// An OtherTree is the best tree of another result of the same rows in a study; its leaves are numbered as the rows.
type OtherTree struct {
	ID   study.ResultID
	Name string
	Tree *tree.Tree
}

// OtherTrees are told to a subject whose figures can be compared with them, the newest first.
type OtherTrees []OtherTree

// With returns the trees with the best tree of a result after them, if it has one over rows of these names.
func (l OtherTrees) With(id study.ResultID, name string, s *inference.Snapshot, rows []string) OtherTrees {
	if t := forest.Best(s); t != nil && slices.Equal(t.Names, rows) {
		l = append(l, OtherTree{id, name, t})
	}
	return l
}
