package depict

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/blockgraph"
	"example.org/espalier/plotting/network"
)

// blockGraphEntry is the figure of the groups of the nodes of a network, and of how much they are linked. A click
// selects the members.
var blockGraphEntry = with(Entry{Name: "block-graph", Tab: "Block graph", Suffix: "block graph",
	About: "the groups of the nodes by their sizes, and how much any two are linked", offers: blockgraph.Has,
	size: planeSize},
	Chosen[struct{}]{
		Figure: func(g Given, _ struct{}) plotting.Figure {
			return blockgraph.Figure(g.Subject, g.Selected.Rows)
		},
		Pick: func(g Given, _ *struct{}, f plotting.Figure, m plotting.Mark) Click {
			n, _ := f.(*network.Network)
			groups := marked(n, m)
			if len(groups) == 0 || g.Subject == nil || !blockgraph.Has(g.Subject) {
				return selectsRows(nil)
			}
			return selectsRows(blockgraph.Of(g.Subject).Rows(groups))
		},
	})
