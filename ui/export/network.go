package export

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
)

// Network asks where to save a network, with all edges that the result lists and their numbers, and in which
// format. name is that of the file, without its ending.
func Network(d *dialogs.Dialogs, s *subject.Subject, name string) {
	var filters []dialogs.FileFilter
	for _, f := range graphs.Files {
		filters = append(filters, dialogs.FileFilter{Name: f.Title, Extensions: []string{f.Ending}})
	}
	d.ChooseSave("Export network", name+".graphml", filters, func(path string) {
		d.Write(path, func() error { return saveNetwork(path, s) })
	})
}

// saveNetwork writes a network in the format that the ending of the path tells.
func saveNetwork(path string, s *subject.Subject) error {
	ending := strings.ToLower(filepath.Ext(path))
	var known []string
	for _, f := range graphs.Files {
		if known = append(known, "."+f.Ending); known[len(known)-1] == ending {
			return write.File(path, func(w io.Writer) error { return f.Write(graphs.Of(s), w) })
		}
	}
	return fmt.Errorf("a network cannot be saved as %q: use a name that ends in one of %s", ending,
		strings.Join(known, ", "))
}
