// Package graphs holds the teaching stages about graphs: sums over trees, the parents of rows, sparse networks of
// columns and trees of pairs, the meaning of arrows between columns, and the effect of cutting one.
package graphs

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/network"
)

// picture begins a network of nodes at their places.
func picture(what string, names []string, x, y []float64) *network.Network {
	return &network.Network{Subtitle: what, Names: names, X: x, Y: y, Plain: true, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}
}
