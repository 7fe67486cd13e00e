package support

import (
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/decision"
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

// fewColumns is how many columns that vary together make the supports of a tree of columns by themselves too high: on
// simulated tables by .2 to .3 with five and ten of them, and by less than .1 with thirty.
const fewColumns = 20

// TooHigh says that the supports of a tree of columns by themselves are too high; "" where they are not. The columns
// are few and vary together, by the choice of how they do that auto has made, and the second chain did not draw how: it
// counts all columns where it does. So it is of columns of several kinds, and was of numbers.
func TooHigh(s *inference.Snapshot) string {
	w, chosen := witness.Of(s), decision.Of(s).Values()["columns"]
	if w == nil || w.Columns > fewColumns || w.Effective >= float64(w.Columns) || chosen == "" ||
		chosen == "independent" || decision.ByClarity(s) {
		return ""
	}
	return "The columns vary together, and they are few: supports of clades are too high here. Those of a tree " +
		"under the covariance of the columns hold."
}

// NEXUS returns a tree in the form of [tree.WriteNEXUS], with the transfer support of each branch point besides the
// tree's own labels.
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
