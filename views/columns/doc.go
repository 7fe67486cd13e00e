// Package columns holds the panes that show how the columns of a tree vary together: the
// correlations that were learnt, the directions of most variance, the data between the trees of
// rows and columns, and where in the tree each factor changed. A click in one pane selects in all.
package columns
