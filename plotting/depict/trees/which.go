package trees

import (
	"fmt"

	"example.org/espalier/plotting"
)

// A Which says which tree of a result is shown. The zero value is the usual one: the
// tree of maximum clade credibility where there are draws, else the best tree.
type Which struct {
	Kind  Kind
	Least float64 // of a consensus: the least share of the draws that have a clade, 0.5 or more
	// Chain and Iteration name a draw. If thinning drops that draw as the run continues, the
	// nearest one is shown.
	Chain, Iteration int
}

// Kind is a kind of tree that stands for draws.
type Kind string

// The kinds of trees.
const (
	ShownUsual     Kind = ""
	ShownConsensus Kind = "consensus"
	ShownCredible  Kind = "credible"
	ShownMedoid    Kind = "medoid"
	ShownBest      Kind = "best"
	ShownDraw      Kind = "draw"
)

var kinds = []Kind{ShownUsual, ShownConsensus, ShownCredible, ShownMedoid, ShownBest, ShownDraw}

// Standing returns the trees that can stand for draws, in the order of menus.
func Standing() []Which {
	return []Which{
		{Kind: ShownCredible},
		{Kind: ShownConsensus, Least: 0.5}, {Kind: ShownConsensus, Least: 0.75}, {Kind: ShownConsensus, Least: 0.95},
		{Kind: ShownMedoid}, {Kind: ShownBest},
	}
}

// String names a choice in the field's words: "Consensus ≥ 50 %".
func (c Which) String() string {
	switch c.Kind {
	case ShownConsensus:
		return "Consensus ≥ " + plotting.FormatPercent(c.Least)
	case ShownCredible:
		return "Maximum clade credibility"
	case ShownMedoid:
		return "Medoid"
	case ShownBest:
		return "Best draw"
	case ShownDraw:
		return fmt.Sprintf("Draw at chain %d, iteration %s", c.Chain+1, plotting.FormatCount(c.Iteration))
	}
	return "Best tree"
}

// least is the least share of the draws that have each clade of the consensus.
func (c Which) least() float64 {
	if c.Kind == ShownConsensus {
		return max(c.Least, 0.5)
	}
	return 0.5
}
