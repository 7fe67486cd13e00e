// Package forest is the kind of result of models of trees: the best trees with weights, and
// the draws of chains.
package forest

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
)

// Kind is the name of the kind.
const Kind = "forest"

// A Forest is the trees that a model offers. It is never modified once published.
type Forest struct {
	Trees []Weighted // the best first
	Draws []Draw     // of models that sample; nil for others
}

// Weighted is one of several trees that a model offers.
type Weighted struct {
	Tree      *tree.Tree
	Objective float64 // in working units; NaN where there is none
	Weight    float64 // share among the trees listed, summing to 1
}

// A Draw is a tree that a chain kept. Draws stand by chain and then by iteration, burn-in
// included. They are evenly spaced in each chain; the spacing grows with the length of the
// run so that their number stays bounded.
type Draw struct {
	Chain     int // from 0
	Iteration int
	Objective float64 // log joint, in working units
	Tree      *tree.Tree
}

// At returns where in a run the draw was kept.
func (d Draw) At() (chain, iteration int) { return d.Chain, d.Iteration }

// Of returns the forest of a snapshot; empty where there is none.
func Of(s *inference.Snapshot) Forest {
	if f, ok := inference.Of[*Forest](s); ok {
		return *f
	}
	return Forest{}
}

// TreesOf returns the trees offered in a snapshot, the best first; nil where there are none.
func TreesOf(s *inference.Snapshot) []Weighted { return Of(s).Trees }

// DrawsOf returns the trees that the chains of a snapshot kept; nil where there are none.
func DrawsOf(s *inference.Snapshot) []Draw { return Of(s).Draws }

// Best returns the best tree in a snapshot; nil where there is none.
func Best(s *inference.Snapshot) *tree.Tree {
	if trees := TreesOf(s); len(trees) > 0 {
		return trees[0].Tree
	}
	return nil
}

// Pool implements inference.Pooler: the trees of the chain that has the best, and the draws
// of all.
func (f *Forest) Pool(chains []inference.Part) inference.Part {
	out := &Forest{}
	for i, c := range chains {
		one, ok := c.(*Forest)
		if !ok {
			continue
		}
		if len(one.Trees) > 0 && (len(out.Trees) == 0 || one.Trees[0].Objective > out.Trees[0].Objective) {
			out.Trees = one.Trees
		}
		for _, d := range one.Draws {
			d.Chain = i
			out.Draws = append(out.Draws, d)
		}
	}
	return out
}
