package export

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
)

// networkFormats are those of files of a network, the same as a fit on the command line writes.
var networkFormats = []struct {
	filter dialogs.FileFilter
	write  func(*graph.Graph, io.Writer) error
}{
	{dialogs.FileFilter{Name: "GraphML (Cytoscape, Gephi, yEd, igraph)", Extensions: []string{"graphml"}}, (*graph.Graph).WriteGraphML},
	{dialogs.FileFilter{Name: "JSON of Cytoscape", Extensions: []string{"cyjs"}}, (*graph.Graph).WriteCytoscape},
	{dialogs.FileFilter{Name: "DOT (Graphviz)", Extensions: []string{"dot"}}, (*graph.Graph).WriteDOT},
	{dialogs.FileFilter{Name: "CSV (list of edges)", Extensions: []string{"csv"}}, func(g *graph.Graph, w io.Writer) error { return write.CSV(w, graphs.Sheets(g)[0]) }},
}

// Network asks where to save a network, with all edges that the result lists and their numbers, and in which
// format. name is that of the file, without its ending.
func Network(d *dialogs.Dialogs, g *graph.Graph, name string) {
	var filters []dialogs.FileFilter
	for _, f := range networkFormats {
		filters = append(filters, f.filter)
	}
	d.ChooseSave("Export network", name+".graphml", filters, func(path string) {
		d.Write(path, func() error { return saveNetwork(path, g) })
	})
}

// saveNetwork writes a network in the format that the ending of the path tells.
func saveNetwork(path string, g *graph.Graph) error {
	ending := strings.ToLower(filepath.Ext(path))
	var known []string
	for _, f := range networkFormats {
		if known = append(known, "."+f.filter.Extensions[0]); known[len(known)-1] == ending {
			return write.File(path, func(w io.Writer) error { return f.write(g, w) })
		}
	}
	return fmt.Errorf("a network cannot be saved as %q: use a name that ends in one of %s", ending, strings.Join(known, ", "))
}
