// Package network draws graphs: nodes at given places and the edges between them.
package network

import (
	"iter"

	"example.org/espalier/inference/things"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
)

// A Network is the figure of a graph.
type Network struct {
	Title, Subtitle string
	Names           []string
	Brief           []string  // shorter names of the nodes, where the others have no room; nil for none
	X, Y            []float64 // places of the nodes
	Edges           []Edge    // those shown; the strongest are drawn last
	All             int       // how many there are, shown or not
	Wrong           float64   // how many of these are expected to be false; negative where that is not known
	Empty           string    // the sentence below the nodes while there is no edge
	Directed        bool      // edges have an arrow, from From to To
	// Strength names the strength of an edge, Weight its weight; "" for no weight. Unit is that of the weight, such as
	// "nats"; "" for none.
	Strength, Weight, Unit string
	// Told writes weights, where strengths are shares of the largest of these and the legend says which line is which
	// weight; nil where they are no such shares.
	Told func(weight float64) string
	// Alike says that links are there or not, with no strength to tell: all are slim lines.
	Alike  bool
	Signed bool      // the colour of an edge is the sign of its weight
	Root   []float64 // probability of each node to be a root; nil for graphs without roots
	Roots  []int     // of the best tree, which have a ring
	Strip  *beside.Strip
	// Rooted names the roots, Towards the meaning of an arrow; "" for the roots of the best tree, and parent to child.
	Rooted, Towards string
	// Sizes are numbers from 0 to 1, the area of each node above that of the smallest; nil where all are alike. SizeName
	// names them.
	Sizes    []float64
	SizeName string
	// Hidden are nodes that are not shown, with their edges; nil for none.
	Hidden []bool
	// Outward writes names away from the middle, as around a circle.
	Outward bool
	// Plain leaves out the legend.
	Plain bool
	// Across and Up are the axes where places are values of the data; nil where they mean nothing.
	Across, Up *ink.Measure
	// Bounds are the least and greatest places across and upwards; where they are all 0 those of the nodes.
	Bounds    [4]float64
	Selection plotting.Selection
	Columns   bool         // nodes are columns of the data, not rows
	Things    things.Nouns // names of the nodes
	Window    plotting.Window
	Style     plotting.Style

	ready *prepared // see Prepare
}

// An Edge joins two nodes.
type Edge struct {
	From, To         int
	Strength, Weight float64
	Best             bool         // it is in the best tree
	Either           bool         // in a directed graph, it has no arrow: it may well point the other way
	Via              [][2]float64 // places between its ends, in order
}

var (
	_ plotting.Zoomable = (*Network)(nil)
	_ plotting.Styled   = (*Network)(nil)
	_ plotting.Sheeter  = (*Network)(nil)
	_ plotting.Moving   = (*Scene)(nil)
)

// ZoomAxes implements [plotting.ZoomsAlong].
func (*Network) ZoomAxes() plotting.Axes { return plotting.AlongBoth }

// GetWindow returns the visible part.
func (f *Network) GetWindow() plotting.Window { return f.Window.Normal() }

// WithWindow returns a copy that shows w.
func (f Network) WithWindow(w plotting.Window) plotting.Figure { f.Window = w.Normal(); return &f }

// Selects implements [plotting.Selecting].
func (f *Network) Selects() bool { return !f.Selection.Empty() }

// Unselected implements [plotting.Selecting].
func (f Network) Unselected() plotting.Figure { f.Selection = plotting.NoSelection; return &f }

// WithStyle returns a copy in another style.
func (f Network) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return &f }

// Controls implements [plotting.Controlled].
func (f *Network) Controls() []string { return plotting.Legended }

// Sheets returns the edges shown ("edges") and the nodes ("nodes") with their places.
func (f *Network) Sheets() []plotting.Sheet {
	edges := plotting.Sheet{Name: "edges", Header: []string{"source", "target", "probability"}, Rows: f.edgeSheet()}
	if f.Weight != "" {
		edges.Header = append(edges.Header, "weight", "weight_name")
	}
	nodes := plotting.Sheet{Name: "nodes", Header: []string{"name", "x", "y"}, Rows: f.nodeSheet()}
	if f.Root != nil {
		nodes.Header = append(nodes.Header, "root_probability")
	}
	return []plotting.Sheet{edges, nodes}
}

func (f *Network) edgeSheet() iter.Seq[[]string] {
	name := f.Weight
	if f.Unit != "" {
		name += ", " + f.Unit
	}
	return func(yield func([]string) bool) {
		for _, e := range f.Edges {
			row := []string{f.Names[e.From], f.Names[e.To], plotting.Cell(e.Strength)}
			if f.Weight != "" {
				row = append(row, plotting.Cell(e.Weight), name)
			}
			if !yield(row) {
				return
			}
		}
	}
}

func (f *Network) nodeSheet() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for u, name := range f.Names {
			row := []string{name, plotting.Cell(f.X[u]), plotting.Cell(f.Y[u])}
			if f.Root != nil {
				row = append(row, plotting.Cell(f.Root[u]))
			}
			if !yield(row) {
				return
			}
		}
	}
}
