package graph

import (
	"fmt"
	"strconv"
)

// Doubt is a sentence for a graph on a path whose choice of a penalty may mislead, with the setting to change: none of
// the edges was chosen, or the end of the path, so that a smaller penalty could be better. It is "" for other graphs,
// and where all pairs are joined.
func (g *Graph) Doubt() string {
	k := len(g.Path) - 1
	if k < 1 {
		return ""
	}
	for _, p := range g.Path {
		if p.Chosen && p.Edges == 0 {
			return "The criterion chose a network without edges. By ebic none is worth its cost, as with few rows; by stars " +
				"the first ones already differ too much between subsamples, as where a few columns are all strongly correlated. " +
				"criterion=holdout finds more of the true edges, and more false ones."
		}
	}
	if !g.Path[k].Chosen || g.Path[k].Edges == len(g.Nodes)*(len(g.Nodes)-1)/2 {
		return g.instability()
	}
	return fmt.Sprintf(
		"The criterion chose the last penalty tried, %s, so the end of the path decided how many edges there are: set "+
			"criterion=holdout or criterion=stars, or lambda to a smaller penalty.",
		strconv.FormatFloat(g.Path[k].Penalty, 'g', 3, 64))
}

// How stable edges are.
const (
	steady      = 0.95 // share of subsamples from which on an edge is one that a criterion of stability would keep
	leastChosen = 8    // edges, of which it is worth saying so
	shareSteady = 0.5  // of the edges chosen: with fewer, criteria disagree widely
)

// instability is a sentence for a network most of whose chosen edges are not found in nearly all subsamples,
// so that a criterion of stability would keep far fewer; "" for others.
func (g *Graph) instability() string {
	if g.Measure != Stability {
		return ""
	}
	chosen := 0
	for _, p := range g.Path {
		if p.Chosen {
			chosen = p.Edges
		}
	}
	kept := 0
	for _, e := range g.Edges {
		if e.Strength >= steady {
			kept++
		}
	}
	if chosen < leastChosen || float64(kept) >= shareSteady*float64(chosen) {
		return ""
	}
	return fmt.Sprintf("The criteria disagree widely: this one chose %d edges, of which %d are in at least "+
		"95 %% of the subsamples. Trust these first; criterion=stars keeps the stable part of the path alone.",
		chosen, kept)
}
