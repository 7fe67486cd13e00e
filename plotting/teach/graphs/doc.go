// Package graphs holds the teaching stages about graphs: sums over trees, the parents of rows,
// sparse networks of columns, and what arrows between columns can and cannot say.
package graphs

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/network"
)

// panel puts a figure into a part of the room.
func panel(name string, f plotting.Figure, x0, x1, y0, y1 float64) chart.Panel {
	return chart.Panel{Name: name, Figure: f, Box: plotting.Window{X0: x0, X1: x1, Y0: y0, Y1: y1}}
}

// picture begins a network of nodes at their places.
func picture(what string, names []string, x, y []float64) *network.Network {
	return &network.Network{Subtitle: what, Names: names, X: x, Y: y, Plain: true, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
}
