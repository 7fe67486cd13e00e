package export

import (
	"context"
	"path/filepath"
	"strings"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
)

// Numbers asks for a file and saves the numbers behind a figure.
func Numbers(d *dialogs.Dialogs, f plotting.Figure, m plotting.Metadata) {
	d.ChooseSave("Export numbers", say.FileName(m.Title)+".csv", []dialogs.FileFilter{{Name: "CSV",
		Extensions: []string{"csv"}}}, func(path string) {
		d.Background(func(context.Context) func() {
			files, err := panics.Call(func() ([]string, error) { return write.Numbers(path, f) })
			return func() {
				if err != nil {
					d.Fail("Could not save the numbers.", err)
					return
				}
				for i := range files {
					files[i] = filepath.Base(files[i])
				}
				d.Tell("Saved " + strings.Join(files, ", ") + " in " + filepath.Dir(path) + ".")
			}
		})
	})
}

// NEXUSOf gathers all trees of a result with the annotations of their leaves.
func NEXUSOf(s *depict.Subject) NEXUS {
	x := NEXUS{Comment: s.Metadata(0).Caption()}
	x.Gather = func() []tree.NEXUSTree { return drawn.Found(s.Snapshot) }
	for _, a := range s.Data.Annotations {
		x.Annotations = append(x.Annotations, tree.LeafAnnotation{Name: a.Name, Values: a.Values})
	}
	return x
}
