package export

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/write"
)

// Trees writes some trees as Newick, or all as NEXUS, depending on the extension of the path.
func Trees(path string, some []*tree.Tree, all NEXUS) error {
	var b bytes.Buffer
	var err error
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".nwk", ".newick", ".tre", ".tree":
		err = tree.WriteNewickSupport(&b, some...)
	case ".nex", ".nexus":
		err = tree.WriteNEXUS(&b, all.Comment, all.Gather(), all.Annotations...)
	default:
		return fmt.Errorf("trees cannot be saved as %q: use a name that ends in .nwk for Newick or .nex for NEXUS", ext)
	}
	if err != nil {
		return err
	}
	return write.File(path, func(w io.Writer) error { _, err := w.Write(b.Bytes()); return err })
}

// NEXUS is the content of a NEXUS file of a result.
type NEXUS struct {
	Comment     string
	Gather      func() []tree.NEXUSTree // may be slow
	Annotations []tree.LeafAnnotation
}
