package graph

import (
	"fmt"
	"strconv"
)

// Doubt is a sentence for a graph on a path whose choice of a penalty may mislead, with what to set: none of the edges
// was chosen, or the end of the path, so that a smaller penalty could be better. It is "" for other graphs, and where
// all pairs are joined.
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
		return ""
	}
	return fmt.Sprintf("The criterion chose the last penalty tried, %s, so the end of the path decided how many edges there are: set "+
		"criterion=holdout or criterion=stars, or lambda to a smaller penalty.",
		strconv.FormatFloat(g.Path[k].Penalty, 'g', 3, 64))
}
