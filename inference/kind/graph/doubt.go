package graph

import (
	"fmt"
	"strconv"
)

// Doubt is a sentence for a graph whose penalty was chosen at the end of its path, so that a smaller one
// could be better, with what to set; "" for other graphs, and where all pairs are joined.
func (g *Graph) Doubt() string {
	k := len(g.Path) - 1
	if k < 1 || !g.Path[k].Chosen || g.Path[k].Edges == len(g.Nodes)*(len(g.Nodes)-1)/2 {
		return ""
	}
	return fmt.Sprintf("The criterion chose the last penalty tried, %s, so the end of the path decided how many edges there are: set "+
		"criterion=holdout or criterion=stars, or lambda to a smaller penalty.", strconv.FormatFloat(g.Path[k].Penalty, 'g', 3, 64))
}
