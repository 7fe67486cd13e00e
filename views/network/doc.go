// Package network holds the panes of graphs: the network, whose nodes and edges can be selected and
// whose nodes can be moved, and the matrix of its edges. Rows and columns of the data selected
// there are selected everywhere.
package network

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// Panes returns the panes of graphs, in the order of their tabs.
func Panes(post screen.Post, style plotting.Style) []pane.Pane {
	return []pane.Pane{NewView(post, style), pane.NewEntry(depict.ByTab("Edges"), nil, post, style)}
}

// Shortcuts returns the keys of the panes, for the help.
func Shortcuts() []screen.Shortcut { return pane.Shortcuts(depict.NetworkTab) }
