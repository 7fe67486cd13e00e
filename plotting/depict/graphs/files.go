package graphs

import (
	"io"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting/write"
)

// A File is a format of files of a network.
type File struct {
	Title, Ending string
	Write         func(g *graph.Graph, w io.Writer) error // with all edges that the result lists
}

// Files are the formats of files of a network, the same as a fit on the command line writes.
var Files = []File{
	{"GraphML (Cytoscape, Gephi, yEd, igraph)", "graphml", (*graph.Graph).WriteGraphML},
	{"JSON of Cytoscape", "cyjs", (*graph.Graph).WriteCytoscape},
	{"DOT (Graphviz)", "dot", (*graph.Graph).WriteDOT},
	{"CSV (list of edges)", "csv", func(g *graph.Graph, w io.Writer) error { return write.CSV(w, Sheets(g)[0]) }},
}
