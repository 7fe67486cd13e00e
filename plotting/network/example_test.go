package network_test

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/network"
	"example.org/espalier/plotting/plottingtest"
)

// Three genes, of which one is joined to both others.
func ExampleNetwork() {
	f := &network.Network{Title: "Three genes", Names: []string{"A", "B", "C"}, X: []float64{0, 1, 2},
		Y:        []float64{0, 1, 0},
		Strength: "share of subsamples", Weight: "partial correlation", Signed: true, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light,
		Edges: []network.Edge{{From: 0, To: 1, Strength: 1, Weight: 0.5},
			{From: 1, To: 2, Strength: 0.75, Weight: -0.25}}}
	plottingtest.PrintSheet(f, "edges", 3)
	// Output:
	// source,target,probability,weight,weight_name
	// A,B,1,0.5,partial correlation
	// B,C,0.75,-0.25,partial correlation
}
