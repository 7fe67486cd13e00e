package support

import (
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/tree"
)

// Facts describe how supports of clades were counted, for result.json.
type Facts struct {
	Columns      int     `json:"columns"`
	Effective    float64 `json:"effective_columns"`
	Draws        int     `json:"draws"`
	BranchPoints struct {
		Mean      float64 `json:"mean"`
		Deviation float64 `json:"standard_deviation"`
	} `json:"branch_points"`
}

// FactsOf returns the facts of the second chain of a result, or nil without one.
func FactsOf(s *inference.Snapshot) *Facts {
	w := witness.Of(s)
	if w == nil || len(w.Parents) == 0 {
		return nil
	}
	f := &Facts{Columns: w.Columns, Effective: w.Effective, Draws: len(w.Parents)}
	f.BranchPoints.Mean, f.BranchPoints.Deviation = w.Points()
	return f
}

// NEXUS returns a tree in the form of [tree.WriteNEXUS], with the transfer support of each branch point beside what
// else the tree has.
func (s *Set) NEXUS(t *tree.Tree) tree.NEXUSTree {
	x := tree.NEXUSTree{Name: "tree", Tree: t, TopIsRoot: true, Fields: make([][]string, t.Nodes())}
	near := s.Near(t)
	for v := range near {
		if !t.IsLeaf(v) {
			x.Fields[v] = []string{"transfer=" + strconv.FormatFloat(near[v], 'g', 6, 64)}
		}
	}
	return x
}
